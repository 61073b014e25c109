// Reproduces Chatterjee 1997, 11.2: the semicircular puck (figures 11.31, 11.32, 11.35 to 11.37). The measurements are
// lost.
#include <math.h>
#include <stdio.h>

#include "base/root.h"
#include "base/worst.h"
#include "papers/laws.h"
#include "papers/papers.h"
#include "papers/params.h"
#include "papers/pucks.h"

static const double pi = 3.14159265358979323846, e = 0.92, mu = 0.22;

static carom_params with(carom_restitution restitution, double friction) {
    carom_params p = paper_params();
    p.e = e, p.mu = friction, p.restitution = restitution;
    return p;
}

// The result of a law for an impact at the angle alpha, with e_n = -v_n'/v_n and psi (carom_half_psi).
typedef struct {
    carom_result out;
    double e_n, psi;
} impact;

static impact strike(const carom_law *law, const carom_params *p, double alpha, double theta) {
    double arm[2];
    const carom_contact c = carom_half_contact(alpha, theta, arm);
    const carom_result out = carom_plane_solve(law, &c, p);
    return (impact){out, -out.v[0] / c.v[0], carom_half_psi(arm, out.P)};
}

// Draws the puck and its centre of mass, in mm. The contact with the plate is at the origin.
static void draw_puck(carom_panel *panel, double alpha) {
    const carom_strobe s = carom_half_puck();
    const carom_style edge = {.ink = CAROM_INK_BLUE, .width = 1.8, .fill = 0.08};
    const carom_style centre = {.ink = CAROM_INK_VERMILION, .mark = CAROM_MARK_DISC};
    const double R = 1e3 * s.radius, d = 1e3 * s.offset;
    carom_series *outline = carom_panel_series(panel, CAROM_SERIES_AREA, "puck", edge);
    // The axis from the centre of the circle to the centre of mass points at -alpha. The arc lies within 90 degrees of
    // this direction.
    for (int k = 0; k <= 60; k++) {
        const double angle = -alpha - 0.5 * pi + pi * k / 60.0;
        carom_series_add(outline, R * cos(angle), R + R * sin(angle));
    }
    carom_series_add(carom_panel_series(panel, CAROM_SERIES_POINTS, "centre of mass", centre), d * cos(-alpha),
                     R + d * sin(-alpha));
    carom_panel_rule(panel, "plate", (carom_style){.ink = CAROM_INK_TEXT, .width = 1.2}, 0.0, 1.0, 0.0);
}

static void draw_arrow(carom_panel *panel, const char *name, carom_ink ink, double t, double n, double length) {
    const double size = length / hypot(t, n);
    carom_series *arrow = carom_panel_series(panel, CAROM_SERIES_ARROW, name, (carom_style){.ink = ink, .width = 1.8});
    carom_series_add(arrow, 0.0, 0.0);
    carom_series_add(arrow, size * t, size * n);
}

static carom_panel *puck_panel(carom_reproduction *r, const char *title, double width, double height) {
    carom_panel *panel = carom_reproduce_panel(r, width, height);
    carom_panel_title(panel, title);
    carom_panel_axes(panel, "$t$  (mm)", "$n$  (mm)");
    carom_panel_range(panel, -60.0, 60.0, -12.0, 105.0);
    if (panel) panel->equal = true;
    return panel;
}

static void say_body(carom_reproduction *r) {
    const carom_strobe s = carom_half_puck();
    carom_reproduce_given(
        r, "33.4 g, 265 g cm², radius 49.1 mm; centre of mass %.2f mm from the circle's centre:", 1e3 * s.offset);
    carom_reproduce_given(r, "its place stood only in the lost figure; half of puck 1 must have it there");
}

void carom_reproduce_ch_fig11_31(carom_reproduction *r) {
    const carom_strobe s = carom_half_puck();
    double arm[2];
    carom_panel *panel = puck_panel(r, "contact at $α$ = 1.2", 360.0, 330.0);
    const double even = carom_half_uniform();
    const carom_contact c = carom_half_contact(1.2, 0.0, arm), flat = carom_half_contact(0.5 * pi, 0.0, arm);
    draw_puck(panel, 1.2);
    carom_claim_formula(r, "W_nn at alpha = pi/2, 1/kg", "1/m", 1.0 / s.mass, flat.W[0][0]);
    carom_claim_unstated(r);
    carom_claim_fact(r, "W_nt at alpha = pi/2", "0, symmetric", fabs(flat.W[0][1]) < 1e-12 * flat.W[0][0]);
    carom_claim_formula(r, "W_nt at alpha = 1.2, 1/kg", "-r_n r_t/I",
                        -(s.offset * sin(1.2) - s.radius) * (-s.offset * cos(1.2)) / s.inertia, c.W[0][1]);
    carom_claim_unstated(r);
    say_body(r);
    carom_reproduce_given(r, "a uniform half disc has it at %.2f mm, and %.1f g cm²", 1e3 * even,
                          1e7 * s.mass * (0.5 * s.radius * s.radius - even * even));
    carom_reproduce_given_contact(r, "contact at α = 1.2: ", &c);
}

