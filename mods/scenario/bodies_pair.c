// Two bodies and the point where they touch.
#include <math.h>
#include <string.h>

#include "mods/scenario/bodies_parts.h"

typedef struct {
    const carom_reading *r;
    const json_t *object;
    const carom_json_place *place;
    size_t dim;
} part;

static bool refuse_key(const part *p, const char *key, const char *why) {
    const carom_json_place at = {p->place, key, 0};
    return carom_refuse_at(p->r->refusal, &p->r->source, &at, "bad-value", "%s", why);
}

// A vector as long as the contact's normal; zeros if it is left out.
static bool read_vector(const part *p, const char *key, double out[3]) {
    const json_t *value = json_object_get(p->object, key);
    const carom_json_place at = {p->place, key, 0};
    const size_t count = carom_read_vector(value, out);
    if (!value || count == p->dim) return true;
    return carom_refuse_at(p->r->refusal, &p->r->source, &at, "bad-value",
                           "has %zu numbers, but the normal has %zu: two in the plane, three in space", count, p->dim);
}

// Moments of inertia of uniform bodies, about the axes through their centre.
static bool read_shape(const part *p, double mass, double moments[3]) {
    const json_t *shape = json_object_get(p->object, "shape");
    const char *name = json_object_iter_key(json_object_iter((json_t *)(size_t)shape));
    double side[3] = {0.0};
    if (json_object_size(shape) != 1) return refuse_key(p, "shape", "a body has exactly one shape");
    const size_t count = carom_read_numbers(json_object_get(shape, name), side, 3);
    const bool space = p->dim == 3, sphere = !strcmp(name, "sphere"), box = !strcmp(name, "box");
    if (space != box && !sphere)
        return refuse_key(p, "shape",
                          space ? "in space it is a sphere or a box; give others by inertia"
                                : "in the plane it is a rod, disc, rectangle or sphere; give others by inertia");
    if (count != (box ? 3u : !strcmp(name, "rectangle") ? 2u : 1u))
        return refuse_key(p, "shape", "a rectangle has two sides, a box three");
    for (size_t i = 0; i < 3; i++) {
        const double a = side[i], b = side[(i + 1) % 3], c = side[(i + 2) % 3];
        moments[i] = box ? mass * (b * b + c * c) / 12.0 : mass * (a * a + b * b + c * c) / 12.0;
        if (sphere) moments[i] = 0.4 * mass * side[0] * side[0];
        if (!strcmp(name, "disc")) moments[i] = 0.5 * mass * side[0] * side[0];
    }
    if (moments[0] > 0.0 && moments[1] > 0.0 && moments[2] > 0.0) return true;
    return refuse_key(p, "shape", "its sizes must be positive");
}

// "inertia", "gyration" or "shape". A body of infinite mass without any of them does not turn either.
static bool read_inertia(const part *p, double mass, double tensor[3][3]) {
    const json_t *inertia = json_object_get(p->object, "inertia"), *gyration = json_object_get(p->object, "gyration");
    const json_t *shape = json_object_get(p->object, "shape");
    double moments[9] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
    const int told = (inertia != NULL) + (gyration != NULL) + (shape != NULL);
    if (told > 1 || (told == 0 && isfinite(mass)))
        return carom_refuse_at(p->r->refusal, &p->r->source, p->place, "missing-key",
                               "a body has one of \"inertia\", \"gyration\" and \"shape\"; this has %d", told);
    const size_t count = carom_read_numbers(inertia, moments, 9);
    if (inertia && count > 1 && p->dim == 2) return refuse_key(p, "inertia", "is one number in the plane");
    if (gyration && p->dim == 3) return refuse_key(p, "gyration", "is for the plane; in space give inertia");
    if (gyration) moments[0] = mass * json_number_value(gyration) * json_number_value(gyration);
    if (gyration && !(moments[0] > 0.0)) return refuse_key(p, "gyration", "must be positive");
    if (shape && !read_shape(p, mass, moments)) return false;
    if (count == 9) {
        memcpy(tensor, moments, sizeof moments);
        return true;
    }
    const bool one = count == 1 || gyration != NULL;
    for (int i = 0; i < 3; i++) tensor[i][i] = moments[one ? 0 : i];
    return true;
}

static bool read_orientation(const part *p, double axes[3][3]) {
    const json_t *value = json_object_get(p->object, "orientation");
    const carom_json_place at = {p->place, "orientation", 0};
    double numbers[9];
    if (!value) return true;
    if (p->dim == 2) return refuse_key(p, "orientation", "is for space; in the plane nothing depends on it");
    const size_t count = carom_read_numbers(value, numbers, 9);
    if (count == 9) memcpy(axes, numbers, sizeof numbers);
    const carom_status status = count == 4 ? carom_axes_from_quaternion(numbers, axes) : CAROM_OK;
    return status == CAROM_OK || carom_refuse_status(p->r, &at, status);
}

