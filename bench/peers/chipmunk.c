// Chipmunk2D: for each contact, cpArbiterPreStep and 10 calls of cpArbiterApplyImpulse (the default number of
// iterations). This includes a position correction in each iteration, but no collision detection and no integration.
#include <chipmunk/chipmunk_private.h>
#include <stdlib.h>

#include "peers.h"

static void restore(cpBody *bodies, struct cpContact *contacts, size_t n) {
    for (size_t i = 0; i < n; i++) {
        bodies[i].v = cpv(3.0 * peer_random(i, 2), -1.0 - 0.9 * peer_random(i, 3));
        bodies[i].w = peer_random(i, 4);
        contacts[i].jnAcc = contacts[i].jtAcc = contacts[i].jBias = 0.0;
    }
}

double peer_chipmunk(size_t n, int rounds) {
    cpBody *bodies = calloc(n, sizeof *bodies), ground;
    cpArbiter *arbiters = calloc(n, sizeof *arbiters);
    struct cpContact *contacts = calloc(n, sizeof *contacts);
    cpBodyInit(&ground, 1.0, 1.0);
    cpBodySetType(&ground, CP_BODY_TYPE_STATIC);
    for (size_t i = 0; i < n; i++) {
        cpBodyInit(&bodies[i], 1.0, 0.4);
        const cpVect offset = cpv(0.8 * peer_random(i, 0), -0.6 + 0.2 * peer_random(i, 1));
        contacts[i] = (struct cpContact){.r1 = offset, .r2 = offset};
        arbiters[i] = (cpArbiter){.e = 0.5, .u = 0.4, .body_a = &bodies[i], .body_b = &ground, .count = 1};
        arbiters[i].contacts = &contacts[i];
        arbiters[i].n = cpv(0.0, -1.0);
    }
    double best = 1e30;
    for (int r = 0; r < rounds; r++) {
        restore(bodies, contacts, n);
        const double start = bench_now();
        for (size_t i = 0; i < n; i++) {
            cpArbiterPreStep(&arbiters[i], 1.0 / 60.0, 0.1, 0.1);
            for (int k = 0; k < 10; k++) cpArbiterApplyImpulse(&arbiters[i]);
        }
        const double ns = 1e9 * (bench_now() - start) / (double)n;
        if (ns < best) best = ns;
    }
    // Checks that the impacts were solved: the first body no longer approaches.
    if (!(cpvdot(cpv(0.0, 1.0), cpvadd(bodies[0].v, cpvmult(cpvperp(contacts[0].r1), bodies[0].w))) > -1e-6))
        best = -1.0;
    free(bodies);
    free(arbiters);
    free(contacts);
    return best;
}
