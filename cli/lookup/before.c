#include "cli/lookup/before.h"

#include <math.h>
#include <stdio.h>

carom_problem carom_problem_before(const carom_problem *after, const carom_inverse *before, carom_bodies *bodies) {
    carom_problem made = *after;
    const double back[3] = {-before->P[0], -before->P[1], 0.0};
    made.contact.v[0] = before->v[0], made.contact.v[1] = before->v[1];
    made.bodies = NULL;
    if (after->bodies && after->bodies->kind == CAROM_SCENARIO_PLANE) {
        *bodies = *after->bodies;
        carom_planar_pair_apply(&after->bodies->plane, back, &bodies->plane);
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

// Computes a velocity in the middle direction of a curved family. Its length is found by scaling, because the result is
// proportional to the speed.
static void go_halfway(const carom_problem *after, const carom_inverse *b, double v[2]) {
    carom_contact c = after->contact;
    carom_result out;
    const double from = atan2(b->v[1], -b->v[0]), to = atan2(b->direction[1], -b->direction[0]);
    c.v[0] = -cos(0.5 * (from + to)), c.v[1] = sin(0.5 * (from + to));
    carom_collide(after->law, &c, &after->params, &out);
    const double scale = hypot(after->contact.v[0], after->contact.v[1]) / hypot(out.v[0], out.v[1]);
    for (int i = 0; i < 2; i++) v[i] = scale * c.v[i];
}

carom_inverse carom_before_inside(const carom_problem *after, const carom_inverse *before) {
    carom_inverse inside = *before;
    carom_contact c = after->contact;
    carom_result out;
    if (!before->unbounded) return inside;
    const double s = hypot(c.v[0], c.v[1]) / hypot(before->direction[0], before->direction[1]);
    for (int i = 0; i < 2; i++) inside.v[i] += s * before->direction[i];
    if (!before->straight) go_halfway(after, before, inside.v);
    for (int i = 0; i < 2; i++) c.v[i] = inside.v[i];
    carom_collide(after->law, &c, &after->params, &out);
    for (int i = 0; i < 2; i++) inside.P[i] = out.P[i];
    return inside;
}

const char *carom_before_words(const carom_inverse *b, const carom_units *units, bool second, char *text, size_t size) {
    const carom_unit speed = carom_units_find(units, "m/s");
    const double v[2] = {speed.factor * b->v[0], speed.factor * b->v[1]};
    const char *const between =
        second ? ", the other end of the family: every direction between fits as well" : ", one end of a family";
    snprintf(text, size, "%s", b->family ? between : "");
    if (b->straight)
        snprintf(text, size, ", an unbounded family: v = (%g, %g) + s (%g, %g) %s for every s > 0; one of them", v[0],
                 v[1], b->direction[0], b->direction[1], speed.name);
    else if (b->unbounded)
        snprintf(text, size,
                 ", an unbounded family: from (%g, %g) %s, ever faster towards the direction (%g, %g); every direction "
                 "between fits; one of them",
                 v[0], v[1], speed.name, b->direction[0], b->direction[1]);
    return text;
}

static const char *why_not(const carom_problem *problem, carom_status status) {
    const double *v = problem->contact.v;
    if (status == CAROM_NO_SOLUTION) return "no velocity before leads to these after: check the signs, e and mu";
    if (status != CAROM_NOT_APPLICABLE) return NULL;
    if (problem->contact.dim == 3) return "velocities before an impact can be computed in 2D only";
    return v[0] == 0.0 && v[1] == 0.0
               ? "the bodies are at relative rest after the impact, so the direction before it cannot be recovered"
               : "the results of this law are not proportional to the speed, so the speed cannot be recovered";
}

bool carom_before_why_not(const carom_problem *problem, carom_status status, char *text, size_t size) {
    const char *const words = why_not(problem, status);
    if (status == CAROM_STILL_APPROACHES)
        snprintf(text, size,
                 "v_n = %g m/s: the bodies still approach, which is impossible after an impact; give the velocities "
                 "after the "
                 "impact, with "
                 "the normal from B to A, or solve an impact with these velocities before it",
                 problem->contact.v[0]);
    else if (words)
        snprintf(text, size, "%s", words);
    return words || status == CAROM_STILL_APPROACHES;
}
