// Reproduces Chatterjee 1997, chapter 11: pucks on an air table (table 11.1, figures 11.4 to 11.30).
#include <math.h>
#include <stdio.h>

#include "base/root.h"
#include "base/worst.h"
#include "papers/laws.h"
#include "papers/papers.h"
#include "papers/params.h"
#include "papers/pucks.h"

static const double pi = 3.14159265358979323846, e = 0.92;

// Table 11.1.

// The contact of a disc with a given inertia: its mass 1/W_nn, and rho = W_nn/W_tt.
typedef struct {
    double mass, rho;
} body_seen;

static body_seen see(const carom_puck *p, double inertia) {
    const carom_fit_body body = {.dim = 2, .mass = p->mass, .inertia = {{inertia}}, .arm = {-p->radius, 0.0}};
    carom_fit_impact impact;
    if (carom_fit_impact_from_body(&body, &impact) != CAROM_OK) return (body_seen){(double)NAN, (double)NAN};
    const double a = impact.contact.W[0][0];
    return (body_seen){1.0 / a, a / impact.contact.W[1][1]};
}

static double volume(const carom_puck *p, double thickness, bool hole) {
    const double inner = hole ? p->inner : 0.0;
    return pi * (p->radius * p->radius - inner * inner) * thickness;
}

// Returns the inertia of a puck without measurements. Pucks 1 to 5 are uniform discs or rings. The others are discs of
// Delrin with a glued disk that has the rest of the mass.
static double uniform_inertia(const carom_puck *p, double density) {
    const double R2 = p->radius * p->radius, r2 = p->inner * p->inner, plain = density * volume(p, p->thickness, false);
    return p->number < 6 ? 0.5 * p->mass * (R2 + r2) : 0.5 * plain * R2 + 0.5 * (p->mass - plain) * r2;
}

void carom_reproduce_ch_table11_1(carom_reproduction *r) {
    static const char *const printed[] = {"0.336", "0.336", "0.362", "0.400", "0.402",
                                          "0.289", "0.289", "0.295", "0.308"};
    double low = HUGE_VAL, high = 0.0, light = HUGE_VAL, heavy = 0.0, rings = 0.0, glued = 0.0, density = 0.0,
           dense = 0.0;
    for (int k = 0; k < 2; k++) density += 0.5 * carom_pucks[k].mass / volume(&carom_pucks[k], 6.4e-3, false);
    for (int k = 0; k < CAROM_PUCK_COUNT; k++) {
        const carom_puck *p = &carom_pucks[k];
        const body_seen at = see(p, carom_puck_inertia(p)), even = see(p, uniform_inertia(p, density));
        char what[64];
        snprintf(what, sizeof what, "puck %d: lambda2/lambda1", p->number);
        carom_claim_number(r, what, printed[k], at.rho);
        low = fmin(low, at.rho), high = fmax(high, at.rho), light = fmin(light, at.mass), heavy = fmax(heavy, at.mass);
        carom_worsen(p->number < 6 ? &rings : &glued, fabs(even.rho / at.rho - 1.0));
        if (p->number >= 3 && p->number <= 5) carom_worsen(&dense, at.mass / volume(p, p->thickness, true) / density);
    }
    carom_claim_number(r, "lambda2/lambda1 varies by a factor", "1.4", high / low);
    carom_claim_number(r, "the mass varies by a factor", "2", heavy / light);
    carom_claim_said(r, "plate by heaviest puck, steel of 7850 kg/m^3", "about 130", "133.6",
                     fabs(carom_puck_plate() / heavy - 133.6) < 0.05);
    carom_claim_said(r, "pucks 1 to 5 as uniform rings", "not uniform, later found", "ratios within 1.3 %",
                     rings < 0.013);
    carom_claim_said(r, "pucks 6 to 9 as two discs", "not printed", "ratios within 2.7 %", glued < 0.027);
    carom_claim_unstated(r);
    carom_claim_false(r, "density of pucks 3 to 5 against 1, 2", "the same Delrin, 6.9 mm thick",
                      "at least 3 % lighter", dense < 0.97 && dense > 0.9, "6.5 mm thick they would be as dense");
}

// Results of laws for a puck.

static carom_contact contact_of(double rho, double theta) {
    return carom_plane_contact(1.0, 0.0, 1.0 / rho, -cos(theta), -sin(theta));
}

static carom_params with(double mu, double e_t) {
    carom_params p = paper_params();
    p.e = e, p.e_t = e_t, p.mu = mu;
    return p;
}

