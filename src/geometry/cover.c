#include "geometry/cover.h"

#include <math.h>
#include <string.h>

void carom_cover_over(carom_cover *cover, const double low[2], const double high[2]) {
    static const int cells[2] = {CAROM_COVER_ROWS, CAROM_COVER_COLUMNS};
    memset(cover, 0, sizeof *cover);
    for (int k = 0; k < 2; k++) {
        // The box gets a width of at least 1e-12 of its position, so that its cells have an area.
        const double wide = fmax(high[k] - low[k], 1e-12 * fmax(fabs(low[k]), fabs(high[k])));
        cover->low[k] = low[k] - 0.02 * wide;
        cover->step[k] = 1.04 * wide / cells[k];
    }
}

// Returns the first of `most` cells whose centre lies at x or beyond; `most` if there is none. x is in cells.
static int beyond(double x, int most) {
    return (int)ceil(fmin(fmax(x, 0.5), most + 0.5) - 0.5);
}

// Marks the columns whose centres lie in [from, to), both in cells.
static void mark(carom_cover *cover, int row, double from, double to) {
    const int end = beyond(to, CAROM_COVER_COLUMNS);
    for (int j = beyond(from, CAROM_COVER_COLUMNS); j < end; j++) cover->row[row][j / 64] |= UINT64_C(1) << (j % 64);
}

static void mark_triangle(carom_cover *cover, const double *p, const double *q, const double *r) {
    const double *corner[3] = {p, q, r};
    double y[3], x[3];
    for (int k = 0; k < 3; k++) {
        y[k] = (corner[k][0] - cover->low[0]) / cover->step[0];
        x[k] = (corner[k][1] - cover->low[1]) / cover->step[1];
    }
    const double low = fmin(fmin(y[0], y[1]), y[2]), high = fmax(fmax(y[0], y[1]), y[2]);
    if (!(high > 0.0) || !(low < CAROM_COVER_ROWS)) return;
    const int end = beyond(high, CAROM_COVER_ROWS);
    for (int i = beyond(low, CAROM_COVER_ROWS); i < end; i++) {
        const double at = i + 0.5;
        double from = HUGE_VAL, to = -HUGE_VAL;
        for (int k = 0; k < 3; k++) {
            const int n = (k + 1) % 3;
            if ((y[k] <= at) == (y[n] <= at)) continue;
            const double cut = x[k] + (at - y[k]) / (y[n] - y[k]) * (x[n] - x[k]);
            from = fmin(from, cut);
            to = fmax(to, cut);
        }
        if (from < to) mark(cover, i, from, to);
    }
}

void carom_cover_quad(carom_cover *cover, const double P[4][2]) {
    mark_triangle(cover, P[0], P[1], P[2]);
    mark_triangle(cover, P[0], P[2], P[3]);
}

// Counts the marked cells among the columns whose centres lie in [from, to).
static long count_row(const uint64_t *row, double from, double to) {
    const int end = beyond(to, CAROM_COVER_COLUMNS);
    long count = 0;
    for (int j = beyond(from, CAROM_COVER_COLUMNS); j < end; j++) count += (long)((row[j / 64] >> (j % 64)) & 1);
    return count;
}

double carom_cover_area(const carom_cover *cover, const carom_contact *contact, double mu, double *inside) {
    const double cell = cover->step[0] * cover->step[1], along[3] = {0.0, 1.0, 0.0};
    long all = 0, in = 0;
    for (int i = 0; i < CAROM_COVER_ROWS; i++) {
        const double P[3] = {cover->low[0] + (i + 0.5) * cover->step[0], 0.0, 0.0};
        double span[2];
        all += count_row(cover->row[i], 0.0, CAROM_COVER_COLUMNS);
        if (carom_region_interval(contact, mu, P, along, span, NULL) != CAROM_OK || !(span[0] <= span[1])) continue;
        for (int k = 0; k < 2; k++) span[k] = (span[k] - cover->low[1]) / cover->step[1];
        in += count_row(cover->row[i], span[0], span[1]);
    }
    *inside = (double)in * cell;
    return (double)all * cell;
}
