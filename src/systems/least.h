// Which impulse, where several make the same velocities?
//
// With y = q + W P given, the impulses of Coulomb's cones that belong to it are
//   P = C x,  x >= 0,  W C x = y - q
// with one column of C for each edge of a cone that y allows: both where the contact sticks, one where it slips, none
// where it parts. That is a convex set, so in it there is one impulse nearest to any other; it does not depend on the
// order of the contacts. Impulses are measured by  sum over contacts of W_i |P_i|^2,  which has no unit to choose.
#ifndef CAROM_SRC_LEAST_H
#define CAROM_SRC_LEAST_H

#include "systems/cone.h"

typedef struct carom_least {
    int nc;
    int edges;             // columns of C, at most 2 nc
    int dimension;         // of the set: 0 where P is the only one
    int *contact;          // of each edge
    double *edge;          // edges x 2: its normal and tangential parts, of length about 1 in the measure above
    double *weight;        // nc: W_i
    double *x;             // edges: P of the last answer
    double *null;          // edges x edges; the first `dimension` columns: an orthonormal basis of W C x = 0
    double *gram;          // edges x edges
    double *q, *z, *cover; // edges
    int *column;           // edges
    void *lemke;
    size_t lemke_bytes;
} carom_least;

bool carom_least_carve(carom_least *l, int nc, carom_arena *a);

// The set of P's y, which holds exact zeros where a contact rests or sticks. False if P is the only one.
bool carom_least_open(carom_least *l, const carom_cones *p, const double *P, const double *y);

// P becomes the impulse of the set nearest to `toward` (edges; NULL: to none at all, the least of the set). False where
// it was not found; P is then as it was.
bool carom_least_near(carom_least *l, const double *toward, double *P);

#endif
