#include "cli/counterexample/search_write.h"

#include "carom/scenario.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/convert/bodies_text.h"
#include "mods/scenario/json.h"

static void add(char *text, size_t size, const char *format, ...) {
    const size_t used = strlen(text);
    va_list list;
    va_start(list, format);
    if (used < size) vsnprintf(text + used, size - used, format, list);
    va_end(list);
}

// Returns true if the search prints this parameter. Lists, parameters with a unit and those that follow another are not
// printed.
static bool said(const carom_params *p, const carom_coefficient *row) {
    if (!row || row->kind == CAROM_LIST) return false;
    if (row->number == CAROM_PARAM_mu_static && p->mu_static == CAROM_SAME_AS_MU) return false;
    double values[3] = {0.0};
    carom_params_get(p, row, values);
    if (row->kind == CAROM_VECTOR) return values[0] != 0.0 || values[1] != 0.0 || values[2] != 0.0;
    return row->kind == CAROM_CHOICE || (row->unit && !strcmp(row->unit, "1"));
}

static json_t *value_json(const carom_params *p, const carom_coefficient *row, int dim) {
    double values[3] = {0.0};
    carom_params_get(p, row, values);
    if (row->kind == CAROM_CHOICE) return json_string(carom_choice_at(row, (int)values[0]));
    if (row->kind == CAROM_VECTOR) return carom_json_numbers(values, (size_t)dim);
    return carom_json_real(values[0]);
}

static json_t *params_json(const carom_law *law, const carom_finding *f) {
    json_t *object = json_object();
    for (int i = 0; i < CAROM_PARAM_END; i++) {
        const carom_coefficient *row = carom_law_coefficient(law, i);
        if (said(&f->params, row)) json_object_set_new(object, row->name, value_json(&f->params, row, f->contact.dim));
    }
    return object;
}

static json_t *matrix_json(const double *W, size_t n, size_t stride) {
    json_t *rows = json_array();
    for (size_t i = 0; i < n; i++) json_array_append_new(rows, carom_json_numbers(W + i * stride, n));
    return rows;
}

json_t *carom_finding_problem(const carom_law *law, const carom_finding *f) {
    const size_t n = (size_t)f->contact.dim;
    return json_pack("{s:s, s:o, s:o, s:o}", "law", law->name, "params", params_json(law, f), "W",
                     matrix_json(f->contact.W[0], n, 3), "v", carom_json_numbers(f->contact.v, n));
}

// Inserts the law and its coefficients after the opening brace of the bodies' file.
bool carom_finding_scenario(const carom_law *law, const carom_finding *f, char *text, size_t size) {
    char bodies[8192] = "";
    carom_status status;
    *text = '\0';
    carom_bodies_text(CAROM_BODIES_FEWEST, &f->contact, 1.0, HUGE_VAL, bodies, sizeof bodies, &status);
    if (status != CAROM_OK || bodies[0] != '{') return false;
    json_t *params = params_json(law, f);
    char *said = json_dumps(params, JSON_REAL_PRECISION(17));
    add(text, size, "{\n  \"law\": \"%s\",\n  \"params\": %s,%s", law->name, said, bodies + 1);
    free(said);
    json_decref(params);
    return true;
}

static json_t *scenario_json(const carom_law *law, const carom_finding *f) {
    char text[9000];
    json_t *scenario = carom_finding_scenario(law, f, text, sizeof text) ? json_loads(text, 0, NULL) : NULL;
    return scenario ? scenario : json_null();
}

// Returns a coefficient of a law for systems, or of the law of its single impacts; NULL if neither reads it.
static const carom_coefficient *read_by(const carom_system_search *s, int number) {
    const carom_coefficient *row = carom_law_coefficient(s->method, number);
    if (row && (carom_system_reads(s->method) >> number & 1)) return row;
    return s->single ? carom_law_coefficient(s->single, number) : NULL;
}

