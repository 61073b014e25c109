// Routh's closed form against the walker: two codes, one law. A million seeded problems per stop, then problems pushed
// against every tie.
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

// What v_n is made of: rounding leaves a few 1e-16 of it.
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
    // The path ends where it says, the work splits as it says, greatest compression has no normal velocity.
    const carom_path_point *end = &points[path.count - 1];
    assert_true(end->event == CAROM_EVENT_END && end->P[0] == walked.P[0] && end->P[1] == walked.P[1]);
    const double size = size_of_vn(c, p, closed.P[0]);
    assert_true(fabs(closed.work_normal - walked.work_normal) <= tolerance * size * closed.P[0]);
    const double v_n = c->v[0] + c->W[0][0] * closed.Pc[0] + c->W[0][1] * closed.Pc[1];
    assert_true(fabs(v_n) <= 1e-12 * size);
}

// What the two codes may differ by: the slip dies with a normal velocity c1 that is known to a few 1e-16 of its terms,
// and the second piece makes that up at the rate k2 >= det W / W_tt, which is small for a W near singular and itself
// known to 1e-16 W_nn. Both codes are that far from exact arithmetic, each in its own way.
static double rounding(const carom_contact *c, const carom_params *p) {
    carom_result out;
    carom_collide(&carom_law_routh, c, p, &out);
    const double k2 = c->W[0][0] - c->W[0][1] * c->W[0][1] / c->W[1][1];
    return 1e-11 + 1e-15 * size_of_vn(c, p, out.P[0]) / (k2 * out.P[0]);
}

// Away from ties and with W not nearly singular, det W >= 1e-4 W_nn W_tt, the codes agree to 1e-11 flat.
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

// One problem with the tie of this kind, pushed off it by the relative amount `off`; false if it cannot be had.
//   0  the slip dies at greatest compression    1  the slip dies at the end
//   2  friction just holds                      3  the normal velocity stands still on the first piece (k1 = 0)
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

// At a tie the two codes may fall on different sides by rounding; the law is continuous there, so both answers are
// admissible and the impulses agree, while the names of the modes may not.
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

// Exact ties, in numbers a double holds: the answer is the one the law's page defines.
static void exact_ties(void **state) {
    (void)state;
    carom_params p = params_plain();
    carom_result out;
    p.e = 0.5;
    p.mu = 1.0;
    // W = diag(1, 1): P_c = 1, the slip dies at |v_t|. Exactly at compression: it dies in restitution.
    carom_contact c = {.dim = 2, .W = {{1, 0}, {0, 1}}, .v = {-1, 1}};
    carom_collide(&carom_law_routh, &c, &p, &out);
    assert_int_equal(out.mode, CAROM_MODE_R_STICKING);
    assert_true(out.P[0] == 1.5 && out.P[1] == -1.0);
    // Exactly at the end: it slid all the way.
    c.v[1] = 1.5;
    carom_collide(&carom_law_routh, &c, &p, &out);
    assert_int_equal(out.mode, CAROM_MODE_SLIDING);
    assert_true(out.P[0] == 1.5 && out.P[1] == -1.5 && out.v[1] == 0.0);
    // Friction that just holds, holds: |W_nt| = mu W_tt.
    c = (carom_contact){.dim = 2, .W = {{4, 1}, {1, 1}}, .v = {-1, 0}};
    carom_collide(&carom_law_routh, &c, &p, &out);
    assert_int_equal(out.mode, CAROM_MODE_C_STICKING);
    // k1 = 0 and v_n = 0: the normal velocity stands still, so there is no compression and no impulse.
    c = (carom_contact){.dim = 2, .W = {{1, 1}, {1, 2}}, .v = {0, 1}};
    carom_collide(&carom_law_routh, &c, &p, &out);
    assert_int_equal(out.mode, CAROM_MODE_NONE);
    assert_true(out.P[0] == 0.0 && out.P[1] == 0.0);
}

// The limit of growing friction is the answer for mu = infinity: the error falls like 1/mu.
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

// A singular W (a rod on a pin): where the slip dies, compression dies with it.
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
    // No tangential motion possible at all: the normal impulse alone, friction has no work to do.
    carom_contact rail = {.dim = 2, .W = {{1, 0}, {0, 0}}, .v = {-1, 0}};
    p.e = 0.5;
    assert_int_equal(carom_collide(&carom_law_routh, &rail, &p, &out), CAROM_OK);
    assert_true(out.P[0] == 1.5 && out.P[1] == 0.0);
    rail.v[1] = 1.0;
    assert_int_equal(carom_collide(&carom_law_routh, &rail, &p, &out), CAROM_OK);
    assert_true(out.P[0] == 1.5 && out.P[1] == -3.0);
    // ... and infinite friction against a slip nothing can stop has no answer.
    p.mu = HUGE_VAL;
    assert_int_equal(carom_collide(&carom_law_routh, &rail, &p, &out), CAROM_NO_SOLUTION);
    // v outside the range: compression never ends once the slip is held.
    const carom_contact pushed = {.dim = 2, .W = {{9, 12}, {12, 16}}, .v = {-3, 1}};
    p.mu = 2.0;
    assert_int_equal(carom_collide(&carom_law_routh, &pushed, &p, &out), CAROM_NO_SOLUTION);
}

// The events of Wang & Mason's rod, e = 0.5, mu = 0.7: slip dies in compression at 0.4/... and sticks.
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
    // (mu W_tt - W_nt) P1 = v_t: P1 = 0.6 / 3.25.
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
