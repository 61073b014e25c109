// Tests derivatives of batches. Those of an item must have the same bits alone and among other items, with every
// instruction set and column layout. At least half of the closed forms must have vectorised derivatives.
//   batch_moves [ITEMS]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch/blocks.h"
#include "batch/moves.h"
#include "bench/apply.h"
#include "support/floor.h"
#include "support/params.h"

enum { X = 5, Y = 5, MOST_PARAMS = 8, STRIDE = 3 };

// All columns of a batch, `step` numbers apart.
typedef struct table {
    size_t n, step;
    double *x[X], *p[MOST_PARAMS], *dx[X], *dp[MOST_PARAMS], *y[Y], *by[Y], *bx[X], *bp[MOST_PARAMS], *P[2];
    uint8_t *smooth, *mode;
    carom_params params;
    int count;
    carom_param which[MOST_PARAMS];
} table;

static double *column(size_t n) {
    double *x = calloc(n, sizeof *x);
    if (!x) exit(2);
    return x;
}

static carom_column in_column(const table *t, double *x, size_t first) {
    return (carom_column){x + first * t->step, t->step * sizeof *x};
}

static carom_column_out out_column(const table *t, double *x, size_t first) {
    return (carom_column_out){x + first * t->step, t->step * sizeof *x};
}

static table make(const carom_law *law, carom_restitution stop, size_t n, size_t step) {
    table t = {.n = n, .step = step, .params = params_plain()};
    t.params.restitution = stop;
    for (int k = 0; k < CAROM_PARAM_END && t.count < MOST_PARAMS; k++) {
        const carom_coefficient *row = (carom_law_reads(law) >> k) & 1 ? carom_law_coefficient(law, k) : NULL;
        const bool given = row && row->kind == CAROM_REAL && k != CAROM_PARAM_mu_static && k != CAROM_PARAM_rest_speed;
        if (given) t.which[t.count++] = (carom_param)k;
    }
    for (int k = 0; k < X; k++) {
        t.x[k] = column(n * step), t.dx[k] = column(n * step), t.bx[k] = column(n * step);
        t.y[k] = column(n * step), t.by[k] = column(n * step);
    }
    for (int k = 0; k < t.count; k++) t.p[k] = column(n * step), t.dp[k] = column(n * step), t.bp[k] = column(n * step);
    for (int k = 0; k < 2; k++) t.P[k] = column(n * step);
    t.smooth = calloc(n, 1), t.mode = calloc(n, 1);
    return t;
}

static void drop(table *t) {
    for (int k = 0; k < X; k++) free(t->x[k]), free(t->dx[k]), free(t->bx[k]), free(t->y[k]), free(t->by[k]);
    for (int k = 0; k < t->count; k++) free(t->p[k]), free(t->dp[k]), free(t->bp[k]);
    for (int k = 0; k < 2; k++) free(t->P[k]);
    free(t->smooth), free(t->mode);
}

static void fill(table *t, const carom_law *law) {
    for (size_t i = 0; i < t->n; i++) {
        random_stream r = random_at(99, i);
        carom_contact c = random_contact(&r, 2, 1.0);
        carom_params p = random_params(&r, 2);
        carom_result out;
        p.restitution = t->params.restitution;
        random_apply(law, &c, &p, &out);
        if (i % 37 == 0) c.v[1] = 0.0;            // no slip
        if (i % 41 == 0) c.v[0] = -c.v[0];        // separates
        if (i % 43 == 0) c.W[0][0] = (double)NAN; // is rejected
        const double x[X] = {c.v[0], c.v[1], c.W[0][0], c.W[0][1], c.W[1][1]};
        for (int k = 0; k < X; k++) {
            t->x[k][i * t->step] = x[k];
            t->dx[k][i * t->step] = random_between(&r, -1.0, 1.0);
            t->by[k][i * t->step] = random_between(&r, -1.0, 1.0);
        }
        for (int k = 0; k < t->count; k++) {
            double values[3];
            carom_params_get(&p, carom_law_coefficient(law, (int)t->which[k]), values);
            t->p[k][i * t->step] = values[0];
            t->dp[k][i * t->step] = random_between(&r, -1.0, 1.0);
        }
    }
}

