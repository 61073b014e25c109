// Reproduces Hurmuzlu & Marghitu 1994, section 4: one end of a three-link chain hits the ground while the other end
// rests on it.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/worst.h"
#include "carom/bodies.h"
#include "carom/systems.h"
#include "mods/draw/figure/figure.h"
#include "papers/hm_list.h"
#include "papers/laws.h"
#include "papers/papers.h"
#include "papers/params.h"

static const double pi = 3.14159265358979323846;

// A method and its restitution hypothesis.
typedef struct {
    const carom_law *method;
    carom_restitution restitution;
    const carom_list_notes *notes; // of the printed lists; NULL for other methods
} scheme;

static const scheme kinematic = {&carom_law_hm_differential, CAROM_NEWTON, NULL},
                    kinetic = {&carom_law_hm_differential, CAROM_POISSON, NULL},
                    energetic = {&carom_law_hm_differential, CAROM_ENERGETIC, NULL},
                    whittaker = {&carom_law_hm_whittaker, CAROM_NEWTON, NULL},
                    brach = {&carom_law_hm_brach, CAROM_NEWTON, NULL};

// The results that the figures show and the claims need.
typedef struct {
    double loss;          // loss of energy, J
    double Pn0, vn0, vt0; // impulse, normal velocity and slip at the resting end A0
    double vtc;           // slip of the striking end Ac after the impact
    double vtc_before;
    unsigned faults; // CAROM_LIST_* bits of the printed lists at A0, of all stages
} point;

enum { POINTS = 359 }; // phi1 = -89.5 .. 89.5 degrees in steps of 0.5

typedef struct {
    point at[POINTS];
} curve;

static double phi_at(int i) {
    return -89.5 + 0.5 * i;
}

// Computes W and v of three bars of 1 m and 1 kg. Here phi2 = 90 degrees and phi3 = pi + phi1; the paper prints pi -
// phi1. The rates are 0.1, 0.2 and 0.3 rad/s, and the base does not move. Contact 0 is the base A0; contact 1 is the
// far end Ac.
static bool chain_system(double phi, bool as_printed, double W[16], double v[4]) {
    const double third = as_printed ? pi - phi : pi + phi;
    const carom_link links[3] = {carom_link_bar(1.0, 1.0, CAROM_BASE, phi, 0.1),
                                 carom_link_bar(1.0, 1.0, 0, 0.5 * pi, 0.2), carom_link_bar(1.0, 1.0, 1, third, 0.3)};
    const carom_chain_contact ends[2] = {{CAROM_BASE, 0.0, 0.0}, {2, 1.0, 0.0}};
    const carom_chain chain = {.links = 3, .contacts = 2, .link = links, .contact = ends};
    carom_mechanism mechanism;
    carom_delassus delassus;
    double memory[2][512];
    if (carom_chain_memory_size(&chain) > sizeof memory[0]) return false;
    if (carom_chain_mechanism(&chain, memory[0], sizeof memory[0], &mechanism, NULL) != CAROM_OK) return false;
    if (carom_delassus_memory_size(&mechanism) > sizeof memory[1]) return false;
    if (carom_delassus_compute(&mechanism, memory[1], sizeof memory[1], &delassus) != CAROM_OK) return false;
    memcpy(W, delassus.W, 16 * sizeof *W);
    memcpy(v, delassus.v, 4 * sizeof *v);
    return true;
}

static point solve(const scheme *s, double e, double mu_c, double phi, bool as_printed) {
    const point none = {(double)NAN, (double)NAN, (double)NAN, (double)NAN, (double)NAN, (double)NAN, 0};
    double W[16], v[4];
    carom_params contacts[2] = {paper_params(), paper_params()};
    if (!chain_system(phi * pi / 180.0, as_printed, W, v) || !(v[2] < 0.0)) return none;
    for (int i = 0; i < 2; i++) {
        contacts[i].restitution = s->restitution;
        contacts[i].e = e;
        contacts[i].mu = i ? mu_c : 0.5;
    }
    const carom_system system = {.nc = 2, .dim = 2, .W = W, .v = v};
    carom_system_params params = carom_system_params_default(contacts);
    params.striking = 1;
    const size_t bytes = carom_system_memory_size(s->method, &system, &params);
    void *memory = malloc(bytes ? bytes : 1); // if this fails, the method returns an error
    carom_system_result out;
    const carom_status status = carom_system_solve(s->method, &system, &params, memory, bytes, &out);
    point p = none;
    if (carom_status_classify(status) == CAROM_CLASS_OK)
        p = (point){-out.dE, out.P[0], out.v[0], out.v[1], out.v[3], v[3], 0};
    for (int k = 0; s->notes && k < out.stages; k++) p.faults |= s->notes->stage[k].faults[0];
    free(memory);
    return p;
}

