#include "cli/report/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/print/words.h"
#include "mods/sweep/reported.h"
#include "mods/sweep/sweep.h"

#define COLUMN(name, words)                                                                                            \
    { .key = (name), .title = (words) }

carom_sweep_view carom_sweep_view_of(carom_sweep_results *results, const carom_units *units) {
    carom_sweep_view view = {.results = results, .study = carom_sweep_study(results), .units = units, .only = -1};
    view.shape = carom_sweep_describe(view.study);
    return view;
}

const char *carom_sweep_law(const carom_sweep_view *v, int law) {
    return carom_sweep_name(v->study, CAROM_SWEEP_NAME_LAW, law);
}

bool carom_sweep_shows(const carom_sweep_view *v, int law) {
    return v->only < 0 || law == v->only;
}

const char *carom_sweep_output_title(const carom_sweep_view *v, int output) {
    static const struct {
        const char *begin, *words;
    } fields[] = {{"delta_v", "delta-v"},
                  {"spin_before", "yaw rate before"},
                  {"spin", "yaw rate after"},
                  {"speed_before", "speed before"},
                  {"speed", "speed after"},
                  {"heading_before", "heading before"},
                  {"heading", "heading after"},
                  {"pdof", "PDOF"},
                  {"energy_lost_fraction", "share of energy lost"}};
    const carom_sweep_output info = carom_sweep_output_at(v->study, output);
    const char *words = info.name;
    for (size_t i = sizeof fields / sizeof *fields; i-- > 0;)
        if (!strncmp(info.name, fields[i].begin, strlen(fields[i].begin))) words = fields[i].words;
    return carom_document_text(v->document, "%s%s%s", info.body ? info.body : "", info.body ? ": " : "", words);
}

const char *carom_sweep_output_unit(const carom_sweep_view *v, int output) {
    const char *name = carom_units_find(v->units, carom_sweep_output_at(v->study, output).unit).name;
    return strcmp(name, "1") ? name : "";
}

static double factor_of(const carom_sweep_view *v, int output) {
    return carom_units_find(v->units, carom_sweep_output_at(v->study, output).unit).factor;
}

static void add_count(carom_document *d, uint64_t count) {
    carom_document_cell_data(d, json_integer((json_int_t)count));
}

void carom_sweep_counts(const carom_sweep_view *v) {
    carom_document *d = v->document;
    carom_document_column columns[34] = {COLUMN("law", "law"), COLUMN("answers", "results")};
    int count = 2;
    const char *name;
    for (unsigned bit = 1; count < 34 && (name = carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit)); bit <<= 1)
        columns[count++] = (carom_document_column){.key = name, .title = name};
    carom_document_heading(d, "Results, and violations as a share of the results");
    carom_document_table(d, NULL, columns, count);
    for (int law = 0; law < v->shape.laws; law++) {
        if (!carom_sweep_shows(v, law)) continue;
        const uint64_t answers = carom_sweep_count(v->results, law, CAROM_SWEEP_COUNT_ANSWERS, 0);
        carom_document_cell(d, "%s", carom_sweep_law(v, law));
        add_count(d, answers);
        for (int i = 2; i < count; i++) {
            const uint64_t broken = carom_sweep_count(v->results, law, CAROM_SWEEP_COUNT_VIOLATION, 1 << (i - 2));
            carom_document_cell_number(d, answers ? (double)broken / (double)answers : 0.0, 0.0);
        }
    }
}

