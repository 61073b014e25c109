// Computes the power series of lane_series.h for all path followers at once. This file is part of `batch/lanes.h` and
// is built for every level.
#ifndef CAROM_SRC_SERIES_LANES_H
#define CAROM_SRC_SERIES_LANES_H

#include <math.h>

#include "base/lane.h"
#include "batch/lane_series.h"

// The number `w` of path followers is a constant in every call of these functions.

CAROM_LANE double *row_at(const carom_lane_series *s, int w, int row) {
    return s->rows + row * w;
}

// Computes term n of y (m = 1) or of Y (m = 2) in the row y.
CAROM_LANE void next_term(const carom_lane_series *s, int w, double n, double m, double *y) {
    const double *restrict A1 = row_at(s, w, CAROM_ROW_A), *restrict A2 = A1 + w, *restrict A3 = A2 + w,
                           *restrict A4 = A3 + w;
    const double *restrict C1 = row_at(s, w, CAROM_ROW_C), *restrict C2 = C1 + w, *restrict C3 = C2 + w,
                           *restrict C4 = C3 + w;
    const double *restrict y1 = y - w, *restrict y2 = y1 - w, *restrict y3 = y2 - w, *restrict y4 = y3 - w;
    double *restrict to = y;
    const double over = 1.0 / n;
    for (int i = 0; i < w; i++)
        to[i] = (((m * A4[i] - n * C4[i]) * y4[i] + (m * A3[i] - n * C3[i]) * y3[i]) +
                 ((m * A2[i] - n * C2[i]) * y2[i] + (m * A1[i] - n * C1[i]) * y1[i])) *
                over;
}

// Computes 1/(n + power) for y and, if Y is needed too, for both with one division. If every power is 1, one number
// serves all followers; the operations and the bits are the same. Around a root the first term is handled separately.
CAROM_LANE void parts(const carom_lane_series *s, int w, double n, double *restrict part, double *restrict part2) {
    const double *restrict power = row_at(s, w, CAROM_ROW_POWER), *restrict power2 = power + w,
                           *restrict held = row_at(s, w, CAROM_ROW_HELD);
    const double x1 = n + 1.0, usual = s->working ? 1.0 / (x1 * x1) * x1 : 1.0 / x1;
    if (!s->to_root) {
        for (int i = 0; i < w; i++) part[i] = part2[i] = usual;
    } else if (n == 0.0) {
        for (int i = 0; i < w; i++) part[i] = part2[i] = held[i];
    } else if (!s->working) {
        for (int i = 0; i < w; i++) part[i] = 1.0 / (n + power[i]);
    } else {
        for (int i = 0; i < w; i++) {
            const double x = n + power[i], y = n + power2[i], over = 1.0 / (x * y);
            part[i] = over * y;
            part2[i] = over * x;
        }
    }
}

// Computes term n of the integrals, weighted as in walk/piece.h with t = h tau and up to factors:
//   q^2 y,   (1 - t^4) y,   (t + t^3) y / h,   q^3 Y - held (1 - t^4) y
CAROM_LANE void weigh_y(const carom_lane_series *s, int w, const double *y, const double *restrict part, int n) {
    const double *restrict y0 = y, *restrict y1 = y0 - w, *restrict y2 = y1 - w, *restrict y3 = y2 - w,
                           *restrict y4 = y3 - w, *restrict hh = row_at(s, w, CAROM_ROW_HH);
    double *over = row_at(s, w, CAROM_ROW_OVER + n * CAROM_LAG);
    double *restrict clock = over + CAROM_CLOCK * w, *restrict along = over + CAROM_ALONG * w,
                     *restrict across = over + CAROM_ACROSS * w;
    for (int i = 0; i < w; i++) {
        const double h2 = hh[i], fourth = h2 * h2 * y4[i];
        clock[i] = (y0[i] + 2.0 * h2 * y2[i] + fourth) * part[i];
        along[i] = (y0[i] - fourth) * part[i];
        across[i] = (y1[i] + h2 * y3[i]) * part[i];
    }
}

