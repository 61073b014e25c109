// Computes the compression of discs, measures of how slow an impact is, and the motion of a body that carries another
// on a soft spring. Chatterjee 1997, chapter 11.
#include "papers/discs.h"

#include <math.h>

#include "base/root.h"

static const double pi = 3.14159265358979323846;

// The complete elliptic integrals with the complementary parameter m = 1 - k^2: K, and K - E without cancellation. The
// arithmetic-geometric mean yields both.
typedef struct {
    double K, K_E;
} elliptic;

static elliptic elliptic_of(double m) {
    double a = 1.0, b = sqrt(m), power = 0.5, sum = 0.5 * (1.0 - m);
    for (int n = 0; n < 12 && fabs(a - b) > 1e-16 * a; n++) {
        const double c = 0.5 * (a - b), mean = 0.5 * (a + b);
        b = sqrt(a * b), a = mean;
        power *= 2.0, sum += power * c * c;
    }
    const double K = 0.5 * pi / a;
    return (elliptic){K, K * sum};
}

// Computes the elliptical contact area and the compression of Hertz's contact. With m = (b/a)^2:
//   (E/m - K)/(K - E) = R1/R2,  a^3 = 3 F R1 (K - E)/(pi E* (1 - m)),  delta = 3 F K/(2 pi a E*)
static void press_point(double R1, double R2, double modulus, double F, carom_disc_pressed *out) {
    const double wide = fmax(R1, R2), ratio = wide / fmin(R1, R2);
    double m = 1.0, K = 0.5 * pi, share = 0.25 * pi; // for a circle: (K - E)/(1 - m) = pi/4
    carom_root r = carom_root_between(0.0, 1.0, false);
    while (!r.over && ratio > 1.0) {
        const elliptic at = elliptic_of(r.x);
        carom_root_secant(&r, ((1.0 - r.x) * at.K - at.K_E) / (r.x * at.K_E) - ratio);
    }
    if (ratio > 1.0 && r.x < 1.0) {
        const elliptic at = elliptic_of(r.x);
        m = r.x, K = at.K, share = at.K_E / (1.0 - m);
    }
    const double a = cbrt(3.0 * F * wide * share / (pi * modulus));
    out->axes[0] = a, out->axes[1] = a * sqrt(m);
    out->point = 3.0 * F * K / (2.0 * pi * a * modulus);
}

// Computes the compression between the contact and the centre of a cylinder under the load F along a length t. The
// stresses on the axis are, by Johnson 1985, (5.56):
//   sigma_z = F/(pi t) (1/R - 2/(2R - z) - 2/sqrt(b^2 + z^2))
//   sigma_x = F/(pi t) (1/R - 2 (b^2 + 2 z^2)/(b^2 sqrt(b^2 + z^2)) + 4 z/b^2)
// The strain is `give` (sigma_z - cross sigma_x). Returns its integral. `narrow` is the same for b << R.
static double axis_strain(double load, double R, double give, double cross, double *b, double *narrow) {
    const double q = sqrt(4.0 * load * give / R), across = 2.0 * (sqrt(1.0 + q * q) - 1.0) / (q * q);
    *b = q * R;
    *narrow = load * give * (2.0 * log(4.0 / q) - 1.0);
    return load * give * (2.0 * asinh(1.0 / q) + 2.0 * log(2.0) - 1.0 + cross * (1.0 - across));
}

static void press_flat(const carom_disc *d, double F, carom_disc_pressed *out) {
    const double nu = d->nu, load = F / (pi * d->thickness);
    double b, narrow;
    out->plane_stress = axis_strain(load, d->radius, 1.0 / d->E, nu, &b, &narrow);
    out->flat_exact = axis_strain(load, d->radius, (1.0 - nu * nu) / d->E, nu / (1.0 - nu), &b, &narrow);
    out->half_width = b, out->flat = narrow;
}

carom_status carom_disc_compress(const carom_disc *d, double force, carom_disc_pressed *out) {
    if (!d || !out) return CAROM_NULL_POINTER;
    if (!(d->E > 0.0 && d->nu > -1.0 && d->nu <= 0.5 && d->radius > 0.0 && d->edge > 0.0 && d->thickness > 0.0 &&
          force > 0.0 && isfinite(force / d->E)))
        return CAROM_BAD_VALUE;
    const double rest = (1.0 - d->nu * d->nu) / d->E;
    press_flat(d, force, out);
    press_point(d->radius, d->edge, 1.0 / rest, force, out);
    out->sum = out->flat + out->point;
    // b grows with sqrt(F), so the derivative of the logarithm reduces the bracket of `flat` by 1. `point` grows with
    // F^(2/3).
    out->stiffness = force / (out->flat - force * rest / (pi * d->thickness) + 2.0 / 3.0 * out->point);
    return CAROM_OK;
}

carom_slowness carom_impact_slowness(double E, double density, double V, double m, double k, double size) {
    const double c = sqrt(E / density), duration = pi * sqrt(m / k);
    return (carom_slowness){.c = c,
                            .fifth = pow(V / c, 0.2),
                            .third = 0.3 * cbrt(V / c),
                            .duration = duration,
                            .crossings = c * duration / size,
                            .force = V * sqrt(k * m),
                            .compression = V * sqrt(m / k)};
}

double carom_restitution_two_stage(double e, double m1, double m2) {
    return (e * m1 - m2) / (m1 + m2);
}

// After leaving the wall, the two bodies move with their centre of mass at V = (e m1 - m2) v/(m1 + m2) and vibrate
// about it:
//   x1 = V t + A sin(w t),  w^2 = k (m1 + m2)/(m1 m2),  A w = (1 + e) v m2/(m1 + m2);  x2 = V t - (m1/m2) A sin(w t)
// The distance of m1 is smallest at the second time with cos(w t) = -V/(A w): w t = 2 pi - acos(-V/(A w)). If V > A w,
// there is no such time.
carom_two_stage carom_two_stage_at(double e, double m1, double m2, double k, double v, double t) {
    const double sum = m1 + m2, w = sqrt(k * sum / (m1 * m2)), V = (e * m1 - m2) * v / sum,
                 swing = (1.0 + e) * v * m2 / sum;
    const double A = swing / w, s = sin(w * t), c = cos(w * t), none = (double)NAN;
    carom_two_stage r = {.e = V / v,
                         .margin = V / swing - 0.21723362821122166, // -min sin(x)/x, at x = 4.4934094579
                         .period = 2.0 * pi / w,
                         .x1 = V * t + A * s,
                         .x2 = V * t - m1 / m2 * A * s,
                         .v1 = V + swing * c,
                         .v2 = V - m1 / m2 * swing * c,
                         .nearest = HUGE_VAL,
                         .when = none};
    if (!(m1 > 0.0 && m2 > 0.0 && k > 0.0 && v > 0.0 && isfinite(e)))
        return (carom_two_stage){none, none, none, none, none, none, none, none, none};
    if (!(fabs(V) <= swing)) return r;
    r.when = (2.0 * pi - acos(-V / swing)) / w;
    r.nearest = V * r.when + A * sin(w * r.when);
    return r;
}
