#include "mods/scenario/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mods/scenario/after.h"

// Looks.

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

void carom_looks_told(const carom_told_body *told, carom_looks *looks) {
    const bool drawn = told->outline.here;
    const carom_told *sizes = drawn ? &told->outline : &told->shape;
    *looks = (carom_looks){.outline = outline_named(drawn ? told->outline_name : told->shape_name),
                           .turned = told->angle.here,
                           .angle = told->angle.number[0]};
    memcpy(looks->size, sizes->number, sizeof looks->size);
}

// Without an outline there is the radius of gyration, or what does not yield at all.
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

// The plane: by its angle; what is struck at its end points from there to its centre.
static void turn_flat(carom_scene_body *body, const carom_looks *looks, const double point[3]) {
    if (looks->turned)
        turn(body, cos(looks->angle), sin(looks->angle));
    else if (body->outline == CAROM_OUTLINE_ROD)
        turn(body, body->centre[0] - point[0], body->centre[1] - point[1]);
    else
        turn(body, 1.0, 0.0);
}

static void turn_in_space(carom_scene_body *body, const double axes[3][3]) {
    bool told = false;
    for (int i = 0; i < 9; i++) told = told || axes[i / 3][i % 3] != 0.0;
    for (int i = 0; i < 9; i++) body->axes[i / 3][i % 3] = told ? axes[i / 3][i % 3] : i % 4 == 0;
}

// Two bodies.

static void stand_as_ground(carom_scene_body *body, const carom_scene *scene, double out) {
    memcpy(body->centre, scene->point, sizeof body->centre);
    memset(body->axes, 0, sizeof body->axes);
    for (int i = 0; i < 3; i++) body->axes[i][0] = out * scene->normal[i];
}

static void add_body(carom_scene *scene, const carom_bodies *b, int which, const carom_body *after) {
    const carom_body *before = which ? &b->space.b : &b->space.a;
    const carom_looks *looks = &b->looks[which];
    carom_scene_body *body = &scene->body[scene->count++];
    *body = (carom_scene_body){.name = b->names[which], .outline = looks->outline};
    memcpy(body->size, looks->size, sizeof body->size);
    memcpy(body->centre, before->centre, sizeof body->centre);
    memcpy(body->velocity, before->velocity, sizeof body->velocity);
    memcpy(body->spin, before->spin, sizeof body->spin);
    memcpy(body->velocity_after, after->velocity, sizeof body->velocity);
    memcpy(body->spin_after, after->spin, sizeof body->spin);
    find_outline(body, before->mass, scene->dim == 2 ? before->inertia[2][2] : HUGE_VAL);
    if (body->outline == CAROM_OUTLINE_GROUND)
        stand_as_ground(body, scene, which ? 1.0 : -1.0);
    else if (scene->dim == 2)
        turn_flat(body, looks, scene->point);
    else
        turn_in_space(body, before->axes);
}

static void set_frame(carom_scene *scene, int dim, const double *frame, const double P[3]) {
    for (int i = 0; i < dim; i++) scene->normal[i] = frame[i];
    for (int k = 0; k < dim; k++)
        for (int i = 0; i < dim; i++) scene->impulse[i] += P[k] * frame[k * dim + i];
}

static carom_status pair_scene(const carom_bodies *b, const double P[3], carom_scene *scene) {
    double flat[2][2], frame[3][3];
    carom_body after[2];
    carom_ledger ledger;
    scene->dim = b->kind == CAROM_SCENARIO_PLANE ? 2 : 3;
    const carom_status status =
        scene->dim == 2 ? carom_planar_frame(&b->plane, flat) : carom_pair_frame(&b->space, frame);
    if (status != CAROM_OK) return status;
    set_frame(scene, scene->dim, scene->dim == 2 ? *flat : *frame, P);
    memcpy(scene->point, b->space.point, sizeof scene->point);
    carom_after_pair(b, P, after, &ledger);
    for (int i = 0; i < 2; i++) add_body(scene, b, i, &after[i]);
    return CAROM_OK;
}

