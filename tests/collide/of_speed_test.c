// Tests speed-dependent coefficients. For every law, the result is the same as with a constant coefficient that has the
// value at the speed of the impact. Batches return the same results as single calls.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/random.h"
#include "carom/derivatives.h"
#include "carom/explain.h"
#include "support/cmocka.h"
#include "support/floor.h"
#include "support/law_count.h"
#include "support/laws.h"
#include "support/params.h"

static const carom_speed_form *form(const char *name) {
    return carom_speed_form_find(name);
}

// Sets random numbers of a form for which it is valid at every speed of the random problems.
static void set_form(carom_params *p, const carom_speed_form *f, random_stream *r) {
    double c[3];
    for (int k = 0; k < f->count; k++) c[k] = f->usual[k] * (0.2 + random_unit(r));
    if (!strcmp(f->name, "quarter")) c[0] = random_unit(r);
    if (!strcmp(f->name, "viscoelastic")) c[0] = 0.01;
    assert_int_equal(carom_params_set_speed_form(p, f, c, (size_t)f->count), CAROM_OK);
}

static double slip(const carom_contact *c) {
    return c->dim == 3 ? sqrt(c->v[1] * c->v[1] + c->v[2] * c->v[2]) : fabs(c->v[1]);
}

// The results are bit-identical, because the law receives the same numbers.
static void as_with_the_number(void **state) {
    (void)state;
    int answered = 0, asked = 0;
    for (int l = 0; l < law_count(CAROM_ONE_CONTACT); l++) {
        const carom_law *law = carom_law_at(NULL, l, CAROM_ONE_CONTACT);
        for (int dim = 2; dim <= 3; dim++) {
            if (!(law->solves & (dim == 2 ? CAROM_2D : CAROM_3D))) continue;
            for (uint64_t i = 0; i < 200; i++) {
                random_stream r = random_at(90 + (uint64_t)dim, i);
                const carom_contact c = random_contact(&r, dim, 2.0);
                carom_params p = random_params(&r, dim), number;
                p.mu_static = CAROM_SAME_AS_MU;
                number = p;
                const carom_speed_form *e = carom_speed_form_at((int)(i % 4)), *mu = form("exp");
                assert_string_equal(e->coefficient, "e");
                set_form(&p, e, &r);
                if (i % 3) set_form(&p, mu, &r);
                number.e = e->value(p.e_of_speed.c, fabs(c.v[0]));
                number.e = number.e < 0.0 ? 0.0 : number.e;
                if (i % 3) number.mu = mu->value(p.mu_of_speed.c, slip(&c));
                carom_result by_form, by_number;
                const carom_status s = carom_collide(law, &c, &p, &by_form);
                const carom_status wanted = carom_collide(law, &c, &number, &by_number);
                assert_int_equal(s, wanted == CAROM_COEFFICIENT_MISSING ? CAROM_COEFFICIENT_RANGE : wanted);
                assert_memory_equal(by_form.P, by_number.P, sizeof by_form.P);
                assert_memory_equal(by_form.v, by_number.v, sizeof by_form.v);
                assert_int_equal(by_form.violations, by_number.violations);
                asked++;
                answered += carom_status_classify(s) == CAROM_CLASS_OK;
            }
        }
    }
    assert_true(floor_met("laws with coefficients of speed", answered, asked, 0.8));
}

enum { ITEMS = 700 };

// Tests vectorised batches, with one set of coefficients for all items and with one for each item. Some forms are not
// valid at the speed of their item; then only this item is rejected.
static void lanes_have_the_same_bits(void **state) {
    (void)state;
    static double W[6][ITEMS], v[3][ITEMS], P[3][ITEMS];
    static uint8_t status[ITEMS];
    static carom_params sets[ITEMS];
    int answered = 0, refused = 0, asked = 0;
    for (int l = 0; l < law_count(CAROM_ONE_CONTACT); l++) {
        const carom_law *law = carom_law_at(NULL, l, CAROM_ONE_CONTACT);
        for (int dim = 2; dim <= 3; dim++) {
            if (!(carom_batch_describe(law).vectorised & (dim == 2 ? CAROM_2D : CAROM_3D))) continue;
            static carom_contact contacts[ITEMS];
            for (int i = 0; i < ITEMS; i++) {
                random_stream r = random_at(95, (uint64_t)i);
                contacts[i] = random_contact(&r, dim, 2.0);
                sets[i] = params_plain();
                sets[i].rest_speed = i % 5 ? 0.0 : 0.3;
                sets[i].restitution = CAROM_POISSON;
                if (i % 2) set_form(&sets[i], carom_speed_form_at(i % 4), &r);
                if (i % 3) set_form(&sets[i], form("exp"), &r);
                if (i % 29 == 1)
                    assert_int_equal(carom_params_set_speed_form(&sets[i], form("viscoelastic"), (double[]){2.0}, 1),
                                     CAROM_OK);
                int k = 0;
                for (int a = 0; a < dim; a++) {
                    v[a][i] = contacts[i].v[a];
                    for (int b = a; b < dim; b++) W[k++][i] = contacts[i].W[a][b];
                }
            }
            for (int each = 0; each < 2; each++) {
                carom_batch_in in = {.dim = dim, .params = sets + 5, .params_stride = each ? sizeof *sets : 0};
                if (each) in.params = sets;
                carom_batch_out out = {.status = carom_bytes_array_out(status)};
                int k = 0;
                for (int a = 0; a < dim; a++) {
                    in.v[a] = carom_array(v[a]), out.P[a] = carom_array_out(P[a]);
                    for (int b = a; b < dim; b++) in.W[a][b] = carom_array(W[k++]);
                }
                assert_int_equal(carom_collide_batch(law, ITEMS, &in, &out), CAROM_OK);
                const bool walks = !(law->closed_form & (dim == 2 ? CAROM_2D : CAROM_3D));
                for (int i = 0; i < ITEMS; i++) {
                    carom_result one;
                    const carom_status s = carom_collide(law, &contacts[i], each ? &sets[i] : sets + 5, &one);
                    asked++;
                    assert_int_equal(s, status[i]);
                    answered += carom_status_classify(s) == CAROM_CLASS_OK;
                    refused += s == CAROM_COEFFICIENT_RANGE;
                    for (int a = 0; a < dim && carom_status_classify(s) == CAROM_CLASS_OK; a++) {
                        const double size = fabs(one.P[0]) + fabs(one.P[1]) + fabs(one.P[2]);
                        if (walks) // an iterative law: batches agree to 1e-12 (batch.h)
                            assert_true(fabs(P[a][i] - one.P[a]) <= 1e-12 * size);
                        else
                            assert_memory_equal(&P[a][i], &one.P[a], sizeof(double));
                    }
                }
            }
        }
    }
    assert_true(refused > 100);
    assert_true(floor_met("lanes with coefficients of speed", answered, asked, 0.8));
}

