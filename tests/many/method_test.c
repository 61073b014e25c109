// Tests the methods for several contacts on systems with known results. Some systems have several results or none, or
// reach a limit.
#include "support/cmocka.h"
#include "support/params.h"

#include <fenv.h>
#include <string.h>

#include "bench/random.h"
#include "support/laws.h"
#include "systems/sequence.h"

enum { MOST = 8 };

static max_align_t room[1 << 17];

// Contacts of separate bodies, all at rest, with W = 1.
typedef struct problem {
    double W[4 * MOST * MOST], v[2 * MOST];
    carom_params contact[MOST];
    carom_system s;
    carom_system_params p;
} problem;

static void set_up(problem *x, int nc) {
    *x = (problem){0};
    for (int i = 0; i < 2 * nc; i++) x->W[(2 * nc + 1) * i] = 1.0;
    for (int i = 0; i < nc; i++) x->contact[i] = params_plain();
    x->s = (carom_system){.nc = nc, .dim = 2, .W = x->W, .v = x->v};
    x->p = carom_system_params_default(x->contact);
    x->p.single = &carom_law_frictionless;
    x->p.max_states = 8;
    x->p.max_impacts = 8;
    x->p.max_outcomes = 8;
}

// Sets the block of W, the velocity and the coefficients of contact 0.
static void set_first(problem *x, double Wnn, double Wnt, double Wtt, double vn, double vt, double mu, double e) {
    const int n = 2 * x->s.nc;
    x->W[0] = Wnn;
    x->W[1] = x->W[n] = Wnt;
    x->W[n + 1] = Wtt;
    x->v[0] = vn;
    x->v[1] = vt;
    x->contact[0].mu = mu;
    x->contact[0].e = e;
}

static carom_status impact(const carom_law *method, const problem *x, carom_system_result *out) {
    return carom_system_solve(method, &x->s, &x->p, room, sizeof room, out);
}

static void assert_impulse(const carom_system_result *out, double Pn, double Pt, double tolerance) {
    assert_near(out->P[0], Pn, tolerance);
    assert_near(out->P[1], Pt, tolerance);
}

// A contact separates, but W_nn < mu W_nt. It may continue to separate, or jam in the mode stick or slip+.
//   stick  P = -W^-1 v = (35, -55)/9      slip+  P_n = -v_n/(W_nn - mu W_nt) = 5/3
static void three_answers(void **state) {
    (void)state;
    problem x;
    carom_system_result out;
    set_up(&x, 1);
    set_first(&x, 1.0, 0.8, 1.0, 1.0, 3.0, 2.0, 0.0);
    assert_int_equal(impact(&carom_law_glocker, &x, &out), CAROM_NOT_UNIQUE);
    assert_true(out.violations & CAROM_VIOLATION_NOT_UNIQUE);
    assert_int_equal(out.solution_count, 3);
    assert_int_equal(out.kept, 3);
    const carom_mode mode[3] = {CAROM_MODE_OPEN, CAROM_MODE_STICK, CAROM_MODE_SLIP_PLUS};
    const double P[3][2] = {{0.0, 0.0}, {35.0 / 9.0, -55.0 / 9.0}, {5.0 / 3.0, -10.0 / 3.0}};
    for (int k = 0; k < 3; k++) {
        assert_int_equal(out.solutions[k].mode[0], mode[k]);
        assert_near(out.solutions[k].P[0], P[k][0], 1e-14);
        assert_near(out.solutions[k].P[1], P[k][1], 1e-14);
    }
    // All solutions are counted even if fewer are stored. Lemke's method finds one solution and does not count the
    // others.
    x.p.max_solutions = 2;
    assert_int_equal(impact(&carom_law_glocker, &x, &out), CAROM_NOT_UNIQUE);
    assert_int_equal(out.solution_count, 3);
    assert_int_equal(out.kept, 2);
    x.p.solver = CAROM_SOLVER_LEMKE;
    assert_int_equal(impact(&carom_law_glocker, &x, &out), CAROM_OK);
    assert_int_equal(out.solution_count, 0);
    assert_impulse(&out, 0.0, 0.0, 0.0);
}