json_t *carom_system_finding_problem(const carom_system_search *s, const carom_system_finding *f) {
    json_t *params = json_object();
    for (int i = 0; i < CAROM_PARAM_END; i++) {
        const carom_coefficient *row = read_by(s, i);
        double values[2], one[3];
        if (!said(&f->params[0], row)) continue;
        for (int k = 0; k < 2; k++) values[k] = carom_params_get(&f->params[k], row, one) ? one[0] : 0.0;
        json_object_set_new(params, row->name,
                            row->kind == CAROM_CHOICE ? value_json(&f->params[0], row, 2)
                                                      : carom_json_numbers(values, 2));
    }
    if (carom_system_needs(s->method) & CAROM_NEEDS_STRIKING) json_object_set_new(params, "c", json_integer(0));
    if (s->single) json_object_set_new(params, "single", json_string(s->single->name));
    return json_pack("{s:s, s:o, s:o, s:o}", "law", s->method->name, "params", params, "W", matrix_json(f->W, 4, 4),
                     "v", carom_json_numbers(f->v, 4));
}

static json_t *looked_json(const char *name, unsigned promise, const carom_looked *k) {
    return json_pack("{s:s, s:s, s:b, s:b, s:b, s:i, s:I, s:I, s:I}", "law", name, "guarantee",
                     carom_enum_name(CAROM_ENUM_GUARANTEE, (int)promise), "found", k->found, "guaranteed", k->promised,
                     "interrupted", k->interrupted, "whole", k->whole, "asked", (json_int_t)k->asked, "answered",
                     (json_int_t)k->answered, "kept", (json_int_t)k->kept);
}

json_t *carom_search_json(const carom_search *s, const carom_finding *f) {
    char wrong[160];
    json_t *object = looked_json(s->law->name, s->promise, &f->looked);
    if (!f->looked.found) return object;
    carom_finding_wrong(s->promise, f, wrong, sizeof wrong);
    json_object_set_new(object, "size", json_integer(f->looked.size));
    json_object_set_new(object, "violation", json_string(wrong));
    json_object_set_new(object, "solution_count", json_integer(f->outcomes));
    json_object_set_new(object, "dE", carom_json_real(f->outcome.dE));
    json_object_set_new(object, "problem", carom_finding_problem(s->law, f));
    json_object_set_new(object, "scenario", scenario_json(s->law, f));
    return object;
}

json_t *carom_system_search_json(const carom_system_search *s, const carom_system_finding *f) {
    char wrong[160];
    json_t *object = looked_json(s->method->name, s->promise, &f->looked);
    if (!f->looked.found) return object;
    carom_system_finding_wrong(s->promise, f, wrong, sizeof wrong);
    json_object_set_new(object, "size", json_integer(f->looked.size));
    json_object_set_new(object, "violation", json_string(wrong));
    json_object_set_new(object, "dE", carom_json_real(f->dE));
    json_object_set_new(object, "problem", carom_system_finding_problem(s, f));
    return object;
}

// Writes text.

static void add_matrix(char *text, size_t size, const double *W, int n, int stride) {
    add(text, size, "W ");
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            add(text, size, "%g%s", W[i * stride + j], j < n - 1 ? " " : i < n - 1 ? "; " : ", v");
}

static void add_value(char *text, size_t size, const carom_looked *k, const carom_coefficient *row, int contact,
                      double value) {
    for (int i = 0; i < k->count; i++) {
        const carom_tried *one = &k->fraction[i];
        if ((int)one->param != row->number || one->contact != contact) continue;
        add(text, size, one->denominator == 1 ? " %d" : " %d/%d", one->numerator, one->denominator);
        return;
    }
    add(text, size, " %g", value);
}

void carom_finding_text(const carom_law *law, const carom_finding *f, char *text, size_t size) {
    *text = '\0';
    add_matrix(text, size, f->contact.W[0], f->contact.dim, 3);
    for (int i = 0; i < f->contact.dim; i++) add(text, size, " %.10g", f->contact.v[i]);
    for (int i = 0; i < CAROM_PARAM_END; i++) {
        const carom_coefficient *row = carom_law_coefficient(law, i);
        double values[3] = {0.0};
        if (!said(&f->params, row)) continue;
        carom_params_get(&f->params, row, values);
        add(text, size, ", %s", row->name);
        if (row->kind == CAROM_CHOICE)
            add(text, size, " %s", carom_choice_at(row, (int)values[0]));
        else if (row->kind == CAROM_VECTOR)
            for (int k = 0; k < f->contact.dim; k++) add(text, size, " %g", values[k]);
        else
            add_value(text, size, &f->looked, row, 0, values[0]);
    }
}

