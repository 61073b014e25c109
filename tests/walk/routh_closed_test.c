// Compares two implementations of Routh's law in 2D: the closed form and the path follower. They solve a million random
// problems for each restitution hypothesis, then problems near every tie between two modes.
#include "support/cmocka.h"
#include "support/params.h"

#include <stdbool.h>

#include "base/worst.h"
#include "bench/random.h"
#include "support/laws.h"
#include "tables/counts.h"
#include "tables/params.h"

#define PROBLEMS 1000000

static double difference(int dim, const double a[3], const double b[3]) {
    double off = 0.0, size = 0.0;
    for (int i = 0; i < dim; i++) {
        carom_worsen(&off, fabs(a[i] - b[i]));
        size = fmax(size, fabs(b[i]));
    }
    return size > 0.0 ? off / size : off;
}

typedef struct tally {
    double worst;
    int modes_differ, problems;
} tally;

// Returns the sum of the magnitudes of the terms of v_n. Rounding errors of v_n are a few 1e-16 of it.
static double size_of_vn(const carom_contact *c, const carom_params *p, double Pn) {
    return fabs(c->v[0]) + c->W[0][0] * Pn + fabs(c->W[0][1]) * (p->mu + 1.0) * Pn;
}

static void compare(const carom_contact *c, const carom_params *p, double tolerance, tally *t) {
    carom_path_point points[8];
    carom_path path = {.points = points, .capacity = 8};
    carom_result closed, walked;
    assert_int_equal(carom_collide(&carom_law_routh, c, p, &closed), CAROM_OK);
    assert_int_equal(carom_trace(&carom_law_routh, c, p, &path, &walked), CAROM_OK);
    const double off = difference(2, closed.P, walked.P);
    carom_worsen(&t->worst, off / tolerance);
    t->modes_differ += closed.mode != walked.mode;
    t->problems++;
    if (!(off <= tolerance))
        fail_msg("W = %.17g %.17g %.17g, v = %.17g %.17g, e = %.17g, mu = %.17g: closed (%.17g, %.17g) %s, walked "
                 "(%.17g, %.17g) %s",
                 c->W[0][0], c->W[0][1], c->W[1][1], c->v[0], c->v[1], p->e, p->mu, closed.P[0], closed.P[1],
                 carom_mode_name(closed.mode), walked.P[0], walked.P[1], carom_mode_name(walked.mode));
    // The path ends at P. The work of the normal impulse agrees, and v_n is zero at maximum compression.
    const carom_path_point *end = &points[path.count - 1];
    assert_true(end->event == CAROM_EVENT_END && end->P[0] == walked.P[0] && end->P[1] == walked.P[1]);
    const double size = size_of_vn(c, p, closed.P[0]);
    assert_true(fabs(closed.work_normal - walked.work_normal) <= tolerance * size * closed.P[0]);
    const double v_n = c->v[0] + c->W[0][0] * closed.Pc[0] + c->W[0][1] * closed.Pc[1];
    assert_true(fabs(v_n) <= 1e-12 * size);
}

// Returns the tolerance for a nearly singular W. At the end of the slip, v_n has an error of a few 1e-16 of its terms.
// The second piece compensates for it at the rate k2 >= det W / W_tt. For a nearly singular W this rate is small and
// has itself an error of 1e-16 W_nn. The results of both implementations have such errors, independently.
static double rounding(const carom_contact *c, const carom_params *p) {
    carom_result out;
    carom_collide(&carom_law_routh, c, p, &out);
    const double k2 = c->W[0][0] - c->W[0][1] * c->W[0][1] / c->W[1][1];
    return 1e-11 + 1e-15 * size_of_vn(c, p, out.P[0]) / (k2 * out.P[0]);
}

// Returns whether det W >= 1e-4 W_nn W_tt. Then the results agree to 1e-11.
static bool well_conditioned(const carom_contact *c) {
    return c->W[0][0] * c->W[1][1] - c->W[0][1] * c->W[0][1] >= 1e-4 * c->W[0][0] * c->W[1][1];
}

static void random_problems(void **state) {
    (void)state;
    for (int stop = 0; stop < CAROM_STOP_COUNT; stop++) {
        tally well = {0}, near = {0};
        for (uint64_t i = 0; i < PROBLEMS; i++) {
            random_stream r = random_at(11, i);
            const carom_contact c = random_contact(&r, 2, 2.0);
            carom_params p = random_params(&r, 2);
            p.restitution = (carom_restitution)stop;
            if (well_conditioned(&c))
                compare(&c, &p, 1e-11, &well);
            else
                compare(&c, &p, rounding(&c, &p), &near);
        }
        printf("  %-9s %d problems: worst relative difference %.1e; %d with W near singular: worst %.2f of what "
               "rounding allows; modes differ in %d\n",
               carom_choice_at(carom_coefficient_at(NULL, CAROM_PARAM_restitution), stop), well.problems,
               1e-11 * well.worst, near.problems, near.worst, well.modes_differ + near.modes_differ);
    }
}

