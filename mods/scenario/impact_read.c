#include "mods/scenario/impact_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "mods/scenario/bodies_parts.h"
#include "mods/scenario/impact_system.h"
#include "mods/scenario/shape.h"
#include "mods/scenario/speed.h"

static const carom_status bad_problem = CAROM_BAD_VALUE;

static const char *method_names(int index) {
    const carom_law *method = carom_law_at(NULL, index, CAROM_SYSTEMS);
    return method ? method->name : NULL;
}

bool carom_impact_method(carom_impact_problem *p, const char *name, carom_error *refusal) {
    const carom_law *law = carom_law_find(p->modules, name, CAROM_SYSTEMS);
    p->method = law && (law->solves & CAROM_SYSTEMS) ? law : NULL;
    p->asked = p->method                   ? CAROM_ASKED_METHOD
               : !strcmp(name, "delassus") ? CAROM_ASKED_DELASSUS
               : !strcmp(name, "all")      ? CAROM_ASKED_ALL
                                           : CAROM_ASKED_NOTHING;
    if (p->asked != CAROM_ASKED_NOTHING) return true;
    if (law)
        return carom_refuse(refusal, CAROM_WRONG_PROBLEM, "\"%s\" is a law for one contact, not a method for several",
                            name) ||
               carom_refuse_toward(refusal, CAROM_HINT_SOLVE_ONE);
    return carom_refuse(refusal, CAROM_UNKNOWN_LAW, "no method for several contacts is called \"%s\"", name) ||
           carom_refuse_near(refusal, carom_nearest_name(name, method_names), CAROM_HINT_SEE_METHODS);
}

const carom_law *carom_impact_taking(const carom_impact_problem *p, const carom_law *method) {
    const carom_law *other;
    for (int i = 0; (other = carom_law_at(p->modules, i, CAROM_SYSTEMS)); i++)
        if (!strcmp(other->name, method->name) && carom_system_memory_size(other, &p->system, &p->params)) return other;
    return method;
}

// Reads parameters: a number for all contacts, or one for each.

static bool bad_choice(const carom_coefficient *row, carom_error *refusal) {
    char names[128] = "";
    const char *name;
    for (int i = 0; (name = carom_choice_at(row, i)); i++) carom_join(names, sizeof names, ", ", name);
    return carom_refuse(refusal, CAROM_BAD_VALUE, "%s takes one of %s", row->name, names);
}

static bool set_param(carom_impact_problem *p, int i, const carom_coefficient *row, const json_t *value,
                      carom_error *refusal) {
    double numbers[3] = {0.0};
    size_t count = 1;
    if (row->kind == CAROM_CHOICE) {
        const int choice = carom_is_string(value) ? carom_choice_of(row, json_string_value(value)) : -1;
        if (choice < 0) return bad_choice(row, refusal);
        numbers[0] = choice;
    } else if (row->kind == CAROM_VECTOR) {
        count = json_array_size(value);
        for (size_t k = 0; k < count && k < 3; k++)
            if (!carom_impact_number(json_array_get(value, k), row->name, &numbers[k], refusal)) return false;
    } else if (!carom_impact_number(value, row->name, &numbers[0], refusal)) {
        return false;
    }
    if (carom_params_set(&p->contact[i], row, numbers, count) != CAROM_OK)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "%s has the wrong shape", row->name);
    return true;
}

static bool read_param(carom_impact_problem *p, const char *name, const json_t *value, carom_error *refusal) {
    const carom_coefficient *row = carom_coefficient_find(p->modules, name);
    if (!row)
        return carom_refuse(refusal, CAROM_COEFFICIENT_UNKNOWN, "no parameter is called \"%s\"", name) ||
               carom_refuse_near(refusal, carom_nearest_name(name, carom_param_names), CAROM_HINT_SEE_SYSTEM_PARAMS);
    const bool each = carom_is_array(value) && row->kind != CAROM_VECTOR;
    if (each && (int)json_array_size(value) != p->system.nc)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "%s has %d entries for %d contacts", name,
                            (int)json_array_size(value), p->system.nc);
    for (int i = 0; i < p->system.nc; i++)
        if (!set_param(p, i, row, each ? json_array_get(value, (size_t)i) : value, refusal)) return false;
    p->given |= UINT64_C(1) << row->number;
    return true;
}

// Reads settings that are not parameters of a contact.

static bool read_count(const json_t *value, const char *name, int least, int most, int *count, carom_error *refusal) {
    if (!carom_is_integer(value) || json_integer_value(value) < least || json_integer_value(value) > most)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "%s must be a whole number from %d to %d", name, least, most);
    *count = (int)json_integer_value(value);
    return true;
}