void carom_system_finding_text(const carom_system_search *search, const carom_system_finding *f, char *text,
                               size_t size) {
    *text = '\0';
    add_matrix(text, size, f->W, 4, 4);
    for (int i = 0; i < 4; i++) add(text, size, " %g", f->v[i]);
    for (int i = 0; i < CAROM_PARAM_END; i++) {
        const carom_coefficient *row = read_by(search, i);
        double value[3];
        if (!said(&f->params[0], row) || row->kind == CAROM_CHOICE) continue;
        add(text, size, ", %s", row->name);
        for (int k = 0; k < 2; k++) {
            carom_params_get(&f->params[k], row, value);
            add_value(text, size, &f->looked, row, k, value[0]);
        }
    }
}

static void outcomes_text(int count, char *text, size_t size) {
    snprintf(text, size, count == 0 ? "no outcome" : "%d outcomes", count);
}

// Writes the component with the largest jump. A component that is only rounding error relative to the impulse counts as
// zero.
static void jump_text(const carom_finding *f, char *text, size_t size) {
    static const char *const names[2][3] = {{"P_n", "P_t"}, {"P_n", "P_t1", "P_t2"}};
    const double *P = f->outcome.P, *Q = f->P_beside;
    double length = 0.0;
    int most = 0;
    for (int i = 0; i < f->contact.dim; i++) {
        length += fabs(P[i]);
        if (fabs(P[i] - Q[i]) > fabs(P[most] - Q[most])) most = i;
    }
    const double from = fabs(P[most]) > 1e-9 * length ? P[most] : 0.0;
    const double to = fabs(Q[most]) > 1e-9 * length ? Q[most] : 0.0;
    snprintf(text, size, "%s jumps from %.4g to %.4g N s", names[f->contact.dim - 2][most], from, to);
}

void carom_finding_wrong(unsigned promise, const carom_finding *f, char *text, size_t size) {
    const carom_result *out = &f->outcome;
    *text = '\0';
    switch ((carom_guarantee)promise) {
    case CAROM_GUARANTEE_DISSIPATIVE: snprintf(text, size, "dE = +%.4g J", out->dE); break;
    case CAROM_GUARANTEE_COULOMB:
        snprintf(text, size, out->P[0] < 0.0 ? "P_n = %.4g N s: it pulls" : "outside of the cone", out->P[0]);
        break;
    case CAROM_GUARANTEE_NONPENETRATING: snprintf(text, size, "v_n' = %.4g m/s", out->v[0]); break;
    case CAROM_GUARANTEE_HOMOGENEOUS: snprintf(text, size, "not twice the impulse at twice the speed or mass"); break;
    case CAROM_GUARANTEE_CONTINUOUS: jump_text(f, text, size); break;
    case CAROM_GUARANTEE_UNIQUE: outcomes_text(f->outcomes, text, size); break;
    }
}

void carom_system_finding_wrong(unsigned promise, const carom_system_finding *f, char *text, size_t size) {
    const double least = fmin(f->after[0], f->after[2]);
    *text = '\0';
    switch ((carom_guarantee)promise) {
    case CAROM_GUARANTEE_DISSIPATIVE: snprintf(text, size, "dE = +%.4g J", f->dE); break;
    case CAROM_GUARANTEE_COULOMB: snprintf(text, size, "outside of a cone"); break;
    case CAROM_GUARANTEE_NONPENETRATING: snprintf(text, size, "v_n' = %.4g m/s", least); break;
    case CAROM_GUARANTEE_UNIQUE: outcomes_text(f->status == CAROM_NO_SOLUTION ? 0 : f->solutions, text, size); break;
    case CAROM_GUARANTEE_HOMOGENEOUS:
    case CAROM_GUARANTEE_CONTINUOUS: break;
    }
}
