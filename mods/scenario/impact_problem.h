// Several contacts: which method, at which system, with which parameters; its memory, and its arrays from JSON.
#ifndef CAROM_SCENARIO_IMPACT_PROBLEM_H
#define CAROM_SCENARIO_IMPACT_PROBLEM_H

#include <stdbool.h>

#include "mods/scenario/bodies.h"
#include "mods/scenario/read_error.h"
#include "mods/scenario/value.h"

// How the impact is asked for.
typedef enum carom_asked {
    CAROM_ASKED_NOTHING, // no method is named yet
    CAROM_ASKED_METHOD,
    CAROM_ASKED_DELASSUS, // "delassus": W alone, and what an impulse P does to the speeds
    CAROM_ASKED_ALL       // "all": every method, side by side
} carom_asked;

typedef struct carom_impact_problem {
    json_t *id;             // borrowed
    carom_modules *modules; // whose laws, methods and parameters it may name
    carom_asked asked;
    const carom_law *method; // the one for its dimension, once the system is read
    carom_system system;
    carom_params *contact; // one per contact
    carom_system_params params;
    uint64_t given;     // CAROM_PARAM_BIT set: stated, not left at their defaults
    uint64_t insisted;  // of these, stated on the command line
    uint64_t passed;    // of these, passed over: the method was chosen over the file's, and does not read them
    bool chosen;        // the method is stated on the command line, not by the file
    bool gaps_insisted; // gaps are stated on the command line
    carom_params speed; // e_of and mu_of: forms of each contact's speed before the impact
    bool c_given;       // the striking contact is stated
    double *P;          // an impulse to apply (delassus); NULL if there is none
    bool has_mechanism; // speeds are known, so they come back changed
    carom_mechanism mechanism;
    carom_delassus delassus;
    carom_bodies *bodies;     // of a chain or mechanism; NULL otherwise
    double *gap;              // per contact, m; NULL: none was given
    int gap_samples;          // sequence: orders drawn by random gaps
    unsigned char *sustained; // per contact: its gap is zero
    void *blocks[32];         // what carom_impact_problem_free gives back
    int block_count;
} carom_impact_problem;

carom_impact_problem carom_impact_problem_new(carom_modules *modules);
void carom_impact_problem_free(carom_impact_problem *problem);

// Memory that lives as long as the problem, cleared. NULL and a refusal if there is none, or it would be more than one
// problem may have: the next line of a stream is still answered.
void *carom_impact_keep(carom_impact_problem *problem, size_t count, size_t size, carom_error *refusal);

// Refuses a problem for its size.
bool carom_impact_too_large(size_t bytes, carom_error *refusal);

// A rectangular array of numbers, row by row; NULL and a refusal if it is none. Rows and columns come back.
double *carom_impact_matrix(carom_impact_problem *problem, const json_t *value, const char *what, int *rows,
                            int *columns, carom_error *refusal);
double *carom_impact_vector(carom_impact_problem *problem, const json_t *value, const char *what, int *count,
                            carom_error *refusal);
bool carom_impact_number(const json_t *value, const char *what, double *number, carom_error *refusal);

// Whether the bodies separate at every contact (v_n > 0), so that no law computes an impulse.
bool carom_impact_separates(const carom_system *system);

#endif
