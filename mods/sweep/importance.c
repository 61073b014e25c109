#include "mods/sweep/importance.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mods/sweep/sample.h"
#include "mods/sweep/sweep.h"

enum { N = CAROM_IMPORTANCE_SAMPLES, REPEATS = 200 };
_Static_assert((int)N <= (int)CAROM_SWEEP_BLOCK, "the samples are one block");

// Two independent sets of samples, and the first one with an input of the second.
typedef enum { A, B, MIXED, SETS } set;

typedef struct {
    const carom_study *study;
    carom_worker worker;
    int law;
    double *room, *x[SETS], *y[SETS]; // inputs x N, outputs x N
    bool good[SETS][N];               // which samples have a result
} work;

static const carom_estimate none = {(double)NAN, (double)NAN, (double)NAN};

static void evaluate(work *w, set k) {
    const carom_study *s = w->study;
    carom_block_answers block = {0};
    for (int i = 0; i < s->inputs; i++) memcpy(w->worker.x[i], w->x[k] + (size_t)i * N, N * sizeof(double));
    carom_worker_answer(&w->worker, w->law, N, &block);
    for (size_t i = 0; i < N; i++)
        w->good[k][i] = carom_status_classify((carom_status)block.status[i]) == CAROM_CLASS_OK;
    for (int o = 0; o < s->outputs; o++) {
        double *y = w->y[k] + (size_t)o * N;
        memcpy(y, block.variable[s->inputs + o], N * sizeof *y);
        for (size_t i = 0; i < N; i++) w->good[k][i] = w->good[k][i] && isfinite(y[i]);
    }
}

static void end(work *w) {
    free(w->room);
    if (w->worker.study) carom_worker_end(&w->worker);
}

static bool begin(work *w, const carom_sweep_results *results, int law) {
    const carom_study *s = &carom_sweep_study(results)->file.study;
    *w = (work){.study = s, .law = law};
    double *next = w->room = calloc((size_t)(SETS * (s->inputs + s->outputs)) * N, sizeof *next);
    const bool whole = carom_worker_start(&w->worker, s) && next;
    for (int k = 0; k < SETS && whole; k++) {
        w->x[k] = next, next += s->inputs * N;
        w->y[k] = next, next += s->outputs * N;
    }
    if (!whole) end(w);
    return whole;
}

// Draws random samples, with another seed for each set.
static void draw(const work *w, set k) {
    carom_study s = *w->study;
    double *x[CAROM_SWEEP_INPUTS];
    s.design = CAROM_RANDOM;
    s.seed = w->study->seed + 0x5eed + (uint64_t)k;
    s.samples = N;
    for (int i = 0; i < s.inputs; i++) x[i] = w->x[k] + (size_t)i * N;
    carom_sample(&s, 0, N, x);
}

static const double *sorted_by; // qsort has no context; used by one thread, within rank_all

static int by_value(const void *a, const void *b) {
    const unsigned i = *(const unsigned *)a, j = *(const unsigned *)b;
    if (sorted_by[i] != sorted_by[j]) return sorted_by[i] < sorted_by[j] ? -1 : 1;
    return i < j ? -1 : i > j;
}

// Computes the ranks of the good samples. Equal values share their mean rank. Returns their number.
static size_t rank_all(const double *x, const bool *good, double *rank) {
    unsigned order[N];
    size_t n = 0;
    for (unsigned i = 0; i < N; i++)
        if (good[i]) order[n++] = i;
    sorted_by = x;
    qsort(order, n, sizeof *order, by_value);
    for (size_t i = 0, j; i < n; i = j) {
        for (j = i; j < n && x[order[j]] == x[order[i]];) j++;
        for (size_t k = i; k < j; k++) rank[order[k]] = 0.5 * (double)(i + j - 1);
    }
    return n;
}

