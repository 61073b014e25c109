// Chatterjee 1997, chapters 3, 7, 10 and 11: impulse space and what laws reach in it.
#include <math.h>
#include <stdio.h>

#include "base/worst.h"
#include "carom/region.h"
#include "papers/papers.h"

// Collisions of the thesis' figures, which print no numbers: the shapes are theirs, the numbers are ours.
static const double generic_mu = 0.55;

static carom_contact generic(void) {
    return carom_plane_contact(1.0, 0.45, 1.1, -1.0, -0.65);
}

static carom_panel *impulse_panel(carom_reproduction *r, double width, double height) {
    carom_panel *panel = carom_reproduce_panel(r, width, height);
    carom_panel_axes(panel, "tangential impulse $P_T$", "normal impulse $P_N$");
    if (panel) panel->equal = panel->zero_lines = true;
    return panel;
}

static void add_point(carom_panel *panel, const double P[2], const char *name) {
    carom_series *s =
        carom_panel_series(panel, CAROM_SERIES_POINTS, name,
                           (carom_style){.ink = CAROM_INK_TEXT, .mark = CAROM_MARK_DISC, .unlisted = true});
    carom_series_add(s, P[1], P[0]);
    carom_panel_note(panel, P[1], P[0], name, CAROM_INK_TEXT);
}

// Impulses that leave the part `part` of the energy.
static void add_ellipse(carom_panel *panel, const carom_contact *c, double part, const char *name, carom_style style) {
    carom_region region;
    carom_region_of(c, HUGE_VAL, &region);
    carom_series *s = carom_panel_line(panel, name, style);
    for (int i = 0; i <= 360; i++) {
        const double angle = 6.28318530717958648 * i / 360;
        const double along = sqrt(part) * cos(angle), across = sqrt(part) * sin(angle);
        carom_series_add(s, region.centre[1] + along * region.axes[0][1] + across * region.axes[1][1],
                         region.centre[0] + along * region.axes[0][0] + across * region.axes[1][0]);
    }
}

static const carom_style ellipse_style = {.ink = CAROM_INK_TEXT, .width = 1.0, .unlisted = true};
static const carom_style thin_style = {.ink = CAROM_INK_SOFT, .width = 0.8, .unlisted = true};

static void centre_of(const carom_contact *c, double P[2]) {
    carom_region region;
    carom_region_of(c, HUGE_VAL, &region);
    P[0] = region.centre[0];
    P[1] = region.centre[1];
}

static void velocity_after(const carom_contact *c, const double P[2], double v[2]) {
    for (int i = 0; i < 2; i++) v[i] = c->v[i] + c->W[i][0] * P[0] + c->W[i][1] * P[1];
}

static void add_arrow(carom_panel *panel, const double P[2], const double v[2], double scale, const char *name) {
    carom_series *s = carom_panel_series(panel, CAROM_SERIES_ARROW, name,
                                         (carom_style){.ink = CAROM_INK_VERMILION, .width = 1.6, .unlisted = true});
    carom_series_add(s, P[1], P[0]);
    carom_series_add(s, P[1] + scale * v[1], P[0] + scale * v[0]);
    carom_panel_note(panel, P[1] + scale * v[1], P[0] + scale * v[0], name, CAROM_INK_VERMILION);
}

static double energy_change(const carom_contact *c, const double P[2]) {
    carom_verdict verdict;
    carom_check(c, HUGE_VAL, (double[3]){P[0], P[1], 0.0}, &verdict);
    return verdict.dE;
}

// A step across the final velocity keeps the energy to first order; a step along it does not.
static bool is_normal(const carom_contact *c, const double P[2]) {
    const double step = 1e-6, here = energy_change(c, P);
    double v[2];
    velocity_after(c, P, v);
    const double across = energy_change(c, (double[2]){P[0] - step * v[1], P[1] + step * v[0]}) - here;
    const double along = energy_change(c, (double[2]){P[0] + step * v[0], P[1] + step * v[1]}) - here;
    return fabs(across) < 1e-4 * fabs(along);
}

