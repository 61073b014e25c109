// Runs the cases of ImpactBench in DART with its own collision detector, because the default one (FCL) converts balls
// to meshes. DART's gyroscopic torque cannot be disabled, so the driver sends the orientation. DART multiplies the
// restitution of both bodies and uses the smaller friction. DART detects only overlapping bodies; the overlap is 1e-6
// m.
#include "driver.h"

#include <dart/collision/dart/dart.hpp>
#include <dart/dart.hpp>
using namespace dart::dynamics;

static dart::simulation::WorldPtr world;
static BodyNode *body[IB_BODIES];

static Eigen::Vector3d vec(const double *x) {
    return Eigen::Vector3d(x[0], x[1], x[2]);
}

static void attach(BodyNode *b, const ShapePtr &shape, const Eigen::Vector3d &at, const ib_case *c) {
    auto *node = b->createShapeNodeWith<CollisionAspect, DynamicsAspect>(shape);
    node->setRelativeTranslation(at);
    node->getDynamicsAspect()->setFrictionCoeff(c->mu);
    node->getDynamicsAspect()->setRestitutionCoeff(sqrt(c->e));
}

static ShapePtr collider(const ib_collider *k) {
    if (k->box) return std::make_shared<BoxShape>(vec(k->size));
    return std::make_shared<SphereShape>(k->size[0]);
}

static void add(int i, const ib_case *c) {
    const ib_body *b = &c->body[i];
    const double *q = b->orientation;
    auto skeleton = Skeleton::create("body" + std::to_string(i));
    auto pair = skeleton->createJointAndBodyNodePair<FreeJoint>();
    body[i] = pair.second;
    body[i]->setInertia(Inertia(b->mass, Eigen::Vector3d::Zero(), Eigen::Matrix3d(vec(b->inertia).asDiagonal())));
    for (int k = 0; k < b->colliders; k++) attach(body[i], collider(&b->collider[k]), vec(b->collider[k].at), c);
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.linear() = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
    pose.translation() = vec(b->centre);
    FreeJoint::setTransformOf(body[i], pose);
    pair.first->setLinearVelocity(vec(b->velocity)); // in world axes by default
    pair.first->setAngularVelocity(vec(b->spin));
    world->addSkeleton(skeleton);
}

static void build(const ib_case *c) {
    world = dart::simulation::World::create();
    world->getConstraintSolver()->setCollisionDetector(dart::collision::DARTCollisionDetector::create());
    world->setGravity(Eigen::Vector3d(0, -c->gravity, 0));
    for (int i = 0; i < c->bodies; i++) add(i, c);
    if (c->floor) {
        auto floor = Skeleton::create("floor");
        attach(floor->createJointAndBodyNodePair<WeldJoint>().second,
               std::make_shared<BoxShape>(Eigen::Vector3d(2 * ib_reach(c), 2, 2 * ib_reach(c))),
               Eigen::Vector3d(0, -1, 0), c);
        world->addSkeleton(floor);
    }
}

static void step(double dt) {
    world->setTimeStep(dt);
    world->step();
}

static void read_(int i, double u[6]) {
    const Eigen::Vector3d v = body[i]->getCOMLinearVelocity(), w = body[i]->getAngularVelocity();
    for (int k = 0; k < 3; k++) u[k] = v[k], u[3 + k] = w[k];
}

static void pose(int i, double p[7]) {
    const Eigen::Isometry3d &t = body[i]->getWorldTransform();
    const Eigen::Quaterniond r(t.linear());
    for (int k = 0; k < 3; k++) p[k] = t.translation()[k];
    p[3] = r.w(), p[4] = r.x(), p[5] = r.y(), p[6] = r.z();
}

static void end(void) {
    world.reset();
}

int main(int argc, char **argv) {
    ib_engine g = {};
    g.name = "DART";
    g.version = DART_VERSION;
    g.space = 1;
    g.dt = 1 / 60.;
    g.overlap[0] = g.overlap[1] = g.overlap[2] = 1e-6;
    g.build = build, g.step = step, g.read = read_, g.end = end, g.pose = pose, g.precesses = 1;
    return ib_serve(argc, argv, &g);
}