// Computes the JVP and the VJP of n items, from item `first`.
static bool run(const carom_level *level, const carom_law *law, const table *t, size_t first, size_t n) {
    carom_batch_in in = {.dim = 2, .params = &t->params};
    carom_batch_tangent d = {.v = {in_column(t, t->dx[0], first), in_column(t, t->dx[1], first)}};
    carom_batch_cotangent bar = {.P = {in_column(t, t->by[0], first), in_column(t, t->by[1], first)},
                                 .v = {in_column(t, t->by[2], first), in_column(t, t->by[3], first)},
                                 .dE = in_column(t, t->by[4], first)};
    carom_batch_cotangent_out back = {.v = {out_column(t, t->bx[0], first), out_column(t, t->bx[1], first)}};
    const carom_batch_tangent_out to = {.P = {out_column(t, t->y[0], first), out_column(t, t->y[1], first)},
                                        .v = {out_column(t, t->y[2], first), out_column(t, t->y[3], first)},
                                        .dE = out_column(t, t->y[4], first),
                                        .smooth = {t->smooth + first, 1}};
    const carom_batch_out out = {.P = {out_column(t, t->P[0], first), out_column(t, t->P[1], first)},
                                 .mode = {t->mode + first, 1}};
    for (int k = 0; k < 2; k++) in.v[k] = in_column(t, t->x[k], first);
    for (int k = 0; k < 3; k++) {
        const int row = k == 2, col = k > 0;
        in.W[row][col] = in_column(t, t->x[2 + k], first);
        d.W[row][col] = in_column(t, t->dx[2 + k], first);
        back.W[row][col] = out_column(t, t->bx[2 + k], first);
    }
    for (int k = 0; k < t->count; k++) {
        in.param[t->which[k]] = in_column(t, t->p[k], first);
        d.param[t->which[k]] = in_column(t, t->dp[k], first);
        back.param[t->which[k]] = out_column(t, t->bp[k], first);
    }
    return carom_jvp_at(level, law, n, &in, &d, &out, &to) == CAROM_OK &&
           carom_vjp_at(level, law, n, &in, &out, &bar, &back) == CAROM_OK;
}

static bool same(const table *a, double *const *xs, const table *b, double *const *ys, int count, size_t i) {
    for (int k = 0; k < count; k++) {
        const double x = xs[k][i * a->step], y = ys[k][i * b->step];
        if (memcmp(&x, &y, sizeof x) && !(isnan(x) && isnan(y))) return false;
    }
    return true;
}

static bool same_item(const table *a, const table *b, size_t i) {
    return same(a, a->y, b, b->y, Y, i) && same(a, a->bx, b, b->bx, X, i) && same(a, a->bp, b, b->bp, a->count, i) &&
           same(a, a->P, b, b->P, 2, i) && a->smooth[i] == b->smooth[i] && a->mode[i] == b->mode[i];
}

// Returns 1 if the derivatives of this law are vectorised, otherwise 0.
static long stays(const carom_level *level, const carom_law *law, const table *t) {
    const carom_batch_out none = {.dE = {NULL, 0}};
    carom_batch_in in = {.dim = 2, .params = &t->params};
    for (int k = 0; k < 2; k++) in.v[k] = in_column(t, t->x[k], 0);
    for (int k = 0; k < 3; k++) in.W[k == 2][k > 0] = in_column(t, t->x[2 + k], 0);
    const carom_job j = carom_job_begin(level, law, &in, &none);
    return j.lanes >= 0 && level->push[j.lanes] ? 1 : 0;
}

static long differ, compared, in_lanes;

static void check(const carom_law *law, carom_restitution stop, size_t items) {
    table alone = make(law, stop, items, 1);
    fill(&alone, law);
    for (size_t i = 0; i < items; i++)
        if (!run(carom_level_baseline(), law, &alone, i, 1)) differ++;
    in_lanes += stays(carom_level_baseline(), law, &alone);
    for (int l = 0; l < CAROM_LEVEL_COUNT; l++) {
        for (size_t step = 1; carom_level_at(l) && step <= STRIDE; step += STRIDE - 1) {
            table t = make(law, stop, items, step);
            long off = 0;
            fill(&t, law);
            if (!run(carom_level_at(l), law, &t, 0, items)) off = (long)items;
            for (size_t i = 0; i < items; i++) off += !same_item(&alone, &t, i);
            if (off)
                printf("%s, %s, columns %zu apart: %ld of %zu items differ\n", law->name, carom_level_at(l)->name, step,
                       off, items);
            differ += off;
            compared += (long)items;
            drop(&t);
        }
    }
    drop(&alone);
}

int main(int count, char **words) {
    const size_t items = count > 1 ? (size_t)atol(words[1]) : 3000;
    long laws = 0;
    for (int k = 0; carom_law_at(NULL, k, CAROM_ONE_CONTACT); k++) {
        const carom_law *law = carom_law_at(NULL, k, CAROM_ONE_CONTACT);
        const bool stops = carom_law_reads(law) & CAROM_PARAM_BIT(restitution);
        if (!(carom_law_derivatives(law) & CAROM_2D) || !(law->closed_form & CAROM_2D)) continue;
        for (int stop = 0; stop < (stops ? 3 : 1); stop++, laws++) check(law, (carom_restitution)stop, items);
    }
    printf("%ld items compared, %ld differ; %ld of %ld closed forms have derivatives in lanes\n", compared, differ,
           in_lanes, laws);
    return floor_met("derivatives in lanes", in_lanes, laws, 0.5) && !differ ? 0 : 1;
}
