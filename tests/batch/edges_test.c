// Tests batches with rare inputs: columns of invalid numbers, speed-dependent coefficients, a single output, and a
// custom law with the code of another. Each item must have the result that carom_collide gives it alone, bit for bit.
#include "support/cmocka.h"
#include "support/params.h"

#include <string.h>

#include "batch/block.h"
#include "bench/random.h"
#include "carom/derivatives.h"
#include "support/floor.h"
#include "support/laws.h"
#include "support/rows.h"
#include "tables/speed.h"

enum { ITEMS = 40 };

typedef struct {
    int dim;
    carom_contact c[ITEMS];
    carom_params set[ITEMS];
    double W[3][3][ITEMS], v[3][ITEMS], P[3][ITEMS], after[3][ITEMS], dE[ITEMS];
    uint8_t status[ITEMS];
    carom_batch_in in;
    carom_batch_out out;
} batch;

// Makes random contacts, with one set of coefficients for all or one for each.
static batch *make(int dim, bool sets) {
    static batch b;
    memset(&b, 0, sizeof b);
    b.dim = b.in.dim = dim;
    for (uint64_t i = 0; i < ITEMS; i++) {
        random_stream r = random_at(912, i);
        b.c[i] = random_contact(&r, dim, 1.0);
        b.set[i] = sets ? random_params(&r, dim) : params_plain();
        for (int k = 0; k < dim; k++) {
            b.v[k][i] = b.c[i].v[k];
            for (int j = k; j < dim; j++) b.W[k][j][i] = b.c[i].W[k][j];
        }
    }
    b.in.params = b.set;
    b.in.params_stride = sets ? sizeof *b.set : 0;
    b.out.status = carom_bytes_array_out(b.status);
    for (int k = 0; k < dim; k++) {
        b.in.v[k] = carom_array(b.v[k]);
        b.out.P[k] = carom_array_out(b.P[k]);
        for (int j = k; j < dim; j++) b.in.W[k][j] = carom_array(b.W[k][j]);
    }
    return &b;
}

// Solves one item alone. The numbers of its columns are put into its coefficients.
static carom_status alone(const carom_law *law, const batch *b, size_t i, carom_result *out) {
    carom_params p = b->in.params_stride ? b->set[i] : b->set[0];
    for (int k = 0; k < CAROM_PARAM_END; k++) {
        const carom_coefficient *row = b->in.param[k].first ? carom_law_coefficient(law, k) : NULL;
        if (!row) continue;
        const double x = ((const double *)b->in.param[k].first)[b->in.param[k].stride ? i : 0];
        const carom_status put = carom_params_set(&p, row, &x, 1);
        if (put != CAROM_OK) return put;
    }
    return carom_collide(law, &b->c[i], &p, out);
}

static long asked, answered;

static int compared(const carom_law *law, batch *b) {
    int fine = 0;
    assert_int_equal(carom_collide_batch(law, ITEMS, &b->in, &b->out), CAROM_OK);
    for (size_t i = 0; i < ITEMS; i++) {
        carom_result out;
        assert_int_equal(b->status[i], alone(law, b, i, &out));
        if (b->status[i] != CAROM_OK) continue;
        fine++;
        for (int k = 0; k < b->dim; k++) assert_true(b->P[k][i] == out.P[k]);
        for (int k = 0; k < b->dim && b->out.v[k].first; k++) assert_true(b->after[k][i] == out.v[k]);
    }
    asked += ITEMS, answered += fine;
    return fine;
}

// Checks columns with valid and invalid numbers, together with speed-dependent coefficients.
static void refused_columns_by_speed(void **state) {
    (void)state;
    static const double numbers[5] = {0.5, -0.25, 1.5, (double)NAN, 0.0};
    double e[ITEMS], mu[ITEMS];
    for (size_t i = 0; i < ITEMS; i++) e[i] = numbers[i % 5], mu[i] = numbers[(i / 5) % 5];
    for (int form = 0; form < 4; form++)
        for (int misfit = 0; misfit < 2; misfit++) {
            batch *b = make(form % 2 ? 3 : 2, false);
            carom_params *p = &b->set[0];
            p->e = p->mu = 0.5;
            if (form != 1)
                assert_int_equal(carom_params_set_speed_form(p, carom_speed_form_find("fifth"), (double[]){0.2}, 1),
                                 CAROM_OK);
            if (form != 0)
                assert_int_equal(
                    carom_params_set_speed_form(p, carom_speed_form_find("exp"), (double[]){0.1, 0.2, 1.0}, 3),
                    CAROM_OK);
            // A number that the form does not accept.
            if (misfit && form != 1) p->e_of_speed.c[0] = -7.0;
            if (misfit && form == 1) p->mu_of_speed.c[2] = -7.0;
            const carom_law *const laws[] = {&carom_law_whittaker, &carom_law_frictionless, &carom_law_ccp};
            for (int k = 0; k < 3; k++) {
                b->in.param[CAROM_PARAM_e] = carom_array(e);
                b->in.param[CAROM_PARAM_mu] = carom_array(mu);
                (void)compared(laws[k], b);
                b->in.param[CAROM_PARAM_e] = b->in.param[CAROM_PARAM_mu] = (carom_column){NULL, 0};
                const int fine = compared(laws[k], b);
                if (!misfit) assert_int_equal(fine, ITEMS);
            }
        }
}

