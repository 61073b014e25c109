// Reproduces Chatterjee 1997, figures 8.2 and 8.3, and Payr & Glocker 2005, figure 13, with contact models.
#include "carom/compliant.h"
#include "mods/draw/figure/figure.h"
#include "papers/laws.h"
#include "papers/papers.h"
#include "papers/params.h"

#ifdef CAROM_WITH_COMPLIANT
#include <math.h>
#include <stdio.h>

#include "base/root.h"
#include "base/worst.h"
#include "mods/compliant/models/restitution.h"

static const carom_style exact_style = {.ink = CAROM_INK_VERMILION, .width = 2.2};
static const carom_style near_style = {.ink = CAROM_INK_BLUE, .width = 1.5, .dash = CAROM_DASHED};
static const carom_style small_style = {.ink = CAROM_INK_GREEN, .width = 1.3, .dash = CAROM_DASHDOT};
static const carom_style large_style = {.ink = CAROM_INK_PURPLE, .width = 1.3, .dash = CAROM_LONG};

static carom_panel *restitution_panel(carom_reproduction *r, const char *x, double most) {
    carom_panel *panel = carom_reproduce_panel(r, 380.0, 290.0);
    carom_panel_axes(panel, x, "restitution $e$");
    carom_panel_range(panel, 0.0, most, 0.0, 1.1);
    return panel;
}

// Returns the restitution of a contact model in a head-on impact with unit mass, stiffness and speed.
static double device(const carom_law *law, double damping) {
    const carom_contact c = carom_plane_contact(1.0, 0.0, 3.5, -1.0, 0.0);
    carom_params p = paper_params();
    p.own[CAROM_OWN(kn)] = 1.0;
    p.own[CAROM_OWN(cn)] = damping;
    p.own[CAROM_OWN(kt)] = p.own[CAROM_OWN(kt) + 1] = 0.0;
    p.mu = 0.0;
    return carom_plane_solve(law, &c, &p).v[0];
}

void carom_reproduce_ch_fig8_2(carom_reproduction *r) {
    carom_panel *panel = restitution_panel(r, "nondimensional damping $a$", 6.0);
    carom_series *exact = carom_panel_line(panel, "exact, (8.3)", exact_style);
    carom_series *near = carom_panel_line(panel, "$1$ / (exp($-0.4 a$) $+ a$)", near_style);
    carom_series *small = carom_panel_line(panel, "$1 - 2a/3 + 4a^2/9$", small_style);
    carom_series *large = carom_panel_line(panel, "$1/a$", large_style);
    double worst = 0.0, residual = 0.0, apart = 0.0;
    for (int i = 0; i <= 600; i++) {
        const double a = 0.01 * i, e = carom_e_of_a(a), about = 1.0 / (exp(-0.4 * a) + a);
        carom_series_add(exact, a, e);
        carom_series_add(near, a, about);
        if (a < 1.4) carom_series_add(small, a, 1.0 - 2.0 * a / 3.0 + 4.0 * a * a / 9.0);
        if (a > 0.8) carom_series_add(large, a, 1.0 / a);
        carom_worsen(&worst, fabs(about / e - 1.0));
        if (i) carom_worsen(&residual, fabs(-e - log(1.0 - a * e) / a - 1.0 + log(1.0 + a) / a));
    }
    for (int i = 1; i <= 5; i++) carom_worsen(&apart, fabs(device(&carom_law_nonlinear_dashpot, i) - carom_e_of_a(i)));
    // Near a = 6 the argument of the logarithm is 0.002, which magnifies rounding errors by 500. Hence 1e-9.
    carom_claim_fact(r, "the curve, a to 6", "solves (8.3)", residual < 1e-9);
    carom_claim_fact(r, "approximation", "within 1.5 percent", worst < 0.015);
    // 1e-7: the contact model is integrated with a tolerance of 1e-10.
    carom_claim_fact(r, "the device in time, a = 1 .. 5", "on the curve", apart < 1e-7);
    carom_reproduce_given(r, "head-on, $a = c_n |v_n| / k_n$; the device: $W_{nn}$ = 1 1/kg, $v_n$ = -1 m/s,");
    carom_reproduce_given(r, "$k_n$ = 1 N/m, $c_n = a$ N s/m²");
}

