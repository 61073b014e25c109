#include "mods/sweep/results.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mods/sweep/sample.h"
#include "tables/counts.h"

bool carom_results_plan(carom_results *r, const carom_study *study, const char *text) {
    *r = (carom_results){.study = study, .shape = carom_summary_plan(study), .store = {-1, false}};
    r->state_words = CAROM_PROGRESS_WORDS + r->shape.words;
    r->state = calloc(r->state_words, sizeof *r->state);
    r->key = carom_store_checksum(0, text, strlen(text));
    if (r->state) carom_summary_clear(study, &r->shape, carom_results_summary(r));
    return r->state && carom_layout_make(&r->layout, study, r->state_words, text);
}

void carom_results_free(carom_results *r) {
    carom_store_close(&r->store);
    carom_layout_free(&r->layout);
    free(r->state);
    *r = (carom_results){.store = {-1, false}};
}

bool carom_results_create(carom_results *r, const char *name, bool *taken, carom_hdf_error *error) {
    return carom_store_create(name, r->layout.items, r->layout.item_count, r->layout.notes, r->layout.note_count, taken,
                              error) &&
           carom_results_open(r, name, true, error);
}

// Checks that the done blocks and the worst cases belong to the study, since a state is read from a file.
static bool makes_sense(carom_results *r) {
    const carom_study *s = r->study;
    const carom_sweep_state *p = carom_results_progress(r);
    const uint64_t blocks = carom_study_blocks(s);
    if (p->prefix > blocks) return false;
    for (uint64_t ahead = 0; ahead < CAROM_WINDOW; ahead++) {
        const uint64_t block = p->prefix + ahead;
        const bool set = p->window[block % CAROM_WINDOW / 64] >> (block % 64) & 1;
        if (set && (!ahead || block >= blocks)) return false;
    }
    for (int law = 0; law < s->laws; law++) {
        const carom_worst_case *cases =
            (const void *)carom_summary_at(&r->shape, carom_results_summary(r), law, r->shape.worst);
        for (int k = 0; k < s->worst; k++)
            if (cases[k].index >= s->samples && cases[k].index != UINT64_MAX) return false;
    }
    return true;
}

static bool read_state(carom_results *r, carom_hdf_error *error) {
    switch (carom_slots_read(&r->store, &r->layout.items[CAROM_ITEM_STATE], r->key, r->state, r->state_words,
                             &r->sequence)) {
    case CAROM_SLOTS_READ:
        return makes_sense(r) || carom_hdf_fail(error, "is damaged: its state counts blocks it cannot have", NULL);
    case CAROM_SLOTS_EMPTY:
        memset(r->state, 0, r->state_words * sizeof *r->state);
        carom_summary_clear(r->study, &r->shape, carom_results_summary(r));
        return true;
    case CAROM_SLOTS_SPOILT:
        return carom_hdf_fail(error, "is damaged: neither of its two commits is whole; begin under another name", NULL);
    case CAROM_SLOTS_FAILED: break;
    }
    return carom_hdf_fail(error, "cannot be read", strerror(errno));
}

bool carom_results_open(carom_results *r, const char *name, bool writable, carom_hdf_error *error) {
    return carom_store_open(&r->store, name, writable, r->layout.items, r->layout.item_count, r->layout.notes,
                            r->layout.note_count, error) &&
           read_state(r, error);
}

carom_sweep_state *carom_results_progress(carom_results *r) {
    return (carom_sweep_state *)(void *)r->state;
}

uint64_t *carom_results_summary(carom_results *r) {
    return r->state + CAROM_PROGRESS_WORDS;
}

static uint64_t *window_word(carom_sweep_state *p, uint64_t block) {
    return &p->window[block % CAROM_WINDOW / 64];
}

bool carom_progress_has(const carom_sweep_state *p, uint64_t block) {
    return block < p->prefix || (p->window[block % CAROM_WINDOW / 64] >> (block % 64) & 1);
}

