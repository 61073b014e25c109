// Reproduces Payr & Glocker 2005: the oblique impact of a bar.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/root.h"
#include "base/worst.h"
#include "carom/explain.h"
#include "mods/draw/figure/figure.h"
#include "papers/laws.h"
#include "papers/papers.h"
#include "papers/params.h"

static const double degree = 3.14159265358979323846 / 180.0;

// The inertia and the coefficients of the bar of a figure.
typedef struct {
    double K, e_n, e_t, mu; // inertia = K m s^2 with m = 1 kg and s = 1 m
} bar;

static const bar subcritical = {1.0 / 3.0, 1.0, 1.0, 0.5}, supercritical = {1.0 / 3.0, 1.0, 1.0, 5.0 / 3.0},
                 spherelike = {0.4, 1.0, 0.0, 0.6};

// Returns the contact with W = I + g g^T / K, g = (cos phi, sin phi). The entries of W are alpha, delta and beta of the
// paper.
static carom_contact contact_of(const bar *b, double phi, double ratio) {
    const double c = cos(phi * degree), s = sin(phi * degree);
    return carom_plane_contact(1.0 + c * c / b->K, c * s / b->K, 1.0 + s * s / b->K, -1.0, -ratio);
}

static carom_result solve(const bar *b, double phi, double ratio) {
    const carom_contact c = contact_of(b, phi, ratio);
    carom_params p = paper_params();
    p.e = b->e_n;
    p.e_t = b->e_t;
    p.mu = b->mu;
    return carom_plane_solve(&carom_law_glocker, &c, &p);
}

static double ratio_after(const carom_result *out) {
    return out->v[1] / out->v[0];
}

// Returns the limit of sticking, (40) and (41): the ratio v_t/v_n at which forward slip (s = -1) or backward slip (s =
// 1) begins. Returns NaN if the friction is above critical and there is no limit.
static double border(const bar *b, double phi, double s) {
    const carom_contact c = contact_of(b, phi, 0.0);
    const double alpha = c.W[0][0], delta = c.W[0][1], beta = c.W[1][1], below = alpha + s * b->mu * delta;
    return below > 0.0 ? (delta + s * b->mu * beta) / below * (1.0 + b->e_n) / (1.0 + b->e_t) : (double)NAN;
}

static carom_mode by_conditions(const bar *b, double phi, double ratio) {
    const double forward = border(b, phi, -1.0), backward = border(b, phi, 1.0);
    if (ratio <= forward) return CAROM_MODE_FORWARD_SLIP;
    return ratio >= backward ? CAROM_MODE_BACKWARD_SLIP : CAROM_MODE_STICK;
}

static const double widest = 5.0;

static carom_panel *plane(carom_reproduction *r, int nx, int ny, const char *label) {
    carom_panel *panel = carom_reproduce_panel(r, 400.0, 330.0);
    carom_panel_axes(panel, "velocity ratio before, $γ_T^{-} / γ_N^{-}$", "impact angle $φ$  (deg)");
    carom_panel_range(panel, -widest, widest, 0.0, 180.0);
    if (panel) panel->y.step = 30.0;
    carom_panel_field(panel, nx, ny, label);
    return panel;
}

typedef double value_at(const bar *b, double phi, double ratio);

static double mode_at(const bar *b, double phi, double ratio) {
    const carom_mode mode = solve(b, phi, ratio).mode;
    return mode == CAROM_MODE_STICK ? 0.0 : mode == CAROM_MODE_FORWARD_SLIP ? 1.0 : 2.0;
}

static double sign_at(const bar *b, double phi, double ratio) {
    const carom_result out = solve(b, phi, ratio);
    return ratio_after(&out) > 0.0 ? 0.0 : 8.0;
}

static double after_at(const bar *b, double phi, double ratio) {
    const carom_result out = solve(b, phi, ratio);
    return ratio_after(&out);
}

static void fill(carom_panel *panel, const bar *b, value_at *value) {
    if (!panel || !panel->field) return;
    carom_field *field = panel->field;
    for (int j = 0; j < field->ny; j++)
        for (int i = 0; i < field->nx; i++)
            field->value[(size_t)j * (size_t)field->nx + (size_t)i] =
                value(b, 180.0 * j / (field->ny - 1), -widest + 2.0 * widest * i / (field->nx - 1));
}

