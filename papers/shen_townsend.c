// Reproduces Shen & Townsend 1998: the double pendulum of Kane & Levinson, and two spheres.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/bodies.h"
#include "papers/laws.h"
#include "papers/papers.h"
#include "papers/params.h"

// Returns two rods of 2 m and 3 kg that hang from a pin at 20 and 30 degrees from the downward vertical. The free end
// hits the ground. The links of the chain use angles from the upward vertical.
static carom_contact pendulum(void) {
    const double degree = 3.14159265358979323846 / 180.0;
    const carom_link links[2] = {carom_link_bar(2.0, 3.0, CAROM_BASE, 160.0 * degree, 0.1),
                                 carom_link_bar(2.0, 3.0, 0, 150.0 * degree, 0.2)};
    const carom_chain_contact end = {1, 2.0, 0.0};
    const carom_chain chain = {.links = 2, .contacts = 1, .link = links, .contact = &end, .pinned = 1};
    carom_contact c = {.dim = 2, .v = {(double)NAN}};
    carom_mechanism mechanism;
    carom_delassus delassus;
    double memory[2][512];
    if (carom_chain_memory_size(&chain) > sizeof memory[0]) return c;
    if (carom_chain_mechanism(&chain, memory[0], sizeof memory[0], &mechanism, NULL) != CAROM_OK) return c;
    if (carom_delassus_memory_size(&mechanism) > sizeof memory[1]) return c;
    if (carom_delassus_compute(&mechanism, memory[1], sizeof memory[1], &delassus) != CAROM_OK) return c;
    carom_system_contact(&delassus, 0, &c);
    return c;
}

static carom_params with(double e, double mu_static, double mu) {
    carom_params p = paper_params();
    p.restitution = CAROM_POISSON;
    p.e = e;
    p.mu = mu;
    p.mu_static = mu_static;
    return p;
}

// e, mu_s and mu of the four rows of the first three tables.
static const double rows[4][3] = {{0.5, 0.25, 0.2}, {0.5, 0.5, 0.4}, {0.3, 0.5, 0.4}, {0.7, 0.51, 0.5}};

static const char *row_name(int row, const char *what, char *text, size_t size) {
    snprintf(text, size, "e = %g, mu_s = %g, mu = %g: %s", rows[row][0], rows[row][1], rows[row][2], what);
    return text;
}

typedef struct {
    const char *slips, *energy; // slips, and the energy change (negative for a loss)
    const char *right, *why;    // correct value and explanation of a misprint
} printed_row;

// Returns "yes" if x > above, otherwise "no"; NULL if x is NaN.
static const char *yes_or_no(double x, double above) {
    return isnan(x) ? NULL : x > above ? "yes" : "no";
}

static void table(carom_reproduction *r, const carom_law *law, const printed_row printed[4]) {
    const carom_contact c = pendulum();
    char what[96];
    for (int i = 0; i < 4; i++) {
        const carom_params p = with(rows[i][0], rows[i][1], rows[i][2]);
        const carom_result out = carom_plane_solve(law, &c, &p);
        carom_claim_words(r, row_name(i, "slips", what, sizeof what), printed[i].slips,
                          yes_or_no(fabs(out.v[1]), 1e-12));
        row_name(i, "energy, N m", what, sizeof what);
        if (printed[i].right)
            carom_claim_misprint(r, what, printed[i].energy, out.dE, printed[i].right, printed[i].why);
        else
            carom_claim_number(r, what, printed[i].energy, out.dE);
    }
}

void carom_reproduce_st_table1(carom_reproduction *r) {
    table(r, &carom_law_whittaker,
          (printed_row[4]){{"yes", "-0.03", NULL, NULL},
                           {"no", "0.16", NULL, NULL},
                           {"no", "-0.12", NULL, NULL},
                           {"yes", "0.49", NULL, NULL}});
}

void carom_reproduce_st_table2(carom_reproduction *r) {
    table(r, &carom_law_initial_slip,
          (printed_row[4]){{"yes", "-0.1034", "-0.1033", "last digit: 0.10333"},
                           {"no", "0.16", NULL, NULL},
                           {"no", "-0.12", NULL, NULL},
                           {"yes", "-0.1011", NULL, NULL}});
}

