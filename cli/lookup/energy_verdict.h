// Decides whether a method can gain energy in a system: by theorem, or by an example that a search finds.
#ifndef CAROM_CLI_ENERGY_VERDICT_H
#define CAROM_CLI_ENERGY_VERDICT_H

#include "mods/scenario/system.h"

typedef enum carom_energy_kind {
    CAROM_ENERGY_THEOREM,        // no energy is gained, by a theorem or by construction
    CAROM_ENERGY_COUNTEREXAMPLE, // energy is gained at the velocity `v`
    CAROM_ENERGY_UNKNOWN         // no theorem applies and no example was found
} carom_energy_kind;

// The condition that a theorem uses.
typedef enum carom_energy_reason {
    CAROM_ENERGY_NONE,
    CAROM_ENERGY_METHOD,       // the method, with any coefficients that the table of its guarantees permits
    CAROM_ENERGY_COMMON,       // one coefficient for all contacts
    CAROM_ENERGY_FRICTIONLESS, // no friction
    CAROM_ENERGY_CLOSING,      // no friction, and no contact separates before: safe at the given velocity only
    CAROM_ENERGY_CONTRACTION   // W - E W E is positive semi-definite
} carom_energy_reason;

typedef struct carom_energy_verdict {
    carom_energy_kind kind;
    carom_energy_reason reason;
    double factor; // if not safe: the largest factor of all coefficients of restitution that is safe by theorem; NaN if
                   // there is none
    double dE;     // counterexample: energy gained, J
    int tried;     // number of velocities that the search solved
} carom_energy_verdict;

// Judges the method, whose parameters carom_answer_problem has settled in `problem`, for all velocities. With a
// counterexample, `v` holds its velocities before the impact, one for each component, the largest 1 m/s. Returns false
// if there is not enough memory.
bool carom_energy_judge(carom_problem *problem, const carom_law *method, double *v, carom_energy_verdict *verdict);

// Returns the name of a kind or reason in JSON, and the words of the text for a reason.
const char *carom_energy_kind_name(carom_energy_kind kind);
const char *carom_energy_reason_name(carom_energy_reason reason);
const char *carom_energy_reason_words(carom_energy_reason reason);

#endif
