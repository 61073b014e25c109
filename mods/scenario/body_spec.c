#include "mods/scenario/body_spec.h"

#include <string.h>

typedef struct {
    const json_t *sought;
    double *found;
} search;

static double *keep(search *s, const json_t *value, double *place) {
    *place = carom_read_number(value, 0.0);
    if (value == s->sought) s->found = place;
    return place;
}

static void tell_numbers(search *s, const json_t *value, carom_spec_numbers *out) {
    const size_t most = sizeof out->number / sizeof *out->number;
    if (!carom_is_array(value)) {
        carom_number_unit unit;
        const json_t *number = carom_read_unit(value, &unit);
        if (value && out->count < most) keep(s, number, &out->number[out->count]);
        if (out->count < 3) out->unit[out->count] = unit;
        out->count += value != NULL;
        return;
    }
    for (size_t i = 0; i < json_array_size(value); i++) tell_numbers(s, json_array_get(value, i), out);
}

static void tell_one(search *s, const json_t *object, const char *key, carom_spec_numbers *out) {
    const json_t *value = json_object_get(object, key);
    *out = (carom_spec_numbers){.here = value != NULL};
    if (!json_object_get(value, "size")) { // a number, a row, or a number with a unit
        tell_numbers(s, value, out);
        return;
    }
    const json_t *angle = json_object_get(value, "angle"), *degrees = json_object_get(angle, "deg");
    const json_t *radians = json_object_get(angle, "rad");
    out->polar = true;
    out->count = 2;
    out->degrees = degrees != NULL;
    keep(s, carom_read_unit(json_object_get(value, "size"), &out->unit[0]), &out->number[0]);
    keep(s, degrees ? degrees : radians ? radians : angle, &out->number[1]);
}

// Copies the values that are used only for pictures.
static void tell_looks(search *s, const json_t *body, carom_body_spec *out) {
    const json_t *outline = json_object_get(body, "outline"), *angle = json_object_get(body, "angle");
    out->outline = (carom_spec_numbers){.here = outline != NULL};
    json_t *sizes;
    out->outline_name = carom_next_key(outline, NULL, &sizes);
    if (out->outline_name) tell_numbers(s, sizes, &out->outline);
    out->angle = (carom_spec_numbers){.here = angle != NULL, .count = 1, .number = {carom_read_angle(angle, 0.0)}};
}

static void tell_body(search *s, const json_t *body, carom_body_spec *out) {
    const json_t *shape = json_object_get(body, "shape");
    *out = (carom_body_spec){.fixed = carom_is_string(body)};
    tell_one(s, body, "mass", &out->mass);
    tell_one(s, body, "inertia", &out->inertia);
    tell_one(s, body, "gyration", &out->gyration);
    tell_one(s, body, "centre", &out->centre);
    tell_one(s, body, "velocity", &out->velocity);
    tell_one(s, body, "spin", &out->spin);
    tell_one(s, body, "orientation", &out->orientation);
    out->shape.here = shape != NULL;
    json_t *sizes;
    out->shapes = carom_key_count(shape);
    out->shape_name = carom_next_key(shape, NULL, &sizes);
    if (out->shape_name) tell_numbers(s, sizes, &out->shape);
    tell_looks(s, body, out);
}

static void tell_touch(search *s, const json_t *contact, carom_contact_spec *out) {
    *out = (carom_contact_spec){.two_tangents = carom_is_array(json_array_get(json_object_get(contact, "tangent"), 0))};
    tell_one(s, contact, "point", &out->point);
    tell_one(s, contact, "normal", &out->normal);
    tell_one(s, contact, "tangent", &out->tangent);
}

double *carom_spec_from_pair(const json_t *document, const json_t *sought, carom_pair_spec *spec) {
    search s = {sought, NULL};
    const json_t *bodies = json_object_get(document, "bodies");
    tell_touch(&s, json_object_get(document, "contact"), &spec->touch);
    for (size_t i = 0; i < 2; i++) tell_body(&s, json_array_get(bodies, i), &spec->body[i]);
    return s.found;
}

double *carom_spec_from_free(const json_t *document, const json_t *sought, carom_free_spec *spec) {
    search s = {sought, NULL};
    const json_t *bodies = json_object_get(document, "bodies"), *contacts = json_object_get(document, "contacts");
    for (size_t i = 0; i < spec->bodies; i++) tell_body(&s, json_array_get(bodies, i), &spec->body[i]);
    for (size_t i = 0; i < spec->contacts; i++) tell_touch(&s, json_array_get(contacts, i), &spec->touch[i]);
    return s.found;
}

double carom_spec_number(const carom_spec_numbers *spec, size_t index) {
    return carom_number_in(spec->unit[index], spec->number[index]);
}

size_t carom_spec_vector(const carom_spec_numbers *spec, double out[3]) {
    memset(out, 0, 3 * sizeof *out);
    if (spec->polar) {
        carom_read_polar(carom_spec_number(spec, 0), spec->number[1], spec->degrees, out);
        return 2;
    }
    for (size_t i = 0; i < 3 && i < spec->count; i++) out[i] = carom_spec_number(spec, i);
    return spec->count;
}
