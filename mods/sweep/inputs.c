// Reads "inputs" and "correlated": which numbers of the scenario vary, and how.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mods/scenario/leaf.h"
#include "mods/scenario/shape.h"
#include "mods/sweep/file.h"
#include "mods/sweep/sample.h"

static const carom_status bad = CAROM_BAD_FILE;

int carom_sweep_numbers(const json_t *array, double *numbers, int most) {
    const int count = (int)json_array_size(array);
    if (!carom_is_array(array)) return -1;
    for (int i = 0; i < count; i++) {
        const json_t *value = json_array_get(array, (size_t)i);
        if (!carom_is_number(value)) return -1;
        if (i < most) numbers[i] = json_number_value(value);
    }
    return count;
}

static bool shape_takes(const carom_sweep_file *f, json_t *leaf, double value) {
    const double before = json_real_value(leaf);
    carom_error refusal;
    const carom_reading reading = {{.text = "", .first_line = 1}, &refusal, f->base.modules};
    json_real_set(leaf, value);
    const bool taken = carom_shape_check(&reading, f->scenario, CAROM_OBJECT_scenario, NULL);
    json_real_set(leaf, before);
    return taken;
}

// Finds the slot of a number. Masses, lengths and similar numbers must be positive.
static void find_slot(carom_sweep_file *f, carom_sweep_target *target) {
    json_t *leaf = target->leaf;
    target->takes = shape_takes(f, leaf, -1.0)  ? CAROM_LEAF_ANY
                    : shape_takes(f, leaf, 0.0) ? CAROM_LEAF_AT_LEAST_0
                    : shape_takes(f, leaf, 1.0) ? CAROM_LEAF_POSITIVE
                                                : CAROM_LEAF_NONE;
    if (carom_sweep_of_pair(f)) target->slot = carom_spec_from_pair(f->scenario, leaf, &f->spec);
}

static bool find_param(const carom_problem *base, carom_input *input, carom_error *refusal) {
    const char *name = input->name + strlen("params.");
    const carom_coefficient *row = carom_coefficient_find(base->modules, name);
    input->param = row ? (carom_param)row->number : CAROM_PARAM_NONE;
    if (!row)
        return carom_refuse(refusal, CAROM_COEFFICIENT_UNKNOWN, "no parameter is called \"%s\"", name) ||
               carom_refuse_toward(refusal, CAROM_HINT_SEE_PARAMS);
    char form[96];
    if (carom_of_speed_words(&base->params, row->number, form, sizeof form))
        return carom_refuse(refusal, bad, "%s varies, but the scenario has it by speed; leave out one of the two",
                            input->name);
    if (carom_param_varies(row)) return true;
    return carom_refuse(refusal, bad, "%s is not a number; give each choice as a law of its own", input->name);
}

static bool find_target(carom_sweep_file *f, int k, carom_error *refusal) {
    carom_input *input = &f->study.input[k];
    carom_sweep_target *target = &f->target[k];
    input->param = CAROM_PARAM_NONE;
    // For several contacts, the documents of all methods have the number at the same path. The first problem is used.
    if (f->study.many) {
        target->kind = CAROM_TARGET_LEAF;
        carom_error why;
        return carom_varied_place(&f->question[0], input->name, &why) ||
               carom_refuse(refusal, CAROM_UNKNOWN_KEY, "%s", why.detail);
    }
    if (!strncmp(input->name, "params.", 7)) {
        target->kind = CAROM_TARGET_PARAM;
        return find_param(&f->base, input, refusal);
    }
    target->leaf = carom_leaf_find(f->scenario, input->name);
    if (!target->leaf)
        return carom_refuse(refusal, CAROM_UNKNOWN_KEY,
                            "the scenario has no number at \"%s\"; write it there first, such as "
                            "bodies[0].velocity[1] or params.mu",
                            input->name);
    target->kind = CAROM_TARGET_LEAF;
    if (sscanf(input->name, "W[%d][%d]", &target->row, &target->column) == 2) target->kind = CAROM_TARGET_W;
    if (sscanf(input->name, "v[%d]", &target->row) == 1) target->kind = CAROM_TARGET_V;
    if (target->kind == CAROM_TARGET_LEAF && !f->base.bodies)
        return carom_refuse(refusal, bad,
                            "beside W and v nothing else of this scenario makes a difference; \"%s\" cannot vary",
                            input->name);
    if (target->kind == CAROM_TARGET_LEAF) {
        f->varies = true;
        find_slot(f, target);
    }
    return true;
}