void carom_reproduce_st_table3(carom_reproduction *r) {
    const carom_contact c = pendulum();
    char what[96];
    table(r, &carom_law_routh,
          (printed_row[4]){{"yes", "-0.11", NULL, NULL},
                           {"yes", "-0.12", NULL, NULL},
                           {"yes", "-0.13", NULL, NULL},
                           {"yes", "-0.12", NULL, NULL}});
    bool same = true;
    for (int i = 0; i < 4; i++) {
        const carom_params p = with(rows[i][0], rows[i][1], rows[i][2]), one = with(rows[i][0], rows[i][2], rows[i][2]);
        const carom_result out = carom_plane_solve(&carom_law_routh, &c, &p);
        const carom_result keller = carom_plane_solve(&carom_law_routh, &c, &one);
        // In case (iii) the slip ends in the restitution phase. In this impact it then reverses.
        carom_claim_words(r, row_name(i, "mode", what, sizeof what), "r-reversed", carom_mode_name(out.mode));
        same = same && keller.dE == out.dE;
    }
    carom_claim_number(r, "friction that holds, W_nt/W_tt", "0.6234", c.W[0][1] / c.W[1][1]);
    carom_claim_false(r, "with a single mu (Keller)", "cannot be had", "the same four rows", same,
                      "0.6234 exceeds mu_s, so the static value never acts");
}

// Returns the normal impulse at the first event of this kind on the path.
static double impulse_at(const carom_contact *c, const carom_params *p, carom_event first, carom_event second) {
    carom_path_point points[16];
    carom_path path = {.points = points, .capacity = 16};
    carom_result out;
    carom_trace(&carom_law_routh, c, p, &path, &out);
    for (size_t i = 0; i < path.count; i++)
        if (points[i].event == first || points[i].event == second) return points[i].P[0];
    return (double)NAN;
}

void carom_reproduce_st_table4(carom_reproduction *r) {
    const carom_contact c = pendulum();
    const carom_params smooth = with(0.5, 0.0, 0.0), slides = with(0.2, 0.5, 0.4), sticks = with(0.7, 0.63, 0.5);
    const carom_result a = carom_plane_solve(&carom_law_routh, &c, &smooth);
    const carom_result b = carom_plane_solve(&carom_law_routh, &c, &slides);
    const carom_result d = carom_plane_solve(&carom_law_routh, &c, &sticks);
    carom_claim_number(r, "e = 0.5, mu = 0: F*", "1.0537",
                       impulse_at(&c, &smooth, CAROM_EVENT_SLIP_STICKS, CAROM_EVENT_SLIP_REVERSES));
    carom_claim_number(r, "e = 0.5, mu = 0: (1+e) F_c", "1.1964", 1.5 * a.Pc[0]);
    carom_claim_words(r, "e = 0.5, mu = 0: u_t reverses", "yes", yes_or_no(a.v[1], 0.0));
    carom_claim_number(r, "e = 0.5, mu = 0: energy", "-0.08", a.dE);
    // F* is beyond the end of this impact: it is the impulse at which the slip would stop with a larger restitution.
    const carom_params longer = with(1.0, 0.5, 0.4);
    carom_claim_number(r, "e = 0.2, mu = 0.4: F*", "0.6419",
                       impulse_at(&c, &longer, CAROM_EVENT_SLIP_STICKS, CAROM_EVENT_SLIP_REVERSES));
    carom_claim_misprint(r, "e = 0.2, mu = 0.4: (1+e) F_c", "0.5971", 1.2 * b.Pc[0], "0.5972", "last digit: 0.59716");
    carom_claim_words(r, "e = 0.2, mu = 0.4: u_t reverses", "no", yes_or_no(b.v[1], 0.0));
    carom_claim_number(r, "e = 0.2, mu = 0.4: energy", "-0.13", b.dE);
    carom_claim_words(r, "e = 0.7, mu_s = 0.63, mu = 0.5", "r-sticking", carom_mode_name(d.mode));
    carom_claim_number(r, "e = 0.7, mu_s = 0.63, mu = 0.5: energy", "-0.12", d.dE);
    carom_claim_number(r, "the same, conventional method", "0.59",
                       carom_plane_solve(&carom_law_initial_slip, &c, &sticks).dE);
}

