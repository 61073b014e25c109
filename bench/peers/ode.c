// ODE: dWorldQuickStep with 10 iterations over n bodies with one contact joint each and no gravity. This includes
// islands and the integration of positions, but no collision detection.
#include <ode/ode.h>
#include <stdlib.h>

#include "peers.h"

double peer_ode(size_t n, int rounds) {
    dInitODE();
    dWorldID world = dWorldCreate();
    dWorldSetQuickStepNumIterations(world, 10);
    dBodyID *bodies = calloc(n, sizeof *bodies);
    dMass mass;
    dMassSetSphereTotal(&mass, 1.0, 1.0);
    for (size_t i = 0; i < n; i++) {
        bodies[i] = dBodyCreate(world);
        dBodySetMass(bodies[i], &mass);
        dContact contact = {.surface = {.mode = dContactBounce, .mu = 0.4, .bounce = 0.5}};
        contact.geom.normal[1] = 1.0;
        contact.geom.pos[0] = 4.0 * (double)i + 0.8 * peer_random(i, 0);
        contact.geom.pos[1] = -0.6 + 0.2 * peer_random(i, 1);
        dJointAttach(dJointCreateContact(world, 0, &contact), bodies[i], 0);
    }
    double best = 1e30;
    for (int r = 0; r < rounds; r++) {
        for (size_t i = 0; i < n; i++) {
            const dQuaternion upright = {1.0, 0.0, 0.0, 0.0};
            dBodySetPosition(bodies[i], 4.0 * (double)i, 0.0, 0.0);
            dBodySetQuaternion(bodies[i], upright);
            dBodySetLinearVel(bodies[i], 3.0 * peer_random(i, 2), -1.0 - 0.9 * peer_random(i, 3), peer_random(i, 5));
            dBodySetAngularVel(bodies[i], peer_random(i, 4), peer_random(i, 6), peer_random(i, 7));
        }
        const double start = bench_now();
        dWorldQuickStep(world, 1.0 / 60.0);
        const double ns = 1e9 * (bench_now() - start) / (double)n;
        if (ns < best) best = ns;
    }
    // Checks that the impacts were solved: the velocity of the first body has changed.
    if (dBodyGetLinearVel(bodies[0])[1] == -1.0 - 0.9 * peer_random(0, 3)) best = -1.0;
    dWorldDestroy(world);
    dCloseODE();
    free(bodies);
    return best;
}
