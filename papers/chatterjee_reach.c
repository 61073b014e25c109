// Chatterjee 1997, chapter 7: what laws reach in impulse space.
//
// Letters: B and F without friction, e = 0 and 1; C stops everything, G = 2C turns everything round; the friction lines
// meet greatest compression at A (P_T < 0) and D, and the ellipse at H and E. The figures print no numbers: ours.
#include <math.h>
#include <stdio.h>

#include "base/worst.h"
#include "carom/region.h"
#include "papers/reach.h"

static const double pi = 3.14159265358979323846;
static const double generic_mu = 0.55;

static carom_contact generic(void) {
    return carom_plane_contact(1.0, 0.45, 1.1, -1.0, -0.65);
}

static const carom_style area_style = {.ink = CAROM_INK_ORANGE, .fill = 0.35, .hatched = true};
static const carom_style sky_style = {.ink = CAROM_INK_SKY, .fill = 0.35};
static const carom_style routh_style = {.ink = CAROM_INK_VERMILION, .width = 2.6};
static const carom_style kane_style = {.ink = CAROM_INK_BLUE, .width = 2.0, .dash = CAROM_DASHDOT};
static const carom_style smith_style = {.ink = CAROM_INK_GREEN, .width = 2.2, .dash = CAROM_DASHED};
static const carom_style segment_style = {.ink = CAROM_INK_PURPLE, .width = 2.6};

static void given(carom_reproduction *r, const carom_contact *c, double mu, const char *more) {
    carom_reproduce_given_contact(r, "", c);
    if (isinf(mu))
        carom_reproduce_given(r, "$μ$ infinite; %s. Numbers ours", more);
    else
        carom_reproduce_given(r, "$μ$ = %g; %s. Numbers ours", mu, more);
}

static const char *const one_coefficient = "$e$ from 0 to 1";
static const char *const two_coefficients = "$r_n$ from 0 to 1, $r_t$ from -1 to 1";

// The corner where two borders of the region meet; the letter's place by its formula beside it.
typedef struct {
    const char *letter;
    unsigned meets;
    double P[2];
} letter;

static void find_letters(const carom_contact *c, double mu, letter letters[4]) {
    static const letter names[4] = {
        {"A", CAROM_BOUNDARY_COMPRESSION | CAROM_BOUNDARY_FRICTION_DOWN, {0.0, 0.0}},
        {"D", CAROM_BOUNDARY_COMPRESSION | CAROM_BOUNDARY_FRICTION_UP, {0.0, 0.0}},
        {"E", CAROM_BOUNDARY_ENERGY | CAROM_BOUNDARY_FRICTION_UP, {0.0, 0.0}},
        {"H", CAROM_BOUNDARY_ENERGY | CAROM_BOUNDARY_FRICTION_DOWN, {0.0, 0.0}},
    };
    carom_corner corners[CAROM_MOST_CORNERS];
    int count = 0;
    carom_region_corners(c, mu, corners, &count);
    for (int i = 0; i < 4; i++) {
        letters[i] = names[i];
        letters[i].P[0] = letters[i].P[1] = (double)NAN;
        for (int k = 0; k < count; k++) {
            if (corners[k].meets != names[i].meets) continue;
            letters[i].P[0] = corners[k].P[0];
            letters[i].P[1] = corners[k].P[1];
        }
    }
}

static void add_letters(carom_panel *panel, const carom_contact *c, double mu) {
    letter letters[4];
    carom_params p = carom_default_params();
    double C[2];
    find_letters(c, mu, letters);
    carom_reach_centre(c, C);
    p.e = 0.0;
    const carom_outcome B = carom_plane_solve(&carom_law_frictionless, c, &p);
    p.e = 1.0;
    const carom_outcome F = carom_plane_solve(&carom_law_frictionless, c, &p);
    carom_reach_letter(panel, (double[2]){0.0, 0.0}, "O");
    carom_reach_letter(panel, B.P, "B");
    carom_reach_letter(panel, F.P, "F");
    carom_reach_letter(panel, C, "C");
    carom_reach_letter(panel, (double[2]){2.0 * C[0], 2.0 * C[1]}, "G");
    for (int i = 0; i < 4; i++)
        if (!isnan(letters[i].P[0])) carom_reach_letter(panel, letters[i].P, letters[i].letter);
}

