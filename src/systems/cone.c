#include "systems/cone.h"

#include <math.h>
#include <string.h>

#include "base/worst.h"

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

// Returns y_i, and the sum of the sizes of its terms.
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

// Returns |y_i| of the given problem: q plus the effect of the floors.
static double given(const carom_cones *p, size_t i) {
    double sum = fabs(p->q[i]);
    for (int j = 0; j < p->nc; j++) {
        const carom_cone *k = &p->cone[j];
        if (k->floor == 0.0) continue;
        const double *block = p->W + i * 2 * (size_t)p->nc + 2 * (size_t)j;
        sum += fabs(block[0] * k->floor) + fabs(block[1] * carom_on(k->lo, k->floor));
    }
    return sum;
}

carom_cone_scale carom_cones_scale(const carom_cones *p, const double *P) {
    carom_cone_scale s = {0};
    double W = 0.0, floors = 0.0;
    for (size_t i = 0; i < 2 * (size_t)p->nc; i++) s.y = fmax(s.y, given(p, i));
    for (int i = 0; i < p->nc; i++) {
        W = fmax(W, carom_contact_W(p, i));
        floors = fmax(floors, p->cone[i].floor);
    }
    // An impulse explained by the given numbers alone never counts as too large. A unit rate next to a body that is
    // 1e10 times lighter is allowed.
    const double common = fmax(W > 0.0 ? s.y / W : 0.0, floors);
    s.P = common;
    for (int i = 0; i < p->nc; i++) {
        const double own = carom_contact_W(p, i), most = fmax(fabs(P[2 * i]), fabs(P[2 * i + 1]));
        s.P = fmax(s.P, most);
        s.blown_up = s.blown_up || (most > CAROM_BLOWN_UP * common && most * own > CAROM_BLOWN_UP * s.y);
    }
    return s;
}

double carom_contact_unit(const carom_cones *p, int i) {
    const double W = carom_contact_W(p, i);
    int power;
    if (!(W > 0.0)) return 1.0;
    frexp(W, &power);
    return ldexp(1.0, -power);
}

double carom_P_size(const carom_cones *p, const double *P, int i, carom_cone_scale scale, const double terms[2]) {
    const double W = carom_contact_W(p, i), own = fmax(fabs(P[2 * i]), fabs(P[2 * i + 1]));
    if (!(W > 0.0)) return scale.P;
    return fmax(fmax(own, p->cone[i].floor), fmax(scale.y, fmax(terms[0], terms[1])) / W);
}

double carom_cones_P_size(const carom_cones *p, const double *P, int i, carom_cone_scale scale) {
    double terms[2];
    for (int k = 0; k < 2; k++) entry(p, P, 2 * i + k, &terms[k]);
    return carom_P_size(p, P, i, scale, terms);
}

static double share(double x, double size) {
    return size == 0.0 ? 0.0 : x / size;
}

