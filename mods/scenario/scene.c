#include "mods/scenario/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mods/scenario/after.h"

// Sets the appearance of bodies.

static const struct {
    const char *name;
    carom_outline outline;
} outlines[] = {{"rod", CAROM_OUTLINE_ROD},       {"disc", CAROM_OUTLINE_DISC}, {"rectangle", CAROM_OUTLINE_RECTANGLE},
                {"sphere", CAROM_OUTLINE_SPHERE}, {"box", CAROM_OUTLINE_BOX},   {"ellipsoid", CAROM_OUTLINE_ELLIPSOID}};

static carom_outline outline_named(const char *name) {
    for (size_t i = 0; name && i < sizeof outlines / sizeof *outlines; i++)
        if (!strcmp(outlines[i].name, name)) return outlines[i].outline;
    return CAROM_OUTLINE_NONE;
}

void carom_look_from_spec(const carom_body_spec *spec, carom_looks *looks) {
    const bool drawn = spec->outline.here;
    const carom_spec_numbers *sizes = drawn ? &spec->outline : &spec->shape;
    *looks = (carom_looks){.outline = outline_named(drawn ? spec->outline_name : spec->shape_name),
                           .turned = spec->angle.here,
                           .angle = spec->angle.number[0]};
    memcpy(looks->size, sizes->number, sizeof looks->size);
}

// Chooses an outline if there is none: the radius of gyration, or the ground for a fixed body.
static void find_outline(carom_scene_body *body, double mass, double inertia) {
    if (body->outline != CAROM_OUTLINE_NONE) return;
    if (!isfinite(mass)) body->outline = CAROM_OUTLINE_GROUND;
    if (!isfinite(mass) || !(inertia > 0.0) || !isfinite(inertia)) return;
    body->outline = CAROM_OUTLINE_GYRATION;
    body->size[0] = sqrt(inertia / mass);
}

static void turn(carom_scene_body *body, double x, double y) {
    const double length = hypot(x, y), c = length > 0.0 ? x / length : 1.0, s = length > 0.0 ? y / length : 0.0;
    const double axes[3][3] = {{c, -s, 0.0}, {s, c, 0.0}, {0.0, 0.0, 1.0}};
    memcpy(body->axes, axes, sizeof axes);
}

// Sets the angle in 2D. A rod that is struck at its end points from there to its centre.
static void turn_flat(carom_scene_body *body, const carom_looks *looks, const double point[3]) {
    if (looks->turned)
        turn(body, cos(looks->angle), sin(looks->angle));
    else if (body->outline == CAROM_OUTLINE_ROD)
        turn(body, body->centre[0] - point[0], body->centre[1] - point[1]);
    else
        turn(body, 1.0, 0.0);
}

static void turn_in_space(carom_scene_body *body, const double axes[3][3]) {
    bool spec = false;
    for (int i = 0; i < 9; i++) spec = spec || axes[i / 3][i % 3] != 0.0;
    for (int i = 0; i < 9; i++) body->axes[i / 3][i % 3] = spec ? axes[i / 3][i % 3] : i % 4 == 0;
}

// Shows two bodies.

static void stand_as_ground(carom_scene_body *body, const carom_scene *scene, double out) {
    memcpy(body->centre, scene->point, sizeof body->centre);
    memset(body->axes, 0, sizeof body->axes);
    for (int i = 0; i < 3; i++) body->axes[i][0] = out * scene->normal[i];
}

