// One impact: refuse what is not a problem, do what all laws share, ask the law, judge its answer.
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/params.h"
#include "collide/filled.h"
#include "collide/judge.h"
#include "collide/ordinary.h"
#include "collide/scale.h"

static const carom_outcome unanswered = {
    .P = {(double)NAN, (double)NAN, (double)NAN},
    .v = {(double)NAN, (double)NAN, (double)NAN},
    .dE = (double)NAN,
    .work_normal = (double)NAN,
    .work_friction = (double)NAN,
    .Pc = {(double)NAN, (double)NAN, (double)NAN},
    .refused = CAROM_PARAM_NONE,
};

unsigned carom_law_promises(const carom_law *law, int dim, const carom_params *params) {
    carom_params room;
    if (!law || !params || !carom_marked(params)) return 0;
    params = carom_params_filled(law, params, &room);
    const unsigned promises = law->promises | (law->code && law->code->also ? law->code->also(dim, params) : 0u);
    // A threshold of speed is a scale and a jump.
    const bool threshold = (law->reads & CAROM_PARAM_BIT(rest_speed)) && params->rest_speed > 0.0;
    return threshold ? promises & ~(unsigned)(CAROM_HOMOGENEOUS | CAROM_CONTINUOUS) : promises;
}

static carom_status validate(const carom_law *law, const carom_contact *contact, const carom_params *params,
                             carom_outcome *out) {
    if (!contact || !params) return CAROM_NULL_POINTER;
    if (!law) return CAROM_UNKNOWN_LAW;
    if (!law->code) return CAROM_NOT_BUILT;
    const carom_status status = carom_contact_validate(contact);
    if (status != CAROM_OK) return status;
    if (!(law->dims & (contact->dim == 2 ? CAROM_PLANE : CAROM_SPACE))) return CAROM_WRONG_DIM;
    return carom_params_validate(law, params, contact->dim, &out->refused);
}

// Rounding may have left W a little asymmetric; the laws read either triangle.
static carom_contact symmetrized(const carom_contact *contact) {
    carom_contact c = *contact;
    for (int i = 0; i < c.dim; i++)
        for (int j = 0; j < i; j++) c.W[i][j] = c.W[j][i] = 0.5 * (contact->W[i][j] + contact->W[j][i]);
    return c;
}

// What needs no law: separating bodies, and a contact that no normal impulse can move. True if that settles it.
static bool settled(const carom_contact *c, carom_path *path, carom_outcome *out, carom_status *status) {
    const bool separating = c->v[0] > 0.0;
    if (!separating && c->W[0][0] > 0.0) return false;
    *status = separating ? CAROM_NO_IMPACT : c->v[0] < 0.0 ? CAROM_NO_SOLUTION : CAROM_OK;
    out->mode = separating ? CAROM_MODE_SEPARATING : CAROM_MODE_NONE;
    if (path) path->count = 0;
    if (*status != CAROM_NO_SOLUTION)
        for (int i = 0; i < c->dim; i++) out->P[i] = 0.0;
    return true;
}

// The friction coefficient the cone is judged by.
static double cone_of(const carom_law *law, const carom_params *p) {
    if (law->reads & CAROM_PARAM_BIT(mu_static)) return fmax(p->mu, carom_mu_static(p));
    if (law->reads & CAROM_PARAM_BIT(mu)) return p->mu;
    return law->promises & CAROM_COULOMB ? 0.0 : HUGE_VAL;
}

static carom_status judge(const carom_law *law, const carom_contact *c, const carom_params *p, carom_outcome *out) {
    carom_judged judged;
    unsigned broken;
    const carom_accuracy accuracy = carom_accuracy_of(law, c->dim);
    const carom_status status = carom_judge_contact(c, cone_of(law, p), out->P, accuracy, &judged, &broken);
    if (status != CAROM_OK) return status;
    for (int i = 0; i < c->dim; i++) out->v[i] = judged.v[i];
    out->dE = judged.energy.sum;
    out->broken = broken | (out->solutions > 1 ? (unsigned)CAROM_BROKEN_SEVERAL : 0u);
    if (out->known & CAROM_KNOWS_WORK) out->work_friction = out->dE - out->work_normal;
    return CAROM_OK;
}

// No answer leaves no numbers behind that could be taken for one.
static carom_status refuse(carom_outcome *out, carom_status status) {
    const carom_param refused = out->refused;
    *out = unanswered;
    out->refused = refused;
    out->status = status;
    if (carom_status_class_of(status) == CAROM_NO_ANSWER) out->broken = CAROM_BROKEN_NO_SOLUTION;
    return status;
}

