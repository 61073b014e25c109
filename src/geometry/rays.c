#include "geometry/rays.h"

#include <math.h>

// Returns the smallest positive root of c0 + c1 x + c2 x^2, c0 >= 0; 1 if there is none below 1.
static double first_root(double c0, double c1, double c2) {
    const double under = c1 * c1 - 4.0 * c0 * c2;
    if (c0 == 0.0) return c1 <= 0.0 ? 0.0 : c1 + c2 >= 0.0 ? 1.0 : -c1 / c2;
    if (!(under >= 0.0)) return 1.0;
    // If both roots are positive, the smaller one is 2 c0/(-c1 + sqrt(under)). If only one is positive, it has the same
    // form.
    const double below = -c1 + sqrt(under);
    const double root = below > 0.0 ? 2.0 * c0 / below : 1.0;
    return root < 1.0 ? root : 1.0;
}

carom_side carom_side_of(const carom_contact *c, double mu, const double u[2]) {
    carom_side s = {.a = c->W[0][0], .Vn = -c->v[0], .cone = isinf(mu) ? 1.0 : mu / (1.0 + mu)};
    for (int i = 1; i < c->dim; i++) {
        s.w += c->W[0][i] * u[i - 1];
        s.Vt -= c->v[i] * u[i - 1];
        for (int j = 1; j < c->dim; j++) s.T += u[i - 1] * c->W[i][j] * u[j - 1];
    }
    const double q0 = s.Vn * s.a, q1 = 2.0 * s.a * s.Vt, q2 = 2.0 * s.w * s.Vt - s.T * s.Vn;
    s.edge = fmin(s.cone, first_root(q0, q1 - 2.0 * q0, q0 - q1 + q2));
    return s;
}

double carom_side_press(const carom_side *s, double x) {
    return s->Vn > 0.0 ? s->Vn / (s->a * (1.0 - x) + s->w * x) : 0.0;
}

double carom_side_keep(const carom_side *s, double x) {
    const double below = (1.0 - x) * (s->a * (1.0 - x) + 2.0 * s->w * x) + s->T * x * x;
    return 2.0 * (s->Vn * (1.0 - x) + s->Vt * x) / below;
}

void carom_side_point(const double u[2], double x, double t, double P[3]) {
    P[0] = t * (1.0 - x);
    P[1] = t * x * u[0];
    P[2] = t * x * u[1];
}
