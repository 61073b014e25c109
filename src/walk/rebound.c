// Uses the notation of laws/routh/kernel_routh.h. On the first piece dv_n/dP_n = k1, and the slip ends at P1 = S/g with
// v_n = c1 = C/g. On the second piece dv_n/dP_n = k2. With N = -v_n:
//   C >= 0   compression ends on the first piece   p_c = N/k1         2 A = N^2/k1                    turn = c1/k1
//   C < 0    ... on the second                     p_c = P1 - c1/k2   2 A = c1^2/k2 + P1 (N - c1)     no turn
// A is the absorbed work. With infinite friction the tangential impulse S/T comes first; v_n changes at the rate
// -s w:
//   c1 = v_n - w v_t/T < 0   then as C < 0 with P1 = 0
//   else as C >= 0 by the tangential impulse, with nothing past the turn
#include "walk/rebound.h"

#include "base/rank.h"
#include "base/sym.h"

// Returns dv_n/dP_n after the slip has ended; 0 if v_n cannot change any more.
static double second_rate(const carom_contact *c, double mu, double mu_static) {
    const double a = c->W[0][0], w = c->W[0][1], T = c->W[1][1];
    if (w == 0.0) return a;
    if (fabs(w) > mu_static * T) return a - mu * fabs(w);
    return carom_singular2(c->W) ? 0.0 : (a * T - w * w) / T;
}

// Returns whether friction balances the normal impulse at a singular W.
static bool balances(const carom_contact *c, double smu, double k1) {
    const double w = c->W[0][1], size = c->W[0][0] + fabs(smu * w);
    return w != 0.0 && carom_singular2(c->W) && fabs(k1) <= CAROM_SINGULAR * size;
}

static void begin_at_once(carom_rebound_course *x, double P1, double c1, double k2) {
    x->r.k = k2;
    x->r.p_c = P1 - c1 / k2;
    x->r.absorbed = 0.5 * (c1 * c1 / k2 + P1 * (x->r.N - c1));
    x->r.turn = HUGE_VAL;
    x->slides = false;
}

static void begin_sliding(carom_rebound_course *x, double k1, double turn, double k2) {
    x->r.k = k1;
    x->r.p_c = x->r.N / k1;
    x->r.absorbed = 0.5 * x->r.N * x->r.N / k1;
    x->r.turn = turn;
    x->r.k2 = k2;
    x->slides = true;
    if (!(k2 > 0.0)) x->beyond = CAROM_CONVERT_SINGULAR;
}

static carom_convert_reason endless_friction(const carom_contact *c, double k2, carom_rebound_course *x) {
    const double w = c->W[0][1], T = c->W[1][1], S = fabs(c->v[1]);
    const double c1 = c->v[0] - w * c->v[1] / T, k1 = -carom_sign(c->v[1]) * w;
    if (!(T > 0.0) || !(k2 > 0.0)) return CAROM_CONVERT_SINGULAR;
    if (c1 < 0.0) {
        begin_at_once(x, 0.0, c1, k2);
        return CAROM_CONVERT_OK;
    }
    begin_sliding(x, k1, S / T - x->r.N / k1, 0.0);
    x->beyond = CAROM_CONVERT_MU_INF;
    return CAROM_CONVERT_OK;
}

carom_convert_reason carom_rebound_of(const carom_contact *c, double mu, double mu_static, carom_rebound_course *x) {
    const double a = c->W[0][0], w = c->W[0][1], T = c->W[1][1], vn = c->v[0], S = fabs(c->v[1]);
    if (!(vn < 0.0)) return CAROM_CONVERT_NO_APPROACH;
    if (!(a > 0.0)) return CAROM_CONVERT_SINGULAR;
    *x = (carom_rebound_course){.r = {.N = -vn}, .beyond = CAROM_CONVERT_OK};
    const double k2 = second_rate(c, mu, mu_static);
    const bool held = k2 == 0.0;
    if (isinf(mu) && S > 0.0) return endless_friction(c, k2, x);
    // Without slip there is no first piece; with infinite friction the first piece has no k1.
    const double smu = copysign(mu, c->v[1]), k1 = S > 0.0 ? a - smu * w : a;
    const double g = S > 0.0 ? mu * T - copysign(1.0, c->v[1]) * w : 1.0;
    if (held && carom_in_range2(c->W, c->v)) return CAROM_CONVERT_SINGULAR;
    if (S > 0.0 && balances(c, smu, k1)) return CAROM_CONVERT_SINGULAR;
    const double C = vn * g + k1 * S;
    if (C >= 0.0) {
        begin_sliding(x, k1, g > 0.0 ? C / (g * k1) : HUGE_VAL, k2);
        return CAROM_CONVERT_OK;
    }
    if (held) return CAROM_CONVERT_SINGULAR;
    begin_at_once(x, S / g, C / g, k2);
    return CAROM_CONVERT_OK;
}
