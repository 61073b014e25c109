// Explains why a contact or a coefficient was rejected. Repeats the checks on the same numbers to find the invalid
// entry.
#include "collide/contact_error.h"

#include "carom/systems.h"

#include <math.h>

#include "collide/scale.h"
#include "tables/error.h"
#include "tables/missing.h"
#include "tables/params.h"
#include "tables/speed.h"

static void name_entry(carom_error *r, carom_reason reason, int row, int column, double value, double other) {
    r->reason = reason;
    r->row = row;
    r->column = column;
    r->value = value;
    r->other = other;
}

static void not_finite(int n, size_t stride, const double *W, const double *v, carom_error *r) {
    for (int i = 0; i < n; i++) {
        if (!isfinite(v[i])) {
            name_entry(r, CAROM_REASON_V_NOT_FINITE, i, -1, v[i], 0.0);
            return;
        }
        for (int j = 0; j < n; j++) {
            const double entry = W[(size_t)i * stride + (size_t)j];
            if (isfinite(entry)) continue;
            name_entry(r, CAROM_REASON_W_NOT_FINITE, i, j, entry, 0.0);
            return;
        }
    }
}

// Finds the pair that differs most.
static void not_symmetric(int n, size_t stride, const double *W, carom_error *r) {
    double worst = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            const double lower = W[(size_t)i * stride + (size_t)j], upper = W[(size_t)j * stride + (size_t)i];
            if (!(fabs(lower - upper) > worst)) continue;
            worst = fabs(lower - upper);
            name_entry(r, CAROM_REASON_UNEQUAL, j, i, upper, lower);
        }
}

// Finds a negative diagonal entry, otherwise the entry that exceeds sqrt(W_ii W_jj) most; otherwise the whole matrix is
// indefinite.
static void not_definite(int n, size_t stride, const double *W, carom_error *r) {
    double worst = 1.0;
    r->reason = CAROM_REASON_INDEFINITE;
    for (int i = 0; i < n; i++) {
        const double own = W[(size_t)i * stride + (size_t)i];
        if (own >= 0.0) continue;
        name_entry(r, CAROM_REASON_NEGATIVE, i, i, own, 0.0);
        return;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            const double entry = W[(size_t)j * stride + (size_t)i];
            const double most = sqrt(W[(size_t)i * stride + (size_t)i]) * sqrt(W[(size_t)j * stride + (size_t)j]);
            // The tolerance for rounding is the same as in validate.c.
            if (!(fabs(entry) > most * (1.0 + 1e-12)) || !(fabs(entry) / most > worst)) continue;
            worst = fabs(entry) / most;
            name_entry(r, CAROM_REASON_OFF_DIAGONAL, j, i, entry, most);
        }
}

void carom_error_entry(int n, size_t stride, const double *W, const double *v, carom_error *r) {
    if (r->status == CAROM_NOT_FINITE) not_finite(n, stride, W, v, r);
    if (r->status == CAROM_NOT_SYMMETRIC) not_symmetric(n, stride, W, r);
    if (r->status == CAROM_NOT_PSD) not_definite(n, stride, W, r);
}

static bool within(const carom_error *r, double x) {
    return x >= r->lowest && x <= r->highest;
}

// Returns the first number that is out of range. If there is none, returns the first number.
static double offending(const carom_error *r, const double *values, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!within(r, values[i])) return values[i];
    return values[0];
}

static void name_clash(carom_error *r, carom_reason reason, carom_param other_param, double other, carom_hint hint) {
    r->reason = reason;
    r->other_coefficient = other_param;
    r->other = other;
    r->hint = hint;
}

// Checks coefficients that are rejected only in combination with another one.
static bool clashes(const carom_params *p, carom_error *r) {
    if (r->coefficient == CAROM_PARAM_s2 && within(r, p->s2)) {
        name_clash(r, CAROM_REASON_SUM, CAROM_PARAM_s1, p->s1, CAROM_HINT_NONE);
        return true;
    }
    if (r->coefficient == CAROM_PARAM_mu_static && p->mu_static >= 0.0 && p->mu_static < p->mu) {
        name_clash(r, CAROM_REASON_BELOW, CAROM_PARAM_mu, p->mu, CAROM_HINT_MAKE_EQUAL);
        return true;
    }
    return false;
}

// Describes the range of a coefficient. Mentions `allow` as a way to use a finite value outside the range, unless
// `allow` contains the coefficient already.
static void name_range(const carom_params *p, carom_param_kind kind, carom_error *r) {
    const bool allowed = (p->allow >> r->coefficient) & 1;
    r->reason = CAROM_REASON_OUTSIDE;
    if (within(r, r->value)) r->reason = isfinite(r->value) ? CAROM_REASON_TOGETHER : CAROM_REASON_INFINITE;
    if (r->reason == CAROM_REASON_OUTSIDE && isfinite(r->value) && kind != CAROM_CHOICE && !allowed)
        r->hint = CAROM_HINT_ALLOW;
}

