#include "mods/scenario/impact_write.h"

#include <math.h>
#include <string.h>

#include "mods/scenario/impact_gaps.h"
#include "mods/scenario/json.h"
#include "mods/scenario/write.h"

void carom_impact_modes(const carom_mode *mode, int nc, char *text, size_t size) {
    text[0] = 0;
    for (int i = 0; i < nc; i++) {
        if (i) strncat(text, "|", size - strlen(text) - 1);
        strncat(text, carom_mode_name(mode[i]), size - strlen(text) - 1);
    }
}

static json_t *modes_json(const carom_mode *mode, int nc) {
    const size_t size = 20 * (size_t)nc + 1;
    char *text = carom_json_room(size, 1);
    if (!text) return json_null();
    carom_impact_modes(mode, nc, text, size);
    json_t *value = json_string(text);
    carom_json_leave(text);
    return value;
}

static json_t *broken_json(unsigned broken) {
    json_t *array = json_array();
    for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit); bit <<= 1)
        if (broken & bit) json_array_append_new(array, json_string(carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit)));
    return array;
}

// The speeds after P, and the impulses of the constraints.
static void add_speeds(json_t *object, const carom_impact_problem *p, const double *P) {
    if (!p->has_mechanism) return;
    const carom_mechanism *m = &p->mechanism;
    double *u = carom_json_room((size_t)(m->speeds + m->constraints), sizeof *u);
    if (!u) return;
    double *joint = u + m->speeds;
    carom_delassus_apply(&p->delassus, P, u, joint);
    json_object_set_new(object, "u_after", carom_json_numbers(u, (size_t)m->speeds));
    json_object_set_new(object, "joint_impulse", carom_json_numbers(joint, (size_t)m->constraints));
    if (p->bodies && p->bodies->kind == CAROM_SCENARIO_BODIES)
        json_object_set_new(object, "bodies", carom_bodies_moved_json(p->bodies, u));
    carom_json_leave(u);
}

static json_t *contacts_json(const carom_impact_problem *p, const carom_many_outcome *out) {
    json_t *array = json_array();
    const size_t dim = (size_t)p->system.dim;
    for (int i = 0; i < p->system.nc; i++) {
        json_t *one = json_object();
        json_object_set_new(one, "v", carom_json_numbers(p->system.v + dim * (size_t)i, dim));
        json_object_set_new(one, "P", carom_json_numbers(out->P + dim * (size_t)i, dim));
        json_object_set_new(one, "v_after", carom_json_numbers(out->v + dim * (size_t)i, dim));
        json_object_set_new(one, "work", carom_json_real(out->work[i]));
        json_object_set_new(one, "mode", json_string(carom_mode_name(out->mode[i])));
        json_array_append_new(array, one);
    }
    return array;
}

// The contacts of a list, in its order.
static json_t *list_json(const unsigned char *place, int nc) {
    json_t *list = json_array();
    for (int k = 1; k <= nc; k++)
        for (int i = 0; i < nc; i++)
            if (place[i] == k) json_array_append_new(list, json_integer(i));
    return list;
}

// hm-list: its lists, and what they let pass.
static void add_lists(json_t *object, const carom_stage *s, int nc) {
    json_t *faults = json_array();
    for (int i = 0; i < nc; i++)
        for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_LIST_FAULT, (int)bit); bit <<= 1)
            if (s->faults[i] & bit)
                json_array_append_new(faults,
                                      json_sprintf("%s:%d", carom_enum_name(CAROM_ENUM_LIST_FAULT, (int)bit), i));
    json_object_set_new(object, "L_c", list_json(s->joined, nc));
    json_object_set_new(object, "L_s", list_json(s->slips, nc));
    json_object_set_new(object, "faults", faults);
}

static json_t *stages_json(const carom_many_outcome *out, int nc) {
    json_t *array = json_array();
    for (int k = 0; k < out->stages; k++) {
        const carom_stage *s = &out->stage[k];
        json_t *one = json_object(), *events = json_array();
        json_object_set_new(one, "phase", json_string(s->restitution ? "restitution" : "compression"));
        json_object_set_new(one, "modes", modes_json(s->mode, nc));
        json_object_set_new(one, "eta", carom_json_real(s->eta));
        for (int i = 0; i < nc; i++)
            for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_STAGE_EVENT, (int)bit); bit <<= 1)
                if (s->events[i] & bit)
                    json_array_append_new(events,
                                          json_sprintf("%s:%d", carom_enum_name(CAROM_ENUM_STAGE_EVENT, (int)bit), i));
        json_object_set_new(one, "events", events);
        if (s->joined) add_lists(one, s, nc);
        json_array_append_new(array, one);
    }
    return array;
}