static double middle(double a, double b, double c) {
    return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

// Returns the residual of 0 <= P_n - floor  perp  y_n >= 0, which is the smaller of the two.
static double normal_residual(const carom_cone *k, double above, double yn) {
    if (!(k->may & CAROM_MAY_REST)) return fmax(fabs(yn), -above);
    return k->may & CAROM_MAY_PRESS ? fabs(fmin(above, yn)) : fabs(above);
}

// Returns the residual of lo <= P_t <= hi against y_t, which is the middle one of P_t - lo, y_t and P_t - hi. Static
// friction holds beyond lo and hi while y_t = 0.
static double tangential_residual(const carom_cone *k, double Pn, double Pt, double yt, double most) {
    const double lo = carom_on(k->lo, Pn), hi = carom_on(k->hi, Pn), reach = k->hold * Pn;
    if (k->may & CAROM_DRIVEN) return fabs(share(Pt - lo, most));
    const double slips = fabs(middle(share(Pt - lo, most), yt, share(Pt - hi, most)));
    return Pt >= lo - reach && Pt <= hi + reach ? fmin(slips, fabs(yt)) : slips;
}

static double contact_residual(const carom_cones *p, const double *P, int i, carom_cone_scale scale) {
    const carom_cone *k = &p->cone[i];
    double terms[2];
    const double yn = entry(p, P, 2 * i, &terms[0]), yt = entry(p, P, 2 * i + 1, &terms[1]);
    const double most = carom_P_size(p, P, i, scale, terms);
    const double normal =
        normal_residual(k, share(P[2 * i] - k->floor, most), share(yn, carom_y_size(scale, terms[0])));
    return fmax(normal, tangential_residual(k, P[2 * i], P[2 * i + 1], share(yt, carom_y_size(scale, terms[1])), most));
}

double carom_cones_residual(const carom_cones *p, const double *P) {
    const carom_cone_scale scale = carom_cones_scale(p, P);
    double worst = scale.blown_up ? HUGE_VAL : 0.0;
    // The residuals use fmin and fmax, which ignore a NaN, so NaN is checked here.
    for (int i = 0; i < 2 * p->nc; i++) carom_worsen(&worst, P[i] - P[i]);
    for (int i = 0; i < p->nc; i++) carom_worsen(&worst, contact_residual(p, P, i, scale));
    return worst;
}

void carom_cones_modes(const carom_cones *p, const double *P, carom_mode *mode) {
    const carom_cone_scale scale = carom_cones_scale(p, P);
    for (int i = 0; i < p->nc; i++) {
        double terms[2];
        entry(p, P, 2 * i, &terms[0]);
        const double y = entry(p, P, 2 * i + 1, &terms[1]);
        if (P[2 * i] <= CAROM_RESIDUAL * carom_P_size(p, P, i, scale, terms))
            mode[i] = CAROM_MODE_OPEN;
        else if (fabs(y) <= CAROM_RESIDUAL * carom_y_size(scale, terms[1]))
            mode[i] = CAROM_MODE_STICK;
        else
            mode[i] = y > 0.0 ? CAROM_MODE_SLIP_PLUS : CAROM_MODE_SLIP_MINUS;
    }
}

bool carom_found_carve(carom_found *f, int nc, int capacity, carom_arena *a) {
    const bool counts = nc <= CAROM_MAX_ENUMERATED && capacity < CAROM_MAX_COUNTED;
    *f = (carom_found){.capacity = capacity, .room = counts ? CAROM_MAX_COUNTED : capacity};
    f->P = CAROM_TAKE(a, 2 * (size_t)nc * (size_t)f->capacity, double);
    f->y = CAROM_TAKE(a, 2 * (size_t)nc * (size_t)f->room, double);
    return f->P && f->y;
}

static bool knows(const carom_found *f, size_t n, const double *y, double scale) {
    for (size_t i = 0; i < n; i++) scale = fmax(scale, fabs(y[i]));
    for (int k = 0; k < f->count; k++) {
        double apart = 0.0;
        for (size_t i = 0; i < n; i++) carom_worsen(&apart, fabs(y[i] - f->y[(size_t)k * n + i]));
        if (apart <= CAROM_SAME_VELOCITY * scale) return true;
    }
    return false;
}

bool carom_found_add(carom_found *f, int nc, const double *P, const double *y, double scale) {
    const size_t n = 2 * (size_t)nc, at = (size_t)f->count;
    if (f->count == f->room || knows(f, n, y, scale)) return false;
    memcpy(f->y + at * n, y, n * sizeof *y);
    f->count++;
    if (at < (size_t)f->capacity) {
        memcpy(f->P + at * n, P, n * sizeof *P);
        f->kept++;
    }
    return true;
}

// Limit up to which a value of y counts as zero, relative to its size. At a contact that presses or sticks, y may be as
// large as HELD, the residual that solvers may leave. A larger y is a motion: with steep friction, an impulse on the
// edge of the cone may seem to lie inside.
#define ZERO 1e-12
#define HELD (10.0 * CAROM_RESIDUAL)

void carom_cones_clean(const carom_cones *p, const double *P, double *y) {
    const carom_cone_scale scale = carom_cones_scale(p, P);
    for (int i = 0; i < p->nc; i++) {
        const carom_cone *k = &p->cone[i];
        const double Pn = P[2 * i], Pt = P[2 * i + 1];
        double terms[2];
        entry(p, P, 2 * i, &terms[0]);
        entry(p, P, 2 * i + 1, &terms[1]);
        const double slack = ZERO * carom_P_size(p, P, i, scale, terms);
        const bool presses = (k->may & CAROM_MAY_PRESS) && Pn > k->floor + slack;
        const bool sticks = Pt > carom_on(k->lo, Pn) + slack && Pt < carom_on(k->hi, Pn) - slack;
        if (fabs(y[2 * i]) <= (presses ? HELD : ZERO) * carom_y_size(scale, terms[0])) y[2 * i] = 0.0;
        if (fabs(y[2 * i + 1]) <= (sticks ? HELD : ZERO) * carom_y_size(scale, terms[1])) y[2 * i + 1] = 0.0;
    }
}