// Changes a problem so that it has a tie of this kind, with a relative distance `off` from it. Returns false if this is
// impossible.
//   0  the slip ends at maximum compression    1  the slip ends with the impact
//   2  friction is just large enough to stick  3  v_n is constant on the first piece (k1 = 0)
static bool tie(int kind, double off, carom_contact *c, carom_params *p) {
    const double a = c->W[0][0], T = c->W[1][1];
    const double s = c->v[1] < 0.0 ? -1.0 : 1.0, sw = s * c->W[0][1];
    if (p->mu == 0.0 || sw == 0.0) return false;
    p->mu_static = CAROM_SAME_AS_MU;
    if (kind == 2) {
        p->mu = fabs(sw) / T * (1.0 + off);
        return true;
    }
    if (kind == 3) {
        if (sw <= 0.0) return false;
        p->mu = a / sw * (1.0 + off);
        return true;
    }
    const double k1 = a - p->mu * sw, slowing = p->mu * T - sw;
    if (!(k1 > 0.0) || !(slowing > 0.0)) return false;
    const double Pc = -c->v[0] / k1;
    c->v[1] = s * slowing * Pc * (kind == 0 ? 1.0 : 1.0 + p->e) * (1.0 + off);
    return true;
}

// At a tie the two implementations may choose different modes because of rounding. The law is continuous there, so the
// impulses agree, but the modes may not.
static void ties(void **state) {
    (void)state;
    const double offs[] = {0.0, 1e-16, -1e-16, 1e-15, -1e-15, 1e-13, -1e-13, 1e-10, -1e-10};
    for (int kind = 0; kind < 4; kind++) {
        tally t = {0};
        for (uint64_t i = 0; i < 20000; i++) {
            for (size_t k = 0; k < sizeof offs / sizeof *offs; k++) {
                random_stream r = random_at(12, i);
                carom_contact c = random_contact(&r, 2, 2.0);
                carom_params p = random_params(&r, 2);
                if (tie(kind, offs[k], &c, &p)) compare(&c, &p, rounding(&c, &p), &t);
            }
        }
        printf("  tie %d: %d problems, worst %.2f of the bound, modes differ in %d\n", kind, t.problems, t.worst,
               t.modes_differ);
        assert_true(t.problems > 10000);
    }
}

// At exact ties, in numbers that a double represents exactly, the result is the one that the law's page defines.
static void exact_ties(void **state) {
    (void)state;
    carom_params p = params_plain();
    carom_result out;
    p.e = 0.5;
    p.mu = 1.0;
    // For W = diag(1, 1), P_c = 1, and the slip ends at P_n = |v_t|. If it ends exactly at maximum compression, it
    // counts as ending in restitution.
    carom_contact c = {.dim = 2, .W = {{1, 0}, {0, 1}}, .v = {-1, 1}};
    carom_collide(&carom_law_routh, &c, &p, &out);
    assert_int_equal(out.mode, CAROM_MODE_R_STICKING);
    assert_true(out.P[0] == 1.5 && out.P[1] == -1.0);
    // If the slip ends exactly with the impact, the mode is sliding.
    c.v[1] = 1.5;
    carom_collide(&carom_law_routh, &c, &p, &out);
    assert_int_equal(out.mode, CAROM_MODE_SLIDING);
    assert_true(out.P[0] == 1.5 && out.P[1] == -1.5 && out.v[1] == 0.0);
    // Friction that is just large enough, |W_nt| = mu W_tt, makes the contact stick.
    c = (carom_contact){.dim = 2, .W = {{4, 1}, {1, 1}}, .v = {-1, 0}};
    carom_collide(&carom_law_routh, &c, &p, &out);
    assert_int_equal(out.mode, CAROM_MODE_C_STICKING);
    // For k1 = 0 and v_n = 0 the normal velocity is constant. There is no compression and no impulse.
    c = (carom_contact){.dim = 2, .W = {{1, 1}, {1, 2}}, .v = {0, 1}};
    carom_collide(&carom_law_routh, &c, &p, &out);
    assert_int_equal(out.mode, CAROM_MODE_NONE);
    assert_true(out.P[0] == 0.0 && out.P[1] == 0.0);
}

