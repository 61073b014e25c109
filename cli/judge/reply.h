// What a driver says, read without trust (docs/impactbench.md): its handshake, its answers.
#ifndef CAROM_JUDGE_REPLY_H
#define CAROM_JUDGE_REPLY_H

#include "cli/judge/cases.h"

// Who the driver is.
typedef struct carom_judge_hello {
    char engine[64], version[96]; // nothing in them moves a terminal's cursor
    char families[16];
    bool plane, space;
    double dt;        // of its settings; NaN: it has no steps
    json_t *settings; // or NULL; whatever it holds
} carom_judge_hello;

// False: the words say what is wrong with the line. `hello` is filled either way; let go of its settings.
bool carom_judge_read_hello(const char *line, carom_judge_hello *hello, char *words, size_t size);

typedef enum carom_judge_said {
    CAROM_JUDGE_NOT_ASKED,  // of a family or dimension that it does not have, or the run was over
    CAROM_JUDGE_MOVES,      // velocities
    CAROM_JUDGE_RAN,        // a long run's energies
    CAROM_JUDGE_CANNOT,     // in its own words
    CAROM_JUDGE_FAILED,     // in its own words
    CAROM_JUDGE_NONSENSE,   // a line that is no answer
    CAROM_JUDGE_OTHER_CASE, // an answer to something else
    CAROM_JUDGE_SILENT      // no line: late, gone, flooding
} carom_judge_said;
const char *carom_judge_said_name(carom_judge_said said);

typedef struct carom_judge_reply {
    carom_judge_said said;
    char words[240];                          // its reason, or ours
    char note[64];                            // "nothing happened" ...
    carom_judge_speeds u[CAROM_JUDGE_BODIES]; // at the pose of the impact; a turned case's are turned back
    double duration, force;                   // NaN: not given
    double highest, last; // a long run: the most that its energy was, and was at the end, by the start's, less 1
} carom_judge_reply;

// Reads the line that came for this form of the case.
void carom_judge_read_reply(const char *line, const carom_judge_case *c, carom_judge_form form,
                            carom_judge_reply *reply);

#endif