// The same contact has three modes of compression, and then three results of expansion. Without a stored impulse nu has
// no effect.
static void compression_in_three_ways(void **state) {
    (void)state;
    for (int nu = 0; nu <= 1; nu++) {
        problem x;
        carom_system_result out;
        set_up(&x, 1);
        set_first(&x, 1.0, 0.8, 1.0, 1.0, 3.0, 2.0, 0.0);
        x.contact[0].nu = nu;
        assert_int_equal(impact(&carom_law_pfeiffer_glocker, &x, &out), CAROM_NOT_UNIQUE);
        assert_int_equal(out.solution_count, 3);
        assert_int_equal(out.kept, 3);
        assert_impulse(&out, 0.0, 0.0, 0.0);
        assert_true(out.P_compression[0] == 0.0 && out.v_compression[0] == 1.0 && out.v_compression[1] == 3.0);
    }
}

// The number of solutions that are counted does not depend on the number that is stored. W has small integers and mu is
// large, so that modes coincide.
static void counted_alike(void **state) {
    (void)state;
    int several = 0, most = 0;
    for (uint64_t index = 0; index < 4000; index++) {
        random_stream r = random_at(42, index);
        problem x;
        carom_system_result out;
        set_up(&x, 2);
        double A[4][4];
        for (int i = 0; i < 4; i++) {
            for (int k = 0; k < 4; k++) A[i][k] = random_below(&r, 5) - 2;
            for (int j = 0; j <= i; j++) {
                double sum = 0.0;
                for (int k = 0; k < 4; k++) sum += A[i][k] * A[j][k];
                x.W[4 * i + j] = x.W[4 * j + i] = sum;
            }
            x.v[i] = random_below(&r, 5) - 2;
        }
        for (int i = 0; i < 2; i++) x.contact[i].mu = 1 + random_below(&r, 3);
        x.p.max_solutions = 64;
        const carom_status all = impact(&carom_law_glocker, &x, &out);
        const int solutions = out.solution_count;
        x.p.max_solutions = 1;
        assert_int_equal(impact(&carom_law_glocker, &x, &out), all);
        assert_int_equal(out.solution_count, solutions);
        several += all == CAROM_NOT_UNIQUE;
        most = solutions > most ? solutions : most;
    }
    printf("%d of 4000 have several solutions, at most %d\n", several, most);
    assert_true(several > 200 && most >= 3 && most < CAROM_MAX_COUNTED);
}

// The unit of speed does not matter: the impulse is proportional to the speed, bit for bit.
static void any_speed(void **state) {
    (void)state;
    static const carom_law *const methods[] = {&carom_law_hm_differential, &carom_law_hm_whittaker, &carom_law_hm_brach,
                                               &carom_law_glocker, &carom_law_pfeiffer_glocker};
    const double slow[] = {1.0, 0x1p-40, 0x1p-60, 0x1p-120, 0x1p80};
    for (int k = 0; k < 5; k++) {
        double P[4] = {0.0};
        for (int u = 0; u < 5; u++) {
            problem x;
            carom_system_result out;
            set_up(&x, 2);
            set_first(&x, 2.0, 0.5, 3.0, -slow[u], 0.25 * slow[u], 0.5, 0.5);
            x.W[2] = x.W[8] = 0.25;
            assert_int_equal(impact(methods[k], &x, &out), CAROM_OK);
            if (!u) memcpy(P, out.P, sizeof P);
            for (int i = 0; i < 4; i++) assert_true(out.P[i] == P[i] * slow[u]);
        }
        assert_true(P[0] > 0.0);
    }
}

