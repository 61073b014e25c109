// The tables at run time: parameters, laws, and the sentences made from them.
#include "support/cmocka.h"

#include <string.h>

#include "carom/carom.h"

// As front ends name a law whose module they do not have.
static const carom_law elsewhere = {.name = "modal", .module = "compliant"};

static void parameters(void **state) {
    (void)state;
    const carom_params standard = carom_default_params();
    for (int i = 0; i < CAROM_PARAM_COUNT; i++) {
        const carom_param_info *row = carom_param_at(i);
        assert_int_equal(carom_param_find(row->name), i);
        assert_true(strlen(row->meaning) > 10);
        double values[3];
        const size_t numbers[] = {[CAROM_REAL] = 1,    [CAROM_CHOICE] = 1, [CAROM_VECTOR] = 3,
                                  [CAROM_TANGENT] = 2, [CAROM_EACH] = 3,   [CAROM_VIBRATIONS] = 0};
        assert_int_equal(carom_param_get(&standard, (carom_param)i, values), numbers[row->kind]);
        assert_true(!numbers[row->kind] || values[0] == row->standard);
    }
    assert_null(carom_param_at(-1));
    assert_null(carom_param_at(CAROM_PARAM_COUNT));
    assert_int_equal(carom_param_find("friction"), CAROM_PARAM_NONE);
    assert_int_equal(carom_param_find(NULL), CAROM_PARAM_NONE);
    assert_int_equal(carom_param_get(NULL, CAROM_PARAM_e, NULL), 0);
    assert_int_equal(carom_param_get(&standard, CAROM_PARAM_NONE, (double[3]){0.0}), 0);
}

static void choices(void **state) {
    (void)state;
    assert_string_equal(carom_choice_name(CAROM_PARAM_restitution, CAROM_ENERGETIC), "energetic");
    assert_null(carom_choice_name(CAROM_PARAM_restitution, CAROM_STOP_COUNT));
    assert_null(carom_choice_name(CAROM_PARAM_restitution, -1));
    assert_null(carom_choice_name(CAROM_PARAM_mu, 0));
    assert_int_equal(carom_choice_find(CAROM_PARAM_restitution, "newton"), CAROM_NEWTON);
    assert_int_equal(carom_choice_find(CAROM_PARAM_restitution, "Newton"), -1);
    assert_int_equal(carom_choice_find(CAROM_PARAM_restitution, NULL), -1);
    assert_int_equal(carom_choice_find(CAROM_PARAM_type, "2"), 1);
    assert_string_equal(carom_choice_name(CAROM_PARAM_dead, 0), "routh");
    assert_null(carom_choice_name(CAROM_PARAM_dead, 1));
    carom_params p = carom_default_params();
    const double two[2] = {0.0, 1.0};
    assert_int_equal(carom_param_set(&p, CAROM_PARAM_restitution, two, 2), CAROM_BAD_VALUE);
}

// One number for all directions or one for each; what is not given is no number, and no more than there is room for.
static void one_for_each(void **state) {
    (void)state;
    carom_params p = carom_default_params();
    const double given[4] = {1.0, 2.0, 3.0, 4.0};
    double k[3];
    assert_int_equal(carom_param_set(&p, CAROM_PARAM_k, given, 0), CAROM_BAD_VALUE);
    assert_int_equal(carom_param_set(&p, CAROM_PARAM_k, given, 4), CAROM_BAD_VALUE);
    assert_int_equal(carom_param_set(&p, CAROM_PARAM_kt, given, 3), CAROM_BAD_VALUE);
    assert_int_equal(carom_param_set(&p, CAROM_PARAM_k, given + 3, 1), CAROM_OK);
    carom_param_get(&p, CAROM_PARAM_k, k);
    assert_true(k[0] == 4.0 && k[1] == 4.0 && k[2] == 4.0);
    assert_int_equal(carom_param_set(&p, CAROM_PARAM_k, given, 2), CAROM_OK);
    carom_param_get(&p, CAROM_PARAM_k, k);
    assert_true(k[0] == 1.0 && k[1] == 2.0 && isnan(k[2]));
}

static void laws(void **state) {
    (void)state;
    assert_true(carom_law_count() >= 4);
    for (int i = 0; i < carom_law_count(); i++) {
        const carom_law *law = carom_law_at(i);
        assert_ptr_equal(carom_law_find(law->name), law);
        assert_true(law->code && law->code->solve && law->dims && law->reads);
        assert_int_equal(law->closed & ~law->dims, 0);
        assert_true(strlen(law->summary) > 10 && strlen(law->citation) > 5);
    }
    assert_null(carom_law_at(-1));
    assert_null(carom_law_at(carom_law_count()));
    assert_null(carom_law_find("ruth"));
    assert_null(carom_law_find(NULL));
    assert_ptr_equal(carom_law_find("routh"), &carom_law_routh);
    assert_null(carom_law_find("modal")); // the core knows no module
}

