// Tests limits, symmetries and errors of the contact models.
#include "support/cmocka.h"
#include "support/compliant_params.h"

#include <string.h>

#include "base/worst.h"
#include "bench/random.h"
#include "carom/compliant.h"
#include "compliant/devices.h"
#include "mods/compliant/models/restitution.h"
#include "mods/compliant/models/slip.h"
#include "support/floor.h"
#include "support/laws.h"
#include "support/own_numbers.h"

static carom_result solve(const carom_law *law, const carom_contact *c, const carom_params *p) {
    carom_result out;
    assert_int_equal(carom_collide(law, c, p, &out), CAROM_OK);
    return out;
}

static double distance(const carom_result *a, const carom_result *b, int dim) {
    double most = 0.0;
    for (int i = 0; i < dim; i++) most = fmax(most, fabs(a->v[i] - b->v[i]));
    return most;
}

// Checks that bilinear-spring tends to routh with energetic restitution as kt tends to infinity. The distance decreases
// like 1/kt if the contact ends stuck (order 1), and like kt^(-1/2) after a slip reversal (order 1/2). The distance
// oscillates within its envelope, so the test compares values two decades apart.
static void routh_limit(void **state) {
    (void)state;
    const struct {
        const char *name;
        carom_contact c;
        double e, mu, order;
    } cases[] = {{"ends stuck", {2, {{1, 0.3}, {0.3, 2.5}}, {-1, 0.4}}, 0.6, 0.5, 1.0},
                 {"reverses", {2, {{1, 0.9}, {0.9, 1.5}}, {-1, -0.2}}, 0.7, 0.3, 0.5}};
    for (int i = 0; i < 2; i++) {
        carom_params p = params_springs();
        p.e = cases[i].e;
        p.mu = cases[i].mu;
        p.restitution = CAROM_ENERGETIC;
        const carom_result routh = solve(&carom_law_routh, &cases[i].c, &p);
        double far[2];
        for (int k = 0; k < 2; k++) {
            p.own[CAROM_OWN(kt)] = p.own[CAROM_OWN(kt) + 1] = k ? 1e4 : 1e2;
            const carom_result out = solve(&carom_law_bilinear_spring, &cases[i].c, &p);
            far[k] = distance(&out, &routh, 2);
        }
        const double order = 0.5 * log10(far[0] / far[1]);
        printf("%s: |v' - routh| = %.1e at kt/kn = 1e2, %.1e at 1e4: order %.2f\n", cases[i].name, far[0], far[1],
               order);
        assert_true(fabs(order - cases[i].order) < 0.3);
    }
}

// Checks gross slip of stronge against a closed form. x and y are the slip before and after the impact, divided by v_n.
//   y = x - mu b (1 + e)   for x >= mu max(eta2, b, b + b e - eta2/e)
// Payr & Glocker 2005, equation (59), with its sign corrected.
static void gross_slip(void **state) {
    (void)state;
    for (int i = 0; i < 60; i++) {
        random_stream r = random_at(59, (uint64_t)i);
        carom_params p = params_springs();
        p.e = random_between(&r, 0.05, 1.0);
        p.mu = random_between(&r, 0.05, 1.0);
        p.own[CAROM_OWN(eta2)] = random_between(&r, 0.3, 3.0);
        const double b = random_between(&r, 1.0, 5.0);
        const double x = p.mu * fmax(p.own[CAROM_OWN(eta2)], fmax(b, b + b * p.e - p.own[CAROM_OWN(eta2)] / p.e)) *
                         random_between(&r, 1.001, 3.0);
        const carom_contact c = {2, {{1, 0}, {0, b}}, {-1, -x}};
        const carom_result out = solve(&carom_law_stronge, &c, &p);
        assert_near(out.v[1] / c.v[0], x - p.mu * b * (1.0 + p.e), 1e-10);
        assert_near(out.v[0], p.e, 1e-10);
    }
}

