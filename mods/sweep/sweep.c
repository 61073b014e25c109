// Reads studies and describes them.
#include "mods/sweep/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mods/scenario/lines.h"

static carom_sweep *end(carom_sweep *s, const carom_error *refusal, carom_error *why) {
    carom_error_hand_over(refusal, why);
    carom_sweep_free(s);
    return NULL;
}

carom_sweep *carom_sweep_parse(const char *text, size_t length, uint64_t samples, carom_modules *modules,
                               carom_error *why) {
    carom_error refusal;
    carom_sweep *s = calloc(1, sizeof *s);
    if (!s || !text) {
        carom_refuse(&refusal, text ? CAROM_NO_MEMORY : CAROM_NULL_POINTER,
                     text ? "out of memory" : "the text is NULL");
        return end(s, &refusal, why);
    }
    if (!carom_sweep_file_parse(&s->file, text, length, samples, modules, &refusal)) return end(s, &refusal, why);
    if (!s->file.study.pilot || carom_study_pilot(&s->file.study)) return s;
    carom_refuse(&refusal, CAROM_NO_MEMORY, "out of memory");
    return end(s, &refusal, why);
}

carom_sweep *carom_sweep_load(const char *path, uint64_t samples, carom_modules *modules, carom_error *why) {
    carom_error refusal;
    size_t length;
    char *text = carom_text_load(path, &length, &refusal);
    if (!text) return end(NULL, &refusal, why);
    carom_sweep *s = carom_sweep_parse(text, length, samples, modules, why);
    free(text);
    return s;
}

void carom_sweep_free(carom_sweep *s) {
    if (!s) return;
    carom_sweep_file_free(&s->file);
    free(s);
}

carom_sweep_info carom_sweep_describe(const carom_sweep *s) {
    if (!s) return (carom_sweep_info){0};
    const carom_study *t = &s->file.study;
    const size_t words = carom_summary_plan(t).words;
    return (carom_sweep_info){.samples = t->samples,
                              .seed = t->seed,
                              .inputs = t->inputs,
                              .laws = t->laws,
                              .outputs = t->outputs,
                              .columns = t->columns,
                              .worst = t->worst,
                              .worst_of = t->worst_of,
                              .worst_low = t->worst_low,
                              .file_bytes = carom_results_bytes(t),
                              .memory_bytes = 8.0 * (double)(3 * words + (size_t)(60 * CAROM_SWEEP_BLOCK))};
}

const carom_units *carom_sweep_units(const carom_sweep *s) {
    return &s->file.base.units;
}

const char *carom_sweep_name(const carom_sweep *s, carom_sweep_names which, int index) {
    if (!s) return NULL;
    const carom_study *study = &s->file.study;
    switch (which) {
    case CAROM_SWEEP_NAME_NOTE: return json_string_value(json_object_get(s->file.document, "about"));
    case CAROM_SWEEP_NAME_INPUT: return index >= 0 && index < study->inputs ? study->input[index].name : NULL;
    case CAROM_SWEEP_NAME_LAW: return index >= 0 && index < study->laws ? study->asked[index].name : NULL;
    }
    return NULL;
}

// "delta_v_a" refers to body A.
static const char *body_of(const carom_sweep *s, const carom_output_info *info) {
    const size_t length = strlen(info->name);
    const bool of_one = info->where >= CAROM_OUTPUT_IN_PAIR && length > 2 && info->name[length - 2] == '_';
    const carom_bodies *bodies = s->file.base.bodies;
    return of_one && bodies && bodies->names ? bodies->names[info->name[length - 1] - 'a'] : NULL;
}

carom_sweep_output carom_sweep_output_at(const carom_sweep *s, int output) {
    if (!s || output < 0 || output >= s->file.study.outputs) return (carom_sweep_output){.name = NULL};
    const carom_output_info *info = carom_output_at((int)s->file.study.output[output]);
    const carom_histogram *h = &s->file.study.histogram[output];
    return (carom_sweep_output){info->name, info->unit, info->meaning, h->wanted, h->low, h->high, body_of(s, info)};
}

double carom_sweep_measure_rate(carom_sweep *s) {
    if (!s) return (double)NAN;
    const carom_study *t = &s->file.study;
    carom_worker worker;
    uint64_t *summary = calloc(carom_summary_plan(t).words, sizeof *summary), blocks = 0;
    if (!summary || !carom_worker_start(&worker, t)) {
        free(summary);
        return (double)NAN;
    }
    const clock_t start = clock();
    double seconds = 0.0;
    for (; seconds < 0.3 && blocks < carom_study_blocks(t); blocks++) {
        carom_worker_block(&worker, blocks, summary);
        seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    }
    carom_worker_end(&worker);
    free(summary);
    const double tried = fmin((double)(blocks * CAROM_SWEEP_BLOCK), (double)t->samples);
    return seconds > 0.0 ? tried / seconds : HUGE_VAL;
}
