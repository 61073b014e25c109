#include "cli/print/law_write.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "cli/convert/convert.h"
#include "mods/scenario/json.h"

void carom_range_text(const double range[2], char *text, size_t size) {
    if (range[0] == -DBL_MAX)
        snprintf(text, size, "(-inf, inf)");
    else if (range[1] == DBL_MAX)
        snprintf(text, size, "[%g, inf)", range[0]);
    else if (range[0] == DBL_MIN)
        snprintf(text, size, "(0, %g]", range[1]);
    else
        snprintf(text, size, "[%g, %g]", range[0], range[1]);
}

// Returns the range in this law, which may be narrower than the general range of the parameter. A law for systems only
// accepts finite friction.
void carom_law_range(const carom_law *law, int param, double range[2]) {
    range[0] = carom_law_coefficient(law, param)->lowest;
    range[1] = carom_law_coefficient(law, param)->highest;
    if (!law->contact && isinf(range[1])) range[1] = DBL_MAX;
}

void carom_law_standard(const carom_coefficient *row, char *text, size_t size) {
    if (carom_param_required(row))
        snprintf(text, size, "required");
    else if (row->kind == CAROM_CHOICE)
        snprintf(text, size, "%s", carom_choice_at(row, (int)row->default_value));
    else if (row->kind == CAROM_LIST)
        snprintf(text, size, "none");
    else if (row->number == CAROM_PARAM_mu_static)
        snprintf(text, size, "mu");
    else
        snprintf(text, size, "%g", row->default_value);
}

static json_t *dims_json(unsigned dims) {
    json_t *array = json_array();
    if (dims & CAROM_2D) json_array_append_new(array, json_integer(2));
    if (dims & CAROM_3D) json_array_append_new(array, json_integer(3));
    return array;
}

static json_t *coefficient_json(const carom_law *law, int param) {
    const carom_coefficient *row = carom_law_coefficient(law, param);
    char standard[64];
    carom_law_standard(row, standard, sizeof standard);
    json_t *object = json_pack("{s:s, s:s, s:s}", "name", row->name, "symbol", row->symbol, "unit", row->unit);
    const bool number = carom_param_varies(row) && row->default_value >= row->lowest;
    json_object_set_new(object, "default",
                        carom_param_required(row) ? json_null()
                        : number                  ? carom_json_real(row->default_value)
                                                  : json_string(standard));
    json_object_set_new(object, "alias", row->alias ? json_string(row->alias) : json_null());
    json_object_set_new(object, "required", json_boolean(carom_param_required(row)));
    if (row->kind == CAROM_CHOICE) {
        json_t *choices = json_array();
        const char *name;
        for (int i = 0; (name = carom_choice_at(row, i)); i++) json_array_append_new(choices, json_string(name));
        json_object_set_new(object, "choices", choices);
    } else {
        double range[2];
        carom_law_range(law, param, range);
        json_object_set_new(object, "range", carom_json_numbers(range, 2));
    }
    json_object_set_new(object, "meaning", json_string(row->meaning));
    if (row->ratio && *row->ratio) {
        json_object_set_new(object, "ratio", json_string(row->ratio));
        json_object_set_new(object, "relation", json_string(row->relation ? row->relation : ""));
    }
    return object;
}

static bool solves_systems_only(const carom_law *law) {
    return !law->contact && law->system;
}

unsigned carom_law_always(const carom_law *law) {
    return solves_systems_only(law) ? law->system->always : law->guarantees;
}

const char *carom_law_conditions(const carom_law *law) {
    const char *words = solves_systems_only(law) ? law->system->conditions : law->conditions;
    return words ? words : "";
}

json_t *carom_law_json(const carom_law *law) {
    json_t *coefficients = json_array(), *guarantees = json_array();
    for (int k = 0; k < law->coefficient_count; k++)
        json_array_append_new(coefficients, coefficient_json(law, law->coefficients[k].number));
    for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_GUARANTEE, (int)bit); bit <<= 1)
        if (carom_law_always(law) & bit)
            json_array_append_new(guarantees, json_string(carom_enum_name(CAROM_ENUM_GUARANTEE, (int)bit)));
    return json_pack("{s:s, s:s, s:b, s:o, s:o, s:b, s:o, s:o, s:o, s:s, s:s, s:s}", "name", law->name, "module",
                     law->module, "built", law->contact || law->system, "dims",
                     dims_json(solves_systems_only(law) ? law->solves >> 2 : law->solves), "closed_form",
                     dims_json(law->closed_form), "has_path", law->contact && law->contact->trace, "engines",
                     carom_engines_json(law->name), "coefficients", coefficients, "guarantees", guarantees,
                     "conditions", carom_law_conditions(law), "summary", law->summary, "citation", law->citation);
}