static void add_line(carom_panel *panel, const bar *b, double side, double times, const char *name, double width) {
    carom_series *line =
        carom_panel_line(panel, name, (carom_style){.ink = CAROM_INK_TEXT, .width = width, .unlisted = true});
    for (int i = 0; i <= 720; i++) {
        const double ratio = times * border(b, 0.25 * i, side);
        carom_series_add(line, fabs(ratio) < 1e3 ? ratio : (double)NAN, 0.25 * i);
    }
}

static void add_borders(carom_panel *panel, const bar *b, double width) {
    add_line(panel, b, -1.0, 1.0, "forward slip begins, (40)", width);
    add_line(panel, b, 1.0, 1.0, "backward slip begins, (41)", width);
    if (panel && panel->field) panel->field->unbordered = true;
}

// Draws where the slip after the impact vanishes. By (48) and (50), this is at (1 + e_t) times the limits of sticking,
// if these points lie beyond the limits. It also vanishes at the ratio 0 if the contact sticks there.
static void add_zeros(carom_panel *panel, const bar *b) {
    for (int side = -1; side <= 1; side += 2) {
        carom_series *line = carom_panel_line(panel, "slip after vanishes",
                                              (carom_style){.ink = CAROM_INK_TEXT, .width = 0.6, .unlisted = true});
        for (int i = 0; i <= 1440; i++) {
            const double edge = border(b, 0.125 * i, side);
            const bool beyond = side * edge >= 0.0 && fabs(edge) < 1e3;
            carom_series_add(line, beyond ? (1.0 + b->e_t) * edge : (double)NAN, 0.125 * i);
        }
    }
    carom_series *middle = carom_panel_line(panel, "slip after vanishes",
                                            (carom_style){.ink = CAROM_INK_TEXT, .width = 0.6, .unlisted = true});
    for (int i = 0; i <= 1440; i++) {
        const bool sticks = solve(b, 0.125 * i, 0.0).mode == CAROM_MODE_STICK;
        carom_series_add(middle, sticks ? 0.0 : (double)NAN, 0.125 * i);
    }
}

// Returns true if the law and the inequalities of the paper give the same mode, on a grid that avoids the limits.
static bool modes_agree(const bar *b) {
    for (int j = 1; j < 60; j++)
        for (int i = 0; i < 61; i++) {
            const double phi = 3.0 * j + 0.01, ratio = -widest + widest / 30.0 * i + 0.003;
            if (solve(b, phi, ratio).mode != by_conditions(b, phi, ratio)) return false;
        }
    return true;
}

static void given(carom_reproduction *r, const bar *b) {
    carom_reproduce_given(r, "bar: $m$ = 1 kg, $s$ = 1 m, inertia $K m s^2$, $K$ = %.4g; $W = 1 + g g^T / K$ 1/kg,",
                          b->K);
    carom_reproduce_given(r, "$g$ = (cos φ, sin φ); $γ_N^{-}$ = -1 m/s; $ε_N$ = %g, $ε_T$ = %g, $μ$ = %.4g", b->e_n,
                          b->e_t, b->mu);
}

// Returns the ratio at which sticking ends and slip begins, by bisection with the law. The slip is forward for side =
// -1 and backward for side = 1.
static double stick_ends(const bar *b, double phi, double side) {
    const carom_mode slips = side < 0.0 ? CAROM_MODE_FORWARD_SLIP : CAROM_MODE_BACKWARD_SLIP;
    carom_root r = carom_root_between(-1e3, 1e3, true);
    while (!r.over) carom_root_halve(&r, (solve(b, phi, r.x).mode == slips) == (side > 0.0));
    return side > 0.0 ? r.low : r.high;
}

static bool slips_forward_ever(const bar *b, double phi) {
    return solve(b, phi, -1e9).mode == CAROM_MODE_FORWARD_SLIP;
}

static void claim_states(carom_reproduction *r, const bar *b) {
    carom_claim_fact(r, "states on a grid of 3 deg by 1/6", "as (33)-(47) say", modes_agree(b));
}

// Draws the states of a bar over the angle and the ratio of velocities, with the limits of sticking.
static carom_panel *add_states(carom_reproduction *r, const bar *b) {
    carom_panel *panel = plane(r, 361, 361, "state");
    fill(panel, b, mode_at);
    carom_field_kind(panel, 0, "stick");
    carom_field_kind(panel, 1, "forward slip");
    carom_field_kind(panel, 2, "backward slip");
    add_borders(panel, b, 0.8);
    return panel;
}