static json_t *solutions_json(const carom_impact_problem *p, const carom_many_outcome *out) {
    json_t *array = json_array();
    const size_t n = (size_t)(p->system.dim * p->system.nc);
    for (int k = 0; k < out->kept; k++) {
        const carom_solution *s = &out->solution[k];
        json_t *one = json_object();
        json_object_set_new(one, "P", carom_json_numbers(s->P, n));
        json_object_set_new(one, "v_after", carom_json_numbers(s->v, n));
        add_speeds(one, p, s->P);
        json_object_set_new(one, "dE", carom_json_real(s->dE));
        json_object_set_new(one, "mode", modes_json(s->mode, p->system.nc));
        json_array_append_new(array, one);
    }
    return array;
}

// What only one method knows.

static void add_expansion(json_t *object, const carom_impact_problem *p, const carom_many_outcome *out) {
    const int n = 2 * p->system.nc;
    double *P_E = carom_json_room((size_t)n, sizeof *P_E);
    if (!P_E) return;
    json_t *extra = json_array();
    for (int i = 0; i < n; i++) P_E[i] = out->P[i] - out->P_C[i];
    for (int i = 0; i < p->system.nc; i++) {
        const double floor = p->contact[i].e * out->P_C[2 * i];
        json_array_append_new(extra, carom_json_boolean(P_E[2 * i] > floor + 1e-9 * (1.0 + fabs(floor))));
    }
    json_object_set_new(object, "P_C", carom_json_numbers(out->P_C, (size_t)n));
    json_object_set_new(object, "v_C", carom_json_numbers(out->v_C, (size_t)n));
    json_object_set_new(object, "P_E", carom_json_numbers(P_E, (size_t)n));
    json_object_set_new(object, "extra_expansion", extra);
    carom_json_leave(P_E);
}

static json_t *outcome_json(const carom_impact_problem *p, const carom_sequence_outcome *o) {
    const size_t n = 2 * (size_t)p->system.nc;
    json_t *one = json_object(), *order = json_array();
    for (int i = 0; i < o->shortest; i++) json_array_append_new(order, json_integer(o->order[i]));
    json_object_set_new(one, "prob", carom_json_real(o->probability));
    json_object_set_new(one, "sequences", carom_json_real(o->sequences));
    json_object_set_new(one, "shortest", json_integer(o->shortest));
    json_object_set_new(one, "longest", json_integer(o->longest));
    json_object_set_new(one, "order", order);
    json_object_set_new(one, "P", carom_json_numbers(o->P, n));
    json_object_set_new(one, "v_after", carom_json_numbers(o->v, n));
    add_speeds(one, p, o->P);
    json_object_set_new(one, "dE", carom_json_real(o->dE));
    json_object_set_new(one, "limit", carom_json_boolean(o->limit));
    return one;
}

// The bound on the number of impacts, where there is one: two frictionless contacts with one coefficient.
static void add_bound(json_t *object, const carom_impact_problem *p) {
    double W[4][4];
    if (p->system.nc != 2 || strcmp(p->params.single->name, "frictionless") || p->contact[0].e != p->contact[1].e)
        return;
    memcpy(W, p->system.W, sizeof W);
    const int bound = carom_sequence_bound((const double(*)[4])W, p->contact[0].e);
    json_object_set_new(object, "bound", bound ? json_integer(bound) : json_string("infinite"));
}

// How often each outcome comes when gaps decide the order.
static void add_gap_counts(json_t *object, const carom_impact_problem *p, const carom_many_outcome *out) {
    int *counts = p->gap_samples ? carom_json_room((size_t)out->outcomes + 1, sizeof *counts) : NULL;
    if (counts && carom_impact_gap_counts(p, out, counts)) {
        json_t *array = json_array();
        for (int k = 0; k < out->outcomes; k++) json_array_append_new(array, json_integer(counts[k]));
        json_object_set_new(object, "gap_counts", array);
        if (counts[out->outcomes]) json_object_set_new(object, "gap_strays", json_integer(counts[out->outcomes]));
    }
    carom_json_leave(counts);
}

