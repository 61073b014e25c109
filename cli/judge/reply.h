// Reads the handshake and the answers of an untrusted driver (docs/impactbench.md).
#ifndef CAROM_JUDGE_REPLY_H
#define CAROM_JUDGE_REPLY_H

#include "cli/judge/cases.h"

// Holds the driver's handshake.
typedef struct carom_judge_hello {
    char engine[64], version[96]; // without control characters
    char families[16];
    bool plane, space;
    double dt;        // time step in its settings; NaN if it has none
    json_t *settings; // any JSON value, or NULL
} carom_judge_hello;

// Reads the handshake. On failure returns false and explains it in `words`. Fills `hello` in any case; release its
// settings.
bool carom_judge_read_hello(const char *line, carom_judge_hello *hello, char *words, size_t size);

typedef enum carom_judge_said {
    CAROM_JUDGE_NOT_ASKED,  // the driver does not support the family or dimension, or the run had ended
    CAROM_JUDGE_MOVES,      // velocities
    CAROM_JUDGE_RAN,        // energies of a long run
    CAROM_JUDGE_CANNOT,     // the driver reports that it cannot solve the case
    CAROM_JUDGE_FAILED,     // the driver reports a failure
    CAROM_JUDGE_NONSENSE,   // a line that is not an answer
    CAROM_JUDGE_OTHER_CASE, // an answer to another case
    CAROM_JUDGE_SILENT      // no line: late, gone or too much output
} carom_judge_said;
const char *carom_judge_said_name(carom_judge_said said);

typedef struct carom_judge_reply {
    carom_judge_said said;
    char words[240];                          // the driver's reason, or ours
    char note[64];                            // such as "nothing happened"
    carom_judge_speeds u[CAROM_JUDGE_BODIES]; // at the pose of the impact; those of a rotated case are rotated back
    double duration, force;                   // NaN if not given
    double highest, last; // long run: largest and final energy, relative to the initial energy, minus 1
} carom_judge_reply;

// Reads the driver's line for this form of the case.
void carom_judge_read_reply(const char *line, const carom_judge_case *c, carom_judge_form form,
                            carom_judge_reply *reply);

#endif