// Computes a curve over phi1 = -89.5 .. 89.5 degrees. There is no result where Ac does not approach.
static void sweep_as(curve *c, const scheme *s, double e, double mu_c, bool as_printed) {
    for (int i = 0; i < POINTS; i++) c->at[i] = solve(s, e, mu_c, phi_at(i), as_printed);
}

static void sweep(curve *c, const scheme *s, double e, double mu_c) {
    for (int i = 0; i < POINTS; i++) c->at[i] = solve(s, e, mu_c, phi_at(i), false);
}

typedef enum { LOSS, PN0, VN0, VTC } quantity;

static double value(const point *p, quantity q) {
    return q == LOSS ? p->loss : q == PN0 ? p->Pn0 : q == VN0 ? p->vn0 : p->vtc;
}

// Returns the distance of two results; infinite if only one of them exists.
static double distance(const point *a, const point *b) {
    double most = 0.0;
    for (int q = LOSS; q <= VTC; q++) {
        const double x = value(a, (quantity)q), y = value(b, (quantity)q);
        most = fmax(most, isnan(x) != isnan(y) ? HUGE_VAL : fabs(x - y));
    }
    return most;
}

// Returns the largest distance of two curves; NaN if the first curve lacks a result.
static double furthest(const curve *a, const curve *b) {
    double most = 0.0;
    for (int i = 0; i < POINTS; i++)
        carom_worsen(&most, isnan(a->at[i].loss) ? (double)NAN : distance(&a->at[i], &b->at[i]));
    return most;
}

static carom_panel *panel_of(carom_reproduction *r, int panels, quantity q) {
    static const char *const labels[] = {"energy loss  (J)", "normal impulse at $A_0$  (N s)",
                                         "normal velocity at $A_0$  (m/s)", "slip at $A_c$  (m/s)"};
    carom_panel *panel = carom_reproduce_panel(r, panels == 3 ? 780.0 : 620.0, 250.0);
    if (r->figure) r->figure->columns = panels;
    carom_panel_axes(panel, "$φ_1$  (deg)", labels[q]);
    if (panel) panel->x.low = -90.0;
    if (panel) panel->x.high = 90.0;
    if (panel) panel->x.step = 45.0;
    if (panel) panel->zero_lines = true;
    return panel;
}

static void add(carom_panel *panel, const curve *c, quantity q, const char *name, int style) {
    static const carom_style styles[5] = {{.ink = CAROM_INK_VERMILION, .width = 1.7},
                                          {.ink = CAROM_INK_BLUE, .width = 1.5, .dash = CAROM_DASHED},
                                          {.ink = CAROM_INK_GREEN, .width = 1.5, .dash = CAROM_DASHDOT},
                                          {.ink = CAROM_INK_PURPLE, .width = 1.4, .dash = CAROM_LONG},
                                          {.ink = CAROM_INK_TEXT, .width = 1.3, .dash = CAROM_DOTTED}};
    carom_series *line = carom_panel_line(panel, name, styles[style]);
    for (int i = 0; i < POINTS; i++) carom_series_add(line, phi_at(i), value(&c->at[i], q));
}

static void given(carom_reproduction *r, const char *coefficients) {
    carom_reproduce_given(
        r, "three bars, 1 m and 1 kg each; $φ_2$ = 90 deg, $φ_3$ = 180 deg + $φ_1$; rates 0.1, 0.2, 0.3 rad/s; "
           "$A_0$ at rest;");
    carom_reproduce_given(r, "%s", coefficients);
}

