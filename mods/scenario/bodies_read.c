#include "mods/scenario/bodies_read.h"

#include "mods/scenario/bodies_parts.h"
#include "mods/scenario/system.h"

bool carom_bodies_given(const json_t *document) {
    return carom_scenario_object(document) == CAROM_OBJECT_scenario;
}

bool carom_problem_read(carom_problem *problem, const json_t *document, carom_source source, carom_error *refusal) {
    const carom_reading r = {source, refusal, problem->modules};
    const bool system = carom_problem_wants_system(problem, document);
    const carom_object object = system ? CAROM_OBJECT_impact : carom_scenario_object(document);
    problem->id = json_object_get(document, "id");
    if (!carom_bodies_free_count(&r, document)) return false;
    // The error for two bodies with a law for systems differs.
    const bool pair = system && json_object_get(document, "bodies") && json_object_get(document, "contact");
    if (!pair && !carom_keys_check(&r, document, object, NULL)) return false;
    if (!carom_read_units(&r, document, &problem->units)) return false;
    if (system) return carom_system_read(problem, document, source, refusal);
    if (carom_bodies_given(document)) return carom_bodies_read(problem, document, source, refusal);
    if (carom_problem_json(problem, document, refusal)) return true;
    carom_named_place named;
    const carom_json_place *place = carom_json_place_named(refusal, &named);
    if (!source.path) {
        carom_json_place_find(&source, place, &refusal->line, &refusal->line_column);
        return false;
    }
    const carom_error why = *refusal;
    carom_refuse_at(refusal, &source, place, why.status, "%s", why.detail);
    return carom_refuse_toward(refusal, why.hint);
}

// Checks that a file with two bodies has "contact", and that a file with any number of bodies has "contacts".
static bool check_bodies(const carom_reading *r, const json_t *document) {
    const json_t *bodies = json_object_get(document, "bodies"), *one = json_object_get(document, "contact");
    const bool several = json_object_get(document, "contacts") != NULL;
    const carom_json_place list = {NULL, "bodies", 0};
    if (bodies && !one && !several)
        return carom_refuse_at(
            r->refusal, &r->source, NULL, CAROM_MISSING_KEY,
            "\"contact\" is missing: where the two bodies touch, {\"point\":..., \"normal\":...}; or "
            "\"contacts\", if they touch at several points");
    if (bodies && one && json_array_size(bodies) != 2)
        return carom_refuse_at(r->refusal, &r->source, &list, CAROM_BAD_VALUE,
                               "must be two bodies, each an object or \"fixed\"; more go with \"contacts\"");
    return !(one && several) || carom_refuse_at(r->refusal, &r->source, NULL, CAROM_BAD_VALUE,
                                                "has \"contact\" and \"contacts\"; give one of them");
}

// Checks that there is one of bodies, chain and mechanism; "contact" belongs to two bodies, "colliding" to several
// contacts.
static bool check_parts(const carom_reading *r, const json_t *document) {
    const bool bodies = json_object_get(document, "bodies") != NULL;
    const bool several = json_object_get(document, "contacts") != NULL;
    const int spec =
        bodies + (json_object_get(document, "chain") != NULL) + (json_object_get(document, "mechanism") != NULL);
    const carom_json_place contact = {NULL, "contact", 0}, contacts = {NULL, "contacts", 0},
                           colliding = {NULL, "colliding", 0};
    if (spec != 1)
        return carom_refuse_at(r->refusal, &r->source, NULL, CAROM_BAD_VALUE,
                               "a scenario has one of \"bodies\", \"chain\" and \"mechanism\"; this has %d", spec);
    if (!bodies && (several || json_object_get(document, "contact")))
        return carom_refuse_at(r->refusal, &r->source, several ? &contacts : &contact, CAROM_BAD_VALUE,
                               "goes with \"bodies\"; a chain or mechanism has its own \"contacts\"");
    if (!check_bodies(r, document)) return false;
    if (bodies && !several && json_object_get(document, "colliding"))
        return carom_refuse_at(r->refusal, &r->source, &colliding, CAROM_BAD_VALUE,
                               "goes with a chain or mechanism; two bodies have one contact");
    return true;
}

// Reads the law and its parameters as in any problem. Adds the position in the file to an error.
static bool read_question(const carom_reading *r, carom_problem *problem, const json_t *document) {
    carom_error why;
    if (carom_problem_json(problem, document, &why)) return true;
    const carom_json_place place = {NULL, problem->law || !json_object_get(document, "law") ? "params" : "law", 0};
    carom_refuse_at(r->refusal, &r->source, &place, why.status, "%s", why.detail);
    return carom_refuse_toward(r->refusal, why.hint);
}

bool carom_bodies_read(carom_problem *problem, const json_t *document, carom_source source, carom_error *refusal) {
    const carom_reading r = {source, refusal, problem->modules};
    if (problem->W_size || problem->v_size)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "a scenario has its own W and v, made of its bodies") ||
               carom_refuse_toward(refusal, CAROM_HINT_LEAVE_CONTACT_OUT);
    if (!carom_shape_check(&r, document, CAROM_OBJECT_scenario, NULL) || !check_parts(&r, document)) return false;
    if (!read_question(&r, problem, document)) return false;

    problem->bodies = carom_room(1, sizeof *problem->bodies);
    if (!problem->bodies) return carom_refuse_memory(&r, NULL);
    const bool read = json_object_get(document, "contact")
                          ? carom_bodies_pair(&r, document, problem->bodies, &problem->contact)
                          : carom_bodies_tree(&r, document, problem->bodies, &problem->contact);
    problem->W_size = problem->v_size = read ? problem->contact.dim : 0;
    return read;
}
