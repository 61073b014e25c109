// Tests that a singular contact has the same result in other forms. A 2D contact is embedded and rotated in 3D,
// mirrored, or rounded in another unit of speed.
#include "support/cmocka.h"
#include "support/params.h"

#include "base/worst.h"
#include "bench/random.h"
#include "support/floor.h"
#include "support/laws.h"

enum { PROBLEMS = 4000 };

// Returns a pendulum with W = q q^T, which is exact if q is integer. If the pendulum moves freely, v is in the range of
// W; otherwise v is arbitrary.
static carom_contact pendulum(random_stream *r) {
    carom_contact c = {.dim = 2};
    const bool lattice = random_below(r, 2) == 0, free = random_below(r, 2) == 0;
    double q[2];
    for (int i = 0; i < 2; i++) q[i] = lattice ? 1.0 + random_below(r, 9) : random_between(r, 0.2, 2.0);
    if (random_below(r, 2)) q[1] = -q[1];
    const double speed = -random_between(r, 0.1, 1.0);
    for (int i = 0; i < 2; i++) {
        c.v[i] = free ? speed * q[i] : i == 0 ? speed : random_between(r, -1.0, 1.0);
        for (int j = 0; j < 2; j++) c.W[i][j] = q[i] * q[j];
    }
    return c;
}

static carom_params params_of(random_stream *r) {
    static const double ends[] = {0.0, 1.0};
    carom_params p = params_plain();
    p.e = random_below(r, 2) ? ends[random_below(r, 2)] : random_unit(r);
    p.e_t = random_below(r, 2) ? p.e : random_unit(r);
    p.mu = random_below(r, 8) == 0 ? 0.0 : random_below(r, 8) == 0 ? HUGE_VAL : random_between(r, 0.0, 3.0);
    p.restitution = (carom_restitution)random_below(r, 3);
    p.s1 = p.s2 = 0.25;
    return p;
}

// Returns true if friction almost balances the normal impulse, mu |W_nt| = W_nn. Rounding then determines whether there
// is a solution.
static bool balanced(const carom_contact *c, double mu) {
    const double a = c->W[0][0], grip = mu * fabs(c->W[0][1]);
    return fabs(a - grip) < 1e-6 * a;
}

// Embeds a 2D contact in 3D, with W = U along the second tangent. Then rotates it about the normal by the angle with
// the cosine C and the sine S.
static carom_contact embed(const carom_contact *c, double U, double C, double S) {
    const double w = c->W[0][1], T = c->W[1][1], v = c->v[1];
    const carom_contact k = {.dim = 3,
                             .W = {{c->W[0][0], C * w, S * w},
                                   {C * w, C * C * T + S * S * U, C * S * (T - U)},
                                   {S * w, C * S * (T - U), S * S * T + C * C * U}},
                             .v = {c->v[0], C * v, S * v}};
    return k;
}

static const double turns[][2] = {{1.0, 0.0}, {0.0, 1.0}, {0.6, 0.8}, {-0.8, 0.6}, {5.0 / 13.0, -12.0 / 13.0}};

static void in_space(const carom_law *law) {
    long answered = 0, none = 0;
    double worst = 0.0;
    for (uint64_t i = 0; i < PROBLEMS; i++) {
        random_stream r = random_at(61, i);
        carom_contact c = pendulum(&r);
        const carom_params p = params_of(&r);
        const double *turn = turns[random_below(&r, 5)], U = random_below(&r, 3) ? random_between(&r, 0.5, 2.0) : 0.0;
        // Some W are regular in 2D, but singular in 3D. Infinite friction is excluded: if it stops a pendulum, P_n is 0
        // up to rounding, and rounding determines whether there is a solution.
        if (random_below(&r, 4) == 0 && !isinf(p.mu)) c.W[0][0] += random_between(&r, 0.1, 1.0);
        const carom_contact k = embed(&c, U, turn[0], turn[1]);
        carom_result flat, out;
        if (balanced(&c, p.mu)) continue;
        const carom_status status = carom_collide(law, &c, &p, &flat);
        if (carom_collide(law, &k, &p, &out) != status)
            fail_msg("%s, problem %d: %s in the plane, %s in space", law->name, (int)i, carom_status_name(status),
                     carom_status_name(out.status));
        none += status != CAROM_OK;
        if (status != CAROM_OK || out.solution_count > 1) continue;
        // The largest difference was 6e-11 for chatterjee1, which computes a small difference of slips, and 1.3e-13 for
        // the other laws. The bound is 1e-9.
        const double size = fabs(flat.P[0]) + fabs(flat.P[1]),
                     P[3] = {flat.P[0], turn[0] * flat.P[1], turn[1] * flat.P[1]};
        for (int j = 0; j < 3; j++) {
            if (!(fabs(out.P[j] - P[j]) <= 1e-9 * size))
                fail_msg("%s, problem %d: P[%d] = %.17g in space, %.17g in the plane", law->name, (int)i, j, out.P[j],
                         P[j]);
            if (size > 0.0) carom_worsen(&worst, fabs(out.P[j] - P[j]) / size);
        }
        answered++;
    }
    print_message("%s: %ld answered, %ld without a solution, worst %.1e\n", law->name, answered, none, worst);
    assert_true(floor_holds(answered, PROBLEMS, 0.34));
}