// One contact is listed twice, with e = 1 and with e = 0. The impulse of compression may be divided between the two in
// any way, so v' may be any number between 0 and 1. In either order the method divides the impulse equally, v' = 1/2,
// and reports that there are other results.
static void contact_listed_twice(void **state) {
    (void)state;
    for (int solver = CAROM_SOLVER_AUTO; solver <= CAROM_SOLVER_LEMKE; solver++)
        for (int first = 0; first < 2; first++) {
            problem x;
            carom_system_result out;
            double least = HUGE_VAL, most = -HUGE_VAL;
            set_up(&x, 2);
            x.W[2] = x.W[8] = x.W[7] = x.W[13] = 1.0;
            x.v[0] = x.v[2] = -1.0;
            x.contact[first].e = 1.0;
            x.contact[1 - first].e = 0.0;
            x.p.solver = (carom_solver)solver;
            assert_int_equal(impact(&carom_law_pfeiffer_glocker, &x, &out), CAROM_NOT_UNIQUE);
            assert_true(out.violations & CAROM_VIOLATION_NOT_UNIQUE);
            assert_true(out.solution_count >= 3 && out.kept == out.solution_count);
            for (int i = 0; i < 2; i++) {
                assert_near(out.P_compression[2 * i], 0.5, 1e-14);
                assert_near(out.v[2 * i], 0.5, 1e-14);
            }
            for (int k = 0; k < out.kept; k++) {
                least = fmin(least, out.solutions[k].v[0]);
                most = fmax(most, out.solutions[k].v[0]);
            }
            assert_near(least, 0.0, 1e-14);
            assert_near(most, 1.0, 1e-14);
            // If both have the same restitution, the division does not matter and there is one result.
            x.contact[0].e = x.contact[1].e = 0.5;
            assert_int_equal(impact(&carom_law_pfeiffer_glocker, &x, &out), CAROM_OK);
            assert_near(out.v[0], 0.5, 1e-14);
        }
}

// With P_Ct = 0 no tangential impulse is stored. The expansion then has the whole friction cone for any nu, as in the
// law for one contact.
//   P_C = (1/2, 0), P_E = (1/4, -mu/4)
static void nothing_stored(void **state) {
    (void)state;
    for (int k = 0; k <= 10; k++) {
        problem x;
        carom_system_result out;
        carom_result one;
        set_up(&x, 1);
        set_first(&x, 4.0, 2.0, 2.0, -2.0, -1.0, 0.5, 0.5);
        x.contact[0].nu = 0.1 * k;
        x.contact[0].e_t = 0.0;
        const carom_contact c = {.dim = 2, .W = {{4.0, 2.0}, {2.0, 2.0}}, .v = {-2.0, -1.0}};
        assert_int_equal(impact(&carom_law_pfeiffer_glocker, &x, &out), CAROM_OK);
        assert_impulse(&out, 0.75, -0.125, 1e-15);
        assert_int_equal(carom_collide(&carom_law_pfeiffer_glocker, &c, &x.contact[0], &one), CAROM_OK);
        assert_impulse(&out, one.P[0], one.P[1], 1e-15);
    }
}

// With very large friction the result no longer depends on mu, and is the only one.
//   v_C = 0, P_C = -W^-1 v = (14.88, 40.16)/59, P_Et = e e_t P_Ct
static void friction_beyond_need(void **state) {
    (void)state;
    for (double mu = 1e2; mu < 1e18; mu *= 10.0) {
        problem x;
        carom_system_result out;
        set_up(&x, 1);
        set_first(&x, 8.2, -0.1, 1.8, -2.0, -1.2, mu, 1.0);
        x.contact[0].e_t = 0.3;
        x.contact[0].nu = 1.0;
        assert_int_equal(impact(&carom_law_pfeiffer_glocker, &x, &out), CAROM_OK);
        assert_int_equal(out.solution_count, 1);
        assert_impulse(&out, 2.0 * 3.72 / 14.75, 1.3 * 10.04 / 14.75, 1e-14);
        assert_int_equal(impact(&carom_law_glocker, &x, &out), CAROM_OK);
        assert_int_equal(out.solution_count, 1);
    }
}

