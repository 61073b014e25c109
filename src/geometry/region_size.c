// Computes the size of the region, and its boundary point by point, from its rays (rays.h).
#include <math.h>

#include "base/circle.h"
#include "base/gauss.h"
#include "base/ldl.h"
#include "carom/geometry.h"
#include "collide/scale.h"
#include "collide/validate.h"
#include "geometry/highest.h"
#include "geometry/rays.h"
#include "geometry/region.h"

static const double two_pi = 6.28318530717958647692;

// Ten digits usually take about 10,000 evaluations, and rarely a million. Near a singular W, rounding makes the
// boundary of the region rough, and more evaluations do not help. When these limits are reached, after about 50 ms, the
// code tries fewer digits and finally stops without a result.
static const carom_care cares[] = {{1e-10, 6000000}, {1e-7, 1500000}, {1e-4, 1000000}};
enum { CARES = sizeof cares / sizeof *cares };

// Returns whether the region is unbounded. Along a null vector of W neither energy nor velocity changes, so the region
// is unbounded if the cone contains such a vector.
//   one null vector z     |z_t| <= mu |z_n|
//   two null vectors, across q   mu |q_t| >= |q_n|
// The edge of the cone counts as inside, because there the region narrows to a point only by rounding.
bool carom_region_endless(const carom_contact *c, double mu) {
    const carom_ldl f = carom_factor(c->dim, c->W);
    double q[3] = {0.0};
    if (f.rank == c->dim) return false;
    const bool one = c->dim - f.rank == 1;
    if (!one) carom_ldl_dyad(&f, q);
    const double *z = one ? f.Z[0] : q;
    const double across = c->dim == 2 ? fabs(z[1]) : hypot(z[1], z[2]), normal = fabs(z[0]);
    if (isinf(mu)) return one ? normal > 0.0 : across > 0.0;
    return one ? across <= mu * normal : mu * across >= normal;
}

// Returns the integrand of the area in 2D. P = t d(x) has the Jacobian t. The area on one side of the normal is
// therefore the integral of (keep^2 - press^2)/2 over x.
static double stretch_area(const void *user, double x) {
    const carom_side *s = user;
    const double keep = carom_side_keep(s, x), press = carom_side_press(s, x);
    return 0.5 * (keep - press) * (keep + press);
}

static double half_area(const carom_contact *c, double mu, double side) {
    const carom_side s = carom_side_of(c, mu, (double[2]){side, 0.0});
    carom_care care = cares[0];
    return carom_integral(stretch_area, &s, 0.0, s.edge, &care);
}

// Returns the integrand of the volume in 3D. The Jacobian is t^2 x instead of t, and the integral is also over the
// angle.
static double stretch_volume(const void *user, double x) {
    const carom_side *s = user;
    const double keep = carom_side_keep(s, x), press = carom_side_press(s, x);
    return x * (keep - press) * (keep * keep + keep * press + press * press) / 3.0;
}

typedef struct {
    const carom_contact *c;
    double mu;
    carom_care *care;
} sliced;

static double slice_volume(const void *user, double angle) {
    const sliced *p = user;
    const carom_side s = carom_side_of(p->c, p->mu, (double[2]){cos(angle), sin(angle)});
    return carom_integral(stretch_volume, &s, 0.0, s.edge, p->care);
}

// Finds the angles of the directions u at which the end x of the region changes. It changes from the cone to the
// intersection of the ellipsoid dE = 0 with the plane v_n' = 0:
//   V_n a (1-x)^2 + 2 a (V_t.u) x (1-x) + (2 (w.u)(V_t.u) - V_n u.T u) x^2 = 0  at the x of the cone
static int turns(const carom_contact *c, double mu, double angles[8]) {
    const double x = isinf(mu) ? 1.0 : mu / (1.0 + mu), y = 1.0 - x, a = c->W[0][0], Vn = -c->v[0];
    const double *w = &c->W[0][1], V[2] = {-c->v[1], -c->v[2]};
    // Coefficients of u_1^2, u_1 u_2 and u_2^2 in the term with x^2.
    const double q11 = 2.0 * w[0] * V[0] - Vn * c->W[1][1], q22 = 2.0 * w[1] * V[1] - Vn * c->W[2][2];
    const double q12 = 2.0 * (w[0] * V[1] + w[1] * V[0]) - 2.0 * Vn * c->W[1][2];
    const carom_circle f = {.A0 = Vn * a * y * y + 0.5 * (q11 + q22) * x * x,
                            .A1 = 2.0 * a * V[0] * x * y,
                            .B1 = 2.0 * a * V[1] * x * y,
                            .A2 = 0.5 * (q11 - q22) * x * x,
                            .B2 = 0.5 * q12 * x * x};
    double roots[8][2];
    const int count = carom_circle_roots(&f, roots);
    for (int i = 0; i < count; i++) {
        const double angle = atan2(roots[i][1], roots[i][0]), at = angle < 0.0 ? angle + two_pi : angle;
        int place = i;
        for (; place > 0 && angles[place - 1] > at; place--) angles[place] = angles[place - 1];
        angles[place] = at;
    }
    return count;
}

static bool volume(const carom_contact *c, double mu, double *size) {
    double ends[10] = {0.0};
    const int count = turns(c, mu, ends + 1) + 1;
    ends[count] = two_pi;
    for (int i = 0; i < CARES; i++) {
        carom_care care = cares[i];
        const sliced p = {c, mu, &care};
        *size = 0.0;
        for (int k = 0; k < count; k++) *size += carom_integral(slice_volume, &p, ends[k], ends[k + 1], &care);
        if (care.left > 0) return true;
    }
    return false;
}