static carom_strobe_reading read_law(const carom_law *law, double rho, double theta, const carom_params *p) {
    const carom_contact c = contact_of(rho, theta);
    const carom_result out = carom_plane_solve(law, &c, p);
    carom_strobe_reading reading = {.e = (double)NAN, .ratio = (double)NAN, .tan_phi = (double)NAN, .vft = (double)NAN};
    if (out.status == CAROM_OK) carom_strobe_compute(&c, out.v, &reading);
    return reading;
}

static double ratio(const carom_law *law, double theta, double mu) {
    const carom_params p = with(mu, 0.0);
    return read_law(law, 1.0 / 3.0, theta, &p).ratio;
}

// Returns the angle of incidence above which the contact slides throughout, by bisection with Routh's law.
static double slides_from(double rho, double mu) {
    const carom_params p = with(mu, 0.0);
    carom_root r = carom_root_between(0.01, 1.5, true);
    while (!r.over) {
        const carom_contact c = contact_of(rho, r.x);
        carom_root_halve(&r, carom_plane_solve(&carom_law_routh, &c, &p).mode == CAROM_MODE_SLIDING);
    }
    return r.high;
}

// Figures 11.4 to 11.29 each show one quantity of one set of pucks. The measured points are lost, so synthetic points
// are shown.

typedef enum { RESTITUTION, SLIP, TAN_PHI, RATIO } quantity;

static const int points[][17] = {
#define CAROM_POINTS(...) {__VA_ARGS__},
#include "papers/puck_points.def"
#undef CAROM_POINTS
};

enum { POINTS = sizeof points / sizeof *points };

// A point with the bounds of its errors.
typedef struct {
    double x, y, x_bound, y_bound;
} point;

static point point_of(const carom_strobe_reading *r, quantity q) {
    const double tangent = tan(r->theta), wide = (1.0 + tangent * tangent) * r->theta_bound;
    switch (q) {
    case RESTITUTION: return (point){r->theta, r->e, r->theta_bound, r->e_bound};
    case SLIP: return (point){r->theta, r->vft, r->theta_bound, r->vft_bound};
    case TAN_PHI: return (point){tangent, r->tan_phi, wide, r->tan_phi_bound};
    case RATIO: return (point){r->theta, r->ratio, r->theta_bound, r->ratio_bound};
    }
    return (point){0.0, 0.0, 0.0, 0.0};
}

static carom_strobe_reading read_points(const int row[17]) {
    const carom_puck *p = &carom_pucks[row[0] - 1];
    carom_strobe s = {.mass = p->mass,
                      .inertia = carom_puck_inertia(p),
                      .radius = p->radius,
                      .scale = CAROM_PUCK_SCALE,
                      .rate = CAROM_PUCK_RATE};
    carom_strobe_reading r = {.theta = (double)NAN};
    for (int k = 0; k < 16; k++) s.at[k / 4][k % 4] = row[k + 1];
    carom_strobe_read(&s, CAROM_PUCK_ERROR, &r);
    return r;
}

// The axes and ranges of each quantity in the figures.
static const struct {
    const char *x, *y;
    double x_high, low, high;
    double steep; // the largest slope of the curve
    bool bars;    // true: error bars; the source draws none for the slip
} views[] = {[RESTITUTION] = {"angle of incidence $θ$  (rad)", "restitution $e$", 1.6, 0.75, 1.1, 0.0, true},
             [SLIP] = {"angle of incidence $θ$  (rad)", "$V_{fT} / |V_i|$", 1.6, -1.0, 0.2, 1.3, false},
             [TAN_PHI] = {"tan $θ$", "tan $φ = V_{fT} / V_{fN}$", 6.0, -6.0, 1.0, 1.1, true},
             [RATIO] = {"angle of incidence $θ$  (rad)", "impulse ratio $P_T / P_N$", 1.6, 0.0, 0.25, 0.2, true}};

static void add_bars(carom_series *to, const point *p) {
    carom_series_add(to, p->x - p->x_bound, p->y);
    carom_series_add(to, p->x + p->x_bound, p->y);
    carom_series_add(to, (double)NAN, (double)NAN);
    carom_series_add(to, p->x, p->y - p->y_bound);
    carom_series_add(to, p->x, p->y + p->y_bound);
    carom_series_add(to, (double)NAN, (double)NAN);
}