// A law whose parameters are ratios does not see the units of mass and speed.
static bool scalable(const carom_law *law) {
    const uint64_t measured = law->reads & ~CAROM_PARAM_BIT(rest_speed);
    if (law->code->unscaled) return false;
    for (int i = 0; i < CAROM_PARAM_ROOM && measured >> i; i++) {
        const carom_param_info *row = (measured >> i) & 1 ? carom_law_param(law, i) : NULL;
        if (row && (row->kind == CAROM_LIST || (row->unit && row->unit[0] && strcmp(row->unit, "1")))) return false;
    }
    return true;
}

// 1e12: far above and below what is built, so that ordinary problems reach the laws as they are, and their twelfth power
// stays inside the range. A closed form keeps its bits either way, so batches, which do not scale, agree.
#define FAR 1e12
static carom_scale scale_for(const carom_law *law, const carom_contact *c) {
    const carom_scale scale = carom_scale_of(c, FAR);
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

// The answer in the caller's units. An impulse, velocity or energy above the range, or an impulse below it, is none.
static carom_status unscale(carom_scale scale, int dim, carom_path *path, carom_outcome *out) {
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

// A contact that touches without approach and takes no impulse: no signed zeros, and no mode, unless an impulse was
// wanted and the cone leaves nothing of it ("friction"). A law may still give it an impulse, where it jams.
static void untouched(int dim, carom_outcome *out) {
    for (int i = 0; i < dim; i++)
        if (out->P[i] != 0.0) return;
    for (int i = 0; i < dim; i++) out->P[i] = 0.0;
    if (out->mode != CAROM_MODE_FRICTION && out->mode != CAROM_MODE_SCALED_FRICTION) out->mode = CAROM_MODE_NONE;
}

// A valid contact near 1 or not: the law, and the judge, see it near 1.
static carom_status solve(const carom_law *law, const carom_contact *contact, const carom_params *params, bool tracing,
                          carom_path *path, carom_outcome *out) {
    const carom_scale scale = scale_for(law, contact);
    carom_contact scaled;
    const carom_contact *near = contact;
    if (carom_scaled(scale)) {
        scaled = carom_scale_contact(contact, scale);
        near = &scaled;
    }
    const carom_status status =
        tracing ? law->code->trace(near, params, path, out) : law->code->solve(near, params, out);
    if (carom_status_class_of(status) != CAROM_FINE) return status;
    if (near->v[0] == 0.0) untouched(near->dim, out);
    const carom_status judged = judge(law, near, params, out);
    if (judged != CAROM_OK) return judged;
    const carom_status back = carom_scaled(scale) ? unscale(scale, near->dim, path, out) : CAROM_OK;
    return back == CAROM_OK ? status : back;
}

static carom_status run(const carom_law *law, const carom_contact *contact, const carom_params *params, bool tracing,
                        carom_path *path, carom_outcome *out) {
    if (!out) return CAROM_NULL_POINTER;
    *out = unanswered;
    carom_status status = validate(law, contact, params, out);
    if (status != CAROM_OK) return refuse(out, status);
    if (tracing && !law->code->trace) return refuse(out, CAROM_NO_PATH);

    const carom_contact c = symmetrized(contact);
    carom_params filled, resting;
    params = carom_params_filled(law, params, &filled);
    if ((law->reads & CAROM_PARAM_BIT(rest_speed)) && carom_rests(params, c.v[0])) {
        resting = carom_resting(params);
        params = &resting;
    }
    if (!settled(&c, path, out, &status))
        status = solve(law, &c, params, tracing, path, out);
    else if (carom_status_class_of(status) == CAROM_FINE)
        status = judge(law, &c, params, out) == CAROM_OK ? status : CAROM_OVERFLOW;
    if (carom_status_class_of(status) != CAROM_FINE) return refuse(out, status);
    return out->status = tracing && path->count > path->capacity ? CAROM_PATH_FULL : status;
}

carom_status carom_collide(const carom_law *law, const carom_contact *contact, const carom_params *params,
                           carom_outcome *outcome) {
    return run(law, contact, params, false, NULL, outcome);
}

carom_status carom_trace(const carom_law *law, const carom_contact *contact, const carom_params *params,
                         carom_path *path, carom_outcome *outcome) {
    if (!path || (path->capacity && !path->points)) {
        if (outcome) *outcome = unanswered;
        return outcome ? refuse(outcome, CAROM_NULL_POINTER) : CAROM_NULL_POINTER;
    }
    path->count = 0;
    return run(law, contact, params, true, path, outcome);
}