// Adds one body; a rod without an angle points from `end` to its centre.
static carom_scene_body *add_shown(carom_scene *scene, const char *name, const carom_looks *looks,
                                   const carom_body *before, const carom_body *after, const double end[3]) {
    carom_scene_body *body = &scene->body[scene->count++];
    *body = (carom_scene_body){.name = name, .outline = looks->outline};
    memcpy(body->size, looks->size, sizeof body->size);
    memcpy(body->centre, before->centre, sizeof body->centre);
    memcpy(body->velocity, before->velocity, sizeof body->velocity);
    memcpy(body->spin, before->spin, sizeof body->spin);
    memcpy(body->velocity_after, after->velocity, sizeof body->velocity);
    memcpy(body->spin_after, after->spin, sizeof body->spin);
    find_outline(body, before->mass, scene->dim == 2 ? before->inertia[2][2] : HUGE_VAL);
    if (scene->dim == 2)
        turn_flat(body, looks, end);
    else
        turn_in_space(body, before->axes);
    return body;
}

static void add_body(carom_scene *scene, const carom_bodies *b, int which, const carom_body *after) {
    carom_scene_body *body =
        add_shown(scene, b->names[which], &b->looks[which], which ? &b->space.b : &b->space.a, after, scene->point);
    if (body->outline == CAROM_OUTLINE_GROUND) stand_as_ground(body, scene, which ? 1.0 : -1.0);
}

static void set_frame(carom_scene_contact *touch, int dim, const double *frame, const double *P) {
    for (int i = 0; i < dim; i++) touch->normal[i] = frame[i];
    for (int k = 0; k < dim; k++)
        for (int i = 0; i < dim; i++) touch->impulse[i] += P[k] * frame[k * dim + i];
}

static void take_first(carom_scene *scene, const carom_scene_contact *touch) {
    memcpy(scene->point, touch->point, sizeof scene->point);
    memcpy(scene->normal, touch->normal, sizeof scene->normal);
    memcpy(scene->impulse, touch->impulse, sizeof scene->impulse);
    scene->struck = touch->struck;
}

static carom_status pair_scene(const carom_bodies *b, const double P[3], carom_scene *scene) {
    double flat[2][2], frame[3][3];
    carom_body after[2];
    carom_balance ledger;
    scene->dim = b->kind == CAROM_SCENARIO_PLANE ? 2 : 3;
    const carom_status status =
        scene->dim == 2 ? carom_planar_pair_frame(&b->plane, flat) : carom_pair_frame(&b->space, frame);
    if (status != CAROM_OK) return status;
    carom_scene_contact touch = {.struck = 0};
    set_frame(&touch, scene->dim, scene->dim == 2 ? *flat : *frame, P);
    memcpy(touch.point, b->space.point, sizeof touch.point);
    take_first(scene, &touch);
    carom_after_pair(b, P, after, &ledger);
    for (int i = 0; i < 2; i++) add_body(scene, b, i, &after[i]);
    return CAROM_OK;
}

// Shows a chain.

// Returns a point of the chain, from the base at the origin.
static void place_on(const carom_chain *chain, int link, double distance, double at[2]) {
    at[0] = at[1] = 0.0;
    for (int i = link; i != CAROM_BASE; i = chain->link[i].parent) {
        const double along = i == link ? distance : chain->link[i].length;
        at[0] += along * sin(chain->link[i].angle);
        at[1] += along * cos(chain->link[i].angle);
    }
}

static carom_status add_link(carom_scene *scene, const carom_bodies *b, int i, const double *after) {
    const carom_link *link = &b->chain.link[i];
    carom_scene_body *body = &scene->body[scene->count++];
    *body = (carom_scene_body){.name = b->names[i],
                               .outline = link->length > 0.0 ? CAROM_OUTLINE_ROD : CAROM_OUTLINE_NONE,
                               .size = {link->length},
                               .spin = {0.0, 0.0, -b->mechanism.u[i]},
                               .spin_after = {0.0, 0.0, -after[i]}};
    const double middle = 0.5 * link->length;
    place_on(&b->chain, i, middle, body->centre);
    turn(body, sin(link->angle), cos(link->angle));
    const carom_status status = carom_chain_velocity(&b->chain, b->mechanism.u, i, middle, body->velocity);
    return status != CAROM_OK ? status : carom_chain_velocity(&b->chain, after, i, middle, body->velocity_after);
}

