// Several contacts at once: one system, one law, one call.
//
//   carom_system       s = {.nc = 2, .dim = 2, .W = W, .v = v};
//   carom_system_params  p = carom_system_params_default(contacts);          // one carom_params per contact
//   size_t             bytes = carom_system_memory_size(&carom_law_glocker, &s, &p);
//   carom_system_result out;
//   carom_system_solve(&carom_law_glocker, &s, &p, malloc(bytes), bytes, &out); // out.P, out.v, out.mode, out.broken
//
// Nothing allocates: every array of an outcome lies in the caller's workspace and lives as long as it does.
#ifndef CAROM_MANY_H
#define CAROM_MANY_H

#include <stdbool.h>

#include "carom/law.h"

CAROM_BEGIN

// Contact by contact, normal first: (n1, t1, n2, t2, ...) in the plane, (n1, t1, u1, n2, ...) in space. SI units.
typedef struct carom_system {
    int nc;          // contacts
    int dim;         // 2 or 3: components of each
    const double *W; // Delassus matrix, 1/kg, row-major (dim nc)^2, symmetric positive semi-definite: v' = v + W P
                     // W_ij and W_ji may differ by 1e-6 sqrt(W_ii W_jj); their mean is used
    const double *v; // relative velocities before, m/s; a negative normal one approaches
} carom_system;

// How the complementarity problems are solved. Each method says which of these it takes.
typedef enum carom_solver {
    CAROM_SOLVER_AUTO = 0,      // 2D: enumerate up to CAROM_AUTO_ENUMERATES contacts, Lemke beyond. 3D: Newton's method
                                // for at most CAROM_MAX_CONES contacts; in the module siconos NSGS or ADMM
    CAROM_SOLVER_ENUMERATE = 1, // 2D: every mode set: all solutions, at most CAROM_MAX_ENUMERATED contacts
    CAROM_SOLVER_LEMKE = 2,     // 2D: one solution, any number of contacts
    CAROM_SOLVER_NSGS = 3,      // 3D, module siconos: nonsmooth Gauss-Seidel
    CAROM_SOLVER_ADMM = 4       // 3D, module siconos: alternating directions, for hyperstatic bodies
} carom_solver;

// Upper ends of what a call takes; beyond them it is refused (CAROM_BAD_COUNT), so that no size overflows.
#define CAROM_AUTO_ENUMERATES 4
#define CAROM_MAX_ENUMERATED  6
#define CAROM_MAX_CONES       64 // contacts in 3D that the core's glocker solves
#define CAROM_MAX_CONTACTS    1024
#define CAROM_MAX_LEMKE       16384   // unknowns of an LCP: 2 GiB of workspace
#define CAROM_MAX_SOLUTIONS   4096    // max_solutions
#define CAROM_MAX_STAGES      65536   // max_stages
#define CAROM_MAX_IMPACTS     1000000 // max_impacts
#define CAROM_MAX_STATES      1048576 // max_states
#define CAROM_MAX_OUTCOMES    1048576 // max_outcomes
#define CAROM_MAX_COUNTED     64      // distinct solutions told apart, or max_solutions if that is more

typedef struct carom_system_params {
    const carom_params *contact; // nc of them
    int c;                       // CAROM_NEEDS_STRIKING: the contact that strikes
    carom_solver solver;
    int max_solutions; // solutions kept in full; CAROM_MAX_COUNTED are counted, however few are kept
    int max_stages; // hm-differential, hm-list: stages before it gives up, or 256 mode sets and pivots for each in all
    // CAROM_NEEDS_SINGLE
    const carom_law *single; // the law of each single impact
    const double *gap;       // nc gaps, m, >= 0: the one order they decide, as carom_impact_by_gaps; NULL: every order
    double cut;              // a contact approaches when v_n < -cut max|v|
    double merge;            // states closer than merge max|v| are one
    int max_impacts;         // impacts in a row before it gives up
    int max_states;          // open states at one depth before it gives up
    int max_outcomes;        // distinct solutions kept
    int max_strikes;         // single impacts in all before it gives up; sixteen comparisons of states count as one
} carom_system_params;