static void add_sequence(json_t *object, const carom_impact_problem *p, const carom_many_outcome *out) {
    const size_t n = 2 * (size_t)p->system.nc;
    json_t *array = json_array();
    for (int k = 0; k < out->outcomes; k++) json_array_append_new(array, outcome_json(p, &out->outcome[k]));
    json_object_set_new(object, "n_outcomes", json_integer(out->outcomes));
    json_object_set_new(object, "truncated", carom_json_boolean(out->status == CAROM_TRUNCATED));
    json_object_set_new(object, "outcomes", array);
    json_object_set_new(object, "v_lowest", carom_json_numbers(out->lowest, n));
    json_object_set_new(object, "v_highest", carom_json_numbers(out->highest, n));
    add_bound(object, p);
    add_gap_counts(object, p, out);
}

static void add_details(json_t *object, const carom_impact_problem *p, const carom_method *method,
                        const carom_many_outcome *out) {
    if (out->solutions && !out->outcomes) json_object_set_new(object, "solutions", json_integer(out->solutions));
    json_object_set_new(object, "residual", carom_json_real(out->residual));
    if (out->kept > 1) json_object_set_new(object, "outcomes", solutions_json(p, out));
    if (out->stages) {
        json_object_set_new(object, "eta_c", carom_json_real(out->eta_c));
        json_object_set_new(object, "eta", carom_json_real(out->eta));
        json_object_set_new(object, "stages", stages_json(out, p->system.nc));
    }
    if (method->fills & CAROM_FILLS_LIMITED) json_object_set_new(object, "limited", carom_json_boolean(out->limited));
    if (!isnan(out->ratio_c)) json_object_set_new(object, "ratio_c", carom_json_real(out->ratio_c));
    if (out->P_C) add_expansion(object, p, out);
    if (out->outcomes) add_sequence(object, p, out);
}

json_t *carom_impact_answer_json(const carom_impact_problem *p, const carom_method *method,
                                 const carom_impact_answer *a) {
    if (carom_status_classify(a->status) == CAROM_CLASS_BAD_INPUT) return carom_refusal_json(p->id, &a->refusal);
    const carom_many_outcome *out = &a->outcome;
    const size_t n = (size_t)(p->system.dim * p->system.nc);
    const bool fine = carom_status_classify(a->status) == CAROM_CLASS_OK;
    json_t *object = json_object();
    json_object_set(object, "id", p->id ? p->id : json_null());
    json_object_set_new(object, "method", json_string(method->name));
    json_object_set_new(object, "status", json_string(carom_status_name(a->status)));
    json_object_set_new(object, "P", fine ? carom_json_numbers(out->P, n) : json_null());
    json_object_set_new(object, "v_after", fine ? carom_json_numbers(out->v, n) : json_null());
    if (fine) add_speeds(object, p, out->P);
    json_object_set_new(object, "dE", fine ? carom_json_real(out->dE) : json_null());
    json_object_set_new(object, "mode", fine ? modes_json(out->mode, p->system.nc) : json_null());
    json_object_set_new(object, "broken", broken_json(out->broken));
    if (fine) {
        json_object_set_new(object, "contacts", contacts_json(p, out));
        add_details(object, p, method, out);
    } else {
        json_object_set_new(object, "message", carom_json_words(a->refusal.detail));
        if (out->step) json_object_set_new(object, "step", json_integer(out->step));
    }
    return object;
}

json_t *carom_impact_delassus_json(const carom_impact_problem *p) {
    const size_t n = (size_t)(p->system.dim * p->system.nc);
    json_t *object = json_object(), *W = json_array();
    for (size_t i = 0; i < n; i++) json_array_append_new(W, carom_json_numbers(p->system.W + i * n, n));
    json_object_set(object, "id", p->id ? p->id : json_null());
    json_object_set_new(object, "status", json_string("ok"));
    json_object_set_new(object, "W", W);
    json_object_set_new(object, "v", carom_json_numbers(p->system.v, n));
    if (p->P && p->has_mechanism) {
        const carom_mechanism *m = &p->mechanism;
        double *u = carom_json_room((size_t)(m->speeds + m->constraints), sizeof *u);
        if (!u) return object;
        double *joint = u + m->speeds;
        carom_delassus_apply(&p->delassus, p->P, u, joint);
        for (int i = 0; i < m->speeds; i++) u[i] -= m->u[i];
        json_object_set_new(object, "du", carom_json_numbers(u, (size_t)m->speeds));
        json_object_set_new(object, "joint_impulse", carom_json_numbers(joint, (size_t)m->constraints));
        carom_json_leave(u);
    }
    return object;
}