// Adds the synthetic points of a puck. Returns their number. `within` counts the points whose error bounds include the
// true curve.
static int add_points(carom_panel *panel, quantity q, int puck, carom_mark mark, bool bars, int *within) {
    const carom_fit_model rising = carom_fit_model_piecewise();
    const double made[] = {e, 0.5, 0.1, 0.16};
    const carom_style dots = {.ink = CAROM_INK_TEXT, .mark = mark},
                      thin = {CAROM_INK_SOFT, .width = 0.7, .unlisted = true};
    char name[64];
    int count = 0;
    snprintf(name, sizeof name, "puck %d, synthetic", puck);
    carom_series *bar = bars ? carom_panel_line(panel, "bounds of 2 pixels", thin) : NULL;
    carom_series *series = carom_panel_series(panel, CAROM_SERIES_POINTS, name, dots);
    for (int k = 0; k < POINTS; k++) {
        if (points[k][0] != puck) continue;
        const carom_strobe_reading seen = read_points(points[k]);
        const carom_contact c = contact_of(carom_pucks[puck - 1].rho, seen.theta);
        carom_strobe_reading truth = {0};
        double after[3];
        int branch;
        if (rising.predict(&rising, &c, made, after, &branch)) carom_strobe_compute(&c, after, &truth);
        const point p = point_of(&seen, q), t = point_of(&truth, q);
        // The true value is computed at the measured x, so the error of x is included too.
        *within += fabs(p.y - t.y) <= p.y_bound + views[q].steep * p.x_bound, count++;
        if (p.x > views[q].x_high || p.y < views[q].low || p.y > views[q].high) continue;
        if (bar) add_bars(bar, &p);
        carom_series_add(series, p.x, p.y);
    }
    return count;
}

static const struct {
    const char *name;
    const carom_law *law;
    carom_style style;
} curves[] = {
    {"Routh, Kane & Levinson", &carom_law_routh, {.ink = CAROM_INK_VERMILION, .width = 1.8}},
    {"Smith", &carom_law_smith, {.ink = CAROM_INK_GREEN, .width = 1.8, .dash = CAROM_DASHED}},
    {"bilinear, $e_t$ = 0.2", &carom_law_bilinear, {.ink = CAROM_INK_BLUE, .width = 1.8, .dash = CAROM_DASHDOT}},
};

enum { CURVES = sizeof curves / sizeof *curves };

static const double mu_drawn = 0.16;

static void add_curves(carom_panel *panel, quantity q, double rho) {
    const carom_params p = with(mu_drawn, 0.2);
    for (int i = 0; i < (q == RESTITUTION ? 1 : CURVES); i++) {
        carom_series *line =
            carom_panel_line(panel, q == RESTITUTION ? "every law here" : curves[i].name, curves[i].style);
        for (int k = 1; k < 314; k++) {
            const carom_strobe_reading at = read_law(curves[i].law, rho, 0.005 * k, &p);
            const point here = point_of(&at, q);
            if (here.x <= views[q].x_high && here.y >= views[q].low) carom_series_add(line, here.x, here.y);
        }
    }
}

// The following functions compare the statements of the text about each quantity with the laws.

static void claim_restitution(carom_reproduction *r, double rho) {
    const carom_params p = with(mu_drawn, 0.2);
    double worst = 0.0;
    for (int k = 1; k < 157; k++)
        for (int i = 0; i < CURVES; i++) carom_worsen(&worst, fabs(read_law(curves[i].law, rho, 0.01 * k, &p).e - e));
    // W is diagonal, so -v_n'/v_n is the coefficient e. The largest error was 4e-14, near grazing; the bound is 1e-12.
    carom_claim_measured(r, "e over theta", "slightly increasing", "the same at every theta, by every law",
                         worst < 1e-12);
}

// Checks that all laws give V_fT = -sin(theta) + mu (1 + e)/rho cos(theta) while sliding.
static void claim_slip(carom_reproduction *r, double rho) {
    const carom_params p = with(mu_drawn, 0.2);
    double worst = 0.0;
    for (double theta = slides_from(rho, mu_drawn) + 0.01; theta < 1.57; theta += 0.01)
        for (int i = 0; i < CURVES; i++)
            carom_worsen(&worst, fabs(read_law(curves[i].law, rho, theta, &p).vft + sin(theta) -
                                      mu_drawn * (1.0 + e) / rho * cos(theta)));
    carom_claim_said(r, "V_fT of a puck that slides", "mu times the normal impulse", "so, by every law", worst < 1e-12);
    carom_claim_fact(r, "V_fT by Routh before it slides", "0",
                     fabs(read_law(&carom_law_routh, rho, 0.3, &p).vft) < 1e-12);
    carom_claim_unstated(r);
    carom_claim_formula(r, "V_fT by the bilinear law at 0.3 rad", "e_t sin(theta)", 0.2 * sin(0.3),
                        read_law(&carom_law_bilinear, rho, 0.3, &p).vft);
    carom_claim_unstated(r);
}