// Returns two balls of unit mass and inertia 2/5 R^2. The centres are on the axis i. Ball 1 (A) moves with the speed 30
// at 60 degrees to i and spins; ball 2 (B) is at rest. The normal points from ball 2 to ball 1, along -i.
static carom_planar_pair balls(double radius) {
    const double inertia = 0.4 * radius * radius;
    return (carom_planar_pair){.a = {.mass = 1.0,
                                     .inertia = inertia,
                                     .centre = {-radius, 0.0},
                                     .velocity = {15.0, sqrt(3.0) * 15.0},
                                     .spin = -11.0},
                               .b = {.mass = 1.0, .inertia = inertia, .centre = {radius, 0.0}},
                               .normal = {-1.0, 0.0},
                               .tangent = {0.0, 1.0}};
}

static void claim_balls(carom_reproduction *r, const char *when, const carom_planar_pair *b,
                        const char *const printed[6]) {
    static const char *const names[6] = {"v1, i", "v1, j", "v2, i", "v2, j", "omega1", "omega2"};
    const double ours[6] = {b->a.velocity[0], b->a.velocity[1], b->b.velocity[0],
                            b->b.velocity[1], b->a.spin,        b->b.spin};
    char what[96];
    for (int i = 0; i < 6; i++) {
        snprintf(what, sizeof what, "%s: %s", when, names[i]);
        carom_claim_number(r, what, printed[i], ours[i]);
    }
}

void carom_reproduce_st_example2(carom_reproduction *r) {
    static const char *const at_c[6] = {"7.5", "28.2308", "7.5", "-2.25", "-9.5938", "1.4062"};
    static const char *const at_s[6] = {"6.4194", "28.555", "8.5806", "-2.5742", "-9.391", "1.6089"};
    static const char *const at_end[6] = {"1.5", "28.555", "13.5", "-2.5742", "-9.391", "1.6089"};
    const carom_params p = with(0.8, 0.3, 0.3);
    const carom_planar_pair four = balls(4.0), two = balls(2.0);
    carom_contact c, halved;
    carom_path_point points[16];
    carom_path path = {.points = points, .capacity = 16};
    carom_result out;
    double before_end = (double)NAN;
    carom_planar_pair_contact(&four, &c);
    carom_planar_pair_contact(&two, &halved);
    carom_trace(&carom_law_routh, &c, &p, &path, &out);
    for (size_t i = 0; i < path.count && i < path.capacity; i++) {
        carom_planar_pair now;
        carom_planar_pair_apply(&four, points[i].P, &now);
        if (points[i].event == CAROM_EVENT_COMPRESSION_ENDS) claim_balls(r, "compression ends", &now, at_c);
        if (points[i].event == CAROM_EVENT_SLIP_STICKS) claim_balls(r, "slip ends", &now, at_s);
        if (points[i].event == CAROM_EVENT_SLIP_STICKS)
            carom_claim_number(r, "slip ends: F*", "8.5806", points[i].P[0]);
        if (points[i].event == CAROM_EVENT_SLIP_STICKS) before_end = now.b.velocity[0];
        if (points[i].event == CAROM_EVENT_END) claim_balls(r, "end", &now, at_end);
    }
    carom_claim_number(r, "end: F", "13.5", out.P[0]);
    carom_claim_number(r, "end: tau", "2.5742", out.P[1]);
    carom_claim_words(r, "mode", "r-sticking", carom_mode_name(out.mode));
    const carom_result other = carom_plane_solve(&carom_law_routh, &halved, &p);
    carom_claim_false(r, "size of the balls", "4 across", "radius 4", other.P[1] < 0.0 && out.P[1] > 0.0,
                      "every printed number needs it; balls 4 across slip the other way");
    carom_claim_false(r, "v2, end, from 8.5806", "less 4.9194", "and 4.9194",
                      fabs(out.P[0] - before_end - 4.9194) < 5e-5, "action and reaction");
}
