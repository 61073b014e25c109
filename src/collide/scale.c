// Solves a contact scaled near 1. Handles the cases that need no law, scales the others, calls the law, judges its
// result and scales it back.
#include "collide/scale.h"

#include <string.h>

#include "base/lane.h"
#include "base/ldl.h"
#include "base/sym.h"
#include "collide/admissibility.h"
#include "collide/validate.h"
#include "tables/params.h"
#include "tables/speed.h"

// Handles contacts that separate, and contacts with W_nn = 0, which no normal impulse can move. Returns true if the
// contact was one of these.
static bool settled(const carom_contact *c, carom_result *out, carom_status *status) {
    const bool separating = c->v[0] > 0.0;
    if (!separating && c->W[0][0] > 0.0) return false;
    *status = separating ? CAROM_NO_IMPACT : c->v[0] < 0.0 ? CAROM_NO_SOLUTION : CAROM_OK;
    out->mode = separating ? CAROM_MODE_SEPARATING : CAROM_MODE_NONE;
    if (*status != CAROM_NO_SOLUTION)
        for (int i = 0; i < c->dim; i++) out->P[i] = 0.0;
    return true;
}

// Returns whether the law is independent of the units of mass and speed, because all its coefficients are ratios.
static bool scalable(const carom_law *law) {
    const uint64_t measured = carom_law_reads(law) & ~CAROM_PARAM_BIT(rest_speed);
    if (law->contact->dimensional) return false;
    for (int i = 0; i < CAROM_PARAM_END && measured >> i; i++) {
        const carom_coefficient *row = (measured >> i) & 1 ? carom_law_coefficient(law, i) : NULL;
        const bool ratio = !row || !row->unit || !row->unit[0] || !strcmp(row->unit, "1") || !strcmp(row->unit, "rad");
        if (!ratio || (row && row->kind == CAROM_LIST)) return false;
    }
    return true;
}

// Returns the scale for a law. A closed form gives the same bits with or without scaling, so batches, which do not
// scale, give the same results.
carom_scale carom_scale_for(const carom_law *law, const carom_contact *c) {
    const carom_scale scale = carom_scale_of(c, CAROM_RESCALE_LIMIT);
    return carom_scaled(scale) && scalable(law) ? scale : (carom_scale){0, 0};
}

static void unscale_path(carom_scale scale, int dim, carom_path *path) {
    for (size_t k = 0; k < path->count && k < path->capacity; k++) {
        carom_path_point *point = &path->points[k];
        for (int i = 0; i < dim; i++) {
            point->P[i] = carom_scale_impulse(scale, point->P[i]);
            point->v[i] = carom_scale_speed(scale, point->v[i]);
        }
        point->dE = carom_scale_energy(scale, point->dE);
        point->work_normal = carom_scale_energy(scale, point->work_normal);
    }
}

// Converts the result to the caller's units. If an impulse, velocity or energy overflows, or an impulse underflows,
// there is no result.
static carom_status unscale(carom_scale scale, int dim, carom_path *path, carom_result *out) {
    const double P[3] = {out->P[0], out->P[1], out->P[2]};
    for (int i = 0; i < dim; i++) {
        out->P[i] = carom_scale_impulse(scale, P[i]);
        out->Pc[i] = carom_scale_impulse(scale, out->Pc[i]);
        out->v[i] = carom_scale_speed(scale, out->v[i]);
        if (!isfinite(out->v[i])) return CAROM_OVERFLOW;
    }
    out->dE = carom_scale_energy(scale, out->dE);
    out->work_normal = carom_scale_energy(scale, out->work_normal);
    out->work_friction = carom_scale_energy(scale, out->work_friction);
    if (path) unscale_path(scale, dim, path);
    return carom_scale_kept(dim, P, out->P) && isfinite(out->dE) ? CAROM_OK : CAROM_OVERFLOW;
}

// Returns the friction coefficient of the cone by which the result is judged.
static double cone_of(const carom_law *law, uint64_t reads, const carom_params *p) {
    if (reads & CAROM_PARAM_BIT(mu_static)) return carom_mu_static(p);
    if (reads & CAROM_PARAM_BIT(mu)) return law->contact->mu_checks_only && p->mu == 0.0 ? HUGE_VAL : p->mu;
    return law->guarantees & CAROM_GUARANTEE_COULOMB ? 0.0 : HUGE_VAL;
}

