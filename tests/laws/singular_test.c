// Tests singular W: all functions agree on its rank, and laws return their limits. The limits were computed by hand or
// in other arithmetic.
#include "support/cmocka.h"
#include "support/params.h"

#include "base/ldl.h"
#include "base/sym.h"
#include "bench/random.h"
#include "support/floor.h"
#include "support/laws.h"
#include "walk/flow.h"
#include "walk/plane.h"
#include "walk/walk.h"

static carom_params with(double e, double mu, carom_restitution restitution) {
    carom_params p = params_plain();
    p.e = e;
    p.mu = mu;
    p.restitution = restitution;
    return p;
}

static void dyad(const double q[3], double W[3][3]) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) W[i][j] = q[i] * q[j];
}

// The rank is determined from the determinant in 2D and from the pivots in 3D. Both agree for the same W, also if its
// axes are exchanged.
static void one_rank_for_plane_and_space(void **state) {
    (void)state;
    long singular = 0;
    for (uint64_t i = 0; i < 20000; i++) {
        random_stream r = random_at(21, i);
        const double share =
            CAROM_SINGULAR * (random_below(&r, 2) ? random_between(&r, 0.0, 0.9) : random_between(&r, 1.1, 3.0));
        const double a = random_power10(random_between(&r, -3.0, 3.0)),
                     T = random_power10(random_between(&r, -3.0, 3.0));
        const double w = (random_below(&r, 2) ? 1.0 : -1.0) * sqrt(a * T) * (1.0 - 0.5 * share);
        const double W[3][3] = {{a, w}, {w, T}};
        // Skips W that are too close to the limit: the rounding of w alone changes the determinant by about 2e-16.
        const double det = fma(a, T, -w * w) - fma(w, w, -w * w);
        if (fabs(det / (a * T) - CAROM_SINGULAR) < 1e-15) continue;
        const bool verdict = carom_singular2(W);
        assert_int_equal(verdict, carom_factor(2, W).rank < 2);
        const double flat[3][3] = {{a, w, 0.0}, {w, T, 0.0}, {0.0, 0.0, 1.0}};
        const double up[3][3] = {{T, 0.0, w}, {0.0, 1.0, 0.0}, {w, 0.0, a}};
        assert_int_equal(carom_factor(3, flat).rank, verdict ? 2 : 3);
        assert_int_equal(carom_factor(3, up).rank, verdict ? 2 : 3);
        assert_int_equal(carom_hold_find(flat).singular, verdict);
        assert_int_equal(carom_hold_find(flat).slope == 0.0, verdict);
        singular += verdict;
    }
    assert_true(singular > 5000 && singular < 15000);
}

// W = q q^T has rank one in spite of its rounding, and the factorisation returns q.
static void dyads_have_rank_one(void **state) {
    (void)state;
    for (uint64_t i = 0; i < 20000; i++) {
        random_stream r = random_at(22, i);
        double q[3], W[3][3], back[3];
        for (int k = 0; k < 3; k++)
            q[k] = random_between(&r, -1.0, 1.0) * random_power10(random_between(&r, -4.0, 4.0));
        dyad(q, W);
        const carom_ldl f = carom_factor(3, (const double(*)[3])W);
        assert_int_equal(f.rank, 1);
        carom_ldl_dyad(&f, back);
        const double sign = back[0] * q[0] < 0.0 ? -1.0 : 1.0;
        for (int k = 0; k < 3; k++) assert_true(fabs(sign * back[k] - q[k]) <= 1e-15 * fabs(q[k]));
    }
}

// Tests carom_hold_find, which describes sticking. The matrix is W = [[w, a^T], [a, B]], and B has rank one. The member
// x is the shortest solution of B x = a, whichever column of B is longer. The member `slope` is dv_n/dp = w - a.x.
static void rest_on_a_line(void **state) {
    (void)state;
    const double qs[][3] = {{2.0, 1.0, 2.0}, {2.0, 2.0, 1.0}, {3.0, 0.0, 2.0}, {3.0, -2.0, 0.0}, {1.0, 2.0, 2.0}};
    for (int i = 0; i < 5; i++) {
        const double *q = qs[i], beta = q[1] * q[1] + q[2] * q[2];
        double W[3][3];
        dyad(q, W);
        carom_hold h = carom_hold_find((const double(*)[3])W);
        assert_true(h.singular && h.line && h.slope == 0.0);
        assert_near(h.x[0], q[0] * q[1] / beta, 1e-15);
        assert_near(h.x[1], q[0] * q[2] / beta, 1e-15);
        assert_near(fabs(h.q[0] * q[2] - h.q[1] * q[1]), 0.0, 1e-15);
        W[0][0] += 0.5; // now W has rank two, with the same B
        h = carom_hold_find((const double(*)[3])W);
        assert_true(h.singular && h.line);
        assert_near(h.slope, 0.5, 1e-14);
    }
}

typedef struct {
    const char *law;
    double e, mu;
    carom_restitution restitution;
    carom_contact c;
    carom_status status;
    double P[3];
} known;