void carom_progress_set(carom_sweep_state *p, uint64_t block) {
    *window_word(p, block) |= UINT64_C(1) << (block % 64);
    // Extend the prefix over contiguous blocks.
    while (*window_word(p, p->prefix) >> (p->prefix % 64) & 1) {
        *window_word(p, p->prefix) &= ~(UINT64_C(1) << (p->prefix % 64));
        p->prefix++;
    }
}

uint64_t carom_progress_blocks(const carom_sweep_state *p) {
    uint64_t blocks = p->prefix;
    for (uint64_t b = 0; b < CAROM_WINDOW; b++) blocks += p->window[b / 64] >> (b % 64) & 1;
    return blocks;
}

// Writes columns.

// Returns the checksum of values in memory.
static uint64_t sum_of(uint64_t sum, const void *values, size_t n, size_t size) {
    return size == 1 ? carom_store_checksum(sum, values, n) : carom_store_checksum_words(sum, values, n);
}

static bool write_column(const carom_results *r, size_t item, uint64_t first, size_t n, const void *values, size_t size,
                         uint64_t *sum) {
    *sum = sum_of(*sum, values, n, size);
    return carom_store_write(&r->store, &r->layout.items[item], first * size, values, n * size);
}

bool carom_results_inputs(const carom_results *r, uint64_t first, size_t n, double *const x[], uint64_t *sum) {
    bool done = true;
    for (int k = 0; k < r->study->inputs && done && r->study->columns; k++)
        done = write_column(r, r->layout.first_column + (size_t)k, first, n, x[k], sizeof(double), sum);
    return done;
}

bool carom_results_law(const carom_results *r, int law, const carom_block_answers *b, uint64_t *sum) {
    const carom_study *s = r->study;
    if (!s->columns) return true;
    size_t item = r->layout.first_column + (size_t)carom_layout_columns_of(s, law);
    bool done = true;
    for (int k = 0; k < s->outputs && done; k++)
        done = write_column(r, item++, b->first, b->n, b->variable[s->inputs + k], sizeof(double), sum);
    return done && write_column(r, item, b->first, b->n, b->status, 1, sum) &&
           write_column(r, item + 1, b->first, b->n, b->mode, 1, sum) &&
           write_column(r, item + 2, b->first, b->n, b->broken, 1, sum);
}

// The checksums are the last item.
bool carom_results_sum(const carom_results *r, uint64_t block, uint64_t sum) {
    return !r->study->columns || carom_store_write(&r->store, &r->layout.items[r->layout.item_count - 1],
                                                   block * sizeof sum, &sum, sizeof sum);
}

// Computes the checksum of a block's columns in the file, in the order in which they were written.
static bool sum_again(const carom_results *r, uint64_t block, uint64_t *sum) {
    const uint64_t first = block * CAROM_SWEEP_BLOCK, left = r->study->samples - first;
    const size_t n = left < CAROM_SWEEP_BLOCK ? (size_t)left : CAROM_SWEEP_BLOCK;
    double values[CAROM_SWEEP_BLOCK];
    *sum = 0;
    for (size_t item = r->layout.first_column; item + 1 < r->layout.item_count; item++) {
        const size_t size = r->layout.items[item].type == CAROM_STORE_F64 ? sizeof(double) : 1;
        if (!carom_store_read(&r->store, &r->layout.items[item], first * size, values, n * size)) return false;
        *sum = sum_of(*sum, values, n, size);
    }
    return true;
}

// Computes the checksum of all 8-byte numbers in /summary; never 0, which means none.
static bool sum_summary(const carom_results *r, uint64_t *sum) {
    uint64_t words[512];
    *sum = 0;
    for (size_t item = CAROM_ITEM_SAMPLES; item < r->layout.first_column; item++) {
        if (item > CAROM_ITEM_SAMPLES && item < r->layout.first_law) continue;
        const uint64_t all = carom_store_bytes(&r->layout.items[item], 1);
        for (uint64_t at = 0; at < all; at += sizeof words) {
            const size_t n = all - at < sizeof words ? (size_t)(all - at) : sizeof words;
            if (!carom_store_read(&r->store, &r->layout.items[item], at, words, n)) return false;
            *sum = carom_store_checksum_words(*sum, words, n / sizeof *words);
        }
    }
    *sum |= 1;
    return true;
}