static bool read_single(carom_impact_problem *p, const json_t *value, carom_error *refusal) {
    p->params.single =
        carom_is_string(value) ? carom_law_find(p->modules, json_string_value(value), CAROM_ONE_CONTACT) : NULL;
    if (p->params.single && (p->params.single->solves & CAROM_ONE_CONTACT)) return true;
    if (p->params.single)
        return carom_refuse(refusal, CAROM_WRONG_PROBLEM, "single: \"%s\" solves systems of contacts, not a single one",
                            p->params.single->name);
    return carom_refuse(refusal, CAROM_UNKNOWN_LAW, "single: no law is called \"%s\"",
                        carom_is_string(value) ? json_string_value(value) : "?");
}

static bool read_sustained(carom_impact_problem *p, const json_t *value, carom_error *refusal) {
    if (!carom_is_array(value))
        return carom_refuse(refusal, CAROM_BAD_VALUE, "sustained is a list of contacts, from 0");
    for (size_t i = 0; i < json_array_size(value); i++) {
        int at = -1;
        if (!read_count(json_array_get(value, i), "sustained", 0, CAROM_MAX_CONTACTS, &at, refusal)) return false;
        if (at >= p->system.nc) return carom_refuse(refusal, CAROM_BAD_VALUE, "sustained: there is no contact %d", at);
        p->sustained[at] = 1;
    }
    return true;
}

// Reads gaps: one for all contacts, or one for each. They are a parameter of springs and determine the order of a
// sequence.
static bool read_gap(carom_impact_problem *p, const json_t *value, carom_error *refusal) {
    const bool each = carom_is_array(value);
    if (each && (int)json_array_size(value) != p->system.nc)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "gap has %d entries for %d contacts", (int)json_array_size(value),
                            p->system.nc);
    double *gap = carom_impact_keep(p, (size_t)p->system.nc, sizeof *gap, refusal);
    for (int i = 0; i < p->system.nc && gap; i++) {
        if (!carom_impact_number(each ? json_array_get(value, (size_t)i) : value, "gap", &gap[i], refusal))
            return false;
        if (!(gap[i] >= 0.0 && isfinite(gap[i])))
            return carom_refuse(refusal, CAROM_BAD_VALUE, "gap %d is %s; a gap is at least 0", i,
                                CAROM_SHORT(gap[i], 6));
    }
    p->gap = gap;
    return gap != NULL;
}

bool carom_impact_gaps(carom_impact_problem *p, const char *text, carom_error *refusal) {
    p->gaps_insisted = true;
    json_t *list = json_array();
    for (const char *at = text; *at || at == text;) {
        char *end;
        const double gap = carom_decimal_read(at, &end);
        const bool whole = end != at && (!*end || *end == ',');
        if (whole) json_array_append_new(list, json_real(gap));
        if (!whole || (*end && !end[1])) {
            json_decref(list);
            return carom_refuse(refusal, CAROM_BAD_VALUE,
                                "gaps are numbers in metres, one for each contact, such as 0,1e-3");
        }
        at = *end ? end + 1 : end;
    }
    const bool read = read_gap(p, list, refusal);
    json_decref(list);
    return read;
}

// Reads the solver. Accepts any solver of a method of this dimension; each method later rejects solvers of other
// methods.
static bool read_solver(carom_impact_problem *p, const json_t *value, carom_error *refusal) {
    const char *name;
    char names[128] = "";
    unsigned taken = 0;
    const carom_law *method;
    for (int i = 0; (method = carom_law_at(p->modules, i, CAROM_SYSTEMS)); i++)
        if (method->solves & carom_system_bit(p->system.dim)) taken |= method->system ? method->system->solvers : 0u;
    if (p->system.dim == 3) taken &= ~(1u << CAROM_SOLVER_ENUMERATE | 1u << CAROM_SOLVER_LEMKE);
    for (int i = 0; (name = carom_enum_name(CAROM_ENUM_SOLVER, (int)i)); i++) {
        if (!(taken >> i & 1)) continue;
        carom_join(names, sizeof names, ", ", name);
        if (!carom_is_word(value, name)) continue;
        p->params.solver = (carom_solver)i;
        return true;
    }
    return carom_refuse(refusal, CAROM_BAD_VALUE, "solver takes one of %s", names);
}

