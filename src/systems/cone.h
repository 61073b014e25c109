// The one problem behind every method: planar friction cones coupled by W.
//
//   y = q + W P,  and for each contact
//   P_n >= floor,    y_n >= 0,  one of them an equality
//   lo <= P_t <= hi, P_t = lo where y_t > 0, P_t = hi where y_t < 0; lo and hi are lines in P_n
//
// Newton's law (q = (1 + e) v), compression and expansion of Poisson's law, the rates of one stage and Whittaker's
// algebra are this problem with different q, floors and lines.
#ifndef CAROM_SRC_CONE_H
#define CAROM_SRC_CONE_H

#include "carom/systems.h"
#include "systems/arena.h"

typedef struct carom_edge {
    double slope, offset; // P_t = slope P_n + offset
} carom_edge;

// What a contact may do, and what of it is tested.
typedef enum carom_may {
    CAROM_MAY_REST = 1,   // P_n = floor and y_n >= 0; without PRESS y_n is free: the contact strikes, or is apart
    CAROM_MAY_PRESS = 2,  // y_n = 0 and P_n >= floor
    CAROM_MAY_STICK = 4,  // y_t = 0 and lo <= P_t <= hi
    CAROM_MAY_PLUS = 8,   // P_t = lo and y_t >= 0
    CAROM_MAY_MINUS = 16, // P_t = hi and y_t <= 0
    CAROM_DRIVEN = 32     // y_t is not tested: the slip is known beforehand
} carom_may;

#define CAROM_MAY_ALL (CAROM_MAY_REST | CAROM_MAY_PRESS | CAROM_MAY_STICK | CAROM_MAY_PLUS | CAROM_MAY_MINUS)

typedef struct carom_cone {
    double floor;
    carom_edge lo, hi;
    double hold; // static friction: while y_t = 0, P_t may pass lo and hi by hold P_n; mu_static - mu
    unsigned may;
} carom_cone;

typedef struct carom_cones {
    int nc;
    const double *W, *q; // (2 nc)^2 and 2 nc
    carom_cone *cone;    // nc
    double speed;        // solutions are told apart by this at least, where q is small for having been stopped; or 0
} carom_cones;

// A contact that may do everything, under Coulomb's cone.
carom_cone carom_coulomb(double mu);

// At the floor nothing is left of the tangential choice: P_n = 0 and both lines pass through the origin.
static inline bool carom_cone_opens(const carom_cone *k) {
    return k->floor == 0.0 && k->lo.offset == 0.0 && k->hi.offset == 0.0;
}

// lo and hi are one line.
static inline bool carom_cone_is_line(const carom_cone *k) {
    return k->lo.slope == k->hi.slope && k->lo.offset == k->hi.offset;
}

static inline double carom_on(carom_edge line, double Pn) {
    return line.slope * Pn + line.offset;
}

// y = q + W P.
void carom_cones_y(const carom_cones *p, const double *P, double *y);

// What the numbers of a problem are measured by: velocities by the largest of all, impulses contact by contact, for
// beside a heavy body everything at a light one is rounding.
typedef struct carom_cone_scale {
    double y;      // the largest y when P rests at its floors
    double P;      // the largest of P, or what would make that y
    bool blown_up; // a P is so large beside what y calls for that only a singular W can have made it
} carom_cone_scale;

// 1e9: golden alg-254 needs 5e4; a system without a solution, made regular by rounding, answers with 1e11 and more.
#define CAROM_BLOWN_UP 1e9

carom_cone_scale carom_cones_scale(const carom_cones *p, const double *P);

// The inverse mass of a contact: the larger of W_nn and W_tt.
static inline double carom_contact_W(const carom_cones *p, int i) {
    const size_t next = 2 * (size_t)p->nc + 1, at = 2 * (size_t)i * next;
    return p->W[at] > p->W[at + next] ? p->W[at] : p->W[at + next];
}

