// Runs the cases of ImpactBench in ODE. --solver is quick (the iterative solver, default) or step (Dantzig's method).
// Bodies collide only if they overlap, so the overlap is 1e-9 m. Debian's ODE uses double precision. Without dIDEDOUBLE
// the calls would pass floats, without a warning.
#define dIDEDOUBLE
#include "driver.h"

#include <ode/ode.h>

// If this driver is built with an adapter (adapters/), carom computes impacts. The option --law sets its law, or none
// for the engine alone. --approach sets the smallest approach speed of an impact, m/s.
#ifdef CAROM_ADAPTER
#include "adapter.h"
#include "carom_ode.h"
static carom_ode bounce;
#else
#define ADAPTER_SETTINGS
#endif

static dWorldID world;
static dSpaceID space;
static dJointGroupID joints;
static dBodyID body[IB_BODIES];
static const ib_case *now;

enum { SOLVER, ITERATIONS, ERP, CFM };
// The value -1 means the default of dWorldCreate (20 iterations, ERP 0.2, CFM 1e-10).
static ib_setting settings[] = {{"solver", 0, "quick"},
                                {"iterations", -1, NULL},
                                {"erp", -1, NULL},
                                {"cfm", -1, NULL},
                                ADAPTER_SETTINGS{NULL, 0, NULL}};

static void near_callback(void *data, dGeomID a, dGeomID b) {
    dContact contact[8];
    const int n = dCollide(a, b, 8, &contact[0].geom, sizeof contact[0]);
    (void)data;
    for (int k = 0; k < n; k++) {
        dSurfaceParameters s = {0};
        s.mode = dContactBounce | dContactApprox1; // friction is at most mu times the normal force; without Approx1, mu
                                                   // itself is a force
        s.mu = now->mu;
        s.bounce = now->e;
        s.bounce_vel = 0;
        contact[k].surface = s;
    }
#ifdef CAROM_ADAPTER
    if (bounce.world && carom_ode_strike(&bounce, contact, n)) return;
#endif
    for (int k = 0; k < n; k++)
        dJointAttach(dJointCreateContact(world, joints, &contact[k]), dGeomGetBody(a), dGeomGetBody(b));
}

static dBodyID make(const ib_body *b) {
    dMass m;
    dBodyID r = dBodyCreate(world);
    dMassSetParameters(&m, b->mass, 0, 0, 0, b->inertia[0], b->inertia[1], b->inertia[2], 0, 0, 0);
    dBodySetMass(r, &m);
    dBodySetPosition(r, b->centre[0], b->centre[1], b->centre[2]);
    dBodySetQuaternion(r, b->orientation);
    dBodySetGyroscopicMode(r, 0); // free flight is not tested
    dBodySetLinearVel(r, b->velocity[0], b->velocity[1], b->velocity[2]);
    dBodySetAngularVel(r, b->spin[0], b->spin[1], b->spin[2]);
    for (int i = 0; i < b->colliders; i++) {
        const ib_collider *k = &b->collider[i];
        const double *s = k->size;
        const dQuaternion along_x = {sqrt(0.5), 0, sqrt(0.5), 0}; // capsules of ODE are along z
        dGeomID g = k->box       ? dCreateBox(space, s[0], s[1], s[2])
                    : k->capsule ? dCreateCapsule(space, s[0], s[1])
                                 : dCreateSphere(space, s[0]);
        dGeomSetBody(g, r);
        dGeomSetOffsetPosition(g, k->at[0], k->at[1], k->at[2]);
        if (k->capsule) dGeomSetOffsetQuaternion(g, along_x);
    }
    return r;
}

static void build(const ib_case *c) {
    now = c;
    dRandSetSeed(0); // QuickStep shuffles its rows; now their order does not depend on earlier cases
    world = dWorldCreate();
    dWorldSetGravity(world, 0, -c->gravity, 0);
    space = dSimpleSpaceCreate(0);
    joints = dJointGroupCreate(0);
    if (settings[ITERATIONS].value >= 0) dWorldSetQuickStepNumIterations(world, (int)settings[ITERATIONS].value);
    if (settings[ERP].value >= 0) dWorldSetERP(world, settings[ERP].value);
    if (settings[CFM].value >= 0) dWorldSetCFM(world, settings[CFM].value);
    for (int i = 0; i < c->bodies; i++) body[i] = make(&c->body[i]);
    if (c->floor) dCreatePlane(space, 0, 1, 0, 0);
#ifdef CAROM_ADAPTER
    bounce.world = adapter_rule(settings, &bounce.rule) ? world : NULL;
#endif
}

static void step(double dt) {
#ifdef CAROM_ADAPTER
    bounce.dt = dt;
    carom_ode_begin(&bounce);
#endif
    dSpaceCollide(space, 0, near_callback);
    if (strcmp(settings[SOLVER].word, "step") == 0) {
        dWorldStep(world, dt);
    } else {
        dWorldQuickStep(world, dt);
    }
    dJointGroupEmpty(joints);
}

static void read_(int i, double u[6]) {
    memcpy(u, dBodyGetLinearVel(body[i]), 3 * sizeof *u);
    memcpy(u + 3, dBodyGetAngularVel(body[i]), 3 * sizeof *u);
}

static void pose(int i, double p[7]) {
    memcpy(p, dBodyGetPosition(body[i]), 3 * sizeof *p);
    memcpy(p + 3, dBodyGetQuaternion(body[i]), 4 * sizeof *p);
}

static void end(void) {
    dJointGroupDestroy(joints);
    dSpaceDestroy(space);
    dWorldDestroy(world);
}

int main(int argc, char **argv) {
    dInitODE2(0);
    ib_engine g = {.name = "ODE",
                   .version = IMPACTBENCH_VERSION, // version of the package, because the library reports none
                   .space = 1,
                   .capsules = 1,
                   .dt = 1 / 60.,
                   .overlap = {1e-9, 1e-9, 1e-9},
                   .others = settings,
                   .build = build,
                   .step = step,
                   .read = read_,
                   .pose = pose,
                   .end = end};
    return ib_serve(argc, argv, &g);
}