// Checks stronge for a sphere on a rough half-space, with mu = 0.5 and eta2 = 1.21: Payr & Glocker 2005, fig. 13. The
// reference is a table of y = v1(tf)/v3(0) over x = v1(0)/v3(0) with three decimals.
static void figure_13(void **state) {
    (void)state;
    static const double x[] = {0.3, 0.6, 1.0, 1.5, 1.8, 2.4, 3.0, 4.0}, e[] = {0.0, 0.5, 1.0};
    static const double y[3][8] = {{-0.267, -0.535, -0.591, -0.244, 0.05, 0.65, 1.25, 2.25},
                                   {-0.213, -0.453, -0.808, -1.013, -0.825, -0.225, 0.375, 1.375},
                                   {0.114, 0.077, -0.289, -0.678, -0.820, -0.876, -0.5, 0.5}};
    carom_params p = params_springs();
    p.mu = 0.5;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 8; k++) {
            const carom_contact c = {2, {{1, 0}, {0, 3.5}}, {-1, -x[k]}};
            p.e = e[i];
            assert_near(solve(&carom_law_stronge, &c, &p).v[1] / c.v[0], y[i][k], 6e-4);
        }
}

// Checks that split-mass with e = 0 is the plastic impact of Routh's law. In 3D split-mass counts a slip of 1e-9 of the
// speed as rest.
static void dead_is_routh(void **state) {
    (void)state;
    int answered = 0;
    for (int i = 0; i < 60; i++) {
        random_stream r = random_at(81, (uint64_t)i);
        const int dim = 2 + i % 2;
        const carom_contact c = random_contact(&r, dim, 1.0);
        carom_params p = params_springs();
        carom_result out, routh;
        p.e = 0.0;
        p.mu = random_between(&r, 0.05, 1.0);
        if (carom_collide(&carom_law_split_mass, &c, &p, &out) != CAROM_OK) continue;
        answered++;
        routh = solve(&carom_law_routh, &c, &p);
        for (int k = 0; k < dim; k++)
            assert_near(out.P[k] / routh.P[0], routh.P[k] / routh.P[0], dim == 2 ? 1e-10 : 1e-6);
    }
    assert_true(floor_met("dead impacts", answered, 60, 0.8));
}

// Checks a case in which slip, stick and lift-off are all possible: mu |C_nt| > C_tt, that is mu > 3. Chatterjee 1997,
// 8.5.1.
static void several_instants(void **state) {
    (void)state;
    const carom_resist C = {1, {{1.5}}, {0.5}};
    assert_near(carom_slip_margin(&C, 2.9), 1.5 - 0.5 * 2.9, 1e-15);
    assert_true(carom_slip_margin(&C, 3.1) < 0.0);
    // If the point sticks, F_N = 1 and F_T = 5, inside the cone of mu = 6. If it slips with u = 2/3, then F_N = 2/3 and
    // F_T = 4, on the cone.
    const double dir[2] = {-1.0, 0.0}, u = (5.0 - 6.0 * 1.0) / carom_slip_grip(&C, 6.0, dir), N = 1.0 - 0.5 * u;
    assert_near(u, 2.0 / 3.0, 1e-15);
    assert_near(5.0 - 1.5 * u, 6.0 * N, 1e-15);
    const carom_contact c = {2, {{1.5, -0.5}, {-0.5, 1.5}}, {-1, -3}};
    carom_params p = params_springs();
    p.own[CAROM_OWN(c)] = 0.2;
    p.own[CAROM_OWN(c) + 1] = 0.06;
    p.mu = 6.0;
    assert_true(solve(&carom_law_eigen_spring, &c, &p).violations & CAROM_VIOLATION_NOT_UNIQUE);
}