// Checks contacts exactly at the rest speed, and static friction below, at and above mu.
static void borders_of_columns(void **state) {
    (void)state;
    double rest[ITEMS], mu_static[ITEMS];
    batch *b = make(2, false);
    b->set[0].e = b->set[0].mu = 0.5;
    for (size_t i = 0; i < ITEMS; i++) rest[i] = fabs(b->v[0][i]), mu_static[i] = 0.25 * (double)(1 + i % 4);
    b->in.param[CAROM_PARAM_rest_speed] = carom_array(rest);
    assert_int_equal(compared(&carom_law_whittaker, b), ITEMS);
    assert_int_equal(compared(&carom_law_routh, b), ITEMS);
    b->in.param[CAROM_PARAM_mu_static] = carom_array(mu_static);
    assert_int_equal(compared(&carom_law_routh, b), ITEMS * 3 / 4);
}

// Checks that the column of a pair sets the first number and leaves 0 for the second. A column of the second number
// alone is not read.
static void pairs_as_columns(void **state) {
    (void)state;
    const carom_law *law = carom_law_find(NULL, "impulse-ratio", CAROM_ONE_CONTACT);
    const int ratio = carom_law_find_coefficient(law, "ratio")->number;
    double x[ITEMS], y[ITEMS];
    for (size_t i = 0; i < ITEMS; i++) x[i] = 0.01 * (double)i, y[i] = 5.0;
    for (int given = 1; given < 4; given++) {
        batch *b = make(3, false);
        if (given & 1) b->in.param[ratio] = carom_array(x);
        if (given & 2) b->in.param[ratio + 1] = carom_array(y);
        assert_int_equal(compared(law, b), ITEMS);
    }
}

// Checks columns of a law's own coefficient with numbers that the vectorised code leaves to carom_collide: tiny, too
// large, NaN, or between two choices.
static void odd_columns_of_laws_own(void **state) {
    (void)state;
    static const double numbers[8] = {0.5, 1e-60, 1.5, (double)NAN, 0.0, -1.0, 1e60, 2.0};
    static const struct {
        const char *law, *row;
    } own[] = {{"accessible", "f"}, {"impulse-ratio", "ratio"}, {"impulse-ratio", "ratio_kind"}};
    double x[ITEMS];
    for (size_t i = 0; i < ITEMS; i++) x[i] = numbers[i % 8];
    for (int k = 0; k < 3; k++)
        for (int dim = 2; dim <= 3; dim++) {
            const carom_law *law = carom_law_find(NULL, own[k].law, CAROM_ONE_CONTACT);
            batch *b = make(dim, false);
            b->set[0].mu = 0.4;
            b->in.param[carom_law_find_coefficient(law, own[k].row)->number] = carom_array(x);
            assert_true(compared(law, b) >= ITEMS / 8);
        }
}

// Checks that a batch with a single output has the same status and numbers.
static void single_outputs(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        batch *b = make(3, true);
        b->out.v[k] = carom_array_out(b->after[k]);
        assert_int_equal(carom_collide_batch(&carom_law_ccp, ITEMS, &b->in, &b->out), CAROM_OK);
        for (size_t i = 0; i < ITEMS; i++) {
            carom_result out;
            assert_int_equal(b->status[i], alone(&carom_law_ccp, b, i, &out));
            if (b->status[i] == CAROM_OK) assert_true(b->after[k][i] == out.v[k]);
        }
    }
}

// A coefficient that a program defines.
#define SIZE                                                                                                           \
    {                                                                                                                  \
        .name = "size", .number = 41, .kind = CAROM_REAL, .symbol = "", .default_value = 0.5, .meaning = "",           \
        .unit = "1", .highest = 1.0                                                                                    \
    }

