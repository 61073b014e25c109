// Shen & Townsend 1998: the double pendulum of Kane & Levinson, and two spheres.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "papers/papers.h"

// Two rods of 2 m and 3 kg at 20 and 30 degrees, the free end on the ground: W = J M^-1 J^T, v = J q'.
static carom_contact pendulum(void) {
    const double degree = 3.14159265358979323846 / 180.0, l = 2.0, m = 3.0;
    const double q[2] = {20.0 * degree, 30.0 * degree}, rate[2] = {-0.1, -0.2};
    const double D2 = m * l * l / 3.0, C1 = 4.0 * D2, D1 = 0.5 * m * l * l * cos(q[1] - q[0]);
    const double J[2][2] = {{l * sin(q[0]), l * sin(q[1])}, {l * cos(q[0]), l * cos(q[1])}};
    const double det = C1 * D2 - D1 * D1, inverse[2][2] = {{D2 / det, -D1 / det}, {-D1 / det, C1 / det}};
    carom_contact c = {.dim = 2};
    for (int i = 0; i < 2; i++) {
        c.v[i] = J[i][0] * rate[0] + J[i][1] * rate[1];
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 4; k++) c.W[i][j] += J[i][k / 2] * inverse[k / 2][k % 2] * J[j][k % 2];
    }
    c.W[1][0] = c.W[0][1];
    return c;
}

static carom_params with(double e, double mu_static, double mu) {
    carom_params p = carom_default_params();
    p.restitution = CAROM_POISSON;
    p.e = e;
    p.mu = mu;
    p.mu_static = mu_static;
    return p;
}

// The rows the first three tables share.
static const double rows[4][3] = {{0.5, 0.25, 0.2}, {0.5, 0.5, 0.4}, {0.3, 0.5, 0.4}, {0.7, 0.51, 0.5}};

static const char *row_name(int row, const char *what, char *text, size_t size) {
    snprintf(text, size, "e = %g, mu_s = %g, mu = %g: %s", rows[row][0], rows[row][1], rows[row][2], what);
    return text;
}

typedef struct {
    const char *slips, *energy; // signed: a decrease is negative
    const char *right, *why;    // of a misprint
} printed_row;

static void table(carom_reproduction *r, const carom_law *law, const printed_row printed[4]) {
    const carom_contact c = pendulum();
    char what[96];
    for (int i = 0; i < 4; i++) {
        const carom_params p = with(rows[i][0], rows[i][1], rows[i][2]);
        const carom_outcome out = carom_plane_solve(law, &c, &p);
        carom_claim_words(r, row_name(i, "slips", what, sizeof what), printed[i].slips,
                          fabs(out.v[1]) > 1e-12 ? "yes" : "no");
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
        const carom_outcome out = carom_plane_solve(&carom_law_routh, &c, &p);
        const carom_outcome keller = carom_plane_solve(&carom_law_routh, &c, &one);
        // Case (iii): the slip ends in restitution; here it then reverses.
        carom_claim_words(r, row_name(i, "mode", what, sizeof what), "r-reversed", carom_mode_name(out.mode));
        same = same && keller.dE == out.dE;
    }
    carom_claim_number(r, "friction that holds, W_nt/W_tt", "0.6234", c.W[0][1] / c.W[1][1]);
    carom_claim_false(r, "with a single mu (Keller)", "cannot be had", "the same four rows", same,
                      "0.6234 exceeds mu_s, so the static value never acts");
}

// Normal impulse at an event of the path.
static double impulse_at(const carom_contact *c, const carom_params *p, carom_event first, carom_event second) {
    carom_path_point points[16];
    carom_path path = {.points = points, .capacity = 16};
    carom_outcome out;
    carom_trace(&carom_law_routh, c, p, &path, &out);
    for (size_t i = 0; i < path.count; i++)
        if (points[i].event == first || points[i].event == second) return points[i].P[0];
    return (double)NAN;
}

