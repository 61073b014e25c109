// What happens next, and what it obeys.
#ifndef CAROM_OUTCOME_H
#define CAROM_OUTCOME_H

#include "carom/contact.h"
#include "carom/params.h"

CAROM_BEGIN

typedef enum carom_mode {
#define CAROM_MODE(ID, name, meaning) CAROM_MODE_##ID,
#define CAROM_EVENT(ID, name, meaning)
#include "carom/modes.def"
#undef CAROM_EVENT
#undef CAROM_MODE
    CAROM_MODE_COUNT
} carom_mode;

CAROM_API const char *carom_mode_name(carom_mode mode); // NULL for CAROM_MODE_UNNAMED
CAROM_API const char *carom_mode_meaning(carom_mode mode);

// What an outcome breaks. Judged from (W, v, P, mu) alone, never by the law itself.
typedef enum carom_broken {
    CAROM_BROKEN_ENERGY = 1,      // dE > 0: the impact made energy
    CAROM_BROKEN_CONE = 2,        // |P_t| > mu P_n: more friction than Coulomb allows
    CAROM_BROKEN_PULL = 4,        // P_n < 0: the contact pulled
    CAROM_BROKEN_PENETRATION = 8, // v_n' < 0: still approaching afterwards
    CAROM_BROKEN_NO_SOLUTION = 16,
    CAROM_BROKEN_SEVERAL = 32 // other outcomes satisfy the same law; `solutions` says how many in all
} carom_broken;

// "dE>0", "|P_t|>mu P_n", "P_n<0", "v_n<0", "no-solution", "several" for one bit; NULL for no such bit.
CAROM_API const char *carom_broken_name(unsigned bit);

// Which optional fields of the outcome are filled.
typedef enum carom_known {
    CAROM_KNOWS_COMPRESSION = 1, // Pc is the impulse at (the last) greatest compression
    CAROM_KNOWS_WORK = 2         // the path is known, so the work splits into normal and frictional parts
} carom_known;

typedef struct carom_outcome {
    carom_status status;
    carom_mode mode;
    unsigned broken;      // CAROM_BROKEN_* bits; 0 is admissible
    unsigned known;       // CAROM_KNOWS_* bits
    double P[3];          // impulse on A, N s; -P acts on B
    double v[3];          // relative velocity after, m/s
    double dE;            // change of kinetic energy, J; <= 0 unless the law breaks it
    double work_normal;   // part of dE done by the normal impulse, if CAROM_KNOWS_WORK
    double work_friction; // part of dE done by friction, if CAROM_KNOWS_WORK
    double Pc[3];         // impulse at greatest compression, if CAROM_KNOWS_COMPRESSION
    int solutions;        // how many outcomes satisfy the law here; 0 if the law does not count
    int evaluations;      // steps an iterative law took; 0 for a closed form
    double residual;      // what is left of the law's equations, relative; 0 for a closed form
    carom_param refused;  // which parameter a refusal is about; CAROM_PARAM_NONE otherwise
} carom_outcome;

// How carom_check judges: what is broken, and the margins behind it.
typedef struct carom_verdict {
    unsigned broken;
    double v[3];           // v + W P
    double dE;             // P.(v + v')/2, J
    double energy_slack;   // dE / scale: > 0 gains energy
    double cone_slack;     // (|P_t| - mu P_n) / scale: > 0 leaves the cone
    double pull_slack;     // -P_n / scale: > 0 pulls
    double approach_slack; // -v_n' / scale: > 0 still approaches
} carom_verdict;

// A slack up to this is rounding, above it is a breach. Each slack is relative to the size of the terms it is the
// difference of, so the bound holds for any unit of mass and speed.
// 1e-12: rounding leaves 2e-16 on the golden files, where the smallest true gain of energy is 1.9e-6.
#define CAROM_CHECK_TOLERANCE 1e-12

// Judges an impulse, whoever made it. mu = infinity switches the cone off.
CAROM_API carom_status carom_check(const carom_contact *contact, double mu, const double P[3], carom_verdict *verdict);

CAROM_END

#endif