// Two walls collide: no impulse changes the velocity, so there is no solution.
static void nothing_gives(void **state) {
    (void)state;
    for (int k = 0; carom_law_at(NULL, k, CAROM_SYSTEMS); k++) {
        problem x;
        carom_system_result out;
        set_up(&x, 2);
        set_first(&x, 0.0, 0.0, 0.0, -1.0, 0.0, 0.5, 0.5);
        assert_int_equal(impact(carom_law_at(NULL, k, CAROM_SYSTEMS), &x, &out), CAROM_NO_SOLUTION);
        assert_int_equal(out.violations, CAROM_VIOLATION_NO_SOLUTION);
        assert_true(isnan(out.P[0]) && isnan(out.v[3]) && isnan(out.dE) && isnan(out.ratio_c));
        assert_int_equal(out.mode[1], CAROM_MODE_UNNAMED);
    }
}

// Hurmuzlu & Marghitu's differential law

// mu_static holds a contact that mu would let slip. With one contact the result is that of Routh's law with the same
// coefficients. The largest difference was 2e-15; the bound is 1e-12.
static void static_friction(void **state) {
    (void)state;
    int held = 0;
    for (uint64_t index = 0; index < 300; index++) {
        random_stream r = random_at(41, index);
        problem x;
        carom_system_result out;
        carom_result one, without;
        carom_contact c = random_contact(&r, 2, 1.0);
        // The other contacts belong to other bodies and rest.
        set_up(&x, 1 + (int)(index % 3));
        set_first(&x, c.W[0][0], c.W[0][1], c.W[1][1], c.v[0], c.v[1], 0.0, random_unit(&r));
        x.contact[0].mu = random_unit(&r);
        x.contact[0].mu_static = x.contact[0].mu + random_unit(&r);
        x.contact[0].restitution = (carom_restitution)random_below(&r, 3);
        x.p.solver = (carom_solver)random_below(&r, 3);
        assert_int_equal(carom_collide(&carom_law_routh, &c, &x.contact[0], &one), CAROM_OK);
        assert_int_equal(impact(&carom_law_hm_differential, &x, &out), CAROM_OK);
        for (int i = 0; i < 2; i++) assert_true(fabs(out.P[i] - one.P[i]) <= 1e-12 * (one.P[0] + fabs(one.P[1])));
        x.contact[0].mu_static = x.contact[0].mu;
        carom_collide(&carom_law_routh, &c, &x.contact[0], &without);
        held += fabs(one.P[1] - without.P[1]) > 1e-6 * one.P[0];
    }
    assert_true(held > 10);
}

// If a slip has stopped and mu_static > mu, the method must enumerate the modes. More contacts than
// CAROM_MAX_ENUMERATED are then rejected. If no slip has stopped, they are accepted.
static void static_friction_of_many(void **state) {
    (void)state;
    problem x;
    carom_system_result out;
    set_up(&x, CAROM_MAX_ENUMERATED + 1);
    set_first(&x, 1.0, 0.0, 1.0, -1.0, 0.0, 0.5, 0.5);
    assert_int_equal(impact(&carom_law_hm_differential, &x, &out), CAROM_OK);
    assert_impulse(&out, 1.5, 0.0, 1e-15);
    x.contact[0].mu_static = 0.7;
    assert_int_equal(impact(&carom_law_hm_differential, &x, &out), CAROM_NOT_APPLICABLE);
    x.v[1] = 9.0;
    assert_int_equal(impact(&carom_law_hm_differential, &x, &out), CAROM_OK);
    assert_impulse(&out, 1.5, -0.75, 1e-15);
}