void carom_reproduce_pg_fig4(carom_reproduction *r) {
    const bar *b = &subcritical;
    claim_states(r, b);
    carom_claim_formula(r, "stick ends at phi = 90 deg, forward", "(40)", -2.0, stick_ends(b, 90.0, -1.0));
    carom_claim_formula(r, "stick ends at phi = 90 deg, backward", "(41)", 2.0, stick_ends(b, 90.0, 1.0));
    carom_claim_formula(r, "stick ends at phi = 30 deg, forward", "(40)", border(b, 30.0, -1.0),
                        stick_ends(b, 30.0, -1.0));
    bool all = true;
    for (int i = 1; i < 180; i++)
        all = all && slips_forward_ever(b, i) && solve(b, i, 1e9).mode == CAROM_MODE_BACKWARD_SLIP;
    carom_claim_fact(r, "at every angle", "all three states", all);
    given(r, b);
    add_states(r, b);
}

// Returns the angle between `low` and `high` at which the law loses or regains forward slip.
static double critical_angle(const bar *b, double low, double high) {
    const bool at_low = slips_forward_ever(b, low);
    carom_root r = carom_root_between(low, high, true);
    while (!r.over) carom_root_halve(&r, slips_forward_ever(b, r.x) != at_low);
    return r.low;
}

// Tests the contact forces of Painleve's bar, which slides without approach and is pressed down. Up to the critical
// friction there is one force, which grows with the friction; above it there is none.
static void claim_forces_before(carom_reproduction *r) {
    carom_contact c = contact_of(&supercritical, 60.0, 0.0);
    carom_critical k;
    c.v[0] = 0.0;
    c.v[1] = 1.0;
    carom_critical_compute(&c, 1.0, 1.0, &k);
    bool one = true, none = true, grows = true;
    double before = 0.0;
    for (int i = 0; i <= 40; i++) {
        carom_params p = paper_params();
        carom_contact_forces f;
        p.mu = 0.05 * i * k.mu_c;
        carom_forces_compute(&c, (double[3]){-9.81, 0.0, 0.0}, &p, &f);
        if (i < 20) {
            one = one && f.count == 1 && f.impulse[0] == 0.0;
            grows = grows && f.at[0].F[0] > before;
            before = f.at[0].F[0];
        } else {
            none = none && f.count == 0 && (i == 20 || f.impulse[0] > 0.0);
        }
    }
    carom_claim_fact(r, "forces before the jam, mu < mu_c", "one, and it grows without bound",
                     one && grows && before > 50.0);
    carom_claim_fact(r, "forces above mu_c", "none: an impact", none);
}

void carom_reproduce_pg_fig5(carom_reproduction *r) {
    const bar *b = &supercritical;
    claim_states(r, b);
    // 1e-6 degrees: forward slip at the ratio -1e9 exists this close to the critical angle.
    const double begins = critical_angle(b, 30.0, 60.0), ends = critical_angle(b, 60.0, 89.0);
    carom_claim_said(r, "lower band, deg", "not printed; tan phi = 1, 4", "45 to 75.9638",
                     fabs(begins - 45.0) < 1e-6 && fabs(ends - atan(4.0) / degree) < 1e-6);
    carom_claim_unstated(r);
    carom_claim_words(r, "forward slip at 60 deg, ratio -1e6", "stick", carom_mode_name(solve(b, 60.0, -1e6).mode));
    const carom_contact jam = carom_plane_contact(1.75, 0.75 * sqrt(3.0), 3.25, 0.0, 1.0);
    carom_params p = paper_params();
    p.e = p.e_t = 1.0;
    p.mu = b->mu;
    const carom_result out = carom_plane_solve(&carom_law_glocker, &jam, &p);
    carom_claim_false(r, "jam at 60 deg: normal and tangential impulse", "both positive", "positive and negative",
                      out.P[0] > 0.0 && out.P[1] < 0.0, "(36) gives the sign of -gamma_T");
    claim_forces_before(r);
    carom_panel *panel = add_states(r, b);
    given(r, b);
    for (int band = 0; band < 2; band++) {
        carom_series *area = carom_panel_series(panel, CAROM_SERIES_AREA, "one slip is out of reach",
                                                (carom_style){.ink = CAROM_INK_TEXT, .fill = 0.06, .hatched = true});
        const double low = band ? 180.0 - 75.963757 : 45.0, high = band ? 135.0 : 75.963757;
        carom_series_add(area, -widest, low);
        carom_series_add(area, widest, low);
        carom_series_add(area, widest, high);
        carom_series_add(area, -widest, high);
    }
}

