// Reproduces Wang & Mason 1992: table 1 and the four cases of the falling rod.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/root.h"
#include "carom/explain.h"
#include "mods/draw/figure/figure.h"
#include "papers/laws.h"
#include "papers/papers.h"
#include "papers/params.h"

// Returns the contact of the rod at 45 degrees. Its B1 = B2 = 2.5 and B3 = 1.5 give W = [[B2, -B3], [-B3, B1]]; v =
// (C0, S0).
static carom_contact rod(double C0, double S0) {
    return carom_plane_contact(2.5, -1.5, 2.5, C0, S0);
}

static carom_params with(carom_restitution restitution, double e, double mu) {
    carom_params p = paper_params();
    p.restitution = restitution;
    p.e = e;
    p.mu = mu;
    return p;
}

static carom_result solve(const carom_contact *c, carom_restitution restitution, double e, double mu) {
    const carom_params p = with(restitution, e, mu);
    return carom_plane_solve(&carom_law_routh, c, &p);
}

static const char *mode(const carom_contact *c, double e, double mu) {
    const carom_result out = solve(c, CAROM_POISSON, e, mu);
    return carom_mode_name(out.mode);
}

// Returns the friction in (low, high) at which the mode first differs from that at `low`, by bisection.
static double threshold(const carom_contact *c, double e, double low, double high) {
    const char *at_low = mode(c, e, low);
    carom_root r = carom_root_between(low, high, true);
    while (!r.over) carom_root_halve(&r, strcmp(mode(c, e, r.x), at_low) != 0);
    return r.x;
}

static carom_panel *diagram(carom_reproduction *r, const carom_contact *c, carom_params p, const char *title,
                            bool plain) {
    carom_panel *panel = carom_reproduce_panel(r, 640.0, 330.0);
    if (r->figure) r->figure->columns = r->figure->panel_count;
    if (r->figure) r->figure->width = 320.0 * r->figure->panel_count;
    const carom_impulse_view view = {.contact = c, .params = &p, .law = &carom_law_routh, .plain = plain};
    carom_panel_impulse(panel, &view);
    carom_panel_title(panel, title);
    return panel;
}

static void given(carom_reproduction *r, const carom_contact *c, const char *restitution) {
    carom_reproduce_given(r, "rod: 1 kg, 1 m, at 45 degrees, not turning: $B_1 = B_2$ = 2.5, $B_3$ = 1.5; %s",
                          restitution);
    carom_reproduce_given_contact(r, "", c);
}

// Counts the impacts in which a mode of table 1 agrees with that of the law. By the table, the mode follows from (35),
// (36) and mu_s = -B3/B1. This is tested on a grid of rods, slips, frictions and restitutions.
typedef struct {
    int right, all, direct_named_reversed;
} score;

static const char *by_table(const carom_contact *c, double e, double mu) {
    const double B1 = c->W[1][1], B2 = c->W[0][0], B3 = -c->W[0][1], s = c->v[1] < 0.0 ? -1.0 : 1.0;
    const double Pd = (B2 + s * mu * B3) * s * c->v[1], Pq = (mu * B1 + s * B3) * -c->v[0];
    const bool holds = mu > fabs(B3 / B1);
    if (Pd > (1.0 + e) * Pq) return "sliding";
    if (Pd > Pq) return holds ? "r-sticking" : "r-reversed";
    return holds ? "c-sticking" : "c-reversed";
}

static void try_table(score scores[5]) {
    static const char *const modes[5] = {"sliding", "r-sticking", "c-sticking", "r-reversed", "c-reversed"};
    for (int k = 0; k < 24 * 41 * 20 * 3; k++) {
        // The rod has 24 angles: W = I + 3 g g^T with g = (cos, sin). The steps are chosen so that no point is on the
        // border of two modes.
        const double angle = 0.0654 + 0.1309 * (k % 24), slip = 0.0973 * (k / 24 % 41 - 20);
        const double mu = 0.0437 + 0.0971 * (k / 984 % 20), e = 0.5 * (k / 19680);
        const double c = cos(angle), s = sin(angle);
        const carom_contact contact = carom_plane_contact(1 + 3 * c * c, 3 * c * s, 1 + 3 * s * s, -1.0, slip);
        const char *table = by_table(&contact, e, mu), *ours = mode(&contact, e, mu);
        for (int i = 0; i < 5; i++) {
            if (strcmp(table, modes[i])) continue;
            scores[i].all++;
            scores[i].right += !strcmp(table, ours);
            scores[i].direct_named_reversed += slip == 0.0 && !strcmp(ours, "sliding") && i == 4;
        }
    }
}

