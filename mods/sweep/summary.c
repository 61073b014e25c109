#include "mods/sweep/summary.h"

#include <math.h>
#include <string.h>

#include "mods/sweep/sums.h"
#include "tables/counts.h"

enum { EXACT_WORDS = sizeof(carom_exact) / sizeof(uint64_t) };

static size_t pairs(int variables) {
    return (size_t)(variables * (variables + 1) / 2);
}

carom_summary_shape carom_summary_plan(const carom_study *study) {
    carom_summary_shape s = {.variables = study->inputs + study->outputs};
    const size_t variables = (size_t)s.variables, outputs = (size_t)study->outputs;
    size_t at = 0;
    s.overflow = at++;
    s.answered = at++;
    s.status = at, at += CAROM_STATUS_END;
    s.mode = at, at += CAROM_MODE_COUNT;
    s.broken = at, at += CAROM_BROKEN_KINDS;
    s.sketch = at, at += outputs * CAROM_SKETCH_BUCKETS;
    s.histogram = at, at += outputs * CAROM_HISTOGRAM_WORDS;
    s.first = at, at += variables * EXACT_WORDS;
    s.second = at, at += pairs(s.variables) * EXACT_WORDS;
    s.least = at, at += variables;
    s.greatest = at, at += variables;
    s.worst_value = at, at += (size_t)study->worst;
    s.worst_sample = at, at += (size_t)study->worst;
    s.law_words = at;
    s.words = at * (size_t)study->laws;
    return s;
}

uint64_t *carom_summary_at(const carom_summary_shape *shape, uint64_t *words, int law, size_t part) {
    return words + (size_t)law * shape->law_words + part;
}

// The functions below access a part of the summary by its type.
static double *doubles(const carom_summary_shape *shape, uint64_t *words, int law, size_t part) {
    return (double *)(void *)carom_summary_at(shape, words, law, part);
}

static carom_exact *sums(const carom_summary_shape *shape, uint64_t *words, int law, size_t part) {
    return (carom_exact *)(void *)carom_summary_at(shape, words, law, part);
}

// A list of worst cases, worst first.
typedef struct {
    double *value;
    uint64_t *sample;
} worst_list;

static worst_list cases(const carom_summary_shape *shape, uint64_t *words, int law) {
    return (worst_list){doubles(shape, words, law, shape->worst_value),
                        carom_summary_at(shape, words, law, shape->worst_sample)};
}

void carom_summary_clear(const carom_study *study, const carom_summary_shape *shape, uint64_t *words) {
    memset(words, 0, shape->words * sizeof *words);
    for (int law = 0; law < study->laws; law++) {
        for (int k = 0; k < shape->variables; k++) {
            doubles(shape, words, law, shape->least)[k] = HUGE_VAL;
            doubles(shape, words, law, shape->greatest)[k] = -HUGE_VAL;
        }
        const worst_list worst = cases(shape, words, law);
        for (int k = 0; k < study->worst; k++) {
            worst.value[k] = study->worst_low ? HUGE_VAL : -HUGE_VAL;
            worst.sample[k] = UINT64_MAX;
        }
    }
}

// Returns true if a case is worse than number k of the list; of equal ones, the earlier sample is worse.
static bool worse(const carom_study *study, double value, uint64_t sample, worst_list list, int k) {
    if (value == list.value[k]) return sample < list.sample[k];
    return study->worst_low ? value < list.value[k] : value > list.value[k];
}

static void enter(const carom_study *study, worst_list list, double value, uint64_t sample) {
    int k = study->worst;
    if (!k || !worse(study, value, sample, list, k - 1)) return;
    while (--k > 0 && worse(study, value, sample, list, k - 1)) {
        list.value[k] = list.value[k - 1];
        list.sample[k] = list.sample[k - 1];
    }
    list.value[k] = value;
    list.sample[k] = sample;
}

static void merge_law(const carom_study *study, const carom_summary_shape *shape, int law, uint64_t *words,
                      uint64_t *other) {
    // The counts are stored first.
    uint64_t *to = carom_summary_at(shape, words, law, 0), *from = carom_summary_at(shape, other, law, 0);
    for (size_t i = 0; i < shape->first; i++) to[i] += from[i];
    carom_exact *sum = sums(shape, words, law, shape->first), *more = sums(shape, other, law, shape->first);
    for (size_t i = 0; i < (size_t)shape->variables + pairs(shape->variables); i++)
        carom_exact_merge(&sum[i], &more[i]);
    for (int k = 0; k < shape->variables; k++) {
        double *least = doubles(shape, words, law, shape->least),
               *greatest = doubles(shape, words, law, shape->greatest);
        least[k] = fmin(least[k], doubles(shape, other, law, shape->least)[k]);
        greatest[k] = fmax(greatest[k], doubles(shape, other, law, shape->greatest)[k]);
    }
    const worst_list worst = cases(shape, words, law), others = cases(shape, other, law);
    for (int k = 0; k < study->worst; k++) enter(study, worst, others.value[k], others.sample[k]);
}

