// Computes the directions of W and the limits at which the behaviour of a contact changes: critical friction and the
// end of the slip.
#include "carom/geometry.h"

#include <math.h>

#include "base/eigen.h"
#include "base/ldl.h"
#include "base/sym.h"
#include "collide/validate.h"
#include "friction/diagonal.h"
#include "friction/stick.h"

// Sets an eigenvalue below the rounding of the largest to zero, and gives each direction a positive first component.
static void tidy(int dim, carom_critical *out) {
    for (int k = 0; k < dim; k++) {
        if (fabs(out->eigenvalue[k]) <= 1e-14 * out->eigenvalue[0]) out->eigenvalue[k] = 0.0;
        int first = 0;
        while (first < dim - 1 && fabs(out->direction[k][first]) < 1e-12) first++;
        const double sign = out->direction[k][first] < 0.0 ? -1.0 : 1.0;
        for (int i = 0; i < dim; i++) out->direction[k][i] *= sign;
    }
}

static void find_directions(const carom_contact *c, carom_critical *out) {
    const carom_contact clean = carom_without_rounding(c);
    carom_eigen(c->dim, clean.W, out->eigenvalue, out->direction);
    tidy(c->dim, out);
}

static double quotient(double a, double b) {
    return b != 0.0 ? a / b : a == 0.0 ? (double)NAN : copysign(HUGE_VAL, a);
}

// Returns |T^-1 w|, the ratio |P_t| / P_n while the slip stays zero.
static double hold(const carom_contact *c) {
    const double w1 = carom_coupling(c, 1), w2 = c->dim == 3 ? carom_coupling(c, 2) : 0.0;
    if (w1 == 0.0 && w2 == 0.0) return 0.0;
    if (c->dim == 2) return fabs(quotient(w1, c->W[1][1]));
    const double T12 = carom_entry(c, 1, 2), det = c->W[1][1] * c->W[2][2] - T12 * T12;
    const double x = c->W[2][2] * w1 - T12 * w2, y = c->W[1][1] * w2 - T12 * w1;
    return quotient(sqrt(x * x + y * y), det);
}

static carom_slip_end slip_end(const carom_contact *c, double e, double mu, const carom_critical *k) {
    if (c->v[1] == 0.0) return CAROM_SLIP_END_NONE;
    if (isinf(mu)) return CAROM_SLIP_END_AT_ONCE;
    if (!(k->braking > 0.0)) return CAROM_SLIP_END_NEVER;
    if (k->P_d < k->P_q) return CAROM_SLIP_END_COMPRESSION;
    return k->P_d < (1.0 + e) * k->P_q ? CAROM_SLIP_END_RESTITUTION : CAROM_SLIP_END_OUTLASTS;
}

carom_status carom_critical_compute(const carom_contact *contact, double e, double mu, carom_critical *critical) {
    if (!contact || !critical) return CAROM_NULL_POINTER;
    carom_contact room;
    const carom_status status = carom_contact_read(&contact, &room);
    if (status != CAROM_OK) return status;
    carom_critical out = {.mu_hold = hold(contact)};
    find_directions(contact, &out);
    const double w1 = carom_coupling(contact, 1), w2 = contact->dim == 3 ? carom_coupling(contact, 2) : 0.0;
    const double w = sqrt(w1 * w1 + w2 * w2);
    out.mu_c = w > 0.0 ? contact->W[0][0] / w : HUGE_VAL;
    if (contact->dim == 2) {
        const double B1 = contact->W[1][1], B2 = contact->W[0][0], B3 = -w1, C0 = contact->v[0], S0 = contact->v[1];
        const double s = S0 < 0.0 ? -1.0 : 1.0;
        out.s = s;
        out.mu_s = quotient(-B3, B1);
        out.mu_q = quotient(B2 * S0 + B3 * C0, B3 * S0 + B1 * C0);
        out.mu_d = quotient(B2 * S0 + (1.0 + e) * B3 * C0, B3 * S0 + (1.0 + e) * B1 * C0);
        out.P_d = (B2 + s * mu * B3) * s * S0;
        out.P_q = -(mu * B1 + s * B3) * C0;
        out.braking = mu * B1 + s * B3;
        out.F_star = S0 == 0.0 || isinf(mu) ? 0.0 : out.braking > 0.0 ? s * S0 / out.braking : HUGE_VAL;
        out.slip_end = slip_end(contact, e, mu, &out);
    }
    *critical = out;
    return mu >= 0.0 && isfinite(e) ? CAROM_OK : CAROM_COEFFICIENT_RANGE;
}

// Solves W P = (-(1 + e) v_n, -(1 + e_t) v_t) by Cramer's rule without the determinant.
carom_status carom_critical_ratio(const carom_contact *contact, double e, double e_t, double *ratio) {
    if (!contact || !ratio) return CAROM_NULL_POINTER;
    *ratio = (double)NAN;
    carom_contact room;
    const carom_status status = carom_contact_read(&contact, &room);
    if (status != CAROM_OK) return status;
    if (!isfinite(e) || !isfinite(e_t)) return CAROM_COEFFICIENT_RANGE;
    if (contact->dim != 2 || carom_singular2(contact->W)) {
        double P[3];
        if (!carom_stick_impulse(contact, e, e_t, P)) return CAROM_NOT_APPLICABLE;
        const double tangential = contact->dim == 2 ? fabs(P[1]) : sqrt(P[1] * P[1] + P[2] * P[2]);
        *ratio = P[0] > 0.0 ? tangential / P[0] : HUGE_VAL;
        return CAROM_OK;
    }
    const double a = contact->W[0][0], w = contact->W[0][1], T = contact->W[1][1];
    const double n = -(1.0 + e) * contact->v[0], t = -(1.0 + e_t) * contact->v[1];
    const double Pn = T * n - w * t, Pt = a * t - w * n;
    *ratio = Pn > 0.0 ? fabs(Pt) / Pn : HUGE_VAL;
    return CAROM_OK;
}
