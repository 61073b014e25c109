// The friction problem in its own units, and the equations that its solutions satisfy.
#include <math.h>

#include "systems/cones3.h"

bool carom_scaled3_carve(carom_scaled3 *s, int nc, carom_arena *a) {
    const size_t n = 3 * (size_t)nc;
    s->nc = nc;
    s->n = 3 * nc;
    s->unit = CAROM_TAKE(a, nc, double);
    s->A = CAROM_TAKE(a, n * n, double);
    s->b = CAROM_TAKE(a, n, double);
    s->diagonal = CAROM_TAKE(a, n, double);
    s->floor = CAROM_TAKE(a, nc, double);
    s->rho = CAROM_TAKE(a, 2 * (size_t)nc, double);
    return !carom_arena_short(a);
}

// Returns a power of two near x; 1 for 0.
static double power_near(double x) {
    int power;
    if (!(x > 0.0)) return 1.0;
    frexp(x, &power);
    return ldexp(1.0, power);
}

// Returns the inverse of the larger eigenvalue of the tangential block.
static double tangential_rho(double a, double b, double c) {
    const double half = 0.5 * (a - c), most = 0.5 * (a + c) + sqrt(half * half + b * b);
    return most > 0.0 ? 1.0 / most : 1.0;
}

void carom_scaled3_fill(carom_scaled3 *s, const carom_cones3 *p) {
    const size_t n = (size_t)s->n;
    double most = 0.0;
    s->mu = p->mu;
    for (size_t i = 0; i < (size_t)s->nc; i++) {
        double W = 0.0;
        for (size_t k = 3 * i; k < 3 * i + 3; k++) W = fmax(W, p->W[k * n + k]);
        s->unit[i] = 1.0 / power_near(W);
    }
    for (size_t i = 0; i < n; i++) most = fmax(most, fabs(p->q[i]));
    for (size_t i = 0; i < (size_t)s->nc; i++) most = fmax(most, p->floor[i] / s->unit[i]);
    s->speed = power_near(most);
    for (size_t i = 0; i < n; i++) {
        s->b[i] = p->q[i] / s->speed;
        for (size_t j = 0; j < n; j++) s->A[i * n + j] = p->W[i * n + j] * s->unit[j / 3];
        s->diagonal[i] = s->A[i * n + i];
    }
    for (size_t i = 0; i < (size_t)s->nc; i++) {
        const double *A = s->A + 3 * i * (n + 1);
        s->floor[i] = p->floor[i] / s->unit[i] / s->speed;
        s->rho[2 * i] = A[0] > 0.0 ? 1.0 / A[0] : 1.0;
        s->rho[2 * i + 1] = tangential_rho(A[n + 1], A[n + 2], A[2 * n + 2]);
    }
}

void carom_scaled3_speeds(const carom_scaled3 *s, const double *x, double *z) {
    const size_t n = (size_t)s->n;
    for (size_t i = 0; i < n; i++) {
        const double *row = s->A + i * n;
        double sum = s->b[i];
        for (size_t j = 0; j < n; j++) sum += row[j] * x[j];
        z[i] = sum;
    }
}

// Replaces x by the nearest point of the disc of this radius.
static void into_disc(double radius, double x[2]) {
    const double length = sqrt(x[0] * x[0] + x[1] * x[1]);
    if (length <= radius) return;
    x[0] *= radius / length;
    x[1] *= radius / length;
}

void carom_scaled3_gap(const carom_scaled3 *s, const double *x, const double *z, double *to, double *F) {
    for (int i = 0; i < s->nc; i++) {
        double *t = to + 3 * i;
        t[0] = fmax(s->floor[i], x[3 * i] - s->rho[2 * i] * z[3 * i]);
        for (int k = 1; k < 3; k++) t[k] = x[3 * i + k] - s->rho[2 * i + 1] * z[3 * i + k];
        into_disc(s->mu[i] * t[0], t + 1);
        for (int k = 0; k < 3; k++) F[3 * i + k] = x[3 * i + k] - t[k];
    }
}

static double speed_of(const carom_scaled3 *s, const double *x, int i) {
    const double *row = s->A + (size_t)i * (size_t)s->n;
    double sum = s->b[i];
    for (int j = 0; j < s->n; j++) sum += row[j] * x[j];
    return sum;
}

void carom_scaled3_sweep(const carom_scaled3 *s, double *x) {
    for (int i = 0; i < s->nc; i++) {
        double *own = x + 3 * i, t[2];
        own[0] = fmax(s->floor[i], own[0] - s->rho[2 * i] * speed_of(s, x, 3 * i));
        for (int k = 0; k < 2; k++) t[k] = own[1 + k] - s->rho[2 * i + 1] * speed_of(s, x, 3 * i + 1 + k);
        into_disc(s->mu[i] * own[0], t);
        own[1] = t[0];
        own[2] = t[1];
    }
}
