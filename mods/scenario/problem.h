// A problem: which law, at which contact, with which parameters; read from words or from JSON.
#ifndef CAROM_SCENARIO_PROBLEM_H
#define CAROM_SCENARIO_PROBLEM_H

#include <stdbool.h>

#include "carom/compliant.h"
#include "mods/scenario/read_error.h"
#include "mods/scenario/speed.h"
#include "mods/scenario/value.h"

struct carom_bodies;

typedef struct carom_problem {
    json_t *id;             // any JSON value, borrowed; NULL if there is none
    carom_modules *modules; // whose laws and parameters it may name
    const carom_law *law;   // NULL until it is named
    int W_size, v_size;     // rows of W, numbers in v; 0 until they are given
    carom_contact contact;
    carom_params params;
    uint64_t given;                              // CAROM_PARAM_BIT set: stated, not left at their defaults
    const char *called[CAROM_PARAM_END];         // of those given: the name that was used
    carom_vibration modes[CAROM_VIBRATIONS_MAX]; // what params.list points to once the problem is whole
    struct carom_bodies *bodies;                 // what W and v were made of; NULL if they were given
} carom_problem;

carom_problem carom_problem_new(carom_modules *modules);
void carom_problem_free(carom_problem *problem);

// Each returns false and fills the refusal if the words make no sense.
bool carom_problem_law(carom_problem *problem, const char *name, carom_error *refusal);
bool carom_problem_W(carom_problem *problem, const char *text,
                     carom_error *refusal);                                           // "2 -1; -1 2", "[[2,-1],..]"
bool carom_problem_v(carom_problem *problem, const char *text, carom_error *refusal); // "-1 0.6", "[-1,0.6]"
bool carom_problem_param(carom_problem *problem, const char *name, const char *value, carom_error *refusal);
bool carom_problem_e_of(carom_problem *problem, const char *text, carom_error *refusal); // "fifth 0.2"
bool carom_problem_mu_of(carom_problem *problem, const char *text, carom_error *refusal);
bool carom_problem_allow(carom_problem *problem, const char *name, carom_error *refusal);

// What `options` state wins: their parameters are put over those of the problem.
void carom_problem_over(carom_problem *problem, const carom_problem *options);

// Reads id, law, params, W and v of a JSON object whose keys are known (carom_keys_check).
// The problem keeps what the object does not state.
bool carom_problem_json(carom_problem *problem, const json_t *object, carom_error *refusal);

// Is the contact whole? And does the law, if there is one, read every parameter given?
bool carom_problem_contact_whole(carom_problem *problem, carom_error *refusal);
bool carom_problem_whole(carom_problem *problem, carom_error *refusal);

// Rejects a parameter of `given`, or a form of speed, that is not in `reads`: "WHO does not read kn". mu = 0 may be given to
// anything, since it changes nothing.
bool carom_problem_all_read(const carom_problem *problem, uint64_t given, uint64_t reads, const char *who,
                            carom_error *refusal);

// Refuses a set in which a coefficient that the law needs is missing, by its name.
bool carom_problem_given(const carom_law *law, const carom_params *params, int dim, carom_error *refusal);

// Is the contact whole? And what depends on its speed becomes a number: for questions about this contact alone.
bool carom_problem_settled(carom_problem *problem, carom_error *refusal);

// Its parameters with numbers in place of what depends on speed, where the forms give any.
carom_params carom_problem_params(const carom_problem *problem);

// Is the value of this parameter in use another one than was stated: by a form of speed, or 0 below rest_speed?
bool carom_problem_changed(const carom_problem *problem, int param, const carom_params *at);

// Which parameters a law reads: "e, mu".
void carom_problem_reads(const carom_law *law, char *text, size_t size);

// False for what the law does not read, and for what is off unless it is given: a speed of rest, a habit of friction.
bool carom_problem_tells(const carom_problem *problem, int param);

#endif
