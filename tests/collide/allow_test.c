// Tests `allow`, which lets a coefficient have any finite value. It extends a range, but never allows an unknown
// choice. Also tests other checks of coefficients and statuses.
#include "support/cmocka.h"
#include "support/params.h"

#include <string.h>

#include "carom/batch.h"
#include "support/laws.h"
#include "tables/counts.h"

static const carom_contact rod = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};

static void choices(void **state) {
    (void)state;
    carom_params p = params_plain();
    carom_result out;
    const unsigned wild = 77;
    memcpy(&p.restitution, &wild, sizeof wild);
    p.allow = CAROM_PARAM_BIT(restitution);
    assert_int_equal(carom_collide(&carom_law_routh, &rod, &p, &out), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(out.coefficient, CAROM_PARAM_restitution);
}

static void never_narrows(void **state) {
    (void)state;
    carom_params p = params_plain();
    carom_result free_out, out;
    p.mu = HUGE_VAL, p.e = 0.5;
    assert_int_equal(carom_collide(&carom_law_routh, &rod, &p, &free_out), CAROM_OK);
    p.allow = CAROM_PARAM_BIT(mu);
    assert_int_equal(carom_collide(&carom_law_routh, &rod, &p, &out), CAROM_OK);
    assert_memory_equal(out.P, free_out.P, sizeof out.P[0] * 2);
    p.e = 1.25, p.allow = CAROM_PARAM_BIT(e);
    assert_int_equal(carom_collide(&carom_law_routh, &rod, &p, &out), CAROM_OK);
    p.e = HUGE_VAL;
    assert_int_equal(carom_collide(&carom_law_routh, &rod, &p, &out), CAROM_COEFFICIENT_RANGE);
}

static void resting_for_ever(void **state) {
    (void)state;
    for (int allowed = 0; allowed < 2; allowed++) {
        carom_params p = params_plain();
        carom_result out;
        double P[2];
        uint8_t status;
        p.mu = 0.3, p.rest_speed = HUGE_VAL;
        p.allow = allowed ? CAROM_PARAM_BIT(rest_speed) : 0;
        carom_batch_in in = {.dim = 2, .params = &p};
        carom_batch_out to = {.P = {carom_array_out(&P[0]), carom_array_out(&P[1])},
                              .status = carom_bytes_array_out(&status)};
        for (int i = 0; i < 2; i++) {
            in.v[i] = carom_array(&rod.v[i]);
            for (int j = i; j < 2; j++) in.W[i][j] = carom_array(&rod.W[i][j]);
        }
        assert_int_equal(carom_collide(&carom_law_routh, &rod, &p, &out), CAROM_OK);
        assert_int_equal(carom_collide_batch(&carom_law_routh, 1, &in, &to), CAROM_OK);
        assert_int_equal(status, CAROM_OK);
        assert_memory_equal(P, out.P, sizeof P);
    }
}

static void dimensions(void **state) {
    (void)state;
    const carom_params p = params_plain();
    char text[200];
    carom_param refused;
    const int dims[] = {-1, 0, 1, 4, 10, 2147483647};
    for (int i = 0; i < 6; i++) {
        carom_contact c = {.dim = dims[i]};
        assert_int_equal(carom_params_validate(&carom_law_ivanov, &p, dims[i], &refused), CAROM_BAD_DIM);
        for (int status = 0; status < CAROM_STATUS_END; status++)
            assert_true(carom_describe((carom_status)status, &carom_law_routh, &c, &p, NULL, text, sizeof text) > 0);
    }
    assert_int_equal(carom_params_validate(&carom_law_ivanov, &p, 3, &refused), CAROM_OK);
}

// If the path has no capacity, carom_trace still fills the result, and its status belongs to CAROM_CLASS_OK.
static void full_path(void **state) {
    (void)state;
    carom_params p = params_plain();
    carom_path path = {NULL, 0, 0};
    carom_result out;
    p.mu = 0.3;
    const carom_status status = carom_trace(&carom_law_routh, &rod, &p, &path, &out);
    assert_int_equal(status, CAROM_PATH_FULL);
    assert_int_equal(carom_status_classify(status), CAROM_CLASS_OK);
    assert_true(out.P[0] > 0.0 && path.count > 1);
}

// For v_n = -0.0 every law returns P = +0.0 and the mode `none`.
static void no_approach(void **state) {
    (void)state;
    for (int k = 0; carom_law_at(NULL, k, CAROM_ONE_CONTACT); k++) {
        const carom_law *law = carom_law_at(NULL, k, CAROM_ONE_CONTACT);
        for (int dim = 2; dim <= 3; dim++) {
            if (!(law->solves & (dim == 2 ? CAROM_2D : CAROM_3D))) continue;
            const carom_contact c = {.dim = dim, .W = {{1, 0, 0}, {0, 3.5, 0}, {0, 0, 3.5}}, .v = {-0.0, 0.0, 0.0}};
            carom_params p = params_plain();
            carom_result out;
            p.mu = 0.3;
            const carom_status status = carom_collide(law, &c, &p, &out);
            if (status == CAROM_COEFFICIENT_RANGE) continue; // ivanov needs a direction with d.v < 0, but v = 0
            assert_int_equal(status, CAROM_OK);
            for (int i = 0; i < dim; i++) assert_true(out.P[i] == 0.0 && !signbit(out.P[i]));
            assert_int_equal(out.mode, CAROM_MODE_NONE);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices),    cmocka_unit_test(never_narrows), cmocka_unit_test(resting_for_ever),
        cmocka_unit_test(dimensions), cmocka_unit_test(full_path),     cmocka_unit_test(no_approach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
