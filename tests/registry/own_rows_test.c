// Tests custom laws with unusual rows of coefficients: invalid numbers, invalid kinds, more rows than derivatives have
// columns. Each law is rejected, or has the results of the law whose code it uses.
#include "support/cmocka.h"
#include "support/params.h"

#include <string.h>

#include "bench/random.h"
#include "carom/derivatives.h"
#include "carom/explain.h"
#include "support/laws.h"
#include "support/rows.h"

#define REST .symbol = "", .meaning = ""

static carom_coefficient room[MOST_ROWS];

static const carom_contact some = {
    .dim = 3, .W = {{1.0, 0.2, 0.1}, {0.2, 2.0, 0.3}, {0.1, 0.3, 3.0}}, .v = {-1.0, 0.5, 0.2}};

// Checks that the result and the derivatives of the law are those of frictionless.
static void answers_alike(const carom_law *law, const carom_contact *c) {
    const carom_params p = params_plain();
    carom_result own, same;
    carom_jacobian J, K;
    assert_int_equal(carom_collide_jacobian(law, c, &p, &own, &J), CAROM_OK);
    assert_int_equal(carom_collide_jacobian(&carom_law_frictionless, c, &p, &same, &K), CAROM_OK);
    assert_memory_equal(own.P, same.P, sizeof own.P);
    assert_memory_equal(J.dP_dv, K.dP_dv, sizeof J.dP_dv);
    assert_memory_equal(J.dP_dW, K.dP_dW, sizeof J.dP_dW);
}

static void rows_that_are_none(void **state) {
    (void)state;
    carom_params p = params_plain();
    double x[3] = {0.5, 0.5, 0.5};
    const carom_coefficient kind = {.name = "kind", .number = 40, .kind = (carom_param_kind)99, REST};
    assert_int_equal(carom_params_set(&p, &kind, x, 1), CAROM_BAD_VALUE);
    assert_int_equal(carom_params_get(&p, &kind, x), 0);
    // A member of carom_params with another kind.
    carom_coefficient other = *carom_coefficient_at(NULL, CAROM_PARAM_e);
    other.kind = CAROM_TANGENT;
    assert_int_equal(carom_params_set(&p, &other, x, 1), CAROM_BAD_VALUE);
    // Laws that read an invalid kind, a member with another kind, or an invalid number are rejected.
    carom_coefficient real = *carom_coefficient_at(NULL, CAROM_PARAM_restitution);
    real.kind = CAROM_REAL;
    const carom_coefficient nobody = {.name = "nobody", .number = 30, .kind = CAROM_REAL, .unit = "1", REST},
                            far = {.name = "far", .number = 64, .kind = CAROM_REAL, .unit = "1", REST},
                            negative = {.name = "negative", .number = -1, .kind = CAROM_REAL, .unit = "1", REST};
    const carom_coefficient *const odd[] = {&kind, &other, &real, &nobody, &far, &negative};
    for (size_t k = 0; k < sizeof odd / sizeof *odd; k++) {
        const carom_law law = law_with_rows(&carom_law_frictionless, odd[k], 1, room);
        carom_result out;
        assert_int_equal(carom_collide(&law, &some, &p, &out), CAROM_COEFFICIENT_RANGE);
    }
}

// A law with additional coefficients, a renamed member and a choice gives the same result as before.
static void other_names(void **state) {
    (void)state;
    carom_coefficient e = *carom_coefficient_at(NULL, CAROM_PARAM_e);
    e.name = "else";
    const carom_coefficient rows[] = {e, *carom_coefficient_at(NULL, CAROM_PARAM_restitution)};
    const carom_law law = law_with_rows(&carom_law_frictionless, ROWS_OF(rows), room);
    answers_alike(&law, &some);
    assert_ptr_equal(carom_law_find_coefficient(&law, "else"), carom_law_coefficient(&law, CAROM_PARAM_e));
}