// On a friction line, d = (1, +-mu): v_n' = 0 at -v_n/(W_n.d), no loss at -2 d.v/(d.W d).
static double on_friction(const carom_contact *c, double ratio, bool energy) {
    const double Wd[2] = {c->W[0][0] + c->W[0][1] * ratio, c->W[1][0] + c->W[1][1] * ratio};
    return energy ? -2.0 * (c->v[0] + ratio * c->v[1]) / (Wd[0] + ratio * Wd[1]) : -c->v[0] / Wd[0];
}

void carom_reproduce_ch_fig7_1(carom_reproduction *r) {
    const carom_contact c = generic();
    carom_panel *panel = carom_reach_panel(r, &c, generic_mu);
    letter letters[4];
    char what[64];
    find_letters(&c, generic_mu, letters);
    for (int i = 0; i < 4; i++) {
        const bool up = letters[i].meets & CAROM_BOUNDARY_FRICTION_UP,
                   energy = letters[i].meets & CAROM_BOUNDARY_ENERGY;
        snprintf(what, sizeof what, "P_N at the corner %s", letters[i].letter);
        carom_claim_formula(r, what, energy ? "-2 d.v/d.Wd" : "-v_n/W_n.d",
                            on_friction(&c, up ? generic_mu : -generic_mu, energy), letters[i].P[0]);
    }
    // Law III with no cone in the way: r_n = r_t = 0 stops everything, 1 turns everything round.
    carom_params p = carom_default_params();
    double C[2];
    carom_reach_centre(&c, C);
    p.mu = HUGE_VAL;
    p.r_n = p.r_t = 0.0;
    const carom_outcome stop = carom_plane_solve(&carom_law_chatterjee3, &c, &p);
    carom_claim_formula(r, "law III, r_n = r_t = 0: P_N", "C", C[0], stop.P[0]);
    carom_claim_formula(r, "speed at C", "zero", 0.0, hypot(stop.v[0], stop.v[1]));
    p.r_n = p.r_t = 1.0;
    const carom_outcome turn = carom_plane_solve(&carom_law_chatterjee3, &c, &p);
    carom_claim_formula(r, "law III, r_n = r_t = 1: P_N", "G = 2C", 2.0 * C[0], turn.P[0]);
    carom_claim_false(r, "footnote: e_n at G", "-1", "1", fabs(turn.v[0] / -c.v[0] - 1.0) < 1e-12,
                      "velocity is reversed");
    add_letters(panel, &c, generic_mu);
    given(r, &c, generic_mu, "letters by formula");
}

static carom_panel *one_law(carom_reproduction *r, const carom_law *law, const char *name) {
    const carom_contact c = generic();
    carom_reach a;
    carom_reach_of(law, &c, generic_mu, &a);
    carom_claim_fact(r, name, "in the accessible region", carom_reach_admissible(&a, &c, generic_mu));
    carom_panel *panel = carom_reach_panel(r, &c, generic_mu);
    carom_reach_draw(panel, &a, name, area_style);
    add_letters(panel, &c, generic_mu);
    given(r, &c, generic_mu, two_coefficients);
    return panel;
}

static carom_outcome by_law(const carom_law *law, const carom_contact *c, double mu, double r_n, double r_t) {
    carom_params p = carom_default_params();
    p.mu = mu;
    p.r_n = r_n;
    p.r_t = r_t;
    return carom_plane_solve(law, c, &p);
}

void carom_reproduce_ch_fig7_2(carom_reproduction *r) {
    const carom_contact c = generic();
    carom_reach first, second;
    carom_reach_of(&carom_law_chatterjee1, &c, generic_mu, &first);
    carom_reach_of(&carom_law_chatterjee2, &c, generic_mu, &second);
    carom_claim_fact(r, "what law II reaches", "law I reaches too", carom_reach_within(&second, &first, 2e-3));
    // Its direction is -(1 + r_t)/(1 + r_n) (W_nn/W_tt) v_t/v_n, cut by the cone; its end e_n = r_n or the ellipse.
    const double kappa = c.W[0][0] / c.W[1][1] * c.v[1] / c.v[0];
    const carom_outcome inside = by_law(&carom_law_chatterjee1, &c, 5.0, 0.5, -0.4);
    carom_claim_formula(r, "P_T/P_N at r_n = 0.5, r_t = -0.4", "6.5.1", kappa * 0.6 / 1.5, inside.P[1] / inside.P[0]);
    carom_claim_formula(r, "e_n there", "r_n", 0.5, inside.v[0] / -c.v[0]);
    const carom_outcome held = by_law(&carom_law_chatterjee1, &c, generic_mu, 0.0, 1.0);
    carom_claim_formula(r, "P_T/P_N at r_n = 0, r_t = 1", "mu", generic_mu, held.P[1] / held.P[0]);
    one_law(r, &carom_law_chatterjee1, "law I");
}

