// Tests single impacts of smith that are difficult for a known reason, and the largest work for extreme problems.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka.h needs the four headers above.
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

// Checks a row with the tolerance `share`, relative to |P|. The largest difference was 4e-16, so most rows use 1e-13.
// Rows whose expected numbers have few digits use a larger tolerance.
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

// Large friction nearly reverses the slip. The impulse is that of infinite friction, up to 1/mu.
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

// The result for mu = 1e15 agrees with that for infinite friction.
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
        if (far.solution_count > 1) continue; // they may return different solutions
        double apart = 0.0, length = 0.0;
        for (int k = 0; k < c.dim; k++) {
            apart += fabs(far.P[k] - end.P[k]);
            length += fabs(end.P[k]);
        }
        // The largest difference was 1e-11, in a problem whose W had a condition number of 1e4. Typical values here are
        // 1e2.
        assert_true(apart <= 1e-9 * length);
    }
}

// A mechanism with one or two degrees of freedom has no solution if friction is too large.
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

// Such mechanisms may also have a finite result.
static void singular(void **state) {
    (void)state;
    const row rows[] = {
        // The slip does not change, q = v_t, so K is the unit vector along v_t, and D = 1.
        {{.dim = 3, .W = {{1, 0, 0}, {0, 0, 0}, {0, 0, 0}}, .v = {-1, 3, 4}}, 0.5, 0.5, CAROM_OK, {1.5, -0.45, -0.6}},
        // For v in the range of W and e = 1, the slip is reversed for every mu. There is no friction, and P_n = 2 |v_n|
        // / W_nn = 2.
        {{.dim = 2, .W = {{1, 1}, {1, 1}}, .v = {-1, -1}}, 1, 1e16, CAROM_OK, {2, 0}},
        {{.dim = 2, .W = {{1, 1}, {1, 1}}, .v = {-1, -1}}, 1, HUGE_VAL, CAROM_OK, {2, 0}},
        {{.dim = 3, .W = {{1, 1, 2}, {1, 1, 2}, {2, 2, 4}}, .v = {-1, -1, -2}}, 1, 1e16, CAROM_OK, {2, 0, 0}},
        // Without approach P = 0.
        {{.dim = 3, .W = {{1, 1, 2}, {1, 1, 2}, {2, 2, 4}}, .v = {0, 1, 2}}, 1, 100, CAROM_OK, {0, 0, 0}},
        {{.dim = 2, .W = {{1, 1}, {1, 1}}, .v = {0, 1}}, 1, 100, CAROM_OK, {0, 0}},
        // Infinite friction would pull, so P_n = 0 in the limit. With q = 1 and K = 1, P_t = -c/2.
        {{.dim = 2, .W = {{1, -2}, {-2, 4}}, .v = {-1, 4}}, 0.5, HUGE_VAL, CAROM_OK, {0, -0.75}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check(&rows[i], 1e-13);
}

// A 2D problem has the same result if it is embedded in 3D, where W has rank 2.
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
        // The largest difference was 1e-13, for a condition number of 1e3.
        for (int k = 0; k < 2; k++) assert_true(fabs(out.P[k] - flat.P[k]) <= 1e-11 * length);
        assert_true(out.P[2] == 0.0);
    }
}

// W is nearly singular, scales differ widely, and slips are multiplied by 1e-30 to 1e30. The work stays below its
// limit, and problems that need more work are not-converged.
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
        // The last refinement may exceed the limit, by at most 60 steps of 14 evaluations.
        assert_true(out.evaluations <= CAROM_SMITH_WORK + 840);
        if (out.evaluations >= CAROM_SMITH_WORK) assert_int_equal(status, CAROM_NOT_CONVERGED);
    }
    print_message("at most %d evaluations; %d of %d not converged\n", most, refused, problems);
    assert_true(refused <= problems / 100);
}

// For a very slow slip, down to the smallest double, the result is that without slip. This is so in carom_collide and
// in carom_collide_all, for a contact that slips (mu = 0.05) and for one that sticks. The largest difference was 4e-16;
// the bound is 1e-13.
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
