#include "mods/sweep/importance.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mods/sweep/sample.h"
#include "mods/sweep/sweep.h"

enum { N = CAROM_IMPORTANCE_SAMPLES, REPEATS = 200 };
_Static_assert((int)N <= (int)CAROM_SWEEP_BLOCK, "the samples are one block");

// Results of one set of samples: outputs x N, and which samples have a result.
typedef struct {
    double *y;
    bool *good;
} answers;

typedef struct {
    const carom_study *study;
    carom_worker worker;
    double *x[2];    // inputs x N of the sets A and B
    answers at[2];   // f(A), f(B)
    answers mixed;   // f(A with one input of B)
    double *rank;    // memory for ranks
    unsigned *order; // memory for the order of samples
    int law;
} work;

static void evaluate(work *w, const double *x, answers *to) {
    carom_block_answers block = {0};
    for (int k = 0; k < w->study->inputs; k++) memcpy(w->worker.x[k], x + (size_t)k * N, N * sizeof *x);
    carom_worker_answer(&w->worker, w->law, N, &block);
    for (size_t i = 0; i < N; i++) to->good[i] = carom_status_classify((carom_status)block.status[i]) == CAROM_CLASS_OK;
    for (int k = 0; k < w->study->outputs; k++)
        for (size_t i = 0; i < N; i++) {
            const double y = block.variable[w->study->inputs + k][i];
            to->y[(size_t)k * N + i] = y;
            to->good[i] = to->good[i] && isfinite(y);
        }
}

static bool begin(work *w, const carom_sweep_results *results, int law) {
    const carom_study *s = &carom_sweep_study(results)->file.study;
    const size_t inputs = (size_t)s->inputs, outputs = (size_t)s->outputs;
    *w = (work){.study = s, .law = law};
    bool whole = carom_worker_start(&w->worker, s);
    for (int i = 0; i < 2; i++) whole = (w->x[i] = calloc(inputs * N, sizeof(double))) && whole;
    for (int i = 0; i < 3; i++) {
        answers *a = i < 2 ? &w->at[i] : &w->mixed;
        whole = (a->y = calloc(outputs * N, sizeof(double))) && whole;
        whole = (a->good = calloc(N, sizeof(bool))) && whole;
    }
    whole = (w->rank = calloc(2 * N, sizeof(double))) && whole;
    return (w->order = calloc(N, sizeof(unsigned))) && whole;
}

static void end(work *w) {
    for (int i = 0; i < 2; i++) {
        free(w->x[i]);
        free(w->at[i].y);
        free(w->at[i].good);
    }
    free(w->mixed.y);
    free(w->mixed.good);
    free(w->rank);
    free(w->order);
    if (w->worker.study) carom_worker_end(&w->worker);
}

// Draws two independent sets of random samples, each with its own seed.
static void draw(const work *w, int set) {
    carom_study s = *w->study;
    double *x[CAROM_SWEEP_INPUTS];
    s.design = CAROM_RANDOM;
    s.seed = w->study->seed + 0x5eed + (uint64_t)set;
    s.samples = N;
    for (int k = 0; k < s.inputs; k++) x[k] = w->x[set] + (size_t)k * N;
    carom_sample(&s, 0, N, x);
}

// The functions below compute ranks.

static const double *sorted_by; // qsort has no context; used by one thread, within rank_all

static int by_value(const void *a, const void *b) {
    const unsigned i = *(const unsigned *)a, j = *(const unsigned *)b;
    if (sorted_by[i] != sorted_by[j]) return sorted_by[i] < sorted_by[j] ? -1 : 1;
    return i < j ? -1 : i > j;
}

// Computes the ranks of the n samples listed in `order`. Equal values share their mean rank.
static void rank_all(const double *x, unsigned *order, size_t n, double *rank) {
    sorted_by = x;
    qsort(order, n, sizeof *order, by_value);
    for (size_t i = 0; i < n;) {
        size_t j = i;
        while (j < n && x[order[j]] == x[order[i]]) j++;
        for (size_t k = i; k < j; k++) rank[order[k]] = 0.5 * (double)(i + j - 1);
        i = j;
    }
}

