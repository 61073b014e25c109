// Reproduces the number of solutions of Smith's law (Chatterjee 1997, 10.3) and the variables of a collision law (table
// 3.1).
#include <math.h>
#include <stdio.h>

#include "base/root.h"
#include "base/worst.h"
#include "carom/law.h"
#include "mods/draw/figure/figure.h"
#include "papers/laws.h"
#include "papers/papers.h"
#include "papers/params.h"

// An example with three solutions, found by Newton's method from many initial values. W is positive definite, and the
// approach is slow compared with the slip.
static const carom_contact example = {.dim = 3, .W = {{10, 2, 8}, {2, 4, -1}, {8, -1, 9}}, .v = {-0.0625, 1.0, 0.0}};

static int outcomes(double mu, carom_alternative *list) {
    carom_params p = paper_params();
    int count;
    p.e = 0.6;
    p.mu = mu;
    carom_collide_all(&carom_law_smith, &example, &p, list, &count);
    return count;
}

// Returns the friction between `low` and `high` at which the number of solutions changes, by bisection.
static double fold(double low, double high) {
    carom_alternative list[CAROM_MAX_ALTERNATIVES];
    const int at_low = outcomes(low, list);
    carom_root r = carom_root_between(low, high, true);
    for (r.least = 1e-9; !r.over;) carom_root_halve(&r, outcomes(r.x, list) != at_low);
    return r.high;
}

// Draws the normal impulse over the friction. Each solution is a point; the branch that starts at mu = 0 is a line.
static void add_branches(carom_reproduction *r, double low, double high) {
    carom_panel *panel = carom_reproduce_panel(r, 420.0, 320.0);
    carom_panel_axes(panel, "friction $μ$", "normal impulse $P_n$  (N s)");
    carom_panel_range(panel, 2.3, 2.7, 0.0, 0.55);
    carom_series *kept = carom_panel_series(panel, CAROM_SERIES_POINTS, "the law's answer",
                                            (carom_style){.ink = CAROM_INK_VERMILION, .mark = CAROM_MARK_DISC});
    carom_series *others = carom_panel_series(panel, CAROM_SERIES_POINTS, "other solutions",
                                              (carom_style){.ink = CAROM_INK_BLUE, .mark = CAROM_MARK_RING});
    for (int i = 0; i <= 160; i++) {
        const double mu = 2.3 + 0.0025 * i;
        carom_alternative list[CAROM_MAX_ALTERNATIVES];
        const int count = outcomes(mu, list);
        for (int k = 0; k < count; k++) carom_series_add(list[k].returned ? kept : others, mu, list[k].result.P[0]);
    }
    carom_panel_note(panel, low, 0.2, "a pair is born", CAROM_INK_BLUE);
    carom_panel_note(panel, high, 0.07, "a pair dies: the answer jumps", CAROM_INK_BLUE);
}

void carom_reproduce_ch_section10_3(carom_reproduction *r) {
    carom_alternative list[CAROM_MAX_ALTERNATIVES];
    const double low = fold(2.0, 2.5), high = fold(2.5, 3.0);
    int least = CAROM_MAX_ALTERNATIVES, odd = 1, grows = 1, given = 0;
    for (int i = 1; i <= 80; i++) {
        const int count = outcomes(0.05 * i + 0.001, list);
        least = count < least ? count : least;
        odd = odd && count % 2 == 1;
        for (int k = 0; k < count; k++) {
            given += list[k].returned;
            grows = grows && (!list[k].returned || list[k].stable || 0.05 * i > high);
        }
    }
    const int count = outcomes(2.5, list);
    bool admissible = count == 3;
    for (int k = 0; k < count; k++) admissible = admissible && list[k].result.violations == CAROM_VIOLATION_NOT_UNIQUE;
    carom_claim_fact(r, "solutions at every mu", "at least one", least >= 1);
    carom_claim_fact(r, "new branches", "are born or die in pairs", odd);
    carom_claim_fact(r, "the branch from mu = 0", "is followed", grows && given == 80);
    carom_claim_false(r, "uniqueness (10.3.5)", "suspected; no counterexample found", "three at mu = 2.5", admissible,
                      "all three obey the law, friction and energy");
    carom_claim_said(r, "three solutions", "not printed", "mu from 2.4638 to 2.5160",
                     fabs(low - 2.46381) < 1e-4 && fabs(high - 2.51594) < 2e-4);
    carom_claim_unstated(r);
    add_branches(r, low, high);
    carom_reproduce_given(
        r, "Smith's law, $e$ = 0.6; $W$ = [10, 2, 8; 2, 4, -1; 8, -1, 9] 1/kg, $v$ = (-0.0625, 1, 0) m/s");
}

