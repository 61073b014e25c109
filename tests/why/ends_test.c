// Tests carom/explain.h with unusual input: values outside an enumeration, contacts without a result, and infinite
// friction.
#include "support/cmocka.h"
#include "support/params.h"

#include <string.h>

#include "carom/explain.h"
#include "support/laws.h"

static const carom_contact rod = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};
static const carom_contact nothing = {.dim = 5};

static carom_params with(double e, double mu) {
    carom_params p = params_plain();
    p.e = e;
    p.mu = mu;
    return p;
}

// Enumerators have a name and a meaning. Other values have neither.
static void words(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++)
        assert_true(carom_enum_name(CAROM_ENUM_APPROACH, (int)k) && carom_enum_meaning(CAROM_ENUM_APPROACH, (int)k));
    assert_null(carom_enum_name(CAROM_ENUM_APPROACH, 9));
    assert_null(carom_enum_meaning(CAROM_ENUM_APPROACH, 9));
    for (int k = 0; k < 4; k++)
        assert_true(carom_enum_name(CAROM_ENUM_FORCE_CASE, (int)k) &&
                    carom_enum_meaning(CAROM_ENUM_FORCE_CASE, (int)k));
    assert_null(carom_enum_name(CAROM_ENUM_FORCE_CASE, 9));
    assert_null(carom_enum_meaning(CAROM_ENUM_FORCE_CASE, 9));
    for (int k = 0; k < 3; k++) assert_non_null(carom_enum_name(CAROM_ENUM_FORCE_MODE, (int)k));
    assert_null(carom_enum_name(CAROM_ENUM_FORCE_MODE, 9));
    assert_null(carom_enum_name(CAROM_ENUM_CONVERT_REASON, 99));
    assert_null(carom_enum_meaning(CAROM_ENUM_CONVERT_REASON, 99));
    for (unsigned bit = 1; bit <= 16; bit *= 2)
        assert_true(carom_enum_name(CAROM_ENUM_AGREEMENT, (int)bit) &&
                    carom_enum_meaning(CAROM_ENUM_AGREEMENT, (int)bit));
    assert_null(carom_enum_name(CAROM_ENUM_AGREEMENT, (int)(1u << 20)));
    assert_null(carom_enum_meaning(CAROM_ENUM_AGREEMENT, (int)(1u << 20)));
}