// The result for mu = infinity is the limit for large mu. The difference decreases like 1/mu.
static void large_mu(void **state) {
    (void)state;
    double worst = 0.0;
    for (uint64_t i = 0; i < 20000; i++) {
        random_stream r = random_at(13, i);
        const carom_contact c = random_contact(&r, 2, 1.0);
        carom_params p = random_params(&r, 2);
        carom_result large, limit;
        p.mu_static = CAROM_SAME_AS_MU;
        p.mu = 1e9;
        assert_int_equal(carom_collide(&carom_law_routh, &c, &p, &large), CAROM_OK);
        p.mu = HUGE_VAL;
        assert_int_equal(carom_collide(&carom_law_routh, &c, &p, &limit), CAROM_OK);
        carom_worsen(&worst, difference(2, large.P, limit.P));
    }
    printf("  mu = 1e9 against infinity: worst %.1e\n", worst);
    assert_true(worst < 1e-3);
}

// A singular W (a rod on a pin): the compression ends where the slip ends.
static void singular(void **state) {
    (void)state;
    const carom_contact rod = {.dim = 2, .W = {{9, 12}, {12, 16}}, .v = {-3, -4}};
    carom_params p = params_plain();
    carom_result out;
    p.mu = 2.0;
    p.e = 0.5;
    assert_int_equal(carom_collide(&carom_law_routh, &rod, &p, &out), CAROM_OK);
    assert_near(out.v[0], 0.0, 1e-14);
    assert_near(out.v[1], 0.0, 1e-14);
    assert_near(out.P[0], 1.5 * out.Pc[0], 1e-15);
    p.restitution = CAROM_NEWTON;
    assert_int_equal(carom_collide(&carom_law_routh, &rod, &p, &out), CAROM_NO_SOLUTION);
    p.restitution = CAROM_ENERGETIC;
    assert_int_equal(carom_collide(&carom_law_routh, &rod, &p, &out), CAROM_NO_SOLUTION);
    p.e = 0.0;
    assert_int_equal(carom_collide(&carom_law_routh, &rod, &p, &out), CAROM_OK);
    // Without tangential mobility only the normal impulse acts, and friction does no work.
    carom_contact rail = {.dim = 2, .W = {{1, 0}, {0, 0}}, .v = {-1, 0}};
    p.e = 0.5;
    assert_int_equal(carom_collide(&carom_law_routh, &rail, &p, &out), CAROM_OK);
    assert_true(out.P[0] == 1.5 && out.P[1] == 0.0);
    rail.v[1] = 1.0;
    assert_int_equal(carom_collide(&carom_law_routh, &rail, &p, &out), CAROM_OK);
    assert_true(out.P[0] == 1.5 && out.P[1] == -3.0);
    // There is no solution for infinite friction if nothing can stop the slip.
    p.mu = HUGE_VAL;
    assert_int_equal(carom_collide(&carom_law_routh, &rail, &p, &out), CAROM_NO_SOLUTION);
    // If v is outside the range of W, compression never ends after the slip has stopped.
    const carom_contact pushed = {.dim = 2, .W = {{9, 12}, {12, 16}}, .v = {-3, 1}};
    p.mu = 2.0;
    assert_int_equal(carom_collide(&carom_law_routh, &pushed, &p, &out), CAROM_NO_SOLUTION);
}

// The path of Wang & Mason's rod with e = 0.5 and mu = 0.7. The slip ends in compression at P_n = 0.6/3.25, then the
// contact sticks.
static void path_of_the_rod(void **state) {
    (void)state;
    const carom_contact rod = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};
    carom_params p = params_plain();
    carom_path_point points[8];
    carom_path path = {.points = points, .capacity = 8};
    carom_result out;
    p.e = 0.5;
    p.mu = 0.7;
    assert_int_equal(carom_trace(&carom_law_routh, &rod, &p, &path, &out), CAROM_OK);
    const carom_event events[] = {CAROM_EVENT_START, CAROM_EVENT_SLIP_STICKS, CAROM_EVENT_COMPRESSION_ENDS,
                                  CAROM_EVENT_END};
    assert_int_equal(path.count, 4);
    for (size_t i = 0; i < 4; i++) assert_int_equal(points[i].event, events[i]);
    // The slip ends at P1 with (mu W_tt - W_nt) P1 = v_t, so P1 = 0.6/3.25.
    assert_near(points[1].P[0], 0.6 / 3.25, 1e-15);
    assert_near(points[2].P[0], 0.4, 1e-15);
    assert_near(out.P[0], 0.6, 1e-15);
    assert_near(out.P[1], 0.12, 1e-15);
    assert_near(out.dE, -0.168, 1e-15);
    assert_near(points[3].dE, out.dE, 1e-15);
    assert_near(out.work_normal + out.work_friction, out.dE, 1e-16);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_problems), cmocka_unit_test(ties),     cmocka_unit_test(exact_ties),
        cmocka_unit_test(large_mu),        cmocka_unit_test(singular), cmocka_unit_test(path_of_the_rod),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