static carom_estimate rank_correlation(work *w, const double *x, const double *y) {
    double sums[3] = {0.0, 0.0, 0.0};
    for (int side = 0; side < 2; side++) {
        size_t n = 0;
        for (unsigned i = 0; i < N; i++)
            if (w->at[0].good[i]) w->order[n++] = i;
        rank_all(side ? y : x, w->order, n, w->rank + (size_t)side * N);
    }
    size_t n = 0;
    for (size_t i = 0; i < N; i++) n += w->at[0].good[i];
    const double mean = 0.5 * (double)(n - 1);
    for (size_t i = 0; i < N; i++) {
        if (!w->at[0].good[i]) continue;
        const double a = w->rank[i] - mean, b = w->rank[N + i] - mean;
        sums[0] += a * a;
        sums[1] += b * b;
        sums[2] += a * b;
    }
    const double size = sqrt(sums[0] * sums[1]);
    if (n < 10 || !(size > 0.0)) return (carom_estimate){(double)NAN, (double)NAN, (double)NAN};
    const double r = fmin(fmax(sums[2] / size, -1.0), 1.0);
    const double z = atanh(fmin(fmax(r, -1.0 + 1e-15), 1.0 - 1e-15)), step = 1.96 / sqrt((double)n - 3.0);
    return (carom_estimate){r, tanh(z - step), tanh(z + step)};
}

// The functions below compute Sobol indices.

typedef struct {
    double first, total;
} indices;