void carom_reproduce_ch_fig8_3(carom_reproduction *r) {
    carom_panel *panel = restitution_panel(r, "nondimensional damping $ζ$", 3.0);
    carom_series *exact = carom_panel_line(panel, "exact, (8.4)", exact_style);
    carom_series *near = carom_panel_line(panel, "$1 / (1 + 2.5 ζ + 4 ζ^2)$", near_style);
    carom_series *large = carom_panel_line(panel, "$1 / 4ζ^2$", large_style);
    double worst = 0.0, apart = 0.0;
    for (int i = 0; i <= 1000; i++) {
        const double zeta = 0.01 * i, e = carom_e_of_zeta(zeta);
        const double about = 1.0 / (1.0 + 2.5 * zeta + 4.0 * zeta * zeta);
        if (zeta <= 3.0) carom_series_add(exact, zeta, e);
        if (zeta <= 3.0) carom_series_add(near, zeta, about);
        if (zeta > 0.45 && zeta <= 3.0) carom_series_add(large, zeta, 1.0 / (4.0 * zeta * zeta));
        carom_worsen(&worst, fabs(about / e - 1.0));
    }
    for (int i = 1; i <= 6; i++)
        carom_worsen(&apart, fabs(device(&carom_law_spring_dashpot, 0.5 * i) - carom_e_of_zeta(0.25 * i)));
    carom_claim_number(r, "e at zeta = 1, by the device", "0.1353", device(&carom_law_spring_dashpot, 2.0));
    carom_claim_fact(r, "approximation", "within 6 percent", worst < 0.06);
    carom_claim_fact(r, "the device in time, zeta = 0.25 .. 1.5", "on the curve", apart < 1e-7);
    carom_reproduce_given(r, "head-on, $ζ = c_n (W_{nn} / k_n)^{1/2} / 2$; the device: $W_{nn}$ = 1 1/kg,");
    carom_reproduce_given(r, "$v_n$ = -1 m/s, $k_n$ = 1 N/m, $c_n = 2ζ$ N s/m");
}

// Returns the slip of a sphere after the impact by Stronge's model. It has W = diag(1, 7/2), mu = 0.5, eta^2 = kn/kt =
// 1.21 and the approach speed 1.
static double stronge(double e, double slip) {
    const carom_contact c = carom_plane_contact(1.0, 0.0, 3.5, -1.0, slip);
    carom_params p = paper_params();
    p.e = e;
    p.mu = 0.5;
    p.own[CAROM_OWN(eta2)] = 1.21;
    return carom_plane_solve(&carom_law_stronge, &c, &p).v[1];
}

static double walton(double e, double slip) {
    const carom_contact c = carom_plane_contact(1.0, 0.0, 3.5, -1.0, slip);
    carom_params p = paper_params();
    p.e = e;
    p.e_t = 0.605;
    p.mu = 0.5;
    return carom_plane_solve(&carom_law_walton, &c, &p).v[1];
}

// Returns the ratio of slip to normal velocity after the impact, by (58) and (59). `sign` is the sign of the terms with
// mu.
static double gross_slip(const carom_contact *c, double e, double mu, double sign) {
    const double m = sign * mu * (c->v[1] > 0.0 ? 1.0 : -1.0);
    return (c->W[0][1] + m * c->W[1][1]) / (c->W[0][0] + m * c->W[0][1]) * (1.0 + e) / e - c->v[1] / c->v[0] / e;
}

// Returns true if Stronge's model agrees with (58) for negative signs of the terms with mu, and not for positive ones.
// The contacts are coupled, with gross slip in both directions.
static bool minus_signs(void) {
    static const double W[3][3] = {
        {2.4109944174131894, -0.30497323465568693, 0.41682813205472524},
        {4.404331682978828, 2.404916600489054, 1.7346147907040206},
        {0.7870098707950604, -0.4369401627829096, 0.8308847345485126},
    };
    bool right = true;
    for (int i = 0; i < 6; i++) {
        const carom_contact c = carom_plane_contact(W[i / 2][0], W[i / 2][1], W[i / 2][2], -1.0, i % 2 ? -8.0 : 8.0);
        carom_params p = paper_params();
        p.e = 0.6;
        p.mu = 0.2;
        p.own[CAROM_OWN(eta2)] = 1.21;
        const carom_result out = carom_plane_solve(&carom_law_stronge, &c, &p);
        const double after = out.v[1] / out.v[0];
        // 1e-7: the contact model is integrated with a tolerance of 1e-10. With the printed signs, the second digit
        // differs.
        right = right && fabs(after - gross_slip(&c, 0.6, 0.2, -1.0)) < 1e-7 &&
                fabs(after - gross_slip(&c, 0.6, 0.2, 1.0)) > 1e-2;
    }
    return right;
}

// Returns the slip at which Walton's law changes from sticking to sliding, by bisection.
static double walton_kink(double e) {
    carom_root r = carom_root_between(0.1, 5.0, true);
    while (!r.over) carom_root_halve(&r, !(fabs(walton(e, r.x) + 0.605 * r.x) < 1e-12));
    return r.low;
}

