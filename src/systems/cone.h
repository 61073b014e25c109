// The problem that every method solves: 2D friction cones coupled by W.
//
//   y = q + W P,  and for each contact
//   P_n >= floor,    y_n >= 0,  one of them an equality
//   lo <= P_t <= hi, P_t = lo if y_t > 0, P_t = hi if y_t < 0; lo and hi are lines in P_n
//
// Newton's law, with q = (1 + e) v, is an instance of this problem. Other instances are compression and expansion of
// Poisson's law, the rates of one stage, and Whittaker's algebra. They differ in q, floors and lines.
#ifndef CAROM_SRC_CONE_H
#define CAROM_SRC_CONE_H

#include "carom/systems.h"
#include "systems/arena.h"

typedef struct carom_edge {
    double slope, offset; // P_t = slope P_n + offset
} carom_edge;

// The states that a contact may have, and the conditions that are tested.
typedef enum carom_may {
    CAROM_MAY_REST = 1,   // P_n = floor and y_n >= 0. Without CAROM_MAY_PRESS y_n is free, because the contact strikes
                          // or is apart
    CAROM_MAY_PRESS = 2,  // y_n = 0 and P_n >= floor
    CAROM_MAY_STICK = 4,  // y_t = 0 and lo <= P_t <= hi
    CAROM_MAY_PLUS = 8,   // P_t = lo and y_t >= 0
    CAROM_MAY_MINUS = 16, // P_t = hi and y_t <= 0
    CAROM_DRIVEN = 32     // y_t is not tested, because the slip is known in advance
} carom_may;

#define CAROM_MAY_ALL (CAROM_MAY_REST | CAROM_MAY_PRESS | CAROM_MAY_STICK | CAROM_MAY_PLUS | CAROM_MAY_MINUS)

typedef struct carom_cone {
    double floor;
    carom_edge lo, hi;
    double hold; // static friction: while y_t = 0, P_t may exceed lo and hi by hold P_n; mu_static - mu
    unsigned may;
} carom_cone;

typedef struct carom_cones {
    int nc;
    const double *W, *q; // 2 nc x 2 nc, and length 2 nc
    carom_cone *cone;    // length nc
    double speed;        // smallest scale by which solutions are distinguished, or 0; used if q is small because the
                         // contacts were stopped
} carom_cones;

// Returns a contact that may have every state, with Coulomb's cone.
carom_cone carom_coulomb(double mu);

// Returns whether the contact has no tangential choice at the floor: P_n = 0 and both lines pass through the origin.
static inline bool carom_cone_opens(const carom_cone *k) {
    return k->floor == 0.0 && k->lo.offset == 0.0 && k->hi.offset == 0.0;
}

// Returns whether lo and hi are the same line.
static inline bool carom_cone_is_line(const carom_cone *k) {
    return k->lo.slope == k->hi.slope && k->lo.offset == k->hi.offset;
}

static inline double carom_on(carom_edge line, double Pn) {
    return line.slope * Pn + line.offset;
}

// Computes y = q + W P.
void carom_cones_y(const carom_cones *p, const double *P, double *y);

// The sizes with which the numbers of a problem are compared. Velocities are compared with the largest velocity,
// impulses with the size at their own contact. If they were compared with the largest impulse, all impulses of a light
// body next to a heavy one would count as rounding.
typedef struct carom_cone_scale {
    double y;      // the largest y if P is at its floors
    double P;      // the largest P, or the P that would cause that y
    bool blown_up; // some P is so large relative to y that only a singular W can have caused it
} carom_cone_scale;

// Limit for `blown_up`. A regular reference system (alg-254) needs 5e4. A system without a solution that rounding made
// regular gives 1e11 and more.
#define CAROM_BLOWN_UP 1e9

carom_cone_scale carom_cones_scale(const carom_cones *p, const double *P);

// Returns the inverse mass of a contact: the larger of W_nn and W_tt.
static inline double carom_contact_W(const carom_cones *p, int i) {
    const size_t next = 2 * (size_t)p->nc + 1, at = 2 * (size_t)i * next;
    return p->W[at] > p->W[at + next] ? p->W[at] : p->W[at + next];
}

