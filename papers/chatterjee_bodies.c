// Reproduces Chatterjee 1997, 2.3.2, 4.4, 10.2 and 10.4: bodies that have a given mass matrix M, and the influence of M
// on impacts.
#include <math.h>
#include <stdio.h>

#include "base/worst.h"
#include "carom/derivatives.h"
#include "mods/draw/figure/figure.h"
#include "papers/laws.h"
#include "papers/papers.h"
#include "papers/params.h"
#include "papers/rods.h"

// Returns the contact with M = diag(M_11, M_22, M_33), W = M^-1.
static carom_contact diagonal(const double M[3]) {
    carom_contact c = {.dim = 3, .v = {-1.0, 0.0, 0.0}};
    for (int i = 0; i < 3; i++) c.W[i][i] = 1.0 / M[i];
    return c;
}

// Returns the largest difference between the W of a pair of bodies and the wanted W; NaN if the pair is not valid.
static double off(const carom_contact *wanted, const carom_pair *pair) {
    carom_contact back;
    double worst = 0.0;
    if (carom_pair_contact(pair, &back) != CAROM_OK) return (double)NAN;
    for (int i = 0; i < 9; i++) carom_worsen(&worst, fabs(back.W[i / 3][i % 3] - wanted->W[i / 3][i % 3]));
    return worst;
}

void carom_reproduce_ch_fig2_9(carom_reproduction *r) {
    const double M[3] = {1.0, 2.0, 4.0};
    const carom_contact c = diagonal(M);
    carom_rod_masses rods = {0};
    carom_pair pair;
    carom_rods_compute(&c, HUGE_VAL, 1.0, &rods, &pair);
    carom_claim_formula(r, "M_a of the ball-jointed body", "lambda_1", M[0], rods.M_a);
    carom_claim_formula(r, "M_b of the hinged body", "lambda_2", M[1], rods.M_b);
    carom_claim_formula(r, "m", "(lambda_3 - lambda_1)/2", 0.5 * (M[2] - M[0]), rods.m);
    carom_claim_fact(r, "their mass matrix", "has the eigenvalues lambda", off(&c, &pair) < 1e-14);
}

// A general W: the example of Chatterjee 1997, 5.1, rotated in 3D.
static const carom_contact generic = {.dim = 3, .W = {{4, 2, 0}, {2, 6, -2}, {0, -2, 4}}, .v = {-2, -1, 0.4}};

static void claim_slopes(carom_reproduction *r, const double M[3]) {
    const carom_contact c = diagonal(M);
    const double M_c = 1e6;
    carom_rod_masses rods;
    carom_pair pair;
    carom_rods_compute(&c, M_c, 1.0, &rods, &pair);
    // 1e-4 bounds the second-order term, which is the slope times M/M_c.
    const double slope = (rods.M_a - M[0]) * M_c, b = (rods.M_b - M[1]) * M_c, m = (rods.m - 0.5 * (M[2] - M[0])) * M_c;
    carom_claim_false(r, "M_a to first order in 1/M_c", "slope (3/2) M_11^2", "slope M_11^2",
                      fabs(slope - M[0] * M[0]) < 1e-4 && fabs(slope - 1.5 * M[0] * M[0]) > 0.1, "follows from M_11");
    carom_claim_fact(r, "M_b to first order", "slope M_22^2", fabs(b - M[1] * M[1]) < 1e-4);
    carom_claim_false(r, "m to first order", "slope (3 M_33^2 - 4 M_11 M_33 - M_11^2)/4",
                      "slope (3 M_33^2 - 4 M_11 M_33)/4",
                      fabs(m - 0.25 * (3.0 * M[2] * M[2] - 4.0 * M[0] * M[2])) < 1e-4, "follows from M_11");
}

void carom_reproduce_ch_fig10_3(carom_reproduction *r) {
    const double M[3] = {1.0, 2.0, 3.0}, same[3] = {2.0, 2.0, 2.0};
    const carom_contact c = diagonal(M), point = diagonal(same);
    carom_rod_masses rods = {0}, none;
    carom_pair pair, other;
    carom_rods_compute(&c, 50.0, 1.0, &rods, &pair);
    const double printed =
        rods.M_a * (3.0 * rods.M_b + 2.0 * rods.M_c) / (3.0 * rods.M_b + 3.0 * rods.M_a + 2.0 * rods.M_c);
    const double right = rods.M_a * (rods.M_b + rods.M_c) / (rods.M_a + rods.M_b + rods.M_c);
    carom_claim_fact(r, "M = diag(1, 2, 3) with M_c = 50", "finite masses have it", off(&c, &pair) < 1e-13);
    carom_claim_false(r, "M_11 of those bodies", "M_a (3 M_b + 2 M_c)/(3 M_b + 3 M_a + 2 M_c)",
                      "M_a (M_b + M_c)/(M_a + M_b + M_c)", fabs(right - M[0]) < 1e-12 && fabs(printed - M[0]) > 1e-3,
                      "the printed form has the hinge masses at 1/sqrt(2)");
    claim_slopes(r, M);
    carom_claim_false(r, "every positive definite M", "has positive M_a, M_b, m for a large M_c",
                      "not where M_33 = M_11: m < 0",
                      carom_rods_compute(&point, 1e6, 1.0, &none, &other) == CAROM_NO_SOLUTION && none.m < 0.0,
                      "m = (M_33 - M_11)/2 - M_11^2/(4 M_c)");
    // The remaining claims are ours: fewer bodies suffice.
    carom_claim_fact(r, "one free body against a wall (ours)", "has a generic W",
                     carom_pair_from_contact(&generic, CAROM_PAIR_FEWEST, 1.0, &pair) == CAROM_OK &&
                         isinf(pair.b.mass) && off(&generic, &pair) < 1e-14);
    carom_claim_unstated(r);
    carom_claim_fact(r, "two free bodies (ours)", "have W where its least eigenvalue is double",
                     carom_pair_from_contact(&point, CAROM_PAIR_TWO, 1.0, &pair) == CAROM_OK &&
                         off(&point, &pair) < 1e-14);
    carom_claim_unstated(r);
}

