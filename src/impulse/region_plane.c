// The corners of the accessible region in the plane.
#include <math.h>

#include "carom/region.h"

// P.(v + W P / 2) = 0 along P = s d from the origin: s = -2 (d.v) / (d.W d).
static bool meet_ellipse_from_origin(const carom_contact *c, const double d[2], double P[3]) {
    const double dv = d[0] * c->v[0] + d[1] * c->v[1];
    const double dWd = d[0] * (c->W[0][0] * d[0] + 2.0 * c->W[0][1] * d[1]) + c->W[1][1] * d[1] * d[1];
    if (!(dv < 0.0) || !(dWd > 0.0)) return false;
    P[0] = -2.0 * dv / dWd * d[0];
    P[1] = -2.0 * dv / dWd * d[1];
    return true;
}

static bool meet_compression_from_origin(const carom_contact *c, const double d[2], double P[3]) {
    const double rate = c->W[0][0] * d[0] + c->W[0][1] * d[1];
    if (!(rate > 0.0)) return false;
    P[0] = -c->v[0] / rate * d[0];
    P[1] = -c->v[0] / rate * d[1];
    return true;
}

// Points of the line of compression on the ellipse: P = (-v_n, 0)/W_nn + x (-W_nt, W_nn)/W_nn in P_t = x, where
//   dE = -v_n^2/(2 W_nn) + (v_t - W_nt v_n/W_nn) x + S x^2/2,  S = W_tt - W_nt^2/W_nn.
static int meet_compression_and_ellipse(const carom_contact *c, double P[2][3]) {
    const double a = c->W[0][0], w = c->W[0][1], S = c->W[1][1] - w * w / a;
    const double b = c->v[1] - w * c->v[0] / a, k = -0.5 * c->v[0] * c->v[0] / a;
    if (!(S > 0.0)) return 0;
    const double root = sqrt(b * b - 2.0 * S * k), far = -(b > 0.0 ? b + root : b - root);
    const double x[2] = {far / S, far != 0.0 ? 2.0 * k / far : 0.0};
    for (int i = 0; i < 2; i++) {
        P[i][0] = (-c->v[0] - w * x[i]) / a;
        P[i][1] = x[i];
    }
    return 2;
}

// Two corners are one if they differ by rounding: then all their curves meet.
static int add(const carom_contact *c, double mu, const double P[3], unsigned meets, carom_corner *corners, int count) {
    bool has;
    if (carom_region_has(c, mu, P, &has) != CAROM_OK || !has) return count;
    for (int i = 0; i < count; i++) {
        const double off = fabs(corners[i].P[0] - P[0]) + fabs(corners[i].P[1] - P[1]);
        if (off <= 1e-12 * (fabs(P[0]) + fabs(P[1]))) {
            corners[i].meets |= meets;
            return count;
        }
    }
    corners[count] = (carom_corner){.P = {P[0], P[1], 0.0}, .meets = meets};
    return count + 1;
}

// Counter-clockwise around their mean, which is inside because the region is convex. No angles: by the sign of the
// turn.
static void sort_around(carom_corner *corners, int count) {
    double mean[2] = {0.0, 0.0};
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2; k++) mean[k] += corners[i].P[k] / count;
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0; j--) {
            const double ax = corners[j - 1].P[1] - mean[1], ay = corners[j - 1].P[0] - mean[0];
            const double bx = corners[j].P[1] - mean[1], by = corners[j].P[0] - mean[0];
            const bool a_low = ay < 0.0 || (ay == 0.0 && ax < 0.0), b_low = by < 0.0 || (by == 0.0 && bx < 0.0);
            const bool ordered = a_low != b_low ? a_low : ax * by - ay * bx >= 0.0;
            if (ordered) break;
            const carom_corner swapped = corners[j];
            corners[j] = corners[j - 1];
            corners[j - 1] = swapped;
        }
}

carom_status carom_region_corners(const carom_contact *contact, double mu, carom_corner *corners, int *count) {
    if (!contact || !corners || !count) return CAROM_NULL_POINTER;
    carom_region whole;
    *count = 0;
    const carom_status status = carom_region_of(contact, mu, &whole);
    if (status != CAROM_OK) return status;
    if (contact->dim != 2) return CAROM_WRONG_DIM;
    if (contact->v[0] > 0.0) return CAROM_OK;

    const double m0 = isinf(mu) ? 0.0 : 1.0, m1 = isinf(mu) ? 1.0 : mu;
    double P[3], two[2][3];
    for (double side = 1.0; side >= -1.0; side -= 2.0) {
        const double d[2] = {m0, side * m1};
        const unsigned line = side > 0.0 ? CAROM_BOUNDARY_FRICTION_UP : CAROM_BOUNDARY_FRICTION_DOWN;
        if (meet_compression_from_origin(contact, d, P))
            *count = add(contact, mu, P, line | CAROM_BOUNDARY_COMPRESSION, corners, *count);
        if (meet_ellipse_from_origin(contact, d, P))
            *count = add(contact, mu, P, line | CAROM_BOUNDARY_ENERGY, corners, *count);
    }
    for (int i = meet_compression_and_ellipse(contact, two) - 1; i >= 0; i--)
        *count = add(contact, mu, two[i], CAROM_BOUNDARY_COMPRESSION | CAROM_BOUNDARY_ENERGY, corners, *count);
    sort_around(corners, *count);
    return CAROM_OK;
}