CAROM_API carom_system_params carom_system_params_default(const carom_params *contact); // one set a contact

// One solution of a problem that may have several.
typedef struct carom_solution {
    double *P, *v;    // dim nc
    carom_mode *mode; // nc
    double dE;
    // CAROM_PROVIDES_ORDERS; NaN, 0 and NULL otherwise
    double probability;    // if the next contact is drawn uniformly among the approaching ones
    double sequences;      // orders that lead to this solution
    unsigned char *order;  // the first order found, that of P: `shortest` contacts (255: any index above 254)
    int shortest, longest; // impacts in an order
    bool limit;            // an approach below the cut is left: the limit of infinitely many impacts
} carom_solution;

// What happened to each contact at the end of a stage; bits.
typedef enum carom_stage_event {
    CAROM_STAGE_SLIP_STOP = 1,
    CAROM_STAGE_ATTACH = 2,
    CAROM_STAGE_END_COMPRESSION = 4,
    CAROM_STAGE_END_RESTITUTION = 8,
    CAROM_STAGE_RESUME_COMPRESSION = 16 // the striking contact approaches again before the end
} carom_stage_event;

// What the lists of hm-list let pass in a stage, though a contact cannot do it; bits.
typedef enum carom_list_fault {
    CAROM_LIST_PULLS = 1,    // F_n < 0
    CAROM_LIST_SLIP_SIGN = 2 // it slips along its friction, not against it
} carom_list_fault;

// One stage of hm-differential or hm-list: constant rates.
typedef struct carom_stage {
    bool restitution;      // else compression
    double eta;            // normal impulse of the striking contact at its end, N s
    carom_mode *mode;      // nc: open, stick, slip+, slip-, free
    unsigned char *events; // nc: CAROM_STAGE_* bits at its end
    // CAROM_PROVIDES_LISTS; NULL otherwise
    unsigned char *joined; // nc: the contact's place in the list L_c of those that interact, from 1; 0: not in it
    unsigned char *slips;  // nc: its place in the list L_s of those that rest and begin to slip
    unsigned char *faults; // nc: CAROM_LIST_* bits
} carom_stage;

typedef struct carom_system_result {
    carom_status status;
    unsigned broken;     // CAROM_VIOLATION_* bits, judged by carom_system_check
    double *P, *v;       // impulse and velocity after, dim nc; NaN where there is no answer
    double *work;        // per contact, J: P.(v + v')/2 of its own components
    carom_mode *mode;    // per contact
    double dE;           // change of kinetic energy, J
    double residual;     // what is left of the method's own conditions, relative; judged apart from its solver
    int solutions;       // how many satisfy the method; 0 if not counted (Lemke finds one). Distinct in v, and at most
                         // CAROM_MAX_COUNTED or max_solutions: that number stands for as many or more.
                         // pfeiffer-glocker with dependent contacts: the outcomes tried, of a range of them
    int kept;            // of these, how many are in `solution`
    int pivots;          // of Lemke, or mode sets tried
    carom_param refused; // which parameter a refusal is about ...
    int refused_contact; // ... and whose
    carom_solution *solution;
    // CAROM_PROVIDES_STAGES
    int stages;
    carom_stage *stage;
    double eta_c, eta; // striking normal impulse at the (last) end of compression, and at the end
    int step;          // hm-list, where there is no answer: the printed step that has no way on; 0 otherwise
    // CAROM_PROVIDES_LIMITED, CAROM_PROVIDES_RATIO
    bool limited;   // the friction ratio was lowered
    double ratio_c; // P_t / P_n of the striking contact
    // CAROM_PROVIDES_COMPRESSION
    double *P_C, *v_C; // at the end of compression
    // CAROM_PROVIDES_ORDERS
    double *lowest, *highest; // bounds of each velocity over all solutions
} carom_system_result;