// The last of these integrals is stored in place of Y_(n-6), which is not needed any more.
CAROM_LANE void weigh_Y(const carom_lane_series *s, int w, const double *y, double *Y, const double *restrict part2) {
    const double *restrict y0 = y, *restrict y4 = y - 4 * w, *restrict hh = row_at(s, w, CAROM_ROW_HH),
                           *restrict held = row_at(s, w, CAROM_ROW_HELD);
    const double *restrict Y0 = Y, *restrict Y2 = Y0 - 2 * w, *restrict Y4 = Y2 - 2 * w;
    double *restrict Y6 = Y - 6 * w;
    for (int i = 0; i < w; i++) {
        const double h2 = hh[i], h4 = h2 * h2, along = y0[i] - h4 * y4[i];
        Y6[i] = ((Y0[i] - held[i] * along) + 3.0 * h2 * Y2[i] + h4 * (3.0 * Y4[i] + h2 * Y6[i])) * part2[i];
    }
}

// Computes the largest of the last four terms of y or Y.
CAROM_LANE void measure_tail(int w, const double *y, double *restrict tail) {
    const double *restrict d = y + (CAROM_LANE_TERMS - 1) * w, *restrict c = d - w, *restrict b = c - w,
                           *restrict a = b - w;
    for (int i = 0; i < w; i++) {
        const double ab = fabs(a[i]) > fabs(b[i]) ? fabs(a[i]) : fabs(b[i]);
        const double cd = fabs(c[i]) > fabs(d[i]) ? fabs(c[i]) : fabs(d[i]);
        tail[i] = ab > cd ? ab : cd;
    }
}

// Adds a term of y or Y to their sum and to the sum of their absolute values.
CAROM_LANE void measure(int w, const double *restrict term, double *restrict all, double *restrict size) {
    for (int i = 0; i < w; i++) {
        all[i] += term[i];
        size[i] += fabs(term[i]);
    }
}

// Solves tau^48 = TRUNCATION/tail approximately, as a cube root (by the exponent 21/64) and four square roots. tau is
// at most FOLDS/|y_1|.
CAROM_LANE void reaches(int w, const double *restrict y1, const double *restrict tail, double folds,
                        double *restrict reach) {
    for (int i = 0; i < w; i++) {
        const double x = sqrt(sqrt(sqrt(sqrt(CAROM_LANE_TRUNCATION / tail[i]))));
        const double fourth = sqrt(sqrt(x)), sixteenth = sqrt(sqrt(fourth)), last = sqrt(sqrt(sixteenth));
        const double converges = fourth * sixteenth * last, most = folds / fabs(y1[i]);
        const double to = converges < most ? converges : most;
        reach[i] = to < reach[i] ? to : reach[i];
    }
}

CAROM_LANE void fill(int w, double *row, double number) {
    for (int i = 0; i < w; i++) row[i] = number;
}

// Computes all terms from the first one, and the quantities derived from them.
CAROM_LANE void expand_terms(carom_lane_series *s, int w, double *y, double *Y) {
    _Alignas(64) double part[CAROM_WALKERS_MANY] = {0.0}, part2[CAROM_WALKERS_MANY] = {0.0};
    double *all = row_at(s, w, CAROM_ROW_ALL), *size = row_at(s, w, CAROM_ROW_SIZE);
    for (int n = 0; n < CAROM_LANE_TERMS; n++, y += w, Y += w) {
        if (n > 0) next_term(s, w, n, 1.0, y);
        parts(s, w, n, part, part2);
        weigh_y(s, w, y, part, n);
        if (s->to_root) measure(w, y, all, size);
        if (!s->working) continue;
        if (n > 0) next_term(s, w, n, 2.0, Y);
        if (n == 1)
            for (int i = 0; i < w; i++) row_at(s, w, CAROM_ROW_FIRST_Y)[i] = Y[i];
        if (s->to_root) measure(w, Y, all + w, size + w);
        weigh_Y(s, w, y, Y, part2);
    }
}