void carom_reproduce_hm_fig3(carom_reproduction *r) {
    static const double es[5] = {0.0, 0.25, 0.5, 0.75, 1.0};
    static const char *const names[5] = {"$e = 0$", "$e = 0.25$", "$e = 0.5$", "$e = 0.75$", "$e = 1$"};
    static const scheme *const schemes[4] = {&kinetic, &energetic, &whittaker, &brach};
    static const quantity shown[3] = {LOSS, PN0, VN0};
    static curve c[5], other;
    double apart = 0.0, elastic = 0.0;
    bool never_both = true, loss_falls = true, rebound_grows = true, printed_rebounds = false;
    int held = 0, printed = 0;
    for (int k = 0; k < 5; k++) {
        sweep(&c[k], &kinematic, es[k], 0.0);
        for (int s = 0; s < 4; s++) {
            sweep(&other, schemes[s], es[k], 0.0);
            carom_worsen(&apart, furthest(&c[k], &other));
        }
    }
    for (int i = 0; i < POINTS; i++) {
        const point *p = &c[4].at[i];
        if (fabs(p->vt0) < 1e-12 && fabs(p->vn0) < 1e-12) {
            carom_worsen(&elastic, fabs(p->loss));
            held++;
        }
        const double vn0 = solve(&kinematic, 1.0, 0.0, phi_at(i), true).vn0;
        printed_rebounds = printed_rebounds || vn0 > 1e-12;
        printed += !isnan(vn0);
        for (int k = 0; k < 5; k++) never_both = never_both && fabs(c[k].at[i].Pn0 * c[k].at[i].vn0) < 1e-15;
        for (int k = 1; k < 5; k++) {
            loss_falls = loss_falls && c[k].at[i].loss <= c[k - 1].at[i].loss + 1e-14;
            rebound_grows = rebound_grows && c[k].at[i].vn0 >= c[k - 1].at[i].vn0 - 1e-14;
        }
    }
    // The largest error was 1e-15; the bound is 1e-12.
    carom_claim_fact(r, "five formulations, five e", "the same results", apart < 1e-12);
    carom_claim_fact(r, "e = 1, A0 holds", "no loss", elastic < 1e-12 && held > 0);
    carom_claim_fact(r, "impulse and rebound at A0", "never both", never_both);
    carom_claim_false(r, "energy loss with e", "grows", "falls, at every angle", loss_falls, "recomputed");
    carom_claim_false(r, "rebound velocity at A0 with e", "falls", "grows, at every angle", rebound_grows,
                      "rates are constant: both go like 1 + e");
    carom_claim_false(r, "phi3", "pi - phi1", "pi + phi1: else A0 never rebounds", !printed_rebounds && printed > 0,
                      "figures 3, 6 and 7 show rebounds");
    for (int q = 0; q < 3; q++) {
        carom_panel *panel = panel_of(r, 3, shown[q]);
        for (int k = 0; k < 5; k++) add(panel, &c[k], shown[q], names[k], k);
    }
    given(r, "$μ_0$ = 0.5, $μ_c$ = 0, $e$ from 0 to 1 as listed");
}

// Finds the intervals in which two curves differ. A gap of one point does not end an interval.
static int intervals(const curve *a, const curve *b, double ends[][2], int most) {
    int count = 0, last = -9;
    for (int i = 0; i < POINTS; i++) {
        if (!(distance(&a->at[i], &b->at[i]) > 1e-9)) continue;
        if (i - last > 2 && count < most) ends[count++][0] = phi_at(i);
        ends[count - 1][1] = phi_at(i);
        last = i;
    }
    return count;
}

static double least_loss(const curve *c) {
    double least = HUGE_VAL;
    for (int i = 0; i < POINTS; i++) least = c->at[i].loss < least || isnan(c->at[i].loss) ? c->at[i].loss : least;
    return least;
}

static int slipping(const curve *c) {
    int count = 0;
    for (int i = 0; i < POINTS; i++) count += fabs(c->at[i].vtc) > 1e-12;
    return count;
}

// Computes the largest differences of the slips at Ac and of the losses in an interval.
static void gap_in(const curve *a, const curve *b, const double ends[2], double *slip, double *loss) {
    *slip = *loss = 0.0;
    for (int i = 0; i < POINTS; i++) {
        if (phi_at(i) < ends[0] || phi_at(i) > ends[1]) continue;
        carom_worsen(slip, fabs(a->at[i].vtc - b->at[i].vtc));
        carom_worsen(loss, fabs(a->at[i].loss - b->at[i].loss));
    }
}