// Returns true if `name` is a setting; *read is false if its value is invalid.
static bool read_setting(carom_impact_problem *p, const char *name, const json_t *value, bool *read,
                         carom_error *refusal) {
    const struct {
        const char *name;
        int least, most, *count;
    } counts[] = {{"c", 0, CAROM_MAX_CONTACTS, &p->params.striking},
                  {"max_impacts", 1, CAROM_MAX_IMPACTS, &p->params.max_impacts},
                  {"max_states", 1, CAROM_MAX_STATES, &p->params.max_states},
                  {"max_outcomes", 1, CAROM_MAX_OUTCOMES, &p->params.max_outcomes},
                  {"max_strikes", 1, 1000000, &p->params.max_strikes},
                  {"max_stages", 1, CAROM_MAX_STAGES, &p->params.max_stages},
                  {"max_solutions", 1, CAROM_MAX_SOLUTIONS, &p->params.max_solutions},
                  {"gap_samples", 0, 1000000, &p->gap_samples}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (strcmp(name, counts[i].name)) continue;
        *read = read_count(value, name, counts[i].least, counts[i].most, counts[i].count, refusal);
        p->c_given = p->c_given || i == 0;
        return true;
    }
    if (!strcmp(name, "cut"))
        *read = carom_impact_number(value, name, &p->params.cut, refusal);
    else if (!strcmp(name, "merge"))
        *read = carom_impact_number(value, name, &p->params.merge, refusal);
    else if (!strcmp(name, "single"))
        *read = read_single(p, value, refusal);
    else if (!strcmp(name, "gap"))
        *read = read_gap(p, value, refusal);
    else if (!strcmp(name, "sustained"))
        *read = read_sustained(p, value, refusal);
    else if (!strcmp(name, "solver"))
        *read = read_solver(p, value, refusal);
    else
        return false;
    return true;
}

static bool read_params(carom_impact_problem *p, const json_t *params, carom_error *refusal) {
    const char *name = NULL;
    json_t *value;
    if (params && !carom_is_object(params)) return carom_refuse(refusal, bad_problem, "params must be an object");
    while ((name = carom_next_key(params, name, &value))) {
        bool read = true;
        if (!strcmp(name, "per_contact"))
            read = read_params(p, value, refusal);
        else if (carom_is_of_speed(name))
            read = carom_of_speed_clash(params, refusal) &&
                   carom_of_speed_json(&p->speed, &p->given, name, value, refusal);
        else if (!read_setting(p, name, value, &read, refusal))
            read = read_param(p, name, value, refusal);
        if (!read) return false;
    }
    return true;
}

bool carom_impact_json(carom_impact_problem *p, const json_t *object, carom_source source, carom_error *refusal) {
    if (!carom_is_object(object))
        return carom_refuse(refusal, bad_problem, "a problem is a JSON object: {\"law\":..., \"W\":..., \"v\":...}");
    p->id = json_object_get(object, "id");
    p->chosen = p->asked != CAROM_ASKED_NOTHING;
    p->speed = carom_params_default();
    if (json_object_get(object, "bodies") && !json_object_get(object, "contacts"))
        return carom_refuse(refusal, bad_problem,
                            "two \"bodies\" without \"contacts\" have one contact, and this is for several") ||
               carom_refuse_toward(refusal, CAROM_HINT_READ_ONE);
    const json_t *name = json_object_get(object, "law");
    if (name && !carom_is_string(name))
        return carom_refuse(refusal, bad_problem, "law must be a string") || carom_refuse_of(refusal, "law", NULL);
    if (name && p->asked == CAROM_ASKED_NOTHING && !carom_impact_method(p, json_string_value(name), refusal))
        return carom_refuse_of(refusal, "law", NULL);
    if (!carom_impact_read_system(p, object, source, refusal)) return false;
    if (p->method) p->method = carom_law_find(p->modules, p->method->name, carom_system_bit(p->system.dim));
    p->contact = carom_impact_keep(p, (size_t)p->system.nc, sizeof *p->contact, refusal);
    p->sustained = carom_impact_keep(p, (size_t)p->system.nc, 1, refusal);
    if (!p->contact || !p->sustained) return false;
    for (int i = 0; i < p->system.nc; i++) p->contact[i] = carom_params_default();
    p->params.contacts = p->contact;
    if (!read_params(p, json_object_get(object, "params"), refusal)) return false;
    if (p->method) p->method = carom_impact_taking(p, p->method);
    return true;
}

bool carom_impact_read(carom_impact_problem *p, const json_t *object, carom_source source, carom_error *refusal) {
    const carom_reading r = {source, refusal, p->modules};
    // The error for a scenario of two bodies differs.
    const bool pair = json_object_get(object, "bodies") && json_object_get(object, "contact");
    p->id = json_object_get(object, "id");
    return carom_bodies_free_count(&r, object) && (pair || carom_keys_check(&r, object, CAROM_OBJECT_impact, NULL)) &&
           carom_read_units(&r, object, &p->units) && carom_impact_json(p, object, source, refusal);
}

