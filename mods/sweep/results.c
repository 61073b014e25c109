#include "mods/sweep/results.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/law.h"
#include "mods/sweep/sample.h"
#include "mods/sweep/store.h"
#include "tables/counts.h"

static const char format[] = "carom sweep 5";
static const double quantile_shares[] = {0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999};
enum { QUANTILE_COUNT = sizeof quantile_shares / sizeof *quantile_shares, PATH = 192, LONGEST_STUDY = 1 << 24 };

// Numbers of rows or columns in a dataset. A dataset with NO columns has rank 1.
typedef enum { NO, ONE, STATUSES, MODES, VIOLATIONS, VARIABLES, SUMS, DIGITS, OUTPUTS, BINS, BUCKETS, WORST } extent;

// The parts of a law's summary, which are datasets of /summary/<law>. They are all that a run needs to continue.
#define PART(name, kind, rows, columns, field, meaning)                                                                \
    { name, CAROM_HDF_##kind, rows, columns, offsetof(carom_summary_shape, field), meaning }
static const struct {
    const char *name;
    carom_hdf_kind kind;
    extent rows, columns;
    size_t field;
    const char *meaning;
} parts[] = {
    PART("count", WORD, ONE, NO, answered, "samples with an answer; the moments are theirs"),
    PART("overflow", WORD, ONE, NO, overflow,
         "blocks that are too large for the exact sums; then there are no moments"),
    PART("status", WORD, STATUSES, NO, status, "samples by status, as in /statuses"),
    PART("modes", WORD, MODES, NO, mode, "answers by mode, as in /modes"),
    PART("violations", WORD, VIOLATIONS, NO, broken, "answers by the conditions that they violate, as in /violations"),
    PART("minimum", REAL, VARIABLES, NO, least, "of inputs, then outputs"),
    PART("maximum", REAL, VARIABLES, NO, greatest, "of inputs, then outputs"),
    PART("histogram", WORD, OUTPUTS, BINS, histogram, "of outputs: below, 64 equal bins, above"),
    PART("sketch", WORD, OUTPUTS, BUCKETS, sketch, "of outputs: counts by sign, exponent and 5 more bits"),
    PART("sums", WORD, SUMS, DIGITS, first,
         "exact sums of deviations from the pivot, then of their products: digits of 32 bits, 2^-256 first"),
    PART("worst_value", REAL, WORST, NO, worst_value, "the worst answers, worst first; infinite: there are fewer"),
    PART("worst_sample", WORD, WORST, NO, worst_sample, "their sample numbers"),
};
enum { PARTS = sizeof parts / sizeof *parts };

static uint64_t size_of(const carom_results *r, extent e) {
    const uint64_t n = (uint64_t)r->shape.variables;
    const uint64_t size[] = {[NO] = 0,
                             [ONE] = 1,
                             [STATUSES] = CAROM_STATUS_END,
                             [MODES] = CAROM_MODE_COUNT,
                             [VIOLATIONS] = CAROM_BROKEN_KINDS,
                             [VARIABLES] = n,
                             [SUMS] = n + n * (n + 1) / 2,
                             [DIGITS] = CAROM_EXACT_DIGITS,
                             [OUTPUTS] = (uint64_t)r->study->outputs,
                             [BINS] = CAROM_HISTOGRAM_WORDS,
                             [BUCKETS] = CAROM_SKETCH_BUCKETS,
                             [WORST] = (uint64_t)r->study->worst};
    return size[e];
}

static carom_hdf_shape shape_of(carom_hdf_kind kind, uint64_t rows, uint64_t columns) {
    return (carom_hdf_shape){kind, columns ? 2 : 1, {rows, columns}, 0, true};
}

static carom_hdf_shape shape_of_part(const carom_results *r, int k) {
    return shape_of(parts[k].kind, size_of(r, parts[k].rows), size_of(r, parts[k].columns));
}

static uint64_t *part_at(const carom_results *r, int law, int k) {
    size_t at;
    memcpy(&at, (const char *)&r->shape + parts[k].field, sizeof at);
    return carom_summary_at(&r->shape, r->summary, law, at);
}

static void path_of(const carom_study *s, int law, const char *name, char path[PATH]) {
    snprintf(path, PATH, "/summary/%s%s%s", s->asked[law].name, *name ? "/" : "", name);
}

bool carom_results_new(carom_results *r, const carom_study *study, const char *text, const char *name) {
    *r = (carom_results){.study = study, .text = text, .name = name, .shape = carom_summary_plan(study)};
    r->done.runs_apart = study->columns;
    r->summary = calloc(r->shape.words, sizeof *r->summary);
    r->pivot = calloc((size_t)(study->laws * r->shape.variables), sizeof *r->pivot);
    if (r->summary) carom_summary_clear(study, &r->shape, r->summary);
    return r->summary && r->pivot;
}

void carom_results_free(carom_results *r) {
    free(r->summary);
    free(r->pivot);
    free(r->done.run);
    *r = (carom_results){.study = NULL};
}

bool carom_results_complete(const carom_results *r) {
    return r->done.total == carom_study_blocks(r->study);
}

uint64_t carom_results_samples(const carom_results *r) {
    return carom_results_complete(r) ? r->study->samples : r->done.total * CAROM_SWEEP_BLOCK;
}

double carom_results_bytes(const carom_study *s) {
    const double sample = 8.0 * (s->inputs + s->laws * s->outputs) + 3.0 * s->laws;
    return 8.0 * (double)carom_summary_plan(s).words + (s->columns ? sample * (double)s->samples : 0.0);
}

// Reads the file.

static bool check_note(const carom_hdf *hdf, const char *name, const char *wanted, carom_hdf_error *error) {
    enum { LONGEST = 256 };
    char *text = carom_hdf_note(hdf, name, LONGEST, error), says[200];
    if (!text && errno == ENOMEM) return false;
    const bool same = text && !strcmp(text, wanted);
    snprintf(says, sizeof says, "%s \"%.80s\", not \"%.40s\"", name, text ? text : "(unreadable)", wanted);
    free(text);
    return same || carom_hdf_fail(error, "was made by another version of carom", says);
}

char *carom_results_text(const char *name, carom_hdf_error *error) {
    carom_hdf hdf;
    char *text = NULL;
    if (carom_hdf_open(&hdf, name, error)) {
        if (!carom_hdf_has(&hdf, "/study"))
            carom_hdf_fail(error, "is not the result of a sweep", "it has no dataset /study");
        else if (check_note(&hdf, "format", format, error) && check_note(&hdf, "carom_version", carom_version(), error))
            text = carom_hdf_text(&hdf, "/study", LONGEST_STUDY, error);
    }
    carom_hdf_close(&hdf);
    return text;
}

// Reads the runs of blocks that are done. They must be in order and inside the study.
static bool read_done(carom_results *r, const carom_hdf *hdf, carom_hdf_error *error) {
    const uint64_t runs = carom_hdf_length(hdf, "/done"), blocks = carom_study_blocks(r->study);
    const carom_hdf_shape shape = {CAROM_HDF_WORD, 2, {runs, 2}, 0, true};
    uint64_t end = 0;
    if (!runs || runs > blocks) return carom_hdf_fail(error, "is damaged", "/done has no rows, or too many");
    carom_blocks *run = malloc((size_t)runs * sizeof *run);
    bool room = run != NULL,
         fine = room && carom_hdf_read(hdf, "/done", &shape, run, (size_t)runs * sizeof *run, error);
    for (uint64_t k = 0; k < runs && fine && room; k++) {
        fine = run[k].first >= end && run[k].first <= blocks && run[k].count <= blocks - run[k].first;
        end = run[k].first + run[k].count;
        if (!fine) carom_hdf_fail(error, "is damaged", "/done counts blocks that it cannot have");
        if (fine && run[k].count) room = carom_block_set_add(&r->done, run[k]);
    }
    free(run);
    return room ? fine : carom_hdf_fail(error, "cannot be read", "out of memory");
}

static bool read_law(carom_results *r, int law, const carom_hdf *hdf, carom_hdf_error *error) {
    const size_t n = (size_t)r->shape.variables, most = r->shape.words * sizeof *r->summary;
    const carom_hdf_shape pivot = shape_of(CAROM_HDF_REAL, n, 0);
    char path[PATH];
    for (int k = 0; k < PARTS; k++) {
        const carom_hdf_shape shape = shape_of_part(r, k);
        path_of(r->study, law, parts[k].name, path);
        if (shape.dims[0] && !carom_hdf_read(hdf, path, &shape, part_at(r, law, k), most, error)) return false;
    }
    const uint64_t *sample = carom_summary_at(&r->shape, r->summary, law, r->shape.worst_sample);
    for (int k = 0; k < r->study->worst; k++)
        if (sample[k] >= r->study->samples && sample[k] != UINT64_MAX)
            return carom_hdf_fail(error, "is damaged", "a worst case is not a sample");
    path_of(r->study, law, "pivot", path);
    return carom_hdf_read(hdf, path, &pivot, r->pivot + (size_t)law * n, n * sizeof *r->pivot, error);
}

bool carom_results_read(carom_results *r, carom_hdf_error *error) {
    carom_hdf hdf;
    bool fine = carom_hdf_open(&hdf, r->name, error) && read_done(r, &hdf, error);
    for (int law = 0; law < r->study->laws && fine; law++) fine = read_law(r, law, &hdf, error);
    r->whole = fine && carom_hdf_has(&hdf, "/columns");
    carom_hdf_close(&hdf);
    return fine;
}

// Writes the file.

typedef const char *name_fn(const carom_study *study, int index);

static const char *law_name(const carom_study *s, int k) {
    return k < s->laws ? s->asked[k].name : NULL;
}
static const char *input_name(const carom_study *s, int k) {
    return k < s->inputs ? s->input[k].name : NULL;
}
static const char *output_name(const carom_study *s, int k) {
    return k < s->outputs ? carom_output_at((int)s->output[k])->name : NULL;
}
static const char *mode_name(const carom_study *s, int k) {
    return k < CAROM_MODE_COUNT ? carom_mode_name((carom_mode)k) : NULL;
}
static const char *status_name(const carom_study *s, int k) {
    const char *name = carom_status_name((carom_status)k);
    return k < CAROM_STATUS_END ? (strcmp(name, "unknown-status") ? name : "") : NULL;
}
static const char *violation_name(const carom_study *s, int k) {
    return k < CAROM_BROKEN_KINDS ? carom_enum_name(CAROM_ENUM_VIOLATION, (int)(1u << k)) : NULL;
}

// CAROM_SWEEP_NAME is longer than any name of the tables; the reader rejects longer names of the user.
static const struct {
    const char *path, *meaning;
    name_fn *name;
} lists[] = {
    {"/laws", "names of the laws", law_name},
    {"/inputs", "paths of the varied inputs in the scenario; their values are in SI units", input_name},
    {"/outputs", "outputs of each sample", output_name},
    {"/modes", "modes by their number", mode_name},
    {"/statuses", "statuses by their number; empty: none has it", status_name},
    {"/violations", "conditions that a result can violate, by bit", violation_name},
};

static void put_lists(carom_store *store, const carom_study *s) {
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        char rows[CAROM_STATUS_END][CAROM_SWEEP_NAME] = {{0}};
        uint64_t n = 0;
        for (const char *name; n < CAROM_STATUS_END && (name = lists[i].name(s, (int)n)); n++)
            snprintf(rows[n], sizeof rows[n], "%s", name);
        const carom_hdf_shape shape = {CAROM_HDF_TEXT, 1, {n}, CAROM_SWEEP_NAME, true};
        carom_store_put(store, lists[i].path, &shape, NULL, lists[i].meaning, rows);
    }
}

