// Reproduces Payr & Glocker 2005, figures 1 and 2: the set-valued maps of the law glocker, and results of the law as
// points on these maps.
#include <math.h>

#include "base/worst.h"
#include "papers/laws.h"
#include "papers/papers.h"
#include "papers/params.h"

static void add_graph(carom_panel *panel, const char *name, carom_style style, const double (*points)[2], int count) {
    carom_series *line = carom_panel_line(panel, name, style);
    for (int i = 0; i < count; i++) carom_series_add(line, points[i][0], points[i][1]);
}

static carom_panel *map_panel(carom_reproduction *r, const char *x, const char *y, const char *title) {
    carom_panel *panel = carom_reproduce_panel(r, 560.0, 250.0);
    if (r->figure) r->figure->columns = 2;
    carom_panel_axes(panel, x, y);
    carom_panel_title(panel, title);
    carom_panel_range(panel, -2.0, 2.0, -2.0, 2.0);
    if (panel) panel->zero_lines = true;
    return panel;
}

static const carom_style graph_style = {.ink = CAROM_INK_BLUE, .width = 2.2, .unlisted = true};
static const carom_style answer_style = {.ink = CAROM_INK_VERMILION, .mark = CAROM_MARK_RING, .unlisted = true};

// A result of the law for a bar at 30 degrees with K = 1/3, e_n = e_t = 1/2 and mu = 0.6. The slips are from -4 to 4,
// and the bar approaches or separates. The law pairs xi_n = v_n' + e_n v_n with P_n, and xi_t = v_t' + e_t v_t with
// P_t. `bound` is mu P_n.
typedef struct {
    double xi[2], P[2], bound;
} answer;

enum { SLIPS = 41 };

static answer ask(int k, double approach) {
    const carom_contact c = carom_plane_contact(3.25, 0.75 * sqrt(3.0), 1.75, approach, -4.0 + 0.2 * k + 0.003);
    carom_params p = paper_params();
    p.e = p.e_t = 0.5;
    p.mu = 0.6;
    const carom_result out = carom_plane_solve(&carom_law_glocker, &c, &p);
    return (answer){{out.v[0] + 0.5 * c.v[0], out.v[1] + 0.5 * c.v[1]}, {out.P[0], out.P[1]}, 0.6 * out.P[0]};
}

static void given(carom_reproduction *r) {
    carom_reproduce_given(r, "rings: the law glocker, $W$ = [3.25, 1.299; 1.299, 1.75] 1/kg, $v_n$ = -1 or 0.4 m/s,");
    carom_reproduce_given(r, "$v_t$ from -4 to 4 m/s, $ε_N = ε_T$ = 0.5, $μ$ = 0.6; $y$ over its bound (right)");
}

void carom_reproduce_pg_fig1(carom_reproduction *r) {
    carom_panel *upr = map_panel(r, "$x = ξ_N$  (m/s)", "$-y = -Λ_N$  (N s)", "unilateral primitive Upr (1)");
    add_graph(upr, "Upr", graph_style, (const double[3][2]){{0, -2}, {0, 0}, {2, 0}}, 3);
    carom_panel *sgn = map_panel(r, "$x = ξ_T$  (m/s)", "$-y = -Λ_T / μ Λ_N$", "filled-in relay Sgn (3)");
    add_graph(sgn, "Sgn", graph_style, (const double[4][2]){{-2, -1}, {0, -1}, {0, 1}, {2, 1}}, 4);
    carom_series *on_upr = carom_panel_series(upr, CAROM_SERIES_POINTS, "the law", answer_style);
    carom_series *on_sgn = carom_panel_series(sgn, CAROM_SERIES_POINTS, "the law", answer_style);
    double normal = 0.0, relay = 0.0;
    int struck = 0;
    for (int k = 0; k < 2 * SLIPS; k++) {
        const answer a = ask(k % SLIPS, k < SLIPS ? -1.0 : 0.4);
        carom_series_add(on_upr, a.xi[0], -a.P[0]);
        // Complementarity (2): P_n and xi_n are not negative, and their product is 0.
        carom_worsen(&normal, fmax(-a.P[0], -a.xi[0]));
        carom_worsen(&normal, fabs(a.P[0] * a.xi[0]));
        if (!(a.P[0] > 0.0)) continue;
        struck++;
        const double y = -a.P[1] / a.bound;
        carom_series_add(on_sgn, a.xi[1], y);
        carom_worsen(&relay, fabs(y) - 1.0);
        if (fabs(a.xi[1]) > 1e-12) carom_worsen(&relay, fabs(y - (a.xi[1] > 0.0 ? 1.0 : -1.0)));
    }
    // The largest error was 9e-16; the bound is 1e-12.
    carom_claim_said(r, "-P_n in Upr(xi_n)", "complementarity (2)", "82 answers of the law", normal < 1e-12);
    carom_claim_said(r, "-P_t in mu P_n Sgn(xi_t)", "(3)", "41 answers of the law", struck == SLIPS && relay < 1e-12);
    given(r);
}

void carom_reproduce_pg_fig2(carom_reproduction *r) {
    static const carom_style right = {.ink = CAROM_INK_VERMILION, .dash = CAROM_DASHED, .width = 1.8};
    static const carom_style left = {.ink = CAROM_INK_GREEN, .dash = CAROM_DASHDOT, .width = 1.8};
    carom_panel *panel = map_panel(r, "$x_R$, $-x_L$  (m/s)", "$-y$", "two unilateral primitives");
    add_graph(panel, "Upr($x_R$) + 1", right, (const double[3][2]){{0, -2}, {0, 1}, {2, 1}}, 3);
    add_graph(panel, "-Upr($x_L$) - 1", left, (const double[3][2]){{-2, -1}, {0, -1}, {0, 2}}, 3);
    carom_panel *sum = map_panel(r, "$x = x_R - x_L$  (m/s)", "$-y = -Λ_T / μ Λ_N$", "their sum: the relay");
    add_graph(sum, "Sgn", graph_style, (const double[4][2]){{-2, -1}, {0, -1}, {0, 1}, {2, 1}}, 4);
    carom_series *on_sum = carom_panel_series(sum, CAROM_SERIES_POINTS, "the law", answer_style);
    double apart = 0.0;
    for (int k = 0; k < SLIPS; k++) {
        const answer a = ask(k, -1.0);
        const double y = a.P[1] / a.bound, x_R = fmax(a.xi[1], 0.0), x_L = fmax(-a.xi[1], 0.0);
        carom_series_add(on_sum, a.xi[1], -y);
        // The two complementarities (5): 1 + y and x_R are not negative and have the product 0, and so have 1 - y and
        // x_L.
        carom_worsen(&apart, fmax(-(1.0 + y), -(1.0 - y)));
        carom_worsen(&apart, fmax(fabs((1.0 + y) * x_R), fabs((1.0 - y) * x_L)));
    }
    carom_claim_said(r, "-P_t in mu P_n Sgn(xi_t)", "two complementarities (5)", "41 answers of the law",
                     apart < 1e-12);
    given(r);
}
