// Tests that invalid problems of several contacts are rejected with the right status and without results.
#include "support/cmocka.h"
#include "support/params.h"

#include <stdlib.h>
#include <string.h>

#include "carom/systems.h"
#include "support/law_count.h"
#include "support/laws.h"
#include "systems/sequence.h"

// Two contacts of separate bodies with W = 1. The first one strikes, and the second one separates.
typedef struct problem {
    double W[16], v[4];
    carom_params contact[2];
    carom_system s;
    carom_system_params p;
} problem;

static void set_up(problem *x) {
    *x = (problem){.v = {-1.0, 0.5, 0.5, 0.0}};
    for (int i = 0; i < 4; i++) x->W[5 * i] = 1.0;
    for (int i = 0; i < 2; i++) {
        x->contact[i] = params_plain();
        x->contact[i].mu = 0.25;
    }
    x->s = (carom_system){.nc = 2, .dim = 2, .W = x->W, .v = x->v};
    x->p = carom_system_params_default(x->contact);
    x->p.single = &carom_law_routh;
    x->p.max_states = 8;
    x->p.max_impacts = 8;
    x->p.max_outcomes = 8;
}

static max_align_t room[4096];

static carom_status impact(const carom_law *method, const problem *x, carom_system_result *out) {
    return carom_system_solve(method, &x->s, &x->p, room, sizeof room, out);
}

// Checks that the method rejects the problem with this status and returns no result.
static void refused(const carom_law *method, const problem *x, carom_status wanted) {
    carom_system_result out;
    assert_string_equal(carom_status_name(impact(method, x, &out)), carom_status_name(wanted));
    assert_int_equal(out.status, wanted);
    assert_true(isnan(out.dE) && isnan(out.residual) && isnan(out.eta) && isnan(out.ratio_c));
    assert_int_equal(out.kept, 0);
    for (int i = 0; out.P && i < x->s.dim * x->s.nc; i++) assert_true(isnan(out.P[i]) && isnan(out.v[i]));
}

// Checks also that the problem is rejected before memory is needed, so the stated size is 0.
static void refused_by_shape(const carom_law *method, const problem *x, carom_status wanted) {
    refused(method, x, wanted);
    assert_int_equal(carom_system_memory_size(method, &x->s, &x->p), 0);
}

static void counts(void **state) {
    (void)state;
    const int bad_dims[] = {0, 1, 4}, bad_counts[] = {0, -1, CAROM_MAX_CONTACTS + 1};
    problem x;
    for (int k = 0; k < 3; k++) {
        set_up(&x);
        x.s.dim = bad_dims[k];
        refused_by_shape(&carom_law_glocker, &x, CAROM_BAD_DIM);
        set_up(&x);
        x.s.nc = bad_counts[k];
        refused_by_shape(&carom_law_glocker, &x, CAROM_BAD_COUNT);
    }
    // Only some methods solve 3D systems, and not with the solvers of 2D.
    set_up(&x);
    x.s.dim = 3;
    refused_by_shape(&carom_law_pfeiffer_glocker, &x, CAROM_WRONG_DIM);
    refused_by_shape(&carom_law_hm_differential, &x, CAROM_WRONG_DIM);
    x.p.solver = CAROM_SOLVER_ENUMERATE;
    refused_by_shape(&carom_law_glocker, &x, CAROM_BAD_VALUE);
    x.p.solver = CAROM_SOLVER_LEMKE;
    refused_by_shape(&carom_law_sequence, &x, CAROM_BAD_VALUE);
    set_up(&x);
    x.p.solver = CAROM_SOLVER_ENUMERATE;
    x.s.nc = CAROM_MAX_ENUMERATED + 1;
    refused_by_shape(&carom_law_glocker, &x, CAROM_BAD_COUNT);
}

static void limits_below_one(void **state) {
    (void)state;
    problem x;
    int *const limits[] = {&x.p.max_solutions, &x.p.max_stages, &x.p.max_impacts, &x.p.max_states, &x.p.max_outcomes};
    for (int k = 0; k < 5; k++) {
        set_up(&x);
        *limits[k] = 0;
        refused_by_shape(&carom_law_sequence, &x, CAROM_BAD_COUNT);
    }
    // Other methods do not check the limits of `sequence`.
    carom_system_result out;
    assert_int_equal(impact(&carom_law_hm_whittaker, &x, &out), CAROM_OK);
}

