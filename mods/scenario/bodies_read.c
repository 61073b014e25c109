#include "mods/scenario/bodies_read.h"

#include "mods/scenario/bodies_parts.h"

bool carom_bodies_told(const json_t *document) {
    return !json_object_get(document, "W") &&
           (json_object_get(document, "bodies") || json_object_get(document, "chain") ||
            json_object_get(document, "mechanism"));
}

bool carom_problem_read(carom_problem *problem, const json_t *document, carom_source source,
                        carom_misreading *refusal) {
    if (carom_bodies_told(document)) return carom_bodies_read(problem, document, source, refusal);
    if (carom_problem_json(problem, document, refusal)) return true;
    const carom_json_place outer = {NULL, refusal->key, 0}, inner = {&outer, refusal->inner, 0};
    carom_json_place_find(&source,
                          refusal->inner ? &inner
                          : refusal->key ? &outer
                                         : NULL,
                          &refusal->line, &refusal->column);
    return false;
}

// One of bodies, chain and mechanism; "contact" goes with bodies, "colliding" with the others.
static bool check_parts(const carom_reading *r, const json_t *document) {
    const bool bodies = json_object_get(document, "bodies") != NULL;
    const int told =
        bodies + (json_object_get(document, "chain") != NULL) + (json_object_get(document, "mechanism") != NULL);
    const carom_json_place contact = {NULL, "contact", 0}, colliding = {NULL, "colliding", 0};
    if (told != 1)
        return carom_refuse_at(r->refusal, &r->source, NULL, "bad-value",
                               "a scenario has one of \"bodies\", \"chain\" and \"mechanism\"; this has %d", told);
    if (bodies && !json_object_get(document, "contact"))
        return carom_refuse_at(r->refusal, &r->source, NULL, "missing-key",
                               "\"contact\" is missing: where the two bodies touch, {\"point\":..., \"normal\":...}");
    if (!bodies && json_object_get(document, "contact"))
        return carom_refuse_at(r->refusal, &r->source, &contact, "bad-value",
                               "goes with \"bodies\"; a chain or mechanism has its own \"contacts\"");
    if (bodies && json_object_get(document, "colliding"))
        return carom_refuse_at(r->refusal, &r->source, &colliding, "bad-value",
                               "goes with a chain or mechanism; two bodies have one contact");
    return true;
}

// The law and its parameters, as in any problem; a refusal learns its place.
static bool read_question(const carom_reading *r, carom_problem *problem, const json_t *document) {
    carom_misreading why;
    if (carom_problem_json(problem, document, &why)) return true;
    const carom_json_place place = {NULL, problem->law || !json_object_get(document, "law") ? "params" : "law", 0};
    carom_refuse_at(r->refusal, &r->source, &place, why.code, "%s", why.text);
    return carom_refuse_toward(r->refusal, why.way);
}

bool carom_bodies_read(carom_problem *problem, const json_t *document, carom_source source, carom_misreading *refusal) {
    const carom_reading r = {source, refusal, problem->modules};
    if (problem->W_size || problem->v_size)
        return carom_refuse(refusal, "bad-problem", "a scenario has its own W and v, made of its bodies") ||
               carom_refuse_toward(refusal, CAROM_WAY_LEAVE_CONTACT_OUT);
    if (!carom_shape_check(&r, document, CAROM_OBJECT_scenario, NULL) || !check_parts(&r, document)) return false;
    if (!read_question(&r, problem, document)) return false;

    problem->bodies = carom_room(1, sizeof *problem->bodies);
    if (!problem->bodies) return carom_refuse_status(&r, NULL, CAROM_BAD_SIZE);
    const bool read = json_object_get(document, "bodies")
                          ? carom_bodies_pair(&r, document, problem->bodies, &problem->contact)
                          : carom_bodies_tree(&r, document, problem->bodies, &problem->contact);
    problem->W_size = problem->v_size = read ? problem->contact.dim : 0;
    return read;
}