// Returns a power of two near the mass of a contact, so that scaling by it causes no rounding. Returns 1 if W does not
// determine it.
double carom_contact_unit(const carom_cones *p, int i);

// Returns the size by which the impulse of contact i is judged. It is the largest of the impulse itself, the impulse
// that would cause the scale of y, and the effect of the other contacts. `terms` are the sizes of the terms of its y.
double carom_P_size(const carom_cones *p, const double *P, int i, carom_cone_scale scale, const double terms[2]);

// Returns that size too, but computes the terms itself.
double carom_cones_P_size(const carom_cones *p, const double *P, int i, carom_cone_scale scale);

// Returns the size by which a value of y is judged: the scale, plus the possible rounding of its terms. With the
// tolerance of 1e-10 below, the factor 1e-5 means 1e-15 of the terms, which is a few units in their last place.
static inline double carom_y_size(carom_cone_scale scale, double terms) {
    return scale.y + 1e-5 * terms;
}

// Stores exact zeros for values that complementarity makes zero, and for values that are zero up to rounding.
void carom_cones_clean(const carom_cones *p, const double *P, double *y);

// Returns the residual of P: the largest natural residual of the conditions, each relative to its terms.
double carom_cones_residual(const carom_cones *p, const double *P);

// Computes the mode of each contact from P and y, with the tolerance of carom_cones_residual for accepted solutions.
void carom_cones_modes(const carom_cones *p, const double *P, carom_mode *mode);

// The solutions found. Distinct solutions differ in y, because P may not be unique if W is singular.
typedef struct carom_found {
    int count;    // number of distinct solutions; the limit below means "this many or more"
    int kept;     // number of these whose P is stored
    int capacity; // space for P
    int room;     // space for y, which limits how many are distinguished
    double *P;    // capacity x 2 nc
    double *y;    // `room` x 2 nc
    int tried;    // number of mode sets or pivots
} carom_found;

// Takes space for `capacity` solutions, and for the y of CAROM_MAX_COUNTED if all mode sets may be tried.
bool carom_found_carve(carom_found *f, int nc, int capacity, carom_arena *a);

// Two solutions are the same if their y differ by less than this fraction of the largest |y| or |q|.
#define CAROM_SAME_VELOCITY 1e-8

// Counts a solution unless its y is already in the list. Differences are compared with the largest |y| or `scale`.
// Returns true if it is new.
bool carom_found_add(carom_found *f, int nc, const double *P, const double *y, double scale);

// Finds every solution by trying every mode set in the order rest, stick, slip+, slip-, with contact 0 slowest. Accepts
// at most CAROM_MAX_ENUMERATED contacts.
carom_status carom_enumerate(const carom_cones *p, carom_found *found);

// Finds one solution by Lemke's method on the copositive four-variable form.
size_t carom_cones_lemke_memory(int nc);
carom_status carom_cones_lemke(const carom_cones *p, void *memory, size_t bytes, carom_found *found);

// Runs Lemke's method with covering vector number `number`. If there are several solutions, it may find another one.
carom_status carom_cones_lemke_from(const carom_cones *p, int cover, void *memory, size_t bytes, carom_found *found);

// Fills the standard LCP of the four-variable form, in the memory of carom_cones_lemke. Returns its size; 0 if the
// memory is too small.
int carom_cones_as_lcp(const carom_cones *p, void *memory, size_t bytes, const double **M, const double **q);

// Solves by `solver` and checks the residuals of the solutions. Returns CAROM_OK, CAROM_NOT_UNIQUE, or the reason why
// there is no solution.
size_t carom_cones_memory(int nc, carom_solver solver);
carom_status carom_cones_solve(const carom_cones *p, carom_solver solver, void *memory, size_t bytes,
                               carom_found *found);

// Returns whether `solver` enumerates nc contacts.
static inline bool carom_enumerates(carom_solver solver, int nc) {
    return solver == CAROM_SOLVER_ENUMERATE || (solver == CAROM_SOLVER_AUTO && nc <= CAROM_AUTO_ENUMERATES);
}

// A point with a residual below this is a solution. The largest residual seen on well-posed random systems of 32
// contacts is 1e-13. Wrong points leave 1e-3 and more.
#define CAROM_RESIDUAL 1e-10

#endif
