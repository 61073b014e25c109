// Computes tails of chi2 and F by the incomplete gamma and beta functions.
#include "mods/fit/tails.h"

#include <math.h>
#include <stdbool.h>

// Returns ln Gamma(x), x > 0, to 1e-14. Uses Stirling's series above 12; smaller x are raised by x Gamma(x) = Gamma(x +
// 1). It replaces lgamma of the C library, which writes a global variable.
static double ln_gamma(double x) {
    double product = 1.0;
    for (; x < 12.0; x += 1.0) product *= x;
    const double y = 1.0 / (x * x);
    const double series =
        (1.0 / 12.0 - y * (1.0 / 360.0 - y * (1.0 / 1260.0 - y * (1.0 / 1680.0 - y * (1.0 / 1188.0))))) / x;
    return (x - 0.5) * log(x) - x + 0.91893853320467274178 + series - log(product);
}

// Evaluates a continued fraction by Lentz's method: b0 + a1/(b1 + a2/(b2 + ...)).
typedef struct {
    double f, C, D;
} fraction;

static const double least = 1e-300;

static fraction begin(double b0) {
    const double f = b0 != 0.0 ? b0 : least;
    return (fraction){f, f, 0.0};
}

static bool go_on(fraction *x, double a, double b) {
    x->D = b + a * x->D;
    x->C = b + a / x->C;
    if (x->D == 0.0) x->D = least;
    if (x->C == 0.0) x->C = least;
    x->D = 1.0 / x->D;
    const double change = x->C * x->D;
    x->f *= change;
    return fabs(change - 1.0) > 1e-15;
}

// The limit is 20000 terms. Both expansions need about sqrt(dof) terms, so this is enough for 1e8 degrees of freedom.
enum { MOST_TERMS = 20000 };

// Returns P(chi2 > x) = Q(a, z), a = dof/2, z = x/2. Below the mean it uses the series of 1 - Q, above it the continued
// fraction of Q.
double carom_fit_chi2_tail(double x, double dof) {
    const double a = 0.5 * dof, z = 0.5 * x;
    if (!(dof > 0.0) || isnan(x)) return (double)NAN;
    if (x <= 0.0) return 1.0;
    if (isinf(x)) return 0.0;
    const double front = exp(a * log(z) - z - ln_gamma(a));
    if (z < a + 1.0) {
        double term = 1.0 / a, sum = term;
        for (int k = 1; k < MOST_TERMS && term > 1e-17 * sum; k++) sum += term *= z / (a + k);
        return 1.0 - front * sum;
    }
    fraction q = begin(z + 1.0 - a);
    for (int k = 1; k < MOST_TERMS && go_on(&q, -k * (k - a), z + 2.0 * k + 1.0 - a); k++) continue;
    return front / q.f;
}

// Returns the continued fraction of the incomplete beta function I_x(a, b), times a. It converges for x < (a + 1)/(a +
// b + 2).
static double beta_fraction(double a, double b, double x) {
    fraction q = begin(1.0);
    for (int k = 1; k < MOST_TERMS; k++) {
        const double m = k / 2;
        const double even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        if (!go_on(&q, k % 2 ? odd : even, 1.0)) break;
    }
    return 1.0 / q.f;
}

static double beta(double a, double b, double x) {
    const double front = exp(ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * log(x) + b * log1p(-x));
    if (x < (a + 1.0) / (a + b + 2.0)) return front * beta_fraction(a, b, x) / a;
    return 1.0 - front * beta_fraction(b, a, 1.0 - x) / b;
}

// Returns P(F > x) = I_y(dof2/2, dof1/2), y = dof2/(dof2 + dof1 x).
double carom_fit_F_tail(double x, double dof1, double dof2) {
    if (!(dof1 > 0.0 && dof2 > 0.0) || isnan(x)) return (double)NAN;
    if (x <= 0.0) return 1.0;
    if (isinf(x)) return 0.0;
    return beta(0.5 * dof2, 0.5 * dof1, dof2 / (dof2 + dof1 * x));
}