CAROM_LANE void expand_series(carom_lane_series *s, int w) {
    double *y = row_at(s, w, CAROM_ROW_y + CAROM_LANE_BEFORE), *Y = row_at(s, w, CAROM_ROW_Y + CAROM_LANE_BEFORE);
    double *tail = row_at(s, w, CAROM_ROW_TAIL), *reach = row_at(s, w, CAROM_ROW_REACH);
    fill(w, y, 1.0);
    fill(w, Y, 1.0);
    fill(CAROM_LANE_BEFORE * w, row_at(s, w, CAROM_ROW_Y), 0.0);
    fill(2 * w, row_at(s, w, CAROM_ROW_ALL), 0.0);
    fill(2 * w, row_at(s, w, CAROM_ROW_SIZE), 0.0);
    fill(w, reach, HUGE_VAL);
    expand_terms(s, w, y, Y);
    measure_tail(w, y, tail);
    reaches(w, y + w, tail, CAROM_LANE_FOLDS, reach);
    if (!s->working) return;
    measure_tail(w, Y, tail + w);
    reaches(w, row_at(s, w, CAROM_ROW_FIRST_Y), tail + w, 2.0 * CAROM_LANE_FOLDS, reach);
}

// Evaluate y, the integrals of y, and the integral of Y by Horner's rule.
CAROM_LANE void sum_y(carom_lane_series *s, int w) {
    _Alignas(64) double y[CAROM_WALKERS_MANY] = {0.0}, a[CAROM_WALKERS_MANY] = {0.0}, b[CAROM_WALKERS_MANY] = {0.0},
                        c[CAROM_WALKERS_MANY] = {0.0};
    const double *restrict tau = row_at(s, w, CAROM_ROW_TAU);
    for (int n = CAROM_LANE_TERMS - 1; n >= 0; n--) {
        const double *restrict yn = row_at(s, w, CAROM_ROW_y + CAROM_LANE_BEFORE + n);
        const double *over = row_at(s, w, CAROM_ROW_OVER + n * CAROM_LAG);
        const double *restrict an = over + CAROM_CLOCK * w, *restrict bn = over + CAROM_ALONG * w,
                               *restrict cn = over + CAROM_ACROSS * w;
        for (int i = 0; i < w; i++) {
            y[i] = y[i] * tau[i] + yn[i];
            a[i] = a[i] * tau[i] + an[i];
            b[i] = b[i] * tau[i] + bn[i];
            c[i] = c[i] * tau[i] + cn[i];
        }
    }
    double *restrict y_sum = row_at(s, w, CAROM_ROW_Y_SUM), *sum = row_at(s, w, CAROM_ROW_SUM);
    double *restrict clock = sum + CAROM_CLOCK * w, *restrict along = sum + CAROM_ALONG * w,
                     *restrict across = sum + CAROM_ACROSS * w;
    for (int i = 0; i < w; i++) {
        y_sum[i] = y[i];
        clock[i] = a[i];
        along[i] = b[i];
        across[i] = c[i];
    }
}

CAROM_LANE void sum_Y(carom_lane_series *s, int w) {
    _Alignas(64) double d[CAROM_WALKERS_MANY] = {0.0};
    const double *restrict tau = row_at(s, w, CAROM_ROW_TAU);
    for (int n = CAROM_LANE_TERMS - 1; n >= 0; n--) {
        const double *restrict dn = row_at(s, w, CAROM_ROW_Y + n);
        for (int i = 0; i < w; i++) d[i] = d[i] * tau[i] + dn[i];
    }
    double *restrict lag = row_at(s, w, CAROM_ROW_SUM + CAROM_LAG);
    for (int i = 0; i < w; i++) lag[i] = d[i];
}

CAROM_LANE void sum_series(carom_lane_series *s, int w) {
    sum_y(s, w);
    if (s->working) sum_Y(s, w);
}

static void expand_few(carom_lane_series *s) {
    expand_series(s, CAROM_WALKERS_FEW);
}

static void expand_many(carom_lane_series *s) {
    expand_series(s, CAROM_WALKERS_MANY);
}

static void sum_few(carom_lane_series *s) {
    sum_series(s, CAROM_WALKERS_FEW);
}

static void sum_many(carom_lane_series *s) {
    sum_series(s, CAROM_WALKERS_MANY);
}

#endif
