// Several contacts at once: solves one impact at all contacts of a system, and bounds the results that are possible.
// Use it if bodies touch at more than one point when they collide: a robot's foot, a rocking block, balls in a row.
//
//   #include <stdio.h>
//   #include <stdlib.h>
//
//   #include <carom/systems.h>
//
//   // Solves the system by this law and prints the speeds of the three balls after the impact.
//   static int print_speeds(const char *name, const carom_law *law, const carom_system *system,
//                           const carom_system_params *params) {
//       const size_t bytes = carom_system_memory_size(law, system, params);
//       void *memory = malloc(bytes);
//       carom_system_result result;
//       const carom_status status = carom_system_solve(law, system, params, memory, bytes, &result);
//       const int solved = carom_status_classify(status) == CAROM_CLASS_OK;
//       if (solved) {
//           const double P0 = result.P[0], P1 = result.P[2]; // normal impulses of the two contacts, N s
//           printf("%-8s %6.3f %6.3f %6.3f m/s\n", name, 1.0 - P0, P0 - P1, P1);
//       }
//       free(memory);
//       return solved;
//   }
//
//   int main(void) {
//       // Newton's cradle: three balls of 1 kg on a line. The first one hits the other two, which touch, at 1 m/s.
//       // Components are (n0, t0, n1, t1). The balls cannot move across the line, so these rows of W are zero.
//       const double W[16] = {2, 0, -1, 0, 0, 0, 0, 0, -1, 0, 2, 0, 0, 0, 0, 0};
//       const double v[4] = {-1, 0, 0, 0};
//       const carom_system system = {2, 2, W, v};
//       carom_params contacts[2];
//       for (int i = 0; i < 2; i++) {
//           contacts[i] = carom_params_default();
//           contacts[i].e = 1.0;
//           contacts[i].mu = 0.0;
//       }
//       carom_system_params params = carom_system_params_default(contacts);
//       params.single = &carom_law_frictionless; // only "sequence" uses it
//       // Prints -0.333 0.667 0.667 m/s for glocker and 0.000 0.000 1.000 m/s for sequence.
//       const int first = print_speeds("glocker", &carom_law_glocker, &system, &params);
//       const int second = print_speeds("sequence", &carom_law_sequence, &system, &params);
//       return first && second ? 0 : 1;
//   }
//
// The core allocates nothing. Every array of a result lies in the caller's memory and is valid as long as that memory
// exists.
#ifndef CAROM_SYSTEMS_H
#define CAROM_SYSTEMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "carom/law.h"

CAROM_BEGIN

// ---------------------------------------------------------------------------------------------------------------------
// The problem
// ---------------------------------------------------------------------------------------------------------------------

// Several contacts and their velocities before the impact, in SI units. Components are ordered contact by contact,
// normal first: (n1, t1, n2, t2, ...) in 2D, (n1, t1, u1, n2, t2, u2, ...) in 3D. carom.h has the typedef.
struct carom_system {
    int nc;          // number of contacts, 1 to CAROM_MAX_CONTACTS
    int dim;         // components of each contact, 2 or 3
    const double *W; // Delassus matrix, 1/kg, (dim nc) x (dim nc) row by row, symmetric positive semi-definite:
                     // v' = v + W P. W_ij and W_ji may differ by 1e-6 sqrt(W_ii W_jj); their mean is used
    const double *v; // relative velocities before the impact, m/s, dim nc numbers; a contact with a negative normal
                     // component approaches
};

// How the complementarity problems are solved. carom_law.system->solvers lists the solvers that a law accepts.
typedef enum carom_solver {
    // Chosen by carom. In 2D it is ENUMERATE for up to CAROM_AUTO_ENUMERATES contacts and LEMKE for more. In 3D it is
    // Newton's method for at most CAROM_MAX_CONES contacts; the module siconos uses NSGS or ADMM.
    CAROM_SOLVER_AUTO = 0,
    CAROM_SOLVER_ENUMERATE = 1, // 2D: tries every set of modes and finds all solutions; CAROM_MAX_ENUMERATED contacts
    CAROM_SOLVER_LEMKE = 2,     // 2D: Lemke's method, finds one solution for any number of contacts
    CAROM_SOLVER_NSGS = 3,      // 3D, module siconos: nonsmooth Gauss-Seidel
    CAROM_SOLVER_ADMM = 4       // 3D, module siconos: alternating directions, for hyperstatic bodies
} carom_solver;

