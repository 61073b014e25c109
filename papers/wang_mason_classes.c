// Reproduces Wang & Mason 1992, figures 2 to 5: the stages of an impact, the classes of impacts and the regions of
// modes.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/root.h"
#include "carom/explain.h"
#include "mods/draw/figure/figure.h"
#include "papers/laws.h"
#include "papers/papers.h"
#include "papers/params.h"

// Returns the contact with B1 = B2 = 2.5 and the given B3: W = [[B2, -B3], [-B3, B1]], v = (C0, S0).
static carom_contact contact(double B3, double C0, double S0) {
    return carom_plane_contact(2.5, -B3, 2.5, C0, S0);
}

static carom_params with(double e, double mu) {
    carom_params p = paper_params();
    p.restitution = CAROM_POISSON;
    p.e = e;
    p.mu = mu;
    return p;
}

static const carom_style S_style = {.ink = CAROM_INK_BLUE, .dash = CAROM_DASHED, .width = 1.3, .unlisted = true};
static const carom_style C_style = {.ink = CAROM_INK_GREEN, .dash = CAROM_DASHDOT, .width = 1.3, .unlisted = true};
static const carom_style L_style = {.ink = CAROM_INK_SOFT, .dash = CAROM_DOTTED, .width = 1.3, .unlisted = true};
static const carom_style path_style = {.ink = CAROM_INK_VERMILION, .width = 2.4, .unlisted = true};

// Creates a small panel of the impulse plane with the line S of sticking and the line C of maximum compression.
static carom_panel *lines(carom_reproduction *r, const carom_contact *c, const char *title, double reach) {
    carom_panel *panel = carom_reproduce_panel(r, 640.0, 600.0);
    carom_panel_axes(panel, "$P_x$  (N s)", "$P_y$  (N s)");
    carom_panel_title(panel, title);
    carom_panel_range(panel, -reach, reach, -0.25 * reach, reach);
    if (panel) panel->zero_lines = true;
    carom_series_label(carom_panel_rule(panel, "line of sticking", S_style, c->W[1][1], c->W[0][1], -c->v[1]), "S");
    carom_series_label(
        carom_panel_rule(panel, "line of maximum compression", C_style, c->W[0][1], c->W[0][0], -c->v[0]), "C");
    return panel;
}

static void add_ray(carom_panel *panel, const char *name, double x, double y, double slope, const char *label) {
    carom_series *ray = carom_panel_series(panel, CAROM_SERIES_RAY, name, L_style);
    carom_series_add(ray, x, y);
    carom_series_add(ray, x + slope, y + 1.0);
    carom_series_label(ray, label);
}

static void add_mark(carom_panel *panel, double x, double y, const char *text) {
    carom_series *point =
        carom_panel_series(panel, CAROM_SERIES_POINTS, text,
                           (carom_style){.ink = CAROM_INK_VERMILION, .mark = CAROM_MARK_DISC, .unlisted = true});
    carom_series_add(point, x, y);
    carom_panel_note(panel, x, y, text, CAROM_INK_VERMILION);
}

// Draws the path up to the end of this number of stages.
static void add_path(carom_panel *panel, const carom_path *path, size_t stages) {
    carom_series *line = carom_panel_line(panel, "path", path_style);
    for (size_t i = 0; i <= stages; i++) carom_series_add(line, path->points[i].P[1], path->points[i].P[0]);
    add_mark(panel, path->points[stages].P[1], path->points[stages].P[0], "P");
}

static bool near(double a, double b) {
    return fabs(a - b) < 1e-12; // rounding of a few operations on numbers near 1
}

void carom_reproduce_wm_fig2(carom_reproduction *r) {
    static const char *const titles[4] = {"(a) the impact begins", "(b) slides along L to S",
                                          "(c) sticks, along S to C", "(d) restitution, along S to the end"};
    const carom_contact c = contact(1.5, -1.0, 0.6);
    const carom_params p = with(0.5, 0.7);
    carom_path_point points[8];
    carom_path path = {points, 8, 0};
    carom_result out;
    carom_trace(&carom_law_routh, &c, &p, &path, &out);
    for (size_t i = 0; i < 4 && i < path.count; i++) {
        carom_panel *panel = lines(r, &c, titles[i], 0.8);
        add_ray(panel, "limiting friction", 0.0, 0.0, -p.mu, "L");
        add_ray(panel, "reversed limiting friction", points[1].P[1], points[1].P[0], p.mu, "RF");
        add_path(panel, &path, i);
    }
    if (r->figure) r->figure->columns = 2;
    carom_claim_words(r, "stages: what ends them", "S, C, the end",
                      path.count == 4 && points[1].event == CAROM_EVENT_SLIP_STICKS &&
                              points[2].event == CAROM_EVENT_COMPRESSION_ENDS && points[3].event == CAROM_EVENT_END
                          ? "S, C, the end"
                          : "others");
    carom_claim_fact(r, "(b): P_x = -mu s P_y (30)", "holds at S", near(points[1].P[1], -p.mu * points[1].P[0]));
    carom_claim_fact(r, "on S the slip is zero, on C v_n is", "both",
                     near(points[1].v[1], 0.0) && near(points[2].v[0], 0.0) && near(points[3].v[1], 0.0));
    carom_claim_formula(r, "the end by Poisson: P_y/P_c", "1 + e", 1.5, points[3].P[0] / points[2].P[0]);
    carom_reproduce_given_contact(r, "", &c);
    carom_reproduce_given(r, "Poisson, $e$ = 0.5, $μ$ = 0.7; $x$ is $t$, $y$ is $n$");
}