void carom_reproduce_ch_fig3_1(carom_reproduction *r) {
    const carom_contact c = generic();
    const double O[2] = {0.0, 0.0}, P[2] = {1.1, 0.75}, outwards[2] = {c.v[0], c.v[1]};
    double C[2], v[2];
    centre_of(&c, C);
    velocity_after(&c, P, v);
    const double E = -0.5 * (C[0] * c.v[0] + C[1] * c.v[1]), left = (E + energy_change(&c, P)) / E;
    carom_claim_fact(r, "final velocity and ellipse of equal loss", "normal to each other", is_normal(&c, P));
    carom_claim_fact(r, "initial velocity and ellipse of no loss, at O", "normal to each other", is_normal(&c, O));
    carom_panel *panel = impulse_panel(r, 360.0, 330.0);
    add_ellipse(panel, &c, 1.0, "no loss", ellipse_style);
    add_ellipse(panel, &c, left, "equal loss", thin_style);
    add_arrow(panel, O, outwards, 0.35, "$V_i$");
    add_arrow(panel, P, v, 0.35, "$V_α$");
    add_point(panel, O, "O");
    add_point(panel, P, "$P_α$");
    add_point(panel, C, "C");
}

void carom_reproduce_ch_fig3_2(carom_reproduction *r) {
    const carom_contact c = generic();
    carom_panel *panel = impulse_panel(r, 360.0, 330.0);
    carom_params p = carom_default_params();
    p.direction[0] = 1.0;
    p.direction[1] = 0.75;
    double C[2], E;
    centre_of(&c, C);
    E = -0.5 * (C[0] * c.v[0] + C[1] * c.v[1]);
    p.eta = 0.0;
    const carom_outcome most = carom_plane_solve(&carom_law_ivanov, &c, &p);
    p.eta = 1.0;
    const carom_outcome none = carom_plane_solve(&carom_law_ivanov, &c, &p);
    carom_claim_number(r, "final velocity along the impulse where most is lost", "0.00000000",
                       most.v[0] * most.P[0] + most.v[1] * most.P[1]);
    carom_claim_number(r, "impulse where most is lost, of that where none is", "0.50000000", most.P[0] / none.P[0]);
    carom_claim_number(r, "energy lost at eta = 1", "0.00000000", none.dE);
    const double touching = (E + most.dE) / E;
    add_ellipse(panel, &c, 1.0, "no loss", ellipse_style);
    static const double parts[4] = {-0.5, 0.25, 0.5, 0.75};
    // Inner ellipses are missed, outer ones crossed twice.
    for (int i = 0; i < 4; i++)
        add_ellipse(panel, &c, touching + parts[i] * (parts[i] < 0.0 ? touching : 1.0 - touching), "equal loss",
                    thin_style);
    add_ellipse(panel, &c, touching, "touched",
                (carom_style){.ink = CAROM_INK_BLUE, .width = 1.4, .dash = CAROM_DASHED, .unlisted = true});
    carom_series *ray = carom_panel_series(panel, CAROM_SERIES_RAY, "direction",
                                           (carom_style){.ink = CAROM_INK_VERMILION, .width = 1.4, .unlisted = true});
    carom_series_add(ray, 0.0, 0.0);
    carom_series_add(ray, p.direction[1], p.direction[0]);
    add_point(panel, (double[2]){0.0, 0.0}, "O");
    add_point(panel, most.P, "most lost, $η = 0$");
    add_point(panel, none.P, "none lost, $η = 1$");
}

// The diagram without a path: lines, ellipse, region.
static carom_panel *region_panel(carom_reproduction *r, const carom_contact *c, double mu, bool rings) {
    carom_params p = carom_default_params();
    p.mu = mu;
    carom_panel *panel = carom_reproduce_panel(r, 380.0, 350.0);
    const carom_impulse_view view = {.contact = c, .params = &p, .plain = !rings};
    carom_diagram_impulse(panel, &view);
    carom_panel_axes(panel, "tangential impulse $P_T$", "normal impulse $P_N$");
    return panel;
}

