// Computes impacts in Bullet. In each step Bullet detects contacts, adds forces, solves contacts and moves bodies. So
// its solver starts from the velocities that this dispatcher sets after detection.
#include "carom_bullet.h"

#include <cmath>

static void copy(const btVector3 &from, double to[3]) {
    for (int i = 0; i < 3; i++) to[i] = from[i];
}

static bool yields(const btRigidBody *b) {
    return b && !b->isStaticOrKinematicObject() && b->getInvMass() > 0;
}

static carom_body body_of(const btCollisionObject *object, double dt, double kick[3]) {
    const btRigidBody *b = btRigidBody::upcast(object);
    carom_body r = carom_body_fixed();
    if (!b) return r;
    copy(b->getCenterOfMassPosition(), r.centre);
    copy(b->getLinearVelocity(), r.velocity);
    copy(b->getAngularVelocity(), r.spin);
    if (!yields(b)) return r;
    const btQuaternion q = b->getOrientation();
    const double quaternion[4] = {q.w(), q.x(), q.y(), q.z()}; // an exact rotation, unlike Bullet's matrix of floats
    carom_rotation_from_quaternion(quaternion, r.axes);
    r.mass = 1 / (double)b->getInvMass();
    for (int i = 0; i < 3; i++) {
        const double inverse = b->getInvInertiaDiagLocal()[i];
        r.inertia[i][i] = inverse > 0 ? 1 / inverse : HUGE_VAL;
        kick[i] = (double)b->getTotalForce()[i] / r.mass * dt; // this force includes gravity
    }
    return r;
}

static void give(btCollisionObject *object, const carom_body &r) {
    btRigidBody *b = btRigidBody::upcast(object);
    if (!yields(b)) return;
    const double *v = r.velocity, *w = r.spin;
    b->setLinearVelocity(btVector3((btScalar)v[0], (btScalar)v[1], (btScalar)v[2]));
    b->setAngularVelocity(btVector3((btScalar)w[0], (btScalar)w[1], (btScalar)w[2]));
    b->activate();
}

const carom_strike_rule *carom_bullet::rule_of(const btCollisionObject &, const btCollisionObject &) {
    return &rule;
}

void carom_bullet::look(btPersistentManifold *manifold, double dt) {
    auto *a = const_cast<btCollisionObject *>(manifold->getBody0()),
         *b = const_cast<btCollisionObject *>(manifold->getBody1());
    if (manifold->getNumContacts() == 0 || !needsResponse(a, b)) return;
    if (!yields(btRigidBody::upcast(a)) && !yields(btRigidBody::upcast(b))) return;
    const carom_strike_rule *r = rule_of(*a, *b);
    if (!r) return;
    carom_strike s = {};
    s.dim = 3, s.dt = dt;
    s.pair.a = body_of(a, dt, s.kick[0]);
    s.pair.b = body_of(b, dt, s.kick[1]);
    for (int k = 0; k < manifold->getNumContacts(); k++) {
        const btManifoldPoint &p = manifold->getContactPoint(k);
        double on_a[3], on_b[3];
        copy(p.getPositionWorldOnA(), on_a);
        copy(p.getPositionWorldOnB(), on_b);
        carom_strike_point(&s, on_a, on_b, p.getDistance());
        if (k > 0) continue;
        copy(p.m_normalWorldOnB, s.pair.normal); // from B to A, as in carom
        s.e = p.m_combinedRestitution, s.mu = p.m_combinedFriction;
    }
    if (carom_strikes_add(&all, r, &s, a, b)) {
        carom_body *now;
        while (void *body = carom_strikes_next(&all, &now)) give(static_cast<btCollisionObject *>(body), *now);
        struck++;
    }
    if (s.hide) manifold->clearManifold(); // the next step detects the points again
}

void carom_bullet::dispatchAllCollisionPairs(btOverlappingPairCache *pairs, const btDispatcherInfo &info,
                                             btDispatcher *dispatcher) {
    btCollisionDispatcher::dispatchAllCollisionPairs(pairs, info, dispatcher);
    carom_strikes_begin(&all);
    for (int k = 0; on && k < getNumManifolds(); k++) look(getManifoldByIndexInternal(k), info.m_timeStep);
}