// The signs of S0 (rows) and of B3 (columns).
static const double signs[3] = {-1.0, 0.0, 1.0};
static const char *const sign_words[3] = {"< 0", "= 0", "> 0"};

static void title_of(int row, int column, char *text, size_t size) {
    snprintf(text, size, "$S_0$ %s, $B_3$ %s", sign_words[row], sign_words[column]);
}

void carom_reproduce_wm_fig3(carom_reproduction *r) {
    bool direct = true, central = true, both = true, meets = true, origin = true;
    for (int k = 0; k < 9; k++) {
        const int row = k / 3, column = k % 3;
        const carom_contact c = contact(1.5 * signs[column], -1.0, 0.4 * signs[row]);
        carom_contact_class found;
        char title[64];
        carom_contact_classify(&c, 0.5, &found);
        direct = direct && found.direct == (row == 1);
        central = central && found.central == (column == 1);
        both = both && (!found.direct && !found.central) == (row != 1 && column != 1);
        meets = meets && found.approach == CAROM_MEETING;
        title_of(row, column, title, sizeof title);
        carom_panel *panel = lines(r, &c, title, 1.0);
        carom_panel_note(panel, found.Q[1], found.Q[0], "Q", CAROM_INK_TEXT);
        // The relative velocity is 0 at the intersection of S and C.
        carom_verdict at;
        carom_check(&c, HUGE_VAL, (double[3]){found.Q[0], found.Q[1], 0.0}, &at);
        origin = origin && near(at.v[0], 0.0) && near(at.v[1], 0.0);
    }
    if (r->figure) r->figure->columns = 3;
    carom_claim_fact(r, "C0 < 0", "meeting impacts", meets);
    carom_claim_fact(r, "the middle row, S0 = 0", "direct impacts", direct);
    carom_claim_fact(r, "the middle column, B3 = 0", "generalized central impacts", central);
    carom_claim_fact(r, "the four others", "eccentric oblique impacts", both);
    carom_claim_fact(r, "where S and C meet", "v' = 0", origin);
    carom_reproduce_given(
        r, "$B_1 = B_2$ = 2.5 1/kg, $B_3$ = -1.5, 0, 1.5 1/kg, $C_0$ = -1 m/s, $S_0$ = -0.4, 0, 0.4 m/s");
}

// Returns the friction above which a tangential impact has a positive impulse, by bisection with the law.
static double impact_from(const carom_contact *c) {
    carom_root k = carom_root_between(0.0, 100.0, true);
    while (!k.over) {
        const carom_params p = with(0.5, k.x);
        carom_root_halve(&k, carom_plane_solve(&carom_law_routh, c, &p).P[0] > 0.0);
    }
    return k.high;
}