void carom_summary_merge(const carom_study *study, const carom_summary_shape *shape, uint64_t *words,
                         const uint64_t *other) {
    for (int law = 0; law < study->laws; law++) merge_law(study, shape, law, words, (uint64_t *)(size_t)other);
}

// Adds a block.

// Finds the samples with a result and counts them; nearly always all of them have one.
static size_t count_statuses(uint64_t *status, const carom_block_answers *block, bool *answered) {
    bool fine[CAROM_STATUS_END];
    size_t ok = 0, answers = 0;
    for (size_t i = 0; i < block->n; i++) ok += block->status[i] == CAROM_OK;
    if (ok == block->n) {
        memset(answered, true, block->n);
        status[CAROM_OK] += ok;
        return ok;
    }
    for (int k = 0; k < CAROM_STATUS_END; k++) fine[k] = carom_status_classify((carom_status)k) == CAROM_CLASS_OK;
    for (size_t i = 0; i < block->n; i++) {
        status[block->status[i]]++;
        answers += answered[i] = fine[block->status[i]];
    }
    return answers;
}

// Counts modes in several counters in turn, because adding to the same counter twice in a row is slow.
static void count_modes(uint64_t *mode, const carom_block_answers *block, const bool *answered) {
    uint64_t part[4][CAROM_MODE_COUNT] = {{0}};
    for (size_t i = 0; i < block->n; i++) part[i % 4][block->mode[i]] += answered[i];
    for (int k = 0; k < CAROM_MODE_COUNT; k++) mode[k] += part[0][k] + part[1][k] + part[2][k] + part[3][k];
}

static void count_broken(uint64_t *broken, const carom_block_answers *block, const bool *answered) {
    unsigned any = 0;
    for (size_t i = 0; i < block->n; i++) any |= block->broken[i];
    for (size_t i = 0; i < block->n && any; i++)
        for (unsigned bits = answered[i] ? block->broken[i] : 0, k = 0; bits; bits >>= 1, k++) broken[k] += bits & 1;
}

// Computes deviations from the pivot (0 without a result and past the end) and the extremes.
static void deviate(const double *x, const bool *answered, size_t n, double pivot, double *deviation, double *least,
                    double *greatest) {
    double low = *least, high = *greatest;
    for (size_t i = 0; i < n; i++) {
        deviation[i] = answered[i] ? x[i] - pivot : 0.0;
        low = answered[i] && x[i] < low ? x[i] : low;
        high = answered[i] && x[i] > high ? x[i] : high;
    }
    for (size_t i = n; i < CAROM_SWEEP_BLOCK; i++) deviation[i] = 0.0;
    // -0 and 0 compare equal; adding 0 makes the bits independent of their order.
    *least = low + 0.0;
    *greatest = high + 0.0;
}

static void add_sketch(const carom_sums *lanes, uint64_t *sketch, const double *x, const bool *answered, size_t n) {
    int32_t bucket[CAROM_SWEEP_BLOCK];
    if (n == CAROM_SWEEP_BLOCK) lanes->buckets(x, bucket);
    for (size_t i = 0; i < n; i++)
        if (answered[i]) sketch[n == CAROM_SWEEP_BLOCK ? bucket[i] : carom_sketch_bucket(x[i])]++;
}

static void add_histogram(uint64_t *bins, const carom_histogram *h, const double *x, const bool *answered, size_t n) {
    const double scale = CAROM_HISTOGRAM_BINS / (h->high - h->low);
    for (size_t i = 0; i < n; i++) {
        if (!answered[i]) continue;
        const double place = floor((x[i] - h->low) * scale);
        bins[place < 0.0 ? 0 : place >= CAROM_HISTOGRAM_BINS ? CAROM_HISTOGRAM_BINS + 1 : 1 + (int)place]++;
    }
}

static void add_moments(const carom_sums *lanes, const carom_summary_shape *shape, uint64_t *words, int law,
                        const double *deviation) {
    carom_exact *first = sums(shape, words, law, shape->first), *second = sums(shape, words, law, shape->second);
    bool fits = true;
    for (int j = 0; j < shape->variables; j++) {
        const double *dj = deviation + (size_t)j * CAROM_SWEEP_BLOCK;
        fits = carom_exact_add(&first[j], lanes->total(dj)) && fits;
        carom_exact_tidy(&first[j]);
        for (int k = 0; k <= j; k++, second++) {
            fits = carom_exact_add(second, lanes->dot(dj, deviation + (size_t)k * CAROM_SWEEP_BLOCK)) && fits;
            carom_exact_tidy(second);
        }
    }
    if (!fits) ++*carom_summary_at(shape, words, law, shape->overflow);
}

