// Let N = -v_n, S = T - w w^T / a and y = v_t - w v_n / a. An impulse that ends at v_n' = h has
//   a P_n = N + h - w.P_t
//   dE = (h^2 - N^2) / (2 a) + y.P_t + P_t.S P_t / 2
// dE <= 0 therefore allows the largest h at S P_t = -y: h^2 = N^2 + a y.S^-1 y. If that is outside the cone, the
// largest h is on the cone, because the region is convex. On a ray d = (1, mu u) the energy is used up at
//   P = x d,   x = -2 (d.v) / (d.W d),   h = x (a + mu w.u) - N.
#include "geometry/highest.h"

#include <math.h>

#include "base/ldl.h"
#include "base/root.h"
#include "base/sym.h"
#include "friction/cone_least.h"

static double dot(const double x[2], const double y[2]) {
    return x[0] * y[0] + x[1] * y[1];
}

// Computes the P_t that stops everything, -S^-1 y. Returns false for a singular W.
static bool stopping(const carom_contact *c, double x[2]) {
    const double minus_v[3] = {-c->v[0], -c->v[1], c->dim == 3 ? -c->v[2] : 0.0};
    double C[3] = {0.0, 0.0, 0.0};
    if (c->dim == 2) {
        if (carom_singular2(c->W)) return false;
        carom_solve2(c->W, minus_v, C);
    } else {
        const carom_ldl f = carom_factor(3, c->W);
        if (f.rank < 3 || !carom_ldl_solve(&f, minus_v, C)) return false;
    }
    x[0] = C[1];
    x[1] = C[2];
    return true;
}

// Computes the largest h without the cone. Returns false for a singular W.
static bool free_top(const carom_contact *c, carom_highest *top) {
    const double a = c->W[0][0], N = -c->v[0];
    double x[2], form = 0.0, wx = 0.0;
    if (!stopping(c, x)) return false;
    for (int i = 0; i < c->dim - 1; i++) {
        form -= x[i] * (c->v[i + 1] + c->W[0][i + 1] * N / a);
        wx += c->W[0][i + 1] * x[i];
    }
    top->vn = sqrt(N * N + a * fmax(form, 0.0));
    top->over = top->vn > 0.0 ? a * fmax(form, 0.0) / (top->vn + N) : 0.0;
    top->P[0] = (N + top->vn - wx) / a;
    top->P[1] = x[0];
    top->P[2] = x[1];
    return true;
}

// A direction of the edge of the cone: (m0, m1) = (1, mu), or (0, 1) for infinite friction.
typedef struct {
    const carom_contact *c;
    double m0, m1;
} rim;

// The numbers -d.v, (W d)_n and d.W d of the ray along u.
typedef struct {
    double push, lift, weight;
} ray;

static ray ray_at(const rim *r, const double u[2]) {
    const carom_contact *c = r->c;
    const double *w = &c->W[0][1],
                 Tu[2] = {c->W[1][1] * u[0] + c->W[1][2] * u[1], c->W[2][1] * u[0] + c->W[2][2] * u[1]};
    const double wu = dot(w, u);
    return (ray){.push = -(r->m0 * c->v[0] + r->m1 * dot(&c->v[1], u)),
                 .lift = r->m0 * c->W[0][0] + r->m1 * wu,
                 .weight = r->m0 * (r->m0 * c->W[0][0] + 2.0 * r->m1 * wu) + r->m1 * r->m1 * dot(u, Tu)};
}

// Returns v_n' - v_n at the end of the ray; negative if the impulse there does not push.
static double rise(const rim *r, const double u[2]) {
    const ray x = ray_at(r, u);
    return x.push > 0.0 && x.weight > 0.0 ? 2.0 * x.push * x.lift / x.weight : -HUGE_VAL;
}

static void end_of(const rim *r, const double u[2], carom_highest *h) {
    const ray x = ray_at(r, u);
    const double length = 2.0 * x.push / x.weight, N = -r->c->v[0];
    h->P[0] = r->m0 * length;
    h->P[1] = r->m1 * length * u[0];
    h->P[2] = r->c->dim == 3 ? r->m1 * length * u[1] : 0.0;
    h->vn = length * x.lift - N;
    h->over = h->vn - N;
}

// Finds the best direction in 3D by a Lagrange multiplier, because the region is convex. For some k > 0, the minimum
// below is the impulse with the largest v_n' that the cone and dE <= 0 allow. This k is the root of dE, which grows
// with k. It is measured in units of the k without the cone. The result is the direction of that P.
//   minimum over the cone of P.W P / 2 + P.(v - k W n)
static bool best_in_space(const carom_contact *c, double mu, double top, double u[2]) {
    // W is scaled near 1 by a power of two, so that twice the mass gives the same bits.
    int exponent;
    (void)frexp(c->W[0][0], &exponent);
    double W[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) W[i][j] = ldexp(c->W[i][j], -exponent);
    carom_root k = carom_root_between(0.0, HUGE_VAL, true);
    carom_root_guess(&k, 1.0);
    k.close = 1e-15;
    carom_cone_least least = {.P = {0.0, 0.0, 0.0}};
    while (!k.over) {
        double b[3], dE = 0.0;
        for (int i = 0; i < 3; i++) b[i] = c->v[i] - k.x * top * (W[i][0] / W[0][0]);
        if (carom_cone_minimum(3, (const double(*)[3])W, b, mu, &least) != CAROM_OK) return false;
        for (int i = 0; i < 3; i++) {
            double half = c->v[i];
            for (int j = 0; j < 3; j++) half += 0.5 * W[i][j] * least.P[j];
            dE += least.P[i] * half;
        }
        // At the lower end P = 0 and dE = 0, but this is not the root.
        if (least.place == CAROM_CONE_APEX)
            carom_root_halve(&k, false);
        else
            carom_root_secant(&k, dE);
    }
    const double length = hypot(least.P[1], least.P[2]);
    u[0] = length > 0.0 ? least.P[1] / length : 1.0;
    u[1] = length > 0.0 ? least.P[2] / length : 0.0;
    return true;
}

// Returns a 2D contact as a 3D contact in which nothing else moves. Components of the caller's arrays beyond dim are
// not read.
static carom_contact widened(const carom_contact *c) {
    carom_contact room = {.dim = c->dim};
    for (int i = 0; i < c->dim; i++) {
        room.v[i] = c->v[i];
        for (int j = 0; j < c->dim; j++) room.W[i][j] = c->W[i][j];
    }
    return room;
}

static bool in_cone(const carom_contact *c, double mu, const double P[3]) {
    const double across = c->dim == 2 ? fabs(P[1]) : sqrt(P[1] * P[1] + P[2] * P[2]);
    return isinf(mu) ? P[0] >= 0.0 : across <= mu * P[0];
}

bool carom_highest_of(const carom_contact *c, double mu, carom_highest *h) {
    if (!free_top(c, h)) return false;
    if (in_cone(c, mu, h->P)) return true;
    const carom_contact wide = widened(c);
    const rim r = {&wide, isinf(mu) ? 0.0 : 1.0, isinf(mu) ? 1.0 : mu};
    double best[2] = {1.0, 0.0};
    if (c->dim == 2) {
        const double other[2] = {-1.0, 0.0};
        if (rise(&r, other) > rise(&r, best)) best[0] = -1.0;
    } else if (!best_in_space(&wide, mu, h->vn, best)) {
        return false;
    }
    end_of(&r, best, h);
    return true;
}
