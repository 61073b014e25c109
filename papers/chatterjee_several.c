// Reproduces Chatterjee 1997, 10.1: several simultaneous contacts. Three spheres are solved in every order of the
// contacts and simultaneously. Three balls in a row have a spring at each contact, so stiffnesses and gaps determine
// the result.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/worst.h"
#include "carom/bodies.h"
#include "carom/compliant.h"
#include "mods/draw/figure/figure.h"
#include "papers/laws.h"
#include "papers/papers.h"
#include "papers/params.h"

// Free bodies in 2D, their contacts, and the data of the solver.
typedef struct {
    carom_body body[3];
    carom_contact_point touch[2];
    carom_mechanism mechanism;
    carom_delassus delassus;
    carom_system system;
    carom_params contact[2];
    carom_system_params params;
    double memory[2][1024];
} three;

static bool make(three *t) {
    const carom_assembly a = {.dim = 2, .bodies = 3, .contacts = 2, .body = t->body, .contact = t->touch};
    if (carom_assembly_mechanism(&a, t->memory[0], sizeof t->memory[0], &t->mechanism, NULL) != CAROM_OK) return false;
    if (carom_delassus_compute(&t->mechanism, t->memory[1], sizeof t->memory[1], &t->delassus) != CAROM_OK)
        return false;
    t->system = (carom_system){.nc = 2, .dim = 2, .W = t->delassus.W, .v = t->delassus.v};
    for (int i = 0; i < 2; i++) t->contact[i] = paper_params();
    t->params = carom_system_params_default(t->contact);
    t->params.single = &carom_law_frictionless;
    return true;
}

// Writes to `after` the velocity (x, y) of each ball after the first outcome of the method; NaN without an outcome.
// Returns the contact that the method solves first.
static int ask(three *t, const carom_law *method, double after[6], int *outcomes) {
    const size_t bytes = carom_system_memory_size(method, &t->system, &t->params);
    void *memory = malloc(bytes ? bytes : 1);
    carom_system_result out;
    double u[9];
    int first = -1;
    for (int i = 0; i < 6; i++) after[i] = (double)NAN;
    if (carom_status_classify(carom_system_solve(method, &t->system, &t->params, memory, bytes, &out)) ==
        CAROM_CLASS_OK) {
        carom_delassus_apply(&t->delassus, out.P, u, NULL);
        for (int i = 0; i < 6; i++) after[i] = u[3 * (i / 2) + i % 2];
        *outcomes = out.kept;
        if (out.kept && out.solutions[0].order) first = out.solutions[0].order[0];
    }
    free(memory);
    return first;
}

static carom_body ball(double x, double y, double vx) {
    carom_body b = {.mass = 1.0, .centre = {x, y, 0.0}, .velocity = {vx, 0.0, 0.0}};
    b.inertia[2][2] = 0.4;
    return b;
}

// Sets up one ball that moves along x and hits two others, which lie 30 degrees to either side.
static bool triangle(three *t, double e) {
    const double c = sqrt(0.75), s = 0.5;
    t->body[0] = ball(0.0, 0.0, 1.0);
    t->body[1] = ball(2.0 * c, 2.0 * s, 0.0);
    t->body[2] = ball(2.0 * c, -2.0 * s, 0.0);
    t->touch[0] = (carom_contact_point){.a = 1, .b = 0, .point = {c, s, 0.0}, .normal = {c, s, 0.0}};
    t->touch[1] = (carom_contact_point){.a = 2, .b = 0, .point = {c, -s, 0.0}, .normal = {c, -s, 0.0}};
    const bool made = make(t);
    for (int i = 0; i < 2; i++) t->contact[i].e = e;
    return made;
}