static void stages(void **state) {
    (void)state;
    problem x;
    carom_system_result out;
    set_up(&x, 1);
    set_first(&x, 1.0, 0.0, 1.0, -1.0, 0.25, 0.5, 0.5);
    // The slip stops at the normal impulse 1/2, compression ends at 1, and restitution ends at 3/2.
    assert_int_equal(impact(&carom_law_hm_differential, &x, &out), CAROM_OK);
    assert_int_equal(out.stages, 3);
    const double eta[3] = {0.5, 1.0, 1.5};
    const int event[3] = {CAROM_STAGE_SLIP_STOP, CAROM_STAGE_END_COMPRESSION, CAROM_STAGE_END_RESTITUTION};
    for (int k = 0; k < 3; k++) {
        assert_near(out.stage[k].eta, eta[k], 1e-15);
        assert_int_equal(out.stage[k].events[0], event[k]);
        assert_int_equal(out.stage[k].restitution, k == 2);
    }
    for (int limit = 1; limit <= 3; limit++) {
        x.p.max_stages = limit;
        assert_int_equal(impact(&carom_law_hm_differential, &x, &out), limit < 3 ? CAROM_NOT_CONVERGED : CAROM_OK);
    }
    // If e^2 is below the smallest double, no work is returned, as for e = 0.
    set_first(&x, 1.0, 0.0, 1.0, -1.0, 0.25, 0.5, 1e-200);
    x.contact[0].restitution = CAROM_ENERGETIC;
    assert_int_equal(impact(&carom_law_hm_differential, &x, &out), CAROM_OK);
    assert_impulse(&out, 1.0, -0.25, 1e-15);
}

// A body that is 1e12 times lighter and not coupled to the striking contact does not change the result.
static void speck_of_dust(void **state) {
    (void)state;
    for (int solver = CAROM_SOLVER_AUTO; solver <= CAROM_SOLVER_LEMKE; solver++) {
        problem x;
        carom_system_result out;
        set_up(&x, 2);
        set_first(&x, 1.0, 0.0, 1.0, -1.0, 9.0, 0.5, 0.5);
        x.W[10] = x.W[15] = 1e12;
        x.v[2] = 1.0;
        x.p.solver = (carom_solver)solver;
        assert_int_equal(impact(&carom_law_hm_differential, &x, &out), CAROM_OK);
        assert_impulse(&out, 1.5, -0.75, 1e-15);
        assert_true(out.residual <= 1e-10);
    }
}

// Brach's limit of the friction ratio

// W_nt reverses the slip, and Whittaker's result gains energy. The friction ratio is lowered until no energy is gained.
// The result is that of the law brach for one contact, for any number of bodies at rest. With too many contacts for
// enumeration the system is rejected.
static void ratio_is_lowered(void **state) {
    (void)state;
    const carom_contact c = {.dim = 2, .W = {{1.0, 0.9}, {0.9, 1.0}}, .v = {-1.0, -1.2}};
    for (int nc = 1; nc <= CAROM_MAX_ENUMERATED + 1; nc++) {
        problem x;
        carom_system_result out;
        carom_result one;
        set_up(&x, nc);
        set_first(&x, c.W[0][0], c.W[0][1], c.W[1][1], c.v[0], c.v[1], 0.5, 0.9);
        assert_int_equal(impact(&carom_law_hm_whittaker, &x, &out), CAROM_OK);
        assert_int_equal(out.violations, CAROM_VIOLATION_ENERGY);
        const double ratio = out.ratio_c;
        const carom_status status = impact(&carom_law_hm_brach, &x, &out);
        if (nc > CAROM_MAX_ENUMERATED) {
            assert_int_equal(status, CAROM_BAD_COUNT);
            continue;
        }
        assert_int_equal(status, CAROM_OK);
        assert_int_equal(out.violations, 0);
        assert_true(out.limited && fabs(out.ratio_c) < fabs(ratio));
        assert_int_equal(out.mode[0], CAROM_MODE_RATIO);
        assert_int_equal(carom_collide(&carom_law_brach, &c, &x.contact[0], &one), CAROM_OK);
        assert_impulse(&out, one.P[0], one.P[1], 1e-12);
        assert_near(out.dE, 0.0, 1e-12);
    }
}