void carom_reproduce_st_table4(carom_reproduction *r) {
    const carom_contact c = pendulum();
    const carom_params smooth = with(0.5, 0.0, 0.0), slides = with(0.2, 0.5, 0.4), sticks = with(0.7, 0.63, 0.5);
    const carom_outcome a = carom_plane_solve(&carom_law_routh, &c, &smooth);
    const carom_outcome b = carom_plane_solve(&carom_law_routh, &c, &slides);
    const carom_outcome d = carom_plane_solve(&carom_law_routh, &c, &sticks);
    carom_claim_number(r, "e = 0.5, mu = 0: F*", "1.0537",
                       impulse_at(&c, &smooth, CAROM_EVENT_SLIP_STICKS, CAROM_EVENT_SLIP_REVERSES));
    carom_claim_number(r, "e = 0.5, mu = 0: (1+e) F_c", "1.1964", 1.5 * a.Pc[0]);
    carom_claim_words(r, "e = 0.5, mu = 0: u_t reverses", "yes", a.v[1] > 0.0 ? "yes" : "no");
    carom_claim_number(r, "e = 0.5, mu = 0: energy", "-0.08", a.dE);
    // F* lies past the end: where the slip would stop if the impact went on.
    carom_claim_number(r, "e = 0.2, mu = 0.4: F*", "0.6419", -c.v[1] / (c.W[0][1] + 0.4 * c.W[1][1]));
    carom_claim_misprint(r, "e = 0.2, mu = 0.4: (1+e) F_c", "0.5971", 1.2 * b.Pc[0], "0.5972", "last digit: 0.59716");
    carom_claim_words(r, "e = 0.2, mu = 0.4: u_t reverses", "no", b.v[1] > 0.0 ? "yes" : "no");
    carom_claim_number(r, "e = 0.2, mu = 0.4: energy", "-0.13", b.dE);
    carom_claim_words(r, "e = 0.7, mu_s = 0.63, mu = 0.5", "r-sticking", carom_mode_name(d.mode));
    carom_claim_number(r, "e = 0.7, mu_s = 0.63, mu = 0.5: energy", "-0.12", d.dE);
    carom_claim_number(r, "the same, conventional method", "0.59",
                       carom_plane_solve(&carom_law_initial_slip, &c, &sticks).dE);
}

// Ball 1 (A) flies at 30 along the diagonal and spins, ball 2 (B) rests; unit mass, inertia 2/5 R^2. n points from ball
// 2 to ball 1: with i = -n, j = t, the centres on i.
typedef struct {
    double v1[2], v2[2], w1, w2; // along i and j
} balls;

static balls after(const double P[3], double radius, double v, double w) {
    const double inertia = 0.4 * radius * radius;
    return (balls){
        {v - P[0], sqrt(3.0) * v + P[1]}, {P[0], -P[1]}, w + P[1] * radius / inertia, P[1] * radius / inertia};
}

static void claim_balls(carom_reproduction *r, const char *when, const balls *b, const char *const printed[6]) {
    static const char *const names[6] = {"v1, i", "v1, j", "v2, i", "v2, j", "omega1", "omega2"};
    const double ours[6] = {b->v1[0], b->v1[1], b->v2[0], b->v2[1], b->w1, b->w2};
    char what[96];
    for (int i = 0; i < 6; i++) {
        snprintf(what, sizeof what, "%s: %s", when, names[i]);
        if (printed[i]) carom_claim_number(r, what, printed[i], ours[i]);
    }
}

void carom_reproduce_st_example2(carom_reproduction *r) {
    const double R = 4.0, v = 15.0, w = -11.0;
    // Two unit spheres: W = diag(2, 7); the contact of ball 1 moves along t with v sin 60 + R w.
    const carom_contact c = carom_plane_contact(2.0, 0.0, 7.0, -v, sqrt(3.0) * v + R * w);
    const carom_params p = with(0.8, 0.3, 0.3);
    carom_path_point points[16];
    carom_path path = {.points = points, .capacity = 16};
    carom_outcome out;
    carom_trace(&carom_law_routh, &c, &p, &path, &out);
    for (size_t i = 0; i < path.count; i++) {
        const balls at = after(points[i].P, R, v, w);
        if (points[i].event == CAROM_EVENT_COMPRESSION_ENDS)
            claim_balls(r, "compression ends", &at,
                        (const char *const[6]){"7.5", "28.2308", "7.5", "-2.25", "-9.5938", "1.4062"});
        if (points[i].event == CAROM_EVENT_SLIP_STICKS)
            claim_balls(r, "slip ends", &at,
                        (const char *const[6]){"6.4194", "28.555", "8.5806", "-2.5742", "-9.391", "1.6089"});
        if (points[i].event == CAROM_EVENT_SLIP_STICKS)
            carom_claim_number(r, "slip ends: F*", "8.5806", points[i].P[0]);
        if (points[i].event == CAROM_EVENT_END)
            claim_balls(r, "end", &at, (const char *const[6]){"1.5", "28.555", "13.5", "-2.5742", "-9.391", "1.6089"});
    }
    carom_claim_number(r, "end: F", "13.5", out.P[0]);
    carom_claim_number(r, "end: tau", "2.5742", out.P[1]);
    carom_claim_words(r, "mode", "r-sticking", carom_mode_name(out.mode));
    // With R = 2 the slip would start the other way.
    carom_claim_false(r, "size of the balls", "4 across", "radius 4", sqrt(3.0) * v + 2.0 * w > 0.0 && c.v[1] < 0.0,
                      "every printed number needs it");
    carom_claim_false(r, "v2, end, from 8.5806", "less 4.9194", "and 4.9194", fabs(out.P[0] - 13.5) < 1e-9,
                      "action and reaction");
}
