#include "mods/sweep/reported.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mods/scenario/json.h"
#include "mods/sweep/sweep.h"
#include "support/atomic_file/cell.h"

carom_units carom_sweep_units_of(const carom_sweep_results *r, const char *option) {
    carom_units units = *carom_sweep_units(carom_sweep_study(r));
    if (option) carom_units_read(option, &units);
    return units;
}

const char *carom_sweep_label(const carom_sweep_output *output, const carom_units *units, char *text, size_t size) {
    const bool share = !strcmp(output->unit, "1");
    snprintf(text, size, "%s%s%.80s%s%s", output->name, output->body ? " of " : "", output->body ? output->body : "",
             share ? "" : ", ", share ? "" : carom_units_find(units, output->unit).name);
    return text;
}

// Writes summaries.

static json_t *output_json(const carom_sweep_results *r, int law, int k, int at, const double *moments, int n,
                           double factor) {
    static const struct {
        const char *name;
        double share;
    } quantile[3] = {{"5%", 0.05}, {"median", 0.5}, {"95%", 0.95}};
    const double *mean = moments, *least = mean + n, *greatest = least + n, *covariance = greatest + n;
    json_t *object = json_object();
    json_object_set_new(object, "mean", carom_json_real(factor * mean[at]));
    json_object_set_new(object, "sd", carom_json_real(factor * sqrt(covariance[at * n + at])));
    json_object_set_new(object, "min", carom_json_real(factor * least[at]));
    for (int i = 0; i < 3; i++)
        json_object_set_new(object, quantile[i].name,
                            carom_json_real(factor * carom_sweep_quantile(r, law, k, quantile[i].share)));
    json_object_set_new(object, "max", carom_json_real(factor * greatest[at]));
    return object;
}

static double factor_of(const carom_sweep_results *r, const carom_units *units, int k) {
    return carom_units_find(units, carom_sweep_output_at(carom_sweep_study(r), k).unit).factor;
}

static json_t *outputs_json(const carom_sweep_results *r, const carom_units *units, int law) {
    const carom_sweep *study = carom_sweep_study(r);
    const carom_sweep_info shape = carom_sweep_describe(study);
    const int n = shape.inputs + shape.outputs;
    json_t *outputs = json_object();
    double *moments = malloc((size_t)n * (size_t)(n + 3) * sizeof *moments);
    if (moments) carom_sweep_moments(r, law, moments, moments + 3 * n, moments + n, moments + 2 * n);
    for (int k = 0; k < shape.outputs && moments; k++)
        json_object_set_new(outputs, carom_sweep_output_at(study, k).name,
                            output_json(r, law, k, shape.inputs + k, moments, n, factor_of(r, units, k)));
    free(moments);
    return outputs;
}

static json_t *law_json(const carom_sweep_results *r, const carom_units *units, int law) {
    const int worst_of = carom_sweep_describe(carom_sweep_study(r)).worst_of;
    json_t *modes = json_object(), *violations = json_object(), *worst = json_array();
    carom_sweep_case bad;
    for (int m = 0; carom_mode_name((carom_mode)m); m++) {
        const uint64_t count = carom_sweep_count(r, law, CAROM_SWEEP_COUNT_MODE, m);
        if (count) json_object_set_new(modes, carom_mode_name((carom_mode)m), json_integer((json_int_t)count));
    }
    for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit); bit <<= 1)
        json_object_set_new(violations, carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit),
                            json_integer((json_int_t)carom_sweep_count(r, law, CAROM_SWEEP_COUNT_VIOLATION, (int)bit)));
    for (int k = 0; carom_sweep_worst(r, law, k, &bad); k++)
        json_array_append_new(worst, json_pack("{s:o,s:I}", "value",
                                               carom_json_real(factor_of(r, units, worst_of) * bad.value), "sample",
                                               (json_int_t)bad.sample));
    return json_pack("{s:s,s:I,s:o,s:o,s:o,s:o}", "name",
                     carom_sweep_name(carom_sweep_study(r), CAROM_SWEEP_NAME_LAW, law), "answers",
                     (json_int_t)carom_sweep_count(r, law, CAROM_SWEEP_COUNT_ANSWERS, 0), "violations", violations,
                     "outputs", outputs_json(r, units, law), "modes", modes, "worst", worst);
}

// Returns the unit of each output.
static json_t *units_json(const carom_sweep *study, const carom_units *units) {
    json_t *object = json_object();
    const int outputs = carom_sweep_describe(study).outputs;
    for (int k = 0; k < outputs; k++) {
        const carom_sweep_output info = carom_sweep_output_at(study, k);
        json_object_set_new(object, info.name, json_string(carom_units_find(units, info.unit).name));
    }
    return object;
}

json_t *carom_sweep_json(const carom_sweep_results *r, const carom_units *units) {
    const carom_sweep_info shape = carom_sweep_describe(carom_sweep_study(r));
    json_t *laws = json_array();
    for (int law = 0; law < shape.laws; law++) json_array_append_new(laws, law_json(r, units, law));
    json_t *object = json_pack("{s:I,s:I,s:I,s:o}", "samples", (json_int_t)shape.samples, "done",
                               (json_int_t)carom_sweep_done(r), "seed", (json_int_t)shape.seed, "laws", laws);
    if (units->stated) json_object_set_new(object, "units", units_json(carom_sweep_study(r), units));
    return object;
}

