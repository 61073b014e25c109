// Reproduces Chatterjee 1997, chapters 3 and 10: the energy ellipse, Ivanov's theorem and coefficient.
#include <math.h>
#include <stdio.h>

#include "base/worst.h"
#include "mods/draw/figure/figure.h"
#include "papers/laws.h"
#include "papers/params.h"
#include "papers/reach.h"

static const double pi = 3.14159265358979323846;

// The source prints no numbers with these figures. The shapes are those of the source; the numbers are ours.
static carom_contact generic(void) {
    return carom_plane_contact(1.0, 0.45, 1.1, -1.0, -0.65);
}

static carom_panel *impulse_panel(carom_reproduction *r) {
    carom_panel *panel = carom_reproduce_panel(r, 360.0, 330.0);
    carom_panel_axes(panel, "tangential impulse $P_T$  (N s)", "normal impulse $P_N$  (N s)");
    if (panel) panel->equal = panel->zero_lines = true;
    return panel;
}

// Adds the ellipse of the impulses after which the fraction `part` of the energy remains.
static void add_ellipse(carom_panel *panel, const carom_contact *c, double part, const char *name, carom_style style) {
    carom_region region;
    carom_region_compute(c, HUGE_VAL, &region);
    carom_series *s = carom_panel_line(panel, name, style);
    for (int i = 0; i <= 360; i++) {
        const double angle = 2.0 * pi * i / 360;
        const double along = sqrt(part) * cos(angle), across = sqrt(part) * sin(angle);
        carom_series_add(s, region.centre[1] + along * region.axes[0][1] + across * region.axes[1][1],
                         region.centre[0] + along * region.axes[0][0] + across * region.axes[1][0]);
    }
}

static const carom_style ellipse_style = {.ink = CAROM_INK_TEXT, .width = 1.0, .unlisted = true};
static const carom_style thin_style = {.ink = CAROM_INK_SOFT, .width = 0.8, .unlisted = true};

static carom_verdict judged(const carom_contact *c, double mu, const double P[2]) {
    carom_verdict verdict;
    carom_check(c, mu, (double[3]){P[0], P[1], 0.0}, &verdict);
    return verdict;
}

static void add_arrow(carom_panel *panel, const double P[2], const double v[2], double scale, const char *name) {
    carom_series *s = carom_panel_series(panel, CAROM_SERIES_ARROW, name,
                                         (carom_style){.ink = CAROM_INK_VERMILION, .width = 1.6, .unlisted = true});
    carom_series_add(s, P[1], P[0]);
    carom_series_add(s, P[1] + scale * v[1], P[0] + scale * v[0]);
    carom_panel_note(panel, P[1] + scale * v[1], P[0] + scale * v[0], name, CAROM_INK_VERMILION);
}

// Returns true if the final velocity is normal to the ellipse. A step perpendicular to the velocity then keeps the
// energy to first order, and a step along it does not.
static bool is_normal(const carom_contact *c, const double P[2]) {
    const double step = 1e-6;
    const carom_verdict here = judged(c, HUGE_VAL, P);
    const double *v = here.v;
    const double across = judged(c, HUGE_VAL, (double[2]){P[0] - step * v[1], P[1] + step * v[0]}).dE - here.dE;
    const double along = judged(c, HUGE_VAL, (double[2]){P[0] + step * v[0], P[1] + step * v[1]}).dE - here.dE;
    return fabs(across) < 1e-4 * fabs(along);
}

void carom_reproduce_ch_fig3_1(carom_reproduction *r) {
    const carom_contact c = generic();
    const double O[2] = {0.0, 0.0}, P[2] = {1.1, 0.75};
    double C[2];
    carom_region region;
    carom_reach_centre(&c, C);
    carom_region_compute(&c, HUGE_VAL, &region);
    const carom_verdict at_P = judged(&c, HUGE_VAL, P), at_C = judged(&c, HUGE_VAL, C);
    carom_claim_fact(r, "final velocity and ellipse of equal loss", "normal to each other", is_normal(&c, P));
    carom_claim_fact(r, "initial velocity and ellipse of no loss, at O", "normal to each other", is_normal(&c, O));
    carom_claim_formula(r, "energy lost at the centre C", "all of v.Mv/2", -region.energy, at_C.dE);
    carom_panel *panel = impulse_panel(r);
    add_ellipse(panel, &c, 1.0, "no loss", ellipse_style);
    add_ellipse(panel, &c, (region.energy + at_P.dE) / region.energy, "equal loss", thin_style);
    add_arrow(panel, O, c.v, 0.35, "$V_i$");
    add_arrow(panel, P, at_P.v, 0.35, "$V_α$");
    carom_reach_letter(panel, O, "O");
    carom_reach_letter(panel, P, "$P_α$");
    carom_reach_letter(panel, C, "C");
    carom_reproduce_given_contact(r, "", &c);
    carom_reproduce_given(r, "$P_α$ = (%g, %g) N s; arrows: 0.35 s kg times the velocity. Numbers ours", P[0], P[1]);
}

