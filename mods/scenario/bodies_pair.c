// Reads two bodies and the point where they touch.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "mods/scenario/bodies_parts.h"
#include "mods/scenario/body_spec.h"
#include "mods/scenario/scene.h"
#include "mods/scenario/uniform.h"

typedef struct {
    const carom_reading *r;
    const carom_body_spec *spec; // NULL for the contact
    const carom_json_place *place;
    size_t dim;
} part;

static bool refuse_key(const part *p, const char *key, const char *why) {
    const carom_json_place at = {p->place, key, 0};
    return carom_refuse_at(p->r->refusal, &p->r->source, &at, CAROM_BAD_VALUE, "%s", why);
}

// Reads a vector with as many components as the contact's normal; zeros if it is omitted.
static bool make_vector(const part *p, const char *key, const carom_spec_numbers *spec, double out[3]) {
    const carom_json_place at = {p->place, key, 0};
    const size_t count = carom_spec_vector(spec, out);
    if (!spec->here || count == p->dim) return true;
    return carom_refuse_at(p->r->refusal, &p->r->source, &at, CAROM_BAD_VALUE,
                           "has %zu numbers, but the normal has %zu; two in 2D, three in 3D", count, p->dim);
}

// Returns the shape of a body after checking its sizes; NULL after an error.
static const carom_uniform *shape_of(const part *p) {
    const bool space = p->dim == 3;
    char why[64];
    if (p->spec->shapes != 1) {
        refuse_key(p, "shape", "must name exactly one shape");
        return NULL;
    }
    const carom_uniform *shape = carom_uniform_find(p->spec->shape_name);
    if (!shape || !(space ? shape->space : shape->plane)) {
        refuse_key(p, "shape",
                   space ? "must be a sphere, a box or an ellipsoid in 3D; for other shapes give the inertia"
                         : "must be a rod, disc, rectangle or sphere in 2D; for other shapes give the inertia");
        return NULL;
    }
    if (p->spec->shape.count == shape->sizes) return shape;
    snprintf(why, sizeof why, "%s %s has %s", strchr("aeiou", shape->name[0]) ? "an" : "a", shape->name, shape->wanted);
    refuse_key(p, "shape", why);
    return NULL;
}

// Computes moments of inertia of uniform bodies about the axes through their centre.
static bool make_shape(const part *p, double mass, double moments[3]) {
    const carom_uniform *shape = shape_of(p);
    if (!shape) return false;
    shape->moments(mass, p->spec->shape.number, moments);
    if (moments[0] > 0.0 && moments[1] > 0.0 && moments[2] > 0.0) return true;
    return refuse_key(p, "shape", "its sizes must be positive");
}

// Reads "inertia", "gyration" or "shape". A body of infinite mass without any of them cannot rotate.
static bool make_inertia(const part *p, double mass, double tensor[3][3]) {
    const bool inertia = p->spec->inertia.here, gyration = p->spec->gyration.here, shape = p->spec->shape.here;
    const double radius = p->spec->gyration.number[0];
    double moments[9] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
    const int spec = inertia + gyration + shape;
    if (spec > 1 || (spec == 0 && isfinite(mass)))
        return carom_refuse_at(p->r->refusal, &p->r->source, p->place, CAROM_MISSING_KEY,
                               "a body needs exactly one of \"inertia\", \"gyration\" and \"shape\"; this body has %d",
                               spec);
    const size_t count = p->spec->inertia.count;
    if (inertia) memcpy(moments, p->spec->inertia.number, (count < 9 ? count : 9) * sizeof *moments);
    if (inertia && count > 1 && p->dim == 2) return refuse_key(p, "inertia", "must be one number in 2D");
    if (gyration && p->dim == 3) return refuse_key(p, "gyration", "is for 2D only; in 3D give the inertia");
    if (gyration) moments[0] = mass * radius * radius;
    if (gyration && !(moments[0] > 0.0)) return refuse_key(p, "gyration", "must be positive");
    if (shape && !make_shape(p, mass, moments)) return false;
    if (count == 9) {
        memcpy(tensor, moments, sizeof moments);
        return true;
    }
    const bool one = count == 1 || gyration;
    for (int i = 0; i < 3; i++) tensor[i][i] = moments[one ? 0 : i];
    return true;
}

