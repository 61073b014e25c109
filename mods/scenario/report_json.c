// Writes reports as JSON, in the format of the reference files.
#include <math.h>
#include <string.h>

#include "mods/scenario/json.h"
#include "mods/scenario/report.h"

static json_t *violations_json(unsigned violations) {
    json_t *array = json_array();
    for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit); bit <<= 1)
        if (violations & bit)
            json_array_append_new(array, json_string(carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit)));
    return array;
}

// Return numbers of an SI unit as JSON, in the units of the report.
static json_t *real(const carom_report *r, const char *si, double value) {
    return carom_json_real(carom_units_value(&r->units, si, value));
}

static json_t *numbers(const carom_report *r, const char *si, const double *x, size_t count) {
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) json_array_append_new(array, real(r, si, x[i]));
    return array;
}

// Returns the generalized speeds from number `first` on. Those of a chain are rates, then the velocity of its base; those
// of a mechanism have their own units.
static json_t *speeds_json(const carom_report *r, const double *u, int first, int end) {
    json_t *array = json_array();
    for (int i = first; i < end; i++) json_array_append_new(array, real(r, carom_report_speed_unit(r, i), u[i]));
    return array;
}

static bool stands(const carom_report *r) {
    return carom_status_classify(r->status) == CAROM_CLASS_OK;
}

// Writes the bodies after the impact.

static json_t *body_json(const carom_report *r, const carom_motion *body, bool space) {
    json_t *object = json_object();
    json_object_set_new(object, "name", json_string(body->name));
    json_object_set_new(object, "velocity", numbers(r, "m/s", body->velocity, space ? 3 : 2));
    json_object_set_new(object, "spin", space ? numbers(r, "rad/s", body->spin, 3) : real(r, "rad/s", body->spin[2]));
    return object;
}

static json_t *bodies_json(const carom_report *r, const carom_motion *list, int count, bool space) {
    json_t *array = json_array();
    for (int i = 0; i < count; i++) json_array_append_new(array, body_json(r, &list[i], space));
    return array;
}

// Adds quantities derived from the velocity.
static void add_change(json_t *object, const carom_report *r, const carom_change *c) {
    json_object_set_new(object, "speed", real(r, "m/s", c->speed_after));
    json_object_set_new(object, "heading", carom_json_real(c->heading_after));
    json_object_set_new(object, "delta_v", real(r, "m/s", c->delta_v));
    json_object_set_new(object, "direction", carom_json_real(c->direction));
    json_object_set_new(object, "pdof", carom_json_real(c->pdof));
}

static json_t *balance_json(const carom_report *r, bool space) {
    const carom_balance *l = &r->ledger;
    const struct {
        const char *name;
        const double *momentum, *angular;
        double energy;
    } rows[] = {{"before", l->momentum_before, l->angular_before, l->energy_before},
                {"after", l->momentum_after, l->angular_after, l->energy_after},
                {"fixed", l->momentum_fixed, l->angular_fixed, l->energy_fixed}};
    json_t *object = json_object();
    for (size_t i = 0; i < 3; i++) {
        json_t *row = json_object();
        json_object_set_new(row, "energy", real(r, "J", rows[i].energy));
        json_object_set_new(row, "momentum", numbers(r, "N s", rows[i].momentum, space ? 3 : 2));
        json_object_set_new(row, "angular",
                            space ? numbers(r, "N m s", rows[i].angular, 3) : real(r, "N m s", rows[i].angular[2]));
        json_object_set_new(object, rows[i].name, row);
    }
    return object;
}

static void add_pair(json_t *object, const carom_report *r) {
    const bool space = r->kind == CAROM_SCENARIO_SPACE;
    json_t *bodies = json_array();
    for (int i = 0; i < 2; i++) {
        json_t *body = body_json(r, &r->fields.after[i], space);
        add_change(body, r, &r->change[i]);
        json_array_append_new(bodies, body);
    }
    json_object_set_new(object, "bodies", bodies);
    json_object_set_new(object, "balance", balance_json(r, space));
    json_object_set_new(object, "energy_lost_fraction", carom_json_real(r->lost));
}

