// Tests special cases of the accessible region, the inverse and the mass derivatives. Among them are unbounded regions
// of a singular W, impulses outside the region, no approach, coarse meshes and laws without code.
#include "support/cmocka.h"
#include "support/params.h"

#include <stdlib.h>
#include <string.h>

#include "carom/derivatives.h"
#include "carom/geometry.h"
#include "papers/letters.h"
#include "support/laws.h"

static const carom_contact rod = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};
static const carom_contact ball = {.dim = 3, .W = {{1, 0, 0}, {0, 3.5, 0}, {0, 0, 3.5}}, .v = {-1, 0.5, 0.25}};

// Returns a contact with W = q q^T of rank 1. If the friction cone contains a null vector of W, the region is unbounded
// along it.
static carom_contact dyad(int dim, double n, double t1, double t2) {
    const double q[3] = {n, t1, t2};
    carom_contact c = {.dim = dim, .v = {-1, 0.5, 0.25}};
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) c.W[i][j] = q[i] * q[j];
    return c;
}

static double size_of(carom_contact c, double mu) {
    carom_extent extent;
    assert_int_equal(carom_region_extent(&c, mu, &extent), CAROM_OK);
    return extent.size;
}

static void without_end(void **state) {
    (void)state;
    // 2D: the null vector of W for q = (1, 2) is (2, -1), with |P_t| = P_n/2.
    assert_true(isinf(size_of(dyad(2, 1, 2, 0), 0.6)) && isinf(size_of(dyad(2, 1, 2, 0), HUGE_VAL)));
    assert_true(isfinite(size_of(dyad(2, 1, 2, 0), 0.4)));
    // 3D, rank 1: every vector perpendicular to (1, 2, 2) is a null vector. The one closest to the normal has |P_t| =
    // P_n / sqrt(8).
    assert_true(isinf(size_of(dyad(3, 1, 2, 2), 0.4)) && isinf(size_of(dyad(3, 1, 2, 2), HUGE_VAL)));
    assert_true(isfinite(size_of(dyad(3, 1, 2, 2), 0.3)));
    // 3D, rank 2: W is the sum of the dyads of (1, 2, 0) and (0, 0, 1). Its null vector is (2, -1, 0).
    carom_contact two = dyad(3, 1, 2, 0);
    two.W[2][2] = 1.0;
    assert_true(isinf(size_of(two, 0.6)) && isinf(size_of(two, HUGE_VAL)) && isfinite(size_of(two, 0.4)));
    double P[300];
    int count;
    const carom_contact open = dyad(2, 1, 2, 0), wide = dyad(3, 1, 2, 2);
    assert_int_equal(carom_region_outline(&open, 0.6, 4, P, 100, &count), CAROM_NOT_APPLICABLE);
    assert_int_equal(carom_region_mesh(&wide, 0.4, CAROM_BOUNDARY_ENERGY, 8, 2, P, 100), CAROM_NOT_APPLICABLE);
}

// Tests units so far from 1 that products of four entries of W overflow or underflow. The region must be that of the
// problem with numbers near 1, scaled. The scales are powers of two, so only the point at which the integration stops
// can differ; the tolerance is 1e-12.
static void far_from_one(void **state) {
    (void)state;
    const carom_contact near = {.dim = 3, .W = {{3.5, 2, -5}, {2, 4, -1}, {-5, -1, 9}}, .v = {-1.5, 900, 950}};
    for (int dim = 2; dim <= 3; dim++)
        for (int speed = -450; speed <= 450; speed += 150)
            for (int light = -175; light <= 175; light += 35) {
                carom_contact c = near;
                carom_extent of_near, of_far;
                c.dim = dim;
                assert_int_equal(carom_region_extent(&c, 1.0, &of_near), CAROM_OK);
                for (int i = 0; i < 9; i++) c.W[i / 3][i % 3] = ldexp(c.W[i / 3][i % 3], 2 * light);
                for (int i = 0; i < 3; i++) c.v[i] = ldexp(c.v[i], speed);
                const int power = dim * (speed - 2 * light), reaches = power + ilogb(of_near.size);
                const carom_status status = carom_region_extent(&c, 1.0, &of_far);
                if (reaches > 1024) assert_int_equal(status, CAROM_OVERFLOW);
                if (abs(reaches) > 950) continue;
                assert_int_equal(status, CAROM_OK);
                assert_near(ldexp(of_far.size, -power), of_near.size, 1e-12 * of_near.size);
                assert_near(of_far.e_most, of_near.e_most, 1e-12 * of_near.e_most);
                const double highest = ldexp(of_near.highest[0], speed - 2 * light);
                assert_near(of_far.highest[0], highest, 1e-12 * highest);
            }
}