// Adds a ground; contacts on the same plane share it.
static void lay_ground(carom_scene *scene, const carom_scene_body *ground, double length) {
    for (int i = 0; i < scene->count; i++) {
        carom_scene_body *other = &scene->body[i];
        double above = 0.0, turned = 0.0;
        for (int k = 0; k < 3; k++) {
            above += (ground->centre[k] - other->centre[k]) * other->axes[k][0];
            turned = fmax(turned, fabs(ground->axes[k][0] - other->axes[k][0]));
        }
        // The tolerance is 1e-6 of the size of the picture, which is less than the width of a line.
        if (other->outline != CAROM_OUTLINE_GROUND || fabs(above) > 1e-6 * length || turned > 1e-6) continue;
        other->size[0] = 0.0;
        return;
    }
    scene->body[scene->count++] = *ground;
}

static void add_chain_ground(carom_scene *scene, const carom_chain *chain, int contact, double length) {
    const carom_chain_contact *c = &chain->contact[contact];
    carom_scene_body ground = {.outline = CAROM_OUTLINE_GROUND, .size = {length}};
    place_on(chain, c->link, c->distance, ground.centre);
    turn(&ground, -sin(c->slope), cos(c->slope));
    lay_ground(scene, &ground, length);
}

static carom_status chain_bodies(const carom_bodies *b, const double *u, carom_scene *scene) {
    const carom_chain *chain = &b->chain;
    double longest = 0.0;
    carom_status status = CAROM_OK;
    if (chain->links + chain->contacts + 1 > CAROM_MAX_SCENE_BODIES) return CAROM_BAD_SIZE;
    for (int i = 0; i < chain->links && status == CAROM_OK; i++) status = add_link(scene, b, i, u);
    for (int i = 0; i < chain->links; i++) longest = fmax(longest, chain->link[i].length);
    for (int i = 0; i < chain->contacts; i++) add_chain_ground(scene, chain, i, 0.5 * longest);
    if (chain->pinned) scene->body[scene->count++] = (carom_scene_body){.outline = CAROM_OUTLINE_PIN};
    return status;
}

static carom_status chain_touch(const carom_bodies *b, int contact, const double *P, carom_scene_contact *touch) {
    const carom_chain_contact *c = &b->chain.contact[contact];
    const double frame[4] = {-sin(c->slope), cos(c->slope), cos(c->slope), sin(c->slope)};
    place_on(&b->chain, c->link, c->distance, touch->point);
    set_frame(touch, 2, frame, P);
    touch->struck = c->link == CAROM_BASE ? -1 : c->link;
    return CAROM_OK;
}

// Shows free bodies.

static bool is_seen(const carom_bodies *b, int body) {
    return body != CAROM_GROUND &&
           (isfinite(b->assembly.body[body].mass) || b->look[body].outline != CAROM_OUTLINE_NONE);
}

// Returns the index of a body in the scene; a fixed body without an outline is ground, drawn at its contacts.
static int place_of(const carom_bodies *b, int body) {
    int place = 0;
    if (!is_seen(b, body)) return -1;
    for (int i = 0; i < body; i++) place += is_seen(b, i);
    return place;
}

static carom_status free_touch(const carom_bodies *b, int contact, const double *P, carom_scene_contact *touch) {
    const carom_contact_point *c = &b->assembly.contact[contact];
    const int dim = b->assembly.dim;
    carom_planar_pair flat = {.a = carom_planar_body_fixed(), .b = carom_planar_body_fixed()};
    carom_pair pair = {.a = carom_body_fixed(), .b = carom_body_fixed()};
    double plane[2][2], space[3][3];
    memcpy(flat.normal, c->normal, sizeof flat.normal);
    memcpy(flat.tangent, c->tangent[0], sizeof flat.tangent);
    memcpy(pair.normal, c->normal, sizeof pair.normal);
    memcpy(pair.tangent, c->tangent, sizeof pair.tangent);
    const carom_status status = dim == 2 ? carom_planar_pair_frame(&flat, plane) : carom_pair_frame(&pair, space);
    if (status != CAROM_OK) return status;
    memcpy(touch->point, c->point, (size_t)dim * sizeof *c->point);
    set_frame(touch, dim, dim == 2 ? *plane : *space, P);
    touch->struck = place_of(b, c->a);
    return CAROM_OK;
}