static bool verify_summary(const carom_results *r, carom_hdf_error *error) {
    uint64_t written, sum;
    errno = 0;
    if (!carom_store_read(&r->store, &r->layout.items[CAROM_ITEM_SUMMARY_SUM], 0, &written, sizeof written) ||
        !sum_summary(r, &sum))
        return carom_hdf_fail(error, "cannot be read", errno ? strerror(errno) : "it is too short");
    return !written || sum == written || carom_hdf_fail(error, "is damaged", "/summary is not what was written");
}

// Writes the checksum; 0 while /summary is being written. If the run is killed during this time, the summaries are
// invalid, but the state of the run is complete.
static bool write_sum(const carom_results *r, uint64_t sum) {
    return carom_store_write(&r->store, &r->layout.items[CAROM_ITEM_SUMMARY_SUM], 0, &sum, sizeof sum) &&
           carom_store_sync(&r->store);
}

bool carom_results_verify(carom_results *r, carom_hdf_error *error) {
    const carom_sweep_state *p = carom_results_progress(r);
    const uint64_t blocks = carom_study_blocks(r->study);
    char where[96];
    if (!verify_summary(r, error)) return false;
    if (!r->study->columns) return true;
    for (uint64_t block = 0; block < blocks && block < p->prefix + CAROM_WINDOW; block++) {
        uint64_t sum, written;
        if (!carom_progress_has(p, block)) continue;
        if (!sum_again(r, block, &sum) || !carom_store_read(&r->store, &r->layout.items[r->layout.item_count - 1],
                                                            block * sizeof written, &written, sizeof written))
            return carom_hdf_fail(error, "cannot be read", errno ? strerror(errno) : "it is too short");
        if (sum == written) continue;
        snprintf(where, sizeof where, "samples %llu to %llu are not what was written",
                 (unsigned long long)(block * CAROM_SWEEP_BLOCK),
                 (unsigned long long)(block * CAROM_SWEEP_BLOCK + CAROM_SWEEP_BLOCK - 1));
        return carom_hdf_fail(error, "is damaged", where);
    }
    return true;
}

bool carom_results_commit(carom_results *r) {
    return carom_store_sync(&r->store) &&
           carom_slots_write(&r->store, &r->layout.items[CAROM_ITEM_STATE], r->key, r->state, r->state_words,
                             r->sequence + 1) &&
           carom_store_sync(&r->store) && ++r->sequence;
}

bool carom_results_seal(carom_results *r) {
    // Writes a state with each of the two highest sequence numbers, one for each slot.
    for (uint64_t sequence = UINT64_MAX - 1; sequence >= UINT64_MAX - 1; sequence++) {
        r->sequence = sequence - 1;
        if (!carom_results_commit(r)) return false;
    }
    return true;
}

// Writes summaries as datasets.

static bool put(carom_results *r, int law, carom_law_item item, const void *values, size_t bytes) {
    const size_t place = r->layout.first_law + (size_t)law * carom_layout_law_items(r->study) + (size_t)item;
    return carom_store_write(&r->store, &r->layout.items[place], 0, values, bytes);
}

static bool put_words(carom_results *r, int law, carom_law_item item, size_t part, size_t count) {
    return put(r, law, item, carom_summary_at(&r->shape, carom_results_summary(r), law, part),
               count * sizeof(uint64_t));
}

static bool put_moments(carom_results *r, int law, const double *pivot) {
    enum { MOST = CAROM_SWEEP_INPUTS + CAROM_OUTPUT_COUNT };
    double mean[MOST], covariance[MOST * MOST];
    const size_t n = (size_t)r->shape.variables;
    carom_summary_moments(&r->shape, carom_results_summary(r), law, pivot + (size_t)law * n, mean, covariance);
    return put(r, law, CAROM_LAW_MEAN, mean, n * sizeof *mean) &&
           put(r, law, CAROM_LAW_COVARIANCE, covariance, n * n * sizeof *covariance);
}