CAROM_LANE carom_status judge_in(int dim, const carom_law *law, const carom_contact *c, double mu, carom_result *out) {
    const carom_judged judged = carom_judge(dim, c->W, c->v, out->P, mu);
    if (!carom_judged_finite(&judged)) return CAROM_OVERFLOW;
    for (int i = 0; i < dim; i++) out->v[i] = judged.v[i];
    out->dE = judged.energy.sum;
    out->violations = carom_all_breaches(dim, c, out->P, &judged, carom_accuracy_of(law, dim)) |
                      (out->solution_count > 1 ? (unsigned)CAROM_VIOLATION_NOT_UNIQUE : 0u);
    if (out->has & CAROM_HAS_WORK) out->work_friction = out->dE - out->work_normal;
    return CAROM_OK;
}

// Judges the result. 2D and 3D are called separately, so that the compiler knows the length of the sums.
static carom_status judge(const carom_law *law, uint64_t reads, const carom_contact *c, const carom_params *p,
                          carom_result *out) {
    const double mu = cone_of(law, reads, p);
    return c->dim == 2 ? judge_in(2, law, c, mu, out) : judge_in(3, law, c, mu, out);
}

// Clears the result of a contact that does not approach and receives no impulse. It then has no mode and no negative
// zeros, no matter how the law computed P = 0. If such a contact jams, a law may still give it an impulse.
static void untouched(int dim, carom_result *out) {
    for (int i = 0; i < dim; i++)
        if (out->P[i] != 0.0) return;
    for (int i = 0; i < dim; i++) out->P[i] = 0.0;
    out->mode = CAROM_MODE_NONE;
}

static carom_status ask(const carom_law *law, const carom_contact *c, const carom_params *p,
                        const carom_details *details, carom_result *out) {
    if (!details) return law->contact->solve(law, c, p, out);
    if (details->path) return law->contact->trace(law, c, p, details->path, out);
    return law->contact->record(law, c, p, details->history, out);
}

// Solves a valid contact. The law and the judgement receive it scaled near 1, except if there is a history, which has
// units.
static carom_status answer(const carom_law *law, uint64_t reads, const carom_contact *contact,
                           const carom_params *params, const carom_details *details, carom_result *out) {
    carom_contact scaled;
    carom_status status;
    carom_scale scale = {0, 0};
    const carom_contact *near = contact;
    if (!settled(contact, out, &status)) {
        if (!details || details->path) scale = carom_scale_for(law, contact);
        if (carom_scaled(scale)) {
            scaled = carom_scale_contact(contact, scale);
            near = &scaled;
        }
        status = ask(law, near, params, details, out);
        if (near->v[0] == 0.0 && carom_stands(status)) untouched(near->dim, out);
    }
    if (!carom_stands(status)) return status;
    const carom_status judged = judge(law, reads, near, params, out);
    if (judged != CAROM_OK) return judged;
    const carom_status back =
        carom_scaled(scale) ? unscale(scale, near->dim, details ? details->path : NULL, out) : CAROM_OK;
    return back == CAROM_OK ? status : back;
}

// Replaces coefficients that depend on speed by their values for this impact. Removes the functions of speed that the
// law does not read.
static void settle_speed(const carom_law *law, double v_n, double v_1, double v_2, carom_params *p) {
    if (carom_e_by_speed(carom_law_reads(law), p)) p->e = carom_e_at(p, v_n);
    if (carom_mu_by_speed(carom_law_reads(law), p)) p->mu = carom_mu_at(p, v_1, v_2);
    p->e_of_speed.form = p->mu_of_speed.form = NULL;
}

// Solves with changed coefficients: values in place of functions of speed, the law's own defaults, and no restitution
// below rest_speed. This is a separate function, so that other impacts do not need its stack space.
static CAROM_APART carom_status answer_changed(const carom_law *law, const carom_contact *c, const carom_params *params,
                                               bool rests, const carom_details *details, carom_result *out) {
    carom_params room = *params;
    if (carom_by_speed(params)) {
        settle_speed(law, c->v[0], c->v[1], c->dim == 3 ? c->v[2] : 0.0, &room);
        const carom_status status = carom_params_validate(law, &room, c->dim, &out->coefficient);
        if (status == CAROM_COEFFICIENT_MISSING) return CAROM_COEFFICIENT_RANGE; // not defined at this speed
        if (status != CAROM_OK) return status;
    }
    carom_params_fill(law, &room);
    if (rests) carom_rest(&room);
    return answer(law, carom_law_reads(law), c, &room, details, out);
}

