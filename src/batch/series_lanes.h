// The power series of walkers.h for all walkers side by side. Part of batch/lanes.h: built once for every level.
#ifndef CAROM_SRC_SERIES_LANES_H
#define CAROM_SRC_SERIES_LANES_H

#include <math.h>

#include "batch/walkers.h"

// Term n of y or Y: m = 1 or 2, y its row.
static void next_term(const carom_lane_series *s, double n, double m, carom_walkers_row *y) {
    const double *restrict A1 = s->A[0], *restrict A2 = s->A[1], *restrict A3 = s->A[2], *restrict A4 = s->A[3];
    const double *restrict C1 = s->C[0], *restrict C2 = s->C[1], *restrict C3 = s->C[2], *restrict C4 = s->C[3];
    const double *restrict y1 = y[-1], *restrict y2 = y[-2], *restrict y3 = y[-3], *restrict y4 = y[-4];
    double *restrict to = y[0];
    const double over = 1.0 / n;
    for (int i = 0; i < CAROM_WALKERS; i++)
        to[i] = (((m * A4[i] - n * C4[i]) * y4[i] + (m * A3[i] - n * C3[i]) * y3[i]) +
                 ((m * A2[i] - n * C2[i]) * y2[i] + (m * A1[i] - n * C1[i]) * y1[i])) *
                over;
}

// 1/(n + power) for y and, if Y is wanted too, for both with one division; the same operations, and so the same bits,
// where every power is 1 and one number does for all. At a root the first term goes by itself.
static void parts(const carom_lane_series *s, double n, double *restrict part, double *restrict part2) {
    const double *restrict power = s->power[0], *restrict power2 = s->power[1], *restrict held = s->held;
    const double x1 = n + 1.0, usual = s->working ? 1.0 / (x1 * x1) * x1 : 1.0 / x1;
    if (!s->dying) {
        for (int i = 0; i < CAROM_WALKERS; i++) part[i] = part2[i] = usual;
    } else if (n == 0.0) {
        for (int i = 0; i < CAROM_WALKERS; i++) part[i] = part2[i] = held[i];
    } else if (!s->working) {
        for (int i = 0; i < CAROM_WALKERS; i++) part[i] = 1.0 / (n + power[i]);
    } else {
        for (int i = 0; i < CAROM_WALKERS; i++) {
            const double x = n + power[i], y = n + power2[i], over = 1.0 / (x * y);
            part[i] = over * y;
            part2[i] = over * x;
        }
    }
}

// Term n of the integrals, weighted as in walk/series.h with t = h tau and up to factors:
//   q^2 y,   (1 - t^4) y,   (t + t^3) y / h,   q^3 Y - held (1 - t^4) y
static void weigh_y(const carom_lane_series *s, carom_walkers_row *y, const double *restrict part,
                    carom_walkers_row *over) {
    const double *restrict y0 = y[0], *restrict y1 = y[-1], *restrict y2 = y[-2], *restrict y3 = y[-3],
                           *restrict y4 = y[-4], *restrict hh = s->hh;
    double *restrict clock = over[CAROM_CLOCK], *restrict along = over[CAROM_ALONG],
                     *restrict across = over[CAROM_ACROSS];
    for (int i = 0; i < CAROM_WALKERS; i++) {
        const double h2 = hh[i], fourth = h2 * h2 * y4[i];
        clock[i] = (y0[i] + 2.0 * h2 * y2[i] + fourth) * part[i];
        along[i] = (y0[i] - fourth) * part[i];
        across[i] = (y1[i] + h2 * y3[i]) * part[i];
    }
}

static void weigh_Y(const carom_lane_series *s, carom_walkers_row *y, carom_walkers_row *Y,
                    const double *restrict part2, double *restrict lag) {
    const double *restrict y0 = y[0], *restrict y4 = y[-4], *restrict hh = s->hh, *restrict held = s->held;
    const double *restrict Y0 = Y[0], *restrict Y2 = Y[-2], *restrict Y4 = Y[-4], *restrict Y6 = Y[-6];
    for (int i = 0; i < CAROM_WALKERS; i++) {
        const double h2 = hh[i], h4 = h2 * h2, along = y0[i] - h4 * y4[i];
        lag[i] = ((Y0[i] - held[i] * along) + 3.0 * h2 * Y2[i] + h4 * (3.0 * Y4[i] + h2 * Y6[i])) * part2[i];
    }
}

// The largest of the last four terms of y or Y.
static void measure_tail(carom_walkers_row *y, double *restrict tail) {
    const double *restrict a = y[CAROM_LANE_TERMS - 4], *restrict b = y[CAROM_LANE_TERMS - 3],
                           *restrict c = y[CAROM_LANE_TERMS - 2], *restrict d = y[CAROM_LANE_TERMS - 1];
    for (int i = 0; i < CAROM_WALKERS; i++) {
        const double ab = fabs(a[i]) > fabs(b[i]) ? fabs(a[i]) : fabs(b[i]);
        const double cd = fabs(c[i]) > fabs(d[i]) ? fabs(c[i]) : fabs(d[i]);
        tail[i] = ab > cd ? ab : cd;
    }
}