carom_status carom_region_extent(const carom_contact *contact, double mu, carom_extent *extent) {
    if (!extent) return CAROM_NULL_POINTER;
    carom_region r;
    carom_contact room;
    const carom_status status = carom_region_compute(contact, mu, &r);
    *extent = (carom_extent){.size = 0.0, .e_most = (double)NAN, .highest = {(double)NAN, (double)NAN, (double)NAN}};
    if (status != CAROM_OK || contact->v[0] > 0.0) return status;
    contact = carom_usable(contact, &room);
    // The contact is scaled near 1, because cubes of impulses and products of four entries overflow early.
    const carom_scale scale = carom_scale_of(contact, CAROM_RESCALE_LIMIT);
    const carom_contact near = carom_scale_contact(contact, scale);
    const bool endless = carom_region_endless(&near, mu);
    double size = HUGE_VAL;
    if (!endless && near.dim == 2) size = half_area(&near, mu, 1.0) + half_area(&near, mu, -1.0);
    if (!endless && near.dim == 3 && !volume(&near, mu, &size)) {
        extent->size = (double)NAN;
        return CAROM_NOT_CONVERGED;
    }
    extent->size = ldexp(size, near.dim * (scale.speed - 2 * scale.light));
    if (isnan(size) || (isinf(extent->size) && !endless)) return CAROM_OVERFLOW;
    carom_highest h;
    if (!r.bounded || !carom_highest_of(&near, mu, &h)) return CAROM_OK;
    for (int i = 0; i < 3; i++) extent->highest[i] = carom_scale_impulse(scale, h.P[i]);
    extent->e_most = near.v[0] < 0.0 ? h.vn / -near.v[0] : HUGE_VAL;
    return CAROM_OK;
}

// Checks whether the region is bounded and not empty. Returns the averaged contact that laws receive.
static carom_status closed(const carom_contact **contact, carom_contact *room, double mu, int dim) {
    carom_region r;
    const carom_status status = carom_region_compute(*contact, mu, &r);
    if (status != CAROM_OK) return status;
    const carom_contact *c = *contact = carom_usable(*contact, room);
    if (c->dim != dim) return CAROM_WRONG_DIM;
    return c->v[0] <= 0.0 && mu > 0.0 && !carom_region_endless(c, mu) ? CAROM_OK : CAROM_NOT_APPLICABLE;
}

carom_status carom_region_outline(const carom_contact *contact, double mu, int arc, double *P, size_t capacity,
                                  int *count) {
    if (!P || !count) return CAROM_NULL_POINTER;
    *count = 0;
    carom_contact room;
    const carom_status status = closed(&contact, &room, mu, 2);
    if (status != CAROM_OK) return status;
    if (arc < 1 || capacity < 2 * (size_t)arc + 3) return CAROM_BAD_VALUE;
    for (double side = 1.0; side >= -1.0; side -= 2.0) {
        const double u[2] = {side, 0.0};
        const carom_side s = carom_side_of(contact, mu, u);
        if (side > 0.0) carom_side_point(u, s.edge, carom_side_press(&s, s.edge), P + 3 * (*count)++);
        // Follow the boundary from the edge to the normal, and from there to the other edge.
        for (int i = side > 0.0 ? arc : 1; i >= 0 && i <= arc; i += side > 0.0 ? -1 : 1) {
            const double x = s.edge * i / arc;
            carom_side_point(u, x, carom_side_keep(&s, x), P + 3 * (*count)++);
        }
        if (side < 0.0) carom_side_point(u, s.edge, carom_side_press(&s, s.edge), P + 3 * (*count)++);
    }
    return CAROM_OK;
}

carom_status carom_region_mesh(const carom_contact *contact, double mu, carom_boundary face, int around, int across,
                               double *P, size_t capacity) {
    if (!P) return CAROM_NULL_POINTER;
    carom_contact room;
    const carom_status status = closed(&contact, &room, mu, 3);
    if (status != CAROM_OK) return status;
    const bool on_cone = face == CAROM_BOUNDARY_FRICTION, keeps = face == CAROM_BOUNDARY_ENERGY;
    if (around < 3 || across < 1 || !(on_cone || keeps || face == CAROM_BOUNDARY_COMPRESSION)) return CAROM_BAD_VALUE;
    if (capacity / ((size_t)around + 1) < (size_t)across + 1) return CAROM_BAD_VALUE;
    for (int i = 0; i <= around; i++) {
        const double angle = two_pi * (i % around) / around, u[2] = {cos(angle), sin(angle)};
        const carom_side s = carom_side_of(contact, mu, u);
        for (int j = 0; j <= across; j++) {
            const double part = (double)j / across, x = on_cone ? s.edge : s.edge * part;
            const double press = carom_side_press(&s, x), keep = carom_side_keep(&s, x);
            // If the region ends before the cone, both ends of the last ray are equal up to rounding.
            const bool point = s.edge < s.cone && x == s.edge;
            const double t = on_cone ? press + (keep - press) * part : keeps ? keep : press;
            carom_side_point(u, x, point ? press : t, P + 3 * (i * (across + 1) + j));
        }
    }
    return CAROM_OK;
}
