// Holds a problem (a law, one contact or a system of contacts, and parameters) and reads it from text or JSON.
#ifndef CAROM_SCENARIO_PROBLEM_H
#define CAROM_SCENARIO_PROBLEM_H

#include <stdbool.h>

#include "carom/compliant.h"
#include "mods/scenario/bodies.h"
#include "mods/scenario/numbers.h"
#include "mods/scenario/read_error.h"
#include "mods/scenario/speed.h"
#include "mods/scenario/units.h"
#include "mods/scenario/value.h"

// The kind of request.
typedef enum carom_asked {
    CAROM_ASKED_LAW,      // the law of the problem
    CAROM_ASKED_DELASSUS, // "delassus": only W of a system, and the effect of an impulse P on the speeds
    CAROM_ASKED_ALL       // "all": every law for systems
} carom_asked;

// One contact, or a system of contacts if system.nc is not 0.
typedef struct carom_problem {
    json_t *id;             // any JSON value, not owned; NULL if there is none
    carom_modules *modules; // the laws and parameters that it may name
    const carom_law *law;   // NULL until it is named
    carom_asked asked;
    const carom_law *chosen; // the law of the command line, which replaces that of a file; NULL if there is none
    bool as_system;          // even one contact is read as a system
    bool by_option;          // the command line names the law, not the file
    carom_params params;     // of one contact, and functions of speed of a system
    uint64_t given;          // CAROM_PARAM_BIT set of stated parameters; the others have their defaults
    uint64_t insisted;       // those stated on the command line
    const char *called[CAROM_PARAM_END];         // for those given: the name that was used
    carom_vibration modes[CAROM_VIBRATIONS_MAX]; // params.list points here when the problem is complete
    carom_bodies *bodies;                        // from which W and v were computed; NULL if W and v were given
    carom_units units;                           // of printed results

    // One contact.
    int W_size, v_size; // rows of W, numbers in v; 0 until they are given
    carom_contact contact;

    // A system of contacts.
    carom_system system;
    carom_params *each;           // coefficients, one set per contact
    carom_system_params settings; // refers to `each`
    uint64_t passed;              // parameters that are ignored, because the law of the command line does not read them
    bool striking_given, gaps_insisted; // the striking contact is stated; the command line states the gaps
    double *P;                          // an impulse to apply (delassus); NULL if there is none
    double *gap;                        // one per contact, m; NULL if none was given
    int gap_samples;                    // sequence: number of orders drawn by random gaps
    unsigned char *sustained;           // per contact: true if its gap is zero
    void *blocks[16];                   // freed by carom_problem_free
    int block_count;
} carom_problem;

carom_problem carom_problem_new(carom_modules *modules);
void carom_problem_free(carom_problem *problem);

// Each returns false and fills in `refusal` if the text is invalid.
bool carom_problem_law(carom_problem *problem, const char *name, carom_error *refusal);
bool carom_problem_W(carom_problem *problem, const char *text,
                     carom_error *refusal);                                           // "2 -1; -1 2", "[[2,-1],..]"
bool carom_problem_v(carom_problem *problem, const char *text, carom_error *refusal); // "-1 0.6", "[-1,0.6]"
bool carom_problem_param(carom_problem *problem, const char *name, const char *value, carom_error *refusal);
bool carom_problem_e_of(carom_problem *problem, const char *text, carom_error *refusal); // "fifth 0.2"
bool carom_problem_mu_of(carom_problem *problem, const char *text, carom_error *refusal);
bool carom_problem_allow(carom_problem *problem, const char *name, carom_error *refusal);

// Applies the parameters of `options`, which override those of the problem, at all of its contacts.
void carom_problem_over(carom_problem *problem, const carom_problem *options);

// Read the value of a coefficient, and store it. A list of modes is not read.
bool carom_coefficient_json(carom_numbers *list, const carom_coefficient *row, const char *name, const json_t *value,
                            carom_error *refusal);
bool carom_coefficient_keep(carom_params *params, const carom_coefficient *row, const carom_numbers *list,
                            carom_error *refusal);

// Reads id, law, params, W and v of a JSON object whose keys are already checked (carom_keys_check). Other members of
// the problem are unchanged.
bool carom_problem_json(carom_problem *problem, const json_t *object, carom_error *refusal);

// Check that the contact is complete, and that the law, if there is one, reads every parameter given.
bool carom_problem_contact_whole(carom_problem *problem, carom_error *refusal);
bool carom_problem_whole(carom_problem *problem, carom_error *refusal);

// Rejects a parameter of `given`, or a form of speed, that is not in `reads`: "WHO does not read kn". Always accepts mu
// = 0, because it has no effect.
bool carom_problem_all_read(const carom_problem *problem, uint64_t given, uint64_t reads, const char *who,
                            carom_error *refusal);

// Rejects a set in which a coefficient that the law needs is missing, and names it.
bool carom_problem_given(const carom_law *law, const carom_params *params, int dim, carom_error *refusal);

// Checks that the contact is complete, and evaluates speed-dependent coefficients for this contact.
bool carom_problem_settled(carom_problem *problem, carom_error *refusal);

// Returns the parameters with speed-dependent coefficients evaluated, if the functions apply.
carom_params carom_problem_params(const carom_problem *problem);

// Returns true if the value in use differs from the stated one: by a function of speed, or 0 below rest_speed.
bool carom_problem_changed(const carom_problem *problem, int param, const carom_params *at);

// Lists the parameters that a law reads, such as "e, mu".
void carom_problem_reads(const carom_law *law, char *text, size_t size);

// Returns false for parameters that the law does not read, and for those that have no effect unless given. Examples are
// a rest speed and the friction convention of an engine.
bool carom_problem_tells(const carom_problem *problem, int param);

#endif