// W is symmetric, so an entry and its mirror image are one number.
static bool is_mirror(const carom_sweep_target *a, const carom_sweep_target *b) {
    return a->kind == CAROM_TARGET_W && b->kind == CAROM_TARGET_W && a->row == b->column && a->column == b->row;
}

static bool varies_once(const carom_sweep_file *f, carom_error *refusal) {
    const int last = f->study.inputs - 1;
    for (int k = 0; k < last; k++)
        if (is_mirror(&f->target[k], &f->target[last]))
            return carom_refuse(refusal, bad, "%s and %s are one number, for W is symmetric; vary one of them",
                                f->study.input[k].name, f->study.input[last].name);
    return true;
}

static carom_input *add_input(carom_sweep_file *f, const char *name, carom_error *refusal) {
    carom_study *s = &f->study;
    if (s->inputs == CAROM_SWEEP_INPUTS || strlen(name) >= CAROM_SWEEP_NAME) {
        carom_refuse(refusal, bad, "at most %d, with names shorter than %d", CAROM_SWEEP_INPUTS, CAROM_SWEEP_NAME);
        return NULL;
    }
    for (int k = 0; k < s->inputs; k++) {
        if (strcmp(s->input[k].name, name)) continue;
        carom_refuse(refusal, bad, "\"%s\" varies twice", name);
        return NULL;
    }
    carom_input *input = &s->input[s->inputs];
    *input = (carom_input){.low = -HUGE_VAL, .high = HUGE_VAL, .u_low = 0.0, .u_high = 1.0};
    strcpy(input->name, name);
    return find_target(f, s->inputs++, refusal) && varies_once(f, refusal) ? input : NULL;
}

// Distributions: their names and the conditions on their numbers.
typedef bool sound_fn(const double p[3]);

// The width of the range must also be finite.
static bool rises(const double p[3]) {
    return p[0] < p[1] && isfinite(p[1] - p[0]);
}
static bool spreads(const double p[3]) {
    return p[1] > 0.0;
}
static bool positive(const double p[3]) {
    return p[0] > 0.0 && p[1] > 0.0;
}
static bool peaks(const double p[3]) {
    return p[0] <= p[1] && p[1] <= p[2] && p[0] < p[2] && isfinite(p[2] - p[0]);
}

static const struct {
    const char *key;
    carom_input_spread spread;
    int count;
    sound_fn *sound;
    const char *words;
} spreads_known[] = {
    {"uniform", CAROM_UNIFORM, 2, rises, "[low, high] with low < high and a finite difference"},
    {"normal", CAROM_NORMAL, 2, spreads, "[mean, standard deviation], the deviation positive"},
    {"lognormal", CAROM_LOGNORMAL, 2, positive, "[median, standard deviation of the logarithm], both positive"},
    {"triangular", CAROM_TRIANGULAR, 3, peaks, "[low, most likely, high] in this order, with a finite difference"},
};
enum { SPREADS = sizeof spreads_known / sizeof *spreads_known };

static bool read_truncation(carom_input *input, const json_t *value, carom_error *refusal) {
    double bound[2];
    if (!value) return true;
    if (carom_sweep_numbers(value, bound, 2) == 2 && bound[0] < bound[1] && carom_truncate(input, bound[0], bound[1]))
        return true;
    return carom_refuse(refusal, bad, "%s: \"truncate\" is [low, high] and must leave some of the distribution",
                        input->name);
}

static bool read_spread(carom_input *input, const json_t *value, carom_error *refusal) {
    for (int i = 0; i < SPREADS; i++) {
        const json_t *numbers = json_object_get(value, spreads_known[i].key);
        double p[3] = {0.0};
        if (!numbers) continue;
        if (carom_sweep_numbers(numbers, p, 3) != spreads_known[i].count || !spreads_known[i].sound(p))
            return carom_refuse(refusal, bad, "%s: \"%s\" is %s", input->name, spreads_known[i].key,
                                spreads_known[i].words);
        input->spread = spreads_known[i].spread;
        input->a = p[0], input->b = p[1], input->c = p[2];
        return read_truncation(input, json_object_get(value, "truncate"), refusal);
    }
    return carom_refuse(refusal, bad,
                        "%s: one of \"uniform\", \"normal\", \"lognormal\", \"triangular\", \"grid\" and \"list\"",
                        input->name);
}