// Checks closed forms of restitution against the contact models, in both directions. A conversion must be accurate to
// 1e-6; the test requires 1e-9.
static void round_trip(void **state) {
    (void)state;
    const carom_contact c = {2, {{0.4, 0}, {0, 1}}, {-3, 0}};
    for (double e = 0.05; e < 1.0; e += 0.05) {
        carom_params p = params_springs();
        p.own[CAROM_OWN(kn)] = 70.0;
        p.own[CAROM_OWN(cn)] = 2.0 * carom_zeta_of_e(e) * sqrt(p.own[CAROM_OWN(kn)] / c.W[0][0]);
        assert_near(solve(&carom_law_spring_dashpot, &c, &p).v[0] / 3.0, e, 1e-9);
        p.own[CAROM_OWN(cn)] = carom_a_of_e(e) * p.own[CAROM_OWN(kn)] / 3.0;
        assert_near(solve(&carom_law_nonlinear_dashpot, &c, &p).v[0] / 3.0, e, 1e-9);
        assert_near(carom_e_of_zeta(carom_zeta_of_e(e)), e, 1e-13);
        assert_near(carom_e_of_a(carom_a_of_e(e)), e, 1e-13);
    }
    // Near critical damping carom uses a series. The reference here is the closed form in long double, whose error is
    // about 1e-19/s.
    for (double s = 1e-4; s < 0.03; s *= 1.5) {
        const long double near[2] = {1.0L - (long double)s, 1.0L + (long double)s};
        const long double angle[2] = {acosl(near[0]) / sqrtl(1.0L - near[0] * near[0]),
                                      acoshl(near[1]) / sqrtl(near[1] * near[1] - 1.0L)};
        for (int k = 0; k < 2; k++)
            assert_near(carom_e_of_zeta((double)near[k]), (double)expl(-2.0L * near[k] * angle[k]), 1e-14);
    }
    assert_true(isnan(carom_zeta_of_e(0.0)) && isnan(carom_a_of_e(1.1)));
    assert_true(isnan(carom_e_of_zeta(-1.0)) && isnan(carom_e_of_a(-1.0)));
}

// Checks that every coefficient of every contact model has a description (ratio and relation) and a default in its
// range.
static void coefficients(void **state) {
    (void)state;
    int checked = 0;
    for (int i = 0; i < device_count(); i++)
        for (int k = 0; k < device_at(i)->coefficient_count; k++, checked++) {
            const carom_coefficient *row = &device_at(i)->coefficients[k];
            assert_true(strlen(row->ratio) > 0 && strlen(row->relation) > 0);
            assert_true(row->kind == CAROM_LIST || row->lowest < row->highest);
            assert_true(carom_param_required(row) ||
                        (row->default_value >= row->lowest && row->default_value <= row->highest));
        }
    assert_true(checked >= 36); // nine of the models have 36
    assert_null(carom_law_coefficient(&carom_law_hertz, CAROM_PARAM_mu));
}

// Checks that (mu N0 + lam C) dir = g for random loads, also if N0 is zero or slightly negative. The largest error was
// 4e-14; the bound is 1e-12.
static void anisotropic_slip(void **state) {
    (void)state;
    for (int i = 0; i < 2000; i++) {
        random_stream r = random_at(83, (uint64_t)i);
        const carom_resist C = {2,
                                {{random_power10(random_between(&r, -2.0, 2.0)), 0.0},
                                 {0.0, random_power10(random_between(&r, -2.0, 2.0))}},
                                {0.0, 0.0}};
        const double mu = random_between(&r, 0.05, 3.0), N0 = i % 3 ? random_between(&r, -0.1, 1.0) : 0.0;
        const double g[2] = {random_between(&r, -3.0, 3.0), i % 7 ? random_between(&r, -3.0, 3.0) : 0.0};
        double lam, dir[2];
        assert_true(carom_slip_solve(&C, mu, N0, g, &lam, dir));
        assert_near(dir[0] * dir[0] + dir[1] * dir[1], 1.0, 1e-14);
        for (int k = 0; k < 2; k++) assert_near((mu * N0 + lam * C.tt[k][k]) * dir[k], g[k], 1e-12);
    }
}

// Checks bilinear-spring of type 2 in 3D if the point reaches the cone during the dwell. The dwell is the phase between
// loading and unloading. The spring then unloads. For any tangential motion, the normal spring absorbs kn d^2/2 and
// returns e^2 of it. The bound 1e-8 is ten times the golden tolerance in 3D, because the point reaches the cone ten
// times.
static void dwell_leaves_by_the_cone(void **state) {
    (void)state;
    const carom_contact c = {
        3,
        {{0.032084, -0.039273, -0.0184561}, {-0.039273, 0.0548271, 0.0309494}, {-0.0184561, 0.0309494, 0.0306197}},
        {-0.0579603, 0, 0}};
    carom_params p = params_springs();
    carom_history more = {0};
    carom_result out;
    p.own[CAROM_OWN(type)] = CAROM_TYPE_2;
    p.mu = 2.28673;
    p.e = 0.0240003;
    p.own[CAROM_OWN(kn)] = 0.537355;
    p.own[CAROM_OWN(kt)] = 15.2577;
    p.own[CAROM_OWN(kt) + 1] = 1.10554;
    assert_int_equal(carom_record(&carom_law_bilinear_spring, &c, &p, &more, &out), CAROM_OK);
    const double taken = 0.5 * p.own[CAROM_OWN(kn)] * more.summary.compression * more.summary.compression;
    assert_near(out.work_normal / taken, p.e * p.e - 1.0, 1e-8);
}

