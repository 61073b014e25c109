// Computes how far an impulse violates Coulomb's law in 3D, independently of the solver.
#include <math.h>

#include "base/worst.h"
#include "systems/cone.h"
#include "systems/cones3.h"

typedef struct scale {
    double y; // the largest given speed: q plus the effect of the floors
    bool blown_up;
} scale;

static double mass_of(const carom_cones3 *p, int i) {
    const size_t n = 3 * (size_t)p->nc, at = 3 * (size_t)i * (n + 1);
    return fmax(p->W[at], fmax(p->W[at + n + 1], p->W[at + 2 * (n + 1)]));
}

static double largest(const double x[3]) {
    return fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2])));
}

static scale measure(const carom_cones3 *p, const double *P) {
    scale s = {0.0, false};
    double W = 0.0;
    for (int i = 0; i < 3 * p->nc; i++) s.y = fmax(s.y, fabs(p->q[i]));
    for (int i = 0; i < p->nc; i++) {
        s.y = fmax(s.y, mass_of(p, i) * p->floor[i]);
        W = fmax(W, mass_of(p, i));
    }
    for (int i = 0; i < p->nc; i++) {
        const double most = largest(P + 3 * i);
        s.blown_up = s.blown_up || (most * W > CAROM_BLOWN_UP * s.y && most * mass_of(p, i) > CAROM_BLOWN_UP * s.y);
    }
    return s;
}

// The y of one contact, and the sizes by which its y and P are judged, as in 2D.
typedef struct judged {
    double y[3], y_size[3], P_size;
} judged;

static judged judge(const carom_cones3 *p, const double *P, int i, double speed) {
    const size_t n = 3 * (size_t)p->nc;
    judged j;
    double terms[3];
    for (size_t k = 0; k < 3; k++) {
        const double *row = p->W + (3 * (size_t)i + k) * n;
        j.y[k] = p->q[3 * (size_t)i + k];
        terms[k] = fabs(j.y[k]);
        for (size_t c = 0; c < n; c++) {
            j.y[k] += row[c] * P[c];
            terms[k] += fabs(row[c] * P[c]);
        }
        j.y_size[k] = speed + 1e-5 * terms[k];
    }
    const double W = mass_of(p, i), own = fmax(largest(P + 3 * i), p->floor[i]);
    j.P_size = W > 0.0 ? fmax(own, fmax(speed, largest(terms)) / W) : own;
    return j;
}

static double share(double x, double size) {
    return size == 0.0 ? 0.0 : x / size;
}

static double contact_residual(const carom_cones3 *p, const double *P, int i, double speed) {
    const judged j = judge(p, P, i, speed);
    const double normal = fmin(share(P[3 * i] - p->floor[i], j.P_size), share(j.y[0], j.y_size[0]));
    const double tangential_size = fmax(j.y_size[1], j.y_size[2]);
    double from[2], to[2], worst = fabs(normal);
    for (int k = 0; k < 2; k++) {
        from[k] = share(P[3 * i + 1 + k], j.P_size);
        to[k] = from[k] - share(j.y[1 + k], tangential_size);
    }
    const double radius = p->mu[i] * share(P[3 * i], j.P_size), length = sqrt(to[0] * to[0] + to[1] * to[1]);
    const double factor = length <= radius ? 1.0 : fmax(radius, 0.0) / length;
    for (int k = 0; k < 2; k++) carom_worsen(&worst, fabs(from[k] - factor * to[k]));
    return worst;
}

double carom_cones3_residual(const carom_cones3 *p, const double *P) {
    double worst = 0.0;
    // fmin and fmax ignore a NaN, so NaN is checked here.
    for (int i = 0; i < 3 * p->nc; i++) carom_worsen(&worst, P[i] - P[i]);
    if (isnan(worst)) return worst;
    const scale s = measure(p, P);
    if (s.blown_up) return HUGE_VAL;
    for (int i = 0; i < p->nc; i++) carom_worsen(&worst, contact_residual(p, P, i, s.y));
    return worst;
}

void carom_cones3_modes(const carom_cones3 *p, const double *P, carom_mode *mode) {
    const scale s = measure(p, P);
    for (int i = 0; i < p->nc; i++) {
        const judged j = judge(p, P, i, s.y);
        const bool slides = fabs(j.y[1]) > CAROM_RESIDUAL * j.y_size[1] || fabs(j.y[2]) > CAROM_RESIDUAL * j.y_size[2];
        mode[i] = P[3 * i] <= CAROM_RESIDUAL * j.P_size ? CAROM_MODE_OPEN
                  : slides                              ? CAROM_MODE_SLIDING
                                                        : CAROM_MODE_STICK;
    }
}
