// Chatterjee 1997: the pendulum's impulse space (7.11), Ivanov's coefficient (10.4), and pucks (11.30).
#include <math.h>
#include <stdio.h>

#include "base/worst.h"
#include "papers/papers.h"

static const double pi = 3.14159265358979323846;

// The rod strikes at pi/10 from the normal; its mass along the rod is infinite, so W = u u^T, u across the rod.
static carom_contact pendulum(void) {
    const double c = cos(pi / 10.0), s = sin(pi / 10.0);
    return carom_plane_contact(s * s, s * c, c * c, -s, -c);
}

static void add_point(carom_panel *panel, double x, double y, const char *name) {
    carom_series *s =
        carom_panel_series(panel, CAROM_SERIES_POINTS, name,
                           (carom_style){.ink = CAROM_INK_TEXT, .mark = CAROM_MARK_DISC, .unlisted = true});
    carom_series_add(s, x, y);
    carom_panel_note(panel, x, y, name, CAROM_INK_TEXT);
}

// Impulses of a law over a grid of r_n and r_t, as points' hull drawn row by row.
static void add_rows(carom_panel *panel, const carom_law *law, const carom_contact *c, const char *name,
                     carom_style style) {
    enum { N = 40 };
    double P[N + 1][N + 1][2];
    carom_params p = carom_default_params();
    p.mu = 0.5;
    for (int n = 0; n < (N + 1) * (N + 1); n++) {
        p.r_n = (double)(n / (N + 1)) / N;
        p.r_t = -1.0 + 2.0 * (n % (N + 1)) / N;
        const carom_outcome out = carom_plane_solve(law, c, &p);
        P[n / (N + 1)][n % (N + 1)][0] = out.P[0];
        P[n / (N + 1)][n % (N + 1)][1] = out.P[1];
    }
    carom_series *s = carom_panel_series(panel, CAROM_SERIES_AREA, name, style);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j <= N; j++) carom_series_add(s, P[i][j][1], P[i][j][0]);
        for (int j = N; j >= 0; j--) carom_series_add(s, P[i + 1][j][1], P[i + 1][j][0]);
        carom_series_add(s, (double)NAN, (double)NAN);
    }
}

static double add_curve(carom_panel *panel, const carom_law *law, const carom_contact *c, const char *name,
                        carom_style style, carom_outcome *last) {
    carom_params p = carom_default_params();
    carom_series *s = carom_panel_line(panel, name, style);
    double worst = 0.0;
    p.mu = 0.5;
    for (int i = 0; i <= 50; i++) {
        p.e = 0.02 * i;
        *last = carom_plane_solve(law, c, &p);
        carom_series_add(s, last->P[1], last->P[0]);
        // How far from V_f = -e V_i.
        carom_worsen(&worst, hypot(last->v[0] + p.e * c->v[0], last->v[1] + p.e * c->v[1]));
    }
    return worst;
}

