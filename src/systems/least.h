// Selects one impulse if several impulses cause the same velocities.
//
// For a given y = q + W P, the impulses of Coulomb's cones that belong to it are
//   P = C x,  x >= 0,  W C x = y - q.
// C has one column for each edge of a cone that y allows. A contact has both edges if it sticks, one if it slips, and
// none if it separates. This set is convex, so one impulse in it is nearest to any other. It does not depend on the
// order of the contacts. Impulses are measured by the sum over contacts of W_i |P_i|^2, which requires no choice of
// units.
#ifndef CAROM_SRC_LEAST_H
#define CAROM_SRC_LEAST_H

#include "systems/cone.h"

typedef struct carom_least {
    int nc;
    int edges;             // number of columns of C, at most 2 nc
    int dimension;         // dimension of the set; 0 if P is the only one
    int *contact;          // contact of each edge
    double *edge;          // edges x 2: its normal and tangential parts, of length about 1 in the measure above
    double *weight;        // nc: W_i
    double *x;             // edges: coefficients x of the last P
    double *null;          // edges x edges; the first `dimension` columns: an orthonormal basis of W C x = 0
    double *gram;          // edges x edges
    double *q, *z, *cover; // length `edges`
    int *column;           // length `edges`
    void *lemke;
    size_t lemke_bytes;
} carom_least;

bool carom_least_carve(carom_least *l, int nc, carom_arena *a);

// Computes the set of impulses that belong to the same y as P. y has exact zeros for contacts that rest or stick.
// Returns false if P is the only impulse.
bool carom_least_open(carom_least *l, const carom_cones *p, const double *P, const double *y);

// Replaces P by the impulse of the set nearest to `toward` (edges), or by the shortest one if `toward` is NULL. Returns
// false if it was not found; P is then unchanged.
bool carom_least_near(carom_least *l, const double *toward, double *P);

#endif
