#include "mods/scenario/write.h"

#include <math.h>
#include <stdio.h>

#include "carom/critical.h"
#include "carom/region.h"
#include "mods/scenario/after.h"
#include "mods/scenario/change.h"
#include "mods/scenario/json.h"

bool carom_answer_stands(const carom_answer *answer) {
    return carom_status_classify(answer->status) == CAROM_CLASS_OK;
}

bool carom_answer_looks_reversed(const carom_problem *problem, const carom_answer *answer) {
    return answer->status == CAROM_NO_IMPACT && problem->bodies && carom_bodies_look_reversed(problem->bodies);
}

// Bodies afterwards.

static json_t *body_json(const char *name, const carom_body *body, bool space) {
    json_t *object = json_object();
    json_object_set_new(object, "name", json_string(name));
    json_object_set_new(object, "velocity", carom_json_numbers(body->velocity, space ? 3 : 2));
    json_object_set_new(object, "spin", space ? carom_json_numbers(body->spin, 3) : carom_json_real(body->spin[2]));
    return object;
}

// Beside the velocity, what it comes to.
static json_t *change_json(const carom_change *c) {
    json_t *object = json_object();
    json_object_set_new(object, "speed", carom_json_real(c->speed_after));
    json_object_set_new(object, "heading", carom_json_real(c->heading_after));
    json_object_set_new(object, "delta_v", carom_json_real(c->delta_v));
    json_object_set_new(object, "direction", carom_json_real(c->direction));
    json_object_set_new(object, "pdof", carom_json_real(c->pdof));
    return object;
}

static json_t *ledger_json(const carom_ledger *l, bool space) {
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
        json_object_set_new(row, "energy", carom_json_real(rows[i].energy));
        json_object_set_new(row, "momentum", carom_json_numbers(rows[i].momentum, space ? 3 : 2));
        json_object_set_new(row, "angular",
                            space ? carom_json_numbers(rows[i].angular, 3) : carom_json_real(rows[i].angular[2]));
        json_object_set_new(object, rows[i].name, row);
    }
    return object;
}

static void pair_json(const carom_bodies *s, const double P[3], json_t *object) {
    const bool space = s->kind == CAROM_SCENARIO_SPACE;
    carom_body after[2];
    carom_ledger ledger;
    carom_after_pair(s, P, after, &ledger);
    json_t *bodies = json_array();
    for (int i = 0; i < 2; i++) {
        const carom_change change = carom_change_of(s, i, after);
        json_t *body = body_json(s->names[i], &after[i], space), *changes = change_json(&change);
        json_object_update(body, changes);
        json_decref(changes);
        json_array_append_new(bodies, body);
    }
    json_object_set_new(object, "bodies", bodies);
    json_object_set_new(object, "ledger", ledger_json(&ledger, space));
    json_object_set_new(object, "lost", carom_json_real(carom_share_lost(&ledger)));
}

json_t *carom_bodies_moved_json(const carom_bodies *s, const double *u) {
    json_t *array = json_array();
    for (int i = 0; i < s->assembly.bodies; i++) {
        carom_body body = {0};
        char name[32];
        snprintf(name, sizeof name, "body %d", i);
        carom_assembly_motion(&s->assembly, u, i, body.velocity, body.spin);
        json_array_append_new(array, body_json(s->names[i] ? s->names[i] : name, &body, s->assembly.dim == 3));
    }
    return array;
}

static void tree_json(const carom_bodies *s, const double P[3], json_t *object) {
    const carom_delassus *d = &s->delassus;
    const carom_after_speeds after = carom_after_tree_here(s, P);
    json_object_set_new(object, "u_after", carom_json_numbers(after.u, (size_t)d->speeds));
    if (s->kind == CAROM_SCENARIO_BODIES) json_object_set_new(object, "bodies", carom_bodies_moved_json(s, after.u));
    if (s->kind == CAROM_SCENARIO_CHAIN) {
        json_object_set_new(object, "rates", carom_json_numbers(after.u, (size_t)s->chain.links));
        if (!s->chain.pinned)
            json_object_set_new(object, "base_velocity", carom_json_numbers(after.u + s->chain.links, 2));
    }
    if (d->constraints) {
        json_object_set_new(object, "reactions", carom_json_numbers(after.reactions, (size_t)d->constraints));
        json_object_set_new(object, "rank", json_integer(d->rank));
    }
    json_object_set_new(object, "energy_before", carom_json_real(after.energy_before));
    json_object_set_new(object, "energy_after", carom_json_real(after.energy_after));
}

static bool is_pair(const carom_bodies *s) {
    return s->kind == CAROM_SCENARIO_PLANE || s->kind == CAROM_SCENARIO_SPACE;
}

static void bodies_json(const carom_bodies *s, const carom_outcome *out, json_t *object) {
    if (is_pair(s))
        pair_json(s, out->P, object);
    else
        tree_json(s, out->P, object);
}

// The outcome.

static json_t *broken_json(unsigned broken) {
    json_t *array = json_array();
    for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit); bit <<= 1)
        if (broken & bit) json_array_append_new(array, json_string(carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit)));
    return array;
}

static json_t *mode_json(const carom_outcome *out, bool stands) {
    return stands && out->mode != CAROM_MODE_UNNAMED ? json_string(carom_mode_name(out->mode)) : json_null();
}

