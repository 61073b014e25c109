// Single impacts of Smith's law that are hard for a reason, and how much work hostile ones take at most.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka wants the four above.
#include <cmocka.h>

#include "bench/random.h"
#include "carom/carom.h"
#include "laws/smith/smith.h"
#include "support/laws.h"
#include "support/params.h"

typedef struct {
    carom_contact contact;
    double e, mu;
    carom_status status;
    double P[3];
} row;

// Worst seen 4e-16 of |P|, so 1e-13; rows of eight digits state them.
static void check(const row *r, double share) {
    carom_params p = params_plain();
    carom_result out;
    double length = 0.0;
    p.e = r->e;
    p.mu = r->mu;
    assert_int_equal(carom_collide(&carom_law_smith, &r->contact, &p, &out), r->status);
    if (r->status != CAROM_OK) return;
    assert_int_equal(out.violations, 0);
    for (int i = 0; i < r->contact.dim; i++) length += fabs(r->P[i]);
    for (int i = 0; i < r->contact.dim; i++) assert_true(fabs(out.P[i] - r->P[i]) <= share * length);
}

// Large friction nearly reverses the slip: the impulse of infinite friction but for 1/mu.
static void large_friction(void **state) {
    (void)state;
    const row rows[] = {
        {{.dim = 2, .W = {{1.4, -2.6}, {-2.6, 5.6}}, .v = {-2.5, 0.2}}, 0.5, 1e12, CAROM_OK, {18.48148, 8.50926}},
        {{.dim = 2, .W = {{1, -2}, {-2, 5.5}}, .v = {-0.2, 0.2}}, 0.5, 1e15, CAROM_OK, {1.7 / 3, 0.4 / 3}},
        {{.dim = 3, .W = {{1, -2, 0}, {-2, 5.5, 0}, {0, 0, 1}}, .v = {-0.2, 0.2, 0}},
         0.5,
         1e15,
         CAROM_OK,
         {1.7 / 3, 0.4 / 3}},
    };
    check(&rows[0], 1e-6);
    check(&rows[1], 1e-13);
    check(&rows[2], 1e-13);
}

// It approaches infinite friction smoothly: at mu = 1e15 the two agree to 1e-14.
static void approaches_infinity(void **state) {
    (void)state;
    for (uint64_t i = 0; i < 2000; i++) {
        random_stream r = random_at(911, i);
        const carom_contact c = random_contact(&r, 2 + (int)(i % 2), 0.5);
        carom_params p = random_params(&r, c.dim);
        carom_result far, end;
        if (c.v[1] == 0.0) continue;
        p.mu = HUGE_VAL;
        assert_int_equal(carom_collide(&carom_law_smith, &c, &p, &end), CAROM_OK);
        p.mu = 1e15;
        assert_int_equal(carom_collide(&carom_law_smith, &c, &p, &far), CAROM_OK);
        if (far.solution_count > 1) continue; // which of them is another question
        double apart = 0.0, length = 0.0;
        for (int k = 0; k < c.dim; k++) {
            apart += fabs(far.P[k] - end.P[k]);
            length += fabs(end.P[k]);
        }
        // Worst seen 1e-11, of a condition of 1e4; W here has some 1e2.
        assert_true(apart <= 1e-9 * length);
    }
}