void carom_reproduce_wm_table1(carom_reproduction *r) {
    static const char *const cells[5] = {"Pd > (1+e)Pq", "Pq < Pd < (1+e)Pq, mu > |mu_s|", "Pd < Pq, mu > |mu_s|",
                                         "Pq < Pd < (1+e)Pq, mu < |mu_s|", "Pd < Pq, mu < |mu_s|"};
    static const char *const printed[5] = {"sliding", "r-sticking", "c-sticking", "r-reversed", "c-reversed"};
    score scores[5] = {{0}};
    char ours[64];
    try_table(scores);
    for (int i = 0; i < 5; i++) {
        const int exceptions = i == 4 ? scores[4].direct_named_reversed : 0;
        const bool all = scores[i].right + exceptions == scores[i].all && scores[i].right > 0;
        snprintf(ours, sizeof ours, "%s", all ? printed[i] : "some differ");
        carom_claim_words(r, cells[i], printed[i], ours);
    }
    carom_claim_false(r, "direct impact, B3 > 0, mu < |mu_s|", "c-reversed (s = 1 by (49))", "sliding",
                      scores[4].direct_named_reversed > 0, "the impulse is right; section 3.4.2 has the name right");
}

void carom_reproduce_wm_fig7(carom_reproduction *r) {
    const carom_contact c = rod(-1.0, 0.0);
    carom_claim_number(r, "friction that holds the tip", "0.6", threshold(&c, 0.5, 0.01, 2.0));
    carom_claim_words(r, "mode, mu < 0.6", "sliding", mode(&c, 0.5, 0.3));
    carom_claim_words(r, "mode, mu > 0.6", "c-sticking", mode(&c, 0.5, 0.9));
    carom_claim_fact(r, "final slip, mu < 0.6", "negative", solve(&c, CAROM_POISSON, 0.5, 0.3).v[1] < 0.0);
    diagram(r, &c, with(CAROM_POISSON, 0.5, 0.3), "$μ = 0.3 < 0.6$: slides", true);
    diagram(r, &c, with(CAROM_POISSON, 0.5, 0.9), "$μ = 0.9 > 0.6$: sticks", true);
    given(r, &c, "Poisson, $e$ = 0.5");
}

void carom_reproduce_wm_fig8(carom_reproduction *r) {
    const carom_contact c = rod(-1.0, 0.6);
    const carom_result newton = solve(&c, CAROM_NEWTON, 1.0, 0.7), poisson = solve(&c, CAROM_POISSON, 1.0, 0.7);
    carom_claim_number(r, "Newton, Px/e", "0.375", newton.P[1]);
    carom_claim_misprint(r, "Newton, (Py - 0.4)/e", "0.0625", newton.P[0] - 0.4, "0.625",
                         "a digit lost; the printed energy needs 0.625");
    carom_claim_number(r, "Newton, 2 dT + 0.4, e = 1", "0.625", 2.0 * newton.dE + 0.4);
    carom_claim_number(r, "Newton, dT at e = 0.8", "0.0", solve(&c, CAROM_NEWTON, 0.8, 0.7).dE);
    carom_claim_number(r, "Poisson, Px/e", "0.24", poisson.P[1]);
    carom_claim_number(r, "Poisson, Py/(1+e)", "0.4", poisson.P[0] / 2.0);
    carom_claim_number(r, "Poisson, C/e", "0.64", poisson.v[0]);
    carom_claim_number(r, "Poisson, 2 dT + 0.4, e = 1", "0.256", 2.0 * poisson.dE + 0.4);
    carom_claim_number(r, "friction that parts reversed sliding and sticking", "0.6", threshold(&c, 0.5, 0.3, 0.9));
    // On the line of termination T the energy is smallest at the frictionless point, and zero there, so T touches the
    // ellipse.
    double T[3], least = HUGE_VAL, least_at = 0.0;
    const carom_params ends = with(CAROM_NEWTON, 1.0, 0.7);
    carom_region_end_line(&c, &ends, T);
    for (int i = -1000; i <= 1000; i++) {
        const double Px = 0.001 * i, Py = (T[2] - T[1] * Px) / T[0];
        carom_verdict verdict;
        carom_check(&c, HUGE_VAL, (double[3]){Py, Px, 0.0}, &verdict);
        if (verdict.dE < least) least_at = Px;
        least = fmin(least, verdict.dE);
    }
    carom_claim_fact(r, "Newton's termination at e = 1", "tangent to the ellipse",
                     fabs(least) < 1e-12 && least_at == 0.0);
    bool gains = true;
    for (int i = 1; i <= 200; i++) gains = gains && solve(&c, CAROM_NEWTON, 1.0, 0.01 * i).dE > 0.0;
    carom_claim_fact(r, "e = 1, Newton: energy is gained", "for any mu > 0", gains);
    diagram(r, &c, with(CAROM_NEWTON, 1.0, 0.7), "Newton, $e = 1$, $μ = 0.7$: ends outside", false);
    diagram(r, &c, with(CAROM_POISSON, 1.0, 0.7), "Poisson, $e = 1$, $μ = 0.7$: ends inside", false);
    given(r, &c, "$e$ = 1, $μ$ = 0.7");
}