// Returns the number of points in an interval at which the slip at Ac is reversed.
static int reversed_in(const curve *a, const double ends[2]) {
    int count = 0;
    for (int i = 0; i < POINTS; i++)
        count += phi_at(i) >= ends[0] && phi_at(i) <= ends[1] && a->at[i].vtc * a->at[i].vtc_before < -1e-12;
    return count;
}

// Shades an interval of angles behind the curves.
static void shade(carom_panel *panel, const char *name, const double ends[2], double low, double high) {
    carom_series *area =
        carom_panel_series(panel, CAROM_SERIES_AREA, name, (carom_style){.ink = CAROM_INK_SKY, .fill = 0.2});
    carom_series_add(area, ends[0], low);
    carom_series_add(area, ends[1], low);
    carom_series_add(area, ends[1], high);
    carom_series_add(area, ends[0], high);
}

void carom_reproduce_hm_fig4(carom_reproduction *r) {
    static curve a, b;
    double ends[8][2];
    char ours[64];
    sweep(&a, &kinematic, 0.9, 0.5);
    sweep(&b, &whittaker, 0.9, 0.5);
    carom_claim_fact(r, "both formulations", "can gain energy", least_loss(&a) < -1e-6 && least_loss(&b) < -1e-6);
    const int count = intervals(&a, &b, ends, 8);
    snprintf(ours, sizeof ours, "%s", count == 2 ? "two intervals" : "another number");
    carom_claim_words(r, "they differ in", "two intervals", ours);
    carom_claim_said(r, "B-C and D-E, deg", "not printed", "-89.5 .. -38.0, 15.5 .. 19.0",
                     count == 2 && ends[0][0] == -89.5 && ends[0][1] == -38.0 && ends[1][0] == 15.5 &&
                         ends[1][1] == 19.0);
    carom_claim_unstated(r);
    double slip, loss;
    gap_in(&a, &b, ends[1], &slip, &loss);
    carom_claim_false(r, "they differ where", "the slip at Ac is reversed", "in B-C; in D-E A0 slips, Ac holds",
                      count == 2 && reversed_in(&a, ends[0]) > 90 && reversed_in(&a, ends[1]) == 0 && slip < 1e-12 &&
                          loss > 1e-9 && loss < 5e-5,
                      "in D-E the losses differ by less than 5e-5 J");
    carom_claim_fact(r, "slip at Ac", "more often differential", slipping(&a) > slipping(&b));
    for (int q = 0; q < 2; q++) {
        carom_panel *panel = panel_of(r, 2, q ? VTC : LOSS);
        const double low = q ? -0.2 : -0.015, high = q ? 0.25 : 0.03;
        carom_panel_range(panel, -90.0, 90.0, low, high);
        for (int k = 0; k < count; k++) shade(panel, "they differ", ends[k], low, high);
        add(panel, &a, q ? VTC : LOSS, "differential", 0);
        add(panel, &b, q ? VTC : LOSS, "algebraic (Whittaker)", 1);
    }
    given(r, "$μ_0 = μ_c$ = 0.5, $e$ = 0.9 (kinematic)");
}

static void three_schemes(curve c[3], double e) {
    sweep(&c[0], &kinetic, e, 0.5);
    sweep(&c[1], &energetic, e, 0.5);
    sweep(&c[2], &brach, e, 0.5);
}

static const char *const scheme_names[3] = {"kinetic", "energetic", "Brach"};

static double summed_difference(const curve *a, const curve *b) {
    double sum = 0.0;
    for (int i = 0; i < POINTS; i++) sum += fabs(a->at[i].loss - b->at[i].loss);
    return sum;
}