static void add_tree(json_t *object, const carom_report *r) {
    const carom_report_fields *f = &r->fields;
    json_object_set_new(object, "u_after", speeds_json(r, f->u_after, 0, f->speed_count));
    if (r->kind == CAROM_SCENARIO_BODIES)
        json_object_set_new(object, "bodies", bodies_json(r, f->after, f->body_count, r->dim == 3));
    if (r->kind == CAROM_SCENARIO_CHAIN) {
        json_object_set_new(object, "rates", speeds_json(r, f->u_after, 0, r->links));
        if (!r->pinned)
            json_object_set_new(object, "base_velocity", speeds_json(r, f->u_after, r->links, r->links + 2));
    }
    if (f->reaction_count) {
        json_object_set_new(object, "reactions", carom_json_numbers(f->reactions, (size_t)f->reaction_count));
        json_object_set_new(object, "rank", json_integer(r->rank));
    }
    json_object_set_new(object, "energy_before", real(r, "J", r->energy_before));
    json_object_set_new(object, "energy_after", real(r, "J", r->energy_after));
}

// Writes one contact.

// Adds values that only some laws have.
static void add_details(json_t *object, const carom_report *r) {
    const carom_result *out = &r->outcome;
    for (int i = 0; i < r->output_count; i++)
        json_object_set_new(object, r->outputs[i].name, real(r, r->outputs[i].unit, r->outputs[i].value));
    if (out->has & CAROM_HAS_COMPRESSION)
        json_object_set_new(object, "P_compression", numbers(r, "N s", out->Pc, (size_t)r->dim));
    if (out->has & CAROM_HAS_WORK) {
        json_object_set_new(object, "work_normal", real(r, "J", out->work_normal));
        json_object_set_new(object, "work_friction", real(r, "J", out->work_friction));
    }
    if (out->solution_count) json_object_set_new(object, "solution_count", json_integer(out->solution_count));
    if (out->evaluations) {
        json_object_set_new(object, "evaluations", json_integer(out->evaluations));
        json_object_set_new(object, "residual", carom_json_real(out->residual));
    }
}

// Adds the coefficients in use if they differ from the stated ones.
static void add_used(json_t *object, const carom_report *r) {
    json_t *used = json_object();
    for (int i = 0; i < r->coefficient_count; i++)
        if (r->coefficients[i].changed)
            json_object_set_new(used, r->coefficients[i].name, carom_json_real(r->coefficients[i].used));
    if (json_object_size(used)) json_object_set(object, "used", used);
    json_decref(used);
}

// Adds W and v of a scenario, and the motion of the bodies.
static void add_scenario(json_t *object, const carom_report *r) {
    const size_t dim = (size_t)r->dim;
    json_t *W = json_array();
    for (size_t i = 0; i < dim; i++) json_array_append_new(W, numbers(r, "1/kg", r->contact.W[i], dim));
    json_object_set_new(object, "W", W);
    json_object_set_new(object, "v", numbers(r, "m/s", r->contact.v, dim));
    const bool pair = r->kind == CAROM_SCENARIO_PLANE || r->kind == CAROM_SCENARIO_SPACE;
    (pair ? add_pair : add_tree)(object, r);
}

static void add_one(json_t *object, const carom_report *r) {
    if (stands(r)) add_details(object, r);
    if (stands(r)) add_used(object, r);
    if (isfinite(r->critical)) json_object_set_new(object, "critical", carom_json_real(r->critical));
    if (r->spec) add_scenario(object, r);
    if (r->normal_reversed) json_object_set_new(object, "note", json_string("normal-reversed"));
    if (!stands(r)) json_object_set_new(object, "message", carom_json_words(r->error.detail));
}

// Writes several contacts.

static json_t *modes_json(const carom_mode *mode, int nc) {
    json_t *array = json_array();
    for (int i = 0; i < nc; i++) json_array_append_new(array, json_string(carom_mode_name(mode[i])));
    return array;
}

// Adds the speeds after the impulses, and the impulses of the constraints.
static void add_speeds(json_t *object, const carom_report *r, const carom_report_speeds *after) {
    const carom_report_fields *f = &r->fields;
    if (!after || !after->u) return;
    json_object_set_new(object, "u_after", speeds_json(r, after->u, 0, f->speed_count));
    json_object_set_new(object, "joint_impulse", carom_json_numbers(after->reactions, (size_t)f->reaction_count));
    if (after->bodies) json_object_set_new(object, "bodies", bodies_json(r, after->bodies, f->body_count, r->dim == 3));
}