void carom_sweep_quantiles(const carom_sweep_view *v, int first, int end) {
    carom_document *d = v->document;
    const bool several = end - first > 1;
    const carom_document_column columns[] = {COLUMN("result", several ? "result" : NULL),
                                             COLUMN("law", "law"),
                                             COLUMN("mean", "mean"),
                                             COLUMN("sd", "sd"),
                                             COLUMN("min", "lowest"),
                                             COLUMN("5%", "5 %"),
                                             COLUMN("median", "median"),
                                             COLUMN("95%", "95 %"),
                                             COLUMN("max", "highest"),
                                             COLUMN("unit", several ? "unit" : NULL)};
    const int n = v->shape.inputs + v->shape.outputs;
    double *m = carom_resize(NULL, (size_t)n * (size_t)(n + 3), sizeof *m);
    carom_document_table(d, NULL, columns, 10);
    for (int k = first; k < end; k++)
        for (int law = 0; law < v->shape.laws; law++) {
            const int at = v->shape.inputs + k;
            const double factor = factor_of(v, k);
            if (!carom_sweep_shows(v, law)) continue;
            carom_sweep_moments(v->results, law, m, m + 3 * n, m + n, m + 2 * n);
            const double row[7] = {m[at],
                                   sqrt(m[3 * n + at * n + at]),
                                   m[n + at],
                                   carom_sweep_quantile(v->results, law, k, 0.05),
                                   carom_sweep_quantile(v->results, law, k, 0.5),
                                   carom_sweep_quantile(v->results, law, k, 0.95),
                                   m[2 * n + at]};
            carom_document_cell(d, "%s", carom_sweep_output_title(v, k));
            carom_document_cell(d, "%s", carom_sweep_law(v, law));
            for (int i = 0; i < 7; i++)
                carom_document_cell_number(d, factor * row[i], 100.0 * factor * fmax(fabs(row[2]), fabs(row[6])));
            carom_document_cell(d, "%s", carom_sweep_output_unit(v, k));
        }
    free(m);
}

static void add_mode(const carom_sweep_view *v, int law, const char *name, uint64_t count, double share) {
    if (!count) return;
    carom_document_cell(v->document, "%s", carom_sweep_law(v, law));
    carom_document_cell(v->document, "%s", name);
    add_count(v->document, count);
    carom_document_cell_number(v->document, share, 0.0);
}

void carom_sweep_modes(const carom_sweep_view *v) {
    static const carom_document_column columns[] = {COLUMN("law", "law"),
                                                    COLUMN("mode or status", "mode or status"),
                                                    COLUMN("samples", "samples"),
                                                    {.key = "share", .title = "share of the results, %", .digits = 4}};
    const char *name;
    carom_document_heading(v->document, "Modes, and statuses without a result");
    carom_document_table(v->document, NULL, columns, 4);
    for (int law = 0; law < v->shape.laws; law++) {
        const double answers = (double)carom_sweep_count(v->results, law, CAROM_SWEEP_COUNT_ANSWERS, 0);
        if (!carom_sweep_shows(v, law)) continue;
        for (int m = 0; (name = carom_mode_name((carom_mode)m)); m++) {
            const uint64_t count = carom_sweep_count(v->results, law, CAROM_SWEEP_COUNT_MODE, m);
            add_mode(v, law, name, count, 100.0 * (double)count / answers);
        }
        for (int t = 0; t < CAROM_STATUS_END; t++)
            if (carom_status_classify((carom_status)t) != CAROM_CLASS_OK)
                add_mode(v, law, carom_status_name((carom_status)t),
                         carom_sweep_count(v->results, law, CAROM_SWEEP_COUNT_STATUS, t), (double)NAN);
    }
}