void carom_reproduce_ch_fig7_3(carom_reproduction *r) {
    const carom_contact c = generic();
    double C[2];
    carom_reach_centre(&c, C);
    const double B = -c.v[0] / c.W[0][0];
    // The parallelogram B, F, G, 2C - B, where the cone leaves it.
    const carom_outcome b = by_law(&carom_law_chatterjee2, &c, generic_mu, 0.0, -1.0);
    const carom_outcome f = by_law(&carom_law_chatterjee2, &c, generic_mu, 1.0, -1.0);
    const carom_outcome g = by_law(&carom_law_chatterjee2, &c, generic_mu, 1.0, 1.0);
    const carom_outcome d = by_law(&carom_law_chatterjee2, &c, generic_mu, 0.0, 1.0);
    carom_claim_formula(r, "r_n = 0, r_t = -1: P_N", "B", B, b.P[0]);
    carom_claim_formula(r, "r_n = 1, r_t = -1: P_N", "F = 2B", 2.0 * B, f.P[0]);
    carom_claim_formula(r, "r_n = r_t = 1: P_N", "G = 2C", 2.0 * C[0], g.P[0]);
    carom_claim_formula(r, "r_n = r_t = 1: P_T", "G = 2C", 2.0 * C[1], g.P[1]);
    // 2C - B lies outside the cone: drawn back to D along greatest compression.
    carom_claim_formula(r, "r_n = 0, r_t = 1: P_N", "D", on_friction(&c, generic_mu, false), d.P[0]);
    one_law(r, &carom_law_chatterjee2, "law II");
}

void carom_reproduce_ch_fig7_4(carom_reproduction *r) {
    const carom_contact c = generic();
    // Inside ellipse and cone the law gives the velocity it wants.
    const carom_outcome wanted = by_law(&carom_law_chatterjee3, &c, generic_mu, 0.6, 0.4);
    carom_claim_formula(r, "r_n = 0.6, r_t = 0.4: V_fN", "-r_n V_iN", -0.6 * c.v[0], wanted.v[0]);
    carom_claim_formula(r, "r_n = 0.6, r_t = 0.4: V_fT", "-r_t V_iT", -0.4 * c.v[1], wanted.v[1]);
    // In general the cone adds a segment of the friction line that the intersection misses.
    const carom_contact steep = carom_plane_contact(1.0, 0.2, 1.0, -1.0, -6.0);
    bool outside = true, on_line = true;
    for (int i = 0; i <= 10; i++) {
        const carom_outcome drawn = by_law(&carom_law_chatterjee3, &steep, 0.3, 0.1 * i, 0.0);
        on_line = on_line && fabs(drawn.P[1] - 0.3 * drawn.P[0]) < 1e-12;
        // Wanted: -W^-1 (v + (r_n v_n, 0)); its ratio leaves the cone.
        outside = outside && drawn.v[1] < -1e-9;
    }
    carom_claim_false(r, "what law III reaches", "an intersection", "and points of the friction line",
                      on_line && outside, "W = [1, 0.2; 0.2, 1], v = (-1, -6), mu = 0.3");
    one_law(r, &carom_law_chatterjee3, "law III");
}

void carom_reproduce_ch_fig7_5(carom_reproduction *r) {
    const carom_contact c = generic();
    carom_panel *panel = carom_reach_panel(r, &c, generic_mu);
    const double routh = carom_reach_curve(panel, &carom_law_routh, &c, generic_mu, "Routh", routh_style);
    const double kane = carom_reach_curve(panel, &carom_law_whittaker, &c, generic_mu, "Kane & Levinson", kane_style);
    const double smith = carom_reach_curve(panel, &carom_law_smith, &c, generic_mu, "Smith", smith_style);
    carom_claim_fact(r, "Kane & Levinson, for some e", "gains energy", kane > 1e-6);
    carom_claim_fact(r, "Routh and Smith, for every e", "gain none", routh < 1e-12 && smith < 1e-12);
    given(r, &c, generic_mu, one_coefficient);
}