// Returns the slip after the impact, v_t - mu (1 + e) W_tt, at the smallest v_t with gross slip.
static double gross_slip_begins(double e) {
    carom_root r = carom_root_between(0.0, 6.0, true);
    r.least = 1e-11; // the accuracy of the contact model
    // 1e-7: the contact model is integrated with a tolerance of 1e-10. At 0.1 % below the limit, the slip differs by
    // 1e-5.
    while (!r.over) carom_root_halve(&r, fabs(stronge(e, r.x) - (r.x - 1.75 * (1.0 + e))) < 1e-7);
    return r.high - 1.75 * (1.0 + e);
}

void carom_reproduce_pg_fig13(carom_reproduction *r) {
    static const double es[3] = {0.0, 0.5, 1.0};
    static const carom_ink inks[3] = {CAROM_INK_GREEN, CAROM_INK_BLUE, CAROM_INK_VERMILION};
    carom_panel *panel = carom_reproduce_panel(r, 400.0, 310.0);
    carom_panel_axes(panel, "incident slip $v_1(0) / |v_3(0)|$", "terminal slip $v_1(t_f) / |v_3(0)|$");
    if (panel) panel->zero_lines = true;
    bool agree = true;
    char name[48];
    // Walton's curves coincide on the line -e_t x up to their kinks. The longest is drawn first, so that the shorter
    // ones are visible.
    for (int k = 2; k >= 0; k--) {
        const double kink = walton_kink(es[k]);
        snprintf(name, sizeof name, "Walton, $e = %g$", es[k]);
        carom_series *dashed =
            carom_panel_line(panel, name, (carom_style){.ink = inks[k], .width = 1.4, .dash = CAROM_DASHED});
        carom_series_add(dashed, 0.0, 0.0);
        carom_series_add(dashed, kink, walton(es[k], kink));
        carom_series_add(dashed, 5.0, walton(es[k], 5.0));
    }
    for (int k = 2; k >= 0; k--) {
        snprintf(name, sizeof name, "Stronge, $e = %g$", es[k]);
        carom_series *solid = carom_panel_line(panel, name, (carom_style){.ink = inks[k], .width = 1.8});
        for (int i = 0; i <= 100; i++) carom_series_add(solid, 0.05 * i, stronge(es[k], 0.05 * i));
        for (int i = 0; i < 5; i++) {
            const double x = 4.5 + 0.2 * i, gross = x - 1.75 * (1.0 + es[k]);
            agree = agree && fabs(stronge(es[k], x) - gross) < 1e-7 && fabs(walton(es[k], x) - gross) < 1e-12;
        }
    }
    // Up to the incidence mu eta^2, where Stronge's curve begins to bend, the contact sticks initially.
    carom_claim_number(r, "Walton: slip after, of before, small incidence", "0.605", -walton(1.0, 0.1) / 0.1);
    carom_claim_said(r, "gross slip of a sphere, both laws", "(59), W_nt = 0", "v_t - mu (1+e) W_tt", agree);
    carom_claim_false(r, "(58), (59): the terms with mu", "+ sgn(v1(0))", "- sgn(v1(0)), both", minus_signs(),
                      "v3(0) < 0: forward slip, (50); Stronge's device in time");
    carom_claim_false(r, "Walton's regimes meet", "at one horizontal line", "at x = 1.0903 (1+e)",
                      fabs(walton_kink(0.5) - 1.5 * 1.75 / 1.605) < 1e-9 &&
                          fabs(walton_kink(1.0) - 2.0 * 1.75 / 1.605) < 1e-9,
                      "there y = -0.605 x: a sloping line");
    // The limit is where the difference exceeds 1e-7. The difference grows slowly, so the error of the limit is up to
    // 1e-2; the bound is 2e-2.
    const double starts[3] = {gross_slip_begins(0.0), gross_slip_begins(0.5), gross_slip_begins(1.0)};
    carom_claim_false(r, "gross slip begins", "at one horizontal line", "at 0, -0.875 and -0.605",
                      fabs(starts[0]) < 2e-2 && fabs(starts[1] + 0.875) < 2e-2 && fabs(starts[2] + 0.605) < 2e-2,
                      "where it begins depends on e");
    carom_reproduce_given(r,
                          "$W$ = diag(1, 3.5) 1/kg (a sphere), $v_3(0)$ = -1 m/s, $μ$ = 0.5, $η^2 = k_n/k_t$ = 1.21,");
    carom_reproduce_given(r, "Walton's $e_t$ = 0.605");
}
#endif
