// Throws a rod at the floor in Bullet and prints t, x, y, angle and energy of every step.
//   bullet-example [LAW]
// LAW is a law of carom (default: routh), or none for Bullet without carom.
#include <cmath>
#include <cstdio>
#include <cstring>

#include "carom_bullet.h"

static btRigidBody *add(btDynamicsWorld &world, btScalar mass, btCollisionShape *shape, const btTransform &pose,
                        const btVector3 &inertia) {
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape, inertia);
    info.m_startWorldTransform = pose;
    info.m_restitution = std::sqrt(0.9f); // Bullet multiplies both values: e = 0.9
    info.m_friction = std::sqrt(0.5f);    // mu = 0.5
    auto *body = new btRigidBody(info);
    body->setActivationState(DISABLE_DEACTIVATION);
    world.addRigidBody(body);
    return body;
}

static void print_state(double t, const btRigidBody &rod, double half) {
    const btVector3 x = rod.getCenterOfMassPosition(), w = rod.getAngularVelocity();
    btVector3 v = rod.getLinearVelocity(), along = rod.getWorldTransform().getBasis().getColumn(0);
    v.setY((btScalar)(v.y() - half)); // Bullet's velocities are half a step behind its positions
    printf("%.4f,%.6f,%.6f,%.6f,%.6f\n", t, x.x(), x.y(), std::atan2(along.y(), along.x()),
           (v.length2() + w.length2() / 12) / 2 + 10 * x.y());
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "routh";
    const btScalar dt = 1 / 60.f;
    btDefaultCollisionConfiguration configuration;
    carom_bullet dispatcher(&configuration); // the adapter needs only this line and the two below
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    world.setGravity(btVector3(0, -10, 0));

    const carom_law *law = carom_law_find(NULL, name, CAROM_ONE_CONTACT);
    dispatcher.on = law != nullptr;
    if (law) dispatcher.rule = carom_strike_default(law);
    if (!law && strcmp(name, "none") != 0) {
        fprintf(stderr, "carom has no law %s; `carom laws` lists them, none is Bullet alone\n", name);
        return 2;
    }

    btBoxShape ground(btVector3(100, 1, 100));
    btSphereShape ball(0.05f);
    btCompoundShape rod_shape;
    for (int k = 0; k < 2; k++)
        rod_shape.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(k - 0.5f, 0, 0)), &ball);
    btRigidBody *floor =
        add(world, 0, &ground, btTransform(btQuaternion::getIdentity(), btVector3(0, -1, 0)), btVector3(0, 0, 0));
    btRigidBody *rod =
        add(world, 1, &rod_shape, btTransform(btQuaternion(btVector3(0, 0, 1), 0.7f), btVector3(0, 1.5f, 0)),
            btVector3(1, 1, 1) / 12);
    rod->setLinearVelocity(btVector3(1, -1, 0));

    printf("t,x,y,angle,energy\n");
    for (int k = 0; k < 360; k++) {
        print_state(k * dt, *rod, k ? 10 * dt / 2 : 0);
        world.stepSimulation(dt, 0);
    }
    for (btRigidBody *body : {rod, floor}) {
        world.removeRigidBody(body);
        delete body;
    }
    return 0;
}
