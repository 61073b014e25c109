// Reads free bodies with several contacts.
#include <string.h>

#include "mods/scenario/bodies_parts.h"
#include "mods/scenario/body_spec.h"
#include "mods/scenario/scene.h"

static const carom_json_place bodies_place = {NULL, "bodies", 0}, contacts_place = {NULL, "contacts", 0};

// Rejects more bodies or contacts than the library supports, before they are read.
static bool count(const carom_reading *r, const json_t *document, const carom_json_place *place) {
    const size_t counted = json_array_size(json_object_get(document, place->key));
    return counted <= CAROM_MAX_BODIES ||
           carom_refuse_at(r->refusal, &r->source, place, CAROM_BAD_SIZE,
                           "has %zu entries; at most %d bodies and %d contacts can be solved", counted,
                           CAROM_MAX_BODIES, CAROM_MAX_BODIES);
}

bool carom_bodies_free_count(const carom_reading *r, const json_t *document) {
    const bool free = json_object_get(document, "bodies") && json_object_get(document, "contacts");
    return !free || (count(r, document, &bodies_place) && count(r, document, &contacts_place));
}

// Returns an index of bodies by name. If names are equal, the last body is used. Returns NULL if there is not enough
// memory.
static json_t *index_names(const json_t *bodies) {
    json_t *index = json_object();
    for (size_t i = 0; i < json_array_size(bodies); i++) {
        const json_t *name = json_object_get(json_array_get(bodies, i), "name");
        if (index && name) json_object_set_new(index, json_string_value(name), json_integer((json_int_t)i));
    }
    return index;
}

// Finds a body by its index or name; "fixed" is the ground unless a body has this name.
static bool find_body(const carom_reading *r, const json_t *word, const json_t *names, int bodies,
                      const carom_json_place *at, int *body) {
    const char *name = json_string_value(word);
    const json_t *named = name ? json_object_get(names, name) : word;
    *body = named ? (int)json_integer_value(named) : bodies;
    if (!named && !strcmp(name, "fixed")) *body = CAROM_GROUND;
    if (*body < bodies) return true;
    if (name) return carom_refuse_at(r->refusal, &r->source, at, CAROM_BAD_VALUE, "no body is called \"%s\"", name);
    return carom_refuse_at(r->refusal, &r->source, at, CAROM_BAD_VALUE, "there are %d bodies, counted from 0", bodies);
}

static bool read_between(const carom_reading *r, const json_t *contacts, size_t i, const json_t *names, int bodies,
                         carom_contact_point *touch) {
    const carom_json_place at = {&contacts_place, NULL, i}, between = {&at, "between", 0};
    const json_t *two = json_object_get(json_array_get(contacts, i), "between");
    if (!find_body(r, json_array_get(two, 0), names, bodies, &between, &touch->a) ||
        !find_body(r, json_array_get(two, 1), names, bodies, &between, &touch->b))
        return false;
    return touch->a != touch->b ||
           carom_refuse_at(r->refusal, &r->source, &between, CAROM_BAD_VALUE, "must be two different bodies");
}

// Converts numbers to bodies and contact points; all vectors have as many components as the first normal.
static bool make(const carom_reading *r, const carom_free_spec *spec, carom_body *body, carom_contact_point *touch,
                 size_t *dim) {
    static const double origin[3] = {0.0};
    for (size_t i = 0; i < spec->contacts; i++) {
        const carom_json_place at = {&contacts_place, NULL, i}, normal = {&at, "normal", 0};
        size_t own;
        memset(touch[i].tangent, 0, sizeof touch[i].tangent);
        if (!carom_contact_from_spec(r, &at, &spec->touch[i], &own, touch[i].point, touch[i].normal, touch[i].tangent))
            return false;
        if (!i) *dim = own;
        if (own != *dim)
            return carom_refuse_at(r->refusal, &r->source, &normal, CAROM_BAD_VALUE,
                                   "has %zu numbers, the first one %zu", own, *dim);
    }
    for (size_t i = 0; i < spec->bodies; i++) {
        const carom_json_place at = {&bodies_place, NULL, i};
        if (!carom_body_from_spec(r, &at, &spec->body[i], *dim, origin, &body[i])) return false;
    }
    return true;
}

