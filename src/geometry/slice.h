// The accessible region (region.h) cut at one level of v_n': a convex piece of a line, in space of a plane, with a point of
// reference in it and a direction from which others are counted. Law `accessible` walks from that point; carom_region_locate
// finds how far an impulse is on the way. With N = -v_n, S = T - w w^T / a, y = v_t - w v_n / a the impulses that end at
// v_n' = h are told by their P_t:
//   a P_n = N + h - w.P_t
//   dE = (h^2 - N^2) / (2 a) + y.P_t + P_t.S P_t / 2
#ifndef CAROM_SRC_SLICE_H
#define CAROM_SRC_SLICE_H

#include <stdbool.h>

#include "carom/carom.h"

typedef struct carom_slice {
    const carom_contact *contact;
    double mu;
    bool singular; // W
    bool top;      // no impulse is higher: R is all there is
    double level;  // h = v_n'
    double R[3];   // up to h = N without friction; above, on the way from there to the highest impulse
    double E;      // dE at R, <= 0
    double y[2];   // S R_t + y: how dE changes with P_t at R
    double u[2];   // unit vector against the slip after R; without one, against v_t; without that, t1
} carom_slice;

// At h = e N, or the highest level there is if that is lower. CAROM_NO_SOLUTION for e > 1 and a singular W. v_n <= 0.
carom_status carom_slice_at(const carom_contact *contact, double mu, double e, carom_slice *slice);

// How far the slice reaches from R along the unit vector u, and what ends it.
typedef struct carom_slice_way {
    double u[2];
    double length; // of P_t; infinite only for a singular W
    double cone;   // where the cone alone would end it
    double end[3]; // the impulse there, if R has friction
    bool energy;   // the energy ends it, not friction
} carom_slice_way;
carom_slice_way carom_slice_room(const carom_slice *slice, const double u[2]);

// The impulse a share of the way, 0 at R and 1 at the end of the room.
void carom_slice_point(const carom_slice *slice, const carom_slice_way *room, double share, double P[3]);

#endif