// Describes the error in a coefficient that depends on speed. The cause is a number of its function of speed, the speed
// itself, or a method that accepts only constants.
static bool name_form(const carom_params *p, carom_error *r) {
    const uint64_t bit = UINT64_C(1) << r->coefficient;
    const carom_speed_function *x = bit & CAROM_PARAM_BIT(e) ? &p->e_of_speed : &p->mu_of_speed;
    int which;
    if (!(bit & (CAROM_PARAM_BIT(e) | CAROM_PARAM_BIT(mu))) || !x->form) return false;
    const bool fits = carom_of_speed_fits(x, &which);
    r->reason = r->contact >= 0 ? CAROM_REASON_VARIES : fits ? CAROM_REASON_FORM_SPEED : CAROM_REASON_FORM_NUMBER;
    if (!fits) r->value = x->c[which], r->lowest = x->form->lowest[which], r->highest = x->form->highest[which];
    return true;
}

// Finds the next missing coefficient as well, because most laws need two.
static void name_missing(const carom_params *p, carom_error *r) {
    const uint64_t reads = !r->law ? 0 : r->contact >= 0 ? carom_system_reads(r->law) : carom_law_reads(r->law);
    r->reason = CAROM_REASON_MISSING;
    r->hint = CAROM_HINT_STATE_COEFFICIENT;
    for (int i = r->coefficient + 1; i < CAROM_PARAM_END && r->other_coefficient == CAROM_PARAM_NONE; i++) {
        const carom_coefficient *row = (reads >> i) & 1 ? carom_error_row(r, (carom_param)i) : NULL;
        const bool by_speed = i == CAROM_PARAM_mu && p->mu_of_speed.form;
        if (!by_speed && carom_param_missing(row, p)) r->other_coefficient = (carom_param)i;
    }
}

void carom_error_coefficient(const carom_params *params, carom_param param, int dim, carom_error *r) {
    const carom_coefficient *row = carom_error_row(r, param);
    double values[3];
    if (!row || !params || !carom_marked(params)) return;
    r->coefficient = param;
    r->lowest = row->lowest;
    r->highest = row->highest;
    if (r->status == CAROM_COEFFICIENT_MISSING) {
        name_missing(params, r);
        return;
    }
    if (name_form(params, r)) return;
    if (row->kind == CAROM_LIST) {
        r->reason = CAROM_REASON_LIST;
        return;
    }
    const size_t count = carom_params_get(params, row, values);
    if (row->kind == CAROM_VECTOR) {
        r->reason = CAROM_REASON_ALONG;
        r->hint = CAROM_HINT_USE_NORMAL;
        return;
    }
    const bool tangents = row->kind == CAROM_TANGENT || row->kind == CAROM_PAIR;
    const size_t read = tangents ? (size_t)dim - 1 : row->kind == CAROM_EACH ? (size_t)dim : 1;
    r->value = offending(r, values, read < count ? read : count);
    if (!clashes(params, r)) name_range(params, row->kind, r);
}

static bool in_plane_or_space(const carom_contact *c) {
    return c && (c->dim == 2 || c->dim == 3);
}

// Returns whether all numbers are near 1. An overflow is then caused by the result of the law, not by the input.
static bool is_near(const carom_contact *c) {
    return !carom_scaled(carom_scale_of(c, CAROM_RESCALE_LIMIT));
}

static void name_law(carom_error *r, carom_reason reason, carom_hint hint) {
    if (!r->law) return;
    r->reason = reason;
    r->hint = hint;
}

// Describes the rejected coefficient. If friction depends on speed, mu_static is compared with its value at this speed.
static void name_param(const carom_contact *c, const carom_params *params, carom_param param, carom_error *r) {
    carom_params at;
    const bool placed = in_plane_or_space(c);
    const bool settle = placed && params && param == CAROM_PARAM_mu_static && params->mu_of_speed.form;
    if (settle && carom_params_at_impact(r->law, c, params, &at) == CAROM_OK) params = &at;
    carom_error_coefficient(params, param, placed ? c->dim : 2, r);
    if (r->reason != CAROM_REASON_FORM_SPEED || !placed) return;
    r->value = param == CAROM_PARAM_mu ? (c->dim == 3 ? hypot(c->v[1], c->v[2]) : fabs(c->v[1])) : fabs(c->v[0]);
}

carom_status carom_collide_error(carom_status status, const carom_law *law, const carom_contact *contact,
                                 const carom_params *params, const carom_result *outcome, carom_error *error) {
    if (!error) return CAROM_NULL_POINTER;
    carom_error *r = error;
    *r = carom_error_blank(status);
    r->law = law;
    const bool placed = in_plane_or_space(contact);
    if (contact) r->count = contact->dim;
    if (placed) carom_error_entry(contact->dim, 3, &contact->W[0][0], contact->v, r);
    if (carom_about_coefficient(status) && outcome) name_param(contact, params, outcome->coefficient, r);
    if (status == CAROM_BAD_DIM && contact) r->reason = CAROM_REASON_DIM;
    if (status == CAROM_WRONG_PROBLEM) name_law(r, CAROM_REASON_PROBLEM, CAROM_HINT_NONE);
    if (status == CAROM_WRONG_DIM && placed) name_law(r, CAROM_REASON_ELSEWHERE, CAROM_HINT_SEE_LAW);
    if (status == CAROM_NOT_APPLICABLE) name_law(r, CAROM_REASON_UNDEFINED, CAROM_HINT_NONE);
    if (status == CAROM_OVERFLOW && placed && is_near(contact))
        name_law(r, CAROM_REASON_MADE_NO_NUMBER, CAROM_HINT_NONE);
    if (status == CAROM_MODULE_MISSING) name_law(r, CAROM_REASON_ABSENT, CAROM_HINT_NONE);
    return carom_error_found(error);
}