// The parameters that a law reads of each contact of a system, as a CAROM_PARAM_BIT set.
static inline uint64_t carom_system_reads(const carom_law *law) {
    return law->system ? carom_law_reads(law) & ~law->system->ignores : carom_law_reads(law);
}

// What a law needs to solve a system (CAROM_NEEDS_*), and what it fills (CAROM_FILLS_*); nothing for a law of one contact.
static inline unsigned carom_system_needs(const carom_law *law) {
    return law->system ? law->system->needs : 0u;
}
static inline unsigned carom_system_provides(const carom_law *law) {
    return law->system ? law->system->fills : 0u;
}

// All promises kept for this system and these parameters.
CAROM_API unsigned carom_system_guarantees(const carom_law *law, const carom_system *system,
                                           const carom_system_params *params);

// Bytes of workspace one call needs, aligned as malloc aligns; 0 if the request is refused anyway.
CAROM_API size_t carom_system_memory_size(const carom_law *law, const carom_system *system,
                                          const carom_system_params *params);

// One impact at all contacts. Fills every field of the outcome, whatever the status.
CAROM_API carom_status carom_system_solve(const carom_law *law, const carom_system *system,
                                          const carom_system_params *params, void *memory, size_t bytes,
                                          carom_system_result *outcome);

// Rejects what is not a system: counts, NaN and infinity, asymmetry, indefinite W. An eliminated pivot may be negative by
// 1e-10 of its diagonal entry, so a singular W needs double precision. `scratch` holds (dim nc)^2 doubles;
// without it (NULL) only pairs of W's entries are checked for definiteness, which costs little.
CAROM_API carom_status carom_system_validate(const carom_system *system, double *scratch);

// The bodies part at every contact (v_n > 0): nothing happens, whatever the method. Usually a normal is the wrong way round.
CAROM_API bool carom_system_parts(const carom_system *system);

// Judges an impulse, whoever made it. `v` receives v + W P. Slacks as in carom_verdict, the worst over the contacts.
// A gain of energy is one above the rounding of its terms, 2 n + 12 units of 2^-53 of their sizes with n components in
// all, and 1e-11 of the sum of |P_i v'_i|: however nearly singular W is. Approach, pull and cone are judged to 1e-10 of the speeds and of the contact's own
// impulse, the digits a solved impulse has. CAROM_VIOLATION_LOSS: P is so large that rounding leaves less than two digits of v'.
CAROM_API carom_status carom_system_check(const carom_system *system, const double *mu, const double *P, double *v,
                                          carom_verdict *verdict);

// The order that gaps decide: gap[i] >= 0 closes at the speed -v_n; the next contact is the first to close, and all
// gaps advance (gap is overwritten). `order` (may be NULL) receives up to `capacity` contacts, `impacts` how many there
// were.
CAROM_API carom_status carom_impact_by_gaps(const carom_system *system, const carom_system_params *params, double *gap,
                                            double *P, double *v, int *order, int capacity, int *impacts);

// Two frictionless contacts with one coefficient e: the most impacts a sequence can take; 0 for infinitely many, -1 for
// what is no such system: NULL, NaN, e < 0, a normal that does not yield.
CAROM_API int carom_sequence_bound(const double W[4][4], double e);

// Solves w = q + M z, w, z >= 0, w.z = 0 by Lemke's method with a lexicographic ratio test. M is row-major n x n.
// CAROM_NO_SOLUTION is a secondary ray, CAROM_NOT_CONVERGED too many pivots: 20 n + 100, each of about n^2
// multiplications. n is at most CAROM_MAX_LEMKE; the memory of anything else is 0 bytes.
CAROM_API size_t carom_lemke_memory(int n);
CAROM_API carom_status carom_lemke(int n, const double *M, const double *q, double *z, void *memory, size_t bytes,
                                   int *pivots);

CAROM_END

#endif