static void claim_tan_phi(carom_reproduction *r, double rho) {
    const carom_params p = with(mu_drawn, 0.2);
    double slope = 0.0;
    for (int i = 0; i < CURVES; i++) {
        const double one = (read_law(curves[i].law, rho, atan(2.0), &p).tan_phi -
                            read_law(curves[i].law, rho, atan(4.0), &p).tan_phi) /
                           2.0;
        slope = i == 0 || fabs(one - slope) < 1e-12 ? one : (double)NAN;
    }
    carom_claim_misprint(r, "|slope| of tan(phi) while sliding", "1.00", slope, "1.087",
                         "1/e: v_n' = e cos(theta) divides");
    carom_claim_formula(r, "tan(phi) at tan(theta) = 2", "(mu (1+e)/rho - 2)/e, corrected",
                        (mu_drawn * (1.0 + e) / rho - 2.0) / e, read_law(&carom_law_routh, rho, atan(2.0), &p).tan_phi);
    carom_claim_unstated(r);
}

static void claim_ratio(carom_reproduction *r, double rho) {
    const carom_params p = with(mu_drawn, 0.2);
    double worst = 0.0;
    for (int k = 1; k < 157; k++)
        carom_worsen(&worst, fabs(read_law(&carom_law_routh, rho, 0.01 * k, &p).ratio -
                                  fmin(mu_drawn, rho * tan(0.01 * k) / (1.0 + e))));
    carom_claim_said(r, "Routh's ratio", "min(mu, rho tan(theta)/(1+e))", "the same", worst < 1e-12);
    carom_claim_unstated(r);
    carom_claim_measured(r, "the ratio once sliding", "rises, 0.1 to 0.16", "constant in every law: mu",
                         fabs(read_law(&carom_law_routh, rho, 1.2, &p).ratio - mu_drawn) < 1e-12 &&
                             fabs(read_law(&carom_law_smith, rho, 1.5, &p).ratio - mu_drawn) < 1e-12 &&
                             fabs(read_law(&carom_law_bilinear, rho, 1.2, &p).ratio - mu_drawn) < 1e-12);
    carom_claim_formula(r, "sliding begins at theta, rad", "tan = mu (1+e)/rho", atan(mu_drawn * (1.0 + e) / rho),
                        slides_from(rho, mu_drawn));
    carom_claim_unstated(r);
}

// Draws the pucks from `first` to `last`. The figure with all nine has no error bars, which would cover everything, and
// shows the curves of a uniform disc.
static void draw_pucks(carom_reproduction *r, quantity q, int first, int last) {
    static void (*const claim[])(carom_reproduction *, double) = {
        [RESTITUTION] = claim_restitution, [SLIP] = claim_slip, [TAN_PHI] = claim_tan_phi, [RATIO] = claim_ratio};
    const bool all = last - first > 1;
    const double rho = all ? 1.0 / 3.0 : carom_pucks[first - 1].rho;
    carom_panel *panel = carom_reproduce_panel(r, all ? 460.0 : 400.0, 300.0);
    char what[64], said[64];
    int count = 0, within = 0;
    carom_panel_axes(panel, views[q].x, views[q].y);
    carom_panel_range(panel, 0.0, views[q].x_high, views[q].low, views[q].high);
    add_curves(panel, q, rho);
    for (int puck = first; puck <= last; puck++)
        count +=
            add_points(panel, q, puck, (carom_mark)(CAROM_MARK_DISC + puck - first), views[q].bars && !all, &within);
    claim[q](r, rho);
    // The synthetic errors are 0.4 pixels, so the bounds of 2 pixels must include at least 95 % of the readings.
    snprintf(what, sizeof what, "synthetic impacts within the bounds of 2 pixels, of %d", count);
    snprintf(said, sizeof said, "%d", within);
    carom_claim_said(r, what, "measured points are lost", said, within >= count - count / 20 && count > 0);
    carom_claim_unstated(r);
    carom_reproduce_given(r, "$W$ = diag(1, 1/ρ)/m, ρ = %.4g, $v$ = (-cos θ, -sin θ) m/s, $e$ = %g, $μ$ = %g (ours)",
                          rho, e, mu_drawn);
    carom_reproduce_given(r, "The measured points are lost with the figure; these are synthetic: $e$ = 0.92,");
    carom_reproduce_given(r, "a ratio that rises to 0.1 at 0.5 rad and 0.16 at π/2, errors of 0.4 pixels");
}