static void striking_contact(void **state) {
    (void)state;
    const carom_law *hm[] = {&carom_law_hm_differential, &carom_law_hm_whittaker, &carom_law_hm_brach};
    for (int k = 0; k < 3; k++) {
        problem x;
        carom_system_result out;
        set_up(&x);
        x.p.striking = -1;
        refused_by_shape(hm[k], &x, CAROM_BAD_INDEX);
        x.p.striking = 2;
        refused_by_shape(hm[k], &x, CAROM_BAD_INDEX);
        assert_int_equal(impact(&carom_law_glocker, &x, &out), CAROM_OK);
        x.p.striking = 1;
        refused(hm[k], &x, CAROM_OTHER_APPROACHES);
        // If the contact does not approach, the result has zero impulses.
        x.v[0] = 0.0;
        assert_int_equal(impact(hm[k], &x, &out), CAROM_NO_IMPACT);
        assert_int_equal(out.violations, 0);
        for (int i = 0; i < 4; i++) assert_true(out.P[i] == 0.0 && out.v[i] == x.v[i]);
        assert_int_equal(out.mode[0], CAROM_MODE_NONE);
        assert_int_equal(out.mode[1], CAROM_MODE_SEPARATING);
    }
}

static void law_of_a_sequence(void **state) {
    (void)state;
    carom_law absent = carom_law_routh;
    absent.contact = NULL;
    problem x;
    set_up(&x);
    x.p.single = NULL;
    refused_by_shape(&carom_law_sequence, &x, CAROM_UNKNOWN_LAW);
    x.p.single = &absent;
    refused_by_shape(&carom_law_sequence, &x, CAROM_MODULE_MISSING);
    double *const tolerances[] = {&x.p.cut, &x.p.merge};
    const double bad[] = {0.0, -1.0, (double)NAN};
    for (int k = 0; k < 6; k++) {
        set_up(&x);
        *tolerances[k % 2] = bad[k / 2];
        refused(&carom_law_sequence, &x, CAROM_BAD_VALUE);
    }
}