// Reads "grid": [from, to, count] or "list": [...].
static bool read_axis(carom_input *input, const json_t *grid, const json_t *list, carom_error *refusal) {
    double g[3];
    const bool even = grid && carom_sweep_numbers(grid, g, 3) == 3 && g[2] >= 2.0 && g[2] <= 1e6 &&
                      floor(g[2]) == g[2] && isfinite(g[1] - g[0]);
    const int listed = list ? carom_sweep_numbers(list, NULL, 0) : 0;
    if (grid && !even)
        return carom_refuse(refusal, bad, "%s: \"grid\" is [from, to, how many], two or more", input->name);
    if (list && listed < 1) return carom_refuse(refusal, bad, "%s: \"list\" is a list of numbers", input->name);
    input->spread = CAROM_AXIS;
    input->count = grid ? (uint64_t)g[2] : (uint64_t)listed;
    input->values = calloc((size_t)input->count, sizeof *input->values);
    if (!input->values) return carom_refuse(refusal, bad, "%s: there is no memory for so many", input->name);
    if (list) carom_sweep_numbers(list, input->values, listed);
    for (uint64_t i = 0; grid && i < input->count; i++)
        input->values[i] = g[0] + (g[1] - g[0]) * ((double)i / (double)(input->count - 1));
    return true;
}

static bool read_input(carom_input *input, const json_t *value, carom_error *refusal) {
    const json_t *grid = json_object_get(value, "grid"), *list = json_object_get(value, "list");
    return grid || list ? read_axis(input, grid, list, refusal) : read_spread(input, value, refusal);
}

// Factorises correlated groups: covariance = L L^T.

static bool factor(const double *covariance, int n, double L[CAROM_SWEEP_INPUTS][CAROM_SWEEP_INPUTS]) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = covariance[i * n + j];
            if (sum != covariance[j * n + i]) return false;
            for (int k = 0; k < j; k++) sum -= L[i][k] * L[j][k];
            if (i == j && !(sum > 0.0)) return false;
            L[i][j] = i == j ? sqrt(sum) : sum / L[j][j];
        }
    }
    return true;
}

static bool read_group(carom_sweep_file *f, const json_t *group, carom_error *refusal) {
    const json_t *names = json_object_get(group, "inputs"), *rows = json_object_get(group, "covariance");
    double mean[CAROM_SWEEP_INPUTS], covariance[CAROM_SWEEP_INPUTS * CAROM_SWEEP_INPUTS];
    double L[CAROM_SWEEP_INPUTS][CAROM_SWEEP_INPUTS] = {{0.0}};
    const int n = (int)json_array_size(names);
    bool whole = n > 0 && n <= CAROM_SWEEP_INPUTS &&
                 carom_sweep_numbers(json_object_get(group, "mean"), mean, n) == n && (int)json_array_size(rows) == n;
    for (int i = 0; i < n && whole; i++)
        whole = carom_is_string(json_array_get(names, (size_t)i)) &&
                carom_sweep_numbers(json_array_get(rows, (size_t)i), covariance + i * n, n) == n;
    if (!whole)
        return carom_refuse(refusal, bad,
                            "each is {\"inputs\": [names], \"mean\": [numbers], \"covariance\": [rows]}, all of "
                            "one size");
    if (!factor(covariance, n, L))
        return carom_refuse(refusal, bad, "the covariance must be symmetric and positive definite");
    for (int i = 0; i < n; i++) {
        carom_input *input = add_input(f, json_string_value(json_array_get(names, (size_t)i)), refusal);
        if (!input) return false;
        input->spread = CAROM_CORRELATED;
        input->a = mean[i];
        input->row = i;
        memcpy(input->factor, L[i], sizeof input->factor);
    }
    return true;
}

bool carom_sweep_read_inputs(carom_sweep_file *f, carom_error *refusal) {
    json_t *inputs = json_object_get(f->document, "inputs"), *groups = json_object_get(f->document, "correlated");
    const char *name = NULL;
    json_t *value;
    if ((inputs && !carom_is_object(inputs)) || (groups && !carom_is_array(groups)))
        return carom_sweep_refuse(refusal, inputs && !carom_is_object(inputs) ? "inputs" : "correlated",
                                  "\"inputs\" is an object by name, \"correlated\" a list of groups");
    while ((name = carom_next_key(inputs, name, &value))) {
        carom_input *input = add_input(f, name, refusal);
        if (!input || !read_input(input, value, refusal)) return carom_refuse_of(refusal, "inputs", name);
    }
    for (size_t i = 0; (value = json_array_get(groups, i)); i++) {
        const carom_json_place list = {NULL, "correlated", 0}, place = {&list, NULL, i};
        if (!read_group(f, value, refusal)) return carom_sweep_refuse_at(f, &place, refusal);
    }
    if (!carom_sample_axis_points(&f->study))
        return carom_sweep_refuse(refusal, "inputs", "the grids and lists make more than 2^53 points together");
    return f->study.inputs > 0 || carom_refuse(refusal, bad, "nothing varies: \"inputs\" is missing");
}