// A mechanism of one or two degrees of freedom with too much friction: there is nothing to answer.
static void no_solution(void **state) {
    (void)state;
    const row rows[] = {
        {{.dim = 2, .W = {{1, -1}, {-1, 1}}, .v = {-0.5, -0.1}}, 0.5, 2, CAROM_NO_SOLUTION, {0}},
        {{.dim = 3, .W = {{5, -10, -4}, {-10, 20, 8}, {-4, 8, 32}}, .v = {-1.014, -0.541, 0.2176}},
         1,
         0.589,
         CAROM_NO_SOLUTION,
         {0}},
        {{.dim = 3, .W = {{1, -1, 0}, {-1, 1, 0}, {0, 0, 0}}, .v = {-0.5, -0.1, 0}}, 0.5, 2, CAROM_NO_SOLUTION, {0}},
        {{.dim = 3, .W = {{1, 0, 0}, {0, 0, 0}, {0, 0, 0}}, .v = {-1, 1, 1}}, 0.5, HUGE_VAL, CAROM_NO_SOLUTION, {0}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check(&rows[i], 0.0);
}

// The same mechanisms with a finite answer.
static void singular(void **state) {
    (void)state;
    const row rows[] = {
        // q = v_t: K = sign(v_t), D = 1.
        {{.dim = 3, .W = {{1, 0, 0}, {0, 0, 0}, {0, 0, 0}}, .v = {-1, 3, 4}}, 0.5, 0.5, CAROM_OK, {1.5, -0.45, -0.6}},
        // The slip is reversed whatever mu, for v is in the range and e = 1: no friction, P_n = 2/1.
        {{.dim = 2, .W = {{1, 1}, {1, 1}}, .v = {-1, -1}}, 1, 1e16, CAROM_OK, {2, 0}},
        {{.dim = 2, .W = {{1, 1}, {1, 1}}, .v = {-1, -1}}, 1, HUGE_VAL, CAROM_OK, {2, 0}},
        {{.dim = 3, .W = {{1, 1, 2}, {1, 1, 2}, {2, 2, 4}}, .v = {-1, -1, -2}}, 1, 1e16, CAROM_OK, {2, 0, 0}},
        // Without approach nothing moves it.
        {{.dim = 3, .W = {{1, 1, 2}, {1, 1, 2}, {2, 2, 4}}, .v = {0, 1, 2}}, 1, 100, CAROM_OK, {0, 0, 0}},
        {{.dim = 2, .W = {{1, 1}, {1, 1}}, .v = {0, 1}}, 1, 100, CAROM_OK, {0, 0}},
        // Infinite friction that must not pull: the limit has no normal part. q = 1, K = 1, P_t = -c/2.
        {{.dim = 2, .W = {{1, -2}, {-2, 4}}, .v = {-1, 4}}, 0.5, HUGE_VAL, CAROM_OK, {0, -0.75}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check(&rows[i], 1e-13);
}

// W of rank 2 is the limit of regular ones: in the plane embedded in space, with and without the third direction.
static void embedded(void **state) {
    (void)state;
    for (uint64_t i = 0; i < 2000; i++) {
        random_stream r = random_at(912, i);
        carom_contact c = random_contact(&r, 2, 1.0);
        carom_params p = random_params(&r, 2);
        carom_result flat, out;
        if (c.v[1] == 0.0) continue;
        if (i % 3 == 0) p.mu = random_power10(random_between(&r, 1.0, 16.0));
        if (i % 7 == 0) c.v[0] = 0.0;
        assert_int_equal(carom_collide(&carom_law_smith, &c, &p, &flat), CAROM_OK);
        c.dim = 3;
        assert_int_equal(carom_collide(&carom_law_smith, &c, &p, &out), CAROM_OK);
        const double length = fabs(flat.P[0]) + fabs(flat.P[1]);
        // Worst seen 1e-13, condition 1e3.
        for (int k = 0; k < 2; k++) assert_true(fabs(out.P[k] - flat.P[k]) <= 1e-11 * length);
        assert_true(out.P[2] == 0.0);
    }
}

// Nearly singular, wide scales, slips from 1e-30 to 1e30 of the approach: the work stays below its bound, whatever the
// answer, and what is beyond it is refused.
static void work_is_bounded(void **state) {
    (void)state;
    int most = 0, refused = 0;
    const int problems = 20000;
    for (int i = 0; i < problems; i++) {
        random_stream r = random_at(913, (uint64_t)i);
        carom_contact c = random_contact(&r, 3, i % 2 ? 16.0 : 3.0);
        carom_params p = random_params(&r, 3);
        carom_result out = {0};
        const double scale[3] = {1.0, random_power10(random_between(&r, -8.0, 8.0)),
                                 random_power10(random_between(&r, -8.0, 8.0))};
        for (int k = 0; k < 3 && i % 4 == 0; k++)
            for (int j = 0; j < 3; j++) c.W[k][j] *= scale[k] * scale[j];
        for (int k = 1; k < 3; k++) c.v[k] *= random_power10(random_between(&r, -30.0, 30.0));
        if (i % 8 == 0) p.mu = random_power10(random_between(&r, -8.0, 30.0));
        if (c.v[1] == 0.0 && c.v[2] == 0.0) continue;
        const carom_status status = carom_smith_space(&c, p.e, p.mu, &out);
        refused += status == CAROM_NOT_CONVERGED;
        if (out.evaluations > most) most = out.evaluations;
        // The last polish may pass the bound, by 60 steps of 14 evaluations at most.
        assert_true(out.evaluations <= CAROM_SMITH_WORK + 840);
        if (out.evaluations >= CAROM_SMITH_WORK) assert_int_equal(status, CAROM_NOT_CONVERGED);
    }
    print_message("at most %d evaluations; %d of %d not converged\n", most, refused, problems);
    assert_true(refused <= problems / 100);
}

// However slow the slip is, down to the least number there is, its answer is that of none: single, in the list, and
// whether it slips (mu 0.05) or sticks. Worst seen 4e-16, so 1e-13.
static void slow_slip(void **state) {
    (void)state;
    static const double slips[] = {1e-100, 1e-134, 1e-137, 1e-160, 1e-200, 1e-310, 1e-323, 5e-324};
    for (int i = 0; i < 32; i++) {
        carom_contact c = {.dim = 2 + i % 2, .W = {{1.0, 0.3, 0.1}, {0.3, 4.0, 0.2}, {0.1, 0.2, 4.0}}, .v = {-1.0}};
        carom_params p = params_plain();
        carom_result none, out;
        carom_alternative list[CAROM_MAX_ALTERNATIVES];
        int count = 0;
        p.e = 0.5;
        p.mu = i < 16 ? 0.05 : 2.0;
        assert_int_equal(carom_collide(&carom_law_smith, &c, &p, &none), CAROM_OK);
        c.v[1] = slips[i / 2 % 8];
        assert_int_equal(carom_collide(&carom_law_smith, &c, &p, &out), CAROM_OK);
        assert_int_equal(carom_collide_all(&carom_law_smith, &c, &p, list, &count), CAROM_OK);
        assert_int_equal(count, 1);
        for (int k = 0; k < c.dim; k++) {
            assert_true(fabs(out.P[k] - none.P[k]) <= 1e-13);
            assert_true(fabs(list[0].result.P[k] - none.P[k]) <= 1e-13);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(large_friction), cmocka_unit_test(approaches_infinity),
                                       cmocka_unit_test(no_solution),    cmocka_unit_test(singular),
                                       cmocka_unit_test(embedded),       cmocka_unit_test(work_is_bounded),
                                       cmocka_unit_test(slow_slip)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
