#include "mods/sweep/file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mods/scenario/bodies_read.h"
#include "mods/scenario/json.h"
#include "mods/scenario/shape.h"
#include "mods/sweep/sample.h"

static const carom_status bad = CAROM_BAD_FILE;

bool carom_sweep_refuse(carom_error *refusal, const char *key, const char *format, ...) {
    char why[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    return carom_refuse(refusal, bad, "%s", why) || carom_refuse_of(refusal, key, NULL);
}

bool carom_sweep_refuse_at(const carom_sweep_file *f, const carom_json_place *place, carom_error *refusal) {
    const carom_error why = *refusal;
    if (why.line) return false;
    carom_refuse_at(refusal, &f->source, place, why.status, "%s", why.detail);
    return carom_refuse_toward(refusal, why.hint);
}

static bool known_keys(const carom_sweep_file *f, carom_error *refusal) {
    const carom_reading r = {f->source, refusal, f->base.modules};
    if (!json_object_get(f->document, "scenario") && json_object_get(f->document, "bodies"))
        return carom_refuse(refusal, bad,
                            "this is a scenario, not a sweep file; put it under the key \"scenario\" and add "
                            "\"laws\" and \"inputs\"");
    if (!carom_keys_check(&r, f->document, CAROM_OBJECT_sweep, NULL)) return false;
    const json_t *about = json_object_get(f->document, "about");
    if (about && !carom_is_string(about)) return carom_sweep_refuse(refusal, "about", "\"about\" is a note in words");
    return carom_is_object(f->document) || carom_refuse(refusal, bad, "a sweep file is a JSON object");
}

static bool read_scenario(carom_sweep_file *f, carom_error *refusal) {
    const carom_json_place place = {NULL, "scenario", 0};
    f->scenario = json_object_get(f->document, "scenario");
    if (!carom_is_object(f->scenario))
        return carom_refuse(refusal, bad,
                            "\"scenario\" is missing: an impact as in docs/scenario.md, or {\"W\":..., \"v\":..., "
                            "\"params\":...}");
    if (carom_sweep_of_system(f)) return carom_sweep_read_system(f, refusal);
    const carom_source source = carom_source_member(&f->source, "scenario");
    return (carom_problem_read(&f->base, f->scenario, source, refusal) &&
            carom_problem_contact_whole(&f->base, refusal)) ||
           carom_sweep_refuse_at(f, &place, refusal);
}

static bool read_flag(const carom_sweep_file *f, const char *key, bool *flag, carom_error *refusal) {
    const json_t *value = json_object_get(f->document, key);
    *flag = carom_is_true(value);
    return !value || carom_is_boolean(value) || carom_sweep_refuse(refusal, key, "\"%s\" is true or false", key);
}

static bool read_size(carom_sweep_file *f, carom_error *refusal) {
    static const char *const designs[] = {"random", "sobol", "latin-hypercube"};
    carom_study *s = &f->study;
    const json_t *samples = json_object_get(f->document, "samples"), *seed = json_object_get(f->document, "seed");
    const json_t *design = json_object_get(f->document, "design");
    int chosen = design ? -1 : 0;
    for (int i = 0; i < 3; i++)
        if (carom_is_word(design, designs[i])) chosen = i;
    if (chosen < 0)
        return carom_sweep_refuse(refusal, "design", "\"design\" is \"random\", \"sobol\" or \"latin-hypercube\"");
    s->design = (carom_design)chosen;
    if (seed && (!carom_is_integer(seed) || json_integer_value(seed) < 0))
        return carom_sweep_refuse(refusal, "seed", "\"seed\" is a whole number, at least 0");
    s->seed = seed ? (uint64_t)json_integer_value(seed) : 1;
    if (!read_flag(f, "columns", &s->columns, refusal) || !read_flag(f, "inverse", &s->backwards, refusal))
        return false;
    if (s->backwards && s->many)
        return carom_sweep_refuse(refusal, "inverse", "\"inverse\" works with one contact; these are several");
    if (s->backwards && f->base.contact.dim != 2)
        return carom_sweep_refuse(refusal, "inverse", "\"inverse\" works in 2D only; this scenario is in 3D");
    // The axes determine the number of samples.
    bool only_axes = true;
    for (int k = 0; k < s->inputs; k++) only_axes = only_axes && s->input[k].spread == CAROM_AXIS;
    s->samples = samples ? (uint64_t)json_integer_value(samples) : only_axes ? carom_sample_axis_points(s) : 0;
    if (!samples && !only_axes) return carom_refuse(refusal, bad, "\"samples\" is missing: how many are to be drawn?");
    return (s->samples > 0 && s->samples <= CAROM_SAMPLES_MOST && (!samples || carom_is_integer(samples))) ||
           carom_sweep_refuse(refusal, "samples", "\"samples\" is a whole number, at least 1 and at most 2^53");
}

static bool read_study(carom_sweep_file *f, carom_error *refusal) {
    f->study.make = carom_sweep_make;
    f->study.context = f;
    const carom_reading r = {f->source, refusal, f->base.modules};
    if (!known_keys(f, refusal) || !read_scenario(f, refusal)) return false;
    if (!carom_read_units(&r, f->document, &f->base.units)) return false;
    // The appearance of bodies does not vary.
    if (f->base.bodies) memcpy(f->made.looks, f->base.bodies->looks, sizeof f->made.looks);
    return carom_sweep_read_inputs(f, refusal) && carom_sweep_read_laws(f, refusal) &&
           carom_sweep_read_outputs(f, refusal) && read_size(f, refusal);
}

bool carom_sweep_file_parse(carom_sweep_file *f, const char *text, size_t length, uint64_t samples,
                            carom_modules *modules, carom_error *refusal) {
    json_error_t error;
    *f = (carom_sweep_file){.base = carom_problem_new(modules)};
    f->document = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (!f->document) return carom_refuse_json(refusal, text, length, &error);
    if (samples && carom_is_object(f->document))
        json_object_set_new(f->document, "samples", json_integer((json_int_t)samples));
    f->text = json_dumps(f->document, JSON_COMPACT | JSON_REAL_PRECISION(17));
    if (!f->text) return carom_refuse(refusal, bad, "there is no memory");
    f->source = (carom_source){.text = text, .first_line = 1};
    const bool read = read_study(f, refusal);
    // Add the place to an error that names a member.
    carom_named_place named;
    const carom_json_place *place = read ? NULL : carom_json_place_named(refusal, &named);
    if (place) carom_sweep_refuse_at(f, place, refusal);
    f->source = (carom_source){.text = NULL};
    return read;
}

void carom_sweep_file_free(carom_sweep_file *f) {
    for (int k = 0; k < f->study.inputs; k++) free(f->study.input[k].values);
    for (int k = 0; k < f->questions; k++) carom_varied_free(&f->question[k]);
    free(f->question);
    carom_problem_free(&f->base);
    json_decref(f->document);
    free(f->text);
}

// Returns the parameters of a law in a sample, as JSON. A default outside the range means that the parameter is
// omitted.
static json_t *replay_params(const carom_law_asked *asked, int dim, const double *x) {
    json_t *params = json_object();
    for (int p = 0; p < CAROM_PARAM_END; p++) {
        double value[3] = {0.0};
        if (!(carom_law_reads(asked->law) >> p & 1)) continue;
        const carom_coefficient *info = carom_law_coefficient(asked->law, p);
        carom_params_get(&asked->params, info, value);
        if (asked->input_of[p] >= 0) value[0] = x[asked->input_of[p]];
        const bool vector = info->kind == CAROM_VECTOR;
        if (info->kind == CAROM_CHOICE)
            json_object_set_new(params, info->name, json_string(carom_choice_at(info, (int)value[0])));
        else if (vector && (value[0] != 0.0 || value[1] != 0.0 || value[2] != 0.0))
            json_object_set_new(params, info->name, carom_json_numbers(value, (size_t)dim));
        else if (!vector && value[0] >= info->lowest)
            json_object_set_new(params, info->name, carom_json_real(value[0]));
    }
    return params;
}

json_t *carom_sweep_file_replay(carom_sweep_file *f, uint64_t sample, int law) {
    const carom_study *s = &f->study;
    double x[CAROM_SWEEP_INPUTS], *column[CAROM_SWEEP_INPUTS];
    for (int k = 0; k < s->inputs; k++) column[k] = &x[k];
    carom_sample(s, sample, 1, column);
    if (s->many) return carom_sweep_system_replay(f, x, s->asked[law].question);
    for (int k = 0; k < s->inputs; k++)
        if (f->target[k].leaf) json_real_set(f->target[k].leaf, x[k]);
    json_t *scenario = json_deep_copy(f->scenario);
    // W is symmetric, so the mirror image of a varied entry varies too.
    for (int k = 0; k < s->inputs; k++) {
        const carom_sweep_target *t = &f->target[k];
        if (t->kind == CAROM_TARGET_W)
            json_array_set_new(json_array_get(json_object_get(scenario, "W"), (size_t)t->column), (size_t)t->row,
                               json_real(x[k]));
    }
    json_object_set_new(scenario, "law", json_string(s->asked[law].law->name));
    json_object_set_new(scenario, "params", replay_params(&s->asked[law], f->base.contact.dim, x));
    return scenario;
}