static double routh_from_kane(const carom_contact *c, double mu) {
    double apart = 0.0;
    for (int i = 0; i <= 100; i++) {
        carom_params p = carom_default_params();
        p.e = 0.01 * i;
        p.mu = mu;
        const carom_outcome routh = carom_plane_solve(&carom_law_routh, c, &p);
        const carom_outcome kane = carom_plane_solve(&carom_law_whittaker, c, &p);
        carom_worsen(&apart, hypot(routh.P[0] - kane.P[0], routh.P[1] - kane.P[1]));
    }
    return apart;
}

static void add_all(carom_reproduction *r, const carom_contact *c, double mu) {
    carom_reach a[3];
    carom_reach_of(&carom_law_chatterjee1, c, mu, &a[0]);
    carom_reach_of(&carom_law_chatterjee2, c, mu, &a[1]);
    carom_reach_of(&carom_law_chatterjee3, c, mu, &a[2]);
    carom_claim_fact(r, "laws I, II and III", "coincide",
                     carom_reach_apart(&a[0], &a[1]) < 1e-12 && carom_reach_apart(&a[0], &a[2]) < 1e-12);
    carom_panel *panel = carom_reach_panel(r, c, mu);
    carom_reach_draw(panel, &a[0], "laws I, II, III", area_style);
    carom_reach_curve(panel, &carom_law_routh, c, mu, "Routh, Kane & Levinson", routh_style);
    carom_reach_curve(panel, &carom_law_smith, c, mu, "Smith", smith_style);
    carom_claim_fact(r, "Routh and Kane & Levinson", "coincide", routh_from_kane(c, mu) < 1e-12);
    given(r, c, mu, one_coefficient);
}

void carom_reproduce_ch_fig7_6(carom_reproduction *r) {
    const carom_contact c = carom_plane_contact(1.0, 0.0, 1.0, -1.0, -0.8);
    add_all(r, &c, 0.6);
}

void carom_reproduce_ch_fig7_7(carom_reproduction *r) {
    const carom_contact c = carom_plane_contact(1.0, 0.0, 1.0, -0.12, -1.0);
    carom_reach a;
    carom_region region;
    letter letters[4];
    double highest = 0.0;
    add_all(r, &c, 0.6);
    carom_reach_of(&carom_law_chatterjee1, &c, 0.6, &a);
    carom_region_of(&c, 0.6, &region);
    for (int i = 0; i <= CAROM_REACH_CELLS; i++)
        for (int j = 0; j <= CAROM_REACH_CELLS; j++) highest = fmax(highest, a.P[i][j][0]);
    const double top = region.centre[0] + hypot(region.axes[0][0], region.axes[1][0]);
    carom_claim_formula(r, "highest P_N the laws reach", "not printed; 2|v_n|/W_nn", 0.24, highest);
    carom_claim_fact(r, "what they reach, of the ellipse's height", "a small part", highest < 0.25 * top);
    // "no fundamental reason" against e > 1: on the friction line at no loss.
    find_letters(&c, 0.6, letters);
    carom_verdict at_E;
    carom_check(&c, 0.6, (double[3]){letters[2].P[0], letters[2].P[1], 0.0}, &at_E);
    carom_claim_said(r, "largest e_n of the region", "e > 1 not forbidden", "7.82, at E",
                     !at_E.broken && fabs(at_E.v[0] / -c.v[0] - 7.82) < 0.005);
}

