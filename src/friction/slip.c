#include "friction/slip.h"

#include <math.h>

static inline carom_circle condition(const carom_contact *k, const double g[2], double c, double m0, double m1) {
    const double a = k->W[0][0], wx = k->W[0][1], wy = k->W[0][2], T12 = k->W[1][2];
    const double vx = g[1] * k->v[1], vy = g[0] * k->v[2], Tx = g[1] * k->W[1][1], Ty = g[0] * k->W[2][2];
    return (carom_circle){.A0 = -m1 * 0.5 * ((wx * vy - wy * vx) + c * T12 * (g[0] - g[1])),
                          .A1 = m0 * (a * vy + c * (g[0] * wy)),
                          .B1 = -m0 * (a * vx + c * (g[1] * wx)),
                          .A2 = -m1 * (0.5 * (wx * vy + wy * vx) + c * T12 * (0.5 * (g[0] + g[1]))),
                          .B2 = -m1 * 0.5 * ((wy * vy - wx * vx) + c * (Ty - Tx))};
}

carom_circle carom_slip_condition(const carom_contact *k, double c, double m0, double m1) {
    return condition(k, (const double[2]){1.0, 1.0}, c, m0, m1);
}

carom_circle carom_slip_condition_of(const carom_contact *k, const double g[2], double c, double m0, double m1) {
    return condition(k, g, c, m0, m1);
}

void carom_push_direction(const carom_contact *k, double m0, double m1, double u[2]) {
    const double *w = k->W[0] + 1;
    double roots[8][2], best = -HUGE_VAL;
    carom_contact rest = *k;
    rest.v[1] = rest.v[2] = 0.0;
    const carom_circle f = carom_slip_condition(&rest, 1.0, m0, m1);
    const int count = carom_circle_roots(&f, roots);
    u[0] = u[1] = 0.0;
    for (int i = 0; i < count; i++) {
        const double x = roots[i][0], y = roots[i][1];
        const double Tuu = x * (k->W[1][1] * x + k->W[1][2] * y) + y * (k->W[1][2] * x + k->W[2][2] * y);
        const double push = m0 * (w[0] * x + w[1] * y) - m1 * Tuu;
        if (push > best) {
            best = push;
            u[0] = x;
            u[1] = y;
        }
    }
}