// Computes the estimators of Saltelli et al. 2010 (first-order index) and Jansen 1999 (total index), about the mean,
// over the listed samples.
static indices estimate(const work *w, int output, const unsigned *list, size_t n) {
    const double *a = w->at[0].y + (size_t)output * N, *b = w->at[1].y + (size_t)output * N;
    const double *ab = w->mixed.y + (size_t)output * N;
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
        if (w->at[0].good[i] && w->at[1].good[i] && w->mixed.good[i]) list[n++] = i;
    const carom_estimate none = {(double)NAN, (double)NAN, (double)NAN};
    to->first = to->total = none;
    const indices whole = n > 9 ? estimate(w, output, list, n) : (indices){(double)NAN, (double)NAN};
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

// Returns the last input of the correlated group that begins at this input.
static int group_end(const carom_study *s, int first) {
    int last = first;
    if (s->input[first].spread != CAROM_CORRELATED) return first;
    while (last + 1 < s->inputs && s->input[last + 1].spread == CAROM_CORRELATED && s->input[last + 1].row > 0) last++;
    return last;
}

size_t carom_sweep_importance(const carom_sweep_results *results, int law, carom_importance *list) {
    work w;
    bool axes = false;
    if (!begin(&w, results, law)) {
        end(&w);
        return 0;
    }
    const carom_study *s = w.study;
    for (int k = 0; k < s->inputs; k++) axes = axes || s->input[k].spread == CAROM_AXIS;
    for (int set = 0; set < 2; set++) {
        draw(&w, set);
        evaluate(&w, w.x[set], &w.at[set]);
    }
    for (int k = 0; k < s->inputs; k++)
        for (int o = 0; o < s->outputs; o++)
            list[o * s->inputs + k] =
                (carom_importance){.rank = rank_correlation(&w, w.x[0] + (size_t)k * N, w.at[0].y + (size_t)o * N),
                                   .first = {(double)NAN, (double)NAN, (double)NAN},
                                   .total = {(double)NAN, (double)NAN, (double)NAN}};
    double *mixed = axes ? NULL : malloc((size_t)s->inputs * N * sizeof *mixed);
    for (int k = 0, last; mixed && k < s->inputs; k = last + 1) {
        last = group_end(s, k);
        memcpy(mixed, w.x[0], (size_t)s->inputs * N * sizeof *mixed);
        memcpy(mixed + (size_t)k * N, w.x[1] + (size_t)k * N, (size_t)(last - k + 1) * N * sizeof *mixed);
        evaluate(&w, mixed, &w.mixed);
        for (int o = 0; o < s->outputs; o++) {
            bootstrap(&w, o, &list[o * s->inputs + k]);
            list[o * s->inputs + k].grouped = last > k;
            for (int j = k + 1; j <= last; j++) {
                carom_importance *other = &list[o * s->inputs + j];
                const carom_estimate rank = other->rank;
                *other = list[o * s->inputs + k];
                other->rank = rank;
            }
        }
    }
    free(mixed);
    end(&w);
    return N;
}

// The functions below evaluate single samples.

bool carom_sweep_typical(const carom_sweep_results *results, int law, uint64_t *sample) {
    work w;
    double best = HUGE_VAL;
    if (begin(&w, results, law)) {
        const carom_study *s = w.study;
        const size_t n = s->samples < N ? (size_t)s->samples : N;
        double *x[CAROM_SWEEP_INPUTS];
        for (int k = 0; k < s->inputs; k++) x[k] = w.x[0] + (size_t)k * N;
        carom_sample(s, 0, n, x);
        for (int k = 0; k < s->inputs; k++)
            for (size_t i = n; i < N; i++) x[k][i] = x[k][0];
        evaluate(&w, w.x[0], &w.at[0]);
        for (size_t i = 0; i < n; i++) {
            double far = 0.0;
            for (int o = 0; o < s->outputs; o++) {
                const double span =
                    carom_sweep_quantile(results, law, o, 0.95) - carom_sweep_quantile(results, law, o, 0.05);
                const double off = w.at[0].y[(size_t)o * N + i] - carom_sweep_quantile(results, law, o, 0.5);
                if (span > 0.0) far += off * off / (span * span);
            }
            if (w.at[0].good[i] && far < best) {
                best = far;
                *sample = i;
            }
        }
    }
    end(&w);
    return isfinite(best);
}

carom_status carom_sweep_sample_outputs(const carom_sweep_results *results, int law, uint64_t sample, double *outputs) {
    const carom_study *s = &carom_sweep_study(results)->file.study;
    carom_worker worker;
    carom_block_answers block = {0};
    if (!carom_worker_start(&worker, s)) return CAROM_NO_MEMORY;
    carom_sample(s, sample, 1, worker.x);
    carom_worker_answer(&worker, law, 1, &block);
    for (int k = 0; k < s->outputs; k++) outputs[k] = block.variable[s->inputs + k][0];
    const carom_status status = (carom_status)block.status[0];
    carom_worker_end(&worker);
    return status;
}

const char *carom_sweep_spread(const carom_sweep *study, int input, char *text, size_t size) {
    const carom_input *in = &study->file.study.input[input];
    char limits[80] = "";
    if (in->spread != CAROM_CORRELATED && in->spread != CAROM_AXIS && (isfinite(in->low) || isfinite(in->high)) &&
        in->spread != CAROM_UNIFORM && in->spread != CAROM_TRIANGULAR)
        snprintf(limits, sizeof limits, ", cut to %.6g to %.6g", in->low, in->high);
    switch (in->spread) {
    case CAROM_UNIFORM: snprintf(text, size, "uniform, %.6g to %.6g", in->a, in->b); break;
    case CAROM_NORMAL: snprintf(text, size, "normal, mean %.6g, sd %.6g%s", in->a, in->b, limits); break;
    case CAROM_LOGNORMAL:
        snprintf(text, size, "lognormal, median %.6g, sd of the log %.6g%s", in->a, in->b, limits);
        break;
    case CAROM_TRIANGULAR:
        snprintf(text, size, "triangular, %.6g to %.6g, most likely %.6g", in->a, in->c, in->b);
        break;
    case CAROM_CORRELATED: {
        double square = 0.0;
        for (int k = 0; k <= in->row; k++) square += in->factor[k] * in->factor[k];
        snprintf(text, size, "normal with others, mean %.6g, sd %.6g", in->a, sqrt(square));
        break;
    }
    case CAROM_AXIS:
        snprintf(text, size, "%llu values, %.6g to %.6g", (unsigned long long)in->count, in->values[0],
                 in->values[in->count - 1]);
        break;
    }
    return text;
}