void carom_reproduce_wm_fig4(carom_reproduction *r) {
    char yes[64] = "";
    const carom_params p = with(0.5, 2.0);
    for (int k = 0; k < 9; k++) {
        const int row = k / 3, column = k % 3;
        const carom_contact c = contact(1.5 * signs[column], 0.0, 0.4 * signs[row]);
        carom_contact_class found;
        char title[64];
        carom_contact_classify(&c, 0.5, &found);
        title_of(row, column, title, sizeof title);
        carom_panel *panel = lines(r, &c, title, 0.5);
        if (row != 1) add_ray(panel, "limiting friction", 0.0, 0.0, -signs[row] * p.mu, "L");
        if (!isfinite(found.mu_jam)) continue;
        carom_path_point points[8];
        carom_path path = {points, 8, 0};
        carom_result out;
        carom_trace(&carom_law_routh, &c, &p, &path, &out);
        if (path.count) add_path(panel, &path, path.count - 1);
        carom_panel_name(panel, -0.8 * signs[row] * -0.5, 0.4, "yes", CAROM_INK_VERMILION);
        snprintf(yes + strlen(yes), sizeof yes - strlen(yes), "%sS0 %s, B3 %s", *yes ? "; " : "", sign_words[row],
                 sign_words[column]);
        carom_claim_formula(r, row == 0 ? "friction large enough, S0 < 0" : "friction large enough, S0 > 0", "B2/|B3|",
                            found.mu_jam, impact_from(&c));
        carom_claim_fact(r, row == 0 ? "then, S0 < 0" : "then, S0 > 0", "compression, then restitution",
                         path.count > 2 && points[path.count - 2].event == CAROM_EVENT_COMPRESSION_ENDS);
    }
    if (r->figure) r->figure->columns = 3;
    carom_claim_words(r, "feasible", "S0 < 0, B3 > 0; S0 > 0, B3 < 0", yes);
    carom_reproduce_given(r, "$B_1 = B_2$ = 2.5 1/kg, $B_3$ = -1.5, 0, 1.5 1/kg, $C_0$ = 0, $S_0$ = -0.4, 0, 0.4 m/s;");
    carom_reproduce_given(r, "L and paths: $μ$ = 2, Poisson, $e$ = 0.5");
}

static const char *mode(const carom_contact *c, double mu) {
    const carom_params p = with(0.5, mu);
    return carom_mode_name(carom_plane_solve(&carom_law_routh, c, &p).mode);
}

// Returns the friction at which the first letter of the mode changes, by bisection: s(liding), r(estitution),
// c(ompression).
static double border(const carom_contact *c, double low, double high) {
    const char at_low = mode(c, low)[0];
    carom_root k = carom_root_between(low, high, true);
    while (!k.over) carom_root_halve(&k, mode(c, k.x)[0] != at_low);
    return k.high;
}

void carom_reproduce_wm_fig5(carom_reproduction *r) {
    const carom_contact c = contact(-1.5, -1.0, -1.2);
    carom_contact_class found;
    carom_critical k;
    carom_contact_classify(&c, 0.5, &found);
    carom_critical_compute(&c, 0.5, 0.5, &k);
    carom_panel *panel = lines(r, &c, "three regions, $S_0 < 0$, $B_3 < 0$", 1.4);
    if (r->figure) r->figure->width = 420.0;
    if (r->figure) r->figure->height = 360.0;
    carom_panel_range(panel, -0.4, 2.2, -0.2, 1.8);
    carom_series_label(
        carom_panel_rule(panel, "line of termination",
                         (carom_style){.ink = CAROM_INK_PURPLE, .dash = CAROM_LONG, .width = 1.2, .unlisted = true},
                         c.W[0][1], c.W[0][0], -1.5 * c.v[0]),
        "T");
    add_ray(panel, "OD", 0.0, 0.0, found.D[1] / found.D[0], "");
    add_ray(panel, "OQ", 0.0, 0.0, found.Q[1] / found.Q[0], "");
    add_mark(panel, found.Q[1], found.Q[0], "Q");
    add_mark(panel, found.D[1], found.D[0], "D");
    carom_panel_name(panel, 0.12, 1.3, "1", CAROM_INK_TEXT);
    carom_panel_name(panel, 1.0, 1.15, "2", CAROM_INK_TEXT);
    carom_panel_name(panel, 1.7, 0.35, "3", CAROM_INK_TEXT);
    carom_claim_formula(r, "slope of OD", "mu_d (32)", k.mu_d, found.D[1] / found.D[0]);
    carom_claim_formula(r, "slope of OQ", "mu_q (33)", k.mu_q, found.Q[1] / found.Q[0]);
    carom_claim_formula(r, "regions 1 and 2 meet: the law ends to slide", "mu_d", k.mu_d, border(&c, 0.1, 1.0));
    carom_claim_formula(r, "regions 2 and 3 meet: into compression", "mu_q", k.mu_q, border(&c, 1.0, 5.0));
    carom_claim_words(r, "region 1", "sliding", mode(&c, 0.3));
    carom_claim_words(r, "region 2, mu < |mu_s|", "r-reversed", mode(&c, 0.5));
    carom_claim_words(r, "region 2, mu > |mu_s|", "r-sticking", mode(&c, 0.8));
    carom_claim_words(r, "region 3", "c-sticking", mode(&c, 3.0));
    const carom_params p = with(0.5, 0.3);
    carom_restitution_comparison both;
    carom_restitution_compare(&c, &p, &both);
    carom_claim_fact(r, "region 1: Newton and Poisson", "give identical results", both.because == CAROM_AGREE_SLIDING);
    carom_reproduce_given_contact(r, "", &c);
    carom_reproduce_given(r, "$e$ = 0.5; T: termination by Newton's law, $v_n = -e C_0$");
}
