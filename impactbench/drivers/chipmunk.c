// Runs the cases of ImpactBench in Chipmunk. Chipmunk moves bodies before it detects contacts, so cases start one step
// early, and the contact is detected when the bodies touch. Chipmunk multiplies the coefficients of both bodies, so
// each body gets the square root of the case's value.
#include "driver.h"

#include <chipmunk/chipmunk.h>

// If this driver is built with an adapter (adapters/), carom computes impacts. The option --law sets its law, or none
// for the engine alone. --approach sets the smallest approach speed of an impact, m/s.
#ifdef CAROM_ADAPTER
#include "adapter.h"
#include "carom_chipmunk.h"
static carom_chipmunk bounce;
#else
#define ADAPTER_SETTINGS
#endif

static cpSpace *space;
static cpBody *body[IB_BODIES];
static cpShape *shape[IB_BODIES * IB_COLLIDERS + 1];
static int bodies, shapes;

static ib_setting settings[] = {{"iterations", 10, NULL}, ADAPTER_SETTINGS{NULL, 0, NULL}};

static void surface(cpShape *s, const ib_case *c) {
    cpShapeSetElasticity(s, sqrt(c->e));
    cpShapeSetFriction(s, sqrt(c->mu));
    shape[shapes++] = cpSpaceAddShape(space, s);
}

static cpShape *collider(cpBody *r, const ib_collider *k) {
    const double *a = k->at, *s = k->size;
    if (k->capsule) return cpSegmentShapeNew(r, cpv(a[0] - s[1] / 2, a[1]), cpv(a[0] + s[1] / 2, a[1]), s[0]);
    return k->box ? cpBoxShapeNew2(r, cpBBNew(a[0] - s[0] / 2, a[1] - s[1] / 2, a[0] + s[0] / 2, a[1] + s[1] / 2), 0)
                  : cpCircleShapeNew(r, s[0], cpv(a[0], a[1]));
}

static void build(const ib_case *c) {
    space = cpSpaceNew();
    cpSpaceSetGravity(space, cpv(0, -c->gravity));
    cpSpaceSetIterations(space, (int)settings[0].value);
#ifdef CAROM_ADAPTER
    if (adapter_rule(settings, &bounce.rule)) carom_chipmunk_all(&bounce, space);
#endif
    if (c->floor) surface(cpBoxShapeNew2(cpSpaceGetStaticBody(space), cpBBNew(-ib_reach(c), -2, ib_reach(c), 0), 0), c);
    for (bodies = 0; bodies < c->bodies; bodies++) {
        const ib_body *b = &c->body[bodies];
        cpBody *r = body[bodies] = cpSpaceAddBody(space, cpBodyNew(b->mass, b->inertia[2]));
        cpBodySetPosition(r, cpv(b->centre[0], b->centre[1]));
        cpBodySetAngle(r, b->angle);
        cpBodySetVelocity(r, cpv(b->velocity[0], b->velocity[1]));
        cpBodySetAngularVelocity(r, b->spin[2]);
        for (int k = 0; k < b->colliders; k++) surface(collider(r, &b->collider[k]), c);
    }
}

static void step(double dt) {
    cpSpaceStep(space, dt);
}

static void read_(int i, double u[6]) {
    const cpVect v = cpBodyGetVelocity(body[i]);
    u[0] = v.x, u[1] = v.y, u[2] = cpBodyGetAngularVelocity(body[i]);
}

static void pose(int i, double p[7]) {
    const cpVect x = cpBodyGetPosition(body[i]);
    p[0] = x.x, p[1] = x.y, p[2] = cpBodyGetAngle(body[i]);
}

static void end(void) {
    while (shapes > 0) {
        cpSpaceRemoveShape(space, shape[--shapes]);
        cpShapeFree(shape[shapes]);
    }
    while (bodies > 0) {
        cpSpaceRemoveBody(space, body[--bodies]);
        cpBodyFree(body[bodies]);
    }
    cpSpaceFree(space);
}

int main(int argc, char **argv) {
    ib_engine g = {.name = "Chipmunk",
                   .version = cpVersionString,
                   .dt = 1 / 60.,
                   .overlap = {1e-6, 1e-6, 1e-6}, // without overlap, rounding hides some contacts
                   .lead = 1,
                   .capsules = 1,
                   .others = settings,
                   .build = build,
                   .step = step,
                   .read = read_,
                   .pose = pose,
                   .end = end};
    return ib_serve(argc, argv, &g);
}