static carom_estimate rank_correlation(const work *w, int input, int output) {
    double rank[2][N], sums[3] = {0.0, 0.0, 0.0};
    rank_all(w->x[A] + (size_t)input * N, w->good[A], rank[0]);
    const size_t n = rank_all(w->y[A] + (size_t)output * N, w->good[A], rank[1]);
    const double mean = 0.5 * ((double)n - 1.0);
    for (size_t i = 0; i < N; i++) {
        if (!w->good[A][i]) continue;
        const double a = rank[0][i] - mean, b = rank[1][i] - mean;
        sums[0] += a * a;
        sums[1] += b * b;
        sums[2] += a * b;
    }
    const double size = sqrt(sums[0] * sums[1]);
    if (n < 10 || !(size > 0.0)) return none;
    const double r = fmin(fmax(sums[2] / size, -1.0), 1.0);
    const double z = atanh(fmin(fmax(r, -1.0 + 1e-15), 1.0 - 1e-15)), step = 1.96 / sqrt((double)n - 3.0);
    return (carom_estimate){r, tanh(z - step), tanh(z + step)};
}

typedef struct {
    double first, total;
} indices;

// Computes the estimators of Saltelli et al. 2010 (first-order index) and Jansen 1999 (total index), about the mean,
// over the listed samples.
static indices estimate(const work *w, int output, const unsigned *list, size_t n) {
    const double *a = w->y[A] + (size_t)output * N, *b = w->y[B] + (size_t)output * N;
    const double *ab = w->y[MIXED] + (size_t)output * N;
    double mean = 0.0, variance = 0.0, first = 0.0, total = 0.0;
    for (size_t k = 0; k < n; k++) mean += 0.5 * (a[list[k]] + b[list[k]]) / (double)n;
    for (size_t k = 0; k < n; k++) {
        const unsigned i = list[k];
        const double da = a[i] - mean, db = b[i] - mean;
        variance += 0.5 * (da * da + db * db);
        first += db * (ab[i] - a[i]);
        total += 0.5 * (a[i] - ab[i]) * (a[i] - ab[i]);
    }
    return (indices){first / variance, total / variance};
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static carom_estimate interval(double value, double *repeated) {
    qsort(repeated, REPEATS, sizeof *repeated, by_size);
    return (carom_estimate){value, repeated[REPEATS / 20], repeated[REPEATS - 1 - REPEATS / 20]};
}

static void bootstrap(const work *w, int output, carom_importance *to) {
    unsigned list[N], drawn[N];
    double first[REPEATS], total[REPEATS];
    uint64_t state = 88172645463325252u;
    size_t n = 0;
    for (unsigned i = 0; i < N; i++)
        if (w->good[A][i] && w->good[B][i] && w->good[MIXED][i]) list[n++] = i;
    to->first = to->total = none;
    if (n < 10) return;
    const indices whole = estimate(w, output, list, n);
    if (!isfinite(whole.first) || !isfinite(whole.total)) return;
    for (int r = 0; r < REPEATS; r++) {
        for (size_t k = 0; k < n; k++) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            drawn[k] = list[state % n];
        }
        const indices again = estimate(w, output, drawn, n);
        first[r] = again.first;
        total[r] = again.total;
    }
    to->first = interval(whole.first, first);
    to->total = interval(whole.total, total);
}

// Returns the number of inputs that are drawn together, beginning with this one: a correlated group, or the input alone.
static int group_size(const carom_study *s, int first) {
    int n = 1;
    if (s->input[first].spread != CAROM_CORRELATED) return n;
    while (first + n < s->inputs && s->input[first + n].spread == CAROM_CORRELATED && s->input[first + n].row > 0) n++;
    return n;
}

// Computes the Sobol indices of a group, which all its inputs share.
static void find_indices(work *w, int first, int n, carom_importance *list) {
    const carom_study *s = w->study;
    const size_t at = (size_t)first * N;
    memcpy(w->x[MIXED], w->x[A], (size_t)s->inputs * N * sizeof(double));
    memcpy(w->x[MIXED] + at, w->x[B] + at, (size_t)n * N * sizeof(double));
    evaluate(w, MIXED);
    for (int o = 0; o < s->outputs; o++) {
        carom_importance found = {.grouped = n > 1};
        bootstrap(w, o, &found);
        for (int k = first; k < first + n; k++) {
            carom_importance *to = &list[o * s->inputs + k];
            found.rank = to->rank;
            *to = found;
        }
    }
}