// W has rank 1 up to 1e-9. Ten digits of the volume would take 2 s, and rounding leaves fewer. The volume differs by a
// relative 1e-9 from that of the 2 s computation; the tolerance is 1e-6.
static void next_to_singular(void **state) {
    (void)state;
    const carom_contact c = {.dim = 3,
                             .W = {{0.92308626113525649, -0.39127978123698298, 0.34173262027845885},
                                   {-0.39127978123698298, 0.16585651280901351, -0.14485435508974415},
                                   {0.34173262027845885, -0.14485435508974415, 0.12651167039183978}},
                             .v = {-1.0, 0.35288214643003846, -0.68619134285947481}};
    assert_near(size_of(c, 2.838266194968889), 7.35081432e18, 1e-6 * 7.35e18);
}

static void meshes(void **state) {
    (void)state;
    double P[300];
    int count;
    const carom_boundary energy = CAROM_BOUNDARY_ENERGY;
    assert_int_equal(carom_region_mesh(&ball, 0.5, energy, 8, 2, P, 100), CAROM_OK);
    for (int k = 0; k < 27; k++) { // on this face dE = 0
        carom_verdict x;
        carom_check(&ball, 0.5, P + 3 * k, &x);
        assert_near(x.dE, 0.0, 1e-13);
    }
    assert_int_equal(carom_region_mesh(&ball, 0.5, energy, 2, 2, P, 100), CAROM_BAD_VALUE);
    assert_int_equal(carom_region_mesh(&ball, 0.5, energy, 8, 0, P, 100), CAROM_BAD_VALUE);
    assert_int_equal(carom_region_mesh(&ball, 0.5, (carom_boundary)64, 8, 2, P, 100), CAROM_BAD_VALUE);
    assert_int_equal(carom_region_mesh(&ball, 0.5, energy, 8, 2, P, 26), CAROM_BAD_VALUE);
    assert_int_equal(carom_region_mesh(&ball, 0.5, CAROM_BOUNDARY_COMPRESSION, 8, 2, P, 27), CAROM_OK);
    assert_int_equal(carom_region_mesh(&rod, 0.5, energy, 8, 2, P, 100), CAROM_WRONG_DIM);
    assert_int_equal(carom_region_mesh(&ball, 0.0, energy, 8, 2, P, 100), CAROM_NOT_APPLICABLE);
    assert_int_equal(carom_region_outline(&rod, 0.5, 0, P, 100, &count), CAROM_BAD_VALUE);
    assert_int_equal(carom_region_outline(&rod, 0.5, 4, P, 10, &count), CAROM_BAD_VALUE);
    assert_int_equal(carom_region_outline(&rod, 0.5, 4, P, 11, &count), CAROM_OK);
    carom_contact parts = rod;
    parts.v[0] = 1.0;
    assert_int_equal(carom_region_outline(&parts, 0.5, 4, P, 11, &count), CAROM_NOT_APPLICABLE);
    // The named points of the mirror image are the mirror images of the named points.
    carom_named_points up, down;
    carom_contact mirror = rod;
    mirror.v[1] = -0.6, mirror.W[0][1] = mirror.W[1][0] = 1.5;
    assert_int_equal(carom_letters_compute(&rod, 0.5, &up), CAROM_OK);
    assert_int_equal(carom_letters_compute(&mirror, 0.5, &down), CAROM_OK);
    for (int k = 0; k < 8; k++)
        if (!isnan(up.at[k][0])) {
            assert_near(down.at[k][0], up.at[k][0], 1e-14);
            assert_near(down.at[k][1], -up.at[k][1], 1e-14);
        }
}