// Returns the critical friction: the smallest friction that jams a bar that slides forward without approach.
static double critical_friction(double phi) {
    carom_contact c = contact_of(&subcritical, phi, 0.0);
    c.v[0] = 0.0;
    c.v[1] = 1.0;
    carom_params p = paper_params();
    p.e = p.e_t = 1.0;
    carom_root r = carom_root_between(0.0, 1e6, true);
    while (!r.over) {
        p.mu = r.x;
        carom_root_halve(&r, carom_plane_solve(&carom_law_glocker, &c, &p).P[0] > 0.0);
    }
    return r.high;
}

// Returns the angle at which the critical friction is smallest, by ternary search.
static double least_angle(void) {
    double low = 30.0, high = 85.0;
    for (int i = 0; i < 80; i++) {
        const double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;
        if (critical_friction(a) < critical_friction(b))
            high = b;
        else
            low = a;
    }
    return 0.5 * (low + high);
}

void carom_reproduce_pg_fig6(carom_reproduction *r) {
    carom_panel *panel = carom_reproduce_panel(r, 380.0, 270.0);
    carom_panel_axes(panel, "impact angle $φ$  (deg)", "critical friction $μ_c$");
    carom_panel_range(panel, 0.0, 90.0, 0.0, 6.0);
    if (panel) panel->x.step = 15.0;
    carom_series *line =
        carom_panel_line(panel, "alpha/delta", (carom_style){.ink = CAROM_INK_BLUE, .width = 1.8, .unlisted = true});
    double apart = 0.0;
    for (int i = 1; i < 360; i++) {
        const carom_contact c = contact_of(&subcritical, 0.25 * i, 0.0);
        const double mu = critical_friction(0.25 * i), formula = c.W[0][0] / c.W[0][1];
        carom_series_add(line, 0.25 * i, mu);
        carom_worsen(&apart, fabs(mu / formula - 1.0));
    }
    const double at = least_angle(), least = critical_friction(at);
    carom_series *point =
        carom_panel_series(panel, CAROM_SERIES_POINTS, "minimum",
                           (carom_style){.ink = CAROM_INK_VERMILION, .mark = CAROM_MARK_DISC, .unlisted = true});
    carom_series_add(point, at, least);
    carom_panel_note(panel, at, least, "$4/3$ at $63.435°$", CAROM_INK_VERMILION);
    carom_panel_name(panel, 35.0, 4.6, "no forward slip", CAROM_INK_SOFT);
    carom_panel_name(panel, 45.0, 0.7, "all three states", CAROM_INK_SOFT);
    carom_claim_formula(r, "least critical friction", "4/3", 4.0 / 3.0, least);
    carom_claim_number(r, "its angle, deg", "63.435", at);
    // Bisection ends at the last bit. The largest error was 1e-15; the bound is 1e-12.
    carom_claim_said(r, "every angle", "alpha/delta", "the same, from jams", apart < 1e-12);
    carom_reproduce_given(r,
                          "bar: $K$ = 1/3, $α$ = 1 + 3 cos²φ, $δ$ = 3 sin φ cos φ 1/kg; $γ_N^{-}$ = 0, $γ_T^{-}$ > 0");
}

static void signs(carom_reproduction *r, const bar *b) {
    carom_panel *panel = plane(r, 361, 361, "sign of the ratio after");
    fill(panel, b, sign_at);
    carom_field_kind(panel, 0, "$γ_T^{+} / γ_N^{+} > 0$");
    carom_field_kind(panel, 8, "$γ_T^{+} / γ_N^{+} < 0$");
    add_borders(panel, b, 2.0);
    add_zeros(panel, b);
    given(r, b);
}

// Returns the largest difference between (48)-(50) and the law.
static double worst_ratio(const bar *b) {
    double worst = 0.0;
    for (int j = 1; j < 60; j++)
        for (int i = 0; i < 61; i++) {
            const double phi = 3.0 * j + 0.01, ratio = -widest + widest / 30.0 * i + 0.003;
            const carom_result out = solve(b, phi, ratio);
            const double s = out.mode == CAROM_MODE_BACKWARD_SLIP ? 1.0 : -1.0;
            const carom_contact c = contact_of(b, phi, ratio);
            const double formula = out.mode == CAROM_MODE_STICK
                                       ? b->e_t / b->e_n * ratio
                                       : (c.W[0][1] + s * b->mu * c.W[1][1]) / (c.W[0][0] + s * b->mu * c.W[0][1]) *
                                                 (1.0 + b->e_n) / b->e_n -
                                             ratio / b->e_n;
            carom_worsen(&worst, fabs(formula - ratio_after(&out)) / fmax(1.0, fabs(formula)));
        }
    return worst;
}

