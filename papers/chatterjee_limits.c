// Reproduces Chatterjee 1997, 7.3 to 7.5: the impulses of laws in three limits, a tangential collision, friction
// without bound and mass without bound.
#include <math.h>

#include "base/worst.h"
#include "papers/laws.h"
#include "papers/letters.h"
#include "papers/params.h"
#include "papers/reach.h"

static const double pi = 3.14159265358979323846;

static const carom_style area_style = {.ink = CAROM_INK_ORANGE, .fill = 0.35, .hatched = true};
static const carom_style sky_style = {.ink = CAROM_INK_SKY, .fill = 0.35};
static const carom_style routh_style = {.ink = CAROM_INK_VERMILION, .width = 2.6};
static const carom_style kane_style = {.ink = CAROM_INK_BLUE, .width = 2.0, .dash = CAROM_DASHDOT};
static const carom_style smith_style = {.ink = CAROM_INK_GREEN, .width = 2.2, .dash = CAROM_DASHED};
static const carom_style segment_style = {.ink = CAROM_INK_PURPLE, .width = 2.6};

// Tests a rod that jams: W_nt is large, and the friction is above W_nn/|W_nt|. The approach speed is 0. Laws II and III
// then give (1 + r_t) C; the line of compression goes through the origin.
void carom_reproduce_ch_fig7_8(carom_reproduction *r) {
    const carom_contact c = carom_plane_contact(1.0, -0.9, 1.2, 0.0, -1.0);
    const double mu = 1.6;
    carom_named_points l;
    carom_letters_compute(&c, mu, &l);
    const double *C = l.at['C' - 'A'];
    carom_panel *panel = carom_reach_panel(r, &c, mu);
    const carom_result first = carom_reach_ask(&carom_law_chatterjee1, &c, mu, 0.0, -0.99);
    double point = 0.0, second = 0.0, third = 0.0;
    carom_series *line = carom_panel_line(panel, "laws II, III", (carom_style){.ink = CAROM_INK_ORANGE, .width = 4.0});
    for (int i = 0; i <= 100; i++) {
        const double r_n = 0.01 * (i * 37 % 101), r_t = -0.99 + 0.0198 * i, s = 1.0 + r_t;
        const carom_result one = carom_reach_ask(&carom_law_chatterjee1, &c, mu, r_n, r_t);
        const carom_result two = carom_reach_ask(&carom_law_chatterjee2, &c, mu, r_n, r_t);
        const carom_result three = carom_reach_ask(&carom_law_chatterjee3, &c, mu, r_n, r_t);
        carom_worsen(&point, hypot(one.P[0] - first.P[0], one.P[1] - first.P[1]));
        carom_worsen(&second, hypot(two.P[0] - s * C[0], two.P[1] - s * C[1]) + fabs(two.v[0]));
        carom_worsen(&third, hypot(three.P[0] - s * C[0], three.P[1] - s * C[1]) + fabs(three.v[0]));
        carom_series_add(line, three.P[1], three.P[0]);
    }
    carom_claim_fact(r, "law I, every r_n and r_t > -1", "one point", point < 1e-12);
    carom_claim_said(r, "law II", "the line of compression", "(1 + r_t) C", second < 1e-9);
    carom_claim_said(r, "law III", "the line of compression", "(1 + r_t) C", third < 1e-9);
    carom_claim_formula(r, "C_N", "-W_nt v_t/det W, by hand", 0.9 / 0.39, C[0]);
    carom_claim_unstated(r);
    carom_claim_formula(r, "law I, r_t = -1: P_N", "no collision", 0.0,
                        carom_reach_ask(&carom_law_chatterjee1, &c, mu, 0.5, -1.0).P[0]);
    carom_reach_draw(panel, &carom_law_routh, &c, mu, "Routh", routh_style);
    carom_params p = paper_params();
    carom_result smith[2], kane[2];
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
    carom_reach_given(r, &c, mu, "$e$ from 0 to 1");
}

