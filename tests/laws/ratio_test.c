// Tests impulse-ratio, Brach's linear law: when it has no result, and when it gains energy. If the full critical ratio
// gains no energy, a fraction of it gains none either.
#include "support/cmocka.h"
#include "support/params.h"

#include <math.h>

#include "bench/random.h"
#include "carom/geometry.h"
#include "support/laws.h"

static carom_params ratio_of(double e, double f, double across, carom_ratio_kind of) {
    carom_params p = params_plain();
    p.e = e;
    p.own[CAROM_OWN(ratio)] = f;
    p.own[CAROM_OWN(ratio2)] = across;
    p.own[CAROM_OWN(of)] = of;
    return p;
}

static const carom_contact rod = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};

static void edges(void **state) {
    (void)state;
    carom_result out;
    carom_contact c = rod;
    // W_nn + W_nt ratio is 0, and then slightly above 0.
    carom_params p = ratio_of(0.5, 2.5 / 1.5, 0.0, CAROM_RATIO_NUMBER);
    assert_int_equal(carom_collide(&carom_law_impulse_ratio, &c, &p, &out), CAROM_NO_SOLUTION);
    p.own[CAROM_OWN(ratio)] = 1.6;
    assert_int_equal(carom_collide(&carom_law_impulse_ratio, &c, &p, &out), CAROM_OK);
    assert_true(fabs(out.P[1] / out.P[0] - 1.6) < 1e-14);
    // No impulse that pushes can stop this slip.
    c = (carom_contact){.dim = 2, .W = {{1.0, 1.2}, {1.2, 1.6}}, .v = {-1.0, -8.0}};
    p = ratio_of(0.5, 1.0, 0.0, CAROM_RATIO_CRITICAL);
    assert_int_equal(carom_collide(&carom_law_impulse_ratio, &c, &p, &out), CAROM_NO_SOLUTION);
    // The full critical ratio stops the slip. With an additional ratio across the slip it does not, however large this
    // ratio is.
    c = (carom_contact){.dim = 3, .W = {{2.0, 0.0, 0.0}, {0.0, 3.0, 0.2}, {0.0, 0.2, 4.0}}, .v = {-1.0, 0.5, 0.2}};
    for (int k = 0; k < 3; k++) {
        p = ratio_of(0.5, 1.0, k == 2 ? 1e60 : 0.5 * k, CAROM_RATIO_CRITICAL);
        assert_int_equal(carom_collide(&carom_law_impulse_ratio, &c, &p, &out), CAROM_OK);
        assert_int_equal(out.mode == CAROM_MODE_STICKING, k == 0);
        assert_int_equal(hypot(out.v[1], out.v[2]) < 1e-14, k == 0);
    }
    c = (carom_contact){.dim = 2, .W = {{1.0, 1.2}, {1.2, 1.6}}, .v = {-1.0, -8.0}};
    p = ratio_of(0.5, 1.0, 0.0, CAROM_RATIO_CRITICAL);
    // Without approach P = 0.
    c.v[0] = 0.0;
    assert_int_equal(carom_collide(&carom_law_impulse_ratio, &c, &p, &out), CAROM_OK);
    assert_true(out.P[0] == 0.0 && out.P[1] == 0.0 && out.mode == CAROM_MODE_NONE);
}

// mu does not change the impulse. It is only used to check the friction cone, and mu = 0 means no check.
static void judged(void **state) {
    (void)state;
    carom_result free, held;
    carom_params p = ratio_of(0.5, 0.4, 0.0, CAROM_RATIO_NUMBER);
    carom_collide(&carom_law_impulse_ratio, &rod, &p, &free);
    p.mu = 0.3;
    carom_collide(&carom_law_impulse_ratio, &rod, &p, &held);
    assert_true(free.P[0] == held.P[0] && free.P[1] == held.P[1]);
    assert_false(free.violations & CAROM_VIOLATION_CONE);
    assert_true(held.violations & CAROM_VIOLATION_CONE);
}

// With M = W^-1, the full critical ratio gains energy exactly if e^2 > v.M v / (M_nn v_n^2). Problems within 1e-9 of
// equality are not compared. If the full ratio gains no energy, a fraction of it from 0 to 1 gains none either.
static void energy(void **state) {
    (void)state;
    long gains = 0, losses = 0;
    for (uint64_t i = 0; i < 40000; i++) {
        random_stream r = random_at(151, i);
        const carom_contact c = random_contact(&r, i % 2 ? 3 : 2, 2.0);
        const double e = random_unit(&r), f = random_unit(&r);
        carom_region energy, stop;
        carom_contact normal = c;
        for (int k = 0; k < c.dim; k++) normal.v[k] = k ? 0.0 : c.v[0];
        assert_int_equal(carom_region_compute(&c, 0.0, &energy), CAROM_OK);
        assert_int_equal(carom_region_compute(&normal, 0.0, &stop), CAROM_OK); // the energy is M_nn v_n^2 / 2
        carom_result all, part;
        carom_params p = ratio_of(e, 1.0, 0.0, CAROM_RATIO_CRITICAL);
        if (carom_collide(&carom_law_impulse_ratio, &c, &p, &all) != CAROM_OK) continue;
        const double over = e * e * stop.energy - energy.energy, size = e * e * stop.energy + energy.energy;
        if (fabs(over) > 1e-9 * size) assert_int_equal(over > 0.0, all.dE > 0.0);
        gains += all.dE > 0.0;
        if (all.dE > 0.0) continue;
        p.own[CAROM_OWN(ratio)] = f;
        assert_int_equal(carom_collide(&carom_law_impulse_ratio, &c, &p, &part), CAROM_OK);
        assert_false(part.violations & CAROM_VIOLATION_ENERGY);
        losses++;
    }
    print_message("%ld of 100 %% gain, %ld shares of those that lose do not gain\n", gains, losses);
    assert_true(gains > 500 && losses > 20000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges),
        cmocka_unit_test(judged),
        cmocka_unit_test(energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