// Orders of single impacts

// Three equal balls are in a row, and the first one moves. W_nn = 2, and the coupling of the two contacts is -1.
static void set_cradle(problem *x, double e) {
    set_up(x, 2);
    x->W[0] = x->W[10] = 2.0;
    x->W[2] = x->W[8] = -1.0;
    x->v[0] = -1.0;
    for (int i = 0; i < 2; i++) x->contact[i].e = e;
}

static void cradle(void **state) {
    (void)state;
    problem x;
    double P[4], v[4];
    int order[4] = {-1, -1, -1, -1}, impacts;
    set_cradle(&x, 1.0);
    double gap[2] = {0.0, 0.0};
    // With capacity 1 the second impact is counted, but not written to `order`.
    assert_int_equal(carom_sequence_by_gaps(&x.s, &x.p, gap, P, v, order, 1, &impacts), CAROM_OK);
    assert_int_equal(impacts, 2);
    assert_true(order[0] == 0 && order[1] == -1);
    assert_true(v[0] == 0.0 && v[2] == 1.0 && P[0] == 1.0 && P[2] == 1.0);
    assert_int_equal(carom_sequence_by_gaps(&x.s, &x.p, gap, P, v, NULL, 4, &impacts), CAROM_OK);
    assert_int_equal(impacts, 2);
    x.p.max_impacts = 1;
    assert_int_equal(carom_sequence_by_gaps(&x.s, &x.p, gap, P, v, order, 4, &impacts), CAROM_TRUNCATED);
    assert_int_equal(impacts, 1);
    assert_true(v[0] == 1.0 && v[2] == -1.0);
    // An infinite gap never closes.
    gap[0] = HUGE_VAL;
    assert_int_equal(carom_sequence_by_gaps(&x.s, &x.p, gap, P, v, order, 4, &impacts), CAROM_OK);
    assert_int_equal(impacts, 0);
}

// The single law has no solution for the second impact, so the sequence has none either.
static void law_without_answer(void **state) {
    (void)state;
    problem x;
    carom_system_result out;
    double P[4], v[4], gap[2] = {0.0, 1.0};
    int impacts;
    set_up(&x, 2);
    x.W[10] = 0.0;
    x.v[0] = x.v[2] = -1.0;
    assert_int_equal(impact(&carom_law_sequence, &x, &out), CAROM_NO_SOLUTION);
    assert_int_equal(carom_sequence_by_gaps(&x.s, &x.p, gap, P, v, NULL, 0, &impacts), CAROM_NO_SOLUTION);
    assert_int_equal(impacts, 1);
}

// Plastic balls in a row have infinitely many impacts, each half as strong as the one before. The status reports which
// limit ended the sequence.
static void limits_of_a_sequence(void **state) {
    (void)state;
    problem x;
    carom_system_result out;
    set_cradle(&x, 0.0);
    x.v[2] = -0.5;
    x.p.max_impacts = 3;
    assert_int_equal(impact(&carom_law_sequence, &x, &out), CAROM_NOT_CONVERGED);
    // Two contacts of separate bodies have two orders of impacts and one outcome. A limit of one state loses one of the
    // orders.
    set_up(&x, 2);
    x.v[0] = x.v[2] = -1.0;
    assert_int_equal(impact(&carom_law_sequence, &x, &out), CAROM_OK);
    assert_true(out.kept == 1 && out.solutions[0].sequences == 2.0 && out.solutions[0].probability == 1.0);
    x.p.max_states = 1;
    assert_int_equal(impact(&carom_law_sequence, &x, &out), CAROM_TRUNCATED);
    assert_true(out.kept == 1 && out.solutions[0].probability == 0.5);
}