void carom_reproduce_ch_fig3_3(carom_reproduction *r) {
    const carom_contact c = generic();
    carom_panel *panel = region_panel(r, &c, generic_mu, true);
    double C[2];
    centre_of(&c, C);
    const double B[2] = {-2.0 * c.v[0] / c.W[0][0], 0.0}, A[2] = {-c.v[0] / c.W[0][0], 0.0};
    carom_verdict verdict;
    carom_check(&c, HUGE_VAL, (double[3]){B[0], 0.0, 0.0}, &verdict);
    carom_claim_number(r, "energy at B, the smooth elastic end", "0.00000000", verdict.dE);
    carom_claim_number(r, "A of B: greatest compression halfway", "0.50000000", A[0] / B[0]);
    add_point(panel, (double[2]){0.0, 0.0}, "O");
    add_point(panel, A, "A");
    add_point(panel, B, "B");
    add_point(panel, C, "C");
}

// What a law reaches: its impulses for r_n in [0, 1] and r_t in [-1, 1], cell by cell, as one area.
enum { CELLS = 60 };

typedef struct {
    double P[CELLS + 1][CELLS + 1][2];
} reach;

static void reach_of(const carom_law *law, const carom_contact *c, double mu, reach *out) {
    carom_params p = carom_default_params();
    p.mu = mu;
    for (int i = 0; i <= CELLS; i++)
        for (int j = 0; j <= CELLS; j++) {
            p.r_n = (double)i / CELLS;
            p.r_t = -1.0 + 2.0 * j / CELLS;
            const carom_outcome end = carom_plane_solve(law, c, &p);
            out->P[i][j][0] = end.P[0];
            out->P[i][j][1] = end.P[1];
        }
}

static double corner_x(const reach *a, int i, int j, int corner) {
    return a->P[i + (corner == 1 || corner == 2)][j + (corner >= 2)][1];
}

static double corner_y(const reach *a, int i, int j, int corner) {
    return a->P[i + (corner == 1 || corner == 2)][j + (corner >= 2)][0];
}

static double area_of(const reach *a, int i, int j) {
    double area = 0.0;
    for (int k = 0; k < 4; k++)
        area += corner_x(a, i, j, k) * corner_y(a, i, j, (k + 1) % 4) -
                corner_x(a, i, j, (k + 1) % 4) * corner_y(a, i, j, k);
    return 0.5 * area;
}

// Cells all turn the same way, so that where they overlap the area is simply covered.
static void add_reach(carom_panel *panel, const reach *a, const char *name, carom_style style) {
    carom_series *s = carom_panel_series(panel, CAROM_SERIES_AREA, name, style);
    for (int i = 0; i < CELLS; i++)
        for (int j = 0; j < CELLS; j++) {
            const double area = area_of(a, i, j);
            if (fabs(area) < 1e-12) continue;
            for (int k = 0; k < 4; k++) {
                const int corner = area > 0.0 ? k : 3 - k;
                carom_series_add(s, corner_x(a, i, j, corner), corner_y(a, i, j, corner));
            }
            carom_series_add(s, (double)NAN, (double)NAN);
        }
}

static bool in_cell(const reach *a, int i, int j, const double P[2], double slack) {
    const double sense = area_of(a, i, j) > 0.0 ? 1.0 : -1.0;
    for (int k = 0; k < 4; k++) {
        const double x0 = corner_x(a, i, j, k), y0 = corner_y(a, i, j, k);
        const double x1 = corner_x(a, i, j, (k + 1) % 4), y1 = corner_y(a, i, j, (k + 1) % 4);
        if (sense * ((x1 - x0) * (P[0] - y0) - (y1 - y0) * (P[1] - x0)) < -slack * hypot(x1 - x0, y1 - y0))
            return false;
    }
    return true;
}