// Checks that a column of a list is rejected. A custom law that uses the code of a core law must be vectorised, also
// without mu.
static void own_laws(void **state) {
    (void)state;
    static const carom_coefficient rows[] = {
        {.name = "list", .number = 40, .kind = CAROM_LIST, .symbol = "", .meaning = "", .unit = ""}, SIZE};
    static const carom_coefficient without_mu[] = {CAROM_COEFFICIENT_E(""), CAROM_COEFFICIENT_FRICTION(""),
                                                   CAROM_COEFFICIENT_REST_SPEED};
    carom_coefficient room[MOST_ROWS];
    const carom_law own = law_with_rows(&carom_law_whittaker, ROWS_OF(rows), room);
    carom_law bare = carom_law_whittaker;
    const double x = 0.25;
    batch *b = make(2, true);
    assert_int_equal(compared(&own, b), ITEMS);
    b->in.param[40] = carom_shared(&x);
    assert_int_equal(carom_collide_batch(&own, ITEMS, &b->in, &b->out), CAROM_BAD_VALUE);
    bare.coefficients = without_mu;
    bare.coefficient_count = 3;
    b = make(2, false);
    b->set[0].mu = 0.5;
    assert_int_equal(carom_params_set_speed_form(&b->set[0], carom_speed_form_find("fifth"), (double[]){0.2}, 1),
                     CAROM_OK);
    assert_int_equal(
        carom_params_set_speed_form(&b->set[0], carom_speed_form_find("exp"), (double[]){0.1, 0.2, 1.0}, 3), CAROM_OK);
    assert_int_equal(compared(&bare, b), ITEMS);
    assert_null(carom_level_at(99));
}

// Checks the derivatives of a batch along one tangent against those of each item.
static void tangents_are_the_items(const carom_law *law, batch *b, bool smooth) {
    double dv[ITEMS], dP[3][ITEMS], bar[ITEMS], back[ITEMS];
    uint8_t how[ITEMS];
    for (size_t i = 0; i < ITEMS; i++) dv[i] = bar[i] = 1.0;
    carom_batch_tangent din = {.v = {carom_array(dv)}};
    carom_batch_tangent_out dout = {.smooth = carom_bytes_array_out(how)};
    carom_batch_cotangent bar_out = {.P = {carom_array(bar)}};
    carom_batch_cotangent_out bar_in = {.v = {carom_array_out(back)}};
    for (int k = 0; k < b->dim; k++) dout.P[k] = carom_array_out(dP[k]);
    assert_int_equal(carom_collide_jvp_batch(law, ITEMS, &b->in, &din, &b->out, &dout), CAROM_OK);
    assert_int_equal(carom_collide_vjp_batch(law, ITEMS, &b->in, &b->out, &bar_out, &bar_in), CAROM_OK);
    for (size_t i = 0; i < ITEMS; i++) {
        carom_result out;
        carom_jacobian J;
        const carom_params *p = b->in.params_stride ? &b->set[i] : &b->set[0];
        carom_status status = carom_collide_jacobian(law, &b->c[i], p, &out, &J);
        // Speed-dependent coefficients have no derivatives. carom_collide_jacobian reports this by its status, a batch
        // by the smoothness of each item.
        if (status == CAROM_NO_DERIVATIVE && carom_by_speed(p)) status = out.status;
        // The column contains a number that is not a choice.
        if (b->in.param[CAROM_PARAM_restitution].first) status = CAROM_BAD_VALUE;
        assert_int_equal(b->status[i], status);
        if (status != CAROM_OK || !smooth || J.smooth >= CAROM_DIRECTIONAL) {
            if (!smooth) assert_true(isnan(dP[0][i]) && isnan(back[i]) && how[i] == CAROM_SMOOTHNESS_NONE);
            continue;
        }
        // A batch multiplies the Jacobian of carom_collide_jacobian, here by 1.
        for (int k = 0; k < b->dim; k++)
            assert_true(fabs(dP[k][i] - J.dP_dv[k][0]) <= 1e-12 * (fabs(J.dP_dv[k][0]) + fabs(J.dP_dv[0][0])));
        assert_true(fabs(back[i] - J.dP_dv[0][0]) <= 1e-12 * fabs(J.dP_dv[0][0]));
    }
}