static void claim_signs(carom_reproduction *r, const bar *b) {
    bool reverses = true;
    int stuck = 0;
    for (int j = 1; j < 180; j++)
        for (int i = 1; i < 50; i++) {
            const carom_result out = solve(b, j, 0.1 * i);
            if (out.mode != CAROM_MODE_STICK) continue;
            reverses = reverses && ratio_after(&out) > 0.0;
            stuck++;
        }
    // The largest error was 2e-13, near the critical angles; the bound is 1e-11.
    carom_claim_fact(r, "ratio after, every state", "as (48)-(50) say", worst_ratio(b) < 1e-11);
    carom_claim_fact(r, "sign reversal", "in all of stick", reverses && stuck > 0);
}

void carom_reproduce_pg_fig7(carom_reproduction *r) {
    claim_signs(r, &subcritical);
    signs(r, &subcritical);
}

void carom_reproduce_pg_fig8(carom_reproduction *r) {
    claim_signs(r, &supercritical);
    signs(r, &supercritical);
}

void carom_reproduce_pg_fig9(carom_reproduction *r) {
    static const double angles[2] = {90.0, 45.0};
    static const char *const names[2] = {"$φ = π/2$", "$φ = π/4$"};
    static const carom_style styles[2] = {{.ink = CAROM_INK_BLUE, .width = 1.8},
                                          {.ink = CAROM_INK_VERMILION, .dash = CAROM_DASHED, .width = 1.8}};
    carom_panel *panel = carom_reproduce_panel(r, 380.0, 300.0);
    carom_panel_axes(panel, "velocity ratio before, $γ_T^{-} / γ_N^{-}$", "velocity ratio after, $γ_T^{+} / γ_N^{+}$");
    carom_panel_range(panel, -8.0, 8.0, -4.5, 4.5);
    if (panel) panel->zero_lines = true;
    carom_series *band = carom_panel_series(panel, CAROM_SERIES_AREA, "stick at $φ = π/2$",
                                            (carom_style){.ink = CAROM_INK_SKY, .fill = 0.18});
    static const double corner[4][2] = {{-2, -9}, {2, -9}, {2, 9}, {-2, 9}};
    for (int i = 0; i < 4; i++) carom_series_add(band, corner[i][0], corner[i][1]);
    double jump = 0.0;
    for (int k = 0; k < 2; k++) {
        carom_series *line = carom_panel_line(panel, names[k], styles[k]);
        double before = (double)NAN;
        for (int i = 0; i <= 1280; i++) {
            const double ratio = -8.0 + 0.0125 * i, after = after_at(&subcritical, angles[k], ratio);
            carom_series_add(line, ratio, after);
            if (i) carom_worsen(&jump, fabs(after - before));
            before = after;
        }
    }
    // The slopes are 1 or -1, so a step of 0.0125 changes the ratio by at most that much. A larger change is a jump.
    carom_claim_fact(r, "ratio after against ratio before", "continuous", jump < 0.0126);
    carom_claim_formula(r, "phi = 90 deg: largest ratio after, at 2", "(49)", 2.0, after_at(&subcritical, 90.0, 2.0));
    carom_claim_formula(r, "phi = 90 deg: no slip left at 4", "(48)", 0.0, after_at(&subcritical, 90.0, 4.0));
    given(r, &subcritical);
}

void carom_reproduce_pg_fig10(carom_reproduction *r) {
    double jump = 0.0;
    for (int j = 1; j < 180; j++)
        for (int i = 1; i <= 500; i++)
            carom_worsen(&jump, fabs(after_at(&subcritical, j, -widest + 0.02 * i) -
                                     after_at(&subcritical, j, -widest + 0.02 * (i - 1))));
    carom_claim_fact(r, "ratio after, at every angle", "continuous", jump < 0.0201);
    carom_panel *panel = plane(r, 361, 361, "velocity ratio after, $γ_T^{+} / γ_N^{+}$");
    if (panel && panel->field) panel->field->two_sided = true;
    fill(panel, &subcritical, after_at);
    add_borders(panel, &subcritical, 1.4);
    add_zeros(panel, &subcritical);
    given(r, &subcritical);
}