// The ellipse is two parallel lines: dE = u.P (u.P - 2) / 2 vanishes on u.P = 0 and u.P = 2; sticking and compression
// are both u.P = 1.
static carom_panel *strip_panel(carom_reproduction *r, double s, double w, double mu) {
    static const carom_style edge_style = {.ink = CAROM_INK_TEXT, .width = 1.0, .unlisted = true};
    static const carom_style middle_style = {
        .ink = CAROM_INK_BLUE, .width = 1.1, .dash = CAROM_DASHED, .unlisted = true};
    static const carom_style cone_style = {.ink = CAROM_INK_SOFT, .width = 1.2, .dash = CAROM_DOTTED, .unlisted = true};
    carom_panel *panel = carom_reproduce_panel(r, 360.0, 460.0);
    carom_panel_axes(panel, "tangential impulse $P_T$", "normal impulse $P_N$");
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

void carom_reproduce_ch_fig7_11(carom_reproduction *r) {
    const carom_contact c = pendulum();
    const double s = sin(pi / 10.0), w = cos(pi / 10.0), mu = 0.5;
    carom_panel *panel = strip_panel(r, s, w, mu);
    add_rows(panel, &carom_law_chatterjee2, &c, "law II", (carom_style){.ink = CAROM_INK_SKY, .fill = 0.35});
    add_rows(panel, &carom_law_chatterjee1, &c, "law I",
             (carom_style){.ink = CAROM_INK_ORANGE, .fill = 0.35, .hatched = true});
    carom_outcome last;
    add_curve(panel, &carom_law_routh, &c, "Routh", (carom_style){.ink = CAROM_INK_VERMILION, .width = 2.8}, &last);
    carom_claim_number(r, "Routh: energy lost, every e", "-0.50000000", last.dE);
    carom_claim_number(r, "Routh: speed after", "0.00000000", hypot(last.v[0], last.v[1]));
    const double worst = add_curve(panel, &carom_law_smith, &c, "Smith",
                                   (carom_style){.ink = CAROM_INK_GREEN, .width = 2.2, .dash = CAROM_DASHED}, &last);
    // 1e-9: Smith's law is found by bisection; worst seen 4e-16.
    carom_claim_fact(r, "Smith: velocity after", "-e of that before", worst < 1e-9);
    // Law III with r_t >= r_n: V_f = r_n (vn, vt) on the friction line, from B to E.
    bool on_friction = true;
    for (int i = 0; i <= 20; i++) {
        carom_params p = carom_default_params();
        p.mu = mu;
        p.r_n = 0.05 * i;
        p.r_t = p.r_n + (1.0 - p.r_n) * 0.5;
        const carom_outcome out = carom_plane_solve(&carom_law_chatterjee3, &c, &p);
        on_friction = on_friction && fabs(out.P[1] - mu * out.P[0]) < 1e-12;
    }
    carom_claim_fact(r, "law III, r_t >= r_n", "on the friction line", on_friction);
    // The corner of the trapezoid on the friction line at e_n = 1: P = 2/(w mu + s) (1, mu).
    carom_params p = carom_default_params();
    p.mu = mu;
    const carom_outcome one = carom_plane_solve(&carom_law_chatterjee1, &c, &p);
    const double corner = 2.0 / (w * mu + s), ratio = one.P[1] / one.P[0];
    p.r_t = 1.0;
    const carom_outcome furthest = carom_plane_solve(&carom_law_chatterjee1, &c, &p);
    carom_claim_false(r, "law I reaches", "the same trapezoid as law II", "all but the corner E",
                      ratio < mu && furthest.P[1] / furthest.P[0] < 0.33,
                      "at r_n = 1 its ratio is at most tan(theta) = 0.3249, below mu");
    add_point(panel, 0.0, 0.0, "O");
    add_point(panel, corner * mu, corner, "E");
    add_point(panel, corner * mu / 2.0, corner / 2.0, "B");
    add_point(panel, w, s, "C");
    add_point(panel, 0.0, 1.0 / s, "A");
    add_point(panel, 0.0, 2.0 / s, "D");
}

// Ivanov: directions d with d.v < 0, eta from 0 to 1: between the ellipse and its half.
void carom_reproduce_ch_fig10_4(carom_reproduction *r) {
    const carom_contact c = carom_plane_contact(1.0, 0.45, 1.1, -1.0, -0.65);
    carom_params p = carom_default_params();
    carom_panel *panel = carom_reproduce_panel(r, 380.0, 340.0);
    p.mu = HUGE_VAL;
    carom_diagram_impulse(panel, &(carom_impulse_view){.contact = &c, .params = &p, .plain = true});
    carom_panel_axes(panel, "tangential impulse $P_T$", "normal impulse $P_N$");
    carom_series *area =
        carom_panel_series(panel, CAROM_SERIES_AREA, "$0 ≤ η ≤ 1$", (carom_style){.ink = CAROM_INK_SKY, .fill = 0.3});
    carom_series *half =
        carom_panel_line(panel, "$η = 0$", (carom_style){.ink = CAROM_INK_BLUE, .width = 1.4, .dash = CAROM_DASHED});
    double outer[361][2], inner[361][2], worst = 0.0;
    bool below = false, above = false;
    for (int i = 0; i <= 360; i++) {
        // Directions that enter the ellipse: within 90 degrees of -v.
        const double angle = atan2(-c.v[1], -c.v[0]) + pi * ((i + 0.5) / 361.0 - 0.5);
        p.direction[0] = cos(angle);
        p.direction[1] = sin(angle);
        p.eta = 1.0;
        const carom_outcome whole = carom_plane_solve(&carom_law_ivanov, &c, &p);
        p.eta = 0.0;
        const carom_outcome most = carom_plane_solve(&carom_law_ivanov, &c, &p);
        for (int k = 0; k < 2; k++) {
            outer[i][k] = whole.P[k];
            inner[i][k] = most.P[k];
            carom_worsen(&worst, fabs(most.P[k] - 0.5 * whole.P[k]));
        }
        below = below || most.v[0] < -1e-9 || whole.v[0] < -1e-9;
        above = above || (most.v[0] > 1e-9 && most.P[0] > 0.0);
    }
    for (int i = 0; i <= 360; i++) carom_series_add(area, outer[i][1], outer[i][0]);
    for (int i = 360; i >= 0; i--) carom_series_add(area, inner[i][1], inner[i][0]);
    for (int i = 0; i <= 360; i++) carom_series_add(half, inner[i][1], inner[i][0]);
    p.direction[0] = 1.0;
    p.direction[1] = 0.0;
    p.eta = 0.35;
    const carom_outcome smooth = carom_plane_solve(&carom_law_ivanov, &c, &p);
    carom_claim_fact(r, "eta = 0 is the ellipse", "at half its size", worst < 1e-12);
    carom_claim_fact(r, "some of 0 <= eta <= 1", "still approaches", below);
    carom_claim_fact(r, "some impulses that part the bodies", "are not covered", above);
    carom_claim_number(r, "without friction, e at eta = 0.35", "0.35000000", -smooth.v[0] / c.v[0]);
}

// A uniform disk: W = diag(1, 3) per mass, e = 0.92; impulse ratio against the angle of incidence. The data are a
// bilinear curve that is not printed: up to 0.10, then to 0.16 at pi/2, as the text describes them.
void carom_reproduce_ch_fig11_30(carom_reproduction *r) {
    static const carom_style styles[2] = {{.ink = CAROM_INK_VERMILION, .width = 2.0},
                                          {.ink = CAROM_INK_GREEN, .width = 2.0, .dash = CAROM_DASHED}};
    carom_panel *panel = carom_reproduce_panel(r, 380.0, 280.0);
    carom_panel_axes(panel, "angle of incidence $θ$  (rad)", "impulse ratio $P_T / P_N$");
    carom_panel_range(panel, 0.0, 1.6, 0.0, 0.2);
    carom_params p = carom_default_params();
    p.e = 0.92;
    p.mu = 0.16;
    double apart = 0.0, sliding = 0.0, begins = HUGE_VAL;
    carom_series *lines[2] = {carom_panel_line(panel, "Routh, Kane & Levinson", styles[0]),
                              carom_panel_line(panel, "Smith", styles[1])};
    for (int i = 0; i < 157; i++) {
        const double theta = 0.01 * i;
        const carom_contact c = carom_plane_contact(1.0, 0.0, 3.0, -cos(theta), -sin(theta));
        const carom_outcome routh = carom_plane_solve(&carom_law_routh, &c, &p);
        const carom_outcome kane = carom_plane_solve(&carom_law_whittaker, &c, &p);
        const carom_outcome smith = carom_plane_solve(&carom_law_smith, &c, &p);
        carom_series_add(lines[0], theta, routh.P[1] / routh.P[0]);
        carom_series_add(lines[1], theta, smith.P[1] / smith.P[0]);
        carom_worsen(&apart, hypot(routh.P[0] - kane.P[0], routh.P[1] - kane.P[1]));
        if (routh.mode == CAROM_MODE_SLIDING && theta > 0.0) begins = fmin(begins, theta);
        if (routh.mode == CAROM_MODE_SLIDING && theta > 0.0)
            sliding = fmax(sliding, fabs(routh.P[1] / routh.P[0] - 0.16));
    }
    carom_series *data = carom_panel_line(panel, "experiment (as described)",
                                          (carom_style){.ink = CAROM_INK_TEXT, .width = 1.4, .dash = CAROM_DASHDOT});
    carom_series_add(data, 0.0, 0.0);
    carom_series_add(data, 0.5, 0.10);
    carom_series_add(data, 0.5 * pi, 0.16);
    carom_claim_fact(r, "Routh and Kane & Levinson", "coincide", apart < 1e-12);
    carom_claim_fact(r, "their ratio once sliding", "constant, unlike the data", sliding < 1e-12);
    // tan(theta) = mu (1 + e) W_tt/W_nn = 0.9216: theta = 0.7446, on a grid of 0.01.
    carom_claim_number(r, "sliding begins at theta", "0.75", begins);
}