// A rod that jams: W_nt large, friction above W_nn/W_nt.
void carom_reproduce_ch_fig7_8(carom_reproduction *r) {
    const carom_contact c = carom_plane_contact(1.0, -0.9, 1.2, 0.0, -1.0);
    const double mu = 1.6;
    carom_panel *panel = carom_reach_panel(r, &c, mu);
    const carom_outcome first = by_law(&carom_law_chatterjee1, &c, mu, 0.0, -0.99);
    bool point = true, on_line = true;
    carom_series *line = carom_panel_line(panel, "laws II, III", (carom_style){.ink = CAROM_INK_ORANGE, .width = 4.0});
    for (int i = 0; i <= 100; i++) {
        const double r_n = 0.01 * (i * 37 % 101), r_t = -0.99 + 0.0198 * i;
        const carom_outcome one = by_law(&carom_law_chatterjee1, &c, mu, r_n, r_t);
        const carom_outcome two = by_law(&carom_law_chatterjee2, &c, mu, r_n, r_t);
        const carom_outcome three = by_law(&carom_law_chatterjee3, &c, mu, r_n, r_t);
        point = point && hypot(one.P[0] - first.P[0], one.P[1] - first.P[1]) < 1e-12;
        on_line = on_line && fabs(two.v[0]) < 1e-12 && fabs(three.v[0]) < 1e-12;
        carom_series_add(line, three.P[1], three.P[0]);
    }
    carom_claim_fact(r, "law I, every r_n and r_t > -1", "one point", point);
    carom_claim_fact(r, "laws II and III", "on the line of compression", on_line);
    carom_claim_formula(r, "law I, r_t = -1: P_N", "no collision", 0.0,
                        by_law(&carom_law_chatterjee1, &c, mu, 0.5, -1.0).P[0]);
    carom_reach_curve(panel, &carom_law_routh, &c, mu, "Routh", routh_style);
    carom_params p = carom_default_params();
    carom_outcome smith[2], kane[2];
    p.mu = mu;
    bool sticks = true;
    for (int i = 0; i < 2; i++) {
        p.e = i;
        smith[i] = carom_plane_solve(&carom_law_smith, &c, &p);
        kane[i] = carom_plane_solve(&carom_law_whittaker, &c, &p);
        sticks = sticks && fabs(carom_plane_solve(&carom_law_routh, &c, &p).v[1]) < 1e-12;
    }
    carom_claim_fact(r, "Smith; Kane & Levinson, e = 0 and 1", "a point each",
                     fabs(smith[0].P[0] - smith[1].P[0]) < 1e-12 && fabs(kane[0].P[0] - kane[1].P[0]) < 1e-12 &&
                         smith[0].P[0] > 1.0 && kane[0].P[0] > 1.0);
    carom_claim_fact(r, "Routh", "on the line of sticking", sticks);
    carom_reach_letter(panel, first.P, "law I");
    carom_reach_letter(panel, smith[0].P, "Smith");
    carom_reach_letter(panel, kane[0].P, "Kane & Levinson");
    given(r, &c, mu, one_coefficient);
}