static bool put_quantiles(carom_results *r, int law) {
    double quantile[CAROM_OUTPUT_COUNT][CAROM_QUANTILES];
    for (int k = 0; k < r->study->outputs; k++)
        for (int q = 0; q < CAROM_QUANTILES; q++)
            quantile[k][q] = carom_summary_quantile(&r->shape, carom_results_summary(r), law, r->study->inputs, k,
                                                    carom_quantile_shares[q]);
    return put(r, law, CAROM_LAW_QUANTILES, quantile, (size_t)r->study->outputs * sizeof quantile[0]);
}

static bool put_worst(carom_results *r, int law) {
    const carom_study *s = r->study;
    const carom_worst_case *cases =
        (const void *)carom_summary_at(&r->shape, carom_results_summary(r), law, r->shape.worst);
    double x[CAROM_SWEEP_INPUTS], *column[CAROM_SWEEP_INPUTS];
    bool done = true;
    for (int k = 0; k < s->inputs; k++) column[k] = &x[k];
    for (int k = 0; k < s->worst && cases[k].index != UINT64_MAX && done; k++) {
        const size_t place = r->layout.first_law + (size_t)law * carom_layout_law_items(s);
        const uint64_t at = (uint64_t)k * sizeof(double), width = (uint64_t)s->inputs * sizeof(double);
        carom_sample(s, cases[k].index, 1, column);
        done = carom_store_write(&r->store, &r->layout.items[place + CAROM_LAW_WORST_VALUE], at, &cases[k].value, 8) &&
               carom_store_write(&r->store, &r->layout.items[place + CAROM_LAW_WORST_SAMPLE], at, &cases[k].index, 8) &&
               carom_store_write(&r->store, &r->layout.items[place + CAROM_LAW_WORST_INPUTS], (uint64_t)k * width, x,
                                 (size_t)width);
    }
    return done;
}

bool carom_results_render(carom_results *r, const double *pivot) {
    const carom_study *s = r->study;
    const size_t outputs = (size_t)s->outputs, variables = (size_t)r->shape.variables;
    const uint64_t blocks = carom_progress_blocks(carom_results_progress(r));
    const uint64_t samples = blocks == carom_study_blocks(s) ? s->samples : blocks * CAROM_SWEEP_BLOCK;
    bool done = write_sum(r, 0) &&
                carom_store_write(&r->store, &r->layout.items[CAROM_ITEM_SAMPLES], 0, &samples, sizeof samples);
    for (int law = 0; law < s->laws && done; law++)
        done = put_words(r, law, CAROM_LAW_COUNT, r->shape.answered, 1) &&
               put_words(r, law, CAROM_LAW_STATUS, r->shape.status, CAROM_STATUS_END) &&
               put_words(r, law, CAROM_LAW_MODES, r->shape.mode, CAROM_MODE_COUNT) &&
               put_words(r, law, CAROM_LAW_BROKEN, r->shape.broken, CAROM_BROKEN_KINDS) &&
               put_words(r, law, CAROM_LAW_LEAST, r->shape.least, variables) &&
               put_words(r, law, CAROM_LAW_GREATEST, r->shape.greatest, variables) &&
               put_words(r, law, CAROM_LAW_SKETCH, r->shape.sketch, outputs * CAROM_SKETCH_BUCKETS) &&
               put_words(r, law, CAROM_LAW_HISTOGRAM, r->shape.histogram, outputs * CAROM_HISTOGRAM_WORDS) &&
               put_moments(r, law, pivot) && put_quantiles(r, law) && put_worst(r, law);
    uint64_t sum;
    return done && sum_summary(r, &sum) && carom_store_sync(&r->store) && write_sum(r, sum);
}