// Mechanisms with one degree of freedom. If friction balances the normal impulse, v_n stays below zero and there is no
// solution. An impulse that changes no velocity causes no slip.
static void mechanisms_of_one_degree_of_freedom(void **state) {
    (void)state;
    const known cases[] = {
        {"routh",
         0.5,
         2.0,
         CAROM_NEWTON,
         {.dim = 3, .W = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, .v = {-1, -1, 0.5}},
         CAROM_NO_SOLUTION,
         {0}},
        {"routh",
         0.5,
         2.0,
         CAROM_POISSON,
         {.dim = 3, .W = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, .v = {-1, -1, 0.5}},
         CAROM_NO_SOLUTION,
         {0}},
        {"routh",
         0.29634083289449065,
         0.8520157394081278,
         CAROM_POISSON,
         {.dim = 3,
          .W = {{49, -63, -63}, {-63, 81, 81}, {-63, 81, 81}},
          .v = {-0.14374807029772854, 0.48598715676988435, -1.7672108796686725}},
         CAROM_OK,
         {0.0264038, -0.0041813, 0.0220888}},
        {"routh",
         0.9061638234783462,
         1.2923608728591884,
         CAROM_POISSON,
         {.dim = 3,
          .W = {{9, -9, -3}, {-9, 9, 3}, {-3, 3, 1}},
          .v = {-0.8022396816697686, -0.8279308071706462, 1.369188660477294}},
         CAROM_OK,
         {0.4881882, 0.4984818, -0.3772588}},
        // A mass of 1 on a rail, with W = q q^T and q = (1, 1, 0.5).
        {"whittaker",
         0.5,
         2.0,
         CAROM_NEWTON,
         {.dim = 3, .W = {{1, 1, 0.5}, {1, 1, 0.5}, {0.5, 0.5, 0.25}}, .v = {-1, -1, -0.5}},
         CAROM_NO_SOLUTION,
         {0}},
        {"whittaker",
         0.5256804906822446,
         13.758717157345625,
         CAROM_NEWTON,
         {.dim = 3,
          .W = {{64, 0, -8}, {0, 0, 0}, {-8, 0, 1}},
          .v = {-0.3036151694726974, 1.7777966249384392, -0.6458785035364318}},
         CAROM_OK,
         {0.0197236, -0.2523199, 0.0998865}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const known *k = &cases[i];
        const carom_params p = with(k->e, k->mu, k->restitution);
        carom_result out;
        assert_int_equal(carom_collide(carom_law_find(NULL, k->law, CAROM_ONE_CONTACT), &k->c, &p, &out), k->status);
        // The expected numbers have seven decimal places.
        if (k->status == CAROM_OK)
            for (int j = 0; j < 3; j++) assert_near(out.P[j], k->P[j], 1e-7);
    }
}

// With e = 0 the impact stops the motion, v' = 0, but the sticking impulse lies outside the friction cone. The result
// is the limit of regular W, which slips in the direction against q_t. It is the same in 2D and 3D.
static void whittaker_that_comes_to_rest(void **state) {
    (void)state;
    const carom_params p = with(0.0, 0.5, CAROM_NEWTON);
    const carom_contact plane = {.dim = 2, .W = {{9, 12}, {12, 16}}, .v = {-3, -4}};
    const carom_contact space = {.dim = 3, .W = {{9, 0, 12}, {0, 0, 0}, {12, 0, 16}}, .v = {-3, 0, -4}};
    carom_result out;
    assert_int_equal(carom_collide(carom_law_find(NULL, "whittaker", CAROM_ONE_CONTACT), &plane, &p, &out), CAROM_OK);
    assert_near(out.P[0], 0.2, 1e-15);
    assert_near(out.P[1], 0.1, 1e-15);
    assert_int_equal(carom_collide(carom_law_find(NULL, "whittaker", CAROM_ONE_CONTACT), &space, &p, &out), CAROM_OK);
    assert_near(out.P[0], 0.2, 1e-15);
    assert_near(out.P[1], 0.0, 1e-15);
    assert_near(out.P[2], 0.1, 1e-15);
}

// Two degrees of freedom, with the mu at which friction balances the normal impulse. The null vector is (2, -1, 0), mu
// = 1/2, and the slip is along +t1. The rates of slip and v_n along the path are then 0 up to rounding.
static void a_balance_in_rank_two(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++)
        for (double third = 1.0; third < 50.0; third += 1.0) {
            const double s = third / 7.0;
            const carom_contact c = {
                .dim = 3, .W = {{s, 2.0 * s, 0.0}, {2.0 * s, 4.0 * s, 0.0}, {0.0, 0.0, 3.0}}, .v = {-1.0, 0.3, 0.7}};
            const carom_params p = with(0.5, 0.5, (carom_restitution)k);
            carom_result out;
            assert_int_equal(carom_collide(&carom_law_routh, &c, &p, &out), CAROM_NO_SOLUTION);
        }
}