// Tests the mirror image about the normal: alpha becomes pi - alpha, theta becomes -theta, and P_t and v_t change sign.
void carom_reproduce_ch_fig11_32(carom_reproduction *r) {
    const carom_params p = with(CAROM_POISSON, mu);
    double worst = 0.0;
    for (int i = 1; i < 16; i++) {
        for (int k = 1; k < 16; k++) {
            const impact here = strike(&carom_law_routh, &p, 0.2 * i, 0.1 * k);
            const impact image = strike(&carom_law_routh, &p, pi - 0.2 * i, -0.1 * k);
            carom_worsen(&worst, fabs(here.out.P[0] - image.out.P[0]) / here.out.P[0]);
            carom_worsen(&worst, fabs(here.out.P[1] + image.out.P[1]) / here.out.P[0]);
        }
    }
    static const char *const title[] = {"$α$ = 2.2, $θ$ = -0.6", "the same: $π - α$, $θ$ = 0.6"};
    for (int side = 0; side < 2; side++) {
        const double turn = side ? 1.0 : -1.0;
        const impact at = strike(&carom_law_routh, &p, side ? pi - 2.2 : 2.2, 0.6 * turn);
        carom_panel *panel = puck_panel(r, title[side], 620.0, 340.0);
        if (r->figure) r->figure->columns = 2;
        draw_puck(panel, side ? pi - 2.2 : 2.2);
        draw_arrow(panel, "$v$ before", CAROM_INK_GREEN, -sin(0.6 * turn), -cos(0.6), 11.0);
        draw_arrow(panel, "impulse", CAROM_INK_VERMILION, at.out.P[1], at.out.P[0], 45.0);
    }
    carom_claim_said(r, "theta < 0 at alpha", "theta > 0 at pi - alpha", "the mirrored impulse, 225 of 225",
                     worst < 1e-12);
    say_body(r);
    carom_reproduce_given(r, "law routh with Poisson's $e$ = 0.92, $μ$ = 0.22 (ours: the ratio at grazing)");
}

static const struct {
    const char *name;
    carom_restitution restitution;
    carom_style style;
} hypotheses[] = {{"Newton", CAROM_NEWTON, {.ink = CAROM_INK_TEXT, .width = 1.4, .dash = CAROM_DOTTED}},
                  {"Poisson", CAROM_POISSON, {.ink = CAROM_INK_VERMILION, .width = 1.8}},
                  {"Stronge", CAROM_ENERGETIC, {.ink = CAROM_INK_BLUE, .width = 1.8, .dash = CAROM_DASHED}}};

enum { HYPOTHESES = sizeof hypotheses / sizeof *hypotheses };

// Draws e_n over alpha or over psi, for each restitution hypothesis and three angles of incidence.
static void draw_restitution(carom_reproduction *r, bool over_psi) {
    static const double thetas[] = {0.2, 0.7, 1.2};
    for (int k = 0; k < 3; k++) {
        char title[32];
        carom_panel *panel = carom_reproduce_panel(r, 760.0, 300.0);
        if (r->figure) r->figure->columns = 3;
        snprintf(title, sizeof title, "$θ$ = %g", thetas[k]);
        carom_panel_title(panel, title);
        carom_panel_axes(panel, over_psi ? "$ψ$  (rad)" : "contact at $α$  (rad)", "$e_n = -v_n' / v_n$");
        carom_panel_range(panel, over_psi ? -0.5 : 0.0, over_psi ? 0.8 : 3.2, 0.65, 1.0);
        for (int h = 0; h < HYPOTHESES; h++) {
            const carom_params p = with(hypotheses[h].restitution, mu);
            carom_series *line = carom_panel_line(panel, hypotheses[h].name, hypotheses[h].style);
            for (int i = 1; i < 157; i++) {
                const impact at = strike(&carom_law_routh, &p, 0.02 * i, thetas[k]);
                if (at.out.status == CAROM_OK) carom_series_add(line, over_psi ? at.psi : 0.02 * i, at.e_n);
            }
        }
    }
    say_body(r);
    carom_reproduce_given(
        r, "law routh, $e$ = 0.92 (\"around 0.92\"), $μ$ = 0.22 (ours: the ratio at grazing), |$v$| = 1 m/s");
    carom_reproduce_given(r, "The measured points are lost with the figure");
}

// Computes the smallest and largest e_n over alpha and theta.
static void spread(carom_restitution restitution, double *low, double *high) {
    const carom_params p = with(restitution, mu);
    *low = HUGE_VAL, *high = 0.0;
    for (int i = 1; i < 63; i++) {
        for (int k = 0; k < 31; k++) {
            const double e_n = strike(&carom_law_routh, &p, 0.05 * i, 0.05 * k).e_n;
            *low = fmin(*low, e_n), *high = fmax(*high, e_n);
        }
    }
}

