// Measures the cost of derivatives: products with a vector in batches compared with plain batches, and the Jacobian of
// one impact compared with the impact. All measurements alternate in one run.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "carom/derivatives.h"

enum { MOST_COLUMNS = 2 * BENCH_MOST_IN, OUTCOME = 7 };

// Tangents and cotangents for the columns of a batch.
typedef struct moves {
    double *memory;
    carom_batch_tangent d;
    carom_batch_tangent_out to;
    carom_batch_cotangent bar;
    carom_batch_cotangent_out back;
} moves;

static double *next(moves *m, size_t n, int *used) {
    double *column = m->memory + (size_t)(*used)++ * n;
    for (size_t i = 0; i < n; i++) column[i] = 0.5 + 1e-6 * (double)(i % 1000);
    return column;
}

static bool make(moves *m, const bench_data *x) {
    const int dim = x->batch.dim;
    int used = 0;
    memset(m, 0, sizeof *m);
    m->memory = malloc((MOST_COLUMNS + 2 * OUTCOME) * x->n * sizeof(double));
    if (!m->memory) return false;
    for (int i = 0; i < dim; i++) {
        m->d.v[i] = carom_array(next(m, x->n, &used));
        m->back.v[i] = carom_array_out(next(m, x->n, &used));
        m->to.P[i] = carom_array_out(next(m, x->n, &used));
        m->bar.P[i] = carom_array(next(m, x->n, &used));
        for (int j = i; j < dim; j++) {
            m->d.W[i][j] = carom_array(next(m, x->n, &used));
            m->back.W[i][j] = carom_array_out(next(m, x->n, &used));
        }
    }
    for (int k = 0; k < CAROM_PARAM_END; k++) {
        if (!x->batch.param[k].first) continue;
        m->d.param[k] = carom_array(next(m, x->n, &used));
        m->back.param[k] = carom_array_out(next(m, x->n, &used));
    }
    return true;
}

static carom_contact contact_of(const bench_data *x, size_t i) {
    carom_contact c = {.dim = x->batch.dim};
    for (int row = 0; row < c.dim; row++) {
        c.v[row] = x->batch.v[row].first[i];
        for (int col = row; col < c.dim; col++) c.W[row][col] = c.W[col][row] = x->batch.W[row][col].first[i];
    }
    return c;
}

static carom_params params_of(const bench_case *one, const bench_data *x, size_t i) {
    carom_params p = x->params;
    for (int k = 0; k < CAROM_PARAM_END; k++)
        if (x->batch.param[k].first)
            carom_params_set(&p, carom_law_coefficient(one->law, k), &x->batch.param[k].first[i], 1);
    return p;
}

// The first thousand problems, solved one at a time with and without the Jacobian.
enum { SINGLE = 1000 };
typedef struct problem {
    carom_contact c;
    carom_params p;
} problem;

static double single(const carom_law *law, const problem *list, size_t n, bool with) {
    carom_result out;
    carom_jacobian jac;
    const double start = bench_own_time();
    for (size_t i = 0; i < n; i++) {
        if (with)
            carom_collide_jacobian(law, &list[i].c, &list[i].p, &out, &jac);
        else
            carom_collide(law, &list[i].c, &list[i].p, &out);
    }
    return 1e9 * (bench_own_time() - start) / (double)n;
}

enum { VALUE, JVP, VJP, ONE, ONE_JAC, FIGURES };

static double figure(int what, const bench_case *one, const bench_data *x, const moves *m, const problem *list) {
    const size_t n = x->n, few = n < SINGLE ? n : SINGLE;
    const double start = bench_own_time();
    if (what == ONE || what == ONE_JAC) return single(one->law, list, few, what == ONE_JAC);
    if (what == VALUE)
        carom_collide_batch(one->law, n, &x->batch, &x->answers);
    else if (what == JVP)
        carom_collide_jvp_batch(one->law, n, &x->batch, &m->d, &x->answers, &m->to);
    else
        carom_collide_vjp_batch(one->law, n, &x->batch, &x->answers, &m->bar, &m->back);
    return 1e9 * (bench_own_time() - start) / (double)n;
}

static bool measure(const bench_case *one, size_t n, double seconds, double best[FIGURES]) {
    bench_data x;
    moves m;
    if (!bench_make(&x, one, n)) return false;
    problem *list = malloc(SINGLE * sizeof *list);
    const bool made = make(&m, &x) && list;
    for (size_t i = 0; made && i < SINGLE && i < n; i++) list[i] = (problem){contact_of(&x, i), params_of(one, &x, i)};
    for (int k = 0; k < FIGURES; k++) best[k] = HUGE_VAL;
    const double end = bench_now() + seconds;
    for (int i = 0; made && (i < 3 || bench_now() < end); i++)
        for (int k = 0; k < FIGURES; k++) best[k] = fmin(best[k], figure(k, one, &x, &m, list));
    free(list);
    free(m.memory);
    bench_free(&x);
    return made;
}

bool bench_jac(const char *law, size_t n, double seconds) {
    bench_case cases[64];
    const int count = bench_cases(cases, 64);
    printf("%-24s dim  batch, ns   JVP     VJP    times the batch   one call, ns  with Jacobian  times\n", "law");
    for (int i = 0; i < count; i++) {
        const bench_case *one = &cases[i];
        double ns[FIGURES];
        char name[64];
        if (law && strcmp(law, one->law->name)) continue;
        if (!(carom_law_derivatives(one->law) & (one->dim == 2 ? CAROM_2D : CAROM_3D))) continue;
        const bool closed = one->law->closed_form & (one->dim == 2 ? CAROM_2D : CAROM_3D);
        if (!measure(one, closed || n < 1000 ? n : 1000, seconds, ns)) return false;
        const bool stops = carom_law_reads(one->law) & CAROM_PARAM_BIT(restitution);
        snprintf(name, sizeof name, "%s %s", one->law->name,
                 stops ? carom_choice_at(carom_coefficient_at(NULL, CAROM_PARAM_restitution), (int)one->restitution)
                       : "");
        printf("%-24s  %d  %8.1f %8.1f %8.1f   %5.1f %5.1f     %8.0f     %8.0f     %6.2f\n", name, one->dim, ns[VALUE],
               ns[JVP], ns[VJP], ns[JVP] / ns[VALUE], ns[VJP] / ns[VALUE], ns[ONE], ns[ONE_JAC], ns[ONE_JAC] / ns[ONE]);
        fflush(stdout);
    }
    return true;
}