static bool make_orientation(const part *p, double axes[3][3]) {
    const carom_spec_numbers *spec = &p->spec->orientation;
    const carom_json_place at = {p->place, "orientation", 0};
    if (!spec->here) return true;
    if (p->dim == 2) return refuse_key(p, "orientation", "is for 3D only; in 2D nothing depends on it");
    if (spec->count == 9) memcpy(axes, spec->number, sizeof spec->number);
    const carom_status status = spec->count == 4 ? carom_rotation_from_quaternion(spec->number, axes) : CAROM_OK;
    return status == CAROM_OK || carom_refuse_status(p->r, &at, status);
}

static bool make_spin(const part *p, double spin[3]) {
    const carom_spec_numbers *spec = &p->spec->spin;
    const size_t wanted = p->dim == 2 ? 1 : 3;
    for (size_t i = 0; i < spec->count && i < wanted; i++) spin[p->dim == 2 ? 2 : i] = carom_spec_number(spec, i);
    return !spec->here || spec->count == wanted ||
           refuse_key(p, "spin", p->dim == 2 ? "must be one number in 2D" : "must be three numbers in 3D");
}

static bool turns(const carom_body *body) {
    return isfinite(body->inertia[0][0]) || isfinite(body->inertia[1][1]) || isfinite(body->inertia[2][2]);
}

static bool make_body(const part *p, const double point[3], carom_body *body) {
    if (p->spec->fixed) {
        *body = carom_body_fixed();
        return true;
    }
    const carom_body_spec *spec = p->spec;
    *body = (carom_body){.mass = carom_spec_number(&spec->mass, 0)};
    if (!make_inertia(p, body->mass, body->inertia) || !make_orientation(p, body->axes)) return false;
    if (!make_vector(p, "velocity", &spec->velocity, body->velocity) || !make_spin(p, body->spin)) return false;
    if (spec->centre.here) return make_vector(p, "centre", &spec->centre, body->centre);
    // If the body cannot rotate, its centre has no effect, so the contact point is used.
    if (turns(body))
        return carom_refuse_at(
            p->r->refusal, &p->r->source, p->place, CAROM_MISSING_KEY,
            "\"centre\" is missing: centre of mass, m; only a body that cannot rotate does not need it");
    memcpy(body->centre, point, sizeof body->centre);
    return true;
}

// Returns the point where a plane touches a body without corners: body A from the side of -n, body B from the side of
// n.
static void outermost(const carom_uniform *shape, const carom_body_spec *spec, const carom_body *body, double side,
                      const double normal[3], double point[3]) {
    double n[3], outward[3], arm[3];
    const double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    const bool turned = spec->orientation.here;
    for (int i = 0; i < 3; i++) n[i] = side * normal[i] / length;
    for (int k = 0; k < 3; k++)
        outward[k] = turned ? body->axes[0][k] * n[0] + body->axes[1][k] * n[1] + body->axes[2][k] * n[2] : n[k];
    shape->arm(spec->shape.number, outward, arm);
    for (int i = 0; i < 3; i++) {
        point[i] = body->centre[i];
        for (int k = 0; k < 3; k++) point[i] += turned ? body->axes[i][k] * arm[k] : i == k ? arm[k] : 0.0;
    }
}

// Returns "point". If it is not given, returns the outermost point of the first body that has one.
static bool find_point(const carom_reading *r, const carom_json_place *place, const carom_contact_spec *touch,
                       const carom_body_spec told_bodies[2], const carom_body *const bodies[2], const double normal[3],
                       double point[3]) {
    if (touch->point.here) return true;
    for (int i = 0; i < 2; i++) {
        const carom_body_spec *spec = &told_bodies[i];
        const carom_uniform *shape = spec->shapes == 1 ? carom_uniform_find(spec->shape_name) : NULL;
        if (!shape || !shape->arm || !spec->centre.here) continue;
        outermost(shape, spec, bodies[i], i ? 1.0 : -1.0, normal, point);
        return true;
    }
    return carom_refuse_at(r->refusal, &r->source, place, CAROM_MISSING_KEY,
                           "\"point\" is missing: contact point, m; only a disc, sphere or ellipsoid with a centre "
                           "does not need it");
}