static void put_globals(carom_store *store, const carom_results *r) {
    const carom_study *s = r->study;
    const carom_hdf_shape text = {CAROM_HDF_TEXT, 1, {1}, strlen(r->text) + 1, true};
    const carom_hdf_shape shares = shape_of(CAROM_HDF_REAL, QUANTILE_COUNT, 0);
    const carom_hdf_shape ranges = shape_of(CAROM_HDF_REAL, (uint64_t)s->outputs, 2);
    const bool apart = r->done.runs && !carom_results_complete(r);
    const carom_blocks joined = {0, r->done.total};
    const carom_hdf_shape runs = shape_of(CAROM_HDF_WORD, apart ? r->done.runs : 1, 2);
    const carom_hdf_shape one = shape_of(CAROM_HDF_WORD, 1, 0);
    const uint64_t samples = carom_results_samples(r);
    double range[CAROM_OUTPUT_COUNT][2] = {{0.0}};
    for (int k = 0; k < s->outputs; k++)
        if (s->histogram[k].wanted) range[k][0] = s->histogram[k].low, range[k][1] = s->histogram[k].high;
    carom_store_note(store, "/", "format", format);
    carom_store_note(store, "/", "carom_version", carom_version());
    carom_store_note(store, "/", "units", "SI; components normal first; P acts on body A");
    carom_store_note(store, "/", "random_numbers",
                     "Philox 4x64-10, Salmon et al. 2011; Sobol directions of Joe & Kuo 2008");
    carom_store_put(store, "/study", &text, NULL, "the sweep file this was made from", r->text);
    carom_store_put(store, "/done", &runs, NULL, "blocks of 2048 samples that are done: first block, number of blocks",
                    apart ? r->done.run : &joined);
    put_lists(store, s);
    carom_store_put(store, "/quantile_shares", &shares, NULL, "shares of the quantiles", quantile_shares);
    carom_store_put(store, "/histogram_range", &ranges, NULL,
                    "first and last edge of each output's histogram; 0, 0: none", range);
    carom_store_group(store, "/summary");
    carom_store_put(store, "/summary/samples", &one, NULL, "number of samples in the summaries", &samples);
}

