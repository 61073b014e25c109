// Reproduces Chatterjee 1997, figure 6.1 and chapter 7 up to 7.2: the sets of impulses that laws can produce.
//
// The letters are those of carom_letters_compute. B and F are without friction, e = 0 and e = 1. C stops the motion,
// and G = 2C reverses it. The friction lines meet maximum compression at A (P_T < 0) and D, and the energy ellipse at H
// and E. The figures print no numbers, so the numbers are ours.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/worst.h"
#include "papers/laws.h"
#include "papers/letters.h"
#include "papers/params.h"
#include "papers/reach.h"

static const double generic_mu = 0.55;

static carom_contact generic(void) {
    return carom_plane_contact(1.0, 0.45, 1.1, -1.0, -0.65);
}

static const carom_style area_style = {.ink = CAROM_INK_ORANGE, .fill = 0.35, .hatched = true};
static const carom_style routh_style = {.ink = CAROM_INK_VERMILION, .width = 2.6};
static const carom_style kane_style = {.ink = CAROM_INK_BLUE, .width = 2.0, .dash = CAROM_DASHDOT};
static const carom_style smith_style = {.ink = CAROM_INK_GREEN, .width = 2.2, .dash = CAROM_DASHED};

static const char *const one_coefficient = "$e$ from 0 to 1";
static const char *const two_coefficients = "$r_n$ from 0 to 1, $r_t$ from -1 to 1";

static carom_named_points letters_of(const carom_contact *c, double mu) {
    carom_named_points l;
    carom_letters_compute(c, mu, &l);
    return l;
}

static const double *letter(const carom_named_points *l, char name) {
    return l->at[name - 'A'];
}

// Returns P_n where the friction line P = P_n d, d = (1, ratio), meets the energy ellipse (`energy`) or v_n' = 0. The
// ellipse is met at -2 d.v/(d.W d), and v_n' = 0 at -v_n/(W_n.d).
static double on_friction(const carom_contact *c, double ratio, bool energy) {
    const double Wd[2] = {c->W[0][0] + c->W[0][1] * ratio, c->W[1][0] + c->W[1][1] * ratio};
    return energy ? -2.0 * (c->v[0] + ratio * c->v[1]) / (Wd[0] + ratio * Wd[1]) : -c->v[0] / Wd[0];
}

// Returns the largest |dE| at the four ends of the axes of the energy ellipse, where dE = 0.
static double energy_on_axes(const carom_contact *c) {
    carom_region region;
    double most = 0.0;
    carom_region_compute(c, generic_mu, &region);
    for (int k = 0; k < 4; k++) {
        carom_verdict verdict;
        const double side = k % 2 ? 1.0 : -1.0;
        const double P[3] = {region.centre[0] + side * region.axes[k / 2][0],
                             region.centre[1] + side * region.axes[k / 2][1]};
        carom_check(c, HUGE_VAL, P, &verdict);
        carom_worsen(&most, fabs(verdict.dE));
    }
    return most;
}

