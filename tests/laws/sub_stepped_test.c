// Tests sub-stepped: impacts by hand, limits, the same bits in a batch, and no energy gain on random problems.
#include "support/cmocka.h"

#include <math.h>

#include "bench/random.h"
#include "carom/batch.h"
#include "carom/law.h"
#include "support/floor.h"

static carom_params numbers(double e, double mu) {
    carom_params p = carom_params_default();
    p.e = e;
    p.mu = mu;
    return p;
}

static carom_result solved(const carom_contact *c, double e, double mu) {
    const carom_params p = numbers(e, mu);
    carom_result out;
    assert_int_equal(carom_collide(&carom_law_sub_stepped, c, &p, &out), CAROM_OK);
    return out;
}

static void near(double x, double y) {
    assert_true(fabs(x - y) <= 1e-14); // a few roundings of numbers near 1
}

// Four sub-steps by hand for W = [[2, 1], [1, 2]], v = (-1, 1), mu = 1/4, e = 0. Each sub-step applies the impulses n
// and t of the previous one again, and then corrects n and t. Each row gives the velocity after it. G is the gap
// divided by the length of a sub-step.
//   1  n = 1/2          v = (0, 3/2)
//      t = -1/8         v = (-1/8, 5/4)    G = -1/8
//   2  both again       v = (3/4, 3/2)
//      n = 1/8          v = (0, 9/8)
//      t = -1/32        v = (3/32, 21/16)  G = -1/32
//   3  both again       v = (5/16, 11/8)
//      n = 0            v = (1/16, 5/4)
//      t = 0            v = (3/32, 21/16)  G = 1/16
//   4  n and t are 0 and stay 0. The rebound adds nothing, because v_n > 0.
static void by_hand(void **state) {
    (void)state;
    const carom_contact c = {.dim = 2, .W = {{2.0, 1.0}, {1.0, 2.0}}, .v = {-1.0, 1.0}};
    const carom_result out = solved(&c, 0.0, 0.25);
    near(out.P[0], 0.5 + 0.125);
    near(out.P[1], -0.125 - 0.03125);
    near(out.v[0], 0.09375); // the bodies separate although e = 0
    near(out.v[1], 1.3125);
    assert_int_equal(out.mode, CAROM_MODE_SLIDING);
    // The rebound raises v_n' from 3/32 to 0.5, with the normal impulse (0.5 - 3/32) / W_nn.
    const carom_result up = solved(&c, 0.5, 0.25);
    near(up.v[0], 0.5);
    near(up.P[0], out.P[0] + (0.5 - 0.09375) / 2.0);
    near(up.P[1], out.P[1]);
}

// Without coupling, the second sub-step changes nothing, and the result is that of whittaker with mu / (1 + e). Without
// friction it is that of Newton's law.
static void limits(void **state) {
    (void)state;
    const carom_contact ball = {.dim = 2, .W = {{1.0, 0.0}, {0.0, 3.5}}, .v = {-2.0, 9.0}};
    const carom_params half = numbers(0.5, 0.3 / 1.5);
    carom_result other;
    const carom_result out = solved(&ball, 0.5, 0.3);
    assert_int_equal(carom_collide(&carom_law_whittaker, &ball, &half, &other), CAROM_OK);
    for (int i = 0; i < 2; i++) near(out.P[i], other.P[i]);
    const carom_contact rod = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};
    const carom_result smooth = solved(&rod, 0.7, 0.0);
    near(smooth.v[0], 0.7);
    assert_true(smooth.P[1] == 0.0);
    const carom_contact pinned = {.dim = 2, .W = {{1.0, 0.0}, {0.0, 0.0}}, .v = {-1.0, 1.0}};
    near(solved(&pinned, 0.5, HUGE_VAL).P[0], 1.5);
    assert_true(solved(&pinned, 0.5, 0.5).P[1] == 0.0);
    assert_true(isfinite(solved(&rod, 0.5, HUGE_VAL).P[1]));
}

static void no_gain(void **state) {
    (void)state;
    const long problems = 100000;
    long answered = 0, parts = 0, outside = 0;
    for (uint64_t k = 0; k < (uint64_t)problems; k++) {
        random_stream r = random_at(4302, k);
        const carom_contact c = random_contact(&r, 2, 3.0);
        carom_params p = random_params(&r, 2);
        carom_result out;
        if (k % 3 == 0) p.e = 0.0;
        if (carom_collide(&carom_law_sub_stepped, &c, &p, &out) != CAROM_OK) continue;
        answered++;
        assert_false(out.violations & CAROM_VIOLATION_ENERGY);
        assert_true(out.v[0] >= -p.e * c.v[0] * (1.0 - 1e-9) - 1e-9);
        parts += p.e == 0.0 && out.v[0] > -0.1 * c.v[0];
        outside += (out.violations & CAROM_VIOLATION_CONE) != 0;
    }
    // Some contacts separate at e = 0, and some impulses leave the friction cone, as the page of the law states.
    assert_true(parts > 100 && outside > 10);
    assert_true(floor_met("sub-stepped", answered, problems, 0.999));
}

static void in_a_batch(void **state) {
    (void)state;
    enum { ITEMS = 9 };
    const carom_contact c = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};
    carom_params p = numbers(0.0, 0.4);
    double e[ITEMS], P[2][ITEMS];
    carom_batch_in in = {.dim = 2, .params = &p};
    carom_batch_out out = {.P = {{0}}};
    for (int i = 0; i < ITEMS; i++) e[i] = 0.125 * i;
    in.param[CAROM_PARAM_e] = carom_array(e);
    for (int i = 0; i < 2; i++) {
        for (int j = i; j < 2; j++) in.W[i][j] = carom_shared(&c.W[i][j]);
        in.v[i] = carom_shared(&c.v[i]);
        out.P[i] = carom_array_out(P[i]);
    }
    assert_int_equal(carom_collide_batch(&carom_law_sub_stepped, ITEMS, &in, &out), CAROM_OK);
    for (int i = 0; i < ITEMS; i++) {
        const carom_result one = solved(&c, e[i], 0.4);
        for (int j = 0; j < 2; j++) assert_memory_equal(&P[j][i], &one.P[j], sizeof(double));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(by_hand), cmocka_unit_test(limits), cmocka_unit_test(no_gain),
                                       cmocka_unit_test(in_a_batch)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
