// Solves friction cones with flat sides as an LCP by Lemke's method (Stewart & Trinkle 1996; Anitescu & Potra 1997).
//   x = (p, b_1 .. b_k, l)     x_n = floor + p,  x_t = sum b_j d_j
//   w = (z_n, z_t.d_j + l, mu x_n - sum b_j)
// One of the directions d_j is opposite to the expected slip. If that slip is correct, the solution equals that of the
// round cone.
#include <math.h>

#include "carom/systems.h"
#include "systems/cones3.h"
#include "systems/lemke.h"

enum { SIDES = 8 };

bool carom_facets3_carve(carom_facets3 *f, int nc, carom_arena *a) {
    const size_t n = (size_t)(SIDES + 2) * (size_t)nc;
    f->sides = SIDES;
    f->M = CAROM_TAKE(a, n * n, double);
    f->q = CAROM_TAKE(a, n, double);
    f->z = CAROM_TAKE(a, n, double);
    f->cover = CAROM_TAKE(a, n, double);
    f->aim = CAROM_TAKE(a, 2 * (size_t)nc, double);
    f->bytes = carom_lemke_memory((int)n);
    f->memory = carom_arena_take(a, 1, f->bytes);
    return !carom_arena_short(a);
}

// Returns one of eight directions, the first along `aim`.
static void direction(const double aim[2], int j, double d[2]) {
    const double half = 0.70710678118654752;
    const double turn[SIDES][2] = {{1.0, 0.0},  {half, half},   {0.0, 1.0},  {-half, half},
                                   {-1.0, 0.0}, {-half, -half}, {0.0, -1.0}, {half, -half}};
    const double length = sqrt(aim[0] * aim[0] + aim[1] * aim[1]);
    const double c = length > 0.0 ? aim[0] / length : 1.0, s = length > 0.0 ? aim[1] / length : 0.0;
    d[0] = turn[j][0] * c - turn[j][1] * s;
    d[1] = turn[j][0] * s + turn[j][1] * c;
}

// Writes weight.A of one contact, times the columns of x, into one row of M.
static void fill_row(const carom_facets3 *f, const carom_scaled3 *s, const double weight[3], int contact, double *row) {
    const size_t n = (size_t)s->n, each = SIDES + 2;
    for (size_t j = 0; j < (size_t)s->nc; j++) {
        double sum[3] = {0.0, 0.0, 0.0};
        for (size_t k = 0; k < 3; k++)
            for (size_t c = 0; c < 3; c++) sum[c] += weight[k] * s->A[(3 * (size_t)contact + k) * n + 3 * j + c];
        row[each * j] = sum[0];
        for (int k = 0; k < SIDES; k++) {
            double d[2];
            direction(f->aim + 2 * j, k, d);
            row[each * j + 1 + (size_t)k] = sum[1] * d[0] + sum[2] * d[1];
        }
        row[each * j + 1 + SIDES] = 0.0;
    }
}

// Returns weight.(b + A floor) of one contact.
static double constant(const carom_scaled3 *s, const double weight[3], int contact) {
    double sum = 0.0;
    for (int k = 0; k < 3; k++) {
        const double *row = s->A + (size_t)(3 * contact + k) * (size_t)s->n;
        double z = s->b[3 * contact + k];
        for (int j = 0; j < s->nc; j++) z += row[3 * j] * s->floor[j];
        sum += weight[k] * z;
    }
    return sum;
}

static void assemble(const carom_facets3 *f, const carom_scaled3 *s) {
    const size_t each = SIDES + 2, n = each * (size_t)s->nc;
    for (int i = 0; i < s->nc; i++) {
        const size_t first = each * (size_t)i;
        const double normal[3] = {1.0, 0.0, 0.0};
        fill_row(f, s, normal, i, f->M + first * n);
        f->q[first] = constant(s, normal, i);
        double *last = f->M + (first + 1 + SIDES) * n;
        for (size_t j = 0; j < n; j++) last[j] = 0.0;
        for (int k = 0; k < SIDES; k++) {
            double along[3] = {0.0, 0.0, 0.0};
            const size_t at = first + 1 + (size_t)k;
            direction(f->aim + 2 * (size_t)i, k, along + 1);
            fill_row(f, s, along, i, f->M + at * n);
            f->M[at * n + first + 1 + SIDES] = 1.0;
            f->q[at] = constant(s, along, i);
            last[at] = -1.0;
        }
        last[first] = s->mu[i];
        f->q[first + 1 + SIDES] = s->mu[i] * s->floor[i];
    }
}

bool carom_facets3_solve(carom_facets3 *f, const carom_scaled3 *s, int attempt, double *x, int *pivots) {
    const int n = (SIDES + 2) * s->nc;
    int taken = 0;
    assemble(f, s);
    const carom_status status =
        carom_lemke_along(n, f->M, f->q, carom_lemke_cover(n, attempt, f->cover), f->z, f->memory, f->bytes, &taken);
    *pivots += taken;
    if (status != CAROM_OK) return false;
    for (int i = 0; i < s->nc; i++) {
        const double *z = f->z + (SIDES + 2) * i;
        x[3 * i] = s->floor[i] + z[0];
        x[3 * i + 1] = x[3 * i + 2] = 0.0;
        for (int k = 0; k < SIDES; k++) {
            double d[2];
            direction(f->aim + 2 * (size_t)i, k, d);
            x[3 * i + 1] += z[1 + k] * d[0];
            x[3 * i + 2] += z[1 + k] * d[1];
        }
    }
    return true;
}
