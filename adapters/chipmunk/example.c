// Throws a rod at the floor in Chipmunk and prints t, x, y, angle and energy of every step.
//   chipmunk-example [LAW]
// LAW is a law of carom (default: routh), or none for Chipmunk without carom.
#include <stdio.h>
#include <string.h>

#include "carom_chipmunk.h"

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "routh";
    if (strcmp(name, "none") != 0 && !carom_law_find(NULL, name, CAROM_ONE_CONTACT)) {
        fprintf(stderr, "carom has no law %s; `carom laws` lists them, none is Chipmunk alone\n", name);
        return 2;
    }
    const cpFloat dt = 1 / 60., mass = 1, inertia = 1 / 12., g = 10;
    cpSpace *space = cpSpaceNew();
    cpSpaceSetGravity(space, cpv(0, -g));

    cpShape *floor = cpSegmentShapeNew(cpSpaceGetStaticBody(space), cpv(-100, -1), cpv(100, -1), 1);
    cpShapeSetElasticity(floor, 1);
    cpShapeSetFriction(floor, 1);
    cpSpaceAddShape(space, floor);

    cpBody *rod = cpSpaceAddBody(space, cpBodyNew(mass, inertia));
    cpBodySetPosition(rod, cpv(0, 1.5));
    cpBodySetAngle(rod, 0.7);
    cpBodySetVelocity(rod, cpv(1, -1));
    cpShape *shape = cpSpaceAddShape(space, cpSegmentShapeNew(rod, cpv(-0.5, 0), cpv(0.5, 0), 0.05));
    cpShapeSetElasticity(shape, 0.9); // times the floor's value, 1: e = 0.9
    cpShapeSetFriction(shape, 0.5);   // mu = 0.5

    // The adapter needs only these three lines.
    const carom_law *law = carom_law_find(NULL, name, CAROM_ONE_CONTACT);
    carom_chipmunk bounce = {.rule = carom_strike_default(law)};
    if (law) carom_chipmunk_all(&bounce, space);

    printf("t,x,y,angle,energy\n");
    for (int k = 0; k < 360; k++) {
        // Chipmunk's velocities are half a step ahead of its positions.
        const cpVect x = cpBodyGetPosition(rod), v = cpvadd(cpBodyGetVelocity(rod), cpv(0, g * dt / 2));
        const cpFloat w = cpBodyGetAngularVelocity(rod);
        printf("%.4f,%.6f,%.6f,%.6f,%.6f\n", k * dt, x.x, x.y, cpBodyGetAngle(rod),
               (mass * cpvlengthsq(v) + inertia * w * w) / 2 + mass * g * x.y);
        cpSpaceStep(space, dt);
    }
    cpSpaceRemoveShape(space, shape);
    cpSpaceRemoveBody(space, rod);
    cpSpaceRemoveShape(space, floor);
    cpShapeFree(shape);
    cpBodyFree(rod);
    cpShapeFree(floor);
    cpSpaceFree(space);
    carom_chipmunk_free(&bounce);
    return 0;
}
