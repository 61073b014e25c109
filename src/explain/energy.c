// Computes the loss of energy in Routh's process with Poisson's restitution as a quadratic form of the impulse. Wang &
// Mason 1992, appendix, for e = 1.
//
// 2 dE = P.(v + v'). Compression ends at p = P_n/(1 + e) with the tangential impulse Q. There v_n = -(a p + w Q), so
//   2 dE = -r a P_n^2 + w P_t P_n - 2 w Q P_n + P_t (v_t + v_t'),   r = (1 - e)/(1 + e),  2/(1 + e) = 1 + r
// and each mode determines Q and v_t:
//   sliding      Q = P_t/(1 + e)                                  v_t + v_t' stays
//   c-sticking   Q = P_t + (w/T) (P_n - p), on T Q + w p = -v_t    v_t = -(w P_n + T P_t)
//   r-sticking   Q = -s mu p                                       v_t = -(w P_n + T P_t)
//   c-reversed   Q = P_t - s mu (P_n - p)                          v_t = -(w - s mu T) (P_n - P_t/(s mu))/2
//   r-reversed   Q = -s mu p                                       the same
// In each mode, the terms with r add up to -r P_n^2 times dv_n/dP_n at maximum compression.
#include <math.h>

#include "base/sym.h"
#include "carom/explain.h"
#include "collide/validate.h"

typedef struct {
    double a, w, T, s, mu, r;
} letters;

// Computes the form. Only the five modes of routh in 2D have one.
static bool form_of(const letters *k, const carom_contact *c, carom_energy_form *form) {
    const double a = k->a, w = k->w, T = k->T, s = k->s, mu = k->mu, r = k->r;
    const double *P = form->outcome.P, *v = form->outcome.v;
    form->determinant = (double)NAN;
    switch ((int)form->outcome.mode) {
    case CAROM_MODE_SLIDING: {
        const double ratio = P[1] / P[0]; // -s mu, where s is the direction of the slip, also for a slip that starts
                                          // during the impact
        form->nn = -r * (a + w * ratio);
        form->n = ratio * (c->v[1] + v[1]);
        return true;
    }
    case CAROM_MODE_C_STICKING:
        form->tt = -T;
        form->nt = -2.0 * w;
        form->nn = -w * w / T - r * (a - w * w / T);
        return true;
    case CAROM_MODE_R_STICKING:
        form->tt = -T;
        form->nn = s * mu * w - r * (a - s * mu * w);
        return true;
    case CAROM_MODE_C_REVERSED:
        form->tt = s * w / mu;
        form->nt = -(w - s * mu * T);
        form->nn = s * mu * w - r * (a + s * mu * w);
        break;
    case CAROM_MODE_R_REVERSED:
        form->tt = s * w / mu;
        form->nt = w + s * mu * T;
        form->nn = s * mu * w - r * (a - s * mu * w);
        break;
    default: return false;
    }
    form->determinant = form->tt * form->nn - 0.25 * form->nt * form->nt;
    return true;
}

// Handles an impact without friction. P_t = 0 throughout, and the form of sliding holds even if the mode is called
// reversed.
static bool frictionless(const letters *k, carom_energy_form *form) {
    if (k->mu > 0.0) return false;
    form->determinant = (double)NAN;
    form->nn = -k->r * k->a;
    return true;
}

carom_status carom_energy_form_compute(const carom_contact *contact, const carom_params *params,
                                       carom_energy_form *form) {
    if (!contact || !params || !form) return CAROM_NULL_POINTER;
    carom_params p;
    carom_params_at_impact(&carom_law_routh, contact, params, &p);
    p.restitution = CAROM_POISSON;
    *form = (carom_energy_form){.twice_dE = (double)NAN};
    const carom_status status = carom_collide(&carom_law_routh, contact, &p, &form->outcome);
    if (carom_status_classify(status) != CAROM_CLASS_OK) return status;
    if (contact->dim != 2) return CAROM_WRONG_DIM;
    if (!(contact->v[0] < 0.0) || isinf(p.mu)) return CAROM_NOT_APPLICABLE;
    carom_contact room;
    contact = carom_usable(contact, &room);
    const letters k = {.a = contact->W[0][0],
                       .w = contact->W[0][1],
                       .T = contact->W[1][1],
                       .s = carom_sign(contact->v[1]),
                       .mu = p.mu,
                       .r = (1.0 - p.e) / (1.0 + p.e)};
    if (!frictionless(&k, form) && !form_of(&k, contact, form)) return CAROM_NOT_APPLICABLE;
    const double *P = form->outcome.P;
    form->twice_dE = form->tt * P[1] * P[1] + form->nt * P[1] * P[0] + form->nn * P[0] * P[0] + form->n * P[0];
    return CAROM_OK;
}
