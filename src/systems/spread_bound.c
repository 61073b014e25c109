// Computes the largest g.P over every impulse that pushes, stays in its friction cones, leaves no approach and gains no
// energy. All conditions are convex, so for every t > 0
//   q(t) = minimum of  P.v + P.W P/2 - t g.P  over the cones with v_n + (W P)_n >= 0
// gives an upper bound: dE <= 0 implies g.P <= -q(t)/t. The smallest of these bounds is the result, at the t where dE =
// 0. The bound at t exceeds the g.P reached there by -dE/t, so near the root its error is the square of the error of t.
// If dE < 0 for every t, energy does not limit P. Then t is infinite and the problem linear, which is tried first.
//
// With P = sum over edges of r_k x_k, q(t) is a linear complementarity problem with a positive semi-definite matrix.
// Lemke's method solves it or finds it infeasible. With f = 1 for t <= 1 and f = 1/t above, no term is large:
//   0 <= x  perp  f R^T (v - t g) + f R^T W R x - R^T W N z >= 0
//   0 <= z  perp  v_n + N^T W R x >= 0
#include <math.h>

#include "base/root.h"
#include "systems/lemke.h"
#include "systems/solution.h"
#include "systems/spread.h"

// Largest number of evaluations at different t. The error of the bound is the square of that of t, so a few dozen
// suffice.
#define MOST_LOOKS 80
// If contacts are redundant, rounding may cause one path to end on a ray while another does not.
#define ATTEMPTS 4
#define CLOSE    1e-14
// Above this t, the energy of a system of order 1 is lost in the rounding of g.P. The bound is then too wide by a
// fraction of 1e-8.
#define FARTHEST 1e8

bool carom_outcome_bound_carve(carom_outcome_bound *b, const carom_system *s, carom_arena *a) {
    const size_t nc = (size_t)s->nc, most = 3 * nc;
    *b = (carom_outcome_bound){0};
    b->contact = CAROM_TAKE(a, 2 * nc, int);
    b->edge = CAROM_TAKE(a, 4 * nc, double);
    b->unit = CAROM_TAKE(a, nc, double);
    b->A = CAROM_TAKE(a, 4 * nc * nc, double);
    b->M = CAROM_TAKE(a, most * most, double);
    b->q = CAROM_TAKE(a, most, double);
    b->z = CAROM_TAKE(a, most, double);
    b->cover = CAROM_TAKE(a, most, double);
    b->P = CAROM_TAKE(a, 2 * nc, double);
    b->lemke_bytes = carom_lemke_memory(3 * s->nc);
    b->lemke = carom_arena_take(a, 1, b->lemke_bytes);
    return !carom_arena_short(a);
}

// Returns the entry of the 2 x 2 block of contacts i and j between the directions p and r.
static double between(const carom_system *s, int i, const double *p, int j, const double *r) {
    const double *W = s->W + (size_t)(2 * i) * 2 * (size_t)s->nc + (size_t)(2 * j), *below = W + 2 * s->nc;
    return p[0] * (W[0] * r[0] + W[1] * r[1]) + p[1] * (below[0] * r[0] + below[1] * r[1]);
}

static double unit_of(double W) {
    return W > 0.0 ? 1.0 / sqrt(W) : 1.0;
}

void carom_outcome_bound_open(carom_outcome_bound *b, const carom_system *s, const double *mu) {
    static const double normal[2] = {1.0, 0.0};
    for (int i = 0; i < s->nc; i++) {
        b->unit[i] = unit_of(between(s, i, normal, i, normal));
        for (double side = 1.0; side >= (mu[i] > 0.0 ? -1.0 : 1.0); side -= 2.0) {
            const double r[2] = {1.0, side * mu[i]}, unit = unit_of(between(s, i, r, i, r));
            b->contact[b->edges] = i;
            b->edge[2 * b->edges] = unit;
            b->edge[2 * b->edges + 1] = r[1] * unit;
            b->edges++;
        }
    }
    const int n = b->edges + s->nc;
    for (int r = 0; r < b->edges; r++) {
        const double *edge = b->edge + 2 * r;
        for (int c = 0; c < b->edges; c++)
            b->A[r * b->edges + c] = between(s, b->contact[r], edge, b->contact[c], b->edge + 2 * c);
        for (int c = 0; c < s->nc; c++) {
            const double coupling = b->unit[c] * between(s, c, normal, b->contact[r], edge);
            b->M[(b->edges + c) * n + r] = coupling;
            b->M[r * n + b->edges + c] = -coupling;
        }
    }
    for (int r = b->edges; r < n; r++)
        for (int c = b->edges; c < n; c++) b->M[r * n + c] = 0.0;
}

