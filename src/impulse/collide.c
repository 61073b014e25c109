// One impact: refuse what is not a problem, do what all laws share, ask the law, judge its answer.
#include <math.h>
#include <stdbool.h>

#include "base/params.h"
#include "carom/law.h"

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
    if (!law || !params) return 0;
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
    carom_verdict verdict;
    const carom_status status = carom_check(c, cone_of(law, p), out->P, &verdict);
    if (status != CAROM_OK) return status;
    for (int i = 0; i < c->dim; i++) out->v[i] = verdict.v[i];
    out->dE = verdict.dE;
    out->broken = verdict.broken | (out->solutions > 1 ? (unsigned)CAROM_BROKEN_SEVERAL : 0u);
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

static carom_status run(const carom_law *law, const carom_contact *contact, const carom_params *params, bool tracing,
                        carom_path *path, carom_outcome *out) {
    if (!out) return CAROM_NULL_POINTER;
    *out = unanswered;
    carom_status status = validate(law, contact, params, out);
    if (status != CAROM_OK) return refuse(out, status);
    if (tracing && !law->code->trace) return refuse(out, CAROM_NO_PATH);

    const carom_contact c = symmetrized(contact);
    carom_params resting;
    if (carom_rests(params, c.v[0])) {
        resting = carom_resting(params);
        params = &resting;
    }
    if (!settled(&c, path, out, &status))
        status = tracing ? law->code->trace(&c, params, path, out) : law->code->solve(&c, params, out);
    if (carom_status_class_of(status) != CAROM_FINE) return refuse(out, status);
    const carom_status judged = judge(law, &c, params, out);
    if (judged != CAROM_OK) return refuse(out, judged);
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