// Draws how law II is constructed. Its target is (1 + r_n) P1 + (1 + r_t) (P2 - P1). P1 stops the approach without
// friction, and P2 stops the motion. If the target is outside the friction cone, it is moved to the cone along the line
// e_n = const.
void carom_reproduce_ch_fig6_1(carom_reproduction *r) {
    const carom_contact c = generic();
    const double r_n = 0.6, r_t = 0.8, mu = 0.2;
    const carom_named_points l = letters_of(&c, generic_mu);
    const double *P1 = letter(&l, 'B'), *P2 = letter(&l, 'C');
    double wanted[2];
    for (int k = 0; k < 2; k++) wanted[k] = (1.0 + r_n) * P1[k] + (1.0 + r_t) * (P2[k] - P1[k]);
    const carom_result free = carom_reach_ask(&carom_law_chatterjee2, &c, generic_mu, r_n, r_t);
    const carom_result drawn = carom_reach_ask(&carom_law_chatterjee2, &c, mu, r_n, r_t);
    carom_claim_formula(r, "P1_N", "-v_n/W_nn", -c.v[0] / c.W[0][0], P1[0]);
    carom_claim_formula(r, "dE at the ends of the ellipse's axes", "0", 0.0, energy_on_axes(&c));
    carom_claim_formula(r, "velocity at P2", "zero", 0.0, fabs(c.v[0] + c.W[0][0] * P2[0] + c.W[0][1] * P2[1]));
    carom_claim_formula(r, "law II, mu = 0.55: P_N", "(6.7)", wanted[0], free.P[0]);
    carom_claim_formula(r, "law II, mu = 0.55: P_T", "(6.7)", wanted[1], free.P[1]);
    carom_claim_formula(r, "law II, mu = 0.2: P_T/P_N", "mu", mu, drawn.P[1] / drawn.P[0]);
    carom_claim_formula(r, "law II, mu = 0.2: e_n", "r_n", r_n, drawn.v[0] / -c.v[0]);
    carom_panel *panel = carom_reach_panel(r, &c, mu);
    static const carom_style step_style = {.ink = CAROM_INK_BLUE, .width = 1.6};
    static const carom_style back_style = {.ink = CAROM_INK_VERMILION, .width = 2.0, .dash = CAROM_DASHED};
    carom_series *steps = carom_panel_line(panel, "construction", step_style);
    const double corner[4][2] = {{0.0, 0.0}, {(1.0 + r_n) * P1[0], 0.0}, {wanted[0], wanted[1]}};
    for (int i = 0; i < 3; i++) carom_series_add(steps, corner[i][1], corner[i][0]);
    carom_series *back = carom_panel_line(panel, "drawn back, $e_n$ constant", back_style);
    carom_series_add(back, wanted[1], wanted[0]);
    carom_series_add(back, drawn.P[1], drawn.P[0]);
    carom_series *between = carom_panel_line(panel, "$P_2 - P_1$", (carom_style){.ink = CAROM_INK_BLUE, .width = 1.0});
    carom_series_add(between, P1[1], P1[0]);
    carom_series_add(between, P2[1], P2[0]);
    carom_reach_letter(panel, P1, "$P_1$");
    carom_reach_letter(panel, P2, "$P_2$");
    carom_reach_letter(panel, wanted, "wanted");
    carom_reach_letter(panel, drawn.P, "$P$");
    carom_reach_given(r, &c, mu, "$r_n$ = 0.6, $r_t$ = 0.8");
}

void carom_reproduce_ch_fig7_1(carom_reproduction *r) {
    static const struct {
        char name;
        bool up, energy;
    } corners[4] = {{'A', false, false}, {'D', true, false}, {'E', true, true}, {'H', false, true}};
    const carom_contact c = generic();
    const carom_named_points l = letters_of(&c, generic_mu);
    carom_panel *panel = carom_reach_panel(r, &c, generic_mu);
    char what[64];
    for (int i = 0; i < 4; i++) {
        snprintf(what, sizeof what, "P_N at the corner %c", corners[i].name);
        carom_claim_formula(r, what, corners[i].energy ? "-2 d.v/d.Wd" : "-v_n/W_n.d",
                            on_friction(&c, corners[i].up ? generic_mu : -generic_mu, corners[i].energy),
                            letter(&l, corners[i].name)[0]);
    }
    // Law III without the limit of the cone stops the motion for r_n = r_t = 0. It reverses the motion for r_n = r_t =
    // 1.
    const double *C = letter(&l, 'C'), *G = letter(&l, 'G');
    const carom_result stop = carom_reach_ask(&carom_law_chatterjee3, &c, HUGE_VAL, 0.0, 0.0);
    const carom_result turn = carom_reach_ask(&carom_law_chatterjee3, &c, HUGE_VAL, 1.0, 1.0);
    carom_claim_formula(r, "law III, r_n = r_t = 0: P_N", "C", C[0], stop.P[0]);
    carom_claim_formula(r, "speed at C", "zero", 0.0, hypot(stop.v[0], stop.v[1]));
    carom_claim_formula(r, "law III, r_n = r_t = 1: P_N", "G = 2C", G[0], turn.P[0]);
    carom_claim_false(r, "footnote: e_n at G", "-1", "1", fabs(turn.v[0] / -c.v[0] - 1.0) < 1e-12,
                      "velocity is reversed");
    carom_panel_letters(panel, &c, generic_mu);
    carom_reach_given(r, &c, generic_mu, "letters by formula");
}