// Upper limits. A call beyond them is rejected with CAROM_BAD_COUNT, so that no size overflows.
#define CAROM_AUTO_ENUMERATES 4       // contacts in 2D up to which CAROM_SOLVER_AUTO enumerates
#define CAROM_MAX_ENUMERATED  6       // contacts that CAROM_SOLVER_ENUMERATE accepts
#define CAROM_MAX_CONES       64      // contacts in 3D that carom_law_glocker of the core solves
#define CAROM_MAX_CONTACTS    1024    // contacts of a system
#define CAROM_MAX_SOLUTIONS   4096    // carom_system_params.max_solutions
#define CAROM_MAX_STAGES      65536   // carom_system_params.max_stages
#define CAROM_MAX_IMPACTS     1000000 // carom_system_params.max_impacts
#define CAROM_MAX_STATES      1048576 // carom_system_params.max_states
#define CAROM_MAX_OUTCOMES    1048576 // carom_system_params.max_outcomes
#define CAROM_MAX_COUNTED     64      // distinct solutions counted at most; max_solutions if that is larger

// Coefficients and options of one impact. carom_system_params_default fills it.
typedef struct carom_system_params {
    const carom_params *contacts; // coefficients of each contact, nc sets
    int striking;                 // CAROM_NEEDS_STRIKING: index of the contact that strikes, 0 to nc - 1
    carom_solver solver;          // one that the law accepts; CAROM_SOLVER_AUTO by default
    int max_solutions;            // solutions stored in full, 1 to CAROM_MAX_SOLUTIONS, 16 by default. At least
                                  // CAROM_MAX_COUNTED are counted, even if fewer are stored
    int max_stages;               // hm-differential: the law gives up after this many stages, 1 to CAROM_MAX_STAGES,
                                  // 200 by default. It also gives up after 256 mode sets and pivots per stage in total
    // The members below are used by laws with CAROM_NEEDS_SINGLE.
    const carom_law *single; // law of each single impact
    const double *gap;       // nc gaps, m, >= 0, which determine the order of impacts, so that only this order is
                             // followed. A gap closes at the speed -v_n, and the contact whose gap closes first is hit
                             // next; NULL (default): every order is followed
    double cut;              // a contact approaches if v_n < -cut max|v|; > 0, 1e-10 by default
    double merge;            // states that differ by at most merge max|v| are the same; > 0, 1e-7 by default
    int max_impacts;         // longest sequence of impacts that is followed, 1 to CAROM_MAX_IMPACTS, 200 by default
    int max_states;          // largest number of states, after the same number of impacts, that still approach, 1 to
                             // CAROM_MAX_STATES, 20000 by default
    int max_outcomes;        // distinct solutions stored, 1 to CAROM_MAX_OUTCOMES, 1000 by default
    int max_strikes;         // single impacts in total before the law gives up, >= 1, 40000 by default; 16 comparisons
                             // of states count as one impact
} carom_system_params;

// Returns the default options for these coefficients, one set per contact. The array is referenced, not copied.
CAROM_API carom_system_params carom_system_params_default(const carom_params *contacts);

// ---------------------------------------------------------------------------------------------------------------------
// The result
// ---------------------------------------------------------------------------------------------------------------------

// One solution of a problem that may have several.
typedef struct carom_solution {
    double *P;        // impulse, N s, dim nc numbers
    double *v;        // velocity after the impact, m/s, dim nc numbers
    carom_mode *mode; // mode of each contact, nc
    double dE;        // change of kinetic energy, J
    // The members below are filled by laws with CAROM_PROVIDES_ORDERS. Otherwise they are NaN, 0 and NULL.
    double probability;   // of this solution, if the next contact is drawn uniformly among the approaching ones, 0 to 1
    double sequences;     // number of orders of impacts that lead to this solution, >= 1
    unsigned char *order; // the first order found, to which P belongs: an array of `shortest` contact indices; 255
                          // means any index above 254
    int shortest;         // impacts in the shortest order
    int longest;          // impacts in the longest order
    bool limit;           // true: contacts still approach, more slowly than `cut`, so this is the limit of infinitely
                          // many impacts
} carom_solution;

// Events at a contact at the end of a stage, as bits.
typedef enum carom_stage_event {
    CAROM_STAGE_SLIP_STOP = 1,          // the slip of the contact stops
    CAROM_STAGE_ATTACH = 2,             // it was separated and closes again
    CAROM_STAGE_END_COMPRESSION = 4,    // compression of the striking contact ends
    CAROM_STAGE_END_RESTITUTION = 8,    // restitution of the striking contact ends, and with it the impact
    CAROM_STAGE_RESUME_COMPRESSION = 16 // the striking contact approaches again before the end
} carom_stage_event;