// Sets up an ellipsoid against a wall. `o` is the outward normal of the ellipsoid in its own axes.
static bool ellipsoid(const double semi_axes[3], const double o[3], carom_pair *pair, carom_contact *c) {
    double moments[3];
    *pair = (carom_pair){.a = {.mass = 1.0}, .b = carom_body_fixed(), .normal = {-o[0], -o[1], -o[2]}};
    if (carom_ellipsoid_inertia(1.0, semi_axes, moments) != CAROM_OK) return false;
    for (int i = 0; i < 3; i++) pair->a.inertia[i][i] = moments[i];
    return carom_ellipsoid_arm(semi_axes, o, pair->point) == CAROM_OK && carom_pair_contact(pair, c) == CAROM_OK;
}

void carom_reproduce_ch_section4_4(carom_reproduction *r) {
    const double ball[3] = {1.0, 1.0, 1.0}, egg[3] = {2.0, 1.0, 0.5}, o[3] = {0.3, -0.8, 0.5}, up[3] = {0.0, 0.0, 1.0};
    carom_pair pair;
    carom_contact c = {0};
    bool made = ellipsoid(ball, up, &pair, &c);
    carom_claim_formula(r, "a sphere: M_11/M_22", "7/2", 3.5, c.W[1][1] / c.W[0][0]);
    carom_claim_fact(r, "a sphere", "M is diagonal",
                     made && fabs(c.W[0][1]) + fabs(c.W[0][2]) + fabs(c.W[1][2]) < 1e-15);
    made = ellipsoid(egg, up, &pair, &c);
    carom_claim_fact(r, "an ellipsoid touched on an axis", "M is diagonal",
                     made && fabs(c.W[0][1]) + fabs(c.W[0][2]) + fabs(c.W[1][2]) < 1e-15);
    made = ellipsoid(egg, o, &pair, &c);
    // The contact point x is on the surface, and the normal of the surface at x, along D^-2 x, is parallel to o.
    double on = 0.0, cross = 0.0;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3;
        on += pair.point[i] * pair.point[i] / (egg[i] * egg[i]);
        carom_worsen(&cross, fabs(pair.point[i] / (egg[i] * egg[i]) * o[j] - pair.point[j] / (egg[j] * egg[j]) * o[i]));
    }
    carom_claim_fact(r, "an ellipsoid touched elsewhere", "M is full",
                     made && fabs(c.W[0][1]) > 0.1 && fabs(c.W[0][2]) > 0.01);
    carom_claim_formula(r, "its point of contact x: x.D^-2 x", "1, on the surface", 1.0, on);
    carom_claim_fact(r, "the surface's normal there", "is the contact's", cross < 1e-14);
}

// Section 10.2: impacts with M = diag(7, 2, 2), that of a sphere, and v = (-cos, -sin, 0), solved by these laws.
typedef struct {
    const carom_law *law;
    const char *name;
    carom_ink ink;
    carom_dash dash;
} asked;

static const asked laws[] = {
    {&carom_law_whittaker, "Kane & Levinson", CAROM_INK_VERMILION, CAROM_SOLID},
    {&carom_law_routh, "Routh", CAROM_INK_BLUE, CAROM_DASHED},
    {&carom_law_smith, "Smith", CAROM_INK_GREEN, CAROM_DASHDOT},
    {&carom_law_chatterjee1, "law I", CAROM_INK_TEXT, CAROM_SOLID},
    {&carom_law_chatterjee2, "law II", CAROM_INK_TEXT, CAROM_SOLID},
    {&carom_law_chatterjee3, "law III", CAROM_INK_TEXT, CAROM_SOLID},
};

static carom_params near_sphere(void) {
    carom_params p = paper_params();
    p.restitution = CAROM_NEWTON;
    p.e = 0.8;
    p.e_t = 0.3;
    p.mu = 0.1;
    return p;
}