// Returns the kind of slip after the impact. It is 2 for sticking and 5 for reversed slip; otherwise it is 0 for a
// positive ratio and 8 for a negative one.
static double slip_at(const bar *b, double phi, double ratio) {
    const carom_result out = solve(b, phi, ratio);
    if (out.mode == CAROM_MODE_STICK) return 2.0;
    if (out.v[1] * -ratio < 0.0) return 5.0;
    return ratio_after(&out) > 0.0 ? 0.0 : 8.0;
}

// Returns true if the law reverses the slip at some incidence for this angle, which is the case for W_nt > mu W_tt. The
// region of reversal is narrow and at small ratios.
static bool turns_round(double phi) {
    for (int i = 1; i < 400; i++)
        if (slip_at(&spherelike, phi, 0.00025 * i) == 5.0) return true;
    return false;
}

// Returns the angle between `low` and `high` at which turns_round changes, by bisection.
static double turning_angle(double low, double high) {
    const bool at_low = turns_round(low);
    carom_root r = carom_root_between(low, high, true);
    for (r.least = ldexp(high - low, -41); !r.over;) carom_root_halve(&r, turns_round(r.x) != at_low);
    return r.low;
}

// Returns the largest ratio of velocities at which the slip is reversed for this angle, by bisection; 0 if there is
// none.
static double turned_up_to(double phi) {
    carom_root r = carom_root_between(1e-9, 1.0, true);
    if (slip_at(&spherelike, phi, 1e-9) != 5.0) return 0.0;
    while (!r.over) carom_root_halve(&r, slip_at(&spherelike, phi, r.x) != 5.0);
    return r.low;
}

// Returns the angle at which turned_up_to is largest, by ternary search.
static double widest_turn(void) {
    double low = 20.0, high = 40.0;
    for (int i = 0; i < 60; i++) {
        const double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;
        *(turned_up_to(a) > turned_up_to(b) ? &high : &low) = turned_up_to(a) > turned_up_to(b) ? b : a;
    }
    return 0.5 * (low + high);
}

void carom_reproduce_pg_fig11(carom_reproduction *r) {
    claim_states(r, &spherelike);
    const carom_result out = solve(&spherelike, 55.0, 0.7);
    carom_claim_false(r, "energy at 55 deg, ratio 0.7", "shown without comment", "+0.107: it grows",
                      fabs(out.dE - 0.107) < 0.0005, "the proof (14) needs equal coefficients");
    // Near the ends of the interval the region of reversal is as narrow as the grid of ratios.
    const double begins = turning_angle(17.0, 30.0), ends = turning_angle(30.0, 42.0);
    carom_claim_said(r, "the slip is turned round, deg", "not printed; W_nt > mu W_tt", "18.4 to 40.6",
                     fabs(begins - 18.435) < 0.05 && fabs(ends - 40.601) < 0.05);
    carom_claim_unstated(r);
    const double at = widest_turn();
    carom_claim_said(r, "the largest ratio that is turned round", "not printed; 2 (W_nt - mu W_tt)/(W_nn - mu W_nt)",
                     "0.0973 at 30.91 deg", fabs(turned_up_to(at) - 0.0972996) < 1e-6 && fabs(at - 30.911) < 0.01);
    carom_claim_unstated(r);
    carom_panel *panel = plane(r, 361, 361, "what becomes of the slip");
    fill(panel, &spherelike, slip_at);
    carom_field_kind(panel, 0, "slips on, $γ_T^{+} / γ_N^{+} > 0$");
    carom_field_kind(panel, 2, "stick: no slip after");
    carom_field_kind(panel, 5, "slips, reversed");
    carom_field_kind(panel, 8, "slips on, $γ_T^{+} / γ_N^{+} < 0$");
    for (int side = -1; side <= 1; side += 2) {
        carom_series *arrow = carom_panel_series(panel, CAROM_SERIES_ARROW, "slips, reversed",
                                                 (carom_style){.ink = CAROM_INK_TEXT, .width = 0.9, .unlisted = true});
        carom_series_add(arrow, 1.9 * side, 90.0 - 54.0 * side);
        carom_series_add(arrow, 0.12 * side, 90.0 - 59.0 * side);
        carom_panel_name(panel, 3.1 * side, 90.0 - 54.0 * side, "slips, reversed", CAROM_INK_TEXT);
    }
    add_borders(panel, &spherelike, 0.8);
    given(r, &spherelike);
}
