// Computes the area that law I reaches. Its impulse lies on a ray of ratio rho = P_t/P_n, with s = 1 + e_n there:
//   rho <= min(mu, kappa (1 + r_t)/(1 + r_n)),  kappa = (a/T) (V_t/V_n),  V = -v turned so that V_t >= 0
//   P = s V_n/(a + w rho) (1, rho)
// With r_t = 1, the ratio rho is therefore reached up to s = 2 kappa/rho. Energy allows
//   s_E = 2 (a + w rho) (V_n + rho V_t)/(V_n (a + 2 w rho + T rho^2)).
// Together, for each rho from 0 to min(mu, 2 kappa), 1 <= s <= min(2, 2 kappa/rho, s_E). If s_E < 1, the law is lifted
// back onto the ellipse, which adds single points and no area.
#include <math.h>

#include "base/poly.h"
#include "geometry/outline.h"
#include "laws/chatterjee/outline_chatterjee.h"

typedef struct {
    double a, w, T, V, q; // q = V_t/V_n
    double mu, kappa;
    carom_contact turned;
    carom_region region;
} frame;

typedef enum { TOP, LIMIT, ELLIPSE } piece; // bounds s = 2, r_t = 1 and dE = 0

static double energy_bound(const frame *f, double rho) {
    return 2.0 * (f->a + f->w * rho) * (1.0 + rho * f->q) / (f->a + rho * (2.0 * f->w + f->T * rho));
}

static double upper(const frame *f, double rho, piece *active) {
    const double limit = 2.0 * f->kappa / rho, energy = energy_bound(f, rho);
    *active = energy < fmin(2.0, limit) ? ELLIPSE : limit < 2.0 ? LIMIT : TOP;
    return fmin(fmin(2.0, limit), energy);
}

// Finds where one bound takes over from another, in ascending order, with the end last.
static int breaks(const frame *f, double end, double at[12]) {
    const double a = f->a, w = f->w, T = f->T, q = f->q;
    double found[12];
    int count = 0, kept = 0;
    found[count++] = f->kappa;                                                      // 2 = 2 kappa/rho
    found[count++] = (a * q - w) / (T - w * q);                                     // s_E = 2
    const double one[3] = {a, 2.0 * a * q, 2.0 * w * q - T};                        // s_E = 1
    const double both[4] = {-a * a * q, a * T - 2.0 * a * w * q, w * T, w * q * T}; // s_E = 2 kappa/rho
    count += carom_real_roots(one, 2, 0.0, end, found + count);
    count += carom_real_roots(both, w != 0.0 ? 3 : 2, 0.0, end, found + count);
    for (int i = 0; i < count; i++) {
        if (!(found[i] > 0.0 && found[i] < end)) continue;
        int place = kept++;
        for (; place > 0 && at[place - 1] > found[i]; place--) at[place] = at[place - 1];
        at[place] = found[i];
    }
    at[kept++] = end;
    return kept;
}

static void point(const frame *f, double rho, double s, double P[2]) {
    P[0] = s * f->V / (f->a + f->w * rho);
    P[1] = rho * P[0];
}

static double straight(const double p[2], const double q[2]) {
    return 0.5 * (p[0] * q[1] - p[1] * q[0]);
}

// Returns the area below the curve r_t = 1 between two values of s. There P is V/(a s + b) (s^2, 2 kappa s), with b = 2
// kappa w. Half the integral of P x dP is
//   -kappa V^2 int s^2/(a s + b)^2 ds = -kappa V^2/a^3 [u - 2 b ln u - b^2/u],  u = a s + b
static double limit_area(const frame *f, double s, double t) {
    const double b = 2.0 * f->kappa * f->w, u = f->a * s + b, v = f->a * t + b;
    return -f->kappa * f->V * f->V / (f->a * f->a * f->a) *
           (v - u - 2.0 * b * log(v / u) - b * b * (1.0 / v - 1.0 / u));
}

static void add_limit(const frame *f, double from, double to, carom_reach_area *o) {
    enum { POINTS = 32 };
    double P[2];
    for (int i = 0; i < POINTS; i++) {
        const double rho = from + (to - from) * i / POINTS;
        point(f, rho, 2.0 * f->kappa / rho, P);
        carom_reach_area_add(o, P[0], P[1], i == 0);
    }
    o->area += limit_area(f, 2.0 * f->kappa / from, 2.0 * f->kappa / to);
}

// Follows the upper bound from rho = 0. Returns the rho at which it ends.
static double add_upper(const frame *f, double end, carom_reach_area *o) {
    double at[12], from = 0.0, p[2], q[2];
    const int count = breaks(f, end, at);
    for (int i = 0; i < count; i++) {
        piece active;
        if (!(upper(f, 0.5 * (from + at[i]), &active) > 1.0)) return from;
        const double s = active == TOP ? 2.0 : active == LIMIT ? 2.0 * f->kappa / at[i] : energy_bound(f, at[i]);
        point(f, from, active == TOP || from == 0.0 ? 2.0 : energy_bound(f, from), p);
        point(f, at[i], s, q);
        if (active == LIMIT) {
            add_limit(f, from, at[i], o);
        } else if (active == ELLIPSE) {
            o->area += carom_reach_area_arc(o, &f->turned, &f->region, p, q);
        } else {
            carom_reach_area_add(o, p[0], p[1], true);
            o->area += straight(p, q);
        }
        from = at[i];
    }
    return from;
}

// Follows the boundary from the end of the upper bound along its ray to e_n = 0, and along that line to the normal.
static void add_lower(const frame *f, double end, carom_reach_area *o) {
    double p[2], q[2], B[2];
    piece active;
    const double s = upper(f, end, &active);
    point(f, end, fmax(s, 1.0), p);
    point(f, end, 1.0, q);
    point(f, 0.0, 1.0, B);
    if (s > 1.0 + 1e-12) carom_reach_area_add(o, p[0], p[1], true);
    carom_reach_area_add(o, q[0], q[1], true);
    carom_reach_area_add(o, B[0], B[1], true);
    o->area += straight(p, q) + straight(q, B);
}

carom_status carom_chatterjee_1_outline(const carom_law *self, const carom_contact *c, const carom_params *p,
                                        carom_reach_area *o) {
    const double sense = c->v[1] > 0.0 ? -1.0 : 1.0;
    frame f = {.a = c->W[0][0], .w = sense * c->W[0][1], .T = c->W[1][1], .V = -c->v[0], .mu = p->mu, .turned = *c};
    f.q = fabs(c->v[1]) / f.V;
    f.kappa = f.a / f.T * f.q;
    f.turned.W[0][1] = f.turned.W[1][0] = f.w;
    f.turned.v[1] = -fabs(c->v[1]);
    const carom_status status = carom_region_compute(&f.turned, p->mu, &f.region);
    if (status != CAROM_OK) return status;
    if (!f.region.bounded) return CAROM_NOT_APPLICABLE;
    o->touches = CAROM_BOUNDARY_ENERGY;
    const double end = fmin(p->mu, 2.0 * f.kappa);
    if (!(end > 0.0)) return CAROM_OK;
    add_lower(&f, add_upper(&f, end, o), o);
    for (int i = 0; i < o->count; i++) o->P[i][1] *= sense;
    return CAROM_OK;
}