// With unlimited friction, the tangential impulse of this impact ends the approach before it ends the slip. The points
// are
//   D = (0, -v_n/W_nt), where v_n = 0,  J = (0, -v_t/W_tt), where v_t = 0,  K = 2D,  H, the end for e = 1 with sticking
void carom_reproduce_ch_fig7_9(carom_reproduction *r) {
    const carom_contact c = carom_plane_contact(1.0, 0.6, 0.8, -0.5, -1.0);
    carom_named_points l;
    carom_region region;
    carom_letters_compute(&c, HUGE_VAL, &l);
    carom_region_compute(&c, HUGE_VAL, &region);
    const double opens = l.at['D' - 'A'][1], ends = region.sticking.point[1];
    carom_claim_formula(r, "D_T", "-v_n/W_nt", 0.5 / 0.6, opens);
    carom_claim_unstated(r);
    carom_claim_formula(r, "J_T", "-v_t/W_tt", 1.25, ends);
    carom_claim_unstated(r);
    carom_panel *panel = carom_reach_panel(r, &c, HUGE_VAL);
    carom_panel_range(panel, -0.25, 2.25, -0.3, 1.25); // a section; the energy ellipse is 3 times as large.
    // Only outlines are drawn, because overlapping filled areas would have colours that are not in the legend.
    carom_reach_draw(panel, &carom_law_chatterjee1, &c, HUGE_VAL, "law I", area_style);
    carom_reach_draw(panel, &carom_law_chatterjee3, &c, HUGE_VAL, "law III",
                     (carom_style){.ink = CAROM_INK_PURPLE, .width = 1.8});
    carom_reach_draw(panel, &carom_law_chatterjee2, &c, HUGE_VAL, "law II",
                     (carom_style){.ink = CAROM_INK_ORANGE, .width = 1.8, .dash = CAROM_DASHED});
    carom_reach_draw(panel, &carom_law_whittaker, &c, HUGE_VAL, "Kane & Levinson", kane_style);
    carom_reach_draw(panel, &carom_law_smith, &c, HUGE_VAL, "Smith", smith_style);
    carom_reach_draw(panel, &carom_law_routh, &c, HUGE_VAL, "Routh", routh_style);
    double routh = 0.0, smith = 0.0, kane = 0.0;
    carom_params p = paper_params();
    p.mu = HUGE_VAL;
    carom_result last = {0};
    for (int i = 0; i <= 20; i++) {
        p.e = 0.05 * i;
        const carom_result a = carom_plane_solve(&carom_law_routh, &c, &p);
        const carom_result b = carom_plane_solve(&carom_law_smith, &c, &p);
        last = carom_plane_solve(&carom_law_whittaker, &c, &p);
        carom_worsen(&routh, hypot(a.P[0], a.P[1] - fmin((1.0 + p.e) * opens, ends)));
        carom_worsen(&smith, hypot(b.P[0], b.P[1] - (1.0 + p.e) * opens));
        // The impulses of Kane & Levinson's law lie on the tangential axis up to J, and then on the line v_t = 0.
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
    carom_reach_given(r, &c, HUGE_VAL, "$e$ from 0 to 1");
}

// Draws the rod that strikes at pi/10 from the normal. Its mass along the rod is infinite, so W = u u^T with u across
// the rod. The energy ellipse becomes two parallel lines, because dE = u.P (u.P - 2)/2. The lines of sticking and of
// compression are both u.P = 1.
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

static double distance(const carom_result *out, double normal, double tangential) {
    return hypot(out->P[0] - normal, out->P[1] - tangential);
}

void carom_reproduce_ch_fig7_11(carom_reproduction *r) {
    const double s = sin(pi / 10.0), w = cos(pi / 10.0), mu = 0.5, A = 1.0 / s, B = 1.0 / (s + mu * w);
    const carom_contact c = carom_plane_contact(s * s, s * w, w * w, -s, -w);
    carom_panel *panel = strip_panel(r, s, w, mu);
    const carom_reach two = carom_reach_draw(panel, &carom_law_chatterjee2, &c, mu, "law II", sky_style);
    carom_reach_draw(panel, &carom_law_chatterjee1, &c, mu, "law I", area_style);
    carom_series *segment = carom_panel_line(panel, "law III, $r_t ≥ r_n$", segment_style);
    carom_reach_draw(panel, &carom_law_routh, &c, mu, "Routh", routh_style);
    carom_reach_draw(panel, &carom_law_smith, &c, mu, "Smith", smith_style);
    carom_params p = paper_params();
    p.mu = mu;
    double routh = 0.0, stops = 0.0, smith = 0.0, third = 0.0;
    for (int i = 0; i <= 20; i++) {
        p.e = 0.05 * i;
        p.e_t = p.e + (1.0 - p.e) * 0.5;
        const carom_result by_routh = carom_plane_solve(&carom_law_routh, &c, &p);
        const carom_result by_smith = carom_plane_solve(&carom_law_smith, &c, &p);
        const carom_result by_third = carom_plane_solve(&carom_law_chatterjee3, &c, &p);
        const double e = p.e, ratio = mu * (1.0 - e * e) / (1.0 + e * e);
        // The impulses of Routh's law go from B towards A: P_N = (1 + e) B on the line u.P = 1.
        carom_worsen(&routh, distance(&by_routh, (1.0 + e) * B, (1.0 - s * (1.0 + e) * B) / w));
        carom_worsen(&stops, hypot(by_routh.v[0], by_routh.v[1]) + fabs(by_routh.dE + 0.5));
        carom_worsen(&smith, hypot(by_smith.v[0] + e * c.v[0], by_smith.v[1] + e * c.v[1]));
        carom_worsen(&smith, fabs(by_smith.P[1] - ratio * by_smith.P[0]));
        carom_worsen(&third, distance(&by_third, (1.0 + e) * B, mu * (1.0 + e) * B));
        carom_series_add(segment, by_third.P[1], by_third.P[0]);
    }
    // Smith's law is solved by bisection. The largest error was 4e-16; the bound is 1e-9.
    carom_claim_said(r, "Routh, every e", "along BA", "from B to (1 + e) B_N", routh < 1e-12);
    carom_claim_said(r, "Routh, every e", "V_f = 0, all energy lost", "dE = -0.5, v' = 0", stops < 1e-12);
    carom_claim_said(r, "Smith", "V_f = -e V_i, from B to D", "ratio mu (1-e^2)/(1+e^2)", smith < 1e-9);
    carom_claim_said(r, "law III, r_t >= r_n", "BE", "(1 + r_n) B", third < 1e-12);
    const carom_result furthest = carom_reach_ask(&carom_law_chatterjee1, &c, mu, 1.0, 1.0);
    const carom_result at_E = carom_reach_ask(&carom_law_chatterjee2, &c, mu, 1.0, 1.0);
    carom_claim_said(r, "law II reaches", "the corner E", "r_n = r_t = 1",
                     distance(&at_E, 2.0 * B, 2.0 * mu * B) < 1e-9);
    // The trapezoid is the triangle O D E without the triangle O A B. A and D = 2A lie on the normal, B and E = 2B on
    // the friction line.
    carom_claim_formula(r, "area of law II", "trapezoid ABED", 1.5 * A * mu * B, two.area);
    carom_claim_false(r, "law I reaches", "the same trapezoid as law II", "all but the corner E",
                      furthest.P[1] / furthest.P[0] < 0.33,
                      "at r_n = 1 its ratio is at most tan(theta) = 0.3249, below mu");
    const double points[6][2] = {{0.0, 0.0}, {A, 0.0}, {B, mu * B}, {s, w}, {2.0 * A, 0.0}, {2.0 * B, 2.0 * mu * B}};
    static const char *const names[6] = {"O", "A", "B", "C", "D", "E"};
    for (int i = 0; i < 6; i++) carom_reach_letter(panel, points[i], names[i]);
    carom_reproduce_given(r, "$W = u u^T$, $u$ = (sin θ, cos θ), θ = π/10, mass 1 kg; $v = -u$ m/s");
    carom_reproduce_given(r, "$μ$ = 0.5; $e$ from 0 to 1; $r_n$ from 0 to 1, $r_t$ from -1 to 1");
}