static void claim_triangle(carom_reproduction *r) {
    three t;
    double order[2][6], at_once[6];
    int outcomes = 0, none;
    if (!triangle(&t, 1.0)) return;
    ask(&t, &carom_law_glocker, at_once, &none);
    ask(&t, &carom_law_sequence, order[0], &outcomes);
    carom_claim_formula(r, "both contacts at once, e = 1: ball's v_x", "-1/5", -0.2, at_once[0]);
    carom_claim_unstated(r);
    carom_claim_formula(r, "both at once: v_y of the left one", "0.6 tan 30", 0.6 / sqrt(3.0), at_once[3]);
    carom_claim_unstated(r);
    carom_claim_said(r, "one after the other", "the order matters", "2 outcomes", outcomes == 2);
    // Here the gaps determine the order.
    for (int k = 0; k < 2; k++) {
        const double gap[2] = {k ? 1e-6 : 0.0, k ? 0.0 : 1e-6};
        t.params.gap = gap;
        const int first = ask(&t, &carom_law_sequence, order[k], &outcomes);
        carom_claim_said(r, k ? "a gap at the first contact" : "a gap at the second contact", "not printed",
                         k ? "the second strikes first" : "the first strikes first", first == k && outcomes == 1);
        carom_claim_unstated(r);
    }
    t.params.gap = NULL;
    carom_claim_formula(r, "first, then second: ball's v_x", "-1/8", -0.125, order[0][0]);
    carom_claim_unstated(r);
    carom_claim_formula(r, "first, then second: ball's v_y", "-sqrt(3)/8", -sqrt(3.0) / 8.0, order[0][1]);
    carom_claim_unstated(r);
    carom_claim_formula(r, "second, then first: ball's v_y", "sqrt(3)/8", sqrt(3.0) / 8.0, order[1][1]);
    carom_claim_unstated(r);
    if (!triangle(&t, 0.5)) return;
    ask(&t, &carom_law_sequence, order[0], &outcomes);
    carom_claim_formula(r, "e = 1/2, first, then second: ball's v_x", "11/128", 11.0 / 128.0, order[0][0]);
    carom_claim_unstated(r);
}

// Tests a ladder of 2 m and 1 kg at 60 degrees between floor and wall. Both ends touch the ground, a fixed body.
static void claim_ladder(carom_reproduction *r) {
    const double c = 0.5, s = sqrt(0.75);
    carom_body ladder = {.mass = 1.0, .centre = {c, s, 0.0}, .velocity = {-0.5, -1.0, 0.0}};
    ladder.inertia[2][2] = 1.0 / 3.0;
    const carom_contact_point touch[2] = {
        {.a = 0, .b = CAROM_GROUND, .point = {2.0 * c, 0.0, 0.0}, .normal = {0.0, 1.0, 0.0}},
        {.a = 0, .b = CAROM_GROUND, .point = {0.0, 2.0 * s, 0.0}, .normal = {1.0, 0.0, 0.0}}};
    const carom_assembly a = {.dim = 2, .bodies = 1, .contacts = 2, .body = &ladder, .contact = touch};
    double memory[2][256];
    carom_mechanism m;
    carom_delassus d;
    if (carom_assembly_mechanism(&a, memory[0], sizeof memory[0], &m, NULL) != CAROM_OK ||
        carom_delassus_compute(&m, memory[1], sizeof memory[1], &d) != CAROM_OK)
        return;
    carom_claim_formula(r, "ladder: floor and wall are coupled, W_12", "-3 sin cos / m", -3.0 * s * c, d.W[2]);
    carom_claim_unstated(r);
    carom_claim_formula(r, "ladder: W_nn at the wall", "(1 + 3 sin^2) / m", 1.0 + 3.0 * s * s, d.W[10]);
    carom_claim_unstated(r);
}

