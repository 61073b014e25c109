// Finds the e and mu with which a law gives an impulse. A few formulas relate them to the impulse in the laws of the
// core. The code tries each formula, and an evaluation of the law confirms or rejects it. P = (P_n, P_t) and v' are
// given; N is -v_n.
//   e    unchanged
//        Newton's                     v_n' / N
//        with the lift of ccp         (v_n' - mu |v_t'|) / N
//        of the impulse               P_n / P_n(e = 0) - 1: pfeiffer-glocker
//        by the path of routh         the coefficient of its restitution hypothesis at P_n
//   mu   unchanged                    if the contact sticks, mu is often arbitrary
//        on the cone                  |P_t| / P_n
//        before the rebound           |P_t| / (P_n - v_n'/W_nn): deferred
//        by the mean slip of smith    |P_t| / (P_n |K|),  K = (|v_t| v_t + |v_t'| v_t') / (|v_t|^2 + |v_t'|^2)
//        by bisection of |P_t|        sub-stepped, which has no formula
//        a reversed slip of routh     P_t = s mu (P_n - 2 |v_t|/(mu T - s w)), a quadratic in mu
#include <math.h>
#include <string.h>

#include "base/sym.h"
#include "carom/explain.h"
#include "carom/law.h"
#include "collide/scale.h"
#include "collide/validate.h"
#include "explain/convention.h"
#include "tables/counts.h"
#include "tables/missing.h"
#include "tables/params.h"
#include "walk/rebound.h"

// Relative tolerance within which the impulse of the law equals P. Rounding of v' costs some digits if W is nearly
// singular. Wrong candidates differ by several percent.
#define SAME 1e-9

enum { MOST_MU = 7, MOST_E = 5 };

typedef struct {
    const carom_law *law;
    const carom_contact *contact;
    carom_params params;
    const carom_coefficient *e; // normal restitution of the law
    const double *P;
    double v[3], slip; // v' and its slip speed
    double kept;       // e of the given params
} search;

const carom_coefficient *carom_normal_restitution(const carom_law *law) {
    return carom_law_coefficient(law, CAROM_PARAM_e);
}

static double length(const carom_contact *c, const double *x) {
    return c->dim == 3 ? sqrt(x[1] * x[1] + x[2] * x[2]) : fabs(x[1]);
}

// Returns |K|.
static double mean_slip(const search *x) {
    const double before = length(x->contact, x->contact->v);
    double K[3] = {0.0, 0.0, 0.0};
    for (int i = 1; i < x->contact->dim; i++) K[i] = before * x->contact->v[i] + x->slip * x->v[i];
    return length(x->contact, K) / (before * before + x->slip * x->slip);
}

// Solves T P_n mu^2 - (2 |v_t| + s w P_n + s T P_t) mu + w P_t = 0.
static int reversals(const search *x, double mu[2]) {
    const carom_contact *c = x->contact;
    const double s = carom_sign(c->v[1]), w = c->W[0][1], T = c->W[1][1];
    const double a = T * x->P[0], b = 2.0 * fabs(c->v[1]) + s * (w * x->P[0] + T * x->P[1]), q = w * x->P[1];
    const double root = sqrt(b * b - 4.0 * a * q);
    if (c->dim != 2 || !(root >= 0.0)) return 0;
    const double far = 0.5 * (b + copysign(root, b));
    mu[0] = far / a;
    mu[1] = q / far;
    return 2;
}

// Returns |P_t| of the law at this mu, and at the e of v_n'.
static double friction_of(search *x, double mu) {
    carom_result out;
    const double e = x->v[0] / -x->contact->v[0];
    x->params.mu = mu;
    carom_params_set(&x->params, x->e, &e, 1);
    return carom_stands(carom_collide(x->law, x->contact, &x->params, &out)) ? length(x->contact, out.P) : (double)NAN;
}

// Returns the mu at which the law gives |P_t|, by bisection; |P_t| grows with mu.
static double bisected(search *x, double P_t) {
    enum { STEPS = 64 };
    double low = 0.0, high = P_t / x->P[0];
    for (int i = 0; i < STEPS && friction_of(x, high) < P_t; i++) {
        low = high;
        high *= 2.0;
    }
    for (int i = 0; i < STEPS; i++) {
        const double middle = 0.5 * (low + high);
        if (friction_of(x, middle) < P_t)
            low = middle;
        else
            high = middle;
    }
    return high;
}