// Without a bound on friction a tangential blow opens the contact before it ends the slip: v_n - W_nt v_t/W_tt > 0.
//   D = (0, -v_n/W_nt) opens,  J = (0, -v_t/W_tt) ends the slip,  K = 2D,  H where sticking leaves with e = 1
void carom_reproduce_ch_fig7_9(carom_reproduction *r) {
    const carom_contact c = carom_plane_contact(1.0, 0.6, 0.8, -0.5, -1.0);
    const double opens = -c.v[0] / c.W[0][1], ends = -c.v[1] / c.W[1][1];
    carom_panel *panel = carom_reach_panel(r, &c, HUGE_VAL);
    carom_panel_range(panel, -0.25, 2.25, -0.3, 1.25); // the ellipse is three times as large
    carom_reach one, two, three;
    carom_reach_of(&carom_law_chatterjee1, &c, HUGE_VAL, &one);
    carom_reach_of(&carom_law_chatterjee2, &c, HUGE_VAL, &two);
    carom_reach_of(&carom_law_chatterjee3, &c, HUGE_VAL, &three);
    carom_reach_draw(panel, &three, "law III", (carom_style){.ink = CAROM_INK_PURPLE, .fill = 0.2});
    carom_reach_draw(panel, &two, "law II", (carom_style){.ink = CAROM_INK_BLUE, .fill = 0.25});
    carom_reach_draw(panel, &one, "law I", area_style);
    carom_reach_curve(panel, &carom_law_whittaker, &c, HUGE_VAL, "Kane & Levinson", kane_style);
    carom_reach_curve(panel, &carom_law_smith, &c, HUGE_VAL, "Smith", smith_style);
    carom_reach_curve(panel, &carom_law_routh, &c, HUGE_VAL, "Routh", routh_style);
    double routh = 0.0, smith = 0.0, kane = 0.0;
    carom_params p = carom_default_params();
    p.mu = HUGE_VAL;
    carom_outcome last = {0};
    for (int i = 0; i <= 20; i++) {
        p.e = 0.05 * i;
        const carom_outcome a = carom_plane_solve(&carom_law_routh, &c, &p);
        const carom_outcome b = carom_plane_solve(&carom_law_smith, &c, &p);
        last = carom_plane_solve(&carom_law_whittaker, &c, &p);
        carom_worsen(&routh, hypot(a.P[0], a.P[1] - fmin((1.0 + p.e) * opens, ends)));
        carom_worsen(&smith, hypot(b.P[0], b.P[1] - (1.0 + p.e) * opens));
        // Along the axis to J, then with v_t = 0.
        const bool on_axis = (1.0 + p.e) * opens <= ends;
        carom_worsen(&kane, on_axis ? hypot(last.P[0], last.P[1] - (1.0 + p.e) * opens) : fabs(last.v[1]));
        carom_worsen(&kane, fabs(last.v[0] + p.e * c.v[0]));
    }
    carom_claim_said(r, "Routh", "DJ", "(0, min((1+e) D, J))", routh < 1e-12);
    carom_claim_said(r, "Smith", "DK", "(0, (1+e) D)", smith < 1e-12);
    carom_claim_said(r, "Kane & Levinson", "DJH", "the axis to J, then v_t = 0", kane < 1e-12);
    carom_reach_letter(panel, (double[2]){0.0, 0.0}, "O");
    carom_reach_letter(panel, (double[2]){0.0, opens}, "D");
    carom_reach_letter(panel, (double[2]){0.0, ends}, "J");
    carom_reach_letter(panel, (double[2]){0.0, 2.0 * opens}, "K");
    carom_reach_letter(panel, last.P, "H");
    given(r, &c, HUGE_VAL, one_coefficient);
}

// The rod strikes at pi/10 from the normal; its mass along the rod is infinite, so W = u u^T, u across the rod. The
// ellipse is two parallel lines: dE = u.P (u.P - 2)/2; sticking and compression are both u.P = 1.
static carom_panel *strip_panel(carom_reproduction *r, double s, double w, double mu) {
    static const carom_style edge_style = {.ink = CAROM_INK_TEXT, .width = 1.0, .unlisted = true};
    static const carom_style middle_style = {
        .ink = CAROM_INK_BLUE, .width = 1.1, .dash = CAROM_DASHED, .unlisted = true};
    static const carom_style cone_style = {.ink = CAROM_INK_SOFT, .width = 1.2, .dash = CAROM_DOTTED, .unlisted = true};
    carom_panel *panel = carom_reproduce_panel(r, 380.0, 460.0);
    carom_panel_axes(panel, "tangential impulse $P_T$  (N s)", "normal impulse $P_N$  (N s)");
    carom_panel_range(panel, -1.6, 2.6, -0.4, 6.8);
    if (panel) panel->equal = panel->zero_lines = true;
    carom_series_label(carom_panel_rule(panel, "no loss", edge_style, w, s, 2.0), "no energy lost");
    carom_panel_rule(panel, "no loss, other side", edge_style, w, s, 0.0);
    carom_series_label(carom_panel_rule(panel, "sticking and compression", middle_style, w, s, 1.0),
                       "sticking and compression");
    for (int side = -1; side <= 1; side += 2) {
        carom_series *ray = carom_panel_series(panel, CAROM_SERIES_RAY, "friction", cone_style);
        carom_series_add(ray, 0.0, 0.0);
        carom_series_add(ray, side * mu, 1.0);
    }
    return panel;
}

static double distance(const carom_outcome *out, double normal, double tangential) {
    return hypot(out->P[0] - normal, out->P[1] - tangential);
}