// Computes the area that a law covers in two ways: by its formula, and from its impulses only.
static void one_law(carom_reproduction *r, const carom_law *law, const char *name) {
    const carom_contact c = generic();
    carom_panel *panel = carom_reach_panel(r, &c, generic_mu);
    const carom_reach a = carom_reach_draw(panel, law, &c, generic_mu, name, area_style);
    const carom_reach b = carom_reach_asked(law, &c, generic_mu);
    char what[64];
    snprintf(what, sizeof what, "%s, every r_n and r_t", name);
    carom_claim_fact(r, what, "in the accessible region", a.answered == a.asked && a.left == 0);
    // 1e-3: the cells of the two areas are 1/512 and 1/1024 of the box.
    snprintf(what, sizeof what, "area of %s, by its outline", name);
    carom_claim_said(r, what, "not printed", "as by its impulses",
                     a.exact && !b.exact && fabs(a.area - b.area) < 1e-3 * b.region);
    carom_claim_unstated(r);
    carom_panel_letters(panel, &c, generic_mu);
    carom_reach_given(r, &c, generic_mu, two_coefficients);
}

// Solves law I with the coefficients that give an impulse of law II inside the cone, and returns the largest distance
// between the two impulses. These coefficients are r_n = e_n, and r_t by the impulse ratio
//   rho = kappa (1 + r_t)/(1 + r_n),  kappa = (W_nn/W_tt) (v_t/v_n)
// On the friction line any larger r_t gives the same impulse.
static double law_one_misses(const carom_contact *c, double mu) {
    const double kappa = c->W[0][0] / c->W[1][1] * c->v[1] / c->v[0];
    double most = 0.0;
    for (int i = 0; i <= 10; i++)
        for (int j = 0; j <= 20; j++) {
            const carom_result two = carom_reach_ask(&carom_law_chatterjee2, c, mu, 0.1 * i, -1.0 + 0.1 * j);
            const double r_n = fmin(fmax(two.v[0] / -c->v[0], 0.0), 1.0), rho = two.P[1] / two.P[0];
            const double r_t = rho < mu - 1e-9 ? rho * (1.0 + r_n) / kappa - 1.0 : 1.0;
            const carom_result one = carom_reach_ask(&carom_law_chatterjee1, c, mu, r_n, fmax(r_t, -1.0));
            carom_worsen(&most, hypot(one.P[0] - two.P[0], one.P[1] - two.P[1]));
        }
    return most;
}

void carom_reproduce_ch_fig7_2(carom_reproduction *r) {
    const carom_contact c = generic();
    carom_claim_fact(r, "what law II reaches", "law I reaches too", law_one_misses(&c, generic_mu) < 1e-9);
    // The ratio P_T/P_N of law I is -(1 + r_t)/(1 + r_n) (W_nn/W_tt) v_t/v_n, limited by the cone. The impulse ends at
    // e_n = r_n or at the energy ellipse.
    const double kappa = c.W[0][0] / c.W[1][1] * c.v[1] / c.v[0];
    const carom_result inside = carom_reach_ask(&carom_law_chatterjee1, &c, 5.0, 0.5, -0.4);
    carom_claim_formula(r, "P_T/P_N at r_n = 0.5, r_t = -0.4", "6.5.1", kappa * 0.6 / 1.5, inside.P[1] / inside.P[0]);
    carom_claim_formula(r, "e_n there", "r_n", 0.5, inside.v[0] / -c.v[0]);
    const carom_result held = carom_reach_ask(&carom_law_chatterjee1, &c, generic_mu, 0.0, 1.0);
    carom_claim_formula(r, "P_T/P_N at r_n = 0, r_t = 1", "mu", generic_mu, held.P[1] / held.P[0]);
    one_law(r, &carom_law_chatterjee1, "law I");
}