void carom_reproduce_wm_fig9(carom_reproduction *r) {
    const carom_contact c = rod(-1.0, -1.0);
    static const double restitutions[] = {0.0, 0.5, 1.0};
    for (int i = 0; i < 3; i++) {
        const double e = restitutions[i];
        char what[64];
        snprintf(what, sizeof what, "mu_d at e = %g: sliding ends", e);
        carom_claim_formula(r, what, "(3(1+e)+5)/(5(1+e)+3)", (3.0 * (1.0 + e) + 5.0) / (5.0 * (1.0 + e) + 3.0),
                            threshold(&c, e, 0.2, 3.0));
    }
    carom_claim_number(r, "mu_q: sticking moves into compression", "1.0", threshold(&c, 0.5, 0.95, 3.0));
    carom_claim_words(r, "mode, mu < mu_d", "sliding", mode(&c, 0.5, 0.7));
    carom_claim_words(r, "mode, mu_d < mu < 1", "r-sticking", mode(&c, 0.5, 0.95));
    carom_claim_words(r, "mode, mu > 1", "c-sticking", mode(&c, 0.5, 1.2));
    diagram(r, &c, with(CAROM_POISSON, 0.5, 0.7), "$μ = 0.7 < μ_d$: slides on", true);
    diagram(r, &c, with(CAROM_POISSON, 0.5, 0.95), "$μ_d < μ = 0.95 < 1$: sticks in restitution", true);
    diagram(r, &c, with(CAROM_POISSON, 0.5, 1.2), "$μ = 1.2 > 1$: sticks in compression", true);
    given(r, &c, "Poisson, $e$ = 0.5, $μ_d$ = 0.905");
}

// Tests the finite contact forces of the sliding rod. `falls` and `lifts` are the accelerations of its tip without
// these forces: under gravity, and for a rotating rod.
static void claim_forces(carom_reproduction *r) {
    const carom_contact c = rod(0.0, -0.2);
    const double falls[3] = {-9.81, 0.0, 0.0}, lifts[3] = {2.9179220613578565, 12.727922061357859, 0.0};
    const carom_params below = with(CAROM_POISSON, 0.5, 1.5), above = with(CAROM_POISSON, 0.5, 1.8);
    carom_contact_forces f;
    carom_forces_compute(&c, falls, &below, &f);
    carom_claim_formula(r, "finite force, mu = 1.5", "g/(B2 - mu B3)", 9.81 / (2.5 - 1.5 * 1.5),
                        f.count == 1 ? f.at[0].F[0] : (double)NAN);
    carom_forces_compute(&c, falls, &above, &f);
    carom_claim_words(r, "finite force, mu > 5/3", "none",
                      f.count == 0 && f.which == CAROM_FORCE_INCONSISTENT && f.impulse[0] > 0.0 ? "none" : "some");
    carom_forces_compute(&c, lifts, &above, &f);
    carom_claim_false(r, "a tangential impact exists", "exactly where no finite force does",
                      "where p < 0, also beside two",
                      f.count == 2 && f.which == CAROM_FORCE_INDETERMINATE && f.impulse[0] > 0.0,
                      "the rod turning at 6 rad/s, b_n > 0: separation, contact and impact");
}

void carom_reproduce_wm_fig10(carom_reproduction *r) {
    const carom_contact c = rod(0.0, -0.2);
    carom_claim_misprint(r, "friction that makes an impact", "1.666", threshold(&c, 0.5, 0.5, 4.0), "1.667",
                         "5/3 cut, not rounded");
    carom_claim_words(r, "mode, mu > 5/3", "c-sticking", mode(&c, 0.5, 2.0));
    carom_claim_words(r, "mode, mu < 5/3", "none", mode(&c, 0.5, 1.5));
    carom_claim_fact(r, "impulses, mu > 5/3, Poisson", "both nonzero",
                     solve(&c, CAROM_POISSON, 0.5, 2.0).P[0] > 0.0 && solve(&c, CAROM_POISSON, 0.5, 2.0).P[1] > 0.0);
    carom_claim_formula(r, "final normal velocity, Newton", "zero", 0.0, solve(&c, CAROM_NEWTON, 0.5, 2.0).v[0]);
    claim_forces(r);
    diagram(r, &c, with(CAROM_POISSON, 0.5, 2.0), "$μ = 2 > 5/3$: an impact all the same", false);
    diagram(r, &c, with(CAROM_POISSON, 0.5, 1.2), "$μ = 1.2 < 5/3$: none", false);
    given(r, &c, "Poisson, $e$ = 0.5");
}
