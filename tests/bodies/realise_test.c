// Tests that the bodies computed from a W have this W. W is random, at all scales; it can be singular, and eigenvalues
// can be equal or nearly equal.
#include "support/cmocka.h"

#include "base/worst.h"
#include "bench/random.h"
#include "carom/bodies.h"
#include "papers/rods.h"
#include "support/floor.h"
#include "support/spectrum.h"

// The kinds of eigenvalues of W.
enum { GENERIC, LEAST_NEARLY_DOUBLE, LEAST_DOUBLE, NEARLY_TRIPLE, TRIPLE, SINGULAR, RANK_ONE, SPREAD, KINDS };

static const double gaps[] = {1e-3, 1e-6, 1e-9, 1e-12, 1e-14, 1e-15};

static void eigenvalues(random_stream *r, int kind, double w[3]) {
    const double gap = gaps[random_below(r, 6)] * random_between(r, 0.5, 2.0);
    w[0] = random_between(r, 0.1, 1.0);
    w[1] = w[0] + random_between(r, 0.1, 3.0);
    w[2] = w[1] + random_between(r, 0.0, 3.0);
    if (kind == LEAST_NEARLY_DOUBLE) w[1] = w[0] * (1.0 + gap);
    if (kind == LEAST_DOUBLE || kind == TRIPLE) w[1] = w[0];
    if (kind == NEARLY_TRIPLE) w[1] = w[0] * (1.0 + gap), w[2] = w[0] * (1.0 + 3.0 * gap);
    if (kind == TRIPLE) w[2] = w[0];
    if (kind == SINGULAR || kind == RANK_ONE) w[0] = 0.0;
    if (kind == RANK_ONE) w[1] = 0.0;
    if (kind == SPREAD) w[0] *= random_power10(-12.0 * random_unit(r)), w[1] = w[0] * random_between(r, 1.0, 1e3);
}

static carom_contact contact_of(random_stream *r, int dim, const double w[3], double scale) {
    carom_contact c = spectrum_contact(r, dim, w, scale);
    c.v[0] = -1.0, c.v[1] = 0.5, c.v[2] = dim == 3 ? 0.25 : 0.0;
    return c;
}

// Returns true if no moment of inertia exceeds the sum of the other two. Only a body with such moments can be built.
static bool can_be_built(const carom_body *body) {
    for (int i = 0; i < 3; i++) {
        const double *I[3] = {body->inertia[i], body->inertia[(i + 1) % 3], body->inertia[(i + 2) % 3]};
        if (I[0][i] > (I[1][(i + 1) % 3] + I[2][(i + 2) % 3]) * (1.0 + 1e-12)) return false;
    }
    return true;
}

static void there_and_back(void **state) {
    double worst = 0.0;
    int two = 0, answered = 0;
    (void)state;
    for (int k = 0; k < 40000; k++) {
        random_stream r = random_at(7, (uint64_t)k);
        const int kind = k % KINDS;
        double w[3];
        eigenvalues(&r, kind, w);
        const double scale = k % 3 ? random_power10(random_between(&r, -130.0, 130.0)) : 1.0;
        const carom_contact c = contact_of(&r, 3, w, scale);
        carom_contact back;
        carom_pair pair;
        assert_int_equal(
            carom_pair_from_contact(&c, CAROM_PAIR_FEWEST, random_power10(random_between(&r, -3.0, 3.0)), &pair),
            CAROM_OK);
        assert_int_equal(carom_pair_contact(&pair, &back), CAROM_OK);
        const double off = spectrum_apart(&c, &back);
        carom_worsen(&worst, off);
        // The largest error was 9.0e-15; the bound is 2e-14. Eigenvalues less than 40 units in the last place apart
        // count as equal.
        if (!(off < 2e-14)) fail_msg("kind %d: W comes back off by %g", kind, off);
        for (int i = 0; i < 3; i++) assert_true(back.v[i] == c.v[i]);
        assert_true(can_be_built(&pair.a) && can_be_built(&pair.b));
        two += isfinite(pair.b.mass);
        answered++;
        if (kind == LEAST_DOUBLE) assert_true(isfinite(pair.b.mass) && isfinite(pair.a.mass));
        if (kind == GENERIC || kind == TRIPLE) assert_true(isinf(pair.b.mass));
        // No centre is on the wrong side of the contact plane: A is on the side of the normal.
        assert_true(pair.a.centre[0] >= 0.0 && pair.b.centre[0] <= 0.0);
    }
    printf("W there and back, 40000: worst %.2g of its largest entry; %d with two bodies\n", worst, two);
    assert_true(floor_met("W there and back", answered, 40000, 1.0));
    assert_true(two > 5000 && two < 15000);
}

