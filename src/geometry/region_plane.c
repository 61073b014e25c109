// Computes the corners of the accessible region in 2D.
#include <math.h>

#include "carom/geometry.h"
#include "collide/validate.h"

// Solves P.(v + W P / 2) = 0 along P = s d from the origin. The solution is s = -2 (d.v) / (d.W d).
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

// Finds the points of the compression line on the ellipse: P = (-v_n, 0)/W_nn + x (-W_nt, W_nn)/W_nn with P_t = x,
// where
//   dE = -v_n^2/(2 W_nn) + b x + S x^2/2,  b = v_t - W_nt v_n/W_nn,  S = W_tt - W_nt^2/W_nn.
// The product of the roots is -v_n^2/(W_nn S). No square is computed alone, because it may overflow.
static int meet_compression_and_ellipse(const carom_contact *c, double P[2][3]) {
    const double a = c->W[0][0], w = c->W[0][1], S = c->W[1][1] - w * w / a;
    const double b = c->v[1] - w * c->v[0] / a;
    if (!(S > 0.0)) return 0;
    const double root = hypot(b, c->v[0] * sqrt(S / a)), far = -(b > 0.0 ? b + root : b - root);
    const double x[2] = {far / S, far != 0.0 ? -c->v[0] / a * (c->v[0] / far) : 0.0};
    for (int i = 0; i < 2; i++) {
        P[i][0] = (-c->v[0] - w * x[i]) / a;
        P[i][1] = x[i];
    }
    return 2;
}

// Judges whether a point is in the region. The region of a speed k times as large is k times as large. Distant points
// are therefore judged at a power of two of their scale, which does not change the result but avoids overflow of the
// energy.
static carom_status judge(const carom_contact *c, double mu, const double P[3], bool *has) {
    const double size = fmax(fmax(fabs(P[0]), fabs(P[1])), fmax(fabs(c->v[0]), fabs(c->v[1])));
    int power;
    if (!isfinite(P[0]) || !isfinite(P[1])) return CAROM_OVERFLOW;
    frexp(size, &power);
    carom_contact scaled = *c;
    double at[3] = {0.0};
    for (int i = 0; i < 2; i++) {
        scaled.v[i] = ldexp(c->v[i], -power);
        at[i] = ldexp(P[i], -power);
    }
    return carom_region_contains(&scaled, mu, at, has);
}

// The corners found so far, or the status if they cannot be computed.
typedef struct {
    const carom_contact *c;
    double mu;
    carom_corner *corners;
    int count;
    carom_status status;
} tour;

// Adds a corner. If two corners differ only by rounding, they are one corner at which all their curves meet.
static void add(tour *t, const double P[3], unsigned meets) {
    bool has = false;
    const carom_status status = judge(t->c, t->mu, P, &has);
    if (status != CAROM_OK) t->status = status;
    if (!has) return;
    for (int i = 0; i < t->count; i++) {
        const double off = fabs(t->corners[i].P[0] - P[0]) + fabs(t->corners[i].P[1] - P[1]);
        if (off <= 1e-12 * (fabs(P[0]) + fabs(P[1]))) {
            t->corners[i].meets |= meets;
            return;
        }
    }
    t->corners[t->count++] = (carom_corner){.P = {P[0], P[1], 0.0}, .meets = meets};
}

// Sorts the corners counter-clockwise around their mean, which is inside because the region is convex. It uses the sign
// of the turn and no angles.
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
    carom_contact room;
    *count = 0;
    const carom_status status = carom_region_compute(contact, mu, &whole);
    if (status != CAROM_OK) return status;
    contact = carom_usable(contact, &room);
    if (contact->dim != 2) return CAROM_WRONG_DIM;
    if (contact->v[0] > 0.0) return CAROM_OK;

    // The edges of the cone, (1, +-mu) or (1/mu, +-1), chosen so that no square of them overflows.
    const double m0 = mu > 1.0 ? 1.0 / mu : 1.0, m1 = mu > 1.0 ? 1.0 : mu;
    tour t = {.c = contact, .mu = mu, .corners = corners};
    double P[3], two[2][3];
    for (double side = 1.0; side >= -1.0; side -= 2.0) {
        const double d[2] = {m0, side * m1};
        const unsigned line = side > 0.0 ? CAROM_BOUNDARY_FRICTION_UP : CAROM_BOUNDARY_FRICTION_DOWN;
        if (meet_compression_from_origin(contact, d, P)) add(&t, P, line | CAROM_BOUNDARY_COMPRESSION);
        if (meet_ellipse_from_origin(contact, d, P)) add(&t, P, line | CAROM_BOUNDARY_ENERGY);
    }
    for (int i = meet_compression_and_ellipse(contact, two) - 1; i >= 0; i--)
        add(&t, two[i], CAROM_BOUNDARY_COMPRESSION | CAROM_BOUNDARY_ENERGY);
    if (t.status != CAROM_OK) return t.status;
    *count = t.count;
    sort_around(corners, *count);
    return CAROM_OK;
}