void carom_reproduce_ch_fig7_3(carom_reproduction *r) {
    const carom_contact c = generic();
    const carom_named_points l = letters_of(&c, generic_mu);
    // The set of law II is the part of the parallelogram B, F, G, 2C - B inside the cone.
    const carom_result b = carom_reach_ask(&carom_law_chatterjee2, &c, generic_mu, 0.0, -1.0);
    const carom_result f = carom_reach_ask(&carom_law_chatterjee2, &c, generic_mu, 1.0, -1.0);
    const carom_result g = carom_reach_ask(&carom_law_chatterjee2, &c, generic_mu, 1.0, 1.0);
    const carom_result d = carom_reach_ask(&carom_law_chatterjee2, &c, generic_mu, 0.0, 1.0);
    carom_claim_formula(r, "r_n = 0, r_t = -1: P_N", "B", letter(&l, 'B')[0], b.P[0]);
    carom_claim_formula(r, "r_n = 1, r_t = -1: P_N", "F = 2B", letter(&l, 'F')[0], f.P[0]);
    carom_claim_formula(r, "r_n = r_t = 1: P_N", "G = 2C", letter(&l, 'G')[0], g.P[0]);
    carom_claim_formula(r, "r_n = r_t = 1: P_T", "G = 2C", letter(&l, 'G')[1], g.P[1]);
    // 2C - B is outside the cone, so it is moved to D along the line of maximum compression.
    carom_claim_formula(r, "r_n = 0, r_t = 1: P_N", "D", on_friction(&c, generic_mu, false), d.P[0]);
    one_law(r, &carom_law_chatterjee2, "law II");
}

void carom_reproduce_ch_fig7_4(carom_reproduction *r) {
    const carom_contact c = generic();
    // Inside the ellipse and the cone, law III produces its target velocity.
    const carom_result wanted = carom_reach_ask(&carom_law_chatterjee3, &c, generic_mu, 0.6, 0.4);
    carom_claim_formula(r, "r_n = 0.6, r_t = 0.4: V_fN", "-r_n V_iN", -0.6 * c.v[0], wanted.v[0]);
    carom_claim_formula(r, "r_n = 0.6, r_t = 0.4: V_fT", "-r_t V_iT", -0.4 * c.v[1], wanted.v[1]);
    // In general the cone adds a part of the friction line outside the intersection of ellipse and cone. Here the
    // intersection is empty, but the law still has a result on the friction line: P_N = (1 + r_n) |v_n|/(W_nn + mu
    // W_nt) for any r_t.
    const carom_contact steep = carom_plane_contact(1.9, -0.861, 0.727, -1.0, -0.676);
    const double mu = 0.478, first = on_friction(&steep, mu, false);
    carom_params p = paper_params();
    carom_reach_area *o = malloc(sizeof *o);
    p.mu = mu;
    double off = 0.0;
    for (int i = 0; i <= 20; i++) {
        const double r_n = 0.05 * i, r_t = -1.0 + 0.1 * (i * 8 % 21);
        const carom_result drawn = carom_reach_ask(&carom_law_chatterjee3, &steep, mu, r_n, r_t);
        carom_worsen(&off, hypot(drawn.P[0] - (1.0 + r_n) * first, drawn.P[1] - mu * (1.0 + r_n) * first));
    }
    const bool known = o && carom_reach_outline(&carom_law_chatterjee3, &steep, &p, o) == CAROM_OK;
    carom_claim_false(r, "what law III reaches", "an intersection", "and points of the friction line",
                      known && o->area == 0.0 && off < 1e-12,
                      "W = [1.9, -0.861; -0.861, 0.727], v = (-1, -0.676), mu = 0.478");
    carom_claim_formula(r, "of that line, from P_N", "-v_n/W_n.d", first, known ? o->friction[0][0] : (double)NAN);
    carom_claim_formula(r, "of that line, to P_N", "twice that", 2.0 * first, known ? o->friction[0][1] : (double)NAN);
    free(o);
    one_law(r, &carom_law_chatterjee3, "law III");
}

