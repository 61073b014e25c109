// What happens next, and what it obeys.
#ifndef CAROM_OUTCOME_H
#define CAROM_OUTCOME_H

#include "carom/contact.h"
#include "carom/enums.h"
#include "carom/params.h"

CAROM_BEGIN

typedef enum carom_mode {
#define CAROM_MODE(number, ID, ...) CAROM_MODE_##ID = (number),
#define CAROM_EVENT(...)
#include "carom/modes.def"
#undef CAROM_EVENT
#undef CAROM_MODE
} carom_mode;

// Returns a name such as "c-sticking", or "unnamed" if the law does not name its regimes; NULL for a number that is not a
// mode. carom_enum_meaning explains it.
CAROM_API const char *carom_mode_name(carom_mode mode);

// What an outcome breaks. Judged from (W, v, P, mu) alone, never by the law itself.
typedef enum carom_violation {
    CAROM_VIOLATION_ENERGY = 1,      // dE > 0: the impact made energy
    CAROM_VIOLATION_CONE = 2,        // |P_t| > mu P_n: more friction than Coulomb allows
    CAROM_VIOLATION_PULL = 4,        // P_n < 0: the contact pulled
    CAROM_VIOLATION_PENETRATION = 8, // v_n' < 0: still approaching afterwards
    CAROM_VIOLATION_NO_SOLUTION = 16,
    CAROM_VIOLATION_NOT_UNIQUE = 32, // other outcomes satisfy the same law; `solutions` says how many in all
    CAROM_VIOLATION_LOSS = 64 // W is singular and more energy is lost than there was, or a velocity that no impulse can
                              // change is changed, be it by rounding: P is far too large
} carom_violation;

// Which optional fields of the outcome are filled.
typedef enum carom_result_has {
    CAROM_HAS_COMPRESSION = 1, // Pc is the impulse at (the last) greatest compression
    CAROM_HAS_WORK = 2         // the path is known, so the work splits into normal and frictional parts
} carom_result_has;

typedef struct carom_result {
    carom_status status;
    carom_mode mode;
    unsigned broken;      // CAROM_VIOLATION_* bits; 0 is admissible
    unsigned known;       // CAROM_HAS_* bits
    double P[3];          // impulse on A, N s; -P acts on B
    double v[3];          // relative velocity after, m/s
    double dE;            // change of kinetic energy, J; <= 0 unless the law breaks it; rounds to 0 below 1e-308 J
    double work_normal;   // part of dE done by the normal impulse, if CAROM_HAS_WORK
    double work_friction; // part of dE done by friction, if CAROM_HAS_WORK
    double Pc[3];         // impulse at greatest compression, if CAROM_HAS_COMPRESSION
    int solutions;        // how many outcomes satisfy the law here; 0 if the law does not count
    int evaluations;      // steps an iterative law took; 0 for a closed form
    double residual;      // what is left of the law's equations, relative; 0 for a closed form
    carom_param refused;  // which parameter a refusal is about; CAROM_PARAM_NONE otherwise
} carom_result;

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

// Judges an impulse, whoever made it, from these four arguments alone. mu = infinity switches the cone off.
//
// A slack is a quantity that must not be positive, relative to the sum of its terms' sizes. It is a breach above what
// rounding can leave of it: 16 units of 2^-53 in the plane, 18 in space. So verdicts hold for any unit of mass and
// speed, and a gain of energy shows however nearly singular W is.
//
// carom_collide judges a law's impulse in the same way, but not by digits the law does not have. Of a closed form v_n'
// and the cone may be off by 1e-12 of the speeds and forces; its energy has no such margin. A law that is no closed form
// states how exact its P is (law.h): dE may be off by that share of the sum of |P_i v'_i|, the others of their terms.
//
// For a regular W an impact cannot lose more energy than there is: dE + v.W^-1 v/2 = v'.W^-1 v'/2. Where W is singular
// (to 1e-14 of its diagonal) CAROM_VIOLATION_LOSS asks for it:
//   dE >= P_z.v_z - v_r.W^+ v_r/2   z, r: parts in the null space and in the range of W; friction may work against a
//                                   motion that nothing stops, as P_z.v_z, but the rest of the energy is finite
//   v'_z = v_z                      to 1 % of the speeds, by what v' is computed to: an impulse above some 1e13 |v|/|W|
//                                   leaves nothing of v' to judge
CAROM_API carom_status carom_check(const carom_contact *contact, double mu, const double P[3], carom_verdict *verdict);

CAROM_END

#endif
