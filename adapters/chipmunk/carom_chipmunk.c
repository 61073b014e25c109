// Computes impacts in Chipmunk. In each step Chipmunk moves the bodies, detects contacts, calls preSolve, adds gravity
// and solves contacts. So its solver starts from the velocities that preSolve sets.
#include "carom_chipmunk.h"

static carom_body body_of(cpBody *b, cpFloat dt, const cpSpace *space, double kick[3]) {
    const cpVect centre = cpBodyLocalToWorld(b, cpBodyGetCenterOfGravity(b)), v = cpBodyGetVelocity(b);
    carom_body r = carom_strike_planar(cpBodyGetMass(b), cpBodyGetMoment(b)); // infinite for fixed bodies
    const bool free = cpBodyGetType(b) == CP_BODY_TYPE_DYNAMIC;
    const cpVect g = free ? cpSpaceGetGravity(space) : cpvzero, f = free ? cpBodyGetForce(b) : cpvzero;
    r.centre[0] = centre.x, r.centre[1] = centre.y;
    r.velocity[0] = v.x, r.velocity[1] = v.y, r.spin[2] = cpBodyGetAngularVelocity(b);
    kick[0] = (g.x + f.x / r.mass) * dt, kick[1] = (g.y + f.y / r.mass) * dt;
    return r;
}

static void give(cpBody *b, const carom_body *r) {
    if (cpBodyGetType(b) != CP_BODY_TYPE_DYNAMIC) return;
    cpBodySetVelocity(b, cpv(r->velocity[0], r->velocity[1]));
    cpBodySetAngularVelocity(b, r->spin[2]);
}

static void end_step(cpSpace *space, void *key, void *data) {
    (void)space, (void)key;
    carom_strikes_begin(&((carom_chipmunk *)data)->all);
}

cpBool carom_chipmunk_presolve(cpArbiter *arbiter, cpSpace *space, carom_chipmunk *bounce) {
    CP_ARBITER_GET_BODIES(arbiter, a, b);
    const cpContactPointSet set = cpArbiterGetContactPointSet(arbiter);
    const cpVect drift = cpArbiterGetSurfaceVelocity(arbiter); // of B's surface minus that of A
    carom_strike s = {.dim = 2,
                      .e = cpArbiterGetRestitution(arbiter),
                      .mu = cpArbiterGetFriction(arbiter),
                      .drift = {-drift.x, -drift.y},
                      .dt = cpSpaceGetCurrentTimeStep(space)};
    s.pair.a = body_of(a, s.dt, space, s.kick[0]);
    s.pair.b = body_of(b, s.dt, space, s.kick[1]);
    s.pair.normal[0] = -set.normal.x, s.pair.normal[1] = -set.normal.y; // Chipmunk's normal points from A to B
    for (int k = 0; k < set.count; k++) {
        const cpVect p = set.points[k].pointA, q = set.points[k].pointB;
        carom_strike_point(&s, (const double[3]){p.x, p.y, 0}, (const double[3]){q.x, q.y, 0}, set.points[k].distance);
    }
    cpSpaceAddPostStepCallback(space, end_step, bounce, bounce); // runs once per step, even if it is added often
    if (carom_strikes_add(&bounce->all, &bounce->rule, &s, a, b)) {
        carom_body *now;
        for (cpBody *body; (body = carom_strikes_next(&bounce->all, &now));) give(body, now);
        bounce->struck++;
    }
    // Chipmunk applies restitution at every speed, so stacks of boxes would keep vibrating. Therefore it solves faces
    // without restitution. Faces that are fast enough had their impact above.
    if (set.count > 1 && !bounce->rule.exact) cpArbiterSetRestitution(arbiter, 0);
    return !s.hide;
}

static cpBool begin(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
    const carom_chipmunk *bounce = data;
    return bounce->begin(arbiter, space, bounce->data);
}

static cpBool presolve(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
    carom_chipmunk *bounce = data;
    return bounce->presolve(arbiter, space, bounce->data) && carom_chipmunk_presolve(arbiter, space, bounce);
}

static void postsolve(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
    const carom_chipmunk *bounce = data;
    bounce->postsolve(arbiter, space, bounce->data);
}

static void separate(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
    const carom_chipmunk *bounce = data;
    bounce->separate(arbiter, space, bounce->data);
}

// Replaces the functions of a handler and keeps the old ones. They are never NULL, because Chipmunk sets defaults.
static void attach(carom_chipmunk *bounce, cpCollisionHandler *handler) {
    bounce->begin = handler->beginFunc, handler->beginFunc = begin;
    bounce->presolve = handler->preSolveFunc, handler->preSolveFunc = presolve;
    bounce->postsolve = handler->postSolveFunc, handler->postSolveFunc = postsolve;
    bounce->separate = handler->separateFunc, handler->separateFunc = separate;
    bounce->data = handler->userData, handler->userData = bounce;
}

void carom_chipmunk_pair(carom_chipmunk *bounce, cpSpace *space, cpCollisionType a, cpCollisionType b) {
    attach(bounce, cpSpaceAddCollisionHandler(space, a, b));
}

void carom_chipmunk_all(carom_chipmunk *bounce, cpSpace *space) {
    attach(bounce, cpSpaceAddDefaultCollisionHandler(space));
}

void carom_chipmunk_free(carom_chipmunk *bounce) {
    carom_strikes_free(&bounce->all);
}