static int frictions(search *x, double mu[MOST_MU]) {
    int count = 0;
    mu[count++] = x->params.mu;
    if (!(carom_law_reads(x->law) & CAROM_PARAM_BIT(mu))) return count;
    const double P_t = length(x->contact, x->P);
    mu[count++] = P_t / x->P[0];
    mu[count++] = P_t / (x->P[0] - x->v[0] / x->contact->W[0][0]);
    mu[count++] = P_t / (x->P[0] * mean_slip(x));
    if (x->law == &carom_law_sub_stepped) mu[count++] = bisected(x, P_t);
    return (carom_law_reads(x->law) & CAROM_PARAM_BIT(restitution)) ? count + reversals(x, mu + count) : count;
}

// Returns P_n of the law with e = 0; NaN if it has no result.
static double compression(search *x, double mu) {
    carom_result out;
    x->params.mu = mu;
    carom_params_set(&x->params, x->e, &(double){0.0}, 1);
    return carom_stands(carom_collide(x->law, x->contact, &x->params, &out)) ? out.P[0] : (double)NAN;
}

static int restitutions(search *x, double mu, double e[MOST_E]) {
    const double N = -x->contact->v[0];
    carom_rebound_course course;
    e[0] = x->kept;
    e[1] = x->v[0] / N;
    e[2] = (x->v[0] - mu * x->slip) / N;
    e[3] = x->P[0] / compression(x, mu) - 1.0;
    if (!(carom_law_reads(x->law) & CAROM_PARAM_BIT(restitution)) || x->contact->dim != 2) return 4;
    if (carom_rebound_of(x->contact, mu, mu, &course) != CAROM_CONVERT_OK) return 4;
    e[4] = carom_stops[x->params.restitution].ratio(&course.r, x->P[0] - course.r.p_c);
    return 5;
}

static bool gives(search *x, double e, double mu, carom_conversion *found) {
    if (!(e >= -SAME) || !(mu >= 0.0)) return false;
    if (e < 0.0) e = 0.0;
    x->params.mu = mu;
    carom_params_set(&x->params, x->e, &e, 1);
    if (!carom_stands(carom_collide(x->law, x->contact, &x->params, &found->result))) return false;
    double off = 0.0, size = 0.0;
    for (int i = 0; i < x->contact->dim; i++) {
        off += fabs(found->result.P[i] - x->P[i]);
        size += fabs(x->P[i]);
    }
    found->e = e;
    found->mu = mu;
    return off <= SAME * size;
}

static bool find(search *x, carom_conversion *found) {
    double mu[MOST_MU], e[MOST_E];
    const int frictions_known = frictions(x, mu);
    for (int i = 0; i < frictions_known; i++) {
        const int known = restitutions(x, mu[i], e);
        for (int k = 0; k < known; k++)
            if (gives(x, e[k], mu[i], found)) return true;
    }
    return false;
}

static carom_status nothing(carom_conversion *found, carom_convert_reason reason, carom_convert_reason *why) {
    *found = (carom_conversion){.e = (double)NAN, .mu = (double)NAN};
    if (why) *why = reason;
    return CAROM_NOT_APPLICABLE;
}

carom_status carom_coefficients_find(const carom_law *law, const carom_contact *contact, const carom_params *params,
                                     const double P[3], carom_conversion *found, carom_convert_reason *why) {
    if (!law || !contact || !params || !P || !found) return CAROM_NULL_POINTER;
    search x = {.law = law, .contact = contact, .params = *params, .P = P};
    if (why) *why = CAROM_CONVERT_OK;
    x.params.mu_static = CAROM_SAME_AS_MU;
    x.params.e_of_speed.form = x.params.mu_of_speed.form = NULL; // the e and mu of the search replace functions of
                                                                 // speed
    x.params.allow |= CAROM_PARAM_BIT(e);
    carom_fill_examples(law, CAROM_PARAM_BIT(e) | CAROM_PARAM_BIT(mu), &x.params);
    uint64_t reads;
    carom_contact room;
    const carom_status accepted = carom_accept(law, &contact, &room, &x.params, &reads, NULL);
    if (accepted != CAROM_OK) return accepted;
    x.contact = contact;
    for (int i = 0; i < contact->dim; i++)
        if (!isfinite(P[i])) return CAROM_NOT_FINITE;
    if (!(contact->v[0] < 0.0)) return nothing(found, CAROM_CONVERT_NO_APPROACH, why);
    x.e = carom_normal_restitution(law);
    if (!x.e) return nothing(found, CAROM_CONVERT_UNLIKE, why);
    double e[3];
    carom_params_get(&x.params, x.e, e);
    x.kept = e[0];
    carom_velocity_after(contact->dim, contact->W, contact->v, P, x.v);
    x.slip = length(contact, x.v);
    return find(&x, found) ? CAROM_OK : nothing(found, CAROM_CONVERT_UNLIKE, why);
}