static void plane_in_space(void **state) {
    (void)state;
    const carom_law *laws[] = {&carom_law_frictionless, &carom_law_routh,       &carom_law_whittaker,
                               &carom_law_initial_slip, &carom_law_smith,       &carom_law_chatterjee1,
                               &carom_law_chatterjee2,  &carom_law_chatterjee3, &carom_law_chatterjee};
    for (int i = 0; i < 9; i++) in_space(laws[i]);
}

// Mirrors the tangent of a pendulum, and rounds its v in another unit of speed.
static void mirrored_and_rounded(const carom_law *law) {
    long answered = 0;
    for (uint64_t i = 0; i < PROBLEMS; i++) {
        random_stream r = random_at(62, i);
        const carom_contact c = pendulum(&r);
        const carom_params p = params_of(&r);
        carom_contact mirror = c, third = c;
        carom_result out, left, other;
        mirror.W[0][1] = mirror.W[1][0] = -c.W[0][1];
        mirror.v[1] = -c.v[1];
        for (int j = 0; j < 2; j++) third.v[j] = c.v[j] / 3.0;
        if (balanced(&c, p.mu) || (isinf(p.mu) && law == &carom_law_pfeiffer_glocker)) continue;
        const carom_status status = carom_collide(law, &c, &p, &out);
        assert_int_equal(carom_collide(law, &mirror, &p, &left), status);
        if (carom_collide(law, &third, &p, &other) != status)
            fail_msg("%s, problem %d: %s, and %s at a third of the speed", law->name, (int)i, carom_status_name(status),
                     carom_status_name(other.status));
        if (status != CAROM_OK) continue;
        const double size = fabs(out.P[0]) + fabs(out.P[1]);
        assert_true(out.P[0] == left.P[0] && out.P[1] == -left.P[1]);
        for (int j = 0; j < 2; j++)
            if (!(fabs(3.0 * other.P[j] - out.P[j]) <= 1e-9 * size))
                fail_msg("%s, problem %d: P[%d] = %.17g, and %.17g a third of the speed", law->name, (int)i, j,
                         out.P[j], other.P[j]);
        answered++;
    }
    print_message("%s: %ld answered\n", law->name, answered);
    assert_true(floor_holds(answered, PROBLEMS, 0.5));
}

static void mirrored_pendulums(void **state) {
    (void)state;
    const carom_law *laws[] = {
        &carom_law_routh, &carom_law_whittaker,   &carom_law_initial_slip,     &carom_law_brach,
        &carom_law_smith, &carom_law_chatterjee1, &carom_law_pfeiffer_glocker, &carom_law_glocker};
    for (int i = 0; i < 8; i++) mirrored_and_rounded(laws[i]);
}

// Tests smith for W of rank two: a slow slip, and a slip that no impulse can stop with infinite friction.
static void smith_in_rank_two(void **state) {
    (void)state;
    const carom_contact slow = {.dim = 3,
                                .W = {{0.79714932415199424, -1.4899572510178942, 1.3449691610389671},
                                      {-1.4899572510178942, 2.835578372180219, -2.5596475749126486},
                                      {1.3449691610389671, -2.5596475749126486, 2.310567668323221}},
                                .v = {-0.13992470477847707, 7.7924102232947391e-09, -7.0341289545966485e-09}};
    const carom_contact plane = {
        .dim = 2,
        .W = {{0.79714932415199424, -2.0072156471108586}, {-2.0072156471108586, 5.1461460405034396}},
        .v = {-0.13992470477847707, 1.0497648652817606e-08}};
    const carom_contact endless = {.dim = 3,
                                   .W = {{5.2413127081970735e-58, -4.1905885324511173e-58, 0},
                                         {-4.1905885324511173e-58, 8.5148617003147464e-58, 0},
                                         {0, 0, 0}},
                                   .v = {-4.8780290645422705e-19, -1.4088371372232583e-19, -9.7195843860124104e-20}};
    carom_params p = params_plain();
    carom_result flat, out;
    p.e = 0.76579643194314495;
    p.mu = 0.5;
    assert_int_equal(carom_collide(&carom_law_smith, &plane, &p, &flat), CAROM_OK);
    assert_int_equal(carom_collide(&carom_law_smith, &slow, &p, &out), CAROM_OK);
    assert_near(out.P[0], flat.P[0], 1e-9 * flat.P[0]);
    p.e = 0.0;
    p.mu = HUGE_VAL;
    assert_int_equal(carom_collide(&carom_law_smith, &endless, &p, &out), CAROM_NO_SOLUTION);
}

// W_tt is 1e12 times W_nn, so P_t is about 1e-6 of P_n, but must be as accurate. The reference was computed in 113-bit
// arithmetic.
static void expansion_of_a_light_tangent(void **state) {
    (void)state;
    const carom_contact c = {.dim = 2,
                             .W = {{0.32510452196632117, 4488.9402853916081}, {4488.9402853916081, 291817995441.30829}},
                             .v = {-2.4171824926473966, -560374.33799727494}};
    carom_params p = params_plain();
    carom_result out;
    p.e = 0.19020244914782514;
    p.mu = 1.6973791666727023;
    p.e_t = 0.0003121702356433724;
    p.nu = 1.0;
    assert_int_equal(carom_collide(&carom_law_pfeiffer_glocker, &c, &p, &out), CAROM_OK);
    assert_near(out.P[1] * 1e6, 1.8064064283825211, 1e-14);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(plane_in_space), cmocka_unit_test(mirrored_pendulums),
                                       cmocka_unit_test(smith_in_rank_two),
                                       cmocka_unit_test(expansion_of_a_light_tangent)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
