// Computes head-on restitution of dashpots in closed form. Chatterjee 1997, 5.2.4, (8.3) and (8.4).
#include <math.h>

#include "base/root.h"
#include "restitution.h"

// Computes q of (8.4):
//   e = exp(-2 zeta q)
//   q = acos(zeta) / sqrt(1 - zeta^2)                     zeta < 1
//   q = acosh(zeta) / sqrt(zeta^2 - 1)                    zeta > 1
//   q = 1 + s/3 + 2 s^2/15 + 2 s^3/35 + 8 s^4/315 + ...   near 1, s = 1 - zeta;  c_k = c_{k-1} k/(2k+1)
static double contact_angle(double zeta) {
    const double s = 1.0 - zeta;
    if (fabs(s) < 1e-2) {
        double sum = 1.0, term = 1.0;
        for (int k = 1; k < 10; k++) sum += term *= s * k / (2.0 * k + 1.0);
        return sum;
    }
    return s > 0.0 ? acos(zeta) / sqrt(s * (1.0 + zeta)) : acosh(zeta) / sqrt(-s * (1.0 + zeta));
}

double carom_e_of_zeta(double zeta) {
    return zeta >= 0.0 ? exp(-2.0 * zeta * contact_angle(zeta)) : (double)NAN;
}

// Solves (8.3). u - ln(1 + a u)/a is the same at both ends of the contact, u = 1 and u = -e:
//   -e - ln(1 - a e)/a  = 1 - ln(1 + a)/a
//   ln(1 - y) + y       = ln(1 + a) - a      y = a e
// Here u is the approach relative to the initial approach. Newton's method on y in [0, 1) starts from the side on which
// the left side of the equation is convex. For small a, a series is used.
double carom_e_of_a(double a) {
    if (!(a >= 0.0)) return (double)NAN;
    if (a < 1e-3) return 1.0 - a * (2.0 / 3.0 - a * (4.0 / 9.0 - a * (44.0 / 135.0 - a * (104.0 / 405.0))));
    if (isinf(a)) return 0.0;
    const double right = log1p(a) - a; // = ln(1 - y) + y
    double y = a < 1.0 ? a * (1.0 - 2.0 * a / 3.0 + 4.0 * a * a / 9.0) / (1.0 + a * a * a) : 1.0 - exp(right - 1.0);
    for (int i = 0; i < 60; i++) {
        const double step = (log1p(-y) + y - right) * (1.0 - y) / y;
        y = fmin(y + step, 0.5 * (1.0 + y));
        if (fabs(step) <= 1e-16 * y) break;
    }
    return y / a;
}

// Inverts a function that falls from 1 to 0. First finds the power of ten of the damping, then its value.
static double invert(double (*map)(double), double e) {
    if (!(e > 0.0 && e <= 1.0)) return (double)NAN;
    if (e == 1.0) return 0.0;
    double high = 1e-18;
    while (high < 1e18 && map(high) > e) high *= 10.0;
    carom_root r = carom_root_between(0.1 * high, high, false);
    while (!r.over) carom_root_secant(&r, map(r.x) - e);
    return r.x;
}

double carom_zeta_of_e(double e) {
    return invert(carom_e_of_zeta, e);
}

double carom_a_of_e(double e) {
    return invert(carom_e_of_a, e);
}

// Computes e of a damped oscillation from N = 0 until N = 0 again.
double carom_e_of_series(double zeta) {
    if (!(zeta >= 0.0)) return (double)NAN;
    return zeta < 1.0 ? exp(-3.141592653589793 * zeta / sqrt((1.0 - zeta) * (1.0 + zeta))) : 0.0;
}

double carom_series_of_e(double e) {
    if (!(e > 0.0 && e <= 1.0)) return (double)NAN;
    const double decay = (0.0 - log(e)) / 3.141592653589793; // avoids -0 at e = 1
    return decay / sqrt(1.0 + decay * decay);
}

double carom_factor_of_e(carom_damping_formula factor, double e) {
    const double lost = 1.0 - e, twice = 2.0 * e - 1.0;
    if (!(e >= 0.0 && e <= 1.0)) return (double)NAN;
    switch (factor) {
    case CAROM_DAMPING_EXACT: return e > 0.0 ? carom_a_of_e(e) : HUGE_VAL;
    case CAROM_DAMPING_HUNT_CROSSLEY: return 1.5 * lost;
    case CAROM_DAMPING_HERBERT_MCWHANNELL: return 6.0 * lost / (twice * twice + 3.0);
    case CAROM_DAMPING_LEE_WANG: return 0.75 * lost;
    case CAROM_DAMPING_LANKARANI_NIKRAVESH: return 0.75 * lost * (1.0 + e);
    case CAROM_DAMPING_GONTHIER: return e > 0.0 ? lost * (1.0 + e) / e : HUGE_VAL;
    case CAROM_DAMPING_ZHIYING_QISHAO: return 0.75 * lost * (1.0 + e) * exp(2.0 * lost);
    case CAROM_DAMPING_FLORES: return e > 0.0 ? 1.6 * lost / e : HUGE_VAL;
    case CAROM_DAMPING_HU_GUO: return e > 0.0 ? 1.5 * lost / e : HUGE_VAL;
    case CAROM_DAMPING_RATIO:
    case CAROM_DAMPING_SERIES:
    case CAROM_DAMPING_YIELD: break;
    }
    return (double)NAN;
}

// Thornton 1997: e^2 = (6/5 - w^2/5)/sqrt(s), w = v_y/v, s = d_max/d_y = (w + 2 sqrt(6/5 - w^2/5))/(3 w).
double carom_e_of_yield(double w) {
    if (!(w > 0.0)) return (double)NAN;
    if (w >= 1.0) return 1.0;
    const double r = 1.2 - 0.2 * w * w, s = (w + 2.0 * sqrt(r)) / (3.0 * w);
    return sqrt(r / sqrt(s));
}

// Inverts carom_e_of_yield, which rises with w from 0 to 1.
double carom_yield_of_e(double e) {
    if (!(e > 0.0 && e <= 1.0)) return (double)NAN;
    if (e == 1.0) return 1.0;
    double high = 1.0;
    while (high > 1e-290 && carom_e_of_yield(0.1 * high) > e) high *= 0.1;
    carom_root r = carom_root_between(0.1 * high, high, true);
    while (!r.over) carom_root_secant(&r, carom_e_of_yield(r.x) - e);
    return r.x;
}

double carom_damping_to_restitution(carom_damping_formula formula, double damping) {
    if (formula == CAROM_DAMPING_RATIO) return carom_e_of_zeta(damping);
    if (formula == CAROM_DAMPING_SERIES) return carom_e_of_series(damping);
    if (formula == CAROM_DAMPING_YIELD) return carom_e_of_yield(damping);
    return (int)formula >= 0 && formula <= CAROM_DAMPING_HU_GUO ? carom_e_of_a(damping) : (double)NAN;
}

double carom_restitution_to_damping(carom_damping_formula formula, double e) {
    if (formula == CAROM_DAMPING_RATIO) return carom_zeta_of_e(e);
    if (formula == CAROM_DAMPING_SERIES) return carom_series_of_e(e);
    if (formula == CAROM_DAMPING_YIELD) return carom_yield_of_e(e);
    return carom_factor_of_e(formula, e);
}