// Stores the gaps in the contacts' parameters or separately, as the method requires. Rejects them if the method has
// none.
static bool settle_gaps(carom_impact_problem *p, const carom_law *method, carom_error *refusal) {
    const bool single = (carom_system_needs(method) & CAROM_NEEDS_SINGLE) != 0;
    const carom_coefficient *row = carom_coefficient_find(p->modules, "gap");
    const bool reads = row && !single && (carom_system_reads(method) >> row->number & 1);
    p->params.gap = single ? p->gap : NULL;
    if (!p->gap || single) return true;
    for (int i = 0; i < p->system.nc && reads; i++) carom_params_set(&p->contact[i], row, &p->gap[i], 1);
    return reads || p->asked == CAROM_ASKED_ALL || (p->chosen && !p->gaps_insisted) ||
           carom_refuse(refusal, CAROM_COEFFICIENT_UNUSED, "method \"%s\" does not read gap; %s", method->name,
                        "sequence and springs do");
}

// Evaluates a function of speed at one speed. Returns NaN if it does not apply there.
static double of_speed(const carom_speed_function *of, double speed, double highest) {
    const double at = of->form->value(of->c, fabs(speed));
    return at < 0.0 ? 0.0 : at > highest ? highest : at;
}

// Evaluates speed-dependent coefficients. A law of single impacts evaluates them at each of its impacts; methods get
// the values at each contact's speed before the impact.
static bool settle_speeds(carom_impact_problem *p, bool single, uint64_t reads, const char *name,
                          carom_error *refusal) {
    const carom_speed_function *e_of = &p->speed.e_of_speed, *mu_of = &p->speed.mu_of_speed;
    const bool unread =
        (e_of->form && !(reads & CAROM_PARAM_BIT(e))) || (mu_of->form && !(reads & CAROM_PARAM_BIT(mu)));
    if (unread && p->asked != CAROM_ASKED_ALL && !p->chosen)
        return carom_refuse(refusal, CAROM_COEFFICIENT_UNUSED, "\"%s\" does not read %s", name,
                            e_of->form && !(reads & CAROM_PARAM_BIT(e)) ? "e_of" : "mu_of");
    for (int i = 0; i < p->system.nc; i++) {
        carom_params *k = &p->contact[i];
        const double *v = p->system.v + p->system.dim * i;
        if (single) {
            if (reads & CAROM_PARAM_BIT(e)) k->e_of_speed = *e_of;
            if (reads & CAROM_PARAM_BIT(mu)) k->mu_of_speed = *mu_of;
            continue;
        }
        k->e_of_speed.form = k->mu_of_speed.form = NULL;
        if (e_of->form) k->e = of_speed(e_of, v[0], 1.0);
        if (mu_of->form) k->mu = of_speed(mu_of, p->system.dim == 2 ? v[1] : hypot(v[1], v[2]), HUGE_VAL);
        const bool no_e = e_of->form && isnan(k->e);
        if (no_e || (mu_of->form && isnan(k->mu)))
            return carom_refuse(refusal, CAROM_BAD_VALUE, "%s does not hold at the speed of contact %d, %g m/s",
                                no_e ? e_of->form->name : mu_of->form->name, i, fabs(no_e ? v[0] : v[1]));
    }
    return true;
}

// Returns true if no contact has friction. Then mu has no effect, and every method accepts it.
static bool no_friction(const carom_impact_problem *p, int param) {
    bool none = param == CAROM_PARAM_mu;
    for (int i = 0; i < p->system.nc && none; i++) none = p->contact[i].mu == 0.0;
    return none;
}

bool carom_impact_settle(carom_impact_problem *p, const carom_law *method, carom_error *refusal) {
    if (!settle_gaps(p, method, refusal)) return false;
    const bool single = (carom_system_needs(method) & CAROM_NEEDS_SINGLE) != 0;
    const uint64_t reads = single ? carom_law_reads(p->params.single) : carom_system_reads(method);
    if ((p->speed.e_of_speed.form || p->speed.mu_of_speed.form) &&
        !settle_speeds(p, single, reads, single ? p->params.single->name : method->name, refusal))
        return false;
    for (int i = 0; i < CAROM_PARAM_END; i++) {
        if (!((p->given >> i) & 1) || ((reads >> i) & 1)) continue;
        const carom_coefficient *row = carom_coefficient_at(p->modules, i);
        if (no_friction(p, i)) continue;
        if (p->asked == CAROM_ASKED_ALL) continue;
        if (p->chosen && !((p->insisted >> i) & 1)) {
            p->passed |= UINT64_C(1) << i;
            continue;
        }
        return carom_refuse(refusal, CAROM_COEFFICIENT_UNUSED, "%s \"%s\" does not read %s",
                            single ? "the single law" : "method", single ? p->params.single->name : method->name,
                            row->name);
    }
    return true;
}