void carom_reproduce_hm_fig5(carom_reproduction *r) {
    static curve c[3];
    three_schemes(c, 0.9);
    bool gains = false, steady_agree = true, others_differ = true;
    int steadies = 0;
    double ends[2] = {HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < POINTS; i++) {
        for (int k = 0; k < 3; k++) gains = gains || !(c[k].at[i].loss >= -1e-12);
        double apart = 0.0;
        for (int k = 1; k < 3; k++) carom_worsen(&apart, fabs(c[0].at[i].loss - c[k].at[i].loss));
        bool steady = true;
        for (int k = 0; k < 3; k++) steady = steady && c[k].at[i].vtc * c[k].at[i].vtc_before > 1e-12;
        // At phi1 = 0 the contacts are not coupled, and all methods agree.
        if (apart < 1e-12 && phi_at(i) != 0.0) ends[0] = fmin(ends[0], phi_at(i)), ends[1] = fmax(ends[1], phi_at(i));
        steadies += steady;
        if (steady)
            steady_agree = steady_agree && apart < 1e-12;
        else if (phi_at(i) != 0.0)
            others_differ = others_differ && apart > 1e-12;
    }
    carom_claim_fact(r, "the three schemes", "never gain energy", !gains);
    carom_claim_fact(r, "Ac slips on in one direction", "they coincide", steady_agree && steadies > 0);
    carom_claim_fact(r, "Ac stops or reverses", "they differ", others_differ);
    carom_claim_said(r, "A-B, where they coincide, deg", "not printed", "25.0 .. 89.5",
                     ends[0] == 25.0 && ends[1] == 89.5);
    carom_claim_unstated(r);
    carom_claim_fact(r, "closest in energy", "kinetic and energetic",
                     summed_difference(&c[0], &c[1]) < summed_difference(&c[0], &c[2]) &&
                         summed_difference(&c[0], &c[1]) < summed_difference(&c[1], &c[2]));
    for (int q = 0; q < 2; q++) {
        carom_panel *panel = panel_of(r, 2, q ? VTC : LOSS);
        const double low = q ? -0.2 : 0.0, high = q ? 0.25 : 0.03;
        carom_panel_range(panel, -90.0, 90.0, low, high);
        shade(panel, "they coincide", ends, low, high);
        for (int k = 0; k < 3; k++) add(panel, &c[k], q ? VTC : LOSS, scheme_names[k], k);
    }
    given(r, "$μ_0 = μ_c$ = 0.5, $e$ = 0.9");
}

// Counts the runs of angles at which the resting end leaves although an impulse acts on it. Writes the first and the
// last of these angles.
static int pushed_rebounds(const curve *c, double ends[2]) {
    int runs = 0, last = -9;
    ends[0] = ends[1] = (double)NAN;
    for (int i = 0; i < POINTS; i++) {
        if (!(c->at[i].Pn0 > 1e-12 && c->at[i].vn0 > 1e-12)) continue;
        runs += i - last > 2;
        if (last < 0) ends[0] = phi_at(i);
        ends[1] = phi_at(last = i);
    }
    return runs;
}

void carom_reproduce_hm_fig6(carom_reproduction *r) {
    static curve c[3];
    three_schemes(c, 0.9);
    double ends[2][2], none[2];
    const int kinetically = pushed_rebounds(&c[0], ends[0]), energetically = pushed_rebounds(&c[1], ends[1]);
    carom_claim_fact(r, "rebound with impulse", "only differential",
                     kinetically > 0 && energetically > 0 && pushed_rebounds(&c[2], none) == 0);
    carom_claim_false(r, "rebound with impulse: intervals", "two", "one, at -80.5 .. -69.0 deg",
                      kinetically == 1 && energetically == 1 && ends[0][0] == -80.5 && ends[0][1] == -69.0 &&
                          ends[1][0] == -80.5 && ends[1][1] == -69.0,
                      "at the other the end leaves and comes back");
    for (int q = 0; q < 2; q++) {
        carom_panel *panel = panel_of(r, 2, q ? VN0 : PN0);
        const double high = q ? 0.14 : 0.08;
        carom_panel_range(panel, -90.0, 90.0, 0.0, high);
        shade(panel, "rebound with impulse", ends[0], 0.0, high);
        for (int k = 0; k < 3; k++) add(panel, &c[k], q ? VN0 : PN0, scheme_names[k], k);
    }
    given(r, "$μ_0 = μ_c$ = 0.5, $e$ = 0.9");
}