// One stage of hm-differential, in which the rates are constant.
typedef struct carom_stage {
    bool restitution;      // true in restitution of the striking contact, false in compression
    double eta;            // normal impulse of the striking contact at the end of the stage, N s
    carom_mode *mode;      // mode of each contact, nc: open, stick, slip+, slip- or free
    unsigned char *events; // CAROM_STAGE_* bits of each contact at the end of the stage, nc
} carom_stage;

// The result of carom_system_solve. Arrays lie in the memory that was passed to it.
typedef struct carom_system_result {
    carom_status status; // the status that carom_system_solve returned
    unsigned violations; // CAROM_VIOLATION_* bits, computed by carom_system_check
    double *P, *v;       // impulse, N s, and velocity after the impact, m/s, dim nc each; NaN if there is no result
    double *work;        // work at each contact, J, nc: P.(v + v')/2 over its own components
    carom_mode *mode;    // mode of each contact, nc
    double dE;           // change of kinetic energy, J; NaN if there is no result
    double residual;     // relative error in the law's own conditions, >= 0; computed independently of its solver
    int solution_count;  // number of solutions that satisfy the law, distinct in v; 0 if they are not counted (Lemke's
                         // method finds one). The count stops at CAROM_MAX_COUNTED or max_solutions, which then means
                         // "this many or more". For pfeiffer-glocker with dependent contacts it is the number of
                         // results tried, out of a continuous range
    int kept;            // number of these that are stored in `solutions`
    int pivots;          // pivots of Lemke's method, or mode sets tried
    carom_param coefficient;   // the coefficient that was rejected; CAROM_PARAM_NONE: none
    int contact;               // the contact whose coefficient was rejected; -1: none
    carom_solution *solutions; // CAROM_PROVIDES_SOLUTIONS: `kept` solutions
    // CAROM_PROVIDES_STAGES
    int stages;         // number of stages
    carom_stage *stage; // the stages in order
    double eta_c, eta;  // normal impulse of the striking contact at the (last) end of compression and at the end, N s
    // CAROM_PROVIDES_LIMITED, CAROM_PROVIDES_RATIO
    bool limited;   // true: the friction ratio was lowered, so that no energy is gained
    double ratio_c; // P_t / P_n of the striking contact
    // CAROM_PROVIDES_COMPRESSION
    double *P_compression, *v_compression; // impulse, N s, and velocity, m/s, at the end of compression, dim nc each
    // CAROM_PROVIDES_ORDERS
    double *lowest, *highest; // bounds of each velocity over all solutions, m/s, dim nc each
} carom_system_result;

// ---------------------------------------------------------------------------------------------------------------------
// Solve and check
// ---------------------------------------------------------------------------------------------------------------------

// Returns the coefficients that a law reads at each contact of a system, as a CAROM_PARAM_BIT set.
static inline uint64_t carom_system_reads(const carom_law *law) {
    return law->system ? carom_law_reads(law) & ~law->system->ignores : carom_law_reads(law);
}

// Returns the additional input that a law needs to solve a system, as CAROM_NEEDS_* bits; 0 for a law for one contact.
static inline unsigned carom_system_needs(const carom_law *law) {
    return law->system ? law->system->needs : 0u;
}

// Returns which optional members of the result a law fills, as CAROM_PROVIDES_* bits; 0 for a law for one contact.
static inline unsigned carom_system_provides(const carom_law *law) {
    return law->system ? law->system->provides : 0u;
}

// Returns all guarantees that hold for this system and these coefficients, as CAROM_GUARANTEE_* bits. Returns 0 if the
// law does not accept their counts, dimension or options.
CAROM_API unsigned carom_system_guarantees(const carom_law *law, const carom_system *system,
                                           const carom_system_params *params);

// Returns the bytes of memory that carom_system_solve needs, aligned as malloc aligns; 0 if carom_system_solve would
// reject the call anyway.
CAROM_API size_t carom_system_memory_size(const carom_law *law, const carom_system *system,
                                          const carom_system_params *params);

// Solves one impact at all contacts. Fills every member of the result for every status. A law for one contact is
// accepted if nc is 1. Returns CAROM_OK if there is one solution. Returns CAROM_NOT_UNIQUE if there are several and one
// of them is returned, and CAROM_TRUNCATED if a limit of `params` was reached. Returns CAROM_NO_IMPACT if the law needs
// a striking contact and this contact does not approach. With any other status there is no result. For example,
// CAROM_OTHER_APPROACHES means that a contact other than the striking one approaches. CAROM_WRONG_PROBLEM or
// CAROM_WRONG_DIM means that the law does not solve such systems. carom_system_error explains it.
CAROM_API carom_status carom_system_solve(const carom_law *law, const carom_system *system,
                                          const carom_system_params *params, void *memory, size_t bytes,
                                          carom_system_result *result);