// A list of modules: laws and methods of each, in order, by number and by name.
static void lists_of_modules(void **state) {
    (void)state;
    static const carom_law_code code = {0};
    static const carom_law own = {.name = "own", .module = "mine", .code = &code},
                           second = {.name = "routh", .module = "mine", .code = &code};
    static const carom_law *const laws[] = {&own, &second, NULL};
    static const carom_module mine = {.name = "mine", .laws = laws}, empty = {.name = "empty"};
    static carom_modules modules[] = {&carom_module_core, &empty, &mine, NULL};
    static carom_modules reversed[] = {&mine, &carom_module_core, NULL};
    const int core = carom_law_count();
    assert_ptr_equal(carom_law_in(modules, 0), carom_law_at(0));
    assert_ptr_equal(carom_law_in(modules, core), &own);
    assert_ptr_equal(carom_law_in(modules, core + 1), &second);
    assert_null(carom_law_in(modules, core + 2));
    assert_null(carom_law_in(modules, -1));
    assert_null(carom_law_in(NULL, 0));
    assert_ptr_equal(carom_law_find_in(modules, "own"), &own);
    assert_ptr_equal(carom_law_find_in(modules, "routh"), &carom_law_routh); // the first that has it
    assert_ptr_equal(carom_law_find_in(reversed, "routh"), &second);
    assert_null(carom_law_find_in(modules, "ruth"));
    assert_null(carom_law_find_in(modules, NULL));
    assert_ptr_equal(carom_method_in(modules, 0), carom_method_at(0));
    assert_null(carom_method_in(modules, carom_method_count()));
    assert_ptr_equal(carom_method_find_in(reversed, "glocker"), &carom_method_glocker);
    assert_null(carom_method_find_in(modules, "own"));
}

// One name, the plane in one module and space in another; without the other the plane's answers, and refuses.
static void methods_by_dimension(void **state) {
    (void)state;
    static const carom_method space = {.name = "glocker", .dims = CAROM_SPACE},
                              own = {.name = "own", .dims = CAROM_SPACE};
    static const carom_method *const methods[] = {&space, &own, NULL};
    static const carom_module mine = {.name = "mine", .methods = methods};
    static carom_modules core[] = {&carom_module_core, NULL}, both[] = {&carom_module_core, &mine, NULL};
    assert_ptr_equal(carom_method_for(both, "glocker", 2), &carom_method_glocker);
    assert_ptr_equal(carom_method_for(both, "glocker", 3), &space);
    assert_ptr_equal(carom_method_for(core, "glocker", 3), &carom_method_glocker);
    assert_null(carom_method_for(both, "glocker", 4));
    assert_ptr_equal(carom_method_for(both, "own", 2), &own);
    assert_null(carom_method_for(core, "own", 3));
    assert_null(carom_method_for(both, NULL, 2));
    assert_null(carom_method_for(NULL, "glocker", 2));
}

static void promises(void **state) {
    (void)state;
    carom_params p = carom_default_params();
    p.restitution = CAROM_NEWTON;
    assert_false(carom_law_promises(&carom_law_routh, 2, &p) & CAROM_DISSIPATIVE);
    p.restitution = CAROM_POISSON;
    assert_true(carom_law_promises(&carom_law_routh, 2, &p) & CAROM_DISSIPATIVE);
    assert_true(carom_law_promises(&carom_law_whittaker, 2, &p) & CAROM_UNIQUE);
    p.mu_static = 1.0;
    assert_false(carom_law_promises(&carom_law_whittaker, 2, &p) & CAROM_UNIQUE);
    assert_false(carom_law_promises(&carom_law_routh, 2, &p) & CAROM_CONTINUOUS);
    p.mu_static = CAROM_SAME_AS_MU;
    // What holds in the plane only.
    assert_true(carom_law_promises(&carom_law_routh, 2, &p) & CAROM_CONTINUOUS);
    assert_false(carom_law_promises(&carom_law_routh, 3, &p) & CAROM_CONTINUOUS);
    assert_true(carom_law_promises(&carom_law_smith, 2, &p) & CAROM_UNIQUE);
    assert_false(carom_law_promises(&carom_law_smith, 3, &p) & CAROM_UNIQUE);
    assert_false(carom_law_promises(&carom_law_whittaker, 3, &p) & CAROM_UNIQUE);
    // What holds for some coefficients only.
    p.e_n = p.e_t = 0.5;
    assert_true(carom_law_promises(&carom_law_glocker, 2, &p) & CAROM_DISSIPATIVE);
    assert_false(carom_law_promises(&carom_law_glocker, 3, &p) & CAROM_DISSIPATIVE);
    p.e_t = 0.4;
    assert_false(carom_law_promises(&carom_law_glocker, 2, &p) & CAROM_DISSIPATIVE);
    p.nu = 0.0;
    assert_true(carom_law_promises(&carom_law_pfeiffer_glocker, 2, &p) & CAROM_CONTINUOUS);
    p.nu = 0.5;
    assert_false(carom_law_promises(&carom_law_pfeiffer_glocker, 2, &p) & CAROM_CONTINUOUS);
    assert_int_equal(carom_law_promises(NULL, 2, &p), 0);
    assert_int_equal(carom_law_promises(&carom_law_routh, 2, NULL), 0);
    assert_int_equal(carom_law_promises(&elsewhere, 2, &p), 0);
}

