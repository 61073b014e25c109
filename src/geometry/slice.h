// Cuts the accessible region (region.h) at one level of v_n'. The cut is a convex part of a line, or of a plane in 3D.
// It has a reference point and a direction from which others are measured. The law `accessible` moves from that point
// along a segment to the edge of the cut. The function carom_region_locate finds the position of an impulse on its
// segment. Let N = -v_n, S = T - w w^T / a and y = v_t - w v_n / a. P_t determines the impulses that end at v_n' = h:
//   a P_n = N + h - w.P_t
//   dE = (h^2 - N^2) / (2 a) + y.P_t + P_t.S P_t / 2
#ifndef CAROM_SRC_SLICE_H
#define CAROM_SRC_SLICE_H

#include <stdbool.h>

#include "carom/carom.h"

typedef struct carom_slice {
    const carom_contact *contact;
    double mu;
    bool singular; // W is singular
    bool top;      // no impulse has a larger v_n', and R is the only point
    double level;  // h = v_n'
    double R[3];   // reference point: frictionless up to h = N; above, on the line from that one to the highest impulse
    double E;      // dE at R, <= 0
    double y[2];   // S R_t + y: how dE changes with P_t at R
    double u[2];   // unit vector against the slip after R, or against v_t if there is none, or else t1
} carom_slice;

// Computes the slice at h = e N, or at the highest level if that is lower. Returns CAROM_NO_SOLUTION for e > 1 and a
// singular W. Requires v_n <= 0.
carom_status carom_slice_at(const carom_contact *contact, double mu, double e, carom_slice *slice);

// The segment from R along the unit vector u to the edge of the slice, and the condition that ends it.
typedef struct carom_slice_way {
    double u[2];
    double length; // length of P_t; infinite only for a singular W
    double cone;   // length at which the cone alone would end the segment
    double end[3]; // the impulse at the end, if R has friction
    bool energy;   // energy ends the segment, not friction
} carom_slice_way;
carom_slice_way carom_slice_room(const carom_slice *slice, const double u[2]);

// Computes the impulse at a fraction of the segment, 0 at R and 1 at its end.
void carom_slice_point(const carom_slice *slice, const carom_slice_way *room, double share, double P[3]);

#endif