// Finds the error behind a status of carom_system_solve. Every pointer except `error` may be NULL; the error then
// contains less. carom_error_format writes it as a sentence.
CAROM_API carom_status carom_system_error(carom_status status, const carom_law *law, const carom_system *system,
                                          const carom_system_params *params, const carom_system_result *result,
                                          carom_error *error);

// Rejects an invalid system: wrong counts, NaN and infinity, an asymmetric or indefinite W. A pivot may be negative by
// 1e-10 of its diagonal entry, so a singular W must be given in double precision. `scratch` holds (dim nc)^2 doubles.
// If it is NULL, definiteness is checked for pairs of entries of W only, which costs little.
CAROM_API carom_status carom_system_validate(const carom_system *system, double *scratch);

// Checks an impulse from any source. `mu` holds one friction coefficient per contact. Writes v + W P to `v` and the
// margins to `verdict`. The slacks are defined as in carom_verdict and are the worst over the contacts.
// CAROM_VIOLATION_ENERGY means a gain above the rounding of its terms plus 1e-11 of the sum of |P_i v'_i|. The rounding
// is 2 n + 12 units of 2^-53 of the sizes of the terms, with n components in total. This holds even if W is nearly
// singular. Approach, pull and friction cone are checked to 1e-10 of the speeds and of the contact's own impulse. This
// is the accuracy of a solved impulse. CAROM_VIOLATION_LOSS means that P is so large that rounding leaves fewer than
// two digits of v'. Returns CAROM_COEFFICIENT_RANGE for a mu that is negative or NaN, and CAROM_OVERFLOW if a number is
// not finite.
CAROM_API carom_status carom_system_check(const carom_system *system, const double *mu, const double *P, double *v,
                                          carom_verdict *verdict);

// ---------------------------------------------------------------------------------------------------------------------
// These laws solve systems only. The laws carom_law_glocker and carom_law_pfeiffer_glocker solve one contact and
// systems, and are declared in carom.h. The call carom_law_find(NULL, name, CAROM_SYSTEMS) finds all of them by name.
// ---------------------------------------------------------------------------------------------------------------------

// Follows the normal impulse of the one striking contact; the other contacts slip, stick, separate and return.
// Hurmuzlu & Marghitu 1994, 3.1.
extern CAROM_API const carom_law carom_law_hm_differential;

// Does the same as carom_law_hm_differential, but determines the stages by the lists in the paper, which test fewer
// conditions; at most CAROM_MAX_ENUMERATED contacts. Use it for comparison only. Hurmuzlu & Marghitu 1994, 3.1.6, steps
// 1-15.

// Tries every combination of final modes for one striking contact, with Newton's restitution; it may gain energy.
// Hurmuzlu & Marghitu 1994, 3.2.1 (after Whittaker 1904).
extern CAROM_API const carom_law carom_law_hm_whittaker;

// Does the same as carom_law_hm_whittaker, with the friction ratio of the striking contact lowered until no energy is
// gained. Hurmuzlu & Marghitu 1994, 3.2.2 (after Brach 1989).
extern CAROM_API const carom_law carom_law_hm_brach;

// Follows every order of single impacts and computes the set of results with their probabilities. P, v and mode are
// those of the most probable solution. Chatterjee 1997, 10.1; Ivanov 1995.
extern CAROM_API const carom_law carom_law_sequence;

// ---------------------------------------------------------------------------------------------------------------------
// The set of possible results in 2D
//
// If it is not known which contact pushes first or harder, an impact at several contacts has a set of possible results.
// carom describes this set by samples and by a bound.
//
// Samples are random impacts in which the normal impulse is divided among the contacts at random. Every contact that
// approaches or has stored energy pushes. The shares of these contacts in the normal impulse change at random. Friction
// is Coulomb's. A contact stores the work of its compression and returns e^2 of it. The samples include single impacts
// in turn (`sequence` with routh and the energetic hypothesis) and `lzb` with any stiffness. For e = 0 the model is
// that of Halm & Posa 2021.
//
// The bound is the set of all impulses that push, lie in the friction cones, leave no contact approaching and gain no
// energy. It is computed, not sampled, and holds for every e: no result lies outside.
// ---------------------------------------------------------------------------------------------------------------------

