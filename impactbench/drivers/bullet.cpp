// Runs the cases of ImpactBench in Bullet. Bullet multiplies the friction and the restitution of both bodies, so each
// body gets the square root of the case's value. The overlap is 1e-5 m. Without overlap, rounding hides the contact in
// 1/3 of the cases, and the next step finds the body 0.1 m deep and rotated. With an overlap of 1e-4 m, position
// correction would already add 1 mm/s. --directions 2 uses two friction directions; the default is one direction, along
// the slip before the impact.
#include "driver.h"

#include <btBulletDynamicsCommon.h>
#include <memory>
#include <vector>

// If this driver is built with an adapter (adapters/), carom computes impacts. The option --law sets its law, or none
// for the engine alone. --approach sets the smallest approach speed of an impact, m/s.
#ifdef CAROM_ADAPTER
#include "adapter.h"
#include "carom_bullet.h"
typedef carom_bullet bench_dispatcher;
#else
typedef btCollisionDispatcher bench_dispatcher;
#define ADAPTER_SETTINGS
#endif

enum { DIRECTIONS, ITERATIONS };
static ib_setting settings[] = {{"directions", 1, NULL}, {"iterations", 10, NULL}, ADAPTER_SETTINGS{NULL, 0, NULL}};

struct scene {
    btDefaultCollisionConfiguration config;
    bench_dispatcher dispatcher{&config};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &config};
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::vector<std::unique_ptr<btRigidBody>> bodies;

    ~scene() {
        for (auto &b : bodies) world.removeRigidBody(b.get());
    }
};
static std::unique_ptr<scene> now;

static btVector3 vec(const double *x) {
    return btVector3((btScalar)x[0], (btScalar)x[1], (btScalar)x[2]);
}

static btCollisionShape *keep(btCollisionShape *shape) {
    now->shapes.emplace_back(shape);
    return shape;
}

static btRigidBody *add(double mass, btCollisionShape *shape, const btTransform &pose, const btVector3 &inertia,
                        const ib_case *c) {
    btRigidBody::btRigidBodyConstructionInfo info((btScalar)mass, nullptr, shape, inertia);
    info.m_startWorldTransform = pose;
    info.m_friction = (btScalar)sqrt(c->mu);
    info.m_restitution = (btScalar)sqrt(c->e);
    now->bodies.emplace_back(new btRigidBody(info));
    btRigidBody *b = now->bodies.back().get();
    b->setActivationState(DISABLE_DEACTIVATION);
    b->setFlags(0); // no gyroscopic torque, because free flight is not tested
    now->world.addRigidBody(b);
    return b;
}

static void add_body(const ib_body *b, const ib_case *c) {
    auto *compound = new btCompoundShape;
    keep(compound);
    for (int i = 0; i < b->colliders; i++) {
        const ib_collider *k = &b->collider[i];
        auto *shape = k->box       ? (btCollisionShape *)new btBoxShape(vec(k->size) / 2)
                      : k->capsule ? new btCapsuleShapeX((btScalar)k->size[0], (btScalar)k->size[1])
                                   : (btCollisionShape *)new btSphereShape((btScalar)k->size[0]);
        compound->addChildShape(btTransform(btQuaternion::getIdentity(), vec(k->at)), keep(shape));
    }
    const btVector3 axis = vec(b->orientation + 1);
    const btQuaternion q(axis.x(), axis.y(), axis.z(), (btScalar)b->orientation[0]);
    btRigidBody *r = add(b->mass, compound, btTransform(q, vec(b->centre)), vec(b->inertia), c);
    r->setLinearVelocity(vec(b->velocity));
    r->setAngularVelocity(vec(b->spin));
}

static void build(const ib_case *c) {
    now.reset(new scene);
#ifdef CAROM_ADAPTER
    now->dispatcher.on = adapter_rule(settings, &now->dispatcher.rule);
#endif
    now->world.setGravity(btVector3(0, (btScalar)-c->gravity, 0));
    now->world.getSolverInfo().m_numIterations = (int)settings[ITERATIONS].value;
    if ((int)settings[DIRECTIONS].value == 2)
        now->world.getSolverInfo().m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
    for (int i = 0; i < c->bodies; i++) add_body(&c->body[i], c);
    if (c->floor) {
        const btScalar far = (btScalar)ib_reach(c);
        auto *floor = keep(new btBoxShape(btVector3(far, 1, far)));
        add(0, floor, btTransform(btQuaternion::getIdentity(), btVector3(0, -1, 0)), btVector3(0, 0, 0), c);
    }
}

static void step(double dt) {
    now->world.stepSimulation((btScalar)dt, 0); // 0: one step of exactly dt, without interpolation
}

static void read_(int i, double u[6]) {
    const btVector3 v = now->bodies[(size_t)i]->getLinearVelocity(), w = now->bodies[(size_t)i]->getAngularVelocity();
    for (int k = 0; k < 3; k++) u[k] = v[k], u[3 + k] = w[k];
}

static void pose(int i, double p[7]) {
    const btTransform t = now->bodies[(size_t)i]->getWorldTransform();
    const btQuaternion q = t.getRotation();
    for (int k = 0; k < 3; k++) p[k] = t.getOrigin()[k], p[4 + k] = q[k];
    p[3] = q.w();
}

static void end(void) {
    now.reset();
}

int main(int argc, char **argv) {
    static char version[16];
    snprintf(version, sizeof version, "%d.%02d", btGetVersion() / 100, btGetVersion() % 100);
    ib_engine g = {};
    g.name = "Bullet";
    g.version = version;
    g.space = g.capsules = 1;
    g.dt = 1 / 60.;
    g.overlap[0] = g.overlap[1] = g.overlap[2] = 1e-5;
    g.others = settings;
    g.build = build, g.step = step, g.read = read_, g.pose = pose, g.end = end;
    return ib_serve(argc, argv, &g);
}
