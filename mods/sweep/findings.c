// Reads the results of a run from its file.
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mods/scenario/json.h"
#include "mods/sweep/sample.h"
#include "mods/sweep/sweep.h"
#include "tables/counts.h"

struct carom_sweep_results {
    carom_sweep *study;
    carom_results results;
    char *path;
};

static carom_sweep_results *end(carom_sweep_results *r, const char *words, carom_error *why) {
    carom_error refusal;
    carom_refuse(&refusal, CAROM_BAD_FILE, "%s", words);
    carom_error_hand_over(&refusal, why);
    carom_sweep_close(r);
    return NULL;
}

static carom_sweep_results *open_study(carom_sweep *study, const char *path, carom_error *why) {
    carom_hdf_error error = {"out of memory"};
    carom_sweep_results *r = calloc(1, sizeof *r);
    if (!r) carom_sweep_free(study);
    if (!r) return end(NULL, error.text, why);
    r->study = study;
    r->path = strdup(path);
    const bool room = carom_results_new(&r->results, &study->file.study, study->file.text, r->path);
    return r->path && room && carom_results_read(&r->results, &error) ? r : end(r, error.text, why);
}

carom_sweep_results *carom_sweep_open(const char *path, carom_modules *modules, carom_error *why) {
    carom_hdf_error error;
    if (!path) return end(NULL, "the file name is NULL", why);
    char *text = carom_results_text(path, &error);
    if (!text) return end(NULL, error.text, why);
    carom_sweep *study = carom_sweep_parse(text, strlen(text), 0, modules, why);
    free(text);
    return study ? open_study(study, path, why) : NULL;
}

void carom_sweep_close(carom_sweep_results *r) {
    if (!r) return;
    carom_results_free(&r->results);
    carom_sweep_free(r->study);
    free(r->path);
    free(r);
}

const carom_sweep *carom_sweep_study(const carom_sweep_results *r) {
    return r ? r->study : NULL;
}

uint64_t carom_sweep_done(const carom_sweep_results *r) {
    return r ? carom_results_samples(&r->results) : 0;
}

// Returns the words of one law's summary; NULL if there is no such law.
static uint64_t *part(const carom_sweep_results *r, int law, size_t part) {
    if (!r || law < 0 || law >= r->study->file.study.laws) return NULL;
    return carom_summary_at(&r->results.shape, r->results.summary, law, part);
}

static uint64_t count(const uint64_t *words, int at, int most) {
    return words && at >= 0 && at < most ? words[at] : 0;
}

uint64_t carom_sweep_count(const carom_sweep_results *r, int law, carom_sweep_counted counted, int value) {
    if (!part(r, law, 0)) return 0;
    const carom_summary_shape *shape = &r->results.shape;
    int bit = 0;
    switch (counted) {
    case CAROM_SWEEP_COUNT_ANSWERS: return part(r, law, shape->answered)[0];
    case CAROM_SWEEP_COUNT_MODE: return count(part(r, law, shape->mode), value, CAROM_MODE_COUNT);
    case CAROM_SWEEP_COUNT_STATUS: return count(part(r, law, shape->status), value, CAROM_STATUS_END);
    case CAROM_SWEEP_COUNT_VIOLATION:
        while (bit < CAROM_BROKEN_KINDS && value != 1 << bit) bit++;
        return count(part(r, law, shape->broken), bit, CAROM_BROKEN_KINDS);
    }
    return 0;
}

// Reads the extremes; NaN if there are no results.
static void extremes(const carom_sweep_results *r, int law, size_t which, double *numbers) {
    const bool any = carom_sweep_count(r, law, CAROM_SWEEP_COUNT_ANSWERS, 0) > 0;
    const int n = r->results.shape.variables;
    if (numbers) memcpy(numbers, part(r, law, which), (size_t)n * sizeof *numbers);
    for (int k = 0; k < n && numbers && !any; k++) numbers[k] = (double)NAN;
}