static void add_free(carom_scene *scene, const carom_bodies *b, int i, const double *u) {
    const carom_body *body = &b->assembly.body[i];
    carom_body after = *body;
    double at[3] = {body->centre[0], body->centre[1], body->centre[2]};
    carom_assembly_motion(&b->assembly, u, i, after.velocity, after.spin);
    for (int k = 0; k < b->assembly.contacts; k++)
        if (b->assembly.contact[k].a == i || b->assembly.contact[k].b == i)
            memcpy(at, b->assembly.contact[k].point, sizeof at); // a rod points from there to its centre
    add_shown(scene, b->names[i], &b->look[i], body, &after, at);
}

// Adds the ground under each contact with a fixed body that is not drawn otherwise, unless there is one already.
static void add_grounds(carom_scene *scene, const carom_bodies *b, double length) {
    for (int k = 0; k < b->assembly.contacts && scene->count < CAROM_MAX_SCENE_BODIES; k++) {
        const carom_contact_point *c = &b->assembly.contact[k];
        const bool under_b = !is_seen(b, c->b);
        carom_scene_contact touch = {.struck = -1};
        carom_scene_body ground = {.outline = CAROM_OUTLINE_GROUND, .size = {length}};
        if ((!under_b && is_seen(b, c->a)) || free_touch(b, k, (const double[3]){0.0}, &touch) != CAROM_OK) continue;
        memcpy(ground.centre, touch.point, sizeof ground.centre);
        for (int i = 0; i < 3; i++) ground.axes[i][0] = under_b ? touch.normal[i] : -touch.normal[i];
        lay_ground(scene, &ground, length);
    }
}

static carom_status free_bodies(const carom_bodies *b, const double *u, carom_scene *scene) {
    double longest = 0.0;
    if (b->assembly.bodies + b->assembly.contacts > CAROM_MAX_SCENE_BODIES) return CAROM_BAD_SIZE;
    for (int i = 0; i < b->assembly.bodies; i++)
        if (is_seen(b, i)) add_free(scene, b, i, u);
    for (int i = 0; i < scene->count; i++)
        for (int k = 0; k < 3; k++) longest = fmax(longest, scene->body[i].size[k]);
    add_grounds(scene, b, longest);
    return CAROM_OK;
}

// Shows contacts and spins.

static carom_status touch_of(const carom_bodies *b, int contact, const double *P, carom_scene_contact *touch) {
    *touch = (carom_scene_contact){.struck = -1};
    return b->kind == CAROM_SCENARIO_CHAIN ? chain_touch(b, contact, P, touch) : free_touch(b, contact, P, touch);
}

static carom_status bodies_of(const carom_bodies *b, const double *u, carom_scene *scene) {
    scene->dim = b->kind == CAROM_SCENARIO_CHAIN ? 2 : b->assembly.dim;
    return b->kind == CAROM_SCENARIO_CHAIN ? chain_bodies(b, u, scene) : free_bodies(b, u, scene);
}

static carom_status tree_scene(const carom_bodies *b, const double P[3], carom_scene *scene) {
    carom_scene_contact touch;
    double *numbers = malloc(carom_after_numbers(&b->delassus) * sizeof *numbers);
    if (!numbers) return CAROM_NO_MEMORY;
    carom_after_speeds after = {.u = numbers, .reactions = numbers + b->delassus.speeds};
    after.impulse = after.reactions + b->delassus.constraints + 1;
    carom_after_tree(b, P, &after);
    carom_status status = touch_of(b, b->colliding, P, &touch);
    if (status == CAROM_OK) status = bodies_of(b, after.u, scene);
    take_first(scene, &touch);
    free(numbers);
    return status;
}