// What carom says about a refusal: the thing, the value, the way out.
static void sentences(void **state) {
    (void)state;
    static const struct {
        const char *says;
        double e, mu_static, W_nt, W_tn, W_tt, v_t;
    } rows[] = {
        {"e = 1.4 is outside [0, 1] for law \"routh\"", 1.4, -1, -1.5, -1.5, 2.5, 0.6},
        {"set CAROM_PARAM_BIT(e) in params.allow", 1.4, -1, -1.5, -1.5, 2.5, 0.6},
        {"mu_static = 0.1 is below mu = 0.7", 0.5, 0.1, -1.5, -1.5, 2.5, 0.6},
        {"W[0][1] = -1.4", 0.5, -1, -1.4, -1.5, 2.5, 0.6},
        {"W[1][1] = -1 is negative", 0.5, -1, -1.5, -1.5, -1.0, 0.6},
        {"off-diagonal", 0.5, -1, 5.0, 5.0, 2.5, 0.6},
        {"v[1] = inf is not a finite number", 0.5, -1, -1.5, -1.5, 2.5, HUGE_VAL},
        {"W[1][1] = inf is not a finite number", 0.5, -1, -1.5, -1.5, HUGE_VAL, 0.6},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        carom_contact c = {
            .dim = 2, .W = {{2.5, rows[i].W_nt}, {rows[i].W_tn, rows[i].W_tt}}, .v = {-1.0, rows[i].v_t}};
        carom_params p = carom_default_params();
        carom_outcome out;
        char text[512];
        p.e = rows[i].e;
        p.mu = 0.7;
        p.mu_static = rows[i].mu_static;
        const carom_status status = carom_collide(&carom_law_routh, &c, &p, &out);
        carom_describe(status, &carom_law_routh, &c, &p, &out, text, sizeof text);
        if (!strstr(text, rows[i].says)) fail_msg("\"%s\" does not say \"%s\"", text, rows[i].says);
    }
}

static void other_sentences(void **state) {
    (void)state;
    char text[512];
    carom_contact c = {.dim = 5};
    carom_describe(CAROM_BAD_DIM, NULL, &c, NULL, NULL, text, sizeof text);
    assert_string_equal(text, "dim = 5; it must be 2 (plane) or 3 (space)");
    carom_describe(CAROM_NOT_BUILT, &elsewhere, NULL, NULL, NULL, text, sizeof text);
    assert_non_null(strstr(text, "\"compliant\""));
    c.dim = 3;
    carom_describe(CAROM_WRONG_DIM, &carom_law_initial_slip, &c, NULL, NULL, text, sizeof text);
    assert_non_null(strstr(text, "does not work in space"));
    c.dim = 2;
    carom_describe(CAROM_WRONG_DIM, &carom_law_initial_slip, &c, NULL, NULL, text, sizeof text);
    assert_non_null(strstr(text, "the plane"));
    // A buffer too small is never overrun; the whole length is told.
    char small[8] = "#######";
    assert_true(carom_describe(CAROM_NO_SOLUTION, NULL, NULL, NULL, NULL, small, sizeof small) > sizeof small);
    assert_int_equal(strlen(small), sizeof small - 1);
    carom_outcome out = {.refused = CAROM_PARAM_direction};
    carom_params p = carom_default_params();
    carom_describe(CAROM_PARAM_RANGE, NULL, NULL, &p, &out, text, sizeof text);
    assert_non_null(strstr(text, "direction must be finite"));
    // A contact that is in order has no fault to name.
    carom_describe(CAROM_NOT_FINITE, NULL, &c, NULL, NULL, text, sizeof text);
    assert_string_equal(text, carom_status_message(CAROM_NOT_FINITE));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters),
        cmocka_unit_test(choices),
        cmocka_unit_test(one_for_each),
        cmocka_unit_test(laws),
        cmocka_unit_test(methods_by_dimension),
        cmocka_unit_test(promises),
        cmocka_unit_test(sentences),
        cmocka_unit_test(other_sentences),
        cmocka_unit_test(lists_of_modules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
