// Tests results of a law other than P, which no guarantee covers. These are the impulse at maximum compression, the
// split of the work, and the largest restitution without an energy gain.
#include "support/cmocka.h"

#include <math.h>

#include "bench/apply.h"
#include "carom/explain.h"
#include "carom/law.h"
#include "support/floor.h"
#include "support/laws.h"

enum { PROBLEMS = 2000 };

// Checks Pc, the impulse at maximum compression. The approach has ended there, (v + W Pc)_n = 0. Pc is in the friction
// cone, and its normal part is at most that of P. The largest error was below 1e-15 of the terms; the bound is 1e-12.
static void compressed(const carom_contact *c, const carom_params *p, const carom_result *out) {
    double v = c->v[0], size = fabs(c->v[0]), Pt = 0.0;
    for (int j = 0; j < c->dim; j++) {
        v += c->W[0][j] * out->Pc[j];
        size += fabs(c->W[0][j] * out->Pc[j]);
        Pt = j ? hypot(Pt, out->Pc[j]) : 0.0;
    }
    assert_near(v, 0.0, 1e-12 * size);
    assert_true(out->Pc[0] <= out->P[0] * (1.0 + 1e-12));
    const double mu = p->mu_static != CAROM_SAME_AS_MU ? p->mu_static : p->mu;
    if (isfinite(mu)) assert_true(Pt <= mu * out->Pc[0] * (1.0 + 1e-9));
}

// Checks that normal work and friction work add up to dE; the error was below 1e-15, and the bound is 1e-12. Also
// checks that friction work is not positive. In 3D it is a difference of two larger numbers, with errors up to 1e-11;
// the bound is 1e-9.
static void split(const carom_contact *c, const carom_result *out) {
    const double size = c->v[0] * c->v[0] / c->W[0][0] + fabs(out->work_friction) + fabs(out->work_normal);
    assert_near(out->work_normal + out->work_friction, out->dE, 1e-12 * size);
    assert_true(out->work_friction <= 1e-9 * size);
}

static void told(const carom_law *law, int dim, unsigned known) {
    long answered = 0;
    for (uint64_t i = 0; i < PROBLEMS; i++) {
        random_stream r = random_at(263, i);
        carom_contact c = random_contact(&r, dim, 1.5);
        carom_params p = random_params(&r, dim);
        carom_result out;
        if (random_apply(law, &c, &p, &out) != CAROM_OK || out.mode == CAROM_MODE_NONE) continue;
        answered++;
        assert_int_equal(out.has, known);
        compressed(&c, &p, &out);
        if (known & CAROM_HAS_WORK) split(&c, &out);
        // Without friction these values are known in closed form.
        if (law != &carom_law_frictionless) continue;
        const double Pc = -c.v[0] / c.W[0][0];
        assert_near(out.Pc[0], Pc, 1e-14 * Pc);
        assert_near(out.work_normal, 0.5 * (1.0 - p.e * p.e) * Pc * c.v[0], 1e-13 * Pc * fabs(c.v[0]));
    }
    assert_true(floor_met(law->name, answered, PROBLEMS, 0.9));
}

static void of_frictionless(void **state) {
    (void)state;
    for (int dim = 2; dim <= 3; dim++) told(&carom_law_frictionless, dim, CAROM_HAS_COMPRESSION | CAROM_HAS_WORK);
}

static void of_routh(void **state) {
    (void)state;
    for (int dim = 2; dim <= 3; dim++) told(&carom_law_routh, dim, CAROM_HAS_COMPRESSION | CAROM_HAS_WORK);
}

static void of_pfeiffer_glocker(void **state) {
    (void)state;
    told(&carom_law_pfeiffer_glocker, 2, CAROM_HAS_COMPRESSION);
}

// Checks the largest restitution without an energy gain, which the law computes by a formula. With it the impact
// conserves energy; with half of it, it loses energy. For large mu, |dE| was up to 2e-9 of the available energy; the
// bound is 1e-7.
static void of_the_largest_restitution(void **state) {
    (void)state;
    static const carom_law *const laws[] = {&carom_law_frictionless, &carom_law_routh, &carom_law_whittaker,
                                            &carom_law_ccp, &carom_law_deferred};
    for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
        long answered = 0;
        for (uint64_t i = 0; i < PROBLEMS; i++) {
            random_stream r = random_at(264, i);
            const carom_contact c = random_contact(&r, 2, 1.5);
            carom_params p = random_params(&r, 2);
            carom_max_restitution most;
            carom_result out;
            p.allow = CAROM_PARAM_BIT(e);
            if (carom_restitution_max(laws[k], &c, &p, &most) != CAROM_OK || !(most.e > 0.0 && most.e < 1e3)) continue;
            const double size = c.v[0] * c.v[0] / c.W[0][0] + fabs(c.v[1] * c.v[1]) / c.W[1][1];
            p.e = most.e;
            if (carom_collide(laws[k], &c, &p, &out) != CAROM_OK) continue;
            assert_near(out.dE, 0.0, 1e-7 * (size + fabs(out.P[0] * c.v[0])));
            p.e = 0.5 * most.e;
            if (carom_collide(laws[k], &c, &p, &out) != CAROM_OK) continue;
            assert_true(out.dE < 0.0);
            answered++;
        }
        assert_true(floor_met(laws[k]->name, answered, PROBLEMS, 0.9));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(of_frictionless), cmocka_unit_test(of_routh),
                                       cmocka_unit_test(of_pfeiffer_glocker),
                                       cmocka_unit_test(of_the_largest_restitution)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
