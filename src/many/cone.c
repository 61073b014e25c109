#include "many/cone.h"

#include <math.h>
#include <string.h>

carom_cone carom_coulomb(double mu) {
    return (carom_cone){.lo = {-mu, 0.0}, .hi = {mu, 0.0}, .may = CAROM_MAY_ALL};
}

void carom_cones_y(const carom_cones *p, const double *P, double *y) {
    const size_t n = 2 * (size_t)p->nc;
    for (size_t i = 0; i < n; i++) {
        const double *row = p->W + i * n;
        double sum = p->q[i];
        for (size_t j = 0; j < n; j++) sum += row[j] * P[j];
        y[i] = sum;
    }
}

// y_i and the size of what it is made of.
static double entry(const carom_cones *p, const double *P, int i, double *size) {
    const int n = 2 * p->nc;
    const double *row = p->W + (size_t)i * (size_t)n;
    double sum = p->q[i];
    *size = fabs(p->q[i]);
    for (int j = 0; j < n; j++) {
        sum += row[j] * P[j];
        *size += fabs(row[j] * P[j]);
    }
    return sum;
}

static double share(double x, double size) {
    return size > 0.0 ? x / size : 0.0;
}

static double middle(double a, double b, double c) {
    return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

// 0 <= P_n - floor  perp  y_n >= 0:  the lesser of the two.
static double normal_residual(const carom_cone *k, double above, double yn) {
    if (!(k->may & CAROM_MAY_REST)) return fmax(fabs(yn), -above);
    if (k->may & CAROM_MAY_PRESS) return fabs(fmin(above, yn));
    return k->may & CAROM_LOOSE ? fabs(above) : fmax(fabs(above), -yn);
}

// lo <= P_t <= hi against y_t:  the middle of P_t - lo, y_t, P_t - hi. Static friction holds beyond them while y_t = 0.
static double tangential_residual(const carom_cone *k, double Pn, double Pt, double yt, double most) {
    const double lo = carom_on(k->lo, Pn), hi = carom_on(k->hi, Pn), reach = k->hold * Pn;
    if (k->may & CAROM_DRIVEN) return fabs(share(Pt - lo, most));
    const double slips = fabs(middle(share(Pt - lo, most), yt, share(Pt - hi, most)));
    return Pt >= lo - reach && Pt <= hi + reach ? fmin(slips, fabs(yt)) : slips;
}

static double contact_residual(const carom_cones *p, const double *P, int i, double most) {
    const carom_cone *k = &p->cone[i];
    double size_n, size_tangential;
    const double yn = entry(p, P, 2 * i, &size_n), yt = entry(p, P, 2 * i + 1, &size_tangential);
    const double normal = normal_residual(k, share(P[2 * i] - k->floor, most), share(yn, size_n));
    return fmax(normal, tangential_residual(k, P[2 * i], P[2 * i + 1], share(yt, size_tangential), most));
}

double carom_cones_scale(const carom_cones *p, const double *P) {
    const size_t n = 2 * (size_t)p->nc;
    double most = 0.0, q = 0.0, W = 0.0;
    for (size_t i = 0; i < n; i++) {
        most = fmax(most, fabs(P[i]));
        q = fmax(q, fabs(p->q[i]));
        W = fmax(W, p->W[i * n + i]);
    }
    return W > 0.0 ? fmax(most, q / W) : most;
}

double carom_cones_residual(const carom_cones *p, const double *P) {
    const double most = carom_cones_scale(p, P);
    double worst = 0.0;
    for (int i = 0; i < p->nc; i++) {
        const double r = contact_residual(p, P, i, most);
        if (!(r <= worst)) worst = r;
    }
    return worst;
}

void carom_cones_modes(const carom_cones *p, const double *P, carom_mode *mode) {
    const double most = carom_cones_scale(p, P);
    for (int i = 0; i < p->nc; i++) {
        double size;
        const double y = entry(p, P, 2 * i + 1, &size);
        if (P[2 * i] <= CAROM_RESIDUAL * most)
            mode[i] = CAROM_MODE_OPEN;
        else if (fabs(y) <= CAROM_RESIDUAL * size)
            mode[i] = CAROM_MODE_STICK;
        else
            mode[i] = y > 0.0 ? CAROM_MODE_SLIP_PLUS : CAROM_MODE_SLIP_MINUS;
    }
}

bool carom_found_carve(carom_found *f, int nc, int capacity, carom_arena *a) {
    *f = (carom_found){.capacity = capacity};
    f->P = CAROM_TAKE(a, 2 * nc * capacity, double);
    f->y = CAROM_TAKE(a, 2 * nc * capacity, double);
    return f->P && f->y;
}

// Rounding in y, relative to its terms.
#define ZERO 1e-12

void carom_cones_clean(const carom_cones *p, const double *P, double *y) {
    const double most = carom_cones_scale(p, P);
    for (int i = 0; i < p->nc; i++) {
        const carom_cone *k = &p->cone[i];
        const double Pn = P[2 * i], Pt = P[2 * i + 1], slack = ZERO * most;
        double size_n, size_tangential;
        entry(p, P, 2 * i, &size_n);
        entry(p, P, 2 * i + 1, &size_tangential);
        const bool presses = (k->may & CAROM_MAY_PRESS) && Pn > k->floor + slack;
        const bool sticks = Pt > carom_on(k->lo, Pn) + slack && Pt < carom_on(k->hi, Pn) - slack;
        if (presses || fabs(y[2 * i]) <= ZERO * size_n) y[2 * i] = 0.0;
        if (sticks || fabs(y[2 * i + 1]) <= ZERO * size_tangential) y[2 * i + 1] = 0.0;
    }
}