// Checks that two finite bodies are found for any regular W, also if the second eigenvalue is equal to or twice the
// first.
static void always_two(void **state) {
    double worst = 0.0;
    (void)state;
    for (int k = 0; k < 10000; k++) {
        random_stream r = random_at(10, (uint64_t)k);
        double w[3] = {random_between(&r, 0.1, 1.0), 0.0, 0.0};
        w[1] = w[0] * (k % 4 ? random_between(&r, 1.0, 4.0) : 1.0 + 0.5 * (k % 3 + 0.0));
        w[2] = w[1] * (k % 5 ? random_between(&r, 1.0, 4.0) : 1.0);
        const carom_contact c = contact_of(&r, 3, w, 1.0);
        carom_contact back;
        carom_pair pair;
        assert_int_equal(carom_pair_from_contact(&c, CAROM_PAIR_TWO, 1.0, &pair), CAROM_OK);
        assert_int_equal(carom_pair_contact(&pair, &back), CAROM_OK);
        assert_true(isfinite(pair.a.mass) && isfinite(pair.b.mass));
        assert_true(isfinite(pair.a.inertia[0][0]) && isfinite(pair.b.inertia[0][0]));
        carom_worsen(&worst, spectrum_apart(&c, &back));
    }
    assert_true(worst < 2e-14); // largest error: 1.3e-15
}

static void in_the_plane(void **state) {
    double worst = 0.0;
    (void)state;
    for (int k = 0; k < 20000; k++) {
        random_stream r = random_at(8, (uint64_t)k);
        double w[3];
        eigenvalues(&r, k % KINDS, w);
        const carom_contact c = contact_of(&r, 2, w, k % 3 ? random_power10(random_between(&r, -130.0, 130.0)) : 1.0);
        if (!(c.W[0][0] > 0.0 && c.W[1][1] > 0.0)) continue; // rank one: nothing can move in 2D
        carom_contact back;
        carom_planar_pair pair;
        assert_int_equal(carom_planar_pair_from_contact(&c, 0.5, &pair), CAROM_OK);
        assert_int_equal(carom_planar_pair_contact(&pair, &back), CAROM_OK);
        carom_worsen(&worst, spectrum_apart(&c, &back));
        assert_true(back.v[0] == c.v[0] && back.v[1] == c.v[1]);
        assert_true(pair.a.centre[0] >= 0.0);
    }
    printf("in the plane, 20000: worst %.2g\n", worst);
    assert_true(worst < 2e-14); // largest error: 8.9e-15
}

// Checks the rods of Chatterjee. Their parameter M_c is 1 to 1e6 times the largest mass 1/eigenvalue, or infinite.
static void rods(void **state) {
    double worst = 0.0;
    int solved = 0;
    (void)state;
    for (int k = 0; k < 20000; k++) {
        random_stream r = random_at(9, (uint64_t)k);
        const double w[3] = {random_between(&r, 0.1, 1.0), random_between(&r, 0.1, 1.0), random_between(&r, 0.1, 1.0)};
        const double scale = k % 3 ? random_power10(random_between(&r, -100.0, 100.0)) : 1.0;
        const carom_contact c = contact_of(&r, 3, w, scale);
        const double heaviest = 1.0 / (scale * fmin(w[0], fmin(w[1], w[2])));
        carom_contact back;
        carom_rod_masses masses;
        carom_pair pair;
        const double M_c = k % 5 ? heaviest * random_power10(random_between(&r, 0.0, 6.0)) : HUGE_VAL;
        const carom_status status = carom_rods_compute(&c, M_c, 0.3, &masses, &pair);
        if (status == CAROM_NO_SOLUTION) {
            // m is negative if M_33 is close to M_11:
            //   m = (M_33 - M_11)/2 - (4 M_11 M_33 - 3 M_33^2)/(4 M_c) + ...
            const double lightest = 1.0 / (scale * fmax(w[0], fmax(w[1], w[2])));
            assert_true(M_c < 4.0 * heaviest || heaviest - lightest < heaviest * (heaviest / M_c));
            continue;
        }
        assert_int_equal(status, CAROM_OK);
        assert_int_equal(carom_pair_contact(&pair, &back), CAROM_OK);
        carom_worsen(&worst, spectrum_apart(&c, &back));
        solved++;
        assert_true(pair.a.centre[0] >= 0.0 && pair.b.centre[0] <= 0.0);
    }
    printf("rods, %d of 20000 answered: worst %.2g\n", solved, worst);
    assert_true(solved > 17000);
    assert_true(worst < 1e-13); // largest error: 5.3e-15
}