// Is every impulse of `inner` in a cell of `outer`? Curved borders are cut by straight cells, hence the slack.
static bool is_within(const reach *inner, const reach *outer, double slack) {
    for (int n = 0; n < (CELLS + 1) * (CELLS + 1); n += 7) {
        const double *P = inner->P[n / (CELLS + 1)][n % (CELLS + 1)];
        bool found = false;
        for (int m = 0; m < CELLS * CELLS && !found; m++) found = in_cell(outer, m / CELLS, m % CELLS, P, slack);
        if (!found) return false;
    }
    return true;
}

static bool is_admissible(const reach *a, const carom_contact *c, double mu) {
    for (int n = 0; n < (CELLS + 1) * (CELLS + 1); n++) {
        const double *P = a->P[n / (CELLS + 1)][n % (CELLS + 1)];
        carom_verdict verdict;
        carom_check(c, mu, (double[3]){P[0], P[1], 0.0}, &verdict);
        if (verdict.broken) return false;
    }
    return true;
}

static double furthest_apart(const reach *a, const reach *b) {
    double most = 0.0;
    for (int n = 0; n < (CELLS + 1) * (CELLS + 1); n++)
        for (int k = 0; k < 2; k++)
            most =
                fmax(most, fabs(a->P[n / (CELLS + 1)][n % (CELLS + 1)][k] - b->P[n / (CELLS + 1)][n % (CELLS + 1)][k]));
    return most;
}

static const carom_style reach_style = {.ink = CAROM_INK_ORANGE, .fill = 0.35, .hatched = true};

void carom_reproduce_ch_fig7_1(carom_reproduction *r) {
    const carom_contact c = generic();
    carom_panel *panel = region_panel(r, &c, generic_mu, true);
    double C[2], v[2];
    centre_of(&c, C);
    velocity_after(&c, C, v);
    carom_claim_number(r, "velocity at C, normal", "0.00000000", v[0]);
    carom_claim_number(r, "velocity at C, tangential", "0.00000000", v[1]);
    const double B[2] = {-c.v[0] / c.W[0][0], 0.0}, F[2] = {-2.0 * c.v[0] / c.W[0][0], 0.0};
    const double G[2] = {2.0 * C[0], 2.0 * C[1]};
    velocity_after(&c, G, v);
    carom_claim_number(r, "v_n at G, of -v_n before", "1.00000000", -v[0] / c.v[0]);
    carom_claim_false(r, "footnote: e_n at G", "-1", "1", fabs(v[0] / -c.v[0] - 1.0) < 1e-12, "velocity is reversed");
    add_point(panel, (double[2]){0.0, 0.0}, "O");
    add_point(panel, B, "B");
    add_point(panel, F, "F");
    add_point(panel, G, "G");
    add_point(panel, C, "C");
}

static void one_law(carom_reproduction *r, const carom_law *law, const char *name) {
    const carom_contact c = generic();
    reach a;
    reach_of(law, &c, generic_mu, &a);
    carom_claim_fact(r, name, "in the accessible region", is_admissible(&a, &c, generic_mu));
    add_reach(region_panel(r, &c, generic_mu, true), &a, name, reach_style);
}

void carom_reproduce_ch_fig7_2(carom_reproduction *r) {
    const carom_contact c = generic();
    reach first, second;
    reach_of(&carom_law_chatterjee1, &c, generic_mu, &first);
    reach_of(&carom_law_chatterjee2, &c, generic_mu, &second);
    carom_claim_fact(r, "what law II reaches", "law I reaches too", is_within(&second, &first, 2e-3));
    one_law(r, &carom_law_chatterjee1, "law I");
}

void carom_reproduce_ch_fig7_3(carom_reproduction *r) {
    one_law(r, &carom_law_chatterjee2, "law II");
}

void carom_reproduce_ch_fig7_4(carom_reproduction *r) {
    one_law(r, &carom_law_chatterjee3, "law III");
}

