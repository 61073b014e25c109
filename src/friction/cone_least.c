#include "friction/cone_least.h"

#include <math.h>

#include "base/ldl.h"
#include "base/rank.h"
#include "base/sym.h"
#include "collide/scale.h"
#include "friction/kernel_cone_least.h"

// A null vector within this fraction of the edge of the cone counts as inside, because its error is about 1e-15.
#define NULL_ON_EDGE 1e-12

static double tangential(int dim, const double x[3]) {
    return dim == 2 ? fabs(x[1]) : sqrt(x[1] * x[1] + x[2] * x[2]);
}

static double along(int dim, const double x[3], const double y[3]) {
    double sum = 0.0;
    for (int i = 0; i < dim; i++) sum += x[i] * y[i];
    return sum;
}

// Returns whether |x_t| <= mu x_n, or x_n >= 0 if mu is infinite. `slack` is a fraction of the two sides.
static bool in_cone(int dim, const double x[3], double mu, double slack) {
    if (isinf(mu)) return x[0] >= -slack * tangential(dim, x);
    return x[0] >= 0.0 && tangential(dim, x) <= mu * x[0] * (1.0 + slack);
}

// Returns whether y_n >= mu |y_t|.
static bool in_dual(int dim, const double y[3], double mu) {
    const double t = tangential(dim, y);
    return t > 0.0 ? y[0] >= mu * t : y[0] >= 0.0;
}

static carom_status give(carom_cone_least *out, int dim, const double P[3], carom_cone_place place) {
    for (int i = 0; i < dim; i++) out->P[i] = P[i];
    out->place = place;
    return CAROM_OK;
}

// Computes the null vector of W that is closest to the cone's axis, by projecting the normal onto the null space.
static void null_direction(const carom_ldl *f, double z[3]) {
    const double n[3] = {1.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++) z[i] = f->Z[0][i];
    if (f->dim - f->rank > 1) carom_ldl_null_part(f, n, z);
}

// Returns whether the form decreases along x, b.x < 0, by more than rounding.
static bool falls(const double x[3], const double b[3]) {
    return along(3, x, b) < -CAROM_IN_RANGE * sqrt(along(3, b, b) * along(3, x, x));
}

// Returns whether the form decreases without bound along a null vector in the cone. Two null vectors span a plane with
// normal q. It meets the cone in the sector between two edges (1, mu u) with q.(1, mu u) = 0. If the form decreases in
// the sector, it decreases along one of the edges, or in the middle if the sector is half the plane. If W = 0, it
// decreases in the cone unless b is in K*.
static bool falls_for_ever(const carom_ldl *f, const double b[3], double mu) {
    const int dim = f->dim, nullity = dim - f->rank;
    if (nullity == dim) return true; // W = 0, so every P is a null vector, and b is not in K*
    if (nullity == 1) {
        double z[3] = {f->Z[0][0], f->Z[0][1], f->Z[0][2]};
        if (along(dim, z, b) > 0.0)
            for (int i = 0; i < dim; i++) z[i] = -z[i];
        return in_cone(dim, z, mu, NULL_ON_EDGE);
    }
    double q[3];
    carom_ldl_dyad(f, q);
    const double m0 = isinf(mu) ? 0.0 : 1.0, m1 = isinf(mu) ? 1.0 : mu;
    const double t = tangential(3, q), cosine = -m0 * q[0] / (m1 * t);
    if (!(fabs(cosine) <= 1.0)) return false;
    const double sine = sqrt(1.0 - cosine * cosine);
    for (double side = -1.0; side <= 1.0; side += 2.0) {
        const double u[2] = {(cosine * q[1] - side * sine * q[2]) / t, (cosine * q[2] + side * sine * q[1]) / t};
        const double e[3] = {m0, m1 * u[0], m1 * u[1]};
        if (falls(e, b)) return true;
    }
    double middle[3];
    null_direction(f, middle);
    return falls(middle, b);
}

// Computes the t of smallest magnitude for which x + t z lies on the cone. The condition is |x_t + t z_t|^2 = mu^2 (x_n
// + t z_n)^2. If mu is infinite, it is x_n + t z_n = 0. Returns false if there is none. The discriminant is a
// difference of two squares, of mu (x_n z_t - z_n x_t) and of x_t x z_t. In 2D nothing cancels in it.
static bool nearest_on_cone(int dim, const double x[3], const double z[3], double mu, double *t) {
    *t = -x[0] / z[0];
    if (isinf(mu)) return fabs(z[0]) > NULL_ON_EDGE * tangential(dim, z);
    double A = -mu * z[0] * (mu * z[0]), B = -mu * x[0] * (mu * z[0]), C = -mu * x[0] * (mu * x[0]), under = 0.0;
    for (int i = 1; i < dim; i++) {
        const double side = mu * (x[0] * z[i] - z[0] * x[i]);
        A += z[i] * z[i];
        B += x[i] * z[i];
        C += x[i] * x[i];
        under += side * side;
    }
    const double across = dim == 3 ? x[1] * z[2] - x[2] * z[1] : 0.0;
    under -= across * across;
    if (!(under >= 0.0)) return false;
    const double q = -(B + copysign(sqrt(under), B)), roots[2] = {q / A, C / q};
    bool found = false;
    for (int k = 0; k < 2; k++) {
        const double at = roots[k];
        if (!isfinite(at) || !(x[0] + at * z[0] >= 0.0) || (found && !(fabs(at) < fabs(*t)))) continue;
        *t = at;
        found = true;
    }
    return found;
}