// Their sum, and the sum of their sizes.
static void measure_all(carom_walkers_row *y, double *restrict all, double *restrict size) {
    for (int i = 0; i < CAROM_WALKERS; i++) size[i] = all[i] = 0.0;
    for (int n = 0; n < CAROM_LANE_TERMS; n++) {
        const double *restrict yn = y[n];
        for (int i = 0; i < CAROM_WALKERS; i++) {
            all[i] += yn[i];
            size[i] += fabs(yn[i]);
        }
    }
}

// tau^48 = TRUNCATION/tail: 48 = 3 16, and 21/64 is nearly 1/3. And tau no larger than FOLDS/|y_1|.
static void reaches(carom_walkers_row *y, const double *restrict tail, double folds, double *restrict reach) {
    const double *restrict y1 = y[1];
    for (int i = 0; i < CAROM_WALKERS; i++) {
        const double x = sqrt(sqrt(sqrt(sqrt(CAROM_LANE_TRUNCATION / tail[i]))));
        const double fourth = sqrt(sqrt(x)), sixteenth = sqrt(sqrt(fourth)), last = sqrt(sqrt(sixteenth));
        const double converges = fourth * sixteenth * last, most = folds / fabs(y1[i]);
        const double to = converges < most ? converges : most;
        reach[i] = to < reach[i] ? to : reach[i];
    }
}

static void expand_series(carom_lane_series *s) {
    _Alignas(64) carom_walkers_row part = {0.0}, part2 = {0.0};
    carom_walkers_row *y = s->y + CAROM_LANE_BEFORE, *Y = s->Y + CAROM_LANE_BEFORE;
    for (int i = 0; i < CAROM_WALKERS; i++) y[0][i] = Y[0][i] = 1.0;
    for (int n = 0; n < CAROM_LANE_TERMS; n++) {
        if (n > 0) next_term(s, n, 1.0, y + n);
        parts(s, n, part, part2);
        weigh_y(s, y + n, part, s->over[n]);
        if (!s->working) continue;
        if (n > 0) next_term(s, n, 2.0, Y + n);
        weigh_Y(s, y + n, Y + n, part2, s->over[n][CAROM_LAG]);
    }
    for (int i = 0; i < CAROM_WALKERS; i++) s->reach[i] = HUGE_VAL;
    measure_tail(y, s->tail[0]);
    if (s->dying) measure_all(y, s->all[0], s->size[0]);
    reaches(y, s->tail[0], CAROM_LANE_FOLDS, s->reach);
    if (!s->working) return;
    measure_tail(Y, s->tail[1]);
    if (s->dying) measure_all(Y, s->all[1], s->size[1]);
    reaches(Y, s->tail[1], 2.0 * CAROM_LANE_FOLDS, s->reach);
}

// Horner's rule for y and the integrals of y; for that of Y.
static void sum_y(carom_lane_series *s) {
    _Alignas(64) carom_walkers_row y = {0.0}, a = {0.0}, b = {0.0}, c = {0.0};
    const double *restrict tau = s->tau;
    for (int n = CAROM_LANE_TERMS - 1; n >= 0; n--) {
        const double *restrict yn = s->y[CAROM_LANE_BEFORE + n], *restrict an = s->over[n][CAROM_CLOCK],
                               *restrict bn = s->over[n][CAROM_ALONG], *restrict cn = s->over[n][CAROM_ACROSS];
        for (int i = 0; i < CAROM_WALKERS; i++) {
            y[i] = y[i] * tau[i] + yn[i];
            a[i] = a[i] * tau[i] + an[i];
            b[i] = b[i] * tau[i] + bn[i];
            c[i] = c[i] * tau[i] + cn[i];
        }
    }
    for (int i = 0; i < CAROM_WALKERS; i++) {
        s->y_sum[i] = y[i];
        s->sum[CAROM_CLOCK][i] = a[i];
        s->sum[CAROM_ALONG][i] = b[i];
        s->sum[CAROM_ACROSS][i] = c[i];
    }
}

static void sum_Y(carom_lane_series *s) {
    _Alignas(64) carom_walkers_row d = {0.0};
    const double *restrict tau = s->tau;
    for (int n = CAROM_LANE_TERMS - 1; n >= 0; n--) {
        const double *restrict dn = s->over[n][CAROM_LAG];
        for (int i = 0; i < CAROM_WALKERS; i++) d[i] = d[i] * tau[i] + dn[i];
    }
    for (int i = 0; i < CAROM_WALKERS; i++) s->sum[CAROM_LAG][i] = d[i];
}

static void sum_series(carom_lane_series *s) {
    sum_y(s);
    if (s->working) sum_Y(s);
}

#endif
