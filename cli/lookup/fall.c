#include "cli/lookup/fall.h"

#include <string.h>

#include "mods/scenario/bodies.h"
#include "mods/scenario/numbers.h"

static bool read_text(const char *text, const char *what, int dim, carom_numbers *list, carom_error *refusal) {
    if (!carom_numbers_text(list, &text, what, refusal)) return false;
    const bool one = !strcmp(what, "gravity") && list->count == 1;
    if (*text || (list->count != dim && !one))
        return carom_refuse(refusal, CAROM_BAD_VALUE, "%s needs %d numbers%s", what, dim,
                            !strcmp(what, "gravity") ? ", or one for a weight that pulls down" : ", normal first");
    return true;
}

bool carom_fall_vector(const carom_problem *problem, const char *stated, const char *gravity, double vector[3],
                       carom_error *refusal) {
    carom_numbers list;
    const int dim = problem->contact.dim;
    if (!read_text(stated ? stated : gravity, stated ? "b" : "gravity", dim, &list, refusal)) return false;
    for (int i = 0; i < 3; i++) vector[i] = i < dim && list.count > 1 ? list.at[i] : 0.0;
    if (list.count == 1) vector[dim - 1] = -list.at[0];
    if (stated) return true;
    const bool pair = problem->bodies &&
                      (problem->bodies->kind == CAROM_SCENARIO_PLANE || problem->bodies->kind == CAROM_SCENARIO_SPACE);
    return pair || carom_refuse(refusal, CAROM_BAD_VALUE,
                                "gravity acts on two bodies of a scenario file; for W and v state the acceleration of "
                                "the contact itself, b");
}

bool carom_fall_read(const carom_problem *problem, const char *stated, const char *gravity, double b[3],
                     carom_error *refusal) {
    double g[3];
    if (!carom_fall_vector(problem, stated, gravity, stated ? b : g, refusal)) return false;
    if (stated) return true;
    const carom_bodies *bodies = problem->bodies;
    const carom_status status = bodies->kind == CAROM_SCENARIO_PLANE
                                    ? carom_planar_pair_free_acceleration(&bodies->plane, g, b)
                                    : carom_pair_free_acceleration(&bodies->space, g, b);
    return status == CAROM_OK || carom_refuse(refusal, CAROM_BAD_VALUE, "gravity: %s", carom_status_message(status));
}