static void parameters(void **state) {
    (void)state;
    problem x;
    carom_system_result out;
    set_up(&x);
    x.contact[1].e = 1.5;
    refused(&carom_law_glocker, &x, CAROM_COEFFICIENT_RANGE);
    impact(&carom_law_glocker, &x, &out);
    assert_int_equal(out.coefficient, CAROM_PARAM_e);
    assert_int_equal(out.contact, 1);
    // A coefficient that the law does not read is not checked.
    set_up(&x);
    x.contact[1].nu = 1.5;
    assert_int_equal(impact(&carom_law_glocker, &x, &out), CAROM_OK);
    assert_int_equal(out.coefficient, CAROM_PARAM_NONE);
    assert_int_equal(out.contact, -1);

    set_up(&x);
    x.contact[1].mu = HUGE_VAL;
    assert_int_equal(impact(&carom_law_hm_differential, &x, &out), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(out.coefficient, CAROM_PARAM_mu);
    // The single law accepts infinite friction, and so does a sequence.
    assert_int_equal(impact(&carom_law_sequence, &x, &out), CAROM_OK);
    set_up(&x);
    x.contact[0].mu_static = HUGE_VAL;
    assert_int_equal(impact(&carom_law_hm_differential, &x, &out), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(out.coefficient, CAROM_PARAM_mu_static);
    assert_int_equal(out.contact, 0);
}

// Every method rejects less memory than the stated size, with every solver, and accepts that size.
static void memory(void **state) {
    (void)state;
    for (int k = 0; k < 2 * law_count(CAROM_SYSTEMS); k++) {
        const carom_law *method = carom_law_at(NULL, k / 2, CAROM_SYSTEMS);
        problem x;
        carom_system_result out;
        set_up(&x);
        x.p.solver = k % 2 ? CAROM_SOLVER_LEMKE : CAROM_SOLVER_ENUMERATE;
        x.p.max_solutions = 2;
        x.p.max_stages = 4;
        const size_t bytes = carom_system_memory_size(method, &x.s, &x.p);
        assert_true(bytes > 0 && bytes <= sizeof room);
        for (size_t less = 0; less < bytes; less += sizeof(max_align_t)) {
            assert_int_equal(carom_system_solve(method, &x.s, &x.p, room, less, &out), CAROM_SMALL_MEMORY);
            assert_true(isnan(out.dE));
        }
        assert_int_equal(carom_system_solve(method, &x.s, &x.p, room, bytes, &out), CAROM_OK);
    }
}

static void no_matrix(void **state) {
    (void)state;
    const struct {
        int at, mirror;
        double value, mirrored;
        carom_status status;
    } rows[] = {
        {0, 0, (double)NAN, (double)NAN, CAROM_NOT_FINITE},
        {7, 7, HUGE_VAL, HUGE_VAL, CAROM_NOT_FINITE},
        {10, 10, -1.0, -1.0, CAROM_NOT_PSD},
        {1, 4, 0.5, 0.5 + 1e-5, CAROM_NOT_SYMMETRIC},
        {1, 4, 1.1, 1.1, CAROM_NOT_PSD},
        {1, 4, 0.5, 0.5 + 1e-14, CAROM_OK},
        {1, 4, 1.0, 1.0, CAROM_OK}, // a singular W
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        problem x;
        set_up(&x);
        x.W[rows[k].at] = rows[k].value;
        x.W[rows[k].mirror] = rows[k].mirrored;
        assert_int_equal(carom_system_validate(&x.s, NULL), rows[k].status);
        if (rows[k].status != CAROM_OK) refused(&carom_law_glocker, &x, rows[k].status);
    }
    problem x;
    set_up(&x);
    x.v[3] = (double)NAN;
    refused(&carom_law_glocker, &x, CAROM_NOT_FINITE);
    // Every 2 x 2 principal block is valid, but the matrix has the eigenvalue 1 - 2 (0.9). Only the elimination finds
    // this.
    set_up(&x);
    x.W[1] = x.W[4] = x.W[2] = x.W[8] = 0.9;
    x.W[6] = x.W[9] = -0.9;
    assert_int_equal(carom_system_validate(&x.s, NULL), CAROM_OK);
    refused(&carom_law_glocker, &x, CAROM_NOT_PSD);
}

static void verdicts(void **state) {
    (void)state;
    problem x;
    carom_verdict verdict;
    double v[6];
    double mu[2] = {0.5, 0.5};
    set_up(&x);
    const double P[4] = {1.0, -0.5, 0.0, 0.0}; // stops both components of the first contact
    assert_int_equal(carom_system_check(NULL, mu, P, v, &verdict), CAROM_NULL_POINTER);
    assert_int_equal(carom_system_check(&x.s, NULL, P, v, &verdict), CAROM_NULL_POINTER);
    assert_int_equal(carom_system_check(&x.s, mu, NULL, v, &verdict), CAROM_NULL_POINTER);
    assert_int_equal(carom_system_check(&x.s, mu, P, NULL, &verdict), CAROM_NULL_POINTER);
    assert_int_equal(carom_system_check(&x.s, mu, P, v, NULL), CAROM_NULL_POINTER);
    const carom_system odd[] = {{.nc = 2, .dim = 2, .v = x.v},
                                {.nc = 2, .dim = 2, .W = x.W},
                                {.nc = 2, .dim = 4, .W = x.W, .v = x.v},
                                {.nc = 0, .dim = 2, .W = x.W, .v = x.v}};
    const carom_status wanted[] = {CAROM_NULL_POINTER, CAROM_NULL_POINTER, CAROM_BAD_DIM, CAROM_BAD_COUNT};
    for (int k = 0; k < 4; k++) assert_int_equal(carom_system_check(&odd[k], mu, P, v, &verdict), wanted[k]);

    assert_int_equal(carom_system_check(&x.s, mu, P, v, &verdict), CAROM_OK);
    assert_int_equal(verdict.violations, 0);
    assert_true(v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.5 && verdict.dE == -0.625);
    // The impulse at the first contact is outside the friction cone. With mu = infinity there is no bound.
    mu[0] = 0.4;
    assert_int_equal(carom_system_check(&x.s, mu, P, v, &verdict), CAROM_OK);
    assert_int_equal(verdict.violations, CAROM_VIOLATION_CONE);
    mu[0] = HUGE_VAL;
    assert_int_equal(carom_system_check(&x.s, mu, P, v, &verdict), CAROM_OK);
    assert_int_equal(verdict.violations, 0);
    // Tests impulses that are too weak, too strong, and in the wrong direction.
    const double weak[4] = {0.5}, strong[4] = {3.0}, pull[4] = {1.0, -0.5, -0.5, 0.0};
    carom_system_check(&x.s, mu, weak, v, &verdict);
    assert_int_equal(verdict.violations, CAROM_VIOLATION_PENETRATION);
    carom_system_check(&x.s, mu, strong, v, &verdict);
    assert_int_equal(verdict.violations, CAROM_VIOLATION_ENERGY);
    carom_system_check(&x.s, mu, pull, v, &verdict);
    assert_int_equal(verdict.violations, CAROM_VIOLATION_PULL | CAROM_VIOLATION_CONE);

    mu[1] = -0.1;
    assert_int_equal(carom_system_check(&x.s, mu, P, v, &verdict), CAROM_COEFFICIENT_RANGE);
    mu[1] = (double)NAN;
    assert_int_equal(carom_system_check(&x.s, mu, P, v, &verdict), CAROM_COEFFICIENT_RANGE);
}

// With a nearly singular W impulses are large and speeds are not. A gain of energy, or a remaining approach, is found
// relative to the speeds. CAROM_VIOLATION_LOSS means that rounding leaves no digits of v'.
static void verdicts_near_singular(void **state) {
    (void)state;
    problem x;
    carom_verdict verdict;
    double v[4];
    const double mu[2] = {2.0, 2.0};
    for (double near = 1e-6; near > 5e-12; near *= 0.1) {
        set_up(&x);
        x.W[1] = x.W[4] = -(1.0 - near);
        // With P = p (1, 1), v' = (-1, 1/2) + W P = (p near - 1, p near + 1/2).
        const double right[4] = {1.5 / near, 1.5 / near}, weak[4] = {0.999 / near, 0.999 / near},
                     strong[4] = {2.1 / near, 2.1 / near};
        x.v[1] = 0.5;
        carom_system_check(&x.s, mu, weak, v, &verdict);
        assert_true(verdict.violations & CAROM_VIOLATION_PENETRATION);
        // dE = p (p near - 1/2), which is a gain if p near > 1/2.
        carom_system_check(&x.s, mu, right, v, &verdict);
        assert_int_equal(verdict.violations, CAROM_VIOLATION_ENERGY);
        carom_system_check(&x.s, mu, strong, v, &verdict);
        assert_int_equal(verdict.violations, CAROM_VIOLATION_ENERGY);
    }
    set_up(&x);
    x.W[1] = x.W[4] = -1.0;
    const double lost[4] = {1e16, 1e16};
    carom_system_check(&x.s, mu, lost, v, &verdict);
    assert_true(verdict.violations & CAROM_VIOLATION_LOSS);
}

// If numbers exceed the range of a double, the check returns CAROM_OVERFLOW.
static void verdict_overflows(void **state) {
    (void)state;
    problem x;
    carom_verdict verdict;
    double v[4];
    const double mu[2] = {1.0, 1.0}, P[4] = {1e200}, infinite[4] = {HUGE_VAL};
    set_up(&x);
    assert_int_equal(carom_system_check(&x.s, mu, infinite, v, &verdict), CAROM_OVERFLOW);
    x.W[0] = 1e200; // W P overflows
    assert_int_equal(carom_system_check(&x.s, mu, P, v, &verdict), CAROM_OVERFLOW);
    x.W[0] = 1e-100; // P.v' overflows
    x.v[0] = -1e200;
    assert_int_equal(carom_system_check(&x.s, mu, P, v, &verdict), CAROM_OVERFLOW);
    // A method also returns this status: here the impulse is 1.5e200 at 1e200 m/s.
    x.W[0] = 1.0;
    x.contact[0].e = 0.5;
    refused(&carom_law_glocker, &x, CAROM_OVERFLOW);
    // With v = 0, W = 0 and P = 0 all slacks would be 0/0. The check sets them to 0.
    const double rest[4] = {0.0};
    memset(x.W, 0, sizeof x.W);
    memset(x.v, 0, sizeof x.v);
    assert_int_equal(carom_system_check(&x.s, mu, rest, v, &verdict), CAROM_OK);
    assert_int_equal(verdict.violations, 0);
    assert_true(verdict.energy_slack == 0.0 && verdict.cone_slack == 0.0);
}

static void promises(void **state) {
    (void)state;
    const unsigned dissipates = CAROM_GUARANTEE_DISSIPATIVE, keeps_out = CAROM_GUARANTEE_NONPENETRATING;
    problem x;
    // With one common coefficient, normal and tangential, no energy is gained. Contacts that all approach do not
    // penetrate.
    set_up(&x);
    for (int i = 0; i < 2; i++) x.contact[i].e = x.contact[i].e_t = 0.5;
    assert_int_equal(carom_system_guarantees(&carom_law_glocker, &x.s, &x.p) & (dissipates | keeps_out), dissipates);
    x.v[2] = 0.0;
    assert_true(carom_system_guarantees(&carom_law_glocker, &x.s, &x.p) & keeps_out);
    // With different coefficients no energy is gained if the contacts are not coupled, or if the coefficients are close
    // to each other. For W_n1n2 = w the condition is (1 - e1^2) (1 - e2^2) >= w^2 (1 - e1 e2)^2. Here e1 <= 0.76 for e2
    // = 0.5, w = 0.9.
    x.contact[1].e_t = 0.4;
    x.contact[1].e = 0.4;
    assert_true(carom_system_guarantees(&carom_law_glocker, &x.s, &x.p) & dissipates);
    x.W[2] = x.W[8] = 0.9;
    x.contact[1].e = 0.5;
    for (int i = 0; i < 2; i++) {
        const carom_law *const laws[] = {&carom_law_glocker, &carom_law_pfeiffer_glocker};
        for (x.contact[0].e = 0.5; x.contact[0].e < 0.9; x.contact[0].e += 0.01) {
            const double e1 = x.contact[0].e, e2 = 0.5, w = 0.9;
            const bool safe = (1.0 - e1 * e1) * (1.0 - e2 * e2) >= w * w * (1.0 - e1 * e2) * (1.0 - e1 * e2);
            assert_int_equal(!!(carom_system_guarantees(laws[i], &x.s, &x.p) & dissipates), safe);
        }
    }
    // A restitution above 1 has no guarantee, even if it is common.
    for (int i = 0; i < 2; i++) x.contact[i].e = x.contact[i].e_t = 1.1;
    assert_false(carom_system_guarantees(&carom_law_glocker, &x.s, &x.p) & dissipates);
    assert_false(carom_system_guarantees(&carom_law_pfeiffer_glocker, &x.s, &x.p) & dissipates);
    // A sequence has the guarantees of its single law, and none without one.
    assert_true(carom_system_guarantees(&carom_law_sequence, &x.s, &x.p) & CAROM_GUARANTEE_COULOMB);
    x.p.single = NULL;
    assert_int_equal(carom_system_guarantees(&carom_law_sequence, &x.s, &x.p), 0);
}

static void gaps(void **state) {
    (void)state;
    problem x;
    double gap[2] = {1.0, 1.0}, P[4], v[4];
    int order[1] = {-1}, impacts = 7;
    set_up(&x);
    const carom_system *s = &x.s;
    assert_int_equal(carom_sequence_by_gaps(NULL, &x.p, gap, P, v, order, 1, &impacts), CAROM_NULL_POINTER);
    assert_int_equal(carom_sequence_by_gaps(s, NULL, gap, P, v, order, 1, &impacts), CAROM_NULL_POINTER);
    assert_int_equal(carom_sequence_by_gaps(s, &x.p, NULL, P, v, order, 1, &impacts), CAROM_NULL_POINTER);
    assert_int_equal(carom_sequence_by_gaps(s, &x.p, gap, NULL, v, order, 1, &impacts), CAROM_NULL_POINTER);
    assert_int_equal(carom_sequence_by_gaps(s, &x.p, gap, P, NULL, order, 1, &impacts), CAROM_NULL_POINTER);
    assert_int_equal(carom_sequence_by_gaps(s, &x.p, gap, P, v, order, 1, NULL), CAROM_NULL_POINTER);
    const carom_system odd[] = {{.nc = 2, .dim = 2, .v = x.v},
                                {.nc = 2, .dim = 2, .W = x.W},
                                {.nc = 1, .dim = 4, .W = x.W, .v = x.v},
                                {.nc = 0, .dim = 2, .W = x.W, .v = x.v}};
    const carom_status wanted[] = {CAROM_NULL_POINTER, CAROM_NULL_POINTER, CAROM_BAD_DIM, CAROM_BAD_COUNT};
    for (int k = 0; k < 4; k++)
        assert_int_equal(carom_sequence_by_gaps(&odd[k], &x.p, gap, P, v, order, 1, &impacts), wanted[k]);
    assert_int_equal(impacts, 0);
    // Negative gaps and NaN are rejected.
    const double bad[] = {-1.0, (double)NAN};
    for (int k = 0; k < 2; k++) {
        gap[1] = bad[k];
        assert_int_equal(carom_sequence_by_gaps(s, &x.p, gap, P, v, order, 1, &impacts), CAROM_BAD_VALUE);
    }
    gap[1] = 1.0;
    x.p.single = NULL;
    assert_int_equal(carom_sequence_by_gaps(s, &x.p, gap, P, v, order, 1, &impacts), CAROM_UNKNOWN_LAW);
    x.p.contacts = NULL;
    assert_int_equal(carom_sequence_by_gaps(s, &x.p, gap, P, v, order, 1, &impacts), CAROM_NULL_POINTER);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts),
        cmocka_unit_test(limits_below_one),
        cmocka_unit_test(striking_contact),
        cmocka_unit_test(law_of_a_sequence),
        cmocka_unit_test(parameters),
        cmocka_unit_test(memory),
        cmocka_unit_test(no_matrix),
        cmocka_unit_test(verdicts),
        cmocka_unit_test(verdicts_near_singular),
        cmocka_unit_test(verdict_overflows),
        cmocka_unit_test(promises),
        cmocka_unit_test(gaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