// Scales W by `mass`, scales v by `speed` and rotates the tangents by `turn`. Returns true if this only scales and
// rotates the impulse of the law.
static bool scales(const carom_law *law, int dim, double mass, double speed, double turn) {
    const carom_contact c = {.dim = dim, .W = {{2, 0.4, 0.3}, {0.4, 1.5, 0.2}, {0.3, 0.2, 1.1}}, .v = {-1.0, 0.7, 0.4}};
    const double R[3][3] = {{1, 0, 0}, {0, cos(turn), -sin(turn)}, {0, sin(turn), cos(turn)}};
    carom_contact d = {.dim = dim};
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) {
            d.v[i] += speed * (dim == 3 ? R[i][j] : (double)(i == j)) * c.v[j];
            for (int k = 0; k < dim * dim; k++) {
                const int a = k / dim, b = k % dim;
                d.W[i][j] += mass * (dim == 3 ? R[i][a] * R[j][b] : (double)(i == a && j == b)) * c.W[a][b];
            }
        }
    carom_params p = paper_params();
    carom_result x, y;
    p.e = 0.6;
    p.mu = 0.3;
    if (carom_collide(law, &c, &p, &x) != CAROM_OK || carom_collide(law, &d, &p, &y) != CAROM_OK) return false;
    double off = 0.0;
    for (int i = 0; i < dim; i++) {
        double turned = 0.0;
        for (int j = 0; j < dim; j++) turned += (dim == 3 ? R[i][j] : (double)(i == j)) * x.P[j];
        carom_worsen(&off, fabs(y.P[i] - turned * speed / mass));
    }
    return off < 1e-10; // laws that iterate have errors of 1e-13 for impulses near 1
}

// Returns the number of independent inputs in dimension n. The matrix W has n (n + 1)/2 of them, minus 1 for its scale.
// The velocity v has n, minus 1 for its magnitude and, in 3D, minus 1 for its direction in the tangent plane.
static int inputs(int dim, bool velocity) {
    static const carom_law *const laws[] = {&carom_law_routh, &carom_law_smith, &carom_law_chatterjee2};
    bool mass = true, speed = true, turn = dim == 3;
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        mass = mass && scales(laws[i], dim, 4.0, 1.0, 0.0);
        speed = speed && scales(laws[i], dim, 1.0, 3.0, 0.0);
        turn = turn && scales(laws[i], dim, 1.0, 1.0, 0.7);
    }
    return velocity ? dim - speed - turn : dim * (dim + 1) / 2 - mass;
}

static carom_result answer(const carom_law *law, int dim, const carom_params *p) {
    const carom_contact c = {.dim = dim, .W = {{2, 0.4, 0.3}, {0.4, 1.5, 0.2}, {0.3, 0.2, 1.1}}, .v = {-1.0, 0.7, 0.4}};
    carom_result out;
    carom_collide(law, &c, p, &out);
    return out;
}

// Returns how many coefficients of the set `which` change the result of the law.
static int parameters(const carom_law *law, uint64_t which) {
    carom_params p = paper_params();
    int count = 0;
    p.mu = 0.3;
    p.e = 0.6;
    const carom_result before = answer(law, 2, &p);
    for (int i = 0; i < CAROM_PARAM_END; i++) {
        double value[3];
        carom_params other = p;
        if (!((carom_law_reads(law) & which) >> i & 1)) continue;
        carom_params_get(&p, carom_law_coefficient(law, i), value);
        carom_params_set(&other, carom_law_coefficient(law, i), &(double){value[0] + 0.1}, 1);
        const carom_result after = answer(law, 2, &other);
        count += after.P[0] != before.P[0] || after.P[1] != before.P[1];
    }
    return count;
}

void carom_reproduce_ch_table3_1(carom_reproduction *r) {
    static const char *const mass[2] = {"mass, 2D", "mass, 3D"}, *const velocity[2] = {"velocity, 2D", "velocity, 3D"};
    static const char *const outputs[2] = {"outputs, 2D", "outputs, 3D"};
    carom_params p = paper_params();
    p.mu = 0.1;
    carom_claim_number(r, mass[0], "2", inputs(2, false));
    carom_claim_number(r, mass[1], "5", inputs(3, false));
    carom_claim_number(r, velocity[0], "1", inputs(2, true));
    carom_claim_number(r, velocity[1], "1", inputs(3, true));
    carom_claim_number(r, "friction coefficient", "1", parameters(&carom_law_smith, CAROM_PARAM_BIT(mu)));
    carom_claim_number(r, "other parameters, law II", "2",
                       parameters(&carom_law_chatterjee2, CAROM_PARAM_BIT(e) | CAROM_PARAM_BIT(e_t)));
    for (int k = 0; k < 2; k++) {
        const carom_result out = answer(&carom_law_smith, 2 + k, &p);
        int numbers = 0;
        for (int i = 0; i < 2 + k; i++) numbers += isfinite(out.P[i]) && out.P[i] != 0.0;
        carom_claim_number(r, outputs[k], k ? "3" : "2", numbers);
    }
}