void carom_reproduce_ch_fig3_2(carom_reproduction *r) {
    const carom_contact c = generic();
    carom_region region;
    carom_panel *panel = impulse_panel(r);
    carom_params p = paper_params();
    p.direction[0] = 1.0;
    p.direction[1] = 0.75;
    carom_region_compute(&c, HUGE_VAL, &region);
    p.eta = 0.0;
    const carom_result most = carom_plane_solve(&carom_law_ivanov, &c, &p);
    p.eta = 1.0;
    const carom_result none = carom_plane_solve(&carom_law_ivanov, &c, &p);
    carom_claim_formula(r, "final velocity along the impulse where most is lost", "theorem", 0.0,
                        most.v[0] * most.P[0] + most.v[1] * most.P[1]);
    carom_claim_formula(r, "impulse where most is lost, of that where none is", "theorem", 0.5, most.P[0] / none.P[0]);
    carom_claim_formula(r, "energy lost at eta = 1", "theorem", 0.0, none.dE);
    const double touching = (region.energy + most.dE) / region.energy;
    add_ellipse(panel, &c, 1.0, "no loss", ellipse_style);
    static const double parts[4] = {-0.5, 0.25, 0.5, 0.75};
    // The line in the given direction misses the first of these ellipses and crosses each of the others twice.
    for (int i = 0; i < 4; i++)
        add_ellipse(panel, &c, touching + parts[i] * (parts[i] < 0.0 ? touching : 1.0 - touching), "equal loss",
                    thin_style);
    add_ellipse(panel, &c, touching, "touched",
                (carom_style){.ink = CAROM_INK_BLUE, .width = 1.4, .dash = CAROM_DASHED, .unlisted = true});
    carom_series *ray = carom_panel_series(panel, CAROM_SERIES_RAY, "direction",
                                           (carom_style){.ink = CAROM_INK_VERMILION, .width = 1.4, .unlisted = true});
    carom_series_add(ray, 0.0, 0.0);
    carom_series_add(ray, p.direction[1], p.direction[0]);
    carom_reach_letter(panel, (double[2]){0.0, 0.0}, "O");
    carom_reach_letter(panel, most.P, "most lost, $η = 0$");
    carom_reach_letter(panel, none.P, "none lost, $η = 1$");
    carom_reproduce_given_contact(r, "", &c);
    carom_reproduce_given(r, "direction (1, 0.75). Numbers ours");
}

void carom_reproduce_ch_fig3_3(carom_reproduction *r) {
    const carom_contact c = generic();
    const double mu = 1.1, D[2] = {1.35, 1.3};
    carom_panel *panel = carom_reach_panel(r, &c, mu);
    carom_params p = paper_params();
    double C[2];
    carom_reach_centre(&c, C);
    p.e = 0.0;
    const carom_result A = carom_plane_solve(&carom_law_frictionless, &c, &p);
    p.e = 1.0;
    const carom_result B = carom_plane_solve(&carom_law_frictionless, &c, &p);
    carom_claim_formula(r, "energy at B, the smooth elastic end", "no loss", 0.0, B.dE);
    carom_claim_formula(r, "A of B: greatest compression", "halfway", 0.5, A.P[0] / B.P[0]);
    const carom_verdict d = judged(&c, mu, D);
    carom_claim_said(r, "D: in the cone, e < 1", "outside the ellipse", "only energy is broken",
                     d.violations == CAROM_VIOLATION_ENERGY && d.v[0] < -c.v[0]);
    carom_reach_letter(panel, (double[2]){0.0, 0.0}, "O");
    carom_reach_letter(panel, A.P, "A");
    carom_reach_letter(panel, B.P, "B");
    carom_reach_letter(panel, C, "C");
    carom_reach_letter(panel, D, "D");
    carom_reproduce_given_contact(r, "", &c);
    carom_reproduce_given(r, "$μ$ = %g; A, B: $e$ = 0, 1 without friction; D: $e$ = %.3g. Numbers ours", mu,
                          d.v[0] / -c.v[0]);
}