// Adds a histogram as a line of blocks.
static void add_histograms(const carom_sweep_view *v, int k) {
    static const char *const block[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const carom_sweep_output info = carom_sweep_output_at(v->study, k);
    for (int law = 0; law < v->shape.laws && info.histogram; law++) {
        if (!carom_sweep_shows(v, law)) continue;
        const uint64_t *bins = carom_sweep_histogram(v->results, law, k);
        char line[4 * CAROM_SWEEP_BINS + 1] = "";
        uint64_t most = 1;
        for (int i = 1; i <= CAROM_SWEEP_BINS; i++) most = bins[i] > most ? bins[i] : most;
        for (int i = 1; i <= CAROM_SWEEP_BINS; i++)
            strcat(line, block[bins[i] ? 1 + (int)(7.0 * (double)bins[i] / (double)most) : 0]);
        carom_document_line(v->document, "%8.4g |%s| %-8.4g %s", factor_of(v, k) * info.low, line,
                            factor_of(v, k) * info.high, carom_sweep_law(v, law));
    }
}

// Adds the correlations of inputs with outputs, which show the inputs that matter.
static void add_correlations(const carom_sweep_view *v) {
    carom_document *d = v->document;
    carom_document_column columns[CAROM_OUTPUT_COUNT + 2] = {COLUMN("law", "law"), COLUMN("input", "input")};
    const int inputs = v->shape.inputs, n = inputs + v->shape.outputs;
    double *m = carom_resize(NULL, (size_t)n * (size_t)(n + 1), sizeof *m), *covariance = m + n;
    for (int k = 0; k < v->shape.outputs; k++) {
        const char *name = carom_sweep_output_at(v->study, k).name;
        columns[k + 2] = (carom_document_column){.key = name, .title = name, .digits = -3};
    }
    carom_document_heading(d, "Correlation of inputs and outputs");
    carom_document_table(d, NULL, columns, v->shape.outputs + 2);
    for (int law = 0; law < v->shape.laws; law++) {
        if (!carom_sweep_shows(v, law)) continue;
        carom_sweep_moments(v->results, law, m, covariance, NULL, NULL);
        for (int i = 0; i < inputs; i++) {
            carom_document_cell(d, "%s", carom_sweep_law(v, law));
            carom_document_cell(d, "%s", carom_sweep_name(v->study, CAROM_SWEEP_NAME_INPUT, i));
            for (int k = inputs; k < n; k++) {
                const double size = sqrt(covariance[i * n + i] * covariance[k * n + k]);
                carom_document_cell_number(d, size > 0.0 ? covariance[i * n + k] / size : 0.0, 0.0);
            }
        }
    }
    free(m);
}

static void add_worst(const carom_sweep_view *v) {
    static const carom_document_column columns[] = {COLUMN("law", "law"), COLUMN("place", "place"),
                                                    COLUMN("value", "value"), COLUMN("sample", "sample")};
    carom_document *d = v->document;
    carom_sweep_case worst;
    if (!v->shape.worst) return;
    carom_document_heading(d,
                           carom_document_text(d, "Worst cases: %s %s; --replay K --law NAME prints one as a scenario",
                                               v->shape.worst_low ? "lowest" : "highest",
                                               carom_sweep_output_at(v->study, v->shape.worst_of).name));
    carom_document_table(d, NULL, columns, 4);
    for (int law = 0; law < v->shape.laws; law++)
        for (int k = 0; k < 3 && carom_sweep_shows(v, law) && carom_sweep_worst(v->results, law, k, &worst); k++) {
            carom_document_cell(d, "%s", carom_sweep_law(v, law));
            add_count(d, (uint64_t)k + 1);
            carom_document_cell_number(d, factor_of(v, v->shape.worst_of) * worst.value, 0.0);
            add_count(d, worst.sample);
        }
}

carom_document *carom_sweep_document(carom_sweep_view *v) {
    const char *note = carom_sweep_name(v->study, CAROM_SWEEP_NAME_NOTE, 0);
    carom_document *d = v->document = carom_document_new(NULL);
    if (note) carom_document_paragraph(d, "%s", note);
    carom_document_paragraph(d, "%llu of %llu samples, seed %llu", (unsigned long long)carom_sweep_done(v->results),
                             (unsigned long long)v->shape.samples, (unsigned long long)v->shape.seed);
    carom_sweep_counts(v);
    if (carom_output_format != CAROM_FORMAT_TEXT) carom_sweep_quantiles(v, 0, v->shape.outputs);
    for (int k = 0; k < v->shape.outputs && carom_output_format == CAROM_FORMAT_TEXT; k++) {
        const carom_sweep_output info = carom_sweep_output_at(v->study, k);
        char label[128];
        carom_sweep_label(&info, v->units, label, sizeof label);
        carom_document_heading(d, carom_document_text(d, "%s: %s", label, info.meaning));
        carom_sweep_quantiles(v, k, k + 1);
        add_histograms(v, k);
    }
    add_correlations(v);
    carom_sweep_modes(v);
    add_worst(v);
    return d;
}