static void figure_2_9(void **state) {
    (void)state;
    // M = diag(lambda1, lambda2, lambda3) with a ball joint and a hinge. M_a, M_b and m are those of the printed
    // figure.
    const carom_contact c = {.dim = 3, .W = {{1.0, 0, 0}, {0, 0.5, 0}, {0, 0, 0.25}}, .v = {-1.0, 0.0, 0.0}};
    carom_rod_masses masses;
    carom_pair pair;
    carom_contact back;
    assert_int_equal(carom_rods_compute(&c, HUGE_VAL, 1.0, &masses, &pair), CAROM_OK);
    assert_near(masses.M_a, 1.0, 1e-15);
    assert_near(masses.M_b, 2.0, 1e-15);
    assert_near(masses.m, 1.5, 1e-15);
    assert_int_equal(carom_pair_contact(&pair, &back), CAROM_OK);
    assert_true(spectrum_apart(&c, &back) < 1e-15);
}

static void ellipsoids(void **state) {
    (void)state;
    double moments[3], arm[3];
    const double thin[3] = {1e150, 1.0, 1e-150};
    assert_int_equal(carom_ellipsoid_arm(thin, (const double[3]){0.0, 0.0, -3.0}, arm), CAROM_OK);
    assert_true(arm[0] == 0.0 && arm[1] == 0.0);
    assert_near(arm[2] * 1e150, -1.0, 1e-15);
    assert_int_equal(carom_ellipsoid_inertia(HUGE_VAL, (const double[3]){1, 1, 1}, moments), CAROM_OK);
    assert_true(isinf(moments[0]));
    assert_int_equal(carom_ellipsoid_inertia(-1.0, (const double[3]){1, 1, 1}, moments), CAROM_BAD_MASS);
    assert_int_equal(carom_ellipsoid_inertia(1.0, (const double[3]){1, 0, 1}, moments), CAROM_BAD_VALUE);
    assert_int_equal(carom_ellipsoid_arm((const double[3]){1, 1, 1}, (const double[3]){0, 0, 0}, arm), CAROM_BAD_FRAME);
}

static void refused(void **state) {
    (void)state;
    carom_contact c = {.dim = 3, .W = {{1, 0, 0}, {0, 2, 0}, {0, 0, 3}}, .v = {-1.0, 0.0, 0.0}};
    carom_pair pair;
    carom_planar_pair flat;
    carom_rod_masses masses;
    assert_int_equal(carom_pair_from_contact(&c, CAROM_PAIR_FEWEST, 0.0, &pair), CAROM_BAD_VALUE);
    assert_int_equal(carom_pair_from_contact(&c, CAROM_PAIR_FEWEST, (double)NAN, &pair), CAROM_BAD_VALUE);
    assert_int_equal(carom_planar_pair_from_contact(&c, 1.0, &flat), CAROM_BAD_DIM);
    assert_int_equal(carom_pair_from_contact(NULL, CAROM_PAIR_FEWEST, 1.0, &pair), CAROM_NULL_POINTER);
    assert_int_equal(carom_rods_compute(&c, 0.1, 1.0, &masses, &pair), CAROM_NO_SOLUTION);
    const double bad[][2] = {{-1.0, 1.0}, {(double)NAN, 1.0}, {10.0, 0.0}, {10.0, (double)NAN}, {10.0, HUGE_VAL}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(carom_rods_compute(&c, bad[i][0], bad[i][1], &masses, &pair), CAROM_BAD_VALUE);
    carom_contact fast = c;
    fast.v[0] = HUGE_VAL;
    assert_int_equal(carom_rods_compute(&fast, 10.0, 1.0, &masses, &pair), CAROM_NOT_FINITE);
    c.W[2][2] = 0.0;
    assert_int_equal(carom_rods_compute(&c, 10.0, 1.0, &masses, &pair), CAROM_NOT_APPLICABLE);
    c.W[2][2] = 1e-310;
    assert_int_equal(carom_pair_from_contact(&c, CAROM_PAIR_FEWEST, 1e-300, &pair), CAROM_OVERFLOW);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back), cmocka_unit_test(always_two), cmocka_unit_test(in_the_plane),
        cmocka_unit_test(rods),           cmocka_unit_test(figure_2_9), cmocka_unit_test(ellipsoids),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
