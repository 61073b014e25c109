#include "piece.h"

#include <math.h>

#include "base/root.h"

enum { ORDER = CAROM_PIECE_ORDER };

#define ROUNDING 1e-13
// A dip narrower than this fraction of a piece is not deeper than rounding, because the square of 2^-26 is 2e-16.
#define NARROWEST 0x1p-26

static double value_of(const double *c, int order, double s) {
    double sum = c[order];
    for (int k = order - 1; k >= 0; k--) sum = sum * s + c[k];
    return sum;
}

// Computes value and slope in one pass.
static double value_and_slope(const double *c, int order, double s, double *slope) {
    double sum = c[order], rise = 0.0;
    for (int k = order - 1; k >= 0; k--) {
        rise = rise * s + sum;
        sum = sum * s + c[k];
    }
    *slope = rise;
    return sum;
}

double carom_series_at(const double *c, double s) {
    return value_of(c, ORDER, s);
}

// Finds a zero with negative slope between a and b.
static double zero_between(const double *c, int order, double a, double b) {
    carom_root r = carom_root_chord(a, value_of(c, order, a), b, value_of(c, order, b));
    r.least = 1e-16;
    while (!r.over) {
        double slope;
        const double value = value_and_slope(c, order, r.x, &slope);
        carom_root_newton(&r, value, slope);
    }
    return r.x;
}

// Finds the first zero of a series that begins above zero. |c''| <= curve over the whole piece, so
//   c >= c(m) - |c'(m)| r - curve r^2/2  within r of m
static double first_zero(const double *c, int order, double curve, double rounding) {
    double a = 0.0, r = 0.5;
    while (a < 1.0) {
        double slope;
        const double middle = value_and_slope(c, order, a + r, &slope);
        const bool clear = middle - fabs(slope) * r - 0.5 * curve * r * r > 0.0;
        const bool steady = fabs(slope) > curve * r;
        if (!clear && !steady && r > NARROWEST) {
            r *= 0.5;
            continue;
        }
        const double b = a + 2.0 * r;
        if (!clear && value_of(c, order, b) < (steady ? 0.0 : -rounding))
            return value_of(c, order, a) > 0.0 ? zero_between(c, order, a, b) : a;
        a = b;
        r = fmin(2.0 * r, 0.5 * (1.0 - a));
    }
    return 2.0;
}

double carom_series_fall(const double *c, double size) {
    const double rounding = ROUNDING * size;
    int first = 0;
    while (first <= ORDER && fabs(c[first]) <= rounding) first++;
    if (first > ORDER) return 2.0;
    if (!(c[first] > 0.0)) return 0.0;
    const int order = ORDER - first;
    double rest = 0.0, curve = 0.0;
    for (int k = 1; k <= order; k++) {
        rest += fabs(c[first + k]);
        curve += k * (k - 1) * fabs(c[first + k]);
    }
    if (c[first] > rest || order == 0) return 2.0;
    return first_zero(c + first, order, curve, rounding);
}

double carom_series_work(const double *a, const double *b, double s) {
    double p[2 * ORDER + 1] = {0.0};
    for (int i = 0; i <= ORDER; i++)
        for (int j = 0; j <= ORDER; j++) p[i + j] += a[i] * b[j];
    double sum = 0.0;
    for (int k = 2 * ORDER; k >= 0; k--) sum = sum * s + p[k] / (k + 1);
    return sum * s;
}