carom_status carom_solve_scaled(const carom_law *law, const carom_contact *c, const carom_params *params,
                                uint64_t reads, const carom_details *details, carom_result *out) {
    const bool rests = carom_rests(params, c->v[0]) && (reads & CAROM_PARAM_BIT(rest_speed));
    if (rests || (reads & CAROM_READS_CHANGED)) return answer_changed(law, c, params, rests, details, out);
    return answer(law, reads, c, params, details, out);
}

// Judges the result of a law for a contact near 1 and scales it back.
static carom_status finish(const carom_law *law, const carom_contact *near, const carom_params *params,
                           carom_scale scale, carom_result *out) {
    if (near->v[0] == 0.0) untouched(near->dim, out);
    const carom_status judged = judge(law, carom_law_reads(law), near, params, out);
    if (judged != CAROM_OK) return judged;
    return carom_scaled(scale) ? unscale(scale, near->dim, NULL, out) : CAROM_OK;
}

carom_status carom_params_at_impact(const carom_law *law, const carom_contact *contact, const carom_params *params,
                                    carom_params *at) {
    if (!params || !at) return CAROM_NULL_POINTER;
    *at = *params;
    if (!law || !contact) return CAROM_NULL_POINTER;
    if (!carom_marked(params)) return CAROM_BAD_STRUCT;
    carom_param refused;
    const carom_status status = carom_contact_validate(contact);
    if (status != CAROM_OK) return status;
    if (!carom_forms_fit(law, params, &refused)) return CAROM_COEFFICIENT_RANGE;
    settle_speed(law, contact->v[0], contact->v[1], contact->dim == 3 ? contact->v[2] : 0.0, at);
    // A restitution that is out of range is not replaced, so that it is rejected.
    const bool rests =
        (carom_law_reads(law) & CAROM_PARAM_BIT(rest_speed)) && at->rest_speed > 0.0 && carom_rests(at, contact->v[0]);
    if (rests && carom_params_validate(law, at, contact->dim, &refused) == CAROM_OK) carom_rest(at);
    return CAROM_OK;
}

// Returns the coefficients that the law receives: with its own defaults, functions of speed replaced by their values,
// and no restitution below rest_speed.
carom_params carom_asked_with(const carom_law *law, const carom_contact *c, const carom_params *params) {
    carom_params room = *params;
    carom_params_fill(law, &room);
    settle_speed(law, c->v[0], c->v[1], c->dim == 3 ? c->v[2] : 0.0, &room);
    if ((carom_law_reads(law) & CAROM_PARAM_BIT(rest_speed)) && carom_rests(params, c->v[0])) carom_rest(&room);
    return room;
}

carom_status carom_solve_all_scaled(const carom_law *law, const carom_contact *c, const carom_params *params,
                                    carom_result *list, int *count) {
    const carom_params room = carom_asked_with(law, c, params);
    const carom_scale scale = carom_scale_for(law, c);
    const carom_contact near = carom_scale_contact(c, scale);
    const carom_status status = law->contact->solve_all(law, &near, &room, list, count);
    if (!carom_stands(status)) return status;
    int kept = 0;
    for (int i = 0; i < *count; i++) {
        list[i].status = CAROM_OK;
        list[i].solution_count = *count;
        // A result that overflows is dropped.
        if (finish(law, &near, &room, scale, &list[i]) == CAROM_OK) list[kept++] = list[i];
    }
    *count = kept;
    return kept > 0 ? CAROM_OK : CAROM_NO_SOLUTION;
}

int carom_index_near(const carom_law *law, const carom_contact *c, const carom_params *params,
                     const carom_result *out) {
    if (!law->contact->index || !(c->v[0] < 0.0)) return 0;
    const carom_params room = carom_asked_with(law, c, params);
    carom_result at = *out;
    const carom_scale scale = carom_scale_for(law, c);
    const carom_contact near = carom_scale_contact(c, scale);
    if (carom_factor(near.dim, near.W).rank < near.dim) return 0;
    for (int i = 0; i < near.dim; i++) at.P[i] = carom_unscale_impulse(scale, at.P[i]);
    carom_velocity_after(near.dim, near.W, near.v, at.P, at.v);
    return law->contact->index(law, &near, &room, &at);
}
