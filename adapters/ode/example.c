// Throws a rod at the floor in ODE and prints t, x, y, angle and energy of every step.
//   ode-example [LAW]
// LAW is a law of carom (default: routh), or none for ODE without carom.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom_ode.h"

static dWorldID world;
static dJointGroupID joints;
static carom_ode bounce;

static void near_callback(void *data, dGeomID a, dGeomID b) {
    dContact contact[8];
    const int n = dCollide(a, b, 8, &contact[0].geom, sizeof contact[0]);
    (void)data;
    for (int k = 0; k < n; k++) {
        const dSurfaceParameters surface = {.mode = dContactBounce | dContactApprox1, .mu = 0.5, .bounce = 0.9};
        contact[k].surface = surface;
    }
    if (bounce.rule.law && carom_ode_strike(&bounce, contact, n)) return; // carom needs this line and those in main
    for (int k = 0; k < n; k++)
        dJointAttach(dJointCreateContact(world, joints, &contact[k]), dGeomGetBody(a), dGeomGetBody(b));
}

static void print_state(double t, dBodyID rod, double half) {
    const dReal *x = dBodyGetPosition(rod), *v = dBodyGetLinearVel(rod), *w = dBodyGetAngularVel(rod),
                *R = dBodyGetRotation(rod);
    const double vy = v[1] - half; // ODE's velocities are half a step behind its positions
    const double spin = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
    printf("%.4f,%.6f,%.6f,%.6f,%.6f\n", t, x[0], x[1], atan2(R[4], R[0]),
           (v[0] * v[0] + vy * vy + v[2] * v[2] + spin / 12) / 2 + 10 * x[1]);
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "routh";
    const double dt = 1 / 60.;
    dInitODE2(0);
    world = dWorldCreate();
    dWorldSetGravity(world, 0, -10, 0);
    joints = dJointGroupCreate(0);
    dSpaceID space = dSimpleSpaceCreate(0);
    dCreatePlane(space, 0, 1, 0, 0);

    dMass m;
    dMassSetParameters(&m, 1, 0, 0, 0, 1 / 12., 1 / 12., 1 / 12., 0, 0, 0);
    dBodyID rod = dBodyCreate(world);
    dBodySetMass(rod, &m);
    dBodySetPosition(rod, 0, 1.5, 0);
    dBodySetQuaternion(rod, (const dReal[4]){cos(0.35), 0, 0, sin(0.35)});
    dBodySetLinearVel(rod, 1, -1, 0);
    for (int k = 0; k < 2; k++) {
        dGeomID ball = dCreateSphere(space, 0.05);
        dGeomSetBody(ball, rod);
        dGeomSetOffsetPosition(ball, k - 0.5, 0, 0);
    }

    const carom_law *law = carom_law_find(NULL, name, CAROM_ONE_CONTACT);
    bounce = (carom_ode){.world = world, .dt = dt, .rule = carom_strike_default(law)};
    if (!law && strcmp(name, "none") != 0) {
        fprintf(stderr, "carom has no law %s; `carom laws` lists them, none is ODE alone\n", name);
        return 2;
    }

    printf("t,x,y,angle,energy\n");
    for (int k = 0; k < 360; k++) {
        print_state(k * dt, rod, k ? 10 * dt / 2 : 0);
        carom_ode_begin(&bounce);
        dSpaceCollide(space, NULL, near_callback);
        dWorldQuickStep(world, dt);
        dJointGroupEmpty(joints);
    }
    dJointGroupDestroy(joints);
    dSpaceDestroy(space);
    dWorldDestroy(world);
    dCloseODE();
    carom_ode_free(&bounce);
    return 0;
}