void carom_summary_add(const carom_study *study, const carom_summary_shape *shape, uint64_t *words, int law,
                       const double *pivot, const carom_block_answers *block) {
    double deviation[(CAROM_SWEEP_INPUTS + CAROM_OUTPUT_COUNT) * CAROM_SWEEP_BLOCK];
    bool answered[CAROM_SWEEP_BLOCK];
    const carom_sums *lanes = carom_sums_best();
    const size_t n = block->n;
    const size_t answers = count_statuses(carom_summary_at(shape, words, law, shape->status), block, answered);
    *carom_summary_at(shape, words, law, shape->answered) += answers;
    count_modes(carom_summary_at(shape, words, law, shape->mode), block, answered);
    count_broken(carom_summary_at(shape, words, law, shape->broken), block, answered);
    for (int k = 0; k < shape->variables; k++) {
        double *to = deviation + (size_t)k * CAROM_SWEEP_BLOCK, *least = &doubles(shape, words, law, shape->least)[k];
        double *greatest = &doubles(shape, words, law, shape->greatest)[k];
        if (answers == CAROM_SWEEP_BLOCK)
            lanes->deviate(block->variable[k], pivot[k], to, least, greatest);
        else
            deviate(block->variable[k], answered, n, pivot[k], to, least, greatest);
    }
    add_moments(lanes, shape, words, law, deviation);
    for (int k = 0; k < study->outputs; k++) {
        const double *x = block->variable[study->inputs + k];
        uint64_t *sketch = carom_summary_at(shape, words, law, shape->sketch) + k * CAROM_SKETCH_BUCKETS;
        add_sketch(lanes, sketch, x, answered, n);
        if (study->histogram[k].wanted)
            add_histogram(carom_summary_at(shape, words, law, shape->histogram) + k * CAROM_HISTOGRAM_WORDS,
                          &study->histogram[k], x, answered, n);
    }
    if (!study->worst) return;
    const double *of = block->variable[study->inputs + study->worst_of];
    const worst_list list = cases(shape, words, law);
    // Most samples are not worse than the last entry of the list and are skipped here.
    const double sign = study->worst_low ? -1.0 : 1.0;
    for (size_t i = 0; i < n; i++)
        if (answered[i] && sign * of[i] >= sign * list.value[study->worst - 1])
            enter(study, list, of[i], block->first + i);
}

// Computes mean and covariance from sums about the pivot:  S_jk = sum d_j d_k - sum d_j sum d_k / n.
void carom_summary_moments(const carom_summary_shape *shape, uint64_t *words, int law, const double *pivot,
                           double *mean, double *covariance) {
    const size_t variables = (size_t)shape->variables;
    const double n = (double)*carom_summary_at(shape, words, law, shape->answered);
    const bool lost = *carom_summary_at(shape, words, law, shape->overflow) > 0 || n < 1.0;
    const carom_exact *first = sums(shape, words, law, shape->first), *second = sums(shape, words, law, shape->second);
    for (size_t j = 0; j < variables; j++) {
        const double dj = carom_exact_value(&first[j]);
        mean[j] = lost ? (double)NAN : pivot[j] + dj / n;
        for (size_t k = 0; k <= j; k++, second++) {
            const double about = carom_exact_value(second) - dj * (carom_exact_value(&first[k]) / n);
            covariance[j * variables + k] = covariance[k * variables + j] =
                lost || n < 2.0 ? (double)NAN : about / (n - 1.0);
        }
    }
}

double carom_summary_quantile(const carom_summary_shape *shape, uint64_t *words, int law, int inputs, int output,
                              double share) {
    const uint64_t *count = carom_summary_at(shape, words, law, shape->sketch) + output * CAROM_SKETCH_BUCKETS;
    const uint64_t answered = *carom_summary_at(shape, words, law, shape->answered);
    double least, greatest, low, high;
    memcpy(&least, carom_summary_at(shape, words, law, shape->least) + inputs + output, sizeof least);
    memcpy(&greatest, carom_summary_at(shape, words, law, shape->greatest) + inputs + output, sizeof greatest);
    if (!answered) return (double)NAN;
    // Find the bucket in which the fraction is reached, and the position in this bucket.
    const double wanted = share * (double)answered;
    double below = 0.0;
    int bucket = 0;
    while (bucket < CAROM_SKETCH_BUCKETS - 1 && !(below + (double)count[bucket] >= wanted && count[bucket])) {
        below += (double)count[bucket];
        bucket++;
    }
    carom_sketch_bounds(bucket, &low, &high);
    low = fmax(low, least);
    high = fmin(high, greatest);
    const double inside = count[bucket] ? (wanted - below) / (double)count[bucket] : 0.0;
    return low + inside * (high - low);
}