size_t carom_sweep_importance(const carom_sweep_results *results, int law, carom_importance *list) {
    work w;
    bool axes = false;
    if (!begin(&w, results, law)) return 0;
    const carom_study *s = w.study;
    for (set k = A; k <= B; k++) {
        draw(&w, k);
        evaluate(&w, k);
    }
    for (int k = 0; k < s->inputs; k++) {
        axes = axes || s->input[k].spread == CAROM_AXIS;
        for (int o = 0; o < s->outputs; o++)
            list[o * s->inputs + k] =
                (carom_importance){.rank = rank_correlation(&w, k, o), .first = none, .total = none};
    }
    for (int k = 0, n; k < s->inputs && !axes; k += n) {
        n = group_size(s, k);
        find_indices(&w, k, n, list);
    }
    end(&w);
    return N;
}

bool carom_sweep_typical(const carom_sweep_results *results, int law, uint64_t *sample) {
    work w;
    double best = HUGE_VAL;
    if (!begin(&w, results, law)) return false;
    const carom_study *s = w.study;
    const size_t n = s->samples < N ? (size_t)s->samples : N;
    double *x[CAROM_SWEEP_INPUTS];
    for (int k = 0; k < s->inputs; k++) x[k] = w.x[A] + (size_t)k * N;
    carom_sample(s, 0, n, x);
    for (int k = 0; k < s->inputs; k++)
        for (size_t i = n; i < N; i++) x[k][i] = x[k][0];
    evaluate(&w, A);
    for (size_t i = 0; i < n; i++) {
        double far = 0.0;
        for (int o = 0; o < s->outputs; o++) {
            const double span =
                carom_sweep_quantile(results, law, o, 0.95) - carom_sweep_quantile(results, law, o, 0.05);
            const double off = w.y[A][(size_t)o * N + i] - carom_sweep_quantile(results, law, o, 0.5);
            if (span > 0.0) far += off * off / (span * span);
        }
        if (!w.good[A][i] || !(far < best)) continue;
        best = far;
        *sample = i;
    }
    end(&w);
    return isfinite(best);
}

carom_status carom_sweep_sample_outputs(const carom_sweep_results *results, int law, uint64_t sample, double *outputs) {
    const carom_study *s = &carom_sweep_study(results)->file.study;
    carom_worker worker;
    carom_block_answers block = {0};
    if (!carom_worker_start(&worker, s)) return CAROM_NO_MEMORY;
    carom_worker_draw(&worker, sample, 1);
    carom_worker_answer(&worker, law, 1, &block);
    for (int k = 0; k < s->outputs; k++) outputs[k] = block.variable[s->inputs + k][0];
    const carom_status status = (carom_status)block.status[0];
    carom_worker_end(&worker);
    return status;
}

const char *carom_sweep_spread(const carom_sweep *study, int input, char *text, size_t size) {
    const carom_input *in = &study->file.study.input[input];
    double square = 0.0;
    for (int k = 0; k <= in->row; k++) square += in->factor[k] * in->factor[k];
    switch (in->spread) {
    case CAROM_UNIFORM: snprintf(text, size, "uniform, %.6g to %.6g", in->a, in->b); break;
    case CAROM_NORMAL: snprintf(text, size, "normal, mean %.6g, sd %.6g", in->a, in->b); break;
    case CAROM_LOGNORMAL: snprintf(text, size, "lognormal, median %.6g, sd of the log %.6g", in->a, in->b); break;
    case CAROM_TRIANGULAR:
        snprintf(text, size, "triangular, %.6g to %.6g, most likely %.6g", in->a, in->c, in->b);
        break;
    case CAROM_CORRELATED: snprintf(text, size, "normal with others, mean %.6g, sd %.6g", in->a, sqrt(square)); break;
    case CAROM_AXIS:
        snprintf(text, size, "%llu values, %.6g to %.6g", (unsigned long long)in->count, in->values[0],
                 in->values[in->count - 1]);
        break;
    }
    const size_t used = strlen(text);
    if (isfinite(in->low) || isfinite(in->high))
        snprintf(text + used, size - used, ", cut to %.6g to %.6g", in->low, in->high);
    return text;
}