// Reports an error of the library with its place in the file.
static bool refuse_assembly(const carom_reading *r, carom_status status, int at) {
    const carom_json_place body = {&bodies_place, NULL, (size_t)at},
                           contact = {&contacts_place, NULL, (size_t)(-1 - at)};
    if (status == CAROM_CONSTRAINT_VIOLATED)
        return carom_refuse_at(r->refusal, &r->source, &body, status,
                               "moves, but does not yield: among several contacts such a body must be at rest");
    return carom_refuse_status(r, at >= 0 ? &body : &contact, status);
}

bool carom_free_from_spec(const carom_reading *r, const carom_free_spec *spec, carom_bodies *s) {
    carom_body *body = (carom_body *)(size_t)s->assembly.body;
    carom_contact_point *touch = (carom_contact_point *)(size_t)s->assembly.contact;
    size_t dim = 2;
    int at;
    if (!make(r, spec, body, touch, &dim)) return false;
    s->assembly.dim = (int)dim;
    const size_t bytes = carom_assembly_memory_size(&s->assembly);
    if (!bytes)
        return carom_refuse_at(r->refusal, &r->source, &bodies_place, CAROM_BAD_SIZE,
                               "there must be a body that can move, and at most %d bodies and contacts",
                               CAROM_MAX_BODIES);
    if (s->room_bytes < bytes) s->room = carom_bodies_room(s, s->room_bytes = bytes, 1);
    if (!s->room) return carom_refuse_memory(r, &bodies_place);
    const carom_status status = carom_assembly_mechanism(&s->assembly, s->room, bytes, &s->mechanism, &at);
    return status == CAROM_OK || refuse_assembly(r, status, at);
}

bool carom_free_spec_read(const carom_reading *r, const json_t *document, carom_bodies *s, carom_free_spec *spec) {
    const json_t *bodies = json_object_get(document, "bodies");
    if (!carom_bodies_free_count(r, document)) return false;
    *spec = (carom_free_spec){.bodies = json_array_size(bodies),
                              .contacts = json_array_size(json_object_get(document, "contacts"))};
    spec->body = carom_bodies_room(s, spec->bodies, sizeof *spec->body);
    spec->touch = carom_bodies_room(s, spec->contacts, sizeof *spec->touch);
    carom_body *body = carom_bodies_room(s, spec->bodies, sizeof *body);
    carom_contact_point *touch = carom_bodies_room(s, spec->contacts, sizeof *touch);
    s->names = carom_bodies_room(s, spec->bodies, sizeof *s->names);
    s->look = carom_bodies_room(s, spec->bodies, sizeof *s->look);
    if (!spec->body || !spec->touch || !body || !touch || !s->names || !s->look)
        return carom_refuse_memory(r, &bodies_place);
    s->kind = CAROM_SCENARIO_BODIES;
    s->assembly =
        (carom_assembly){.bodies = (int)spec->bodies, .contacts = (int)spec->contacts, .body = body, .contact = touch};
    for (size_t i = 0; i < spec->bodies; i++) {
        const json_t *item = json_array_get(bodies, i);
        s->names[i] = carom_is_string(item) ? "fixed" : json_string_value(json_object_get(item, "name"));
    }
    json_t *names = index_names(bodies);
    const json_t *contacts = json_object_get(document, "contacts");
    bool read = names || carom_refuse_memory(r, &bodies_place);
    for (size_t i = 0; i < spec->contacts && read; i++)
        read = read_between(r, contacts, i, names, (int)spec->bodies, &touch[i]);
    json_decref(names);
    if (!read) return false;
    carom_spec_from_free(document, NULL, spec);
    for (size_t i = 0; i < spec->bodies; i++) carom_look_from_spec(&spec->body[i], &s->look[i]);
    return true;
}

bool carom_bodies_free_read(const carom_reading *r, const json_t *document, carom_bodies *s) {
    carom_free_spec spec;
    return carom_free_spec_read(r, document, s, &spec) && carom_free_from_spec(r, &spec, s);
}