// Impulses of a law with one coefficient, e from 0 to 1.
static double add_curve(carom_panel *panel, const carom_law *law, const carom_contact *c, double mu, const char *name,
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

static const carom_style routh_style = {.ink = CAROM_INK_VERMILION, .width = 2.6};
static const carom_style kane_style = {.ink = CAROM_INK_BLUE, .width = 2.0, .dash = CAROM_DASHDOT};
static const carom_style smith_style = {.ink = CAROM_INK_GREEN, .width = 2.2, .dash = CAROM_DASHED};

void carom_reproduce_ch_fig7_5(carom_reproduction *r) {
    const carom_contact c = generic();
    carom_panel *panel = region_panel(r, &c, generic_mu, true);
    const double routh = add_curve(panel, &carom_law_routh, &c, generic_mu, "Routh", routh_style);
    const double kane = add_curve(panel, &carom_law_whittaker, &c, generic_mu, "Kane & Levinson", kane_style);
    const double smith = add_curve(panel, &carom_law_smith, &c, generic_mu, "Smith", smith_style);
    carom_claim_fact(r, "Kane & Levinson, for some e", "gains energy", kane > 1e-6);
    carom_claim_fact(r, "Routh and Smith, for every e", "gain none", routh < 1e-12 && smith < 1e-12);
}

static void add_all(carom_reproduction *r, const carom_contact *c, double mu) {
    reach a[3];
    reach_of(&carom_law_chatterjee1, c, mu, &a[0]);
    reach_of(&carom_law_chatterjee2, c, mu, &a[1]);
    reach_of(&carom_law_chatterjee3, c, mu, &a[2]);
    carom_claim_fact(r, "laws I, II and III", "coincide",
                     furthest_apart(&a[0], &a[1]) < 1e-12 && furthest_apart(&a[0], &a[2]) < 1e-12);
    carom_panel *panel = region_panel(r, c, mu, true);
    add_reach(panel, &a[0], "laws I, II, III", reach_style);
    add_curve(panel, &carom_law_routh, c, mu, "Routh, Kane & Levinson", routh_style);
    add_curve(panel, &carom_law_smith, c, mu, "Smith", smith_style);
    double apart = 0.0;
    for (int i = 0; i <= 100; i++) {
        carom_params p = carom_default_params();
        p.e = 0.01 * i;
        p.mu = mu;
        const carom_outcome routh = carom_plane_solve(&carom_law_routh, c, &p);
        const carom_outcome kane = carom_plane_solve(&carom_law_whittaker, c, &p);
        carom_worsen(&apart, hypot(routh.P[0] - kane.P[0], routh.P[1] - kane.P[1]));
    }
    carom_claim_fact(r, "Routh and Kane & Levinson", "coincide", apart < 1e-12);
}

void carom_reproduce_ch_fig7_6(carom_reproduction *r) {
    const carom_contact c = carom_plane_contact(1.0, 0.0, 1.0, -1.0, -0.8);
    add_all(r, &c, 0.6);
}

void carom_reproduce_ch_fig7_7(carom_reproduction *r) {
    const carom_contact c = carom_plane_contact(1.0, 0.0, 1.0, -0.12, -1.0);
    add_all(r, &c, 0.6);
    reach a;
    double highest = 0.0, C[2];
    reach_of(&carom_law_chatterjee1, &c, 0.6, &a);
    for (int n = 0; n < (CELLS + 1) * (CELLS + 1); n++)
        highest = fmax(highest, a.P[n / (CELLS + 1)][n % (CELLS + 1)][0]);
    centre_of(&c, C);
    const double top = C[0] + sqrt((C[0] * C[0] + C[1] * C[1]));
    carom_claim_number(r, "highest P_N the laws reach", "0.24000000", highest);
    carom_claim_fact(r, "what they reach, of the ellipse's height", "a small part", highest < 0.25 * top);
}

// A rod that jams: W_nt large, friction above W_nn/W_nt.
void carom_reproduce_ch_fig7_8(carom_reproduction *r) {
    const carom_contact c = carom_plane_contact(1.0, -0.9, 1.2, 0.0, -1.0);
    const double mu = 1.6;
    carom_panel *panel = region_panel(r, &c, mu, true);
    carom_params p = carom_default_params();
    p.mu = mu;
    p.r_t = 0.3;
    double first[2] = {0.0, 0.0};
    bool point = true, on_line = true;
    carom_series *line = carom_panel_line(panel, "laws II, III", (carom_style){.ink = CAROM_INK_ORANGE, .width = 4.0});
    for (int i = 0; i <= 100; i++) {
        p.r_n = 0.01 * (i * 37 % 101);
        p.r_t = -0.99 + 0.0198 * i;
        const carom_outcome one = carom_plane_solve(&carom_law_chatterjee1, &c, &p);
        const carom_outcome two = carom_plane_solve(&carom_law_chatterjee2, &c, &p);
        const carom_outcome three = carom_plane_solve(&carom_law_chatterjee3, &c, &p);
        if (i == 0) first[0] = one.P[0];
        if (i == 0) first[1] = one.P[1];
        point = point && hypot(one.P[0] - first[0], one.P[1] - first[1]) < 1e-12;
        on_line = on_line && fabs(two.v[0]) < 1e-12 && fabs(three.v[0]) < 1e-12;
        carom_series_add(line, three.P[1], three.P[0]);
    }
    carom_claim_fact(r, "law I, every r_n and r_t > -1", "one point", point);
    carom_claim_fact(r, "laws II and III", "on the line of compression", on_line);
    p.r_t = -1.0;
    carom_claim_number(r, "law I, r_t = -1: P_N", "0.00000000", carom_plane_solve(&carom_law_chatterjee1, &c, &p).P[0]);
    add_curve(panel, &carom_law_routh, &c, mu, "Routh", routh_style);
    p.e = 0.0;
    const carom_outcome smith = carom_plane_solve(&carom_law_smith, &c, &p);
    const carom_outcome kane = carom_plane_solve(&carom_law_whittaker, &c, &p);
    p.e = 1.0;
    const carom_outcome smith1 = carom_plane_solve(&carom_law_smith, &c, &p);
    const carom_outcome kane1 = carom_plane_solve(&carom_law_whittaker, &c, &p);
    carom_claim_fact(r, "Smith; Kane & Levinson, e = 0 and 1", "a point each",
                     fabs(smith.P[0] - smith1.P[0]) < 1e-12 && fabs(kane.P[0] - kane1.P[0]) < 1e-12);
    add_point(panel, first, "law I");
    add_point(panel, smith.P, "Smith");
    add_point(panel, kane.P, "Kane & Levinson");
}

void carom_reproduce_ch_fig7_9(carom_reproduction *r) {
    const carom_contact c = generic();
    carom_panel *panel = region_panel(r, &c, HUGE_VAL, true);
    reach a;
    reach_of(&carom_law_chatterjee3, &c, HUGE_VAL, &a);
    add_reach(panel, &a, "law III", reach_style);
    add_curve(panel, &carom_law_routh, &c, HUGE_VAL, "Routh", routh_style);
    const double most = add_curve(panel, &carom_law_whittaker, &c, HUGE_VAL, "Kane & Levinson", kane_style);
    add_curve(panel, &carom_law_smith, &c, HUGE_VAL, "Smith", smith_style);
    carom_params p = carom_default_params();
    p.mu = HUGE_VAL;
    const carom_outcome smith = carom_plane_solve(&carom_law_smith, &c, &p);
    carom_claim_number(r, "Smith, e = 1: slip after, of -v_t before", "1.00000000", -smith.v[1] / c.v[1]);
    carom_claim_fact(r, "Kane & Levinson near e = 1", "gains energy", most > 1e-6);
}