static void put(carom_store *store, const carom_results *r, int law, const char *name, uint64_t rows, uint64_t columns,
                const char *meaning, const double *data) {
    const carom_hdf_shape shape = shape_of(CAROM_HDF_REAL, rows, columns);
    char path[PATH];
    path_of(r->study, law, name, path);
    carom_store_put(store, path, &shape, NULL, meaning, data);
}

// Writes what follows from the parts.
static void put_derived(carom_store *store, const carom_results *r, int law) {
    enum { MOST = CAROM_SWEEP_INPUTS + CAROM_OUTPUT_COUNT };
    const carom_study *s = r->study;
    const uint64_t n = (uint64_t)r->shape.variables, *sample;
    double mean[MOST], covariance[MOST * MOST], quantile[CAROM_OUTPUT_COUNT][QUANTILE_COUNT];
    const double *pivot = r->pivot + (uint64_t)law * n;
    carom_summary_moments(&r->shape, r->summary, law, pivot, mean, covariance);
    for (int k = 0; k < s->outputs; k++)
        for (int q = 0; q < QUANTILE_COUNT; q++)
            quantile[k][q] = carom_summary_quantile(&r->shape, r->summary, law, s->inputs, k, quantile_shares[q]);
    put(store, r, law, "pivot", n, 0, "numbers near the means, which the sums are relative to", pivot);
    put(store, r, law, "mean", n, 0, "of inputs, then outputs", mean);
    put(store, r, law, "covariance", n, n, "of inputs, then outputs", covariance);
    put(store, r, law, "quantiles", (uint64_t)s->outputs, QUANTILE_COUNT,
        "of outputs, at /quantile_shares, to 1/32 of each", quantile[0]);
    double *inputs = calloc((size_t)(s->worst * s->inputs) + 1, sizeof *inputs), *column[CAROM_SWEEP_INPUTS];
    sample = carom_summary_at(&r->shape, r->summary, law, r->shape.worst_sample);
    for (int i = 0; inputs && i < s->worst; i++) {
        for (int k = 0; k < s->inputs; k++) column[k] = &inputs[i * s->inputs + k];
        if (sample[i] != UINT64_MAX) carom_sample(s, sample[i], 1, column);
    }
    if (!inputs) carom_store_fail(store, ENOMEM);
    if (s->worst) put(store, r, law, "worst_inputs", (uint64_t)s->worst, (uint64_t)s->inputs, "their inputs", inputs);
    free(inputs);
}