// Computes P of q(t), or of infinite t with `linear`. `unit` makes g a velocity.
static carom_status least_at(carom_outcome_bound *b, const carom_system *s, const double *g, double unit, double t,
                             bool linear) {
    const int n = b->edges + s->nc;
    const double f = linear ? 0.0 : t > 1.0 ? 1.0 / t : 1.0, pull = unit * (linear ? 1.0 : t * f);
    int pivots;
    for (int r = 0; r < b->edges; r++)
        for (int c = 0; c < b->edges; c++) b->M[r * n + c] = f * b->A[r * b->edges + c];
    for (int r = 0; r < b->edges; r++) {
        const double *v = s->v + 2 * b->contact[r], *along = g + 2 * b->contact[r], *edge = b->edge + 2 * r;
        b->q[r] = edge[0] * (f * v[0] - pull * along[0]) + edge[1] * (f * v[1] - pull * along[1]);
    }
    for (int i = 0; i < s->nc; i++) b->q[b->edges + i] = b->unit[i] * s->v[2 * i];
    carom_status status = CAROM_NOT_CONVERGED;
    for (int attempt = 0; attempt < ATTEMPTS && status != CAROM_OK; attempt++)
        status = carom_lemke_along(n, b->M, b->q, carom_lemke_cover(n, attempt, b->cover), b->z, b->lemke,
                                   b->lemke_bytes, &pivots);
    for (int i = 0; i < 2 * s->nc; i++) b->P[i] = 0.0;
    for (int r = 0; r < b->edges && status == CAROM_OK; r++)
        for (int k = 0; k < 2; k++) b->P[2 * b->contact[r] + k] += b->edge[2 * r + k] * b->z[r];
    return status;
}

// Returns dE of P, and g.P.
static double energy_of(const carom_system *s, const double *P, const double *g, double *reached) {
    const int n = 2 * s->nc;
    double dE = 0.0;
    *reached = 0.0;
    for (int i = 0; i < n; i++) {
        double v = s->v[i];
        for (int j = 0; j < n; j++) v += 0.5 * s->W[(size_t)i * (size_t)n + (size_t)j] * P[j];
        dE += P[i] * v;
        *reached += g[i] * P[i];
    }
    return dE;
}

carom_status carom_outcome_bound_most(carom_outcome_bound *b, const carom_system *s, const double *g, double *most) {
    double fast = 0.0, steep = 0.0;
    *most = 0.0;
    for (int i = 0; i < 2 * s->nc; i++) {
        fast = fmax(fast, fabs(s->v[i]));
        steep = fmax(steep, fabs(g[i]));
    }
    if (!carom_any_approaches(s) || !(steep > 0.0)) return CAROM_OK;
    // This factor makes t g comparable with the velocities before the impact.
    const double unit = fast / steep;
    double reached;
    if (least_at(b, s, g, unit, 1.0, true) == CAROM_OK && energy_of(s, b->P, g, &reached) <= 0.0) {
        *most = reached;
        return CAROM_OK;
    }
    *most = HUGE_VAL;
    carom_root r = carom_root_between(0.0, HUGE_VAL, true);
    for (int look = 0; look < MOST_LOOKS && !r.over && r.x < FARTHEST; look++) {
        const carom_status status = least_at(b, s, g, unit, r.x, false);
        // For large t rounding may leave no solution. The bounds found before remain valid.
        if (status != CAROM_OK && isfinite(*most)) break;
        if (status != CAROM_OK) return status;
        const double dE = energy_of(s, b->P, g, &reached), over = dE / (r.x * unit);
        *most = fmin(*most, reached - over);
        if (fabs(over) <= CLOSE * fabs(reached)) break;
        carom_root_secant(&r, over);
    }
    return isfinite(*most) ? CAROM_OK : CAROM_OVERFLOW;
}

size_t carom_outcome_bound_size(const carom_system *s) {
    if (carom_outcomes_shape(s) != CAROM_OK) return 0;
    carom_arena a = carom_arena_over(NULL, 0);
    carom_outcome_bound b;
    carom_outcome_bound_carve(&b, s, &a);
    return carom_arena_bytes(&a);
}

carom_status carom_spread_bound(const carom_system *s, const double *mu, const double *g, void *memory, size_t bytes,
                                double *most) {
    if (!most) return CAROM_NULL_POINTER;
    *most = (double)NAN;
    if (!mu || !g || !memory) return CAROM_NULL_POINTER;
    const carom_status shape = carom_outcomes_shape(s);
    if (shape != CAROM_OK) return shape;
    carom_outcome_bound b;
    carom_arena a = carom_arena_over(memory, bytes);
    if (!carom_outcome_bound_carve(&b, s, &a)) return CAROM_SMALL_MEMORY;
    // The memory for the matrix of the bound is larger than W, so it can hold W temporarily.
    carom_status status = carom_system_validate(s, b.M);
    if (status != CAROM_OK) return status;
    for (int i = 0; i < s->nc; i++)
        if (!(mu[i] >= 0.0) || isinf(mu[i])) return CAROM_COEFFICIENT_RANGE;
    for (int i = 0; i < 2 * s->nc; i++)
        if (!isfinite(g[i])) return CAROM_NOT_FINITE;
    carom_outcome_bound_open(&b, s, mu);
    double found;
    status = carom_outcome_bound_most(&b, s, g, &found);
    if (status == CAROM_OK) *most = found;
    return status;
}
