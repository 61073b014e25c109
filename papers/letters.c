#include "papers/letters.h"

#include <math.h>

// Writes to P the corner of the region at which the boundaries in `meets` intersect; NaN if there is none.
static void find_corner(const carom_corner *corners, int count, unsigned meets, double P[3]) {
    for (int i = 0; i < count; i++) {
        if ((corners[i].meets & meets) != meets) continue;
        for (int k = 0; k < 3; k++) P[k] = corners[i].P[k];
        return;
    }
    P[0] = P[1] = P[2] = (double)NAN;
}

carom_status carom_letters_compute(const carom_contact *contact, double mu, carom_named_points *letters) {
    if (!letters) return CAROM_NULL_POINTER;
    carom_corner corners[CAROM_MAX_CORNERS];
    carom_region r;
    int count;
    *letters = (carom_named_points){0};
    carom_status status = carom_region_compute(contact, mu, &r);
    if (status == CAROM_OK) status = carom_region_corners(contact, mu, corners, &count);
    if (status != CAROM_OK) return status;
    enum { A, B, C, D, E, F, G, H };
    const bool up = !(contact->v[1] > 0.0); // friction opposes the slip; without slip, it points to P_t > 0
    const unsigned with = up ? CAROM_BOUNDARY_FRICTION_UP : CAROM_BOUNDARY_FRICTION_DOWN;
    const unsigned against = up ? CAROM_BOUNDARY_FRICTION_DOWN : CAROM_BOUNDARY_FRICTION_UP;
    find_corner(corners, count, CAROM_BOUNDARY_COMPRESSION | against, letters->at[A]);
    find_corner(corners, count, CAROM_BOUNDARY_COMPRESSION | with, letters->at[D]);
    find_corner(corners, count, CAROM_BOUNDARY_ENERGY | with, letters->at[E]);
    find_corner(corners, count, CAROM_BOUNDARY_ENERGY | against, letters->at[H]);
    for (int k = 0; k < 2; k++) {
        letters->at[B][k] = r.frictionless[0][k];
        letters->at[F][k] = r.frictionless[1][k];
        letters->at[C][k] = r.centre[k];
        letters->at[G][k] = 2.0 * r.centre[k];
    }
    // The compression line contains C. At the point C + s d of the line, dE = -energy + s^2 d.W d / 2.
    double d[2] = {r.compression.direction[0], r.compression.direction[1]};
    const double dWd =
        d[0] * (contact->W[0][0] * d[0] + 2.0 * contact->W[0][1] * d[1]) + contact->W[1][1] * d[1] * d[1];
    const double s = sqrt(2.0 * r.energy / dWd);
    const double side = (d[1] > 0.0) == up ? 1.0 : -1.0; // orients d towards D
    for (int k = 0; k < 2; k++) {
        letters->ends[0][k] = r.centre[k] - side * s * d[k];
        letters->ends[1][k] = r.centre[k] + side * s * d[k];
    }
    return CAROM_OK;
}
