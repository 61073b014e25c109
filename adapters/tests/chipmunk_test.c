// Tests a ball that falls on a conveyor, with three speeds of the conveyor. With carom the ball gets the same velocity
// as with Chipmunk's own solver, to 0.05 m/s.
#include <math.h>
#include <stdio.h>

#include "carom_chipmunk.h"

static const double dt = 1e-3;

// Returns the ball's velocity along the conveyor after one bounce; NAN if carom did not compute exactly one impact.
static double dragged(bool with, double surface) {
    cpSpace *space = cpSpaceNew();
    carom_chipmunk bounce = {.rule = carom_strike_default(carom_law_find(NULL, "routh", CAROM_ONE_CONTACT))};
    if (with) carom_chipmunk_all(&bounce, space);
    cpShape *floor = cpSegmentShapeNew(cpSpaceGetStaticBody(space), cpv(-100, 0), cpv(100, 0), 0);
    cpBody *ball = cpBodyNew(1, 0.4 * 0.25);
    cpShape *round = cpCircleShapeNew(ball, 0.5, cpvzero), *const shapes[2] = {floor, round};
    for (int i = 0; i < 2; i++) {
        cpShapeSetElasticity(shapes[i], 0.8);
        cpShapeSetFriction(shapes[i], 0.5);
    }
    cpShapeSetSurfaceVelocity(floor, cpv(surface, 0));
    cpSpaceAddShape(space, floor);
    cpSpaceAddBody(space, ball);
    cpSpaceAddShape(space, round);
    cpBodySetPosition(ball, cpv(0, 0.51));
    cpBodySetVelocity(ball, cpv(0, -3));
    for (int k = 0; k < 20 && cpBodyGetVelocity(ball).y < 0; k++) cpSpaceStep(space, dt);
    const double v = cpBodyGetVelocity(ball).x;
    if (with && bounce.struck != 1) return (double)NAN;
    cpSpaceRemoveShape(space, round);
    cpSpaceRemoveBody(space, ball);
    cpSpaceRemoveShape(space, floor);
    cpShapeFree(round);
    cpBodyFree(ball);
    cpShapeFree(floor);
    cpSpaceFree(space);
    carom_chipmunk_free(&bounce);
    return v;
}

int main(void) {
    int wrong = 0;
    for (int i = 0; i < 3; i++) {
        const double surface = 4.0 * (i - 1), own = dragged(false, surface), ours = dragged(true, surface);
        printf("conveyor %g m/s: %.4f m/s by Chipmunk, %.4f m/s with carom\n", surface, own, ours);
        wrong += !(fabs(own - ours) <= 0.05) || (surface != 0 && !(fabs(ours) > 0.1));
    }
    return wrong;
}