// If the law has no result, the functions return a status that states the reason.
static void no_answer(void **state) {
    (void)state;
    const carom_params p = with(0.5, 0.7), endless = with(0.5, HUGE_VAL);
    carom_contact stiff = rod, parts = rod, still = rod;
    stiff.W[0][0] = stiff.W[0][1] = stiff.W[1][0] = 0.0;
    parts.v[0] = 1.0, still.v[1] = 0.0;
    carom_energy_form form;
    carom_restitution_comparison both;
    carom_contact_class class;
    carom_max_restitution most;
    assert_int_equal(carom_energy_form_compute(&nothing, &p, &form), CAROM_BAD_DIM);
    assert_int_equal(carom_energy_form_compute(&parts, &p, &form), CAROM_NOT_APPLICABLE);
    assert_int_equal(carom_energy_form_compute(&rod, &endless, &form), CAROM_NOT_APPLICABLE);
    assert_int_equal(carom_restitution_compare(&nothing, &p, &both), CAROM_BAD_DIM);
    assert_int_equal(carom_restitution_compare(&stiff, &p, &both), CAROM_NO_SOLUTION);
    assert_int_equal(carom_contact_classify(&nothing, 0.5, &class), CAROM_BAD_DIM);
    assert_int_equal(carom_contact_classify(&rod, (double)NAN, &class), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(carom_restitution_max(&carom_law_whittaker, &nothing, &p, &most), CAROM_BAD_DIM);
    assert_int_equal(carom_restitution_max(&carom_law_whittaker, &parts, &p, &most), CAROM_NOT_APPLICABLE);
    // Infinite friction has no formula, but the contact sticks as with large friction, so the results must agree.
    carom_max_restitution much;
    const carom_params large = with(0.0, 50.0), no_end = with(0.0, HUGE_VAL);
    assert_int_equal(carom_restitution_max(&carom_law_whittaker, &still, &no_end, &most), CAROM_OK);
    assert_int_equal(carom_restitution_max(&carom_law_whittaker, &still, &large, &much), CAROM_OK);
    assert_false(most.exact);
    assert_near(most.e, much.e, 1e-9);
    // A W that is symmetric except for rounding is accepted.
    carom_contact rounded = rod;
    rounded.W[1][0] += 1e-14;
    assert_int_equal(carom_restitution_max(&carom_law_whittaker, &rounded, &p, &most), CAROM_OK);
    assert_near(most.e, 0.8, 1e-12);
}

static void meanings(void **state) {
    (void)state;
    const carom_params p = with(0.5, 0.7), negative = with(-0.5, 0.7);
    carom_convention routh, engine, none = {.name = "none"};
    carom_conversion found;
    carom_convert_reason why;
    carom_result out;
    carom_params q;
    assert_int_equal(carom_convention_find(NULL, "poisson", &routh), CAROM_OK);
    assert_int_equal(carom_convention_find(NULL, carom_engine_at(0)->name, &engine), CAROM_OK);
    assert_int_equal(carom_convention_find(NULL, NULL, &routh), CAROM_NULL_POINTER);
    assert_int_equal(carom_convention_find(NULL, "poisson", NULL), CAROM_NULL_POINTER);
    assert_false(carom_convention_at(NULL, -1, &engine));
    assert_false(carom_convention_at(NULL, 10000, &engine));
    assert_int_equal(carom_coefficients_convert(&rod, &negative, &routh, &routh, &out, &found, &why),
                     CAROM_COEFFICIENT_RANGE);
    // A convention without a law is rejected.
    assert_int_equal(carom_coefficients_convert(&rod, &p, &none, &routh, &out, &found, &why), CAROM_NOT_APPLICABLE);
    assert_int_equal(carom_coefficients_convert(&rod, &p, &routh, &none, &out, &found, &why), CAROM_NOT_APPLICABLE);
    q = p;
    assert_int_equal(carom_convention_apply(&none, 2, &q), CAROM_NOT_APPLICABLE);
    assert_int_equal(carom_convention_apply(&routh, 4, &q), CAROM_BAD_DIM);
    // In 3D there is no formula for the path of routh. The coefficients must be found by the other formulas.
    const carom_contact ball = {.dim = 3, .W = {{1, 0, 0}, {0, 3.5, 0}, {0, 0, 3.5}}, .v = {-1, 6, 8}};
    const carom_params slides = with(0.5, 0.1);
    assert_int_equal(carom_coefficients_convert(&ball, &slides, &routh, &routh, &out, &found, &why), CAROM_OK);
    assert_near(found.e, 0.5, 1e-12);
    assert_near(found.mu, 0.1, 1e-12);
}

static void forces(void **state) {
    (void)state;
    const double falls[3] = {-9.81, 0.5, 0.0}, rests[3] = {0.0, 0.0, 0.0};
    carom_contact_forces x;
    carom_contact still = rod;
    still.v[0] = still.v[1] = 0.0;
    const carom_params endless = with(0.0, HUGE_VAL), p = with(0.0, 0.4);
    // With infinite friction a contact at rest sticks. There is one force, the solution of W F = -b.
    assert_int_equal(carom_forces_compute(&still, falls, &endless, &x), CAROM_OK);
    assert_int_equal(x.count, 1);
    assert_int_equal(x.at[0].mode, CAROM_FORCE_STICKS);
    for (int i = 0; i < 2; i++) assert_near(rod.W[i][0] * x.at[0].F[0] + rod.W[i][1] * x.at[0].F[1], -falls[i], 1e-14);
    still.v[1] = 1.0;
    assert_int_equal(carom_forces_compute(&still, falls, &endless, &x), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(carom_forces_compute(&nothing, falls, &p, &x), CAROM_BAD_DIM);
    still.v[1] = 0.0;
    assert_int_equal(carom_forces_compute(&still, rests, &p, &x), CAROM_OK);
}

static bool has_force(const carom_contact_forces *x, carom_force_mode mode, const double F[3]) {
    double size = 1e-300;
    for (int i = 0; i < 3; i++) size += fabs(F[i]);
    for (int k = 0; k < x->count; k++) {
        double off = 0.0;
        for (int i = 0; i < 3; i++) off += fabs(x->at[k].F[i] - F[i]);
        if (x->at[k].mode == mode && off <= 1e-9 * size) return true;
    }
    return false;
}

// A 2D contact is embedded in 3D, with an uncoupled second tangent, and turned about the normal. At rest the 3D contact
// must have every force of the 2D contact.
static void forces_in_space(void **state) {
    (void)state;
    const double cosine = 0.6, sine = 0.8;
    int slides = 0;
    for (int k = 0; k < 400; k++) {
        const double a = 1.0 + k % 5, T = 1.0 + k % 7, w = 0.9 * ((k % 11) / 5.0 - 1.0) * sqrt(a * T);
        const double b[3] = {k % 3 ? -1.0 - k % 4 : 0.5, (k % 13) / 2.0 - 3.0, 0.0};
        const carom_contact plane = {.dim = 2, .W = {{a, w}, {w, T}}};
        const double X = cosine * cosine * T + sine * sine * 2.0, Y = sine * sine * T + cosine * cosine * 2.0;
        const double Z = cosine * sine * (T - 2.0), b3[3] = {b[0], cosine * b[1], sine * b[1]};
        const carom_contact space = {.dim = 3, .W = {{a, cosine * w, sine * w}, {cosine * w, X, Z}, {sine * w, Z, Y}}};
        const carom_params p = with(0.0, 0.1 + 0.05 * (k % 17));
        carom_contact_forces flat, full;
        assert_int_equal(carom_forces_compute(&plane, b, &p, &flat), CAROM_OK);
        assert_int_equal(carom_forces_compute(&space, b3, &p, &full), CAROM_OK);
        for (int i = 0; i < flat.count; i++) {
            const double *F = flat.at[i].F, turned[3] = {F[0], cosine * F[1], sine * F[1]};
            assert_true(has_force(&full, flat.at[i].mode, turned));
            slides += flat.at[i].mode == CAROM_FORCE_SLIDES;
        }
    }
    assert_true(slides > 50);
}

// No e and mu give this impulse, because the equation for the friction that reverses the slip has no real root.
static void no_real_root(void **state) {
    (void)state;
    const carom_contact c = {.dim = 2, .W = {{1.0, 0.5}, {0.5, 1.0}}, .v = {-1.0, -0.5}};
    const carom_params p = with(0.5, 0.3);
    const double P[3] = {1.0, 0.5, 0.0};
    carom_conversion found;
    carom_convert_reason why;
    assert_int_equal(carom_coefficients_find(&carom_law_whittaker, &c, &p, P, &found, &why), CAROM_NOT_APPLICABLE);
    assert_int_equal(why, CAROM_CONVERT_UNLIKE);
    assert_int_equal(carom_coefficients_find(&carom_law_routh, &c, &p, P, &found, &why), CAROM_NOT_APPLICABLE);
    // Here p = 0, so a_n = b_n > 0 for every force, and the contact separates.
    const carom_contact slips = {.dim = 2, .W = {{1.0, 1.0}, {1.0, 2.0}}, .v = {0.0, 1.0}};
    const double parts[3] = {1.0, 0.0, 0.0};
    const carom_params one = with(0.5, 1.0);
    carom_contact_forces x;
    assert_int_equal(carom_forces_compute(&slips, parts, &one, &x), CAROM_OK);
    assert_int_equal(x.which, CAROM_FORCE_SEPARATION);
    assert_true(x.p == 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words),  cmocka_unit_test(no_answer),       cmocka_unit_test(meanings),
        cmocka_unit_test(forces), cmocka_unit_test(forces_in_space), cmocka_unit_test(no_real_root),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