void carom_reproduce_hm_fig7(carom_reproduction *r) {
    static const quantity shown[3] = {LOSS, PN0, VN0};
    static curve c[3], newton, algebraic;
    double ends[2];
    three_schemes(c, 0.0);
    sweep(&newton, &kinematic, 0.0, 0.5);
    sweep(&algebraic, &whittaker, 0.0, 0.5);
    carom_claim_fact(r, "the three restitutions, differential", "coincide",
                     furthest(&newton, &c[0]) < 1e-12 && furthest(&newton, &c[1]) < 1e-12);
    carom_claim_fact(r, "Whittaker and Brach", "coincide", furthest(&algebraic, &c[2]) < 1e-12);
    carom_claim_fact(r, "energy", "never gained", least_loss(&newton) > -1e-12 && least_loss(&algebraic) > -1e-12);
    carom_claim_fact(r, "rebound with impulse", "only differential",
                     pushed_rebounds(&newton, ends) > 0 && pushed_rebounds(&algebraic, ends) == 0);
    // The largest difference of the losses, relative to the loss.
    double most = 0.0, at = 0.0;
    for (int i = 0; i < POINTS; i++) {
        const double apart = fabs(newton.at[i].loss - algebraic.at[i].loss) / newton.at[i].loss;
        if (apart > most) at = phi_at(i);
        most = fmax(most, apart);
    }
    carom_claim_false(r, "the two curves of energy", "almost indistinguishable", "up to 10.5 percent apart",
                      fabs(most - 0.105) < 5e-4 && at == -63.0, "at phi1 = -63 deg");
    for (int q = 0; q < 3; q++) {
        carom_panel *panel = panel_of(r, 3, shown[q]);
        add(panel, &newton, shown[q], "differential", 0);
        add(panel, &algebraic, shown[q], "algebraic", 1);
    }
    given(r, "$μ_0 = μ_c$ = 0.5, $e$ = 0");
}

// Section 5: compares the losses of a method with the energetic losses at each angle.
typedef struct {
    int more, less;     // number of angles at which the method loses more, or less
    double sum, gain;   // sum of the absolute differences, J; largest gain of energy, J
    double first, last; // range of angles in which the method loses more, deg
} comparison;

static comparison against(const curve *c, const curve *reference) {
    comparison x = {.first = HUGE_VAL, .last = -HUGE_VAL};
    for (int i = 0; i < POINTS; i++) {
        const double apart = c->at[i].loss - reference->at[i].loss;
        // Differences up to 1e-9 J are rounding; the others are at least 1e-6 J.
        x.more += apart > 1e-9;
        x.less += apart < -1e-9;
        x.sum += fabs(apart);
        carom_worsen(&x.gain, -c->at[i].loss);
        if (apart > 1e-9) x.first = fmin(x.first, phi_at(i)), x.last = fmax(x.last, phi_at(i));
    }
    return x;
}

static void claim_comparison(carom_reproduction *r, const char *name, const comparison *x, const char *counts,
                             const char *sum, int more, int less, double joules) {
    char what[64];
    snprintf(what, sizeof what, "%s loses more, less, of 359 angles", name);
    carom_claim_said(r, what, "not printed", counts, x->more == more && x->less == less);
    carom_claim_unstated(r);
    snprintf(what, sizeof what, "%s: sum of the differences, J", name);
    carom_claim_said(r, what, "not printed", sum, fabs(x->sum - joules) < 5e-4);
    carom_claim_unstated(r);
}