static json_t *contacts_json(const carom_report *r) {
    const carom_system_result *out = &r->result;
    json_t *array = json_array();
    const size_t dim = (size_t)r->system.dim;
    for (int i = 0; i < r->system.nc; i++) {
        json_t *one = json_object();
        json_object_set_new(one, "v", numbers(r, "m/s", r->system.v + dim * (size_t)i, dim));
        json_object_set_new(one, "P", numbers(r, "N s", out->P + dim * (size_t)i, dim));
        json_object_set_new(one, "v_after", numbers(r, "m/s", out->v + dim * (size_t)i, dim));
        json_object_set_new(one, "work", real(r, "J", out->work[i]));
        json_object_set_new(one, "mode", json_string(carom_mode_name(out->mode[i])));
        json_array_append_new(array, one);
    }
    return array;
}

static json_t *stages_json(const carom_report *r) {
    const carom_system_result *out = &r->result;
    const int nc = r->system.nc;
    json_t *array = json_array();
    for (int k = 0; k < out->stages; k++) {
        const carom_stage *s = &out->stage[k];
        json_t *one = json_object(), *events = json_array();
        json_object_set_new(one, "phase", json_string(s->restitution ? "restitution" : "compression"));
        json_object_set_new(one, "modes", modes_json(s->mode, nc));
        json_object_set_new(one, "eta", real(r, "N s", s->eta));
        for (int i = 0; i < nc; i++)
            for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_STAGE_EVENT, (int)bit); bit <<= 1)
                if (s->events[i] & bit)
                    json_array_append_new(events,
                                          json_sprintf("%s:%d", carom_enum_name(CAROM_ENUM_STAGE_EVENT, (int)bit), i));
        json_object_set_new(one, "events", events);
        json_array_append_new(array, one);
    }
    return array;
}

// Adds values that only one method has.

static void add_expansion(json_t *object, const carom_report *r) {
    const size_t nc = (size_t)r->system.nc;
    json_t *extra = json_array();
    for (size_t i = 0; i < nc; i++) json_array_append_new(extra, carom_json_boolean(r->extra[i]));
    json_object_set_new(object, "P_compression", numbers(r, "N s", r->result.P_compression, 2 * nc));
    json_object_set_new(object, "v_compression", numbers(r, "m/s", r->result.v_compression, 2 * nc));
    json_object_set_new(object, "P_expansion", numbers(r, "N s", r->expansion, 2 * nc));
    json_object_set_new(object, "extra_expansion", extra);
}

static void add_order(json_t *object, const carom_solution *s) {
    json_t *order = json_array();
    for (int i = 0; i < s->shortest; i++) json_array_append_new(order, json_integer(s->order[i]));
    json_object_set_new(object, "probability", carom_json_real(s->probability));
    json_object_set_new(object, "sequences", carom_json_real(s->sequences));
    json_object_set_new(object, "shortest", json_integer(s->shortest));
    json_object_set_new(object, "longest", json_integer(s->longest));
    json_object_set_new(object, "order", order);
}

static json_t *solution_json(const carom_report *r, int k) {
    const carom_solution *s = &r->result.solutions[k];
    const size_t n = (size_t)(r->system.dim * r->system.nc);
    json_t *one = json_object();
    if (r->orders) add_order(one, s);
    json_object_set_new(one, "P", numbers(r, "N s", s->P, n));
    json_object_set_new(one, "v_after", numbers(r, "m/s", s->v, n));
    add_speeds(one, r, r->solutions ? &r->solutions[k] : NULL);
    json_object_set_new(one, "dE", real(r, "J", s->dE));
    json_object_set_new(one, "modes", modes_json(s->mode, r->system.nc));
    if (r->orders) json_object_set_new(one, "is_limit", carom_json_boolean(s->limit));
    return one;
}

static json_t *solutions_json(const carom_report *r) {
    json_t *array = json_array();
    for (int k = 0; k < r->result.kept; k++) json_array_append_new(array, solution_json(r, k));
    return array;
}