// Reads "tangent": one vector, or a list of two in 3D.
static bool make_tangents(const part *p, const carom_contact_spec *spec, double tangent[2][3]) {
    if (!spec->two_tangents) return make_vector(p, "tangent", &spec->tangent, tangent[0]);
    memcpy(tangent, spec->tangent.number, 6 * sizeof **tangent);
    return p->dim == 3 || refuse_key(p, "tangent", "must be one vector in 2D");
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
    return name ? name : carom_is_string(body) ? json_string_value(body) : otherwise;
}

bool carom_contact_from_spec(const carom_reading *r, const carom_json_place *place, const carom_contact_spec *spec,
                             size_t *dim, double point[3], double normal[3], double tangent[2][3]) {
    *dim = carom_spec_vector(&spec->normal, normal);
    const part at = {r, NULL, place, *dim};
    return make_vector(&at, "point", &spec->point, point) && make_tangents(&at, spec, tangent);
}

bool carom_body_from_spec(const carom_reading *r, const carom_json_place *place, const carom_body_spec *spec,
                          size_t dim, const double point[3], carom_body *body) {
    const part p = {r, spec, place, dim};
    return make_body(&p, point, body);
}

bool carom_pair_from_spec(const carom_reading *r, const carom_pair_spec *spec, carom_bodies *s,
                          carom_contact *contact) {
    const carom_json_place list = {NULL, "bodies", 0}, place_a = {&list, NULL, 0}, place_b = {&list, NULL, 1};
    const carom_json_place touch = {NULL, "contact", 0};
    carom_pair *pair = &s->space;
    size_t dim;
    if (!carom_contact_from_spec(r, &touch, &spec->touch, &dim, pair->point, pair->normal, pair->tangent)) return false;
    const part a = {r, &spec->body[0], &place_a, dim}, b = {r, &spec->body[1], &place_b, dim};
    if (!make_body(&a, pair->point, &pair->a) || !make_body(&b, pair->point, &pair->b)) return false;
    const carom_body *bodies[2] = {&pair->a, &pair->b};
    if (!find_point(r, &touch, &spec->touch, spec->body, bodies, pair->normal, pair->point)) return false;
    s->kind = dim == 2 ? CAROM_SCENARIO_PLANE : CAROM_SCENARIO_SPACE;
    s->plane = flat_pair(pair);
    const carom_status status =
        dim == 2 ? carom_planar_pair_contact(&s->plane, contact) : carom_pair_contact(pair, contact);
    if (status == CAROM_OK) return true;
    carom_error why;
    if (dim == 2)
        carom_planar_pair_error(status, &s->plane, &why);
    else
        carom_pair_error(status, pair, &why);
    const carom_subject about = why.subject;
    const carom_json_place *body = why.body == 1 ? &place_b : &place_a;
    return carom_refuse_fault(r,
                              about == CAROM_SUBJECT_BODY    ? body
                              : about == CAROM_SUBJECT_FRAME ? &touch
                                                             : &list,
                              &why);
}

bool carom_bodies_pair(const carom_reading *r, const json_t *document, carom_bodies *s, carom_contact *contact) {
    const json_t *bodies = json_object_get(document, "bodies");
    const carom_json_place list = {NULL, "bodies", 0};
    carom_pair_spec spec;
    carom_spec_from_pair(document, NULL, &spec);
    if (!carom_pair_from_spec(r, &spec, s, contact)) return false;
    for (int i = 0; i < 2; i++) carom_look_from_spec(&spec.body[i], &s->looks[i]);
    s->names = carom_bodies_room(s, 2, sizeof *s->names);
    if (!s->names) return carom_refuse_memory(r, &list);
    s->names[0] = name_of(json_array_get(bodies, 0), "A");
    s->names[1] = name_of(json_array_get(bodies, 1), "B");
    return true;
}