// A power of two near the mass of a contact, so that scaling by it rounds nothing; 1 where W does not tell.
double carom_contact_unit(const carom_cones *p, int i);

// Beside this the impulse of contact i is judged: itself, what would make the scale of y, and what the other contacts
// do to it, given the sizes of the terms of its y.
double carom_P_size(const carom_cones *p, const double *P, int i, carom_cone_scale scale, const double terms[2]);

// The same, the terms too.
double carom_cones_P_size(const carom_cones *p, const double *P, int i, carom_cone_scale scale);

// Beside this a value of y is judged: the scale, and what rounding of its terms can make of it. 1e-5: with the
// tolerance of 1e-10 below that is 1e-15 of the terms, a few units in their last place.
static inline double carom_y_size(carom_cone_scale scale, double terms) {
    return scale.y + 1e-5 * terms;
}

// Stores as exact zeros what the complementarity makes zero, and what is zero up to rounding.
void carom_cones_clean(const carom_cones *p, const double *P, double *y);

// What P leaves of the conditions: the worst natural residual, each relative to the terms it is made of.
double carom_cones_residual(const carom_cones *p, const double *P);

// The mode of each contact as P and y show it, with the slack of carom_cones_residual's accepted answers.
void carom_cones_modes(const carom_cones *p, const double *P, carom_mode *mode);

// Solutions found; distinct ones differ in y, for P need not be unique where W is singular.
typedef struct carom_found {
    int count;    // distinct solutions; `room` stands for that many or more
    int kept;     // of these, P is known
    int capacity; // of P
    int room;     // of y: as many are told apart
    double *P;    // capacity x 2 nc
    double *y;    // room x 2 nc
    int tried;    // mode sets or pivots
} carom_found;

// Room for `capacity` solutions, and for the y of CAROM_MAX_COUNTED where all mode sets may be tried.
bool carom_found_carve(carom_found *f, int nc, int capacity, carom_arena *a);

// Two solutions are one when their y differ by less than this share of the largest |y| or |q|.
#define CAROM_SAME_VELOCITY 1e-8

// Counts a solution unless its y is known already, by the largest |y| or `scale`; true if it is new.
bool carom_found_add(carom_found *f, int nc, const double *P, const double *y, double scale);

// Every solution, by trying every mode set in the order rest, stick, slip+, slip- with contact 0 slowest.
// At most CAROM_MAX_ENUMERATED contacts.
carom_status carom_enumerate(const carom_cones *p, carom_found *found);

// One solution, by Lemke's method on the copositive four-variable form.
size_t carom_cones_lemke_memory(int nc);
carom_status carom_cones_lemke(const carom_cones *p, void *memory, size_t bytes, carom_found *found);

// The same from the covering vector of this number on: where there are several solutions, another one may be found.
carom_status carom_cones_lemke_from(const carom_cones *p, int cover, void *memory, size_t bytes, carom_found *found);

// The standard LCP of that form, in memory as for carom_cones_lemke; returns its size, 0 when short of memory.
int carom_cones_as_lcp(const carom_cones *p, void *memory, size_t bytes, const double **M, const double **q);

// Whichever `solver` says; the answers' residuals are checked. CAROM_OK, CAROM_NOT_UNIQUE or why there is none.
size_t carom_cones_memory(int nc, carom_solver solver);
carom_status carom_cones_solve(const carom_cones *p, carom_solver solver, void *memory, size_t bytes,
                               carom_found *found);

// Will `solver` enumerate nc contacts?
static inline bool carom_enumerates(carom_solver solver, int nc) {
    return solver == CAROM_SOLVER_ENUMERATE || (solver == CAROM_SOLVER_AUTO && nc <= CAROM_AUTO_ENUMERATES);
}

// A residual below this is an answer. 1e-10: worst seen on well-posed random systems of 32 contacts is 1e-13; what is
// wrong leaves 1e-3 and more.
#define CAROM_RESIDUAL 1e-10

#endif