// A coefficient has the largest number, 63, and different units. With a unit other than "1" the contact is not scaled.
static void the_last_place(void **state) {
    (void)state;
    carom_contact far = some;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) far.W[i][j] *= 0x1p300;
    const char *const units[] = {"1", "m", NULL};
    for (int k = 0; k < 3; k++) {
        const carom_coefficient last = {.name = "last",
                                        .number = 63,
                                        .kind = CAROM_REAL,
                                        .unit = units[k],
                                        .default_value = 0.5,
                                        .highest = 1.0,
                                        REST};
        carom_law law = law_with_rows(&carom_law_frictionless, &last, 1, room);
        answers_alike(&law, &some);
        answers_alike(&law, &far);
        // Next to a choice, each coefficient is checked separately.
        const carom_coefficient more[] = {*carom_coefficient_at(NULL, CAROM_PARAM_restitution), last};
        law = law_with_rows(&carom_law_frictionless, ROWS_OF(more), room);
        answers_alike(&law, &some);
    }
    // The value of this choice does not fit in an int.
    const carom_coefficient wide = {
        .name = "wide", .number = 40, .kind = CAROM_CHOICE, .unit = "", .default_value = 1e10, .highest = 1e11, REST};
    const carom_law law = law_with_rows(&carom_law_frictionless, &wide, 1, room);
    answers_alike(&law, &some);
}

// Derivatives have 16 columns for coefficients. Further coefficients are omitted.
static void more_rows_than_columns(void **state) {
    (void)state;
    static carom_coefficient rows[CAROM_JACOBIAN_PARAMS + 2];
    carom_params p = params_plain();
    carom_result out;
    carom_jacobian J;
    for (int i = 0; i < CAROM_JACOBIAN_PARAMS + 2; i++)
        rows[i] =
            (carom_coefficient){.name = "x", .number = 32 + i, .kind = CAROM_REAL, .unit = "1", .highest = 1.0, REST};
    const carom_law law = law_with_rows(&carom_law_frictionless, ROWS_OF(rows), room);
    answers_alike(&law, &some);
    assert_int_equal(carom_collide_jacobian(&law, &some, &p, &out, &J), CAROM_OK);
    assert_int_equal(J.params, CAROM_JACOBIAN_PARAMS);
    p.rest_speed = 100.0;
    assert_int_equal(carom_collide_jacobian(&law, &some, &p, &out, &J), CAROM_OK);
}

static double gains_at_once(const carom_law *self, const carom_contact *c, const carom_params *p) {
    (void)c, (void)p;
    return -1.0;
}

// Laws with special properties: contacts are not scaled, e_max has a formula with a negative result, or the law is
// missing in this build.
static void laws_that_answer_for_themselves(void **state) {
    (void)state;
    carom_contact_vtable code = *carom_law_frictionless.contact;
    carom_law law = carom_law_frictionless;
    carom_contact c = some;
    const carom_params p = params_plain();
    carom_max_restitution found;
    c.dim = 2;
    law.contact = &code;
    code.dimensional = true;
    assert_int_equal(carom_restitution_max(&law, &c, &p, &found), CAROM_OK);
    assert_true(found.e == 1.0);
    code.max_restitution = gains_at_once;
    assert_int_equal(carom_restitution_max(&law, &c, &p, &found), CAROM_NOT_APPLICABLE);
    assert_true(found.exact && isnan(found.e) && found.why == CAROM_CONVERT_GAINS);
    static const carom_law absent = {.name = "absent", .module = "mine"};
    static const carom_law *const laws[] = {&absent, NULL};
    static const carom_module mine = {.name = "mine", .laws = laws};
    static carom_modules modules[] = {&mine, NULL};
    carom_convention meaning;
    int count = 0;
    while (carom_convention_at(modules, count, &meaning))
        assert_string_not_equal(meaning.name, ++count ? "absent" : "");
    assert_true(count > 3);
}

static const char *empty(const carom_error_style *self, carom_hint hint) {
    (void)self, (void)hint;
    return "";
}

// A front end without texts for hints.
static void no_words(void **state) {
    (void)state;
    const carom_error_style wording = {.hint = empty};
    carom_params p = params_plain();
    carom_error refusal;
    carom_result out;
    char text[400], plain[400];
    p.e = 1.5;
    const carom_status status = carom_collide(&carom_law_routh, &some, &p, &out);
    assert_int_equal(carom_collide_error(status, &carom_law_routh, &some, &p, &out, &refusal), CAROM_OK);
    carom_error_format(&refusal, &wording, text, sizeof text);
    carom_error_format(&refusal, NULL, plain, sizeof plain);
    assert_true(strlen(text) > 10 && strlen(text) < strlen(plain) && !strncmp(text, plain, strlen(text)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_that_are_none),
        cmocka_unit_test(other_names),
        cmocka_unit_test(the_last_place),
        cmocka_unit_test(more_rows_than_columns),
        cmocka_unit_test(laws_that_answer_for_themselves),
        cmocka_unit_test(no_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