// Computes the velocities after the impact of three balls in a row. The first ball strikes. k1 and k2 are the
// stiffnesses of the contacts, and `gap` is a gap at the second contact.
static void row_of_three(double k1, double k2, double gap, double after[3]) {
    three t;
    double v[6];
    int none;
    for (int i = 0; i < 3; i++) t.body[i] = ball(2.0 * i, 0.0, i ? 0.0 : 1.0);
    for (int i = 0; i < 2; i++)
        t.touch[i] = (carom_contact_point){.a = i + 1, .b = i, .point = {2.0 * i + 1.0}, .normal = {1.0}};
    for (int i = 0; i < 3; i++) after[i] = (double)NAN;
    if (!make(&t)) return;
    t.contact[0].own[CAROM_OWN(kn)] = k1;
    t.contact[1].own[CAROM_OWN(kn)] = k2;
    t.contact[1].own[CAROM_OWN(gap)] = gap;
    ask(&t, &carom_law_springs, v, &none);
    for (int i = 0; i < 3; i++) after[i] = v[2 * i];
}

static void claim_row(carom_reproduction *r, const char *what, double k1, double k2, double gap, const char *ours,
                      double a, double b, double c) {
    double v[3];
    row_of_three(k1, k2, gap, v);
    carom_claim_said(r, what, "not printed", ours,
                     fabs(v[0] - a) < 5e-5 && fabs(v[1] - b) < 5e-5 && fabs(v[2] - c) < 5e-5);
    carom_claim_unstated(r);
}

// Figures 10.1 and 10.2 are lost. The statements of the section about springs are shown instead.
void carom_reproduce_ch_section10_1(carom_reproduction *r) {
    static const char *const names[3] = {"$v_1'$, the ball that struck", "$v_2'$", "$v_3'$"};
    static const carom_ink inks[3] = {CAROM_INK_VERMILION, CAROM_INK_BLUE, CAROM_INK_GREEN};
    claim_triangle(r);
    claim_ladder(r);
    claim_row(r, "springs in a row, k2/k1 = 1", 1.0, 1.0, 0.0, "(-0.1303, 0.1502, 0.9800)", -0.1303, 0.1502, 0.9800);
    claim_row(r, "springs in a row, k2/k1 = 100", 1.0, 100.0, 0.0, "(-0.3333, 0.6627, 0.6706)", -0.3333, 0.6627,
              0.6706);
    claim_row(r, "k2/k1 = 1e-4: the sequence", 1.0, 1e-4, 0.0, "(0, 0, 1)", 0.0, 0.0, 1.0);
    // The same gap matters more for stiffer contacts: the result depends only on gap sqrt(k/m)/v.
    double v[3], closed[3], change[3];
    row_of_three(1.0, 1.0, 0.0, closed);
    for (int i = 0; i < 3; i++) {
        const double k = pow(100.0, i);
        row_of_three(k, k, 1e-3, v);
        change[i] = fabs(v[1] - closed[1]);
    }
    carom_claim_said(r, "effect of a gap of 1 mm at k = 1, 100, 10000", "the stiffer, the larger", "grows like sqrt(k)",
                     fabs(change[1] / change[0] - 10.0) < 0.05 && fabs(change[0] - 7.757e-4) < 5e-7 &&
                         change[2] > 8.0 * change[1] && change[2] < 8.3 * change[1]);
    carom_panel *panel = carom_reproduce_panel(r, 420.0, 280.0);
    carom_panel_axes(panel, "log$_{10}$ $k_2/k_1$", "velocity after  (m/s)");
    carom_panel_range(panel, -2.0, 2.0, -0.4, 1.05);
    if (panel) panel->zero_lines = true;
    carom_series *line[3];
    for (int i = 0; i < 3; i++)
        line[i] = carom_panel_line(panel, names[i], (carom_style){.ink = inks[i], .width = 1.7});
    for (int n = 0; n <= 160; n++) {
        const double x = -2.0 + 0.025 * n;
        row_of_three(1.0, pow(10.0, x), 0.0, v);
        for (int i = 0; i < 3; i++) carom_series_add(line[i], x, v[i]);
    }
    carom_reproduce_given(r, "three balls of 1 kg in a row, the first at 1 m/s strikes two that touch;");
    carom_reproduce_given(r, "springs $k_1$, $k_2$ at the contacts, no friction, no gap");
}