// Handles a singular W with b in its range. Takes the shortest impulse; if it is outside the cone, moves it along the
// null vectors into the cone. The contact sticks if a null vector lies in the cone. Otherwise all points between the
// two edges are minima.
static bool rests(const carom_ldl *f, const double b[3], double mu, double P[3], carom_cone_least *out) {
    const int dim = f->dim;
    const double minus[3] = {-b[0], -b[1], -b[2]};
    double z[3], t;
    if (!carom_ldl_solve(f, minus, P)) return false;
    if (in_cone(dim, P, mu, 0.0)) return give(out, dim, P, CAROM_CONE_INSIDE) == CAROM_OK;
    if (f->rank == dim || mu == 0.0) return false;
    null_direction(f, z);
    if (!nearest_on_cone(dim, P, z, mu, &t)) return false;
    for (int i = 0; i < dim; i++) P[i] += t * z[i];
    // Place P exactly on the cone.
    const double far = isinf(mu) ? 0.0 : tangential(dim, P), onto = far > 0.0 ? mu * P[0] / far : 1.0;
    for (int i = 1; i < dim; i++) P[i] *= onto;
    if (isinf(mu)) P[0] = 0.0;
    if (z[0] < 0.0)
        for (int i = 0; i < dim; i++) z[i] = -z[i];
    return give(out, dim, P, in_cone(dim, z, mu, NULL_ON_EDGE) ? CAROM_CONE_INSIDE : CAROM_CONE_EDGE) == CAROM_OK;
}

// Computes P = (0, -T^-1 b_t), for infinite friction that cannot hold the contact.
static carom_status endless_edge(int dim, const double W[3][3], const double b[3], carom_cone_least *out) {
    double P[3] = {0.0, -b[1] / W[1][1], 0.0};
    if (dim == 3) {
        const double T[3][3] = {{W[1][1], W[1][2], 0.0}, {W[1][2], W[2][2], 0.0}, {0.0, 0.0, 0.0}};
        const double minus[2] = {-b[1], -b[2]};
        if (!carom_singular2(T))
            carom_solve2(T, minus, P + 1);
        else if (!carom_solve_singular2(T, minus, P + 1))
            return CAROM_NO_SOLUTION;
    } else if (!(W[1][1] > 0.0)) {
        P[1] = 0.0;
    }
    return give(out, dim, P, CAROM_CONE_EDGE);
}

// Returns kappa with y = kappa (mu^2 P_n, -P_t) on an edge in 2D. If y_t along P_t is only rounding, returns 0.
static double plane_kappa(const double W[3][3], const double b[3], const double P[3]) {
    const double y = b[1] + (W[0][1] * P[0] + W[1][1] * P[1]);
    return y * P[1] < 0.0 ? -y / P[1] : 0.0;
}

// Returns P_n of the minimum on an edge; 0 for an edge d with d.W d = 0.
static double felt_edge(const double W[3][3], const double b[3], double r) {
    const double size = W[0][0] + 2.0 * fabs(r * W[0][1]) + r * r * W[1][1];
    const bool felt = (W[0][0] + r * W[0][1]) + r * (W[0][1] + r * W[1][1]) > CAROM_SINGULAR * size;
    return felt ? carom_cone_edge(W[0][0], W[0][1], W[1][1], b[0], b[1], r) : 0.0;
}

static carom_status plane_edge(const double W[3][3], const double b[3], double mu, carom_cone_least *out) {
    const double up = felt_edge(W, b, mu), down = felt_edge(W, b, -mu);
    const bool side = carom_cone_side(W[0][0], W[0][1], W[1][1], b[0], b[1], mu, up, down) > 0.0;
    const double Pn = side ? up : down, P[3] = {Pn, side ? mu * Pn : -mu * Pn, 0.0};
    out->kappa = plane_kappa(W, b, P);
    return give(out, 2, P, CAROM_CONE_EDGE);
}

// Solves the general case, in which b is not in K*.
static carom_status any(int dim, const double W[3][3], const double b[3], double mu, carom_cone_least *out) {
    const carom_ldl f = carom_factor(dim, W);
    double S[3] = {0.0, 0.0, 0.0};
    if (f.rank < dim && !carom_ldl_in_range(&f, b) && falls_for_ever(&f, b, mu)) return CAROM_NO_SOLUTION;
    if (rests(&f, b, mu, S, out)) return CAROM_OK;
    if (mu == 0.0) {
        const double P[3] = {-b[0] / W[0][0], 0.0, 0.0};
        return give(out, dim, P, CAROM_CONE_EDGE);
    }
    if (isinf(mu)) return endless_edge(dim, W, b, out);
    return dim == 2 ? plane_edge(W, b, mu, out) : carom_cone_edge_space(W, b, mu, f.rank == 3 ? S : NULL, out);
}

static carom_status near(const carom_contact *c, double mu, carom_cone_least *out) {
    const double none[3] = {0.0, 0.0, 0.0};
    if (in_dual(c->dim, c->v, mu)) return give(out, c->dim, none, CAROM_CONE_APEX);
    return any(c->dim, c->W, c->v, mu, out);
}

carom_status carom_cone_minimum(int dim, const double W[3][3], const double b[3], double mu, carom_cone_least *out) {
    carom_contact c = {.dim = dim};
    for (int i = 0; i < dim; i++) {
        c.v[i] = b[i];
        for (int j = 0; j < dim; j++) c.W[i][j] = W[i][j];
    }
    *out = (carom_cone_least){.kappa = 0.0};
    const carom_scale scale = carom_scale_of(&c, CAROM_RESCALE_LIMIT);
    if (!carom_scaled(scale)) return near(&c, mu, out);
    c = carom_scale_contact(&c, scale);
    const carom_status status = near(&c, mu, out);
    for (int i = 0; i < dim; i++) out->P[i] = carom_scale_impulse(scale, out->P[i]);
    out->kappa = ldexp(out->kappa, 2 * scale.light);
    return status;
}
