#include "cli/map/grid.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"

static const double degree = 3.14159265358979323846 / 180.0;

typedef void setter(carom_problem *problem, double value);

static void set_v_n(carom_problem *p, double value) {
    p->contact.v[0] = value;
}

static void set_v_t(carom_problem *p, double value) {
    p->contact.v[1] = value;
}

static void set_ratio(carom_problem *p, double value) {
    p->contact.v[1] = value * p->contact.v[0];
}

static void set_incidence(carom_problem *p, double value) {
    const double speed = hypot(p->contact.v[0], p->contact.v[1]);
    p->contact.v[0] = -speed * cos(degree * value);
    p->contact.v[1] = speed * sin(degree * value);
}

static void set_W_nn(carom_problem *p, double value) {
    p->contact.W[0][0] = value;
}

static void set_W_nt(carom_problem *p, double value) {
    p->contact.W[0][1] = p->contact.W[1][0] = value;
}

static void set_W_tt(carom_problem *p, double value) {
    p->contact.W[1][1] = value;
}

// Sets W' = R W R^T.
static void set_angle(carom_problem *p, double value) {
    const double c = cos(degree * value), s = sin(degree * value);
    const double a = p->contact.W[0][0], w = p->contact.W[0][1], T = p->contact.W[1][1];
    p->contact.W[0][0] = c * c * a - 2.0 * c * s * w + s * s * T;
    p->contact.W[1][1] = s * s * a + 2.0 * c * s * w + c * c * T;
    p->contact.W[0][1] = p->contact.W[1][0] = c * s * (a - T) + (c * c - s * s) * w;
}

static const struct {
    const char *name, *label;
    setter *set;
} inputs[] = {
    {"v_n", "normal velocity $v_n$  (m/s)", set_v_n},
    {"v_t", "slip $v_t$  (m/s)", set_v_t},
    {"ratio", "velocity ratio before, $v_t / v_n$", set_ratio},
    {"incidence", "angle of incidence from the normal  (deg)", set_incidence},
    {"W_nn", "$W_{nn}$  (1/kg)", set_W_nn},
    {"W_nt", "$W_{nt}$  (1/kg)", set_W_nt},
    {"W_tt", "$W_{tt}$  (1/kg)", set_W_tt},
    {"angle", "angle $φ$  (deg)", set_angle},
};
enum { INPUTS = sizeof inputs / sizeof *inputs };

static int find_input(const char *name) {
    for (int i = 0; i < INPUTS; i++)
        if (!strcmp(inputs[i].name, name)) return i;
    return -1;
}

static const char *input_names(int index) {
    if (index < INPUTS) return inputs[index].name;
    return carom_param_names(index - INPUTS);
}

static bool is_input(carom_modules *modules, const char *name) {
    const carom_coefficient *row = carom_coefficient_find(modules, name);
    if (row) return carom_param_varies(row);
    return find_input(name) >= 0;
}

// Reads NAME=LOW:HIGH:COUNT.
static bool read_axis(carom_grid_axis *axis, const char *text) {
    const size_t length = strcspn(text, "=");
    char *end;
    if (!length || length >= sizeof axis->name || !text[length]) return false;
    memcpy(axis->name, text, length);
    axis->low = carom_decimal_read(text + length + 1, &end);
    if (end == text + length + 1 || *end != ':') return false;
    const char *second = end + 1;
    axis->high = carom_decimal_read(second, &end);
    if (end == second || *end != ':') return false;
    // Reject a count that does not fit an int instead of reducing it modulo 2^32.
    const char *third = end + 1;
    const long count = strtol(third, &end, 10);
    axis->count = count > INT_MAX ? INT_MAX : count < 0 ? 0 : (int)count;
    return end != third && !*end;
}

bool carom_grid_parse(carom_grid_axis *axis, const char *text, carom_error *refusal) {
    *axis = (carom_grid_axis){0};
    if (!read_axis(axis, text))
        return carom_refuse(refusal, CAROM_BAD_VALUE, "an axis is NAME=LOW:HIGH:COUNT, such as mu=0:2:201, not \"%s\"",
                            text);
    if (!isfinite(axis->low) || !isfinite(axis->high) || axis->low == axis->high || axis->count < 2 ||
        axis->count > 10000)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "%s needs two different ends and 2 to 10000 points", axis->name);
    return true;
}

bool carom_grid_read(carom_grid_axis *axis, const char *text, carom_modules *modules, carom_error *refusal) {
    if (!carom_grid_parse(axis, text, refusal)) return false;
    if (is_input(modules, axis->name)) return true;
    if (carom_coefficient_find(modules, axis->name))
        return carom_refuse(refusal, CAROM_BAD_VALUE,
                            "%s is not a single number and cannot vary along an axis; choose a value with --%s",
                            axis->name, axis->name);
    return carom_refuse(refusal, CAROM_BAD_VALUE, "unknown input \"%s\"", axis->name) ||
           carom_refuse_near(refusal, carom_nearest_name(axis->name, input_names), CAROM_HINT_SEE_INPUTS);
}

double carom_grid_at(const carom_grid_axis *axis, int index) {
    return axis->low + (axis->high - axis->low) * index / (axis->count - 1);
}

// Returns the parameter of an axis; NULL for another input. If a law has its own coefficient with the name of an input,
// the name means the coefficient; for other laws it means the input.
static const carom_coefficient *param_of(const carom_grid_axis *axis, const carom_problem *problem) {
    const carom_coefficient *row = carom_coefficient_find(problem->modules, axis->name);
    const bool read = row && problem->law && (carom_law_reads(problem->law) >> row->number & 1) &&
                      carom_law_find_coefficient(problem->law, axis->name);
    return read || find_input(axis->name) < 0 ? row : NULL;
}

void carom_grid_set(const carom_grid_axis *axis, double value, carom_problem *problem) {
    const carom_coefficient *row = param_of(axis, problem);
    // the value of the axis replaces a dependence on speed
    if (row) carom_of_speed_drop(&problem->params, UINT64_C(1) << row->number);
    if (row)
        carom_params_set(&problem->params, row, &value, 1);
    else
        inputs[find_input(axis->name)].set(problem, value);
}

const char *carom_grid_label(const carom_grid_axis *axis, const carom_problem *problem) {
    static const struct {
        const char *name, *label;
    } params[] = {{"mu", "friction $μ$"},
                  {"e", "restitution $e$"},
                  {"e_n", "normal restitution $e_n$"},
                  {"e_t", "tangential restitution $e_t$"},
                  {"r_n", "normal restitution $r_n$"},
                  {"r_t", "tangential restitution $r_t$"}};
    for (size_t i = 0; i < sizeof params / sizeof *params; i++)
        if (!strcmp(params[i].name, axis->name)) return params[i].label;
    const int input = param_of(axis, problem) ? -1 : find_input(axis->name);
    return input >= 0 ? inputs[input].label : axis->name;
}