void carom_reproduce_ch_fig7_11(carom_reproduction *r) {
    const double s = sin(pi / 10.0), w = cos(pi / 10.0), mu = 0.5, A = 1.0 / s, B = 1.0 / (s + mu * w);
    const carom_contact c = carom_plane_contact(s * s, s * w, w * w, -s, -w);
    carom_panel *panel = strip_panel(r, s, w, mu);
    carom_reach one, two;
    carom_reach_of(&carom_law_chatterjee1, &c, mu, &one);
    carom_reach_of(&carom_law_chatterjee2, &c, mu, &two);
    carom_reach_draw(panel, &two, "law II", sky_style);
    carom_reach_draw(panel, &one, "law I", area_style);
    carom_series *segment = carom_panel_line(panel, "law III, $r_t ≥ r_n$", segment_style);
    carom_reach_curve(panel, &carom_law_routh, &c, mu, "Routh", routh_style);
    carom_reach_curve(panel, &carom_law_smith, &c, mu, "Smith", smith_style);
    carom_params p = carom_default_params();
    p.mu = mu;
    double routh = 0.0, stops = 0.0, smith = 0.0, third = 0.0;
    for (int i = 0; i <= 20; i++) {
        p.e = p.r_n = 0.05 * i;
        p.r_t = p.r_n + (1.0 - p.r_n) * 0.5;
        const carom_outcome by_routh = carom_plane_solve(&carom_law_routh, &c, &p);
        const carom_outcome by_smith = carom_plane_solve(&carom_law_smith, &c, &p);
        const carom_outcome by_third = carom_plane_solve(&carom_law_chatterjee3, &c, &p);
        const double e = p.e, ratio = mu * (1.0 - e * e) / (1.0 + e * e);
        // From B towards A: P_N = (1 + e) B on u.P = 1.
        carom_worsen(&routh, distance(&by_routh, (1.0 + e) * B, (1.0 - s * (1.0 + e) * B) / w));
        carom_worsen(&stops, hypot(by_routh.v[0], by_routh.v[1]) + fabs(by_routh.dE + 0.5));
        carom_worsen(&smith, hypot(by_smith.v[0] + e * c.v[0], by_smith.v[1] + e * c.v[1]));
        carom_worsen(&smith, fabs(by_smith.P[1] - ratio * by_smith.P[0]));
        carom_worsen(&third, distance(&by_third, (1.0 + e) * B, mu * (1.0 + e) * B));
        carom_series_add(segment, by_third.P[1], by_third.P[0]);
    }
    // 1e-9: Smith's law is found by bisection; worst seen 4e-16.
    carom_claim_said(r, "Routh, every e", "along BA", "from B to (1 + e) B_N", routh < 1e-12);
    carom_claim_said(r, "Routh, every e", "V_f = 0, all energy lost", "dE = -0.5, v' = 0", stops < 1e-12);
    carom_claim_said(r, "Smith", "V_f = -e V_i, from B to D", "ratio mu (1-e^2)/(1+e^2)", smith < 1e-9);
    carom_claim_said(r, "law III, r_t >= r_n", "BE", "(1 + r_n) B", third < 1e-12);
    const carom_outcome furthest = by_law(&carom_law_chatterjee1, &c, mu, 1.0, 1.0);
    const carom_outcome at_E = by_law(&carom_law_chatterjee2, &c, mu, 1.0, 1.0);
    carom_claim_said(r, "law II reaches", "the corner E", "r_n = r_t = 1",
                     distance(&at_E, 2.0 * B, 2.0 * mu * B) < 1e-9);
    carom_claim_false(r, "law I reaches", "the same trapezoid as law II", "all but the corner E",
                      furthest.P[1] / furthest.P[0] < 0.33,
                      "at r_n = 1 its ratio is at most tan(theta) = 0.3249, below mu");
    const double points[6][2] = {{0.0, 0.0}, {A, 0.0}, {B, mu * B}, {s, w}, {2.0 * A, 0.0}, {2.0 * B, 2.0 * mu * B}};
    static const char *const names[6] = {"O", "A", "B", "C", "D", "E"};
    for (int i = 0; i < 6; i++) carom_reach_letter(panel, points[i], names[i]);
    carom_reproduce_given(r, "$W = u u^T$, $u$ = (sin θ, cos θ), θ = π/10, mass 1 kg; $v = -u$ m/s");
    carom_reproduce_given(r, "$μ$ = 0.5; $e$ from 0 to 1; $r_n$ from 0 to 1, $r_t$ from -1 to 1");
}