void carom_reproduce_ch_fig7_5(carom_reproduction *r) {
    const carom_contact c = generic();
    carom_panel *panel = carom_reach_panel(r, &c, generic_mu);
    const carom_reach routh = carom_reach_draw(panel, &carom_law_routh, &c, generic_mu, "Routh", routh_style);
    const carom_reach kane =
        carom_reach_draw(panel, &carom_law_whittaker, &c, generic_mu, "Kane & Levinson", kane_style);
    const carom_reach smith = carom_reach_draw(panel, &carom_law_smith, &c, generic_mu, "Smith", smith_style);
    carom_claim_fact(r, "Kane & Levinson, for some e", "gains energy", kane.dE[1] > 1e-6 && kane.left > 0);
    carom_claim_fact(r, "Routh and Smith, for every e", "gain none",
                     routh.dE[1] < 1e-12 && smith.dE[1] < 1e-12 && routh.left == 0 && smith.left == 0);
    carom_panel_letters(panel, &c, generic_mu);
    carom_reach_given(r, &c, generic_mu, one_coefficient);
}

static void add_all(carom_reproduction *r, const carom_contact *c, double mu) {
    carom_claim_fact(r, "laws I, II and III", "coincide",
                     carom_reach_apart(&carom_law_chatterjee1, &carom_law_chatterjee2, c, mu) < 1e-12 &&
                         carom_reach_apart(&carom_law_chatterjee1, &carom_law_chatterjee3, c, mu) < 1e-12);
    carom_panel *panel = carom_reach_panel(r, c, mu);
    const carom_reach one = carom_reach_draw(panel, &carom_law_chatterjee1, c, mu, "laws I, II, III", area_style);
    const carom_reach two = carom_reach_measure(&carom_law_chatterjee2, c, mu);
    const carom_reach three = carom_reach_measure(&carom_law_chatterjee3, c, mu);
    carom_claim_formula(r, "area of law II", "of law I", one.area, two.area);
    carom_claim_formula(r, "area of law III", "of law I", one.area, three.area);
    carom_reach_draw(panel, &carom_law_routh, c, mu, "Routh, Kane & Levinson", routh_style);
    carom_reach_draw(panel, &carom_law_smith, c, mu, "Smith", smith_style);
    carom_claim_fact(r, "Routh and Kane & Levinson", "coincide",
                     carom_reach_apart(&carom_law_routh, &carom_law_whittaker, c, mu) < 1e-12);
    carom_panel_letters(panel, c, mu);
    carom_reach_given(r, c, mu, one_coefficient);
}

void carom_reproduce_ch_fig7_6(carom_reproduction *r) {
    const carom_contact c = carom_plane_contact(1.0, 0.0, 1.0, -1.0, -0.8);
    add_all(r, &c, 0.6);
}

// Returns the largest P_N of a law over r_n and r_t.
static double highest(const carom_law *law, const carom_contact *c, double mu) {
    double most = 0.0;
    for (int i = 0; i <= 20; i++)
        for (int j = 0; j <= 20; j++) carom_worsen(&most, carom_reach_ask(law, c, mu, 0.05 * i, -1.0 + 0.1 * j).P[0]);
    return most;
}

void carom_reproduce_ch_fig7_7(carom_reproduction *r) {
    static const struct {
        const char *what;
        const carom_law *law;
    } three[3] = {{"highest P_N law I reaches", &carom_law_chatterjee1},
                  {"highest P_N law II reaches", &carom_law_chatterjee2},
                  {"highest P_N law III reaches", &carom_law_chatterjee3}};
    const carom_contact c = carom_plane_contact(1.0, 0.0, 1.0, -0.12, -1.0);
    const double mu = 0.6;
    carom_extent extent;
    carom_region_extent(&c, mu, &extent);
    const carom_named_points l = letters_of(&c, mu);
    add_all(r, &c, mu);
    for (int k = 0; k < 3; k++) {
        carom_claim_formula(r, three[k].what, "not printed; F", letter(&l, 'F')[0], highest(three[k].law, &c, mu));
        carom_claim_unstated(r);
    }
    carom_claim_formula(r, "F_N", "2|v_n|/W_nn", 0.24, letter(&l, 'F')[0]);
    const double share = carom_reach_measure(&carom_law_chatterjee1, &c, mu).share;
    carom_claim_said(r, "of the accessible region they reach", "a small area", "7.5 %", fabs(share - 0.0748) < 5e-4);
    // The source sees "no fundamental reason" against e > 1. The largest e is on the friction line at dE = 0.
    carom_claim_formula(r, "largest e_n of the region, not forbidden", "at E", on_friction(&c, mu, true) / 0.12 - 1.0,
                        extent.e_most);
}