// Writes samples.

// The number of samples in memory at a time, column by column: inputs, then the outputs of each law, and three bytes of
// each law.
enum { PART = 16384, BYTES = 3 };
typedef struct {
    const carom_sweep_results *results;
    const carom_sweep *study;
    carom_sweep_info shape;
    const carom_units *units;
    double *numbers;
    uint8_t *bytes;
} columns;

static bool read_part(columns *c, uint64_t first, size_t n) {
    double *number = c->numbers;
    uint8_t *byte = c->bytes;
    bool read = true;
    for (int law = -1; law < c->shape.laws; law++)
        for (int k = 0; k < (law < 0 ? c->shape.inputs : c->shape.outputs); k++, number += PART)
            read = read && carom_sweep_column(c->results, law, k, first, n, number);
    for (int law = 0; law < c->shape.laws; law++)
        for (int kind = 0; kind < BYTES; kind++, byte += PART)
            read = read && carom_sweep_codes(c->results, law, (carom_sweep_code)kind, first, n, byte);
    return read;
}

// Writes a name, with that of a law if there is one.
static void write_name(FILE *file, const char *law, const char *name) {
    char head[256];
    snprintf(head, sizeof head, "%s%s%s", law, *law ? " " : "", name);
    fputc(',', file);
    carom_csv_cell(file, head);
}

static void write_heads(const columns *c, FILE *file) {
    fputs("sample", file);
    for (int i = 0; i < c->shape.inputs; i++)
        write_name(file, "", carom_sweep_name(c->study, CAROM_SWEEP_NAME_INPUT, i));
    for (int law = 0; law < c->shape.laws; law++) {
        const char *name = carom_sweep_name(c->study, CAROM_SWEEP_NAME_LAW, law);
        for (int k = 0; k < c->shape.outputs; k++) {
            const carom_sweep_output info = carom_sweep_output_at(c->study, k);
            char head[128];
            write_name(file, name, carom_sweep_label(&info, c->units, head, sizeof head));
        }
        write_name(file, name, "mode");
        write_name(file, name, "status");
        write_name(file, name, "breaks");
    }
    fputc('\n', file);
}

static void write_number(FILE *file, double value) {
    char text[32];
    fprintf(file, ",%s", isnan(value) ? "" : carom_json_number(value, text));
}

static void write_judged(FILE *file, const uint8_t *byte) {
    const bool stands = carom_status_classify((carom_status)byte[CAROM_SWEEP_CODE_STATUS * PART]) == CAROM_CLASS_OK;
    const unsigned broken = byte[CAROM_SWEEP_CODE_VIOLATIONS * PART];
    const char *separator = "";
    fprintf(file, ",%s,%s,", stands ? carom_mode_name((carom_mode)byte[CAROM_SWEEP_CODE_MODE * PART]) : "",
            carom_status_name((carom_status)byte[CAROM_SWEEP_CODE_STATUS * PART]));
    for (unsigned bit = 1; stands && carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit); bit <<= 1)
        if (broken & bit) {
            fprintf(file, "%s%s", separator, carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit));
            separator = "; ";
        }
}

static void write_sample(const columns *c, FILE *file, uint64_t sample, size_t i) {
    const double *number = c->numbers + i;
    fprintf(file, "%llu", (unsigned long long)sample);
    for (int k = 0; k < c->shape.inputs; k++, number += PART) write_number(file, *number);
    for (int law = 0; law < c->shape.laws; law++) {
        for (int k = 0; k < c->shape.outputs; k++, number += PART)
            write_number(file, factor_of(c->results, c->units, k) * *number);
        write_judged(file, c->bytes + (size_t)law * BYTES * PART + i);
    }
    fputc('\n', file);
}

bool carom_sweep_write_samples(const carom_sweep_results *results, const carom_units *units, FILE *file) {
    columns c = {.results = results, .study = carom_sweep_study(results), .units = units};
    c.shape = carom_sweep_describe(c.study);
    const size_t rows = (size_t)(c.shape.inputs + c.shape.laws * c.shape.outputs);
    c.numbers = malloc(rows * PART * sizeof *c.numbers);
    c.bytes = malloc((size_t)c.shape.laws * BYTES * PART);
    bool read = c.shape.columns && c.numbers && c.bytes;
    if (read) write_heads(&c, file);
    for (uint64_t first = 0; read && first < c.shape.samples && !ferror(file); first += PART) {
        const uint64_t left = c.shape.samples - first;
        const size_t n = left < PART ? (size_t)left : PART;
        read = read_part(&c, first, n);
        for (size_t i = 0; i < n && read; i++)
            if (c.bytes[i] != 255) write_sample(&c, file, first + i, i);
    }
    free(c.numbers);
    free(c.bytes);
    return read && !ferror(file);
}
