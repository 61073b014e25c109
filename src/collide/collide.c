// Computes one impact: rejects invalid problems (validate.c), solves the contact scaled near 1 (scale.c), and judges
// the result (admissibility.c).
#include <math.h>
#include <stdbool.h>

#include "carom/law.h"
#include "collide/scale.h"
#include "collide/validate.h"
#include "tables/params.h"
#include "tables/speed.h"

// Clears a result that has no solution. The members are set one by one. Compilers turn the assignment of such a large
// struct into a string instruction, which is slow to start.
static void blank(carom_result *out, carom_param refused) {
    out->status = CAROM_OK;
    out->mode = CAROM_MODE_UNNAMED;
    out->violations = out->has = 0;
    for (int i = 0; i < 3; i++) out->P[i] = out->v[i] = out->Pc[i] = (double)NAN;
    out->dE = out->work_normal = out->work_friction = (double)NAN;
    out->solution_count = out->evaluations = 0;
    out->residual = 0.0;
    out->coefficient = refused;
}

unsigned carom_law_guarantees(const carom_law *law, int dim, const carom_params *params) {
    carom_params room;
    if (!law || !params || !carom_marked(params)) return 0;
    params = carom_params_filled(law, params, &room);
    const unsigned promises =
        law->guarantees | (law->contact && law->contact->guarantees ? law->contact->guarantees(law, dim, params) : 0u);
    // Removes guarantees that need all speeds to scale alike. A rest_speed sets a speed scale and causes a jump; a
    // coefficient that depends on speed sets a scale too.
    const bool threshold = (carom_law_reads(law) & CAROM_PARAM_BIT(rest_speed)) && params->rest_speed > 0.0;
    const bool by_speed =
        carom_e_by_speed(carom_law_reads(law), params) || carom_mu_by_speed(carom_law_reads(law), params);
    const unsigned lost = threshold  ? (unsigned)(CAROM_GUARANTEE_HOMOGENEOUS | CAROM_GUARANTEE_CONTINUOUS)
                          : by_speed ? CAROM_GUARANTEE_HOMOGENEOUS
                                     : 0;
    return promises & ~lost;
}

// Sets the status and clears all numbers, so that none can be mistaken for a solution.
static carom_status refuse(carom_result *out, carom_status status) {
    blank(out, out->coefficient);
    out->status = status;
    if (carom_status_classify(status) == CAROM_CLASS_NO_ANSWER) out->violations = CAROM_VIOLATION_NO_SOLUTION;
    return status;
}

static carom_status run(const carom_law *law, const carom_contact *contact, const carom_params *params,
                        const carom_details *details, carom_result *out) {
    if (!out) return CAROM_NULL_POINTER;
    blank(out, CAROM_PARAM_NONE);
    uint64_t reads;
    carom_contact room;
    const carom_status accepted = carom_accept(law, &contact, &room, params, &reads, &out->coefficient);
    if (accepted != CAROM_OK) return refuse(out, accepted);
    if (details && details->path && !law->contact->trace) return refuse(out, CAROM_NO_PATH);
    if (details && details->history && !law->contact->record) return refuse(out, CAROM_NO_HISTORY);

    const carom_status status = carom_solve_scaled(law, contact, params, reads, details, out);
    if (!carom_stands(status)) return refuse(out, status);
    const bool full = details && details->path && details->path->count > details->path->capacity;
    return out->status = full ? CAROM_PATH_FULL : status;
}

carom_status carom_collide(const carom_law *law, const carom_contact *contact, const carom_params *params,
                           carom_result *outcome) {
    return run(law, contact, params, NULL, outcome);
}

static carom_status refuse_at_once(carom_result *out, carom_status status) {
    if (!out) return CAROM_NULL_POINTER;
    blank(out, CAROM_PARAM_NONE);
    return refuse(out, status);
}

carom_status carom_trace(const carom_law *law, const carom_contact *contact, const carom_params *params,
                         carom_path *path, carom_result *outcome) {
    if (!path || (path->capacity && !path->points)) return refuse_at_once(outcome, CAROM_NULL_POINTER);
    path->count = 0;
    return run(law, contact, params, &(carom_details){.path = path}, outcome);
}

carom_status carom_record(const carom_law *law, const carom_contact *contact, const carom_params *params,
                          carom_history *history, carom_result *outcome) {
    if (!history) return refuse_at_once(outcome, CAROM_NULL_POINTER);
    history->count = 0;
    history->summary = (carom_history_summary){.margin = (double)NAN};
    if (history->capacity && !history->points) return refuse_at_once(outcome, CAROM_NULL_POINTER);
    if (history->work_limit > CAROM_MAX_WORK) return refuse_at_once(outcome, CAROM_BAD_VALUE);
    return run(law, contact, params, &(carom_details){.history = history}, outcome);
}