#define CAROM_MAX_DRAWN_CONTACTS 64      // contacts
#define CAROM_MAX_DRAWN          1000000 // random impacts of one call
#define CAROM_MAX_DRAWN_PIECES   1000    // pieces with constant shares in one impact, before it is given up

// Samples and bounds of the possible results. Arrays lie in the memory that was passed to carom_spread_sample.
typedef struct carom_spread {
    carom_status status;      // the status that carom_spread_sample returned
    int samples;              // random impacts that were completed
    int unfinished;           // random impacts that were given up
    double *P, *v;            // impulse, N s, and velocity after the impact, m/s, of each sample: samples x 2 nc each
    double *dE;               // change of kinetic energy of each sample, J
    double *lowest, *highest; // range of v over the samples, m/s, 2 nc each
    double *least, *most;     // bounds of v, m/s, 2 nc each; least <= lowest <= highest <= most
    carom_param refused;      // the coefficient that was rejected; CAROM_PARAM_NONE: none
    int refused_contact;      // the contact whose coefficient was rejected; -1: none
} carom_spread;

// Returns the bytes of memory that carom_spread_sample needs for `draws` random impacts, or carom_spread_bound for 0
// draws; 0 if it would reject the call.
CAROM_API size_t carom_spread_memory_size(const carom_system *system, int draws);

// Computes `draws` random impacts, 1 to CAROM_MAX_DRAWN, and the bounds of every velocity. `contacts` holds one set of
// coefficients per contact, of which e (energetic, 0 to 1) and mu (finite) are read. The same seed gives the same
// samples, and a call with more draws begins with those of a call with fewer. Returns CAROM_NO_IMPACT if no contact
// approaches, CAROM_WRONG_DIM in 3D, and CAROM_NOT_CONVERGED if no sample was completed. Returns
// CAROM_COEFFICIENT_RANGE if e or mu is out of range or depends on the speed.
CAROM_API carom_status carom_spread_sample(const carom_system *system, const carom_params *contacts, int draws,
                                           uint64_t seed, void *memory, size_t bytes, carom_spread *spread);

// Computes the largest g.P over the bound and writes it to `most`. The vector g has 2 nc finite entries and `mu` has
// nc. `memory` needs carom_spread_memory_size(system, 0) bytes. The largest velocity i after the impact is v[i] + most
// if g is row i of W. Every step of the search gives an upper bound, so the result is never below the true maximum,
// except by rounding errors. *most is NaN unless the status is CAROM_OK.
CAROM_API carom_status carom_spread_bound(const carom_system *system, const double *mu, const double *g, void *memory,
                                          size_t bytes, double *most);

CAROM_END

// ---------------------------------------------------------------------------------------------------------------------
// Friction cones in 3D by Siconos Numerics (library carom_siconos)
//
// The module's law is also named "glocker" and is used by carom_system_solve like any other law. It solves 3D systems
// of any number of contacts up to CAROM_MAX_CONTACTS. The law carom_law_glocker of the core accepts at most
// CAROM_MAX_CONES contacts. Siconos computes P and carom checks it: the status is CAROM_OK only if carom's own residual
// is small enough. Siconos allocates memory and keeps static state, so only one thread may use it at a time.
// ---------------------------------------------------------------------------------------------------------------------

#if defined(CAROM_BUILDING_SICONOS)
#define CAROM_SICONOS_API CAROM_EXPORT
#else
#define CAROM_SICONOS_API CAROM_IMPORT
#endif

CAROM_BEGIN

// Newton's restitution as an inclusion, like carom_law_glocker in 2D, with round friction cones:
//   xi = ((1 + e_n) v_n, (1 + e_t) v_t) + W P,  0 <= P_n perp xi_n >= 0,
//   P_t = -mu P_n xi_t / |xi_t| where xi_t != 0,  |P_t| <= mu P_n where xi_t = 0.
extern CAROM_SICONOS_API const carom_law carom_law_cones;
extern CAROM_SICONOS_API const carom_module carom_module_siconos; // the module; its only law is carom_law_cones

// The initialiser of carom_law_cones: everything about the law except its code. A program without the module can thus
// list the law, with a vtable in `system` that has no functions. The error of a call with this law then names the
// module.
#define CAROM_CONES_ROW(rows, count, system)                                                                           \
    "glocker", "siconos", CAROM_SYSTEM_3D, 0, rows, count, 0, "",                                                      \
        "Newton's restitution as an inclusion with true friction cones, all contacts at once",                         \
        "Payr & Glocker 2005 (27)-(28); Moreau 1988", NULL, system, true, NULL

CAROM_END

#endif