static void derivatives_asked_oddly(void **state) {
    (void)state;
    static const carom_coefficient rows[] = {SIZE};
    carom_coefficient room[MOST_ROWS];
    const carom_law own = law_with_rows(&carom_law_routh, ROWS_OF(rows), room);
    tangents_are_the_items(&own, make(2, true), true);
    batch *b = make(2, true);
    for (size_t i = 0; i < ITEMS; i++) b->set[i].rest_speed = i % 2 ? 0.0 : 0.3;
    tangents_are_the_items(&carom_law_routh, b, true);
    const double nine = 9.0;
    b->in.param[CAROM_PARAM_restitution] = carom_shared(&nine);
    tangents_are_the_items(&carom_law_routh, b, false);
    b = make(2, false);
    assert_int_equal(carom_params_set_speed_form(&b->set[0], carom_speed_form_find("fifth"), (double[]){0.2}, 1),
                     CAROM_OK);
    tangents_are_the_items(&carom_law_routh, b, false);
    // These calls are rejected as a whole.
    carom_batch_tangent din = {.v = {carom_array(b->v[0])}};
    carom_batch_tangent_out dout = {.smooth = {NULL, 0}};
    b = make(3, false);
    carom_contact_vtable code = *carom_law_routh.contact;
    carom_law unequal = carom_law_routh;
    code.differentiable = CAROM_2D;
    unequal.contact = &code;
    assert_int_equal(carom_collide_jvp_batch(&unequal, ITEMS, &b->in, &din, NULL, &dout), CAROM_NO_DERIVATIVE);
    memset(&b->set[0], 0, sizeof b->set[0]);
    assert_int_equal(carom_collide_jvp_batch(&carom_law_routh, ITEMS, &b->in, &din, NULL, &dout), CAROM_BAD_STRUCT);
}

// Checks light bodies with huge speeds, whose impulses are outside the range of the vectorised code.
static void impulses_beyond_lanes(void **state) {
    (void)state;
    batch *b = make(3, true);
    for (size_t i = 0; i < ITEMS; i++)
        for (int k = 0; k < 3; k++) {
            b->c[i].v[k] = b->v[k][i] = b->v[k][i] * 1e49;
            for (int j = k; j < 3; j++) b->c[i].W[k][j] = b->c[i].W[j][k] = b->W[k][j][i] = b->W[k][j][i] * 4e-50;
        }
    assert_int_equal(carom_collide_batch(&carom_law_routh, ITEMS, &b->in, &b->out), CAROM_OK);
    for (size_t i = 0; i < ITEMS; i++) {
        carom_result out;
        assert_int_equal(b->status[i], alone(&carom_law_routh, b, i, &out));
        // carom_collide solves the item, so the bits are the same.
        for (int k = 0; k < 3 && b->status[i] == CAROM_OK; k++) assert_true(b->P[k][i] == out.P[k]);
    }
}

// Checks that a flag that this version does not know is rejected, and that nothing is written.
static void unknown_flags_are_rejected(void **state) {
    const double W[3] = {1, 0, 3}, v[2] = {-1, 0.5};
    const carom_params p = params_plain();
    double P = 7.0;
    carom_batch_in in = {.dim = 2, .params = &p, .flags = CAROM_BATCH_SAME_BITS << 1};
    const carom_batch_out out = {.P = {carom_array_out(&P)}};
    in.W[0][0] = carom_array(&W[0]), in.W[0][1] = carom_array(&W[1]), in.W[1][1] = carom_array(&W[2]);
    in.v[0] = carom_array(&v[0]), in.v[1] = carom_array(&v[1]);
    assert_int_equal(carom_collide_batch(&carom_law_routh, 1, &in, &out), CAROM_BAD_VALUE);
    assert_true(P == 7.0);
    in.flags = CAROM_BATCH_SAME_BITS;
    assert_int_equal(carom_collide_batch(&carom_law_routh, 1, &in, &out), CAROM_OK);
    assert_true(P == 2.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(borders_of_columns),
        cmocka_unit_test(refused_columns_by_speed),
        cmocka_unit_test(pairs_as_columns),
        cmocka_unit_test(odd_columns_of_laws_own),
        cmocka_unit_test(single_outputs),
        cmocka_unit_test(own_laws),
        cmocka_unit_test(derivatives_asked_oddly),
        cmocka_unit_test(impulses_beyond_lanes),
        cmocka_unit_test(unknown_flags_are_rejected),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    // Many columns contain numbers that are rejected, so only 30 % of the items must be solved.
    return failed || !floor_met("batches asked in rare ways", answered, asked, 0.3);
}