// Removes rotations that are rounding errors: those that move no visible point faster than 1e-12 of the fastest motion.
static carom_status tidy(carom_scene *scene, carom_status status) {
    double fastest = 0.0, span = 0.0;
    for (int i = 0; i < scene->count; i++)
        for (int k = 0; k < 3; k++) {
            const carom_scene_body *b = &scene->body[i];
            fastest = fmax(fastest, fmax(fabs(b->velocity[k]), fabs(b->velocity_after[k])));
            span = fmax(span, fmax(b->size[k], fabs(b->centre[k] - scene->point[k])));
        }
    for (int i = 0; i < scene->count; i++)
        for (int k = 0; k < 3; k++) {
            carom_scene_body *b = &scene->body[i];
            if (fabs(b->spin[k]) * span <= 1e-12 * fastest) b->spin[k] = 0.0;
            if (fabs(b->spin_after[k]) * span <= 1e-12 * fastest) b->spin_after[k] = 0.0;
        }
    return status;
}

carom_status carom_scene_of_system(const carom_bodies *b, const double *P, const double *u, carom_scene *scene) {
    static const double nothing[3] = {0.0};
    *scene = (carom_scene){.count = 0};
    if (!b || (b->kind != CAROM_SCENARIO_CHAIN && b->kind != CAROM_SCENARIO_BODIES)) return CAROM_NOT_APPLICABLE;
    const int contacts = b->kind == CAROM_SCENARIO_CHAIN ? b->chain.contacts : b->assembly.contacts;
    if (contacts > CAROM_MAX_SCENE_BODIES) return CAROM_BAD_SIZE;
    carom_status status = bodies_of(b, u, scene);
    for (int k = 0; k < contacts && status == CAROM_OK; k++) {
        carom_scene_contact touch;
        status = touch_of(b, k, P ? P + scene->dim * k : nothing, &touch);
        if (k == 0)
            take_first(scene, &touch);
        else
            scene->touch[scene->touches++] = touch;
    }
    return tidy(scene, status);
}

carom_status carom_scene_of(const carom_bodies *b, const double P[3], carom_scene *scene) {
    *scene = (carom_scene){.count = 0};
    if (!b) return CAROM_NOT_APPLICABLE;
    switch (b->kind) {
    case CAROM_SCENARIO_PLANE:
    case CAROM_SCENARIO_SPACE: return tidy(scene, pair_scene(b, P, scene));
    case CAROM_SCENARIO_CHAIN:
    case CAROM_SCENARIO_BODIES: return tidy(scene, tree_scene(b, P, scene));
    case CAROM_SCENARIO_MECHANISM:
    case CAROM_SCENARIO_NUMBERS: break;
    }
    return CAROM_NOT_APPLICABLE;
}

static void multiply(double x[3], double factor) {
    for (int i = 0; i < 3; i++) x[i] *= factor;
}

void carom_scene_convert(carom_scene *s, const carom_units *units) {
    const double length = carom_units_find(units, "m").factor, impulse = carom_units_find(units, "N s").factor;
    const double speed = carom_units_find(units, "m/s").factor, spin = carom_units_find(units, "rad/s").factor;
    multiply(s->point, length);
    multiply(s->impulse, impulse);
    for (int i = 0; i < s->count; i++) {
        carom_scene_body *b = &s->body[i];
        multiply(b->size, length);
        multiply(b->centre, length);
        multiply(b->velocity, speed);
        multiply(b->velocity_after, speed);
        multiply(b->spin, spin);
        multiply(b->spin_after, spin);
    }
    for (int i = 0; i < s->touches; i++) {
        multiply(s->touch[i].point, length);
        multiply(s->touch[i].impulse, impulse);
    }
}