// Adds the number of times that each solution occurs if gaps determine the order.
static void add_gap_counts(json_t *object, const carom_report *r) {
    json_t *array = json_array();
    const int kept = r->result.kept;
    for (int k = 0; k < kept; k++) json_array_append_new(array, json_integer(r->gap_counts[k]));
    json_object_set_new(object, "gap_counts", array);
    if (r->gap_counts[kept]) json_object_set_new(object, "gap_strays", json_integer(r->gap_counts[kept]));
}

static void add_sequence(json_t *object, const carom_report *r) {
    const carom_system_result *out = &r->result;
    const size_t n = (size_t)(r->system.dim * r->system.nc);
    json_object_set_new(object, "solution_count", json_integer(out->kept));
    json_object_set_new(object, "truncated", carom_json_boolean(out->status == CAROM_TRUNCATED));
    json_object_set_new(object, "solutions", solutions_json(r));
    json_object_set_new(object, "v_lowest", numbers(r, "m/s", out->lowest, n));
    json_object_set_new(object, "v_highest", numbers(r, "m/s", out->highest, n));
    if (r->bound >= 0)
        json_object_set_new(object, "max_impacts", r->bound ? json_integer(r->bound) : json_string("infinite"));
    if (r->gap_counts) add_gap_counts(object, r);
}

static void add_method_details(json_t *object, const carom_report *r) {
    const carom_system_result *out = &r->result;
    if (out->solution_count && !r->orders)
        json_object_set_new(object, "solution_count", json_integer(out->solution_count));
    json_object_set_new(object, "residual", carom_json_real(out->residual));
    if (out->kept > 1 && !r->orders) json_object_set_new(object, "solutions", solutions_json(r));
    if (out->stages) {
        json_object_set_new(object, "eta_c", real(r, "N s", out->eta_c));
        json_object_set_new(object, "eta", real(r, "N s", out->eta));
        json_object_set_new(object, "stages", stages_json(r));
    }
    if (carom_system_provides(r->fields.law) & CAROM_PROVIDES_LIMITED)
        json_object_set_new(object, "limited", carom_json_boolean(out->limited));
    if (!isnan(out->ratio_c)) json_object_set_new(object, "ratio_c", carom_json_real(out->ratio_c));
    if (r->expansion) add_expansion(object, r);
    if (r->orders) add_sequence(object, r);
}

static void add_several(json_t *object, const carom_report *r) {
    if (stands(r)) {
        json_object_set_new(object, "contacts", contacts_json(r));
        add_method_details(object, r);
        return;
    }
    json_object_set_new(object, "message", carom_json_words(r->error.detail));
}

json_t *carom_report_json(const carom_report *r) {
    if (carom_status_classify(r->status) == CAROM_CLASS_BAD_INPUT) return carom_refusal_json(r->id, &r->error);
    const carom_system_result *out = &r->result;
    const size_t n = (size_t)(r->system.dim * r->system.nc);
    const bool fine = stands(r), named = fine && out->mode[0] != CAROM_MODE_UNNAMED;
    const carom_report_fields *f = &r->fields;
    const carom_report_speeds after = {f->u_after, f->reactions, f->after};
    json_t *object = json_object();
    json_object_set(object, "id", r->id ? r->id : json_null());
    if (r->several) json_object_set_new(object, "law", json_string(f->law->name));
    json_object_set_new(object, "status", json_string(carom_status_name(r->status)));
    json_object_set_new(object, "P", fine ? numbers(r, "N s", out->P, n) : json_null());
    json_object_set_new(object, "v_after", fine ? numbers(r, "m/s", out->v, n) : json_null());
    if (fine && r->several) add_speeds(object, r, &after);
    json_object_set_new(object, "dE", fine ? real(r, "J", out->dE) : json_null());
    if (r->several)
        json_object_set_new(object, "modes", fine ? modes_json(out->mode, r->system.nc) : json_null());
    else
        json_object_set_new(object, "mode", named ? json_string(carom_mode_name(out->mode[0])) : json_null());
    json_object_set_new(object, "violations", violations_json(out->violations));
    (r->several ? add_several : add_one)(object, r);
    if (r->units.stated) json_object_set_new(object, "units", carom_units_json(&r->units));
    return object;
}

json_t *carom_units_json(const carom_units *units) {
    json_t *object = json_object();
    const char *key, *si;
    for (int i = 0; carom_units_row(i, &key, &si); i++)
        json_object_set_new(object, key, json_string(carom_units_find(units, si).name));
    return object;
}
