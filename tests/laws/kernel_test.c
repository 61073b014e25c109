// Compares the branch-free forms of laws with their general code, which is independent of them.
#include "support/cmocka.h"

#include "bench/random.h"
#include "friction/kernel_whittaker.h"
#include "friction/whittaker.h"
#include "laws/chatterjee/chatterjee.h"
#include "laws/chatterjee/kernel_chatterjee.h"
#include "support/floor.h"

#define PROBLEMS 20000

// Checks that two impulses agree, relative to the sum of the components. The largest difference was 3e-13, for
// condition numbers up to about 1e3; the bound is 1e-10.
static void assert_same(double Pn, double Pt, const double P[3]) {
    const double size = fabs(P[0]) + fabs(P[1]);
    if (!(fabs(Pn - P[0]) + fabs(Pt - P[1]) <= 1e-10 * size))
        fail_msg("(%.17g, %.17g) against (%.17g, %.17g)", Pn, Pt, P[0], P[1]);
}

static void chatterjee(void **state) {
    (void)state;
    long answered = 0;
    for (uint64_t i = 0; i < PROBLEMS; i++) {
        random_stream s = random_at(81, i);
        const carom_contact c = random_contact(&s, 2, 1.0);
        const carom_params p = random_params(&s, 2);
        const carom_chatterjee_input in = {p.e, p.e_t, p.mu};
        const double a = c.W[0][0], w = c.W[0][1], T = c.W[1][1];
        // Skips condition numbers above 1e4, for which the two forms may differ more.
        if (a * T - w * w < 1e-4 * a * T) continue;
        answered++;
        double P[3];
        carom_mode mode;
        carom_answer2 k = carom_chatterjee1_closed(a, w, T, c.v[0], c.v[1], p.e, p.e_t, p.mu);
        assert_int_equal(carom_chatterjee_1(&c, &in, P, &mode), CAROM_OK);
        assert_same(k.Pn, k.Pt, P);
        k = carom_chatterjee2_closed(a, w, T, c.v[0], c.v[1], p.e, p.e_t, p.mu);
        assert_int_equal(carom_chatterjee_2(&c, &in, P, &mode), CAROM_OK);
        assert_same(k.Pn, k.Pt, P);
        assert_int_equal(k.mode, mode);
        k = carom_chatterjee3_closed(a, w, T, c.v[0], c.v[1], p.e, p.e_t, p.mu);
        assert_int_equal(carom_chatterjee_3(&c, &in, P, &mode), CAROM_OK);
        assert_same(k.Pn, k.Pt, P);
    }
    assert_true(floor_met("chatterjee", answered, PROBLEMS, 0.9));
}

static void whittaker(void **state) {
    (void)state;
    for (uint64_t i = 0; i < PROBLEMS; i++) {
        random_stream s = random_at(82, i);
        const carom_contact c = random_contact(&s, 2, 1.0);
        const carom_params p = random_params(&s, 2);
        const carom_answer2 k =
            carom_whittaker_closed(c.W[0][0], c.W[0][1], c.W[1][1], c.v[0], c.v[1], p.e, p.mu, p.mu);
        carom_result out = {0};
        assert_int_equal(carom_whittaker(&c, p.e, p.mu, p.mu, &out), CAROM_OK);
        assert_same(k.Pn, k.Pt, out.P);
        assert_int_equal(k.mode, out.mode);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(chatterjee), cmocka_unit_test(whittaker)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