static bool read_spin(const part *p, double spin[3]) {
    const json_t *value = json_object_get(p->object, "spin");
    const size_t wanted = p->dim == 2 ? 1 : 3;
    const size_t count = carom_read_numbers(value, p->dim == 2 ? &spin[2] : spin, wanted);
    return !value || count == wanted ||
           refuse_key(p, "spin", p->dim == 2 ? "is one number in the plane" : "is three numbers in space");
}

static bool turns(const carom_body *body) {
    return isfinite(body->inertia[0][0]) || isfinite(body->inertia[1][1]) || isfinite(body->inertia[2][2]);
}

static bool read_body(const part *p, const double point[3], carom_body *body) {
    if (json_is_string(p->object)) {
        *body = carom_body_fixed();
        return true;
    }
    *body = (carom_body){.mass = carom_read_number(json_object_get(p->object, "mass"), 0.0)};
    if (!read_inertia(p, body->mass, body->inertia) || !read_orientation(p, body->axes)) return false;
    if (!read_vector(p, "velocity", body->velocity) || !read_spin(p, body->spin)) return false;
    if (json_object_get(p->object, "centre")) return read_vector(p, "centre", body->centre);
    // Without arms to turn by, the centre may be anywhere: the contact will do.
    if (turns(body))
        return carom_refuse_at(p->r->refusal, &p->r->source, p->place, "missing-key",
                               "\"centre\" is missing: of mass, m; only a body that does not turn can do without");
    memcpy(body->centre, point, sizeof body->centre);
    return true;
}

// "tangent": one vector, or in space a list of two.
static bool read_tangents(const part *p, double tangent[2][3]) {
    const json_t *value = json_object_get(p->object, "tangent");
    if (!json_is_array(json_array_get(value, 0))) return read_vector(p, "tangent", tangent[0]);
    carom_read_numbers(value, tangent[0], 6);
    return p->dim == 3 || refuse_key(p, "tangent", "is one vector in the plane");
}

static carom_planar_body flat(const carom_body *b) {
    return (carom_planar_body){.mass = b->mass,
                               .inertia = b->inertia[2][2],
                               .centre = {b->centre[0], b->centre[1]},
                               .velocity = {b->velocity[0], b->velocity[1]},
                               .spin = b->spin[2]};
}

static carom_planar_pair flat_pair(const carom_pair *pair) {
    return (carom_planar_pair){.a = flat(&pair->a),
                               .b = flat(&pair->b),
                               .point = {pair->point[0], pair->point[1]},
                               .normal = {pair->normal[0], pair->normal[1]},
                               .tangent = {pair->tangent[0][0], pair->tangent[0][1]}};
}

static const char *name_of(const json_t *body, const char *otherwise) {
    const char *name = json_string_value(json_object_get(body, "name"));
    return name ? name : json_is_string(body) ? json_string_value(body) : otherwise;
}

bool carom_bodies_pair(const carom_reading *r, const json_t *document, carom_bodies *s, carom_contact *contact) {
    const json_t *bodies = json_object_get(document, "bodies");
    const carom_json_place list = {NULL, "bodies", 0}, place_a = {&list, NULL, 0}, place_b = {&list, NULL, 1};
    const carom_json_place touch = {NULL, "contact", 0};
    part at = {r, json_object_get(document, "contact"), &touch, 0};
    carom_pair *pair = &s->space;
    at.dim = carom_read_vector(json_object_get(at.object, "normal"), pair->normal);
    if (!read_vector(&at, "point", pair->point) || !read_tangents(&at, pair->tangent)) return false;
    const part a = {r, json_array_get(bodies, 0), &place_a, at.dim},
               b = {r, json_array_get(bodies, 1), &place_b, at.dim};
    if (!read_body(&a, pair->point, &pair->a) || !read_body(&b, pair->point, &pair->b)) return false;

    s->names = carom_bodies_room(s, 2, sizeof *s->names);
    if (!s->names) return carom_refuse_status(r, &list, CAROM_BAD_SIZE);
    s->names[0] = name_of(a.object, "A");
    s->names[1] = name_of(b.object, "B");
    s->kind = at.dim == 2 ? CAROM_SCENARIO_PLANE : CAROM_SCENARIO_SPACE;
    s->plane = flat_pair(pair);
    const carom_status status =
        at.dim == 2 ? carom_planar_contact(&s->plane, contact) : carom_pair_contact(pair, contact);
    if (status == CAROM_OK) return true;
    return carom_refuse_status(r, status == CAROM_BAD_FRAME ? &touch : &list, status);
}
