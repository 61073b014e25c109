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

const char *carom_before_why_not(const carom_problem *problem, carom_status status) {
    const double *v = problem->contact.v;
    if (status == CAROM_NO_SOLUTION && v[0] < 0.0)
        return "v_n < 0: they would still approach; these must be the velocities after the impact, the normal from B "
               "to A";
    if (status == CAROM_NO_SOLUTION) return "no velocity before leads to these after: check the signs, e and mu";
    if (status != CAROM_NOT_APPLICABLE) return NULL;
    if (problem->contact.dim == 3) return "an impact is followed backwards in the plane alone";
    return v[0] == 0.0 && v[1] == 0.0
               ? "at rest relative to each other after the impact, which tells nothing of the direction before it"
               : "this law's answers do not grow with the speed, so the direction alone does not tell the speed";
}
