#include "mods/scenario/before.h"

carom_problem carom_problem_before(const carom_problem *after, const carom_before *before, carom_bodies *bodies) {
    carom_problem made = *after;
    const double back[3] = {-before->P[0], -before->P[1], 0.0};
    made.contact.v[0] = before->v[0], made.contact.v[1] = before->v[1];
    made.bodies = NULL;
    if (after->bodies && after->bodies->kind == CAROM_SCENARIO_PLANE) {
        *bodies = *after->bodies;
        carom_planar_apply(&after->bodies->plane, back, &bodies->plane);
        const carom_planar_body *flat[2] = {&bodies->plane.a, &bodies->plane.b};
        carom_body *const full[2] = {&bodies->space.a, &bodies->space.b};
        for (int i = 0; i < 2; i++) {
            for (int k = 0; k < 2; k++) full[i]->velocity[k] = flat[i]->velocity[k];
            full[i]->spin[2] = flat[i]->spin;
        }
        made.bodies = bodies;
    }
    return made;
}
