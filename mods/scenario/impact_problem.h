// Holds a problem with several contacts: method, system and parameters, with its memory and its arrays from JSON.
#ifndef CAROM_SCENARIO_IMPACT_PROBLEM_H
#define CAROM_SCENARIO_IMPACT_PROBLEM_H

#include <stdbool.h>

#include "mods/scenario/bodies.h"
#include "mods/scenario/read_error.h"
#include "mods/scenario/units.h"
#include "mods/scenario/value.h"

// The kind of request.
typedef enum carom_asked {
    CAROM_ASKED_NOTHING, // no method is named yet
    CAROM_ASKED_METHOD,
    CAROM_ASKED_DELASSUS, // "delassus": only W, and the effect of an impulse P on the speeds
    CAROM_ASKED_ALL       // "all": every method
} carom_asked;

typedef struct carom_impact_problem {
    json_t *id;             // not owned
    carom_modules *modules; // the laws, methods and parameters that it may name
    carom_asked asked;
    const carom_law *method; // the method for its dimension, set after the system is read
    carom_system system;
    carom_params *contact; // one per contact
    carom_system_params params;
    uint64_t given;     // CAROM_PARAM_BIT set of stated parameters; the others have their defaults
    uint64_t insisted;  // those stated on the command line
    uint64_t passed;    // those ignored, because the method of the command line does not read them
    bool chosen;        // the command line names the method, not the file
    bool gaps_insisted; // the command line states the gaps
    carom_params speed; // e_of and mu_of: functions of each contact's speed before the impact
    bool c_given;       // the striking contact is given
    double *P;          // an impulse to apply (delassus); NULL if there is none
    bool has_mechanism; // speeds are known, so the result has them too
    carom_mechanism mechanism;
    carom_delassus delassus;
    carom_bodies *bodies;     // of a chain or mechanism; NULL otherwise
    double *gap;              // one per contact, m; NULL if none was given
    int gap_samples;          // sequence: number of orders drawn by random gaps
    unsigned char *sustained; // per contact: true if its gap is zero
    carom_units units;        // of printed results
    void *blocks[32];         // freed by carom_impact_problem_free
    int block_count;
} carom_impact_problem;

carom_impact_problem carom_impact_problem_new(carom_modules *modules);
void carom_impact_problem_free(carom_impact_problem *problem);

// Allocates zeroed memory that lives as long as the problem. Returns NULL and fills in `refusal` if there is not
// enough, or more than a problem may use. A stream then continues with the next line.
void *carom_impact_keep(carom_impact_problem *problem, size_t count, size_t size, carom_error *refusal);

// Rejects a problem because of its size.
bool carom_impact_too_large(size_t bytes, carom_error *refusal);

// Reads a rectangular array of numbers, row by row, and sets rows and columns. Returns NULL and fills in `refusal` if
// it is invalid.
double *carom_impact_matrix(carom_impact_problem *problem, const json_t *value, const char *what, int *rows,
                            int *columns, carom_error *refusal);
double *carom_impact_vector(carom_impact_problem *problem, const json_t *value, const char *what, int *count,
                            carom_error *refusal);
bool carom_impact_number(const json_t *value, const char *what, double *number, carom_error *refusal);

// Returns true if the bodies separate at every contact (v_n > 0), so that no law computes an impulse.
bool carom_impact_separates(const carom_system *system);

#endif