// Checks nonlinear-dashpot with strong damping: the force nearly vanishes long before the overlap is zero. In 3D the
// integration of the slip ends early, and the remaining impulse is added. In 2D nothing is left out. Both must give the
// same impulse and duration. The bound is 1e-6. The integration ends when the force is 2e-6 of its former value, and
// that force changes the speed by as much while the bodies separate.
static void coasting(void **state) {
    (void)state;
    const double ca = cos(0.7), sa = sin(0.7);
    for (double cn = 0.0; cn < 200.0; cn = 1.5 * cn + 1.0) {
        const carom_contact flat = {2, {{1, 0.3}, {0.3, 2.5}}, {-1, 3.0}};
        carom_contact c = {3, {{1, 0.3 * ca, 0.3 * sa}, {0.3 * ca}, {0.3 * sa}}, {-1, 3.0 * ca, 3.0 * sa}};
        carom_history more[2] = {{0}};
        carom_result out[2];
        carom_params p = params_springs();
        c.W[1][1] = 2.5 * ca * ca + 1.7 * sa * sa;
        c.W[2][2] = 2.5 * sa * sa + 1.7 * ca * ca;
        c.W[1][2] = c.W[2][1] = (2.5 - 1.7) * ca * sa;
        p.mu = 0.05;
        p.own[CAROM_OWN(cn)] = cn;
        assert_int_equal(carom_record(&carom_law_nonlinear_dashpot, &flat, &p, &more[0], &out[0]), CAROM_OK);
        assert_int_equal(carom_record(&carom_law_nonlinear_dashpot, &c, &p, &more[1], &out[1]), CAROM_OK);
        assert_near(out[1].P[0], out[0].P[0], 1e-9);
        assert_near(out[1].P[1] * ca + out[1].P[2] * sa, out[0].P[1], 1e-9);
        assert_near(more[1].summary.duration / more[0].summary.duration, 1.0, 1e-6);
        assert_near(more[1].summary.dent, 0.0, 1e-12);
    }
}

