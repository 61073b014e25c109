// Tests masses and speeds from about 1e-135 to 1e135. The result must be that of the same problem with numbers near 1,
// scaled.
#include "support/cmocka.h"
#include "support/params.h"

#include "bench/apply.h"
#include "support/floor.h"
#include "support/laws.h"

static carom_contact scaled(const carom_contact *c, int speed, int light) {
    carom_contact far = *c;
    for (int i = 0; i < c->dim; i++) {
        far.v[i] = ldexp(c->v[i], speed);
        for (int j = 0; j < c->dim; j++) far.W[i][j] = ldexp(c->W[i][j], light);
    }
    return far;
}

static int in_range(double x) {
    return fabs(x) < 1e300 && fabs(x) > 1e-290;
}

// Every law, with speeds scaled by up to 2^450 = 3e135 and W by up to 2^440 = 3e132. A closed form returns the same
// bits. Other laws agree to 1e-9, because an iteration may stop at another step.
static void every_law(void **state) {
    (void)state;
    long asked = 0, answered = 0, refused = 0;
    for (int k = 0; carom_law_at(NULL, k, CAROM_ONE_CONTACT); k++) {
        const carom_law *law = carom_law_at(NULL, k, CAROM_ONE_CONTACT);
        for (uint64_t i = 0; i < 2000; i++) {
            random_stream r = random_at(81, i);
            const int dim = i % 2 && (law->solves & CAROM_3D) ? 3 : 2;
            const double margin = law->closed_form & (dim == 2 ? CAROM_2D : CAROM_3D) ? 0.0 : 1e-9;
            carom_contact c = random_contact(&r, dim, 2.0);
            carom_params p = random_params(&r, dim);
            carom_result near, far;
            random_own(&r, law, &p);
            asked++;
            if (random_apply(law, &c, &p, &near) != CAROM_OK) continue;
            const int speed = random_below(&r, 900) - 450, light = 2 * (random_below(&r, 440) - 220);
            const carom_contact there = scaled(&c, speed, light);
            const carom_status status = carom_collide(law, &there, &p, &far);
            const double energy = ldexp(near.dE, 2 * speed - light), most = fmax(fabs(near.P[0]), fabs(near.P[1]));
            if (!isfinite(energy) || !in_range(ldexp(most, speed - light))) {
                assert_int_equal(status, CAROM_OVERFLOW);
                refused++;
                continue;
            }
            answered++;
            assert_int_equal(status, CAROM_OK);
            assert_int_equal(far.mode, near.mode);
            if (margin == 0.0) assert_int_equal(far.violations, near.violations);
            for (int j = 0; j < dim; j++) {
                assert_true(fabs(ldexp(far.P[j], light - speed) - near.P[j]) <= margin * most);
                assert_true(fabs(ldexp(far.v[j], -speed) - near.v[j]) <= margin * 1e3 * (1.0 + most));
            }
        }
    }
    assert_true(floor_met("scales", answered, asked, 0.5) && answered > 20000 && refused > 100);
}

static carom_result answer(const carom_law *law, int dim, const double *W, const double *v, const carom_params *p) {
    carom_contact c = {.dim = dim};
    carom_result out;
    for (int i = 0; i < dim; i++) {
        c.v[i] = v[i];
        for (int j = 0; j < dim; j++) c.W[i][j] = W[dim * i + j];
    }
    assert_int_equal(carom_collide(law, &c, p, &out), CAROM_OK);
    return out;
}