// Returns the alpha at which Routh's law with Poisson's restitution gives the largest e_n at theta = 0.2 rad.
static double best_alpha(void) {
    const carom_params p = with(CAROM_POISSON, mu);
    double alpha = 0.0, most = 0.0;
    for (int i = 1; i < 3140; i++) {
        const double e_n = strike(&carom_law_routh, &p, 0.001 * i, 0.2).e_n;
        if (e_n > most + 1e-12) most = e_n, alpha = 0.001 * i;
    }
    return alpha;
}

void carom_reproduce_ch_fig11_35(carom_reproduction *r) {
    double low[HYPOTHESES], high[HYPOTHESES];
    draw_restitution(r, false);
    for (int h = 0; h < HYPOTHESES; h++) spread(hypotheses[h].restitution, &low[h], &high[h]);
    carom_claim_said(r, "e_n by Newton's coefficient", "roughly constant, around 0.92", "0.92 everywhere",
                     fabs(low[0] - e) < 1e-9 && fabs(high[0] - e) < 1e-9);
    carom_claim_measured(r, "e_n by Poisson's", "mildly dependent on alpha", "more than a fifth apart",
                         high[1] - low[1] > 0.2 && low[1] > 0.0);
    carom_claim_measured(r, "e_n by Stronge's", "mildly dependent on alpha", "between Newton's and Poisson's",
                         low[2] >= low[1] && high[2] <= high[1] && high[2] - low[2] > 0.01);
    carom_claim_said(r, "alpha of the largest e_n, Poisson at 0.2 rad", "slightly less than pi/2", "1.23",
                     fabs(best_alpha() - 1.23) < 0.005);
}

void carom_reproduce_ch_fig11_36(carom_reproduction *r) {
    const carom_params p = with(CAROM_POISSON, mu);
    double arm[2];
    const carom_contact c = carom_half_contact(2.0, 0.7, arm);
    const impact at = strike(&carom_law_routh, &p, 2.0, 0.7);
    carom_panel *panel = puck_panel(r, "$α$ = 2.0, $θ$ = 0.7", 360.0, 330.0);
    draw_puck(panel, 2.0);
    draw_arrow(panel, "impulse", CAROM_INK_VERMILION, at.out.P[1], at.out.P[0], 60.0);
    draw_arrow(panel, "to the centre of mass", CAROM_INK_GREEN, -arm[1], -arm[0], 1e3 * hypot(arm[0], arm[1]));
    char text[48];
    snprintf(text, sizeof text, "$ψ$ = %.4f", at.psi);
    carom_panel_note(panel, 0.0, 70.0, text, CAROM_INK_TEXT);
    carom_claim_formula(r, "psi, rad", "angle of P less that of -r", 0.36067397556642933, at.psi);
    carom_claim_unstated(r);
    carom_claim_words(r, "mode", "r-sticking", carom_mode_name(at.out.mode));
    carom_claim_unstated(r);
    say_body(r);
    carom_reproduce_given_contact(r, "", &c);
}

// Returns the alpha at which an impulse with this ratio P_t/P_n points at the centre of mass. The condition is d
// cos(alpha) = ratio (R - d sin(alpha)).
static double alpha_of_psi_0(double ratio) {
    const carom_params p = with(CAROM_POISSON, ratio);
    carom_root r = carom_root_between(0.5, 1.9, true);
    while (!r.over) carom_root_secant(&r, strike(&carom_law_routh, &p, r.x, 1.5).psi);
    return r.x;
}

void carom_reproduce_ch_fig11_37(carom_reproduction *r) {
    const carom_strobe s = carom_half_puck();
    const carom_params p = with(CAROM_POISSON, mu);
    const double at = alpha_of_psi_0(0.16), best = strike(&carom_law_routh, &p, best_alpha(), 0.2).psi;
    draw_restitution(r, true);
    carom_claim_said(r, "psi of the largest e_n, Poisson at 0.2 rad", "around 0", "-0.06", fabs(best + 0.06) < 0.005);
    carom_claim_measured(r, "the same at 1.2 rad", "around 0", "none: the puck slides, 0.92 everywhere",
                         fabs(strike(&carom_law_routh, &p, 0.6, 1.2).e_n - e) < 1e-12 &&
                             fabs(strike(&carom_law_routh, &p, 2.6, 1.2).e_n - e) < 1e-12);
    carom_claim_said(r, "psi = 0 at alpha, for a ratio of 0.16", "slightly less than pi/2", "1.34",
                     fabs(at - 1.34) < 0.005);
    carom_claim_formula(r, "there d cos(alpha)", "ratio (R - d sin(alpha)), mm",
                        160.0 * (s.radius - s.offset * sin(at)), 1e3 * s.offset * cos(at));
    carom_claim_unstated(r);
}