static void refuse(const carom_law *law, carom_params p, int why) {
    const carom_contact c = {2, {{1, 0.3}, {0.3, 2.5}}, {-1, 0.8}};
    carom_result out;
    char text[512];
    assert_int_equal(carom_collide(law, &c, &p, &out), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(out.coefficient, why);
    assert_true(carom_describe(CAROM_COEFFICIENT_RANGE, law, &c, &p, &out, text, sizeof text) > 10);
    // `allow` extends the range of a coefficient, but a contact model still needs its springs.
    p.allow = ~UINT64_C(0);
    assert_int_not_equal(carom_collide(law, &c, &p, &out), CAROM_OK);
}

static void bad_parameters(void **state) {
    (void)state;
    carom_params p = params_springs(), q;
    p.mu = 0.3;
    q = p, q.own[CAROM_OWN(kn)] = 0.0, refuse(&carom_law_spring_dashpot, q, CAROM_PARAM_kn);
    q = p, q.own[CAROM_OWN(kn)] = -1.0, refuse(&carom_law_bilinear_spring, q, CAROM_PARAM_kn);
    q = p, q.own[CAROM_OWN(cn)] = -0.1, refuse(&carom_law_nonlinear_dashpot, q, CAROM_PARAM_cn);
    q = p, q.own[CAROM_OWN(kt)] = 0.0, refuse(&carom_law_bilinear_spring, q, CAROM_PARAM_kt);
    q = p, q.own[CAROM_OWN(kt)] = -1.0, refuse(&carom_law_split_mass, q, CAROM_PARAM_kt);
    q = p, q.own[CAROM_OWN(ct)] = -1.0, refuse(&carom_law_spring_dashpot, q, CAROM_PARAM_ct);
    q = p, q.own[CAROM_OWN(eta2)] = 0.0, refuse(&carom_law_stronge, q, CAROM_PARAM_eta2);
    q = p, q.own[CAROM_OWN(k) + 1] = 0.0, refuse(&carom_law_eigen_spring, q, CAROM_PARAM_k);
    q = p, q.own[CAROM_OWN(c)] = 0.1, q.own[CAROM_OWN(c) + 1] = 0.0, refuse(&carom_law_eigen_spring, q, CAROM_PARAM_c);
    q = p, q.own[CAROM_OWN(p)] = 0.5, refuse(&carom_law_hertz, q, CAROM_PARAM_p);
    q = p, q.own[CAROM_OWN(kappa)] = 0.0, refuse(&carom_law_mindlin, q, CAROM_PARAM_kappa);
    carom_vibration mode = {.omega = 1.0, .phi = {1.0, 0.0, 0.0}};
    p.list = &mode;
    p.list_count = 1;
    mode.zeta = 1.0, refuse(&carom_law_modal, p, CAROM_PARAM_modes);
    mode.zeta = 0.0, mode.omega = 0.0, refuse(&carom_law_modal, p, CAROM_PARAM_modes);
    mode.omega = 1.0, mode.phi[1] = (double)INFINITY, refuse(&carom_law_modal, p, CAROM_PARAM_modes);
    mode.phi[1] = 0.0, p.list_count = CAROM_VIBRATIONS_MAX + 1, refuse(&carom_law_modal, p, CAROM_PARAM_modes);
}

static void refuse_number(const carom_law *law, carom_param param, int place, double bad) {
    const carom_contact c = {3, {{1, 0.3, 0.1}, {0.3, 2.5, 0.2}, {0.1, 0.2, 1.7}}, {-1, 0.8, 0.3}};
    carom_params p = params_springs();
    carom_result out;
    double value[3] = {1.0, 1.0, 1.0};
    const carom_coefficient *row = carom_law_coefficient(law, (int)param);
    const carom_param_kind kind = row->kind;
    const size_t count = kind == CAROM_TANGENT ? 2 : kind == CAROM_EACH ? 3 : 1;
    p.mu = 0.3;
    value[place] = bad;
    if (carom_params_set(&p, row, value, count) != CAROM_OK) return; // carom_params_set has already rejected it
    for (int allowed = 0; allowed < 2; allowed++) {
        const carom_status status = carom_collide(law, &c, &p, &out);
        const bool missing = carom_param_required(row) && place == 0 && isnan(bad);
        if (status != (missing ? CAROM_COEFFICIENT_MISSING : CAROM_COEFFICIENT_RANGE))
            fail_msg("%s takes %s[%d] = %g: %s", law->name, row->name, place, bad, carom_status_name(status));
        assert_true(isnan(out.P[0]) && out.coefficient == param);
        // `allow` extends the ranges of e and mu. It does not make any other invalid number valid.
        if (isfinite(bad) && (param == CAROM_PARAM_e || param == CAROM_PARAM_mu)) return;
        p.allow = ~UINT64_C(0);
    }
}

// Checks NaN, infinities and a negative number in every place of every coefficient of every contact model, also with
// `allow`.
static void not_a_number_anywhere(void **state) {
    (void)state;
    static const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, -0.5};
    for (int i = 0; i < device_count(); i++)
        for (int k = 0; k < CAROM_PARAM_END; k++)
            for (int b = 0; b < 4; b++) {
                const carom_law *law = device_at(i);
                if (!((carom_law_reads(law) >> k) & 1)) continue;
                const carom_param_kind kind = carom_law_coefficient(law, k)->kind;
                const int places = kind == CAROM_TANGENT ? 2 : kind == CAROM_EACH ? 3 : 1;
                if (kind == CAROM_CHOICE || kind == CAROM_LIST) continue;
                if (k == CAROM_PARAM_mu && bad[b] > 0.0) continue; // infinite friction is allowed
                const bool one =
                    law == &carom_law_hertz || law == &carom_law_mindlin || law == &carom_law_power_dashpot;
                const int used = one ? 1 : places; // these models have a single k
                for (int place = 0; place < used; place++) refuse_number(law, (carom_param)k, place, bad[b]);
            }
}