// The function that follows the path in 3D needs `needed` evaluations here. With a smaller limit it returns
// not-converged; the default limit is sufficient.
static void work_is_bounded(void **state) {
    (void)state;
    const carom_contact c = {
        .dim = 3, .W = {{1.0, 0.3, 0.1}, {0.3, 2.0, 0.2}, {0.1, 0.2, 1.0}}, .v = {-1.0, 0.7, -0.9}};
    const carom_params p = with(0.6, 0.4, CAROM_ENERGETIC);
    carom_result out = {0};
    assert_int_equal(carom_walk_space(&c, &p, NULL, &out), CAROM_OK);
    const int needed = out.evaluations;
    assert_true(needed > 3 && needed < CAROM_MAX_EVALUATIONS / 10);
    for (int most = 1; most < needed; most++)
        assert_int_equal(carom_walk_space_within(most, &c, &p, NULL, &out), CAROM_NOT_CONVERGED);
    assert_int_equal(carom_walk_space_within(needed, &c, &p, NULL, &out), CAROM_OK);
    assert_int_equal(out.evaluations, needed);
    // Recording the path needs no further evaluations.
    carom_path_point points[200];
    carom_path path = {.points = points, .capacity = 200};
    assert_int_equal(carom_walk_space(&c, &p, &path, &out), CAROM_OK);
    assert_int_equal(out.evaluations, needed);
}

// The slip ends in restitution, with energetic restitution and a tiny e, so the work released is e^2 of the work
// absorbed. The closed form and the paths in 2D and 3D keep their digits. The reference is Wang & Mason's closed form
// in long double. The largest difference was 4e-13, for a nearly singular W; the bound is 1e-11. If e^2 were computed
// from a difference of works, the difference would be 5e-9.
static void tiny_energetic_restitution(void **state) {
    (void)state;
    long compared = 0;
    double worst[3] = {0.0};
    for (uint64_t i = 0; i < 20000; i++) {
        random_stream r = random_at(5, i);
        carom_contact c = random_contact(&r, 2, 1.0);
        const carom_params q = random_params(&r, 2);
        const carom_params p = with(random_power10(random_between(&r, -12.0, -5.0)), q.mu, CAROM_ENERGETIC);
        const long double a = c.W[0][0], w = c.W[0][1], T = c.W[1][1], vn = c.v[0], mu = p.mu, e = p.e;
        const long double s = c.v[1] > 0.0 ? 1.0L : -1.0L, k1 = a - s * mu * w, g = mu * T - s * w;
        if (c.v[1] == 0.0 || !(k1 > 1e-2L * a && g > 1e-2L * T * mu) || a * T - w * w < 1e-3L * a * T) continue;
        c.v[1] = (double)(s * g * -vn / k1 * (1.0L + e * random_unit(&r)));
        const long double P1 = s * c.v[1] / g, c1 = vn + k1 * P1, left = e * vn * (e * vn) - c1 * c1;
        if (!(c1 > 0.0L && left > 0.0L)) continue;
        const long double d2 = fabsl(w) <= mu * T ? -w / T : w > 0.0L ? -mu : mu, k2 = a + w * d2;
        const long double Pn = P1 + (sqrtl(c1 * c1 + k2 / k1 * left) - c1) / k2, Pt = -s * mu * P1 + d2 * (Pn - P1);
        const carom_contact space = {.dim = 3,
                                     .W = {{c.W[0][0], c.W[0][1], 0.0}, {c.W[0][1], c.W[1][1], 0.0}, {0.0, 0.0, 1.0}},
                                     .v = {c.v[0], c.v[1], 0.0}};
        carom_result out[3] = {{0}};
        assert_int_equal(carom_collide(&carom_law_routh, &c, &p, &out[0]), CAROM_OK);
        assert_int_equal(carom_walk_plane(&c, &p, NULL, &out[1]), CAROM_OK);
        assert_int_equal(carom_collide(&carom_law_routh, &space, &p, &out[2]), CAROM_OK);
        const double size = (double)sqrtl(Pn * Pn + Pt * Pt);
        for (int k = 0; k < 3; k++) {
            const double off = hypot((double)(out[k].P[0] - Pn), (double)(out[k].P[1] - Pt)) / size;
            worst[k] = fmax(worst[k], off);
            assert_true(off <= 1e-11);
        }
        compared++;
    }
    printf("  %ld compared: closed form %.1e, walker %.1e, space %.1e\n", compared, worst[0], worst[1], worst[2]);
    assert_true(floor_met("tiny e", compared, 20000, 0.2));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_rank_for_plane_and_space),
        cmocka_unit_test(dyads_have_rank_one),
        cmocka_unit_test(rest_on_a_line),
        cmocka_unit_test(mechanisms_of_one_degree_of_freedom),
        cmocka_unit_test(whittaker_that_comes_to_rest),
        cmocka_unit_test(a_balance_in_rank_two),
        cmocka_unit_test(work_is_bounded),
        cmocka_unit_test(tiny_energetic_restitution),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
