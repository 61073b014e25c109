// Reads the cases of ImpactBench: problems for an engine, with the result of every law (docs/impactbench.md).
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
    CAROM_JUDGE_FLOOR = -1 // the second body of a contact is the floor
};

// Holds the motion of one body: velocity of the centre, then spin, in world axes. In 2D vz = wx = wy = 0.
typedef struct carom_judge_speeds {
    double at[6];
} carom_judge_speeds;

typedef struct carom_judge_body {
    double mass, inertia[3]; // principal moments along the body's axes; all equal in 2D
    double centre[3], q[4];  // quaternion w, x, y, z, of length 1
    carom_judge_speeds u;    // before the impact
} carom_judge_body;

typedef struct carom_judge_contact {
    int a, b; // bodies; b may be CAROM_JUDGE_FLOOR
    double point[3], normal[3];
} carom_judge_contact;

typedef struct carom_judge_answer_of {
    int law; // index in carom_judge_cases.law
    carom_judge_speeds u[CAROM_JUDGE_BODIES];
} carom_judge_answer_of;

typedef struct carom_judge_case {
    const char *id, *source;
    char family;
    int dim, body_count, contact_count, answer_count;
    double e, mu, tolerance;
    double duration, force; // family E; NaN if no result is known
    double gravity, time, every;
    double height;   // family H: start above the floor, as a fraction of the distance that the contact falls in a step
    bool runs, kept; // family G: a long run; `kept` is true if its energy must stay constant and not only never rise
    carom_judge_body body[CAROM_JUDGE_BODIES];
    carom_judge_contact contact[CAROM_JUDGE_CONTACTS];
    carom_judge_answer_of *answer;
    json_t *line; // the whole case
} carom_judge_case;

typedef struct carom_judge_cases {
    carom_judge_case *at;
    size_t count, room;
    int law_count;
    char law[CAROM_JUDGE_LAWS][48]; // names of laws and methods with results
} carom_judge_cases;

// Reads the cases of this build: every `step`-th case of the families named in the string, or of all if it is NULL.
// Returns false if there is not enough memory or no family has this name.
bool carom_judge_cases_built_in(carom_judge_cases *cases, const char *families, int step, carom_error *refusal);

// Reads the cases of a text, one per line; blank lines are skipped.
bool carom_judge_cases_read(carom_judge_cases *cases, const char *text, size_t length, const char *families, int step,
                            carom_error *refusal);
void carom_judge_cases_free(carom_judge_cases *cases);

// Returns the number of the law of this name, -1 if it has no result in any case.
int carom_judge_law(const carom_judge_cases *cases, const char *name);

// Returns the letters of all families: "ABCDEFGHRSTZ".
const char *carom_judge_families(void);

// Returns the line to send to a driver, ended by a newline, in newly allocated memory; NULL if there is not enough. The
// case is sent unchanged, rotated or lifted. A rotated 3D case is turned by 0.6 rad about the vertical. A lifted case
// starts higher by 0.37 of the distance that its contact falls in dt. A case of family H is lifted by its own height
// instead, unless dt is NaN. The last two forms have their own ids,
// "D-round-000/turned" and "A-ball-slip/arriving".
typedef enum carom_judge_form { CAROM_JUDGE_TOUCHING, CAROM_JUDGE_TURNED, CAROM_JUDGE_ARRIVING } carom_judge_form;
char *carom_judge_question(const carom_judge_case *c, carom_judge_form form, double dt);
const char *carom_judge_form_ending(carom_judge_form form);

// Rotates a vector about the vertical like the rotated case, by 0.6 rad or back.
void carom_judge_turn(const double from[3], bool back, double to[3]);

// Returns a case with one contact as the text of a scenario for `carom compare`, with a note, in newly allocated
// memory. Returns NULL if it has several contacts, or if there is not enough memory.
char *carom_judge_scenario(const carom_judge_case *c, const char *about);

#endif