// The squares of these numbers overflow or underflow. The expected values are those of the same problems near 1,
// scaled.
static void far_from_one(void **state) {
    (void)state;
    const double slow[4] = {2e82, -2.7e82, -2.7e82, 5.2e82}, slow_v[2] = {-4.4e-122, 6.6e-122};
    carom_params p = params_plain();
    p.e = 0.6, p.mu = 0.2, p.restitution = CAROM_ENERGETIC;
    assert_near(answer(&carom_law_routh, 2, slow, slow_v, &p).P[0] / 1e-204, 3.08, 0.01);
    const carom_result brach = answer(&carom_law_brach, 2, slow, slow_v, &p);
    assert_near(brach.P[0] / 1e-204, 4.82, 0.01);
    assert_near(fabs(brach.P[1]) / 1e-204, 0.96, 0.01);
    assert_int_equal(brach.mode, CAROM_MODE_SLIDING);

    const double heavy[9] = {4e84, 0, 0, 0, 2e84, 0, 0, 0, 2e84}, fast[3] = {-4e110, 0, 1e112};
    p.e = 0.9, p.e_t = 1.0, p.mu = 2.6;
    assert_near(answer(&carom_law_bilinear, 3, heavy, fast, &p).P[2] / 1e26, -4.94, 0.01);

    const double light[9] = {1.7e105, -7e103, -6e103, -7e103, 4e104, 6e102, -6e103, 6e102, 4e104};
    const double crawl[3] = {-5e-58, 2e-59, 1e-58};
    p.e = 0.0, p.e_t = 1.0, p.mu = 0.04;
    const carom_result inside = answer(&carom_law_chatterjee2, 3, light, crawl, &p);
    assert_true(hypot(inside.P[1] / inside.P[0], inside.P[2] / inside.P[0]) <= 0.04 * (1.0 + 1e-12));
    assert_int_equal(inside.violations, 0);

    const double mass[9] = {1.6e-112, 0, 0, 0, 5e-112, 0, 0, 0, 4e-112}, rush[3] = {-3e54, 1e54, 4e54};
    p.e = 0.0, p.mu = 3.4;
    assert_int_equal(answer(&carom_law_whittaker, 3, mass, rush, &p).mode, CAROM_MODE_STICKING);
    assert_int_equal(answer(&carom_law_initial_slip, 3, mass, rush, &p).mode, CAROM_MODE_STICKING);
}

// carom_check also detects violations far from 1. Here |P_t| is 35 times mu P_n, and the squares of P underflow.
static void judged_far_from_one(void **state) {
    (void)state;
    const carom_contact c = {
        .dim = 3, .W = {{1.7e105, 0, 0}, {0, 4e104, 0}, {0, 0, 4e104}}, .v = {-5e-58, 2e-59, 1e-58}};
    const double P[3] = {3e-163, -3e-163, 3e-163};
    carom_verdict verdict;
    assert_int_equal(carom_check(&c, 0.04, P, &verdict), CAROM_OK);
    assert_true(verdict.violations & CAROM_VIOLATION_CONE);
}

// If the result overflows, the status is CAROM_OVERFLOW and the numbers are NaN.
static void beyond(void **state) {
    (void)state;
    carom_params p = params_plain();
    carom_result out;
    const carom_contact large = {.dim = 2, .W = {{1e-130, 0}, {0, 1e-130}}, .v = {-1e130, 1e130}};
    p.e = 0.5;
    assert_int_equal(carom_collide(&carom_law_routh, &large, &p, &out), CAROM_OVERFLOW);
    assert_true(isnan(out.P[0]) && isnan(out.dE));
}

// carom_trace returns the path in the caller's units.
static void paths(void **state) {
    (void)state;
    const carom_contact c = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};
    const carom_contact far = scaled(&c, 300, -200);
    carom_params p = params_plain();
    carom_path_point near_points[16], far_points[16];
    carom_path near = {near_points, 16, 0}, there = {far_points, 16, 0};
    carom_result out;
    p.e = 0.5, p.mu = 0.3;
    assert_int_equal(carom_trace(&carom_law_routh, &c, &p, &near, &out), CAROM_OK);
    assert_int_equal(carom_trace(&carom_law_routh, &far, &p, &there, &out), CAROM_OK);
    assert_int_equal(there.count, near.count);
    for (size_t k = 0; k < near.count; k++) {
        assert_true(far_points[k].P[0] == ldexp(near_points[k].P[0], 500));
        assert_true(far_points[k].v[1] == ldexp(near_points[k].v[1], 300));
        assert_true(far_points[k].dE == ldexp(near_points[k].dE, 800));
        assert_true(far_points[k].work_normal == ldexp(near_points[k].work_normal, 800));
    }
}

// rest_speed has a unit, so it is compared with the caller's speeds, not with scaled ones.
static void resting(void **state) {
    (void)state;
    carom_contact far = {.dim = 2, .W = {{1, 0}, {0, 1}}, .v = {-1e-100, 0.0}};
    carom_params p = params_plain();
    carom_result out;
    p.rest_speed = 1e-99;
    assert_int_equal(carom_collide(&carom_law_whittaker, &far, &p, &out), CAROM_OK);
    assert_true(out.P[0] == 1e-100);
    p.rest_speed = 1e-101;
    assert_int_equal(carom_collide(&carom_law_whittaker, &far, &p, &out), CAROM_OK);
    assert_true(out.P[0] == 2e-100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_law), cmocka_unit_test(far_from_one), cmocka_unit_test(judged_far_from_one),
        cmocka_unit_test(beyond),    cmocka_unit_test(paths),        cmocka_unit_test(resting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