void carom_reproduce_hm_section5(carom_reproduction *r) {
    static curve reference, c[4];
    static const scheme *const schemes[4] = {&kinematic, &kinetic, &whittaker, &brach};
    static const char *const names[4] = {"kinematic", "kinetic", "Whittaker", "Brach"};
    comparison x[4];
    sweep(&reference, &energetic, 0.9, 0.5);
    for (int k = 0; k < 4; k++) {
        sweep(&c[k], schemes[k], 0.9, 0.5);
        x[k] = against(&c[k], &reference);
    }
    claim_comparison(r, "kinetic", &x[1], "179, 49", "0.276", 179, 49, 0.2760038965470515);
    claim_comparison(r, "Brach", &x[3], "49, 179", "1.454", 49, 179, 1.4537682655997772);
    claim_comparison(r, "Whittaker", &x[2], "49, 179", "1.785", 49, 179, 1.7853034335549962);
    carom_claim_false(r, "kinetic", "overestimates the loss", "only where phi1 < 0",
                      x[1].more > 0 && x[1].last < 0.0 && x[1].less > 0, "underestimates it at 0.5 .. 24.5 deg");
    carom_claim_false(r, "Brach", "overestimates the loss", "only at 0.5 .. 24.5 deg",
                      x[3].first == 0.5 && x[3].last == 24.5, "underestimates it where phi1 < 0");
    carom_claim_fact(r, "Whittaker", "least consistent in energy",
                     x[2].gain > x[0].gain && x[2].sum > x[1].sum && x[2].sum > x[3].sum);
    carom_claim_said(r, "largest gain, kinematic and Whittaker, J", "not printed", "0.0084, 0.0103",
                     fabs(x[0].gain - 0.008397234017164724) < 5e-6 && fabs(x[2].gain - 0.010315910291039744) < 5e-6);
    carom_claim_unstated(r);
    carom_claim_fact(r, "kinetic, energetic, Brach", "never gain energy", x[1].gain <= 1e-12 && x[3].gain <= 1e-12);
    carom_panel *panel = carom_reproduce_panel(r, 420.0, 280.0);
    carom_panel_axes(panel, "$φ_1$  (deg)", "loss less the energetic loss  (J)");
    carom_panel_range(panel, -90.0, 90.0, -0.03, 0.005);
    if (panel) panel->zero_lines = true;
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < POINTS; i++) c[k].at[i].loss -= reference.at[i].loss;
        add(panel, &c[k], LOSS, names[k], k);
    }
    given(r, "$μ_0 = μ_c$ = 0.5, $e$ = 0.9");
}

// Section 3.1.6: compares the printed lists (hm_list.h) with the intended inequalities (hm-differential) over the sweeps
// of figures 3 to 7. Counts the points, the different results, and those whose only fault is the sign of the slip.
static void count_lists(bool as_printed, int *points, int *differ, int *blamed) {
    static const struct {
        double e, mu_c;
    } sweeps[7] = {{0.0, 0.0}, {0.25, 0.0}, {0.5, 0.0}, {0.75, 0.0}, {1.0, 0.0}, {0.9, 0.5}, {0.0, 0.5}};
    static curve lists, meant;
    static carom_list_notes notes;
    const carom_list_law printed = carom_hm_list(&notes);
    for (int k = 0; k < 7; k++)
        for (int stop = CAROM_NEWTON; stop <= CAROM_ENERGETIC; stop++) {
            const scheme a = {&printed.law, (carom_restitution)stop, &notes},
                         b = {&carom_law_hm_differential, a.restitution, NULL};
            sweep_as(&lists, &a, sweeps[k].e, sweeps[k].mu_c, as_printed);
            sweep_as(&meant, &b, sweeps[k].e, sweeps[k].mu_c, as_printed);
            for (int i = 0; i < POINTS; i++) {
                const bool apart = distance(&lists.at[i], &meant.at[i]) > 1e-9;
                *points += !isnan(meant.at[i].loss);
                *differ += apart;
                *blamed += apart && lists.at[i].faults == CAROM_LIST_SLIP_SIGN;
            }
        }
}

void carom_reproduce_hm_section3_1_6(carom_reproduction *r) {
    int points[2] = {0}, differ[2] = {0}, blamed[2] = {0};
    char ours[64];
    for (int k = 0; k < 2; k++) count_lists(k != 0, &points[k], &differ[k], &blamed[k]);
    snprintf(ours, sizeof ours, "%d of %d", points[0] - differ[0], points[0]);
    carom_claim_said(r, "phi3 = pi + phi1: points where the lists agree", "not printed", ours,
                     points[0] == 7539 && differ[0] == 0);
    carom_claim_unstated(r);
    snprintf(ours, sizeof ours, "all but %d of %d", differ[1], points[1]);
    carom_claim_said(r, "phi3 = pi - phi1 as printed: the same", "not printed", ours,
                     points[1] == 5019 && differ[1] == 110);
    carom_claim_unstated(r);
    carom_claim_false(r, "the lists find the motion of each stage", "steps 2-11", "there A0 slips along its friction",
                      differ[1] > 0 && blamed[1] == differ[1],
                      "step 9 tests the newest member of L_s alone, and nothing tests F_n >= 0");
}