static void modes_are_finite(void **state) {
    (void)state;
    const carom_contact c = {3, {{1, 0.3, 0.1}, {0.3, 2.5, 0.2}, {0.1, 0.2, 1.7}}, {-1, 0.8, 0.3}};
    static const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (int b = 0; b < 3; b++)
        for (int place = 0; place < 7; place++) {
            carom_vibration modes[2] = {{.omega = 3.0, .zeta = 0.1, .phi = {0.5, 0.2, 0.1}},
                                        {.omega = 5.0, .zeta = 0.1, .phi = {0.5, 0.2, 0.1}}};
            double *numbers[] = {&modes[1].omega,  &modes[1].zeta, &modes[1].phi[0], &modes[1].phi[1],
                                 &modes[1].phi[2], &modes[1].z0,   &modes[1].zdot0};
            carom_params p = params_springs();
            carom_result out;
            *numbers[place] = bad[b];
            p.list = modes;
            p.list_count = 2;
            assert_int_equal(carom_collide(&carom_law_modal, &c, &p, &out), CAROM_COEFFICIENT_RANGE);
            assert_int_equal(out.coefficient, CAROM_PARAM_modes);
            p.allow = ~UINT64_C(0);
            assert_int_not_equal(carom_collide(&carom_law_modal, &c, &p, &out), CAROM_OK);
        }
}

// Checks that a contact that oscillates 1e6 times stops at the work limit, with a status and without numbers.
static void given_up(void **state) {
    (void)state;
    const carom_contact c = {2, {{1, 0.3}, {0.3, 2.5}}, {-1, 0.1}};
    carom_params p = params_springs();
    carom_result out;
    p.mu = 2.0;
    p.own[CAROM_OWN(kt)] = 1e14;
    assert_int_equal(carom_collide(&carom_law_bilinear_spring, &c, &p, &out), CAROM_NOT_CONVERGED);
    assert_true(isnan(out.P[0]));
}

// Checks homogeneity: with twice the speed or half of W, the impulse is twice as large. This must be true for exactly
// those models that guarantee it.
static void promised_homogeneous(void **state) {
    (void)state;
    const carom_contact c = {2, {{1, 0.3}, {0.3, 2.5}}, {-1, 0.8}};
    int kept = 0, broken = 0;
    for (int i = 0; i < device_count(); i++) {
        const carom_law *law = device_at(i);
        carom_contact fast = c, heavy = c;
        carom_params p = params_springs();
        carom_result one, quick, slow;
        p.e = 0.6;
        p.mu = 0.4;
        p.own[CAROM_OWN(cn)] = 0.3;
        for (int k = 0; k < 3; k++) p.own[CAROM_OWN(c) + k] = 0.2;
        for (int k = 0; k < 2; k++) fast.v[k] *= 2.0, heavy.W[k][0] *= 0.5, heavy.W[k][1] *= 0.5;
        assert_int_equal(carom_collide(law, &c, &p, &one), CAROM_OK);
        assert_int_equal(carom_collide(law, &fast, &p, &quick), CAROM_OK);
        assert_int_equal(carom_collide(law, &heavy, &p, &slow), CAROM_OK);
        const double off = carom_worst(fabs(quick.P[0] - 2.0 * one.P[0]), fabs(slow.P[0] - 2.0 * one.P[0]));
        const bool promised = (law->guarantees & CAROM_GUARANTEE_HOMOGENEOUS) != 0;
        // mindlin is accurate to six digits, the others to ten or more.
        if (promised != (off < 1e-5)) fail_msg("%s: off by %g", law->name, off);
        promised ? kept++ : broken++;
    }
    assert_true(kept >= 6 && broken >= 4);
}

// Checks that the number and the name of an own coefficient mean the same in all contact models.
static void own_numbers(void **state) {
    (void)state;
    int compared;
    const carom_law *law =
        own_clashing((carom_modules[]){&carom_module_core, &carom_module_compliant, NULL}, &compared);
    if (law) fail_msg("a parameter of %s has the place or the name of another", law->name);
    assert_true(compared >= 78 * 3 * 3); // twelve models have 78 pairs, with three coefficients each
}

// Checks which coefficient sets the units of a contact model: its stiffness, or none.
static void stiffness(void **state) {
    (void)state;
    assert_int_equal(carom_compliant_stiffness(&carom_law_spring_dashpot), CAROM_PARAM_kn);
    assert_int_equal(carom_compliant_stiffness(&carom_law_hertz), CAROM_PARAM_k);
    assert_int_equal(carom_compliant_stiffness(&carom_law_stronge), CAROM_STIFFNESS_RATIO);
    assert_int_equal(carom_compliant_stiffness(&carom_law_routh), CAROM_PARAM_NONE);
    assert_int_equal(carom_compliant_stiffness(NULL), CAROM_PARAM_NONE);
}

