// The cases of ImpactBench: problems for an engine, with every law's answer (docs/impactbench.md).
#ifndef CAROM_JUDGE_CASES_H
#define CAROM_JUDGE_CASES_H

#include <stdbool.h>
#include <stddef.h>

#include "mods/scenario/read_error.h"
#include "mods/scenario/value.h"

enum {
    CAROM_JUDGE_BODIES = 8,
    CAROM_JUDGE_CONTACTS = 16,
    CAROM_JUDGE_LAWS = 64,
    CAROM_JUDGE_FLOOR = -1 // as the second of a contact
};

// How one body moves: velocity of the centre, then spin, along the world's axes; in the plane vz = wx = wy = 0.
typedef struct carom_judge_speeds {
    double at[6];
} carom_judge_speeds;

typedef struct carom_judge_body {
    double mass, inertia[3]; // principal moments along the body's axes; in the plane all alike
    double centre[3], q[4];  // quaternion w, x, y, z, of length 1
    carom_judge_speeds u;    // before
} carom_judge_body;

typedef struct carom_judge_contact {
    int a, b; // bodies; b may be CAROM_JUDGE_FLOOR
    double point[3], normal[3];
} carom_judge_contact;

typedef struct carom_judge_answer_of {
    int law; // of carom_judge_cases.law
    carom_judge_speeds u[CAROM_JUDGE_BODIES];
} carom_judge_answer_of;

typedef struct carom_judge_case {
    const char *id, *source;
    char family;
    int dim, body_count, contact_count, answer_count;
    double e, mu, tolerance;
    double duration, force; // family E; NaN where no answer is known
    double gravity, time, every;
    bool runs, kept; // family G: a long run; its energy is kept, not only never up
    carom_judge_body body[CAROM_JUDGE_BODIES];
    carom_judge_contact contact[CAROM_JUDGE_CONTACTS];
    carom_judge_answer_of *answer;
    json_t *line; // the whole
} carom_judge_case;

typedef struct carom_judge_cases {
    carom_judge_case *at;
    size_t count, room;
    int law_count;
    char law[CAROM_JUDGE_LAWS][48]; // names of laws and methods that answer
} carom_judge_cases;

// The cases that this build carries, of the families named in the string (NULL: all), every `step`-th of each. False: memory ended, or no family
// is called so.
bool carom_judge_cases_built_in(carom_judge_cases *cases, const char *families, int step, carom_error *refusal);

// The cases of a text, one a line; blank lines are skipped.
bool carom_judge_cases_read(carom_judge_cases *cases, const char *text, size_t length, const char *families, int step,
                            carom_error *refusal);
void carom_judge_cases_free(carom_judge_cases *cases);

// The law of this name, -1 if it answers no case.
int carom_judge_law(const carom_judge_cases *cases, const char *name);

// The letters of the families there are: "ABCDEG".
const char *carom_judge_families(void);

// What a driver is sent, in new memory and ended by a newline; NULL: memory ended. As it is; turned by .6 rad about the
// vertical, for a case in space; or lifted by .37 of the way that its contact falls in dt. The last two have an id of
// their own, "D-round-000/turned" and "A-ball-slip/arriving".
typedef enum carom_judge_form { CAROM_JUDGE_TOUCHING, CAROM_JUDGE_TURNED, CAROM_JUDGE_ARRIVING } carom_judge_form;
char *carom_judge_question(const carom_judge_case *c, carom_judge_form form, double dt);
const char *carom_judge_form_ending(carom_judge_form form);

// A vector turned about the vertical, as the turned case is: by .6 rad, or back.
void carom_judge_turn(const double from[3], bool back, double to[3]);

// The case as the text of a scenario for `carom compare`, with a note, in new memory; of cases with one contact. NULL: it
// has several, or memory ended.
char *carom_judge_scenario(const carom_judge_case *c, const char *about);

#endif