#define FIGURE(number, quantity, first, last)                                                                          \
    void carom_reproduce_ch_fig11_##number(carom_reproduction *r) {                                                    \
        draw_pucks(r, quantity, first, last);                                                                          \
    }
// Each quantity is drawn for the same six sets of pucks.
#define FIGURES(quantity, a, b, c, d, f, g)                                                                            \
    FIGURE(a, quantity, 1, 2)                                                                                          \
    FIGURE(b, quantity, 3, 3)                                                                                          \
    FIGURE(c, quantity, 4, 5)                                                                                          \
    FIGURE(d, quantity, 6, 7)                                                                                          \
    FIGURE(f, quantity, 8, 8)                                                                                          \
    FIGURE(g, quantity, 9, 9)
FIGURES(RESTITUTION, 4, 5, 6, 7, 8, 9)
FIGURES(SLIP, 10, 11, 12, 13, 14, 15)
FIGURES(TAN_PHI, 17, 18, 19, 20, 21, 22)
FIGURES(RATIO, 23, 24, 25, 26, 27, 28)
FIGURE(29, RATIO, 1, 9)

void carom_reproduce_ch_fig11_30(carom_reproduction *r) {
    static const carom_style styles[2] = {{.ink = CAROM_INK_VERMILION, .width = 2.0},
                                          {.ink = CAROM_INK_GREEN, .width = 2.0, .dash = CAROM_DASHED}};
    const double mu = 0.16, begins = atan(mu * 1.92 * 3.0);
    carom_panel *panel = carom_reproduce_panel(r, 380.0, 280.0);
    carom_panel_axes(panel, "angle of incidence $θ$  (rad)", "impulse ratio $P_T / P_N$");
    carom_panel_range(panel, 0.0, 1.65, 0.0, 0.2);
    carom_series *lines[2] = {carom_panel_line(panel, "Routh, Kane & Levinson", styles[0]),
                              carom_panel_line(panel, "Smith", styles[1])};
    double apart = 0.0, formula = 0.0;
    for (int i = 1; i < 157; i++) {
        const double theta = 0.01 * i, routh = ratio(&carom_law_routh, theta, mu);
        carom_series_add(lines[0], theta, routh);
        carom_series_add(lines[1], theta, ratio(&carom_law_smith, theta, mu));
        carom_worsen(&apart, fabs(routh - ratio(&carom_law_whittaker, theta, mu)));
        carom_worsen(&formula, fabs(routh - fmin(mu, tan(theta) / (3.0 * 1.92))));
    }
    // The text gives two numbers of the data: the impulse ratio where sliding begins, and the ratio extrapolated to
    // pi/2.
    carom_series *data = carom_panel_series(panel, CAROM_SERIES_POINTS, "measured at $θ = π/2$, extrapolated",
                                            (carom_style){.ink = CAROM_INK_TEXT, .mark = CAROM_MARK_RING});
    carom_series_add(data, 0.5 * pi, 0.16);
    carom_series *low = carom_panel_line(panel, "measured where sliding begins: 0.1",
                                         (carom_style){.ink = CAROM_INK_SOFT, .width = 1.0, .dash = CAROM_DOTTED});
    carom_series_add(low, 0.0, 0.1);
    carom_series_add(low, 1.65, 0.1);
    carom_claim_fact(r, "Routh and Kane & Levinson", "coincide", apart < 1e-12);
    carom_claim_said(r, "their ratio", "min(mu, rho tan(theta)/(1+e))", "the same", formula < 1e-12);
    carom_claim_measured(r, "the ratio once sliding", "rises, 0.1 to 0.16", "constant in every law: mu",
                         fabs(ratio(&carom_law_routh, 0.9, mu) - mu) < 1e-12 &&
                             fabs(ratio(&carom_law_smith, 1.5, mu) - mu) < 1e-12);
    // 1e-5: at 1e-6 rad the curve deviates from its tangent by 1e-6.
    carom_claim_said(r, "Smith's ratio near theta = 0", "not printed", "twice Routh's",
                     fabs(ratio(&carom_law_smith, 1e-6, mu) / ratio(&carom_law_routh, 1e-6, mu) - 2.0) < 1e-5);
    carom_claim_unstated(r);
    carom_claim_formula(r, "sliding begins at theta, rad", "not printed; tan = mu (1+e)/rho", begins,
                        slides_from(1.0 / 3.0, mu));
    carom_claim_unstated(r);
    carom_reproduce_given(r, "$W$ = diag(1, 3)/m, $v$ = (-cos θ, -sin θ) m/s, $e$ = 0.92");
    carom_reproduce_given(r, "$μ$ = 0.16: ours, chosen to meet the data at π/2; the figure prints none");
}