// What only some laws know.
static void add_details(json_t *object, const carom_problem *problem, const carom_outcome *out, size_t dim) {
    const carom_tell *tell;
    for (int i = 0; (tell = carom_law_tell(problem->law, i)); i++)
        json_object_set_new(object, tell->name,
                            carom_json_real(tell->of(problem->law, &problem->contact, &problem->params, out)));
    if (out->known & CAROM_KNOWS_COMPRESSION) json_object_set_new(object, "P_c", carom_json_numbers(out->Pc, dim));
    if (out->known & CAROM_KNOWS_WORK) {
        json_object_set_new(object, "work_normal", carom_json_real(out->work_normal));
        json_object_set_new(object, "work_friction", carom_json_real(out->work_friction));
    }
    if (out->solutions) json_object_set_new(object, "solutions", json_integer(out->solutions));
    if (out->evaluations) {
        json_object_set_new(object, "evaluations", json_integer(out->evaluations));
        json_object_set_new(object, "residual", carom_json_real(out->residual));
    }
}

// A law whose friction is told as a share of the ratio that stops the slip (`of`) tells that ratio.
double carom_answer_critical(const carom_problem *problem) {
    const carom_params *p = &problem->params;
    double ratio = (double)NAN;
    if (!(problem->law->reads & CAROM_PARAM_BIT(of)) || !(problem->contact.v[0] < 0.0)) return ratio;
    carom_critical_ratio(&problem->contact, problem->contact.v[0] > -p->rest_speed ? 0.0 : p->e, 0.0, &ratio);
    return isfinite(ratio) ? ratio : (double)NAN;
}

void carom_critical_print(FILE *file, const carom_problem *problem) {
    const double ratio = carom_answer_critical(problem);
    if (isfinite(ratio)) fprintf(file, "  %-18s%14.6g   |P_t| / P_n that stops the slip\n", "critical ratio", ratio);
}

// What W and v came to, and what became of the bodies.
static void add_scenario(json_t *object, const carom_problem *problem, const carom_outcome *out) {
    const carom_contact *c = &problem->contact;
    json_t *W = json_array();
    for (int i = 0; i < c->dim; i++) json_array_append_new(W, carom_json_numbers(c->W[i], (size_t)c->dim));
    json_object_set_new(object, "W", W);
    json_object_set_new(object, "v", carom_json_numbers(c->v, (size_t)c->dim));
    bodies_json(problem->bodies, out, object);
}

// The coefficients in use where they are not the ones stated.
static void add_used(json_t *object, const carom_problem *problem) {
    const carom_params at = carom_problem_params(problem);
    json_t *used = json_object();
    for (int i = 0; i < CAROM_PARAM_ROOM; i++) {
        double value[3];
        if (!carom_problem_changed(problem, i, &at)) continue;
        carom_param_read(&at, carom_param_at(i), value);
        json_object_set_new(used, carom_param_at(i)->name, carom_json_real(value[0]));
    }
    if (json_object_size(used)) json_object_set(object, "used", used);
    json_decref(used);
}

json_t *carom_refusal_json(json_t *id, const carom_error *refusal) {
    json_t *object = json_object();
    json_object_set(object, "id", id ? id : json_null());
    json_object_set_new(object, "status", json_string("bad-input"));
    json_object_set_new(object, "code", json_string(carom_status_name(refusal->status)));
    if (refusal->name[0]) json_object_set_new(object, "where", carom_json_words(refusal->name));
    json_object_set_new(object, "message", carom_json_words(refusal->detail));
    return object;
}

json_t *carom_answer_json(const carom_problem *problem, const carom_answer *answer) {
    if (carom_status_classify(answer->status) == CAROM_CLASS_BAD_INPUT)
        return carom_refusal_json(problem->id, &answer->refusal);
    const carom_outcome *out = &answer->outcome;
    const bool stands = carom_answer_stands(answer);
    const size_t dim = (size_t)problem->contact.dim;
    json_t *object = json_object();
    json_object_set(object, "id", problem->id ? problem->id : json_null());
    json_object_set_new(object, "status", json_string(carom_status_name(answer->status)));
    json_object_set_new(object, "P", stands ? carom_json_numbers(out->P, dim) : json_null());
    json_object_set_new(object, "v_after", stands ? carom_json_numbers(out->v, dim) : json_null());
    json_object_set_new(object, "dE", stands ? carom_json_real(out->dE) : json_null());
    json_object_set_new(object, "mode", mode_json(out, stands));
    json_object_set_new(object, "broken", broken_json(out->broken));
    if (stands) add_details(object, problem, out, dim);
    if (stands) add_used(object, problem);
    if (stands && isfinite(carom_answer_critical(problem)))
        json_object_set_new(object, "critical", carom_json_real(carom_answer_critical(problem)));
    if (stands && problem->bodies) add_scenario(object, problem, out);
    if (carom_answer_looks_reversed(problem, answer))
        json_object_set_new(object, "note", json_string("normal-reversed"));
    if (!stands) json_object_set_new(object, "message", carom_json_words(answer->refusal.detail));
    return object;
}

json_t *carom_location_json(const carom_contact *contact, double mu, const double P[3]) {
    carom_location l;
    if (carom_locate(contact, mu, P, &l) != CAROM_OK) return json_null();
    json_t *object = json_pack("{s:o, s:o}", "e", carom_json_real(l.e), "f", carom_json_real(l.f));
    if (contact->dim == 3) json_object_set_new(object, "phi", carom_json_real(l.phi));
    return object;
}

void carom_location_print(FILE *file, const carom_contact *contact, double mu, const double P[3]) {
    carom_location l;
    if (carom_locate(contact, mu, P, &l) != CAROM_OK) return;
    fprintf(file, "Law accessible answers it for e = %.6g, f = %.6g", l.e, l.f);
    if (contact->dim == 3) fprintf(file, ", phi = %.6g", l.phi);
    if (l.f == 0.0)
        fprintf(file, ": no friction is asked for.\n");
    else
        fprintf(file, ": %.4g %% of the friction that the %s allows there.\n", 100.0 * fabs(l.f),
                l.face == CAROM_BOUNDARY_ENERGY ? "energy" : "cone");
}