#define OWN_OF(p, field) ((p)->own[CAROM_OWN(field)])

// Checks that two contact models have the same impulse, peak force, duration and compression, on coupled W.
static void same_model(const carom_law *a, const carom_params *p, const carom_law *b, const carom_params *q) {
    const carom_contact contacts[] = {{2, {{2, 0.5}, {0.5, 3}}, {-0.7, 0.4}},
                                      {2, {{0.4, -0.1}, {-0.1, 0.9}}, {-2, 1.5}}};
    for (int i = 0; i < 2; i++) {
        carom_contact c = contacts[i];
        carom_params other = *q;
        carom_history one = {0}, two = {0};
        carom_result x, y;
        // The damping of these models is not divided by the mass 1/W_nn, unlike that of the LAMMPS models.
        if (b == &carom_law_spring_dashpot) {
            OWN_OF(&other, cn) /= c.W[0][0];
            OWN_OF(&other, ct) /= c.W[0][0];
        }
        if (b == &carom_law_viscoelastic) OWN_OF(&other, cn) /= c.W[0][0];
        assert_int_equal(carom_record(a, &c, p, &one, &x), CAROM_OK);
        assert_int_equal(carom_record(b, &c, &other, &two, &y), CAROM_OK);
        // The integrators agree to 1e-9 here; the largest difference was 4e-10. A wrong factor changes results by 1e-2.
        for (int k = 0; k < 2; k++) assert_true(fabs(x.P[k] - y.P[k]) < 1e-7 * x.P[0]);
        assert_true(fabs(one.summary.peak_force / two.summary.peak_force - 1.0) < 1e-7);
        assert_true(fabs(one.summary.duration / two.summary.duration - 1.0) < 1e-7);
        assert_true(fabs(one.summary.compression / two.summary.compression - 1.0) < 1e-7);
    }
}

static void relations(void **state) {
    (void)state;
    carom_params p = params_springs(), q = params_springs();
    // lammps-hooke-history is spring-dashpot with cn = gamma_n/W_nn and ct = gamma_t/W_nn.
    p.mu = q.mu = 0.4;
    OWN_OF(&p, kn) = OWN_OF(&q, kn) = 3.0;
    OWN_OF(&p, kt) = OWN_OF(&q, kt) = 2.0;
    OWN_OF(&p, cn) = OWN_OF(&q, cn) = 0.6;
    OWN_OF(&p, ct) = OWN_OF(&q, ct) = 0.3;
    same_model(&carom_law_lammps_hooke_history, &p, &carom_law_spring_dashpot, &q);
    // Without friction lammps-hertz-history is viscoelastic with A = (2/3) gamma_n/(W_nn Kn), or hertz if gamma_n = 0.
    // In both the stiffness is k = Kn sqrt(R*).
    p.mu = q.mu = 0.0;
    OWN_OF(&p, R_eff) = 0.3;
    OWN_OF(&q, kn) = OWN_OF(&q, k) = 3.0 * sqrt(0.3);
    OWN_OF(&q, cn) = 2.0 / 3.0 * 0.6 / 3.0;
    same_model(&carom_law_lammps_hertz_history, &p, &carom_law_viscoelastic, &q);
    OWN_OF(&p, cn) = 0.0;
    OWN_OF(&q, p) = 1.5;
    same_model(&carom_law_lammps_hertz_history, &p, &carom_law_hertz, &q);
}

// Checks that mindlin has the normal motion of hertz. Checks also that a type 1 spring leaves a dent of 1 - e^2 times
// the largest overlap in a head-on impact.
static void figures(void **state) {
    (void)state;
    const carom_contact c = {2, {{2, 0}, {0, 7}}, {-0.7, 0}};
    carom_params p = params_springs();
    carom_history one = {0}, two = {0};
    carom_result out;
    OWN_OF(&p, k) = 5.0;
    OWN_OF(&p, p) = 1.5;
    p.mu = 0.3;
    p.e = 0.6;
    assert_int_equal(carom_record(&carom_law_mindlin, &c, &p, &one, &out), CAROM_OK);
    assert_int_equal(carom_record(&carom_law_hertz, &c, &p, &two, &out), CAROM_OK);
    // mindlin takes 6400 steps of second order. The largest difference was 2e-7; the bound is 1e-5.
    assert_true(fabs(one.summary.peak_force / two.summary.peak_force - 1.0) < 1e-5);
    assert_true(fabs(one.summary.duration / two.summary.duration - 1.0) < 1e-5);
    assert_true(fabs(one.summary.compression / two.summary.compression - 1.0) < 1e-5);
    assert_int_equal(carom_record(&carom_law_bilinear_spring, &c, &p, &one, &out), CAROM_OK);
    assert_true(fabs(one.summary.dent / one.summary.compression - (1.0 - 0.36)) < 1e-9);
    assert_true(fabs(one.summary.compression - 0.7 / sqrt(2.0)) < 1e-9); // v sqrt(m/k) with k = 1
}

