// Tests the input of contact models: their own coefficients, errors, descriptions and limits on work.
#include "support/cmocka.h"
#include "support/compliant_params.h"

#include <string.h>

#include "carom/compliant.h"
#include "compliant/devices.h"
#include "mods/compliant/models/restitution.h"
#include "support/laws.h"

static carom_result solve(const carom_law *law, const carom_contact *c, const carom_params *p) {
    carom_result out;
    assert_int_equal(carom_collide(law, c, p, &out), CAROM_OK);
    return out;
}

// Checks that contact models do not read the rest speed, and that it does not change their guarantees.
static void rest_speed_is_not_theirs(void **state) {
    (void)state;
    const carom_contact c = {2, {{1, 0.3}, {0.3, 2.5}}, {-1, 0.8}};
    for (int i = 0; i < device_count(); i++) {
        const carom_law *law = device_at(i);
        carom_params p = params_springs();
        p.e = 0.5;
        p.mu = 0.3;
        const carom_result before = solve(law, &c, &p);
        const unsigned promises = carom_law_guarantees(law, 2, &p);
        p.rest_speed = 10.0;
        const carom_result after = solve(law, &c, &p);
        assert_false(carom_law_reads(law) & CAROM_PARAM_BIT(rest_speed));
        assert_memory_equal(before.P, after.P, 2 * sizeof *before.P);
        assert_int_equal(carom_law_guarantees(law, 2, &p), promises);
    }
}

// Checks that the returned status equals out.status, and that a rejected call leaves NaN in the result.
static void refusals_agree(void **state) {
    (void)state;
    const carom_contact c = {2, {{1, 0.3}, {0.3, 2.5}}, {-1, 0.8}};
    carom_contact parting = c, bad = c;
    const carom_params p = params_springs();
    carom_history more = {0};
    carom_result out;
    carom_history roomless = {.capacity = 10};
    parting.v[0] = 1.0;
    bad.v[0] = (double)NAN;
    assert_int_equal(carom_record(&carom_law_routh, &c, &p, &more, &out), CAROM_NO_HISTORY);
    assert_true(out.status == CAROM_NO_HISTORY && isnan(out.P[0]) && isnan(out.v[0]) && isnan(out.dE));
    assert_int_equal(carom_record(&carom_law_routh, &parting, &p, &more, &out), CAROM_NO_HISTORY);
    assert_int_equal(carom_record(&carom_law_stronge, &parting, &p, &more, &out), CAROM_NO_IMPACT);
    assert_true(out.status == CAROM_NO_IMPACT && out.P[0] == 0.0);
    assert_int_equal(carom_record(&carom_law_stronge, &c, &p, NULL, &out), CAROM_NULL_POINTER);
    assert_int_equal(carom_record(&carom_law_routh, &bad, &p, &more, &out), CAROM_NOT_FINITE);
    assert_int_equal(out.status, CAROM_NOT_FINITE);
    assert_int_equal(carom_record(&carom_law_stronge, &c, &p, &roomless, &out), CAROM_NULL_POINTER);
    assert_true(out.status == CAROM_NULL_POINTER && isnan(out.P[0]));
    assert_int_equal(carom_record(NULL, &c, &p, &more, &out), CAROM_UNKNOWN_LAW);
    assert_true(out.status == CAROM_UNKNOWN_LAW && isnan(out.P[0]));
    assert_int_equal(carom_record(&carom_law_stronge, NULL, &p, &more, &out), CAROM_NULL_POINTER);
    assert_int_equal(carom_record(&carom_law_stronge, &c, NULL, &more, &out), CAROM_NULL_POINTER);
    assert_int_equal(carom_record(&carom_law_stronge, &c, &p, &more, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_record(&carom_law_stronge, &c, &p, &(carom_history){0}, &out), CAROM_OK);
    assert_null(device_at(-1));
    assert_null(device_find(NULL));
    assert_null(carom_enum_name(CAROM_ENUM_CONTACT_STATE, -1));
    assert_true(isnan(carom_e_of_zeta((double)NAN)) && isnan(carom_a_of_e(2.0)));
}

// Checks that the work limit stops a run with a status, and that a larger limit solves it. This stiff contact takes
// work of about 2000.
static void work_has_a_bound(void **state) {
    (void)state;
    const carom_contact c = {2, {{1, 0.9}, {0.9, 1.5}}, {-1, -0.2}};
    carom_params p = params_springs();
    carom_result out;
    p.e = 0.7;
    p.mu = 3.0;
    p.own[CAROM_OWN(kt)] = 1e4;
    assert_int_equal(carom_record(&carom_law_bilinear_spring, &c, &p, &(carom_history){.work_limit = 500}, &out),
                     CAROM_NOT_CONVERGED);
    assert_true(out.status == CAROM_NOT_CONVERGED && isnan(out.P[0]));
    assert_int_equal(carom_record(&carom_law_bilinear_spring, &c, &p, &(carom_history){.work_limit = 10000000}, &out),
                     CAROM_OK);
    assert_int_equal(carom_record(&carom_law_mindlin, &c, &p, &(carom_history){.work_limit = 100}, &out),
                     CAROM_NOT_CONVERGED);
    assert_int_equal(
        carom_record(&carom_law_stronge, &c, &p, &(carom_history){.work_limit = CAROM_MAX_WORK + 1u}, &out),
        CAROM_BAD_VALUE);
    assert_int_equal(out.status, CAROM_BAD_VALUE);
}

// Checks eigen-spring when a straight slip ends with the contact: the impulse must be the same in 3D as in 2D. The
// largest difference was 6e-10; the bound is 1e-9.
static void straight_slips_let_go_as_in_the_plane(void **state) {
    (void)state;
    const struct {
        double mu, k[3];
        carom_contact c;
    } cases[] = {{1.4768263896639775,
                  {2.7691458483791265, 0.8865975760358156, 1.0},
                  {3,
                   {{0.4027236311898146, -0.7481717284265514, 0},
                    {-0.7481717284265514, 4.873774852148318, 0},
                    {0, 0, 9.991298877978569}},
                   {-0.9143913592999884, -1.5541878752331162, 0.0}}},
                 {0.48852243688855496,
                  {0.658594622528427, 0.7974226529089031, 1.0},
                  {3,
                   {{1.8936050735588918, -0.5129110672312784, 0},
                    {-0.5129110672312784, 0.24450058729123722, 0},
                    {0, 0, 4.08023249970011}},
                   {-1.8416170102387008, 1.568453896170332, 0.0}}}};
    for (int i = 0; i < 2; i++) {
        carom_contact c = cases[i].c;
        carom_params p = params_springs();
        p.mu = cases[i].mu;
        memcpy(&p.own[CAROM_OWN(k)], cases[i].k, sizeof cases[i].k);
        const carom_result space = solve(&carom_law_eigen_spring, &c, &p);
        c.dim = 2;
        const carom_result plane = solve(&carom_law_eigen_spring, &c, &p);
        assert_int_equal(space.violations, 0);
        for (int k = 0; k < 2; k++) assert_near(space.P[k], plane.P[k], 1e-9);
        assert_near(space.P[2], 0.0, 1e-9);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rest_speed_is_not_theirs),
        cmocka_unit_test(refusals_agree),
        cmocka_unit_test(work_has_a_bound),
        cmocka_unit_test(straight_slips_let_go_as_in_the_plane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
