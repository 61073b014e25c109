// Runs the cases of ImpactBench in Simbody with rigid contacts (SemiExplicitEulerTimeStepper). --restitution is poisson
// (default) or newton, and --solver is plus (default) or pgs. Simbody's only rigid contact with friction is a point on
// a plane. So a ball is represented by its lowest point, which is the contact point in every case on the floor, and two
// balls cannot collide. Simbody's gyroscopic torque cannot be disabled, so the driver sends the orientation.
#include "driver.h"

#include <Simbody.h>
#include <memory>
#include <vector>
using namespace SimTK;
typedef SemiExplicitEulerTimeStepper stepper;

enum { RESTITUTION, SOLVER };
static ib_setting settings[] = {{"restitution", 0, "poisson"}, {"solver", 0, "plus"}, {NULL, 0, NULL}};

struct scene {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    std::vector<MobilizedBody::Free> bodies;
    std::unique_ptr<stepper> time;
};
static std::unique_ptr<scene> now;

static Vec3 vec(const double *x) {
    return Vec3(x[0], x[1], x[2]);
}

static const char *cannot(const ib_case *c) {
    if (c->time > 0) return "a ball that rolls touches with other points";
    for (int k = 0; k < c->contacts; k++)
        if (c->contact[k].b != IB_FLOOR) return "the engine has frictional contacts of a point and a plane only";
    return NULL;
}

static void touch(MobilizedBody &b, const Vec3 &point, const ib_case *c) {
    now->matter.adoptUnilateralContact(
        new PointPlaneContact(now->matter.updGround(), YAxis, 0, b, point, c->e, c->mu, c->mu, 0));
}

static void add(const ib_body *b, const ib_case *c) {
    const MassProperties mass(b->mass, Vec3(0), Inertia(b->inertia[0], b->inertia[1], b->inertia[2]));
    now->bodies.emplace_back(now->matter.Ground(), Transform(), Body::Rigid(mass), Transform());
    MobilizedBody &r = now->bodies.back();
    const double *q = b->orientation;
    const Rotation R{Quaternion(Vec4(q[0], q[1], q[2], q[3]))};
    const ib_collider *k = b->collider;
    const Vec3 half = vec(k->size) / 2;
    if (!k->box) touch(r, vec(k->at) + ~R * Vec3(0, -k->size[0], 0), c);
    Vec3 corner[8];
    double lowest = 0;
    for (int i = 0; i < 8; i++) {
        corner[i] =
            vec(k->at) + Vec3(i & 1 ? half[0] : -half[0], i & 4 ? half[1] : -half[1], i & 2 ? half[2] : -half[2]);
        lowest = fmin(lowest, (R * corner[i])[1]);
    }
    for (int i = 0; k->box && i < 8; i++) // only the lowest corners touch before the case is over
        if ((R * corner[i])[1] < lowest + 1e-6) touch(r, corner[i], c);
}

static void build(const ib_case *c) {
    now.reset(new scene);
    now->bodies.reserve(IB_BODIES);
    for (int i = 0; i < c->bodies; i++) add(&c->body[i], c);
    State s = now->system.realizeTopology();
    now->system.realizeModel(s);
    for (int i = 0; i < c->bodies; i++) {
        const ib_body *b = &c->body[i];
        const double *q = b->orientation;
        const Rotation R{Quaternion(Vec4(q[0], q[1], q[2], q[3]))};
        now->bodies[(size_t)i].setQToFitTransform(s, Transform(R, vec(b->centre)));
        now->bodies[(size_t)i].setUToFitVelocity(s, SpatialVec(vec(b->spin), vec(b->velocity)));
    }
    now->time.reset(new stepper(now->system));
    now->time->setRestitutionModel(strcmp(settings[RESTITUTION].word, "newton") ? stepper::Poisson : stepper::Newton);
    now->time->setImpulseSolverType(strcmp(settings[SOLVER].word, "pgs") ? stepper::PLUS : stepper::PGS);
    now->time->initialize(s);
}

static void step(double dt) {
    now->time->stepTo(now->time->getTime() + dt);
    now->system.realize(now->time->getState(), Stage::Velocity);
}

static void read_(int i, double u[6]) {
    const State &s = now->time->getState();
    now->system.realize(s, Stage::Velocity);
    const SpatialVec &V = now->bodies[(size_t)i].getBodyVelocity(s);
    for (int k = 0; k < 3; k++) u[k] = V[1][k], u[3 + k] = V[0][k];
}

static void pose(int i, double p[7]) {
    const Transform &t = now->bodies[(size_t)i].getBodyTransform(now->time->getState());
    const Quaternion r = t.R().convertRotationToQuaternion();
    for (int k = 0; k < 3; k++) p[k] = t.p()[k];
    for (int k = 0; k < 4; k++) p[3 + k] = r[k];
}

static void end(void) {
    now.reset();
}

int main(int argc, char **argv) {
    ib_engine g = {};
    static char version[32];
    int major = 0, minor = 0, build_number = 0;
    SimTK_version_simbody(&major, &minor, &build_number);
    snprintf(version, sizeof version, "%d.%d", major, minor);
    g.name = "Simbody";
    g.version = version;
    g.space = 1;
    g.dt = 1 / 60.;
    g.overlap[0] = g.overlap[1] = 1e-6;
    g.others = settings;
    g.build = build, g.step = step, g.read = read_, g.end = end;
    g.pose = pose, g.precesses = 1, g.cannot = cannot;
    return ib_serve(argc, argv, &g);
}