// Checks that the damping from carom_damping_for_restitution gives the requested e, for several masses, speeds and
// stiffnesses.
static void found_damping(void **state) {
    (void)state;
    static const struct {
        const carom_law *law;
        int param;
    } models[] = {{&carom_law_spring_dashpot, CAROM_PARAM_cn},       {&carom_law_nonlinear_dashpot, CAROM_PARAM_cn},
                  {&carom_law_series_dashpot, CAROM_PARAM_cs},       {&carom_law_tsuji, CAROM_PARAM_cn},
                  {&carom_law_viscoelastic, CAROM_PARAM_cn},         {&carom_law_adams_impact, CAROM_PARAM_cn},
                  {&carom_law_thornton, CAROM_PARAM_depth},          {&carom_law_lammps_hooke, CAROM_PARAM_cn},
                  {&carom_law_lammps_hooke_history, CAROM_PARAM_cn}, {&carom_law_lammps_hertz_history, CAROM_PARAM_cn}};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        for (int k = 0; k < 4; k++) {
            const double e = k % 2 ? 0.35 : 0.85, m = k < 2 ? 0.02 : 7.0, v = k < 2 ? 3.0 : 0.2, kn = k < 2 ? 4e4 : 0.3;
            const carom_tension tension = k == 1 || k == 2 ? CAROM_TENSION_ALLOWED : CAROM_TENSION_CUT;
            const carom_damping_request wish = {models[i].law, e, m, v, kn, 1.7, 0.02, 0.4, tension};
            carom_params p = params_springs();
            double value, back;
            assert_int_equal(carom_damping_for_restitution(&wish, &value), CAROM_OK);
            OWN_OF(&p, kn) = kn;
            OWN_OF(&p, p) = 1.7;
            OWN_OF(&p, depth) = 0.02;
            OWN_OF(&p, R_eff) = 0.4;
            OWN_OF(&p, tension) = (double)tension;
            p.own[models[i].param - CAROM_PARAM_OWN] = value;
            assert_int_equal(carom_restitution_simulate(models[i].law, &p, m, v, &back), CAROM_OK);
            // Damping that is found by a search is accurate to 1e-8.
            if (!(fabs(back - e) < 1e-7)) fail_msg("%s, case %d: %g for %g", models[i].law->name, k, back, e);
        }
    // A dashpot in series that loses nothing would be rigid.
    double value;
    const carom_damping_request elastic = {.law = &carom_law_series_dashpot, .e = 1.0, .m = 1.0, .v = 1.0, .kn = 1.0};
    assert_int_equal(carom_damping_for_restitution(&elastic, &value), CAROM_NOT_CONVERGED);
    assert_true(isnan(value));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(routh_limit),
        cmocka_unit_test(gross_slip),
        cmocka_unit_test(figure_13),
        cmocka_unit_test(dead_is_routh),
        cmocka_unit_test(several_instants),
        cmocka_unit_test(round_trip),
        cmocka_unit_test(bad_parameters),
        cmocka_unit_test(given_up),
        cmocka_unit_test(coefficients),
        cmocka_unit_test(anisotropic_slip),
        cmocka_unit_test(dwell_leaves_by_the_cone),
        cmocka_unit_test(coasting),
        cmocka_unit_test(not_a_number_anywhere),
        cmocka_unit_test(modes_are_finite),
        cmocka_unit_test(promised_homogeneous),
        cmocka_unit_test(own_numbers),
        cmocka_unit_test(relations),
        cmocka_unit_test(figures),
        cmocka_unit_test(found_damping),
        cmocka_unit_test(stiffness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
