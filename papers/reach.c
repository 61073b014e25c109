#include "papers/reach.h"

#include <math.h>

#include "base/worst.h"
#include "carom/region.h"

enum { CELLS = CAROM_REACH_CELLS, ALL = (CELLS + 1) * (CELLS + 1) };

static const double *at(const carom_reach *a, int n) {
    return a->P[n / (CELLS + 1)][n % (CELLS + 1)];
}

void carom_reach_of(const carom_law *law, const carom_contact *c, double mu, carom_reach *out) {
    carom_params p = carom_default_params();
    p.mu = mu;
    for (int n = 0; n < ALL; n++) {
        p.r_n = (double)(n / (CELLS + 1)) / CELLS;
        p.r_t = -1.0 + 2.0 * (n % (CELLS + 1)) / CELLS;
        const carom_outcome end = carom_plane_solve(law, c, &p);
        out->P[n / (CELLS + 1)][n % (CELLS + 1)][0] = end.P[0];
        out->P[n / (CELLS + 1)][n % (CELLS + 1)][1] = end.P[1];
    }
}

// Corners of a cell in turn.
static const double *corner(const carom_reach *a, int i, int j, int k) {
    return a->P[i + (k == 1 || k == 2)][j + (k >= 2)];
}

static double area_of(const carom_reach *a, int i, int j) {
    double area = 0.0;
    for (int k = 0; k < 4; k++) {
        const double *here = corner(a, i, j, k), *next = corner(a, i, j, (k + 1) % 4);
        area += here[1] * next[0] - next[1] * here[0];
    }
    return 0.5 * area;
}

// Cells all turn the same way, so that where they overlap the area is simply covered.
void carom_reach_draw(carom_panel *panel, const carom_reach *a, const char *name, carom_style style) {
    carom_series *s = carom_panel_series(panel, CAROM_SERIES_AREA, name, style);
    for (int i = 0; i < CELLS; i++)
        for (int j = 0; j < CELLS; j++) {
            const double area = area_of(a, i, j);
            if (!(fabs(area) >= 1e-12)) continue;
            for (int k = 0; k < 4; k++) {
                const double *P = corner(a, i, j, area > 0.0 ? k : 3 - k);
                carom_series_add(s, P[1], P[0]);
            }
            carom_series_add(s, (double)NAN, (double)NAN);
        }
}

static bool in_cell(const carom_reach *a, int i, int j, const double P[2], double slack) {
    const double sense = area_of(a, i, j) > 0.0 ? 1.0 : -1.0;
    for (int k = 0; k < 4; k++) {
        const double *here = corner(a, i, j, k), *next = corner(a, i, j, (k + 1) % 4);
        const double x = next[1] - here[1], y = next[0] - here[0];
        if (sense * (x * (P[0] - here[0]) - y * (P[1] - here[1])) < -slack * hypot(x, y)) return false;
    }
    return true;
}

bool carom_reach_within(const carom_reach *inner, const carom_reach *outer, double slack) {
    for (int n = 0; n < ALL; n += 7) {
        bool found = false;
        for (int m = 0; m < CELLS * CELLS && !found; m++)
            found = in_cell(outer, m / CELLS, m % CELLS, at(inner, n), slack);
        if (!found) return false;
    }
    return true;
}

bool carom_reach_admissible(const carom_reach *a, const carom_contact *c, double mu) {
    for (int n = 0; n < ALL; n++) {
        carom_verdict verdict;
        carom_check(c, mu, (double[3]){at(a, n)[0], at(a, n)[1], 0.0}, &verdict);
        if (verdict.broken) return false;
    }
    return true;
}

double carom_reach_apart(const carom_reach *a, const carom_reach *b) {
    double most = 0.0;
    for (int n = 0; n < ALL; n++)
        for (int k = 0; k < 2; k++) carom_worsen(&most, fabs(at(a, n)[k] - at(b, n)[k]));
    return most;
}

double carom_reach_curve(carom_panel *panel, const carom_law *law, const carom_contact *c, double mu, const char *name,
                         carom_style style) {
    carom_params p = carom_default_params();
    carom_series *s = carom_panel_line(panel, name, style);
    double most = -HUGE_VAL;
    p.mu = mu;
    for (int i = 0; i <= 100; i++) {
        p.e = 0.01 * i;
        const carom_outcome out = carom_plane_solve(law, c, &p);
        if (out.status != CAROM_OK) continue;
        carom_series_add(s, out.P[1], out.P[0]);
        most = fmax(most, out.dE);
    }
    return most;
}

void carom_reach_letter(carom_panel *panel, const double P[2], const char *letter) {
    carom_series *s =
        carom_panel_series(panel, CAROM_SERIES_POINTS, letter,
                           (carom_style){.ink = CAROM_INK_TEXT, .mark = CAROM_MARK_DISC, .unlisted = true});
    carom_series_add(s, P[1], P[0]);
    carom_panel_note(panel, P[1], P[0], letter, CAROM_INK_TEXT);
}

carom_panel *carom_reach_panel(carom_reproduction *r, const carom_contact *c, double mu) {
    carom_params p = carom_default_params();
    p.mu = mu;
    carom_panel *panel = carom_reproduce_panel(r, 380.0, 350.0);
    const carom_impulse_view view = {.contact = c, .params = &p};
    carom_diagram_impulse(panel, &view);
    carom_panel_axes(panel, "tangential impulse $P_T$  (N s)", "normal impulse $P_N$  (N s)");
    return panel;
}

void carom_reach_centre(const carom_contact *c, double P[2]) {
    carom_region region;
    carom_region_of(c, HUGE_VAL, &region);
    P[0] = region.centre[0];
    P[1] = region.centre[1];
}
