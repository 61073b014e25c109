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

// y_i and the sum of the sizes of its terms.
static double entry(const carom_cones *p, const double *P, int i, double *terms) {
    const int n = 2 * p->nc;
    const double *row = p->W + (size_t)i * (size_t)n;
    double sum = p->q[i];
    *terms = fabs(p->q[i]);
    for (int j = 0; j < n; j++) {
        sum += row[j] * P[j];
        *terms += fabs(row[j] * P[j]);
    }
    return sum;
}

carom_scale carom_cones_scale(const carom_cones *p, const double *P) {
    const size_t n = 2 * (size_t)p->nc;
    carom_scale s = {0};
    double W = 0.0, most = 0.0, floors = 0.0;
    for (int j = 0; j < p->nc; j++) floors = fmax(floors, p->cone[j].floor);
    for (size_t i = 0; i < n; i++) {
        double given = fabs(p->q[i]);
        for (int j = 0; j < p->nc; j++) {
            const carom_cone *k = &p->cone[j];
            if (k->floor == 0.0) continue;
            const double *block = p->W + i * n + 2 * (size_t)j;
            given += fabs(block[0] * k->floor) + fabs(block[1] * carom_on(k->lo, k->floor));
        }
        s.y = fmax(s.y, given);
        W = fmax(W, p->W[i * n + i]);
        most = fmax(most, fabs(P[i]));
    }
    // What is given did not blow up: a unit rate beside a body 1e10 times lighter is none.
    const double natural = fmax(W > 0.0 ? s.y / W : 0.0, floors);
    s.P = fmax(most, natural);
    s.blown_up = most > CAROM_BLOWN_UP * natural;
    return s;
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
    return k->may & CAROM_MAY_PRESS ? fabs(fmin(above, yn)) : fabs(above);
}

// lo <= P_t <= hi against y_t:  the middle of P_t - lo, y_t, P_t - hi. Static friction holds beyond them while y_t = 0.
static double tangential_residual(const carom_cone *k, double Pn, double Pt, double yt, double most) {
    const double lo = carom_on(k->lo, Pn), hi = carom_on(k->hi, Pn), reach = k->hold * Pn;
    if (k->may & CAROM_DRIVEN) return fabs(share(Pt - lo, most));
    const double slips = fabs(middle(share(Pt - lo, most), yt, share(Pt - hi, most)));
    return Pt >= lo - reach && Pt <= hi + reach ? fmin(slips, fabs(yt)) : slips;
}

static double contact_residual(const carom_cones *p, const double *P, int i, carom_scale scale) {
    const carom_cone *k = &p->cone[i];
    double terms_n, terms_t;
    const double yn = entry(p, P, 2 * i, &terms_n), yt = entry(p, P, 2 * i + 1, &terms_t);
    const double normal =
        normal_residual(k, share(P[2 * i] - k->floor, scale.P), share(yn, carom_y_size(scale, terms_n)));
    return fmax(normal,
                tangential_residual(k, P[2 * i], P[2 * i + 1], share(yt, carom_y_size(scale, terms_t)), scale.P));
}

double carom_cones_residual(const carom_cones *p, const double *P) {
    const carom_scale scale = carom_cones_scale(p, P);
    double worst = scale.blown_up ? HUGE_VAL : 0.0;
    for (int i = 0; i < p->nc; i++) {
        const double r = contact_residual(p, P, i, scale);
        if (!(r <= worst)) worst = r;
    }
    return worst;
}

void carom_cones_modes(const carom_cones *p, const double *P, carom_mode *mode) {
    const carom_scale scale = carom_cones_scale(p, P);
    for (int i = 0; i < p->nc; i++) {
        double terms;
        const double y = entry(p, P, 2 * i + 1, &terms);
        if (P[2 * i] <= CAROM_RESIDUAL * scale.P)
            mode[i] = CAROM_MODE_OPEN;
        else if (fabs(y) <= CAROM_RESIDUAL * carom_y_size(scale, terms))
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

// Rounding in y, relative to its size.
#define ZERO 1e-12

void carom_cones_clean(const carom_cones *p, const double *P, double *y) {
    const carom_scale scale = carom_cones_scale(p, P);
    for (int i = 0; i < p->nc; i++) {
        const carom_cone *k = &p->cone[i];
        const double Pn = P[2 * i], Pt = P[2 * i + 1], slack = ZERO * scale.P;
        double terms_n, terms_t;
        entry(p, P, 2 * i, &terms_n);
        entry(p, P, 2 * i + 1, &terms_t);
        const bool presses = (k->may & CAROM_MAY_PRESS) && Pn > k->floor + slack;
        const bool sticks = Pt > carom_on(k->lo, Pn) + slack && Pt < carom_on(k->hi, Pn) - slack;
        if (presses || fabs(y[2 * i]) <= ZERO * carom_y_size(scale, terms_n)) y[2 * i] = 0.0;
        if (sticks || fabs(y[2 * i + 1]) <= ZERO * carom_y_size(scale, terms_t)) y[2 * i + 1] = 0.0;
    }
}