carom_status carom_sweep_moments(const carom_sweep_results *r, int law, double *mean, double *covariance, double *least,
                                 double *greatest) {
    enum { MOST = CAROM_SWEEP_INPUTS + CAROM_OUTPUT_COUNT };
    double means[MOST], covariances[MOST * MOST];
    if (!r) return CAROM_NULL_POINTER;
    if (!part(r, law, 0)) return CAROM_BAD_INDEX;
    const carom_summary_shape *shape = &r->results.shape;
    const size_t n = (size_t)shape->variables;
    carom_summary_moments(shape, part(r, 0, 0), law, r->results.pivot + (size_t)law * n, means, covariances);
    if (mean) memcpy(mean, means, n * sizeof *mean);
    if (covariance) memcpy(covariance, covariances, n * n * sizeof *covariance);
    extremes(r, law, shape->least, least);
    extremes(r, law, shape->greatest, greatest);
    return CAROM_OK;
}

static bool has_output(const carom_sweep_results *r, int law, int output) {
    return part(r, law, 0) && output >= 0 && output < r->study->file.study.outputs;
}

double carom_sweep_quantile(const carom_sweep_results *r, int law, int output, double share) {
    if (!has_output(r, law, output) || !(share >= 0.0 && share <= 1.0)) return (double)NAN;
    return carom_summary_quantile(&r->results.shape, part(r, 0, 0), law, r->study->file.study.inputs, output, share);
}

const uint64_t *carom_sweep_histogram(const carom_sweep_results *r, int law, int output) {
    if (!has_output(r, law, output)) return NULL;
    return part(r, law, r->results.shape.histogram) + output * CAROM_HISTOGRAM_WORDS;
}

bool carom_sweep_worst(const carom_sweep_results *r, int law, int k, carom_sweep_case *worst) {
    if (!worst || !part(r, law, 0) || k < 0 || k >= r->study->file.study.worst) return false;
    memcpy(&worst->value, part(r, law, r->results.shape.worst_value) + k, sizeof worst->value);
    worst->sample = part(r, law, r->results.shape.worst_sample)[k];
    return worst->sample != UINT64_MAX;
}

carom_status carom_sweep_sample_inputs(const carom_sweep_results *r, uint64_t sample, double *inputs) {
    double *column[CAROM_SWEEP_INPUTS];
    if (!r || !inputs) return CAROM_NULL_POINTER;
    const carom_study *s = &r->study->file.study;
    if (sample >= s->samples) return CAROM_BAD_INDEX;
    for (int k = 0; k < s->inputs; k++) column[k] = &inputs[k];
    carom_sample(s, sample, 1, column);
    return CAROM_OK;
}

size_t carom_sweep_sample_scenario(const carom_sweep_results *r, int law, uint64_t sample, char *text, size_t size) {
    if (!part(r, law, 0) || sample >= r->study->file.study.samples) return 0;
    json_t *scenario = carom_sweep_file_replay(&r->study->file, sample, law);
    char *whole = scenario ? carom_json_text(scenario) : NULL;
    json_decref(scenario);
    const int length = whole ? snprintf(text, text ? size : 0, "%s", whole) : 0;
    free(whole);
    return length > 0 ? (size_t)length : 0;
}

// Reads columns.

static bool read_column(const carom_sweep_results *r, int column, uint64_t first, size_t n, void *to) {
    carom_hdf_error error;
    const uint64_t samples = r->results.study->samples;
    return first <= samples && n <= samples - first &&
           (!n || carom_columns_read(&r->results, column, first, n, to, &error));
}

bool carom_sweep_column(const carom_sweep_results *r, int law, int column, uint64_t first, size_t n, double *numbers) {
    if (!r || !numbers || !r->results.study->columns) return false;
    const carom_study *s = r->results.study;
    if (law < -1 || law >= s->laws || column < 0 || column >= (law < 0 ? s->inputs : s->outputs)) return false;
    return read_column(r, law < 0 ? column : carom_columns_of_law(s, law) + column, first, n, numbers);
}

bool carom_sweep_codes(const carom_sweep_results *r, int law, carom_sweep_code kind, uint64_t first, size_t n,
                       uint8_t *bytes) {
    if (!r || !bytes || !r->results.study->columns) return false;
    const carom_study *s = r->results.study;
    if (law < 0 || law >= s->laws || (int)kind < 0 || kind > CAROM_SWEEP_CODE_VIOLATIONS) return false;
    return read_column(r, carom_columns_of_codes(s, law) + (int)kind, first, n, bytes);
}