// The impulses of Ivanov's coefficient, with d.v < 0 and eta from 0 to 1, fill the area between two ellipses. These are
// the energy ellipse and the same ellipse at half scale about the origin.
typedef struct {
    double outer[361][2], inner[361][2], apart;
    bool approaches, uncovered;
} covered;

static covered cover(const carom_contact *c) {
    covered a = {.apart = 0.0};
    carom_params p = paper_params();
    for (int i = 0; i <= 360; i++) {
        // The directions that enter the ellipse are those within 90 degrees of -v.
        const double angle = atan2(-c->v[1], -c->v[0]) + pi * ((i + 0.5) / 361.0 - 0.5);
        p.direction[0] = cos(angle);
        p.direction[1] = sin(angle);
        p.eta = 1.0;
        const carom_result whole = carom_plane_solve(&carom_law_ivanov, c, &p);
        p.eta = 0.0;
        const carom_result most = carom_plane_solve(&carom_law_ivanov, c, &p);
        for (int k = 0; k < 2; k++) {
            a.outer[i][k] = whole.P[k];
            a.inner[i][k] = most.P[k];
            carom_worsen(&a.apart, fabs(most.P[k] - 0.5 * whole.P[k]));
        }
        a.approaches = a.approaches || most.v[0] < -1e-9 || whole.v[0] < -1e-9;
        a.uncovered = a.uncovered || (most.v[0] > 1e-9 && most.P[0] > 0.0);
    }
    return a;
}

void carom_reproduce_ch_fig10_4(carom_reproduction *r) {
    const carom_contact c = generic();
    carom_params p = paper_params();
    carom_panel *panel = carom_reproduce_panel(r, 380.0, 340.0);
    p.mu = HUGE_VAL;
    carom_panel_impulse(panel, &(carom_impulse_view){.contact = &c, .params = &p, .plain = true});
    carom_panel_axes(panel, "tangential impulse $P_T$  (N s)", "normal impulse $P_N$  (N s)");
    carom_series *area =
        carom_panel_series(panel, CAROM_SERIES_AREA, "$0 ≤ η ≤ 1$", (carom_style){.ink = CAROM_INK_SKY, .fill = 0.3});
    carom_series *half =
        carom_panel_line(panel, "$η = 0$", (carom_style){.ink = CAROM_INK_BLUE, .width = 1.4, .dash = CAROM_DASHED});
    const covered a = cover(&c);
    for (int i = 0; i <= 360; i++) carom_series_add(area, a.outer[i][1], a.outer[i][0]);
    for (int i = 360; i >= 0; i--) carom_series_add(area, a.inner[i][1], a.inner[i][0]);
    for (int i = 0; i <= 360; i++) carom_series_add(half, a.inner[i][1], a.inner[i][0]);
    p.direction[0] = 1.0;
    p.direction[1] = 0.0;
    p.eta = 0.35;
    const carom_result smooth = carom_plane_solve(&carom_law_ivanov, &c, &p);
    carom_location location = {.eta = (double)NAN};
    carom_region_locate(&c, HUGE_VAL, smooth.P, &location);
    carom_claim_fact(r, "eta = 0 is the ellipse", "at half its size", a.apart < 1e-12);
    carom_claim_fact(r, "some of 0 <= eta <= 1", "still approaches", a.approaches);
    carom_claim_fact(r, "some impulses that part the bodies", "are not covered", a.uncovered);
    carom_claim_formula(r, "without friction, e at eta = 0.35", "e = eta", 0.35, -smooth.v[0] / c.v[0]);
    carom_claim_formula(r, "eta of that impulse", "(10.10)", 0.35, location.eta);
    carom_reproduce_given_contact(r, "", &c);
    carom_reproduce_given(r, "every direction, $η$ from 0 to 1, no cone. Numbers ours");
}
