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

static bool fall(const carom_problem *problem, const carom_numbers *list, double b[3], carom_error *refusal) {
    const int dim = problem->contact.dim;
    double g[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < dim && list->count > 1; i++) g[i] = list->at[i];
    if (list->count == 1) g[dim - 1] = -list->at[0];
    const carom_bodies *bodies = problem->bodies;
    const carom_status status = bodies->kind == CAROM_SCENARIO_PLANE
                                    ? carom_planar_pair_free_acceleration(&bodies->plane, g, b)
                                    : carom_pair_free_acceleration(&bodies->space, g, b);
    return status == CAROM_OK || carom_refuse(refusal, CAROM_BAD_VALUE, "gravity: %s", carom_status_message(status));
}

bool carom_fall_read(const carom_problem *problem, const char *stated, const char *gravity, double b[3],
                     carom_error *refusal) {
    carom_numbers list;
    if (!read_text(stated ? stated : gravity, stated ? "b" : "gravity", problem->contact.dim, &list, refusal))
        return false;
    for (int i = 0; i < 3; i++) b[i] = i < problem->contact.dim ? list.at[i] : 0.0;
    if (stated) return true;
    const bool pair = problem->bodies &&
                      (problem->bodies->kind == CAROM_SCENARIO_PLANE || problem->bodies->kind == CAROM_SCENARIO_SPACE);
    if (!pair)
        return carom_refuse(refusal, CAROM_BAD_VALUE,
                            "gravity acts on two bodies of a scenario file; for W and v state the acceleration of the "
                            "contact itself, b");
    return fall(problem, &list, b, refusal);
}