// A chain.

// A point of it, from the base at the origin.
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
    place_on(&b->chain, i, 0.5 * link->length, body->centre);
    turn(body, sin(link->angle), cos(link->angle));
    const carom_status status = carom_chain_velocity(&b->chain, b->mechanism.u, i, link->centre, body->velocity);
    return status != CAROM_OK ? status : carom_chain_velocity(&b->chain, after, i, link->centre, body->velocity_after);
}

// Contacts on one straight line stand on one ground.
static void add_ground(carom_scene *scene, const carom_chain *chain, int contact, double length) {
    const carom_chain_contact *c = &chain->contact[contact];
    carom_scene_body ground = {.outline = CAROM_OUTLINE_GROUND, .size = {length}};
    place_on(chain, c->link, c->distance, ground.centre);
    turn(&ground, -sin(c->slope), cos(c->slope));
    for (int i = 0; i < scene->count; i++) {
        carom_scene_body *other = &scene->body[i];
        const double above = (ground.centre[0] - other->centre[0]) * other->axes[0][0] +
                             (ground.centre[1] - other->centre[1]) * other->axes[1][0];
        // 1e-6: of what is drawn, less than a line is wide.
        if (other->outline != CAROM_OUTLINE_GROUND || fabs(above) > 1e-6 * length ||
            fabs(ground.axes[0][0] - other->axes[0][0]) > 1e-6)
            continue;
        other->size[0] = 0.0;
        return;
    }
    scene->body[scene->count++] = ground;
}

static carom_status add_links(carom_scene *scene, const carom_bodies *b, const double P[3]) {
    double *numbers = malloc(carom_after_numbers(&b->delassus) * sizeof *numbers);
    if (!numbers) return CAROM_NO_ROOM;
    carom_after_speeds after = {.u = numbers, .reactions = numbers + b->delassus.speeds};
    after.impulse = after.reactions + b->delassus.constraints + 1;
    carom_after_tree(b, P, &after);
    carom_status status = CAROM_OK;
    for (int i = 0; i < b->chain.links && status == CAROM_OK; i++) status = add_link(scene, b, i, after.u);
    free(numbers);
    return status;
}

static carom_status chain_scene(const carom_bodies *b, const double P[3], carom_scene *scene) {
    const carom_chain *chain = &b->chain;
    const carom_chain_contact *c = &chain->contact[b->colliding];
    const double frame[4] = {-sin(c->slope), cos(c->slope), cos(c->slope), sin(c->slope)};
    double longest = 0.0;
    if (chain->links + chain->contacts + 1 > CAROM_SCENE_ROOM) return CAROM_BAD_SIZE;
    scene->dim = 2;
    set_frame(scene, 2, frame, P);
    place_on(chain, c->link, c->distance, scene->point);
    const carom_status status = add_links(scene, b, P);
    if (status != CAROM_OK) return status;
    scene->struck = c->link == CAROM_BASE ? -1 : c->link;
    for (int i = 0; i < chain->links; i++) longest = fmax(longest, chain->link[i].length);
    for (int i = 0; i < chain->contacts; i++) add_ground(scene, chain, i, 0.5 * longest);
    if (chain->pinned) scene->body[scene->count++] = (carom_scene_body){.outline = CAROM_OUTLINE_PIN};
    return CAROM_OK;
}

carom_status carom_scene_of(const carom_bodies *b, const double P[3], carom_scene *scene) {
    *scene = (carom_scene){.count = 0};
    if (!b) return CAROM_NOT_APPLICABLE;
    switch (b->kind) {
    case CAROM_SCENARIO_PLANE:
    case CAROM_SCENARIO_SPACE: return pair_scene(b, P, scene);
    case CAROM_SCENARIO_CHAIN: return chain_scene(b, P, scene);
    case CAROM_SCENARIO_MECHANISM:
    case CAROM_SCENARIO_BODIES:
    case CAROM_SCENARIO_NUMBERS: break;
    }
    return CAROM_NOT_APPLICABLE;
}