// A law that does not read mu, and does not guarantee Coulomb friction, is not checked for the friction cone.
static void law_without_cone(void **state) {
    (void)state;
    problem x;
    carom_system_result out;
    set_up(&x, 2);
    x.v[0] = -1.0;
    x.v[1] = 1.0;
    x.p.single = &carom_law_ivanov;
    x.contact[0].direction[0] = 1.0;
    x.contact[0].direction[1] = -1.0;
    assert_int_equal(impact(&carom_law_sequence, &x, &out), CAROM_OK);
    assert_int_equal(out.violations, 0);
    assert_impulse(&out, 2.0, -2.0, 1e-15);
}

// With 300 contacts, the index of the striking contact may not fit in a byte of `order`.
static void many_contacts(void **state) {
    (void)state;
    enum { NC = 300, N = 2 * NC };
    static double W[N * N], v[N];
    static carom_params contact[NC];
    for (int i = 0; i < N; i++) W[(N + 1) * i] = 1.0;
    for (int i = 0; i < NC; i++) contact[i] = params_plain();
    static max_align_t large[1 << 18];
    for (int k = 254; k < NC; k += 45) {
        carom_system_result out;
        carom_system_params p = carom_system_params_default(contact);
        p.single = &carom_law_frictionless;
        p.max_states = p.max_outcomes = p.max_impacts = 2;
        memset(v, 0, sizeof v);
        v[2 * k] = -1.0;
        const carom_system s = {.nc = NC, .dim = 2, .W = W, .v = v};
        assert_int_equal(carom_system_solve(&carom_law_sequence, &s, &p, large, sizeof large, &out), CAROM_OK);
        assert_int_equal(out.solutions[0].order[0], k == 254 ? k : 255);
        assert_true(out.P[2 * k] == 2.0 && out.v[2 * k] == 1.0);
    }
}

// If there is no solution, no result is computed from the previous content of the memory: signalling NaN there raises
// no exception. W = (3, 4) (3, 4)^T and v is in its range, so no impulse ends the slip and rebounds with e = 1/2.
static void no_answer_of_nothing(void **state) {
    (void)state;
    static const carom_law *const methods[] = {&carom_law_hm_whittaker, &carom_law_hm_brach};
    const uint64_t signal = UINT64_C(0x7ff4000000000001);
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        problem x;
        carom_system_result out;
        set_up(&x, 1);
        set_first(&x, 9.0, 12.0, 16.0, -3.0, -4.0, 2.0, 0.5);
        for (size_t i = 0; i < 4096; i++) memcpy((char *)room + i * sizeof signal, &signal, sizeof signal);
        feclearexcept(FE_ALL_EXCEPT);
        assert_int_equal(impact(methods[k], &x, &out), CAROM_NO_SOLUTION);
        assert_false(fetestexcept(FE_INVALID));
        assert_true(isnan(out.ratio_c) && isnan(out.P[0]));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_answers),
        cmocka_unit_test(compression_in_three_ways),
        cmocka_unit_test(counted_alike),
        cmocka_unit_test(any_speed),
        cmocka_unit_test(contact_listed_twice),
        cmocka_unit_test(nothing_stored),
        cmocka_unit_test(friction_beyond_need),
        cmocka_unit_test(nothing_gives),
        cmocka_unit_test(static_friction),
        cmocka_unit_test(static_friction_of_many),
        cmocka_unit_test(stages),
        cmocka_unit_test(speck_of_dust),
        cmocka_unit_test(ratio_is_lowered),
        cmocka_unit_test(cradle),
        cmocka_unit_test(law_without_answer),
        cmocka_unit_test(limits_of_a_sequence),
        cmocka_unit_test(law_without_cone),
        cmocka_unit_test(many_contacts),
        cmocka_unit_test(no_answer_of_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