static void located(void **state) {
    (void)state;
    const double inside[3] = {0.5, -0.1, 0.0}, gains[3] = {3.0, 0.0, 0.0}, leans[3] = {0.5, -0.45, 0.0},
                 pulls[3] = {-0.5, 0.0, 0.0}, weak[3] = {0.1, 0.0, 0.0}, bad[3] = {(double)NAN, 0.0, 0.0};
    carom_location x;
    assert_int_equal(carom_region_locate(&rod, 0.5, inside, &x), CAROM_OK);
    // With the coefficients of this location, law `accessible` returns the same impulse.
    carom_params p = params_plain();
    carom_result out;
    p.e = x.e, p.mu = 0.5;
    assert_int_equal(carom_params_set_by_name(&carom_law_accessible, &p, "f", &x.f, 1), CAROM_OK);
    assert_int_equal(carom_collide(&carom_law_accessible, &rod, &p, &out), CAROM_OK);
    for (int i = 0; i < 2; i++) assert_near(out.P[i], inside[i], 1e-12);
    const double *const outside[] = {gains, leans, pulls, weak};
    for (int k = 0; k < 4; k++) {
        assert_int_equal(carom_region_locate(&rod, 0.5, outside[k], &x), CAROM_NOT_APPLICABLE);
        assert_true(isnan(x.e) && isnan(x.f));
    }
    assert_int_equal(carom_region_locate(&rod, 0.5, bad, &x), CAROM_NOT_FINITE);
    assert_int_equal(carom_region_locate(&rod, -0.5, inside, &x), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(carom_region_locate(&rod, (double)NAN, inside, &x), CAROM_COEFFICIENT_RANGE);
    // If the bodies separate, or if W_nn = 0, only P = 0 is possible, and e has no meaning.
    const double none[3] = {0.0, 0.0, 0.0};
    carom_contact parts = rod, stiff = {.dim = 2, .W = {{0, 0}, {0, 1}}, .v = {0.0, 0.5}};
    parts.v[0] = 1.0;
    assert_int_equal(carom_region_locate(&parts, 0.5, none, &x), CAROM_NOT_APPLICABLE);
    assert_int_equal(carom_region_locate(&stiff, 0.5, none, &x), CAROM_NOT_APPLICABLE);
    // At v_n = 0, e is 0 for P = 0. No e describes an impulse whose friction makes the bodies separate.
    carom_contact still = rod;
    still.v[0] = 0.0;
    assert_int_equal(carom_region_locate(&still, 0.5, none, &x), CAROM_OK);
    assert_true(x.e == 0.0);
    const double lifts[3] = {0.05, -0.02, 0.0};
    assert_int_equal(carom_region_locate(&still, 0.5, lifts, &x), CAROM_NOT_APPLICABLE);
}

// If there is no outline or no interval, the status gives the reason.
static void outside_questions(void **state) {
    (void)state;
    static carom_reach_area area;
    carom_params p = params_plain();
    p.e = 0.5, p.mu = 0.4;
    const struct {
        double vn, W_nn, mu, rest_speed;
        const carom_law *law;
        carom_status wanted;
    } rows[] = {
        {-1.0, 2.5, 0.4, 0.0, &carom_law_chatterjee1, CAROM_OK},
        {(double)NAN, 2.5, 0.4, 0.0, &carom_law_chatterjee1, CAROM_NOT_FINITE},
        {-1.0, 2.5, -0.4, 0.0, &carom_law_chatterjee1, CAROM_COEFFICIENT_RANGE},
        {1.0, 2.5, 0.4, 0.0, &carom_law_chatterjee1, CAROM_NOT_APPLICABLE},
        {-1.0, 0.0, 0.4, 0.0, &carom_law_chatterjee1, CAROM_NOT_APPLICABLE},
        {-1.0, 2.5, 0.4, 0.1, &carom_law_chatterjee1, CAROM_NOT_APPLICABLE},
        {-1.0, 2.5, 0.4, 0.0, &carom_law_routh, CAROM_NOT_APPLICABLE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        carom_contact c = rod;
        c.v[0] = rows[i].vn, c.W[0][0] = rows[i].W_nn;
        if (rows[i].W_nn == 0.0) c.W[0][1] = c.W[1][0] = 0.0;
        p.mu = rows[i].mu, p.rest_speed = rows[i].rest_speed;
        assert_int_equal(carom_reach_outline(rows[i].law, &c, &p, &area), rows[i].wanted);
        assert_true((area.count > 0) == (rows[i].wanted == CAROM_OK));
    }
    p.mu = 0.4, p.rest_speed = 0.0;
    assert_int_equal(carom_reach_outline(&carom_law_chatterjee1, &ball, &p, &area), CAROM_NOT_APPLICABLE);
    const double P[3] = {0.5, 0.0, 0.0}, up[3] = {1.0, 0.0, 0.0};
    double interval[2];
    unsigned faces[2];
    assert_int_equal(carom_region_interval(&rod, 0.5, P, up, interval, faces), CAROM_OK);
    assert_int_equal(carom_region_interval(&rod, -0.5, P, up, interval, faces), CAROM_COEFFICIENT_RANGE);
}

static void before_it(void **state) {
    (void)state;
    carom_inverse found[CAROM_MAX_INVERSES];
    carom_params p = params_plain();
    carom_contact after = rod;
    int count;
    p.e = 0.5, p.mu = 0.2;
    carom_law space = carom_law_routh, absent = carom_law_routh;
    space.solves = CAROM_3D, absent.contact = NULL;
    after.v[0] = 0.5;
    assert_int_equal(carom_collide_inverse(&space, &after, &p, found, &count), CAROM_WRONG_DIM);
    assert_int_equal(carom_collide_inverse(&absent, &after, &p, found, &count), CAROM_MODULE_MISSING);
    assert_int_equal(carom_collide_inverse(&carom_law_routh, &ball, &p, found, &count), CAROM_NOT_APPLICABLE);
    const carom_status status = carom_collide_inverse(&carom_law_routh, &after, &p, found, &count);
    assert_true(status == CAROM_OK || status == CAROM_NOT_UNIQUE);
    // Each velocity found leads to the given one.
    for (int k = 0; k < count; k++) {
        carom_contact c = rod;
        carom_result out;
        memcpy(c.v, found[k].v, 2 * sizeof(double));
        assert_int_equal(carom_collide(&carom_law_routh, &c, &p, &out), CAROM_OK);
        for (int i = 0; i < 2; i++) assert_near(out.v[i], after.v[i], 1e-9);
    }
    p.rest_speed = 0.1;
    assert_int_equal(carom_collide_inverse(&carom_law_routh, &after, &p, found, &count), CAROM_NOT_APPLICABLE);
}

// A law that behaves differently for W_nn > 2.5. The coefficient eta selects the difference: no result, another P_t, or
// another mode.
static carom_status by_mass(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    if (p->eta > 0.5 && c->W[0][0] > 2.5) return CAROM_NO_SOLUTION;
    out->P[0] = -c->v[0] / c->W[0][0];
    out->P[1] = p->eta < -0.5 && c->W[0][0] > 2.5 ? 0.1 : 0.0;
    out->mode = p->eta == 0.25 && c->W[0][0] > 2.5 ? CAROM_MODE_STICKING : CAROM_MODE_SLIDING;
    return CAROM_OK;
}

static void sensitivities(void **state) {
    (void)state;
    const carom_contact_vtable code = {.solve = by_mass};
    const carom_coefficient rows[] = {*carom_coefficient_at(NULL, CAROM_PARAM_eta)};
    const carom_law law = {
        .name = "by mass", .module = "test", .solves = CAROM_2D, CAROM_COEFFICIENTS(rows), .contact = &code};
    carom_params p = params_plain();
    carom_mass_jacobian x;
    p.eta = 0.0;
    assert_int_equal(carom_collide_mass_jacobian(&law, &rod, &p, &x), CAROM_OK);
    assert_int_equal(x.smooth, CAROM_SMOOTH);
    const double eta[] = {1.0, 0.25, -1.0};
    const carom_smoothness why[] = {CAROM_SMOOTHNESS_NONE, CAROM_KINK, CAROM_KINK};
    for (int k = 0; k < 3; k++) {
        p.eta = eta[k];
        carom_collide_mass_jacobian(&law, &rod, &p, &x);
        assert_int_equal(x.smooth, why[k]);
        assert_true(x.column >= 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_end), cmocka_unit_test(far_from_one),  cmocka_unit_test(next_to_singular),
        cmocka_unit_test(meshes),      cmocka_unit_test(located),       cmocka_unit_test(outside_questions),
        cmocka_unit_test(before_it),   cmocka_unit_test(sensitivities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
