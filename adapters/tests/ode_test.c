// Tests that the adapter, like ODE, reads the restitution `bounce` only if the flag dContactBounce is set.
#include <math.h>
#include <stdio.h>

#include "carom_ode.h"

// Returns the normal velocity of a ball after it has hit a plane with 2 m/s; NAN if there was no impact.
static double rebound(int mode) {
    dWorldID world = dWorldCreate();
    dGeomID ball = dCreateSphere(0, 0.5), plane = dCreatePlane(0, 0, 1, 0, 0);
    dBodyID body = dBodyCreate(world);
    dMass mass;
    dMassSetSphereTotal(&mass, 1, 0.5);
    dBodySetMass(body, &mass);
    dGeomSetBody(ball, body);
    dBodySetPosition(body, 0, 0.5, 0);
    dBodySetLinearVel(body, 0, -2, 0);
    carom_ode bounce = {
        .rule = carom_strike_default(carom_law_find(NULL, "routh", CAROM_ONE_CONTACT)), .world = world, .dt = 1e-3};
    dContact contact = {.surface = {.mode = mode, .mu = 0.3, .bounce = 0.75},
                        .geom = {.normal = {0, 1, 0}, .g1 = ball, .g2 = plane}};
    carom_ode_strike(&bounce, &contact, 1);
    const double v = bounce.struck == 1 ? dBodyGetLinearVel(body)[1] : (double)NAN;
    dGeomDestroy(ball);
    dGeomDestroy(plane);
    dBodyDestroy(body);
    dWorldDestroy(world);
    return v;
}

int main(void) {
    dInitODE2(0);
    const double with = rebound(dContactBounce), without = rebound(0);
    dCloseODE();
    printf("2 m/s leaves with %.6f m/s, without dContactBounce with %.6f m/s\n", with, without);
    return !(fabs(with - 1.5) < 1e-6 && fabs(without) < 1e-6);
}