static void put_law(carom_store *store, const carom_results *r, int law) {
    const carom_law_asked *asked = &r->study->asked[law];
    const carom_law *of = asked->law ? asked->law : asked->method;
    char path[PATH];
    path_of(r->study, law, "", path);
    carom_store_group(store, path);
    carom_store_note(store, path, asked->law ? "law" : "method", of->name);
    carom_store_note(store, path, "citation", of->citation);
    for (int k = 0; k < PARTS; k++) {
        const carom_hdf_shape shape = shape_of_part(r, k);
        path_of(r->study, law, parts[k].name, path);
        if (shape.dims[0]) carom_store_put(store, path, &shape, NULL, parts[k].meaning, part_at(r, law, k));
    }
    put_derived(store, r, law);
}

bool carom_results_write(carom_results *r) {
    const bool whole = r->study->columns && carom_results_complete(r);
    carom_store store;
    carom_store_begin(&store, r->name, 8 * r->shape.words);
    put_globals(&store, r);
    for (int law = 0; law < r->study->laws; law++) put_law(&store, r, law);
    if (whole && !carom_columns_merge(r, &store)) carom_store_fail(&store, r->damage.text[0] ? EIO : ENOMEM);
    const bool done = carom_store_end(&store);
    r->whole = r->whole || (whole && done);
    return done;
}