static carom_status at_angle(const carom_law *law, double theta, carom_mass_jacobian *s) {
    const double M[3] = {7.0, 2.0, 2.0};
    const carom_params p = near_sphere();
    carom_contact c = diagonal(M);
    c.v[0] = -cos(theta);
    c.v[1] = -sin(theta);
    return carom_collide_mass_jacobian(law, &c, &p, s);
}

// The residual of each relation between derivatives: the maximum over the laws that have a derivative at 1.2 rad.
typedef struct {
    int laws;
    double zeros, homogeneous, third, normal, ratio;
} shared;

static shared relations(void) {
    shared all = {0};
    for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
        carom_mass_jacobian s;
        if (at_angle(laws[k].law, 1.2, &s) != CAROM_OK) continue;
        all.laws++;
        for (int i = 0; i < 4; i++) carom_worsen(&all.zeros, fabs(s.J[2][i]));
        for (int i = 0; i < 2; i++) carom_worsen(&all.zeros, fabs(s.J[i][4]) + fabs(s.J[i][5]));
        for (int i = 0; i < 3; i++)
            carom_worsen(&all.homogeneous, fabs(7.0 * s.J[i][0] + 2.0 * s.J[i][1] + 2.0 * s.J[i][2]));
        carom_worsen(&all.third, fabs(s.J[0][2]) + fabs(s.J[1][2]));
        carom_worsen(&all.normal, fabs(s.J[0][0]) + fabs(s.J[0][1]));
        carom_worsen(&all.ratio, fabs(s.J[1][1] + 3.5 * s.J[1][0]));
    }
    return all;
}

static void draw_sensitivities(carom_reproduction *r) {
    carom_panel *panel = carom_reproduce_panel(r, 380.0, 280.0);
    carom_panel_axes(panel, "angle of incidence $θ$  (rad)", "$J_{35} = ∂v_3' / ∂M_{13}$  (m/s per kg)");
    for (int k = 0; k < 3; k++) {
        carom_series *line = carom_panel_line(panel, laws[k].name,
                                              (carom_style){.ink = laws[k].ink, .width = 1.8, .dash = laws[k].dash});
        carom_mass_jacobian s;
        carom_mode mode = CAROM_MODE_NONE;
        for (int i = 1; i < 60; i++) {
            const double theta = 0.026 * i;
            if (at_angle(laws[k].law, theta, &s) != CAROM_OK) continue;
            if (s.at.mode != mode) carom_series_add(line, theta, (double)NAN); // a gap: the mode changes
            carom_series_add(line, theta, s.J[2][4]);
            mode = s.at.mode;
        }
    }
    carom_reproduce_given(r, "$M$ = diag(7, 2, 2) kg, $v$ = ($-$cos $θ$, $-$sin $θ$, 0) m/s, $e$ = 0.8, $μ$ = 0.1;");
    carom_reproduce_given(r, "a gap: no derivative there, the mode changes");
}

void carom_reproduce_ch_section10_2(carom_reproduction *r) {
    const shared all = relations();
    const bool six = all.laws == 6;
    carom_mass_jacobian s;
    draw_sensitivities(r);
    // 1e-9: closed forms give these sums to 1e-12, and Smith's and Routh's laws in 3D give them to 1e-10.
    carom_claim_fact(r, "J31..J34, J15, J16, J25, J26, six laws", "are zero", six && all.zeros < 1e-9);
    carom_claim_fact(r, "J (7, 2, 2, 0, 0, 0), six laws", "is zero", six && all.homogeneous < 1e-9);
    carom_claim_fact(r, "J13 and J23, six laws", "are zero", six && all.third < 1e-9);
    carom_claim_fact(r, "J22, six laws", "is -(7/2) J21", six && all.ratio < 1e-9);
    carom_claim_fact(r, "J11 and J12, six laws", "are zero", six && all.normal < 1e-9);
    // While sliding, friction opposes the slip after the impact (Kane & Levinson), or the current slip, which turns
    // (Routh).
    const double theta = 1.2, p = 7.0 * 1.8 * cos(theta), left = sin(theta) - 0.05 * p, g = -p / 14.0;
    at_angle(&carom_law_whittaker, theta, &s);
    carom_claim_formula(r, "J35, Kane & Levinson, sliding (ours)", "dW_13 p/(1 + mu p/(2 r))",
                        g / (1.0 + 0.05 * p / left), s.J[2][4]);
    carom_claim_unstated(r);
    at_angle(&carom_law_routh, theta, &s);
    carom_claim_formula(r, "J35, Routh, sliding (ours)", "dW_13 (2 r/mu) ln(sin/r)",
                        g / p * left * log(sin(theta) / left) / 0.05, s.J[2][4]);
    carom_claim_unstated(r);
    carom_claim_fact(r, "at the change from sticking to sliding", "no derivative",
                     at_angle(&carom_law_whittaker, atan(0.63), &s) == CAROM_NOT_APPLICABLE);
}