static const carom_contact glass = {.dim = 2, .W = {{1.0, 0.2}, {0.2, 3.0}}, .v = {-2.0, 0.7}};

static void says(const carom_params *p, const carom_contact *c, const char *words) {
    carom_result out;
    char text[300];
    const carom_status s = carom_collide(&carom_law_routh, c, p, &out);
    assert_int_equal(s, CAROM_COEFFICIENT_RANGE);
    carom_describe(s, &carom_law_routh, c, p, &out, text, sizeof text);
    if (!strstr(text, words)) printf("%s\n", text);
    assert_non_null(strstr(text, words));
}

static void refusals_name_the_form(void **state) {
    (void)state;
    carom_params p = params_plain();
    assert_int_equal(carom_params_set_speed_form(&p, form("viscoelastic"), (double[]){1.0}, 1), CAROM_OK);
    says(&p, &glass, " 2 m/s");
    carom_params_set_speed_form(&p, form("fifth"), (double[]){-1.0}, 1);
    says(&p, &glass, "[0, inf]");
    p = params_plain();
    carom_params_set_speed_form(&p, form("exp"), NULL, 0);
    p.mu_static = 0.001;
    says(&p, &glass, "mu_static = 0.001 is below mu = 0.060");
    assert_int_equal(carom_params_set_speed_form(&p, form("quarter"), (double[]){1.0}, 1), CAROM_BAD_VALUE);
    assert_int_equal(carom_params_set_speed_form(&p, NULL, NULL, 0), CAROM_NULL_POINTER);
    p.mark = 0;
    assert_int_equal(carom_params_set_speed_form(&p, form("fifth"), NULL, 0), CAROM_BAD_STRUCT);
    carom_speed_form nothing = *form("fifth");
    p = params_plain();
    nothing.coefficient = "nu";
    assert_int_equal(carom_params_set_speed_form(&p, &nothing, NULL, 0), CAROM_BAD_VALUE);
}

static double halves(const double *c, double v) {
    return c[0] / (1.0 + v);
}

// Tests a form that the program defines. With it, the law loses a guarantee and has no derivatives, and a method for
// several contacts rejects it.
static void forms_elsewhere(void **state) {
    (void)state;
    static const carom_speed_form own = {.name = "halves",
                                         .coefficient = "e",
                                         .breaks = -1,
                                         .count = 1,
                                         .parameter = {"e_0"},
                                         .lowest = {0.0},
                                         .highest = {1.0},
                                         .usual = {0.6},
                                         .value = halves};
    carom_params p = params_plain();
    carom_result out;
    p.mu = 0.3;
    assert_true(carom_law_guarantees(&carom_law_routh, 2, &p) & CAROM_GUARANTEE_HOMOGENEOUS);
    assert_int_equal(carom_params_set_speed_form(&p, &own, NULL, 0), CAROM_OK);
    assert_false(carom_law_guarantees(&carom_law_routh, 2, &p) & CAROM_GUARANTEE_HOMOGENEOUS);
    assert_true(carom_law_guarantees(&carom_law_routh, 2, &p) & CAROM_GUARANTEE_CONTINUOUS);
    assert_int_equal(carom_collide(&carom_law_frictionless, &glass, &p, &out), CAROM_OK);
    assert_true(fabs(out.v[0] - 0.2 * 2.0) < 1e-15); // e = 0.6 / (1 + 2) = 0.2
    carom_jacobian jac;
    assert_int_equal(carom_collide_jacobian(&carom_law_routh, &glass, &p, &out, &jac), CAROM_NO_DERIVATIVE);
    assert_true(out.v[0] > 0.0);
    carom_max_restitution most;
    assert_int_equal(carom_restitution_max(&carom_law_routh, &glass, &p, &most), CAROM_OK);
    const double W[4] = {1.0, 0.2, 0.2, 3.0};
    const carom_system s = {.dim = 2, .nc = 1, .W = W, .v = glass.v};
    carom_system_params many = carom_system_params_default(&p);
    carom_system_result outcome;
    char memory[20000];
    assert_int_equal(carom_system_solve(&carom_law_glocker, &s, &many, memory, sizeof memory, &outcome),
                     CAROM_COEFFICIENT_RANGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_with_the_number), cmocka_unit_test(lanes_have_the_same_bits),
                                       cmocka_unit_test(refusals_name_the_form), cmocka_unit_test(forms_elsewhere)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
