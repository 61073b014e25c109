// Computes distributions by their inverse: one uniform number gives one value, so that every design works with every
// distribution.
#include <math.h>

#include "mods/sweep/sample.h"

static double ratio(const double a[8], const double b[8], double r) {
    double above = a[7], below = b[7];
    for (int i = 6; i >= 0; i--) {
        above = above * r + a[i];
        below = below * r + b[i];
    }
    return above / below;
}

// Uses algorithm AS 241 (PPND16) of Wichura 1988, whose relative error is about 1e-16.
double carom_normal_quantile(double u) {
    static const double a[8] = {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
                                1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
                                3.3430575583588128105e4, 2.5090809287301226727e3};
    static const double b[8] = {1.0,
                                4.2313330701600911252e1,
                                6.8718700749205790830e2,
                                5.3941960214247511077e3,
                                2.1213794301586595867e4,
                                3.9307895800092710610e4,
                                2.8729085735721942674e4,
                                5.2264952788528545610e3};
    static const double c[8] = {1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                                3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                                2.27238449892691845833e-2, 7.74545014278341407640e-4};
    static const double d[8] = {1.0,
                                2.05319162663775882187e0,
                                1.67638483018380384940e0,
                                6.89767334985100004550e-1,
                                1.48103976427480074590e-1,
                                1.51986665636164571966e-2,
                                5.47593808499534494600e-4,
                                1.05075007164441684324e-9};
    static const double e[8] = {6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                                2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                2.71155556874348757815e-5, 2.01033439929228813265e-7};
    static const double f[8] = {1.0,
                                5.99832206555887937690e-1,
                                1.36929880922735805310e-1,
                                1.48753612908506148525e-2,
                                7.86869131145613259100e-4,
                                1.84631831751005468180e-5,
                                1.42151175831644588870e-7,
                                2.04426310338993978564e-15};
    const double q = u - 0.5;
    if (fabs(q) <= 0.425) return q * ratio(a, b, 0.180625 - q * q);
    const double r = sqrt(-log(q < 0.0 ? u : 1.0 - u));
    const double z = r <= 5.0 ? ratio(c, d, r - 1.6) : ratio(e, f, r - 5.0);
    return q < 0.0 ? -z : z;
}

double carom_normal_share(double z) {
    return 0.5 * erfc(-z * 0.70710678118654752440);
}

static double triangular(const carom_input *t, double u) {
    const double width = t->c - t->a, rise = t->b - t->a, fall = t->c - t->b;
    return u * width < rise ? t->a + sqrt(u * width * rise) : t->c - sqrt((1.0 - u) * width * fall);
}

static void whole_quantiles(const carom_input *input, size_t n, double *u) {
    const double a = input->a, b = input->b;
    switch (input->spread) {
    case CAROM_UNIFORM:
        for (size_t i = 0; i < n; i++) u[i] = a + u[i] * (b - a);
        return;
    case CAROM_NORMAL:
        for (size_t i = 0; i < n; i++) u[i] = a + b * carom_normal_quantile(u[i]);
        return;
    case CAROM_LOGNORMAL:
        for (size_t i = 0; i < n; i++) u[i] = a * exp(b * carom_normal_quantile(u[i]));
        return;
    case CAROM_TRIANGULAR:
        for (size_t i = 0; i < n; i++) u[i] = triangular(input, u[i]);
        return;
    case CAROM_CORRELATED:
        for (size_t i = 0; i < n; i++) u[i] = carom_normal_quantile(u[i]);
        return;
    case CAROM_AXIS: return;
    }
}

void carom_quantiles(const carom_input *input, size_t n, double *u) {
    const double u_low = input->u_low, width = input->u_high - u_low;
    const bool truncated = isfinite(input->low) || isfinite(input->high);
    for (size_t i = 0; i < n && truncated; i++) u[i] = u_low + u[i] * width;
    whole_quantiles(input, n, u);
    // A bound that is met up to rounding counts as met.
    for (size_t i = 0; i < n && truncated; i++)
        u[i] = u[i] < input->low ? input->low : u[i] > input->high ? input->high : u[i];
}

// Returns the fraction of the distribution below x.
static double share(const carom_input *input, double x) {
    const double rise = input->b - input->a, fall = input->c - input->b, width = input->c - input->a;
    switch (input->spread) {
    case CAROM_UNIFORM: return fmin(fmax((x - input->a) / rise, 0.0), 1.0);
    case CAROM_NORMAL: return carom_normal_share((x - input->a) / input->b);
    case CAROM_LOGNORMAL: return x > 0.0 ? carom_normal_share(log(x / input->a) / input->b) : 0.0;
    case CAROM_TRIANGULAR:
        if (x <= input->a) return 0.0;
        if (x >= input->c) return 1.0;
        return x < input->b ? (x - input->a) * (x - input->a) / (width * rise)
                            : 1.0 - (input->c - x) * (input->c - x) / (width * fall);
    case CAROM_CORRELATED:
    case CAROM_AXIS: break;
    }
    return (double)NAN;
}

bool carom_truncate(carom_input *input, double low, double high) {
    input->low = low;
    input->high = high;
    input->u_low = share(input, low);
    input->u_high = share(input, high);
    return input->u_high > input->u_low;
}
