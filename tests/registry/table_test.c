// Tests the tables of laws and coefficients at run time, and the messages made from them.
#include "support/cmocka.h"

#include <string.h>

#include "carom/batch.h"
#include "support/law_count.h"
#include "support/laws.h"
#include "support/own_numbers.h"
#include "support/params.h"
#include "tables/counts.h"

// A law whose module is missing, as a front end represents it.
static const carom_law elsewhere = {.name = "modal", .module = "compliant"};

static void parameters(void **state) {
    (void)state;
    const carom_params standard = carom_params_default();
    for (int i = 0; i < params_count(); i++) {
        const carom_coefficient *row = carom_coefficient_at(NULL, i);
        assert_ptr_equal(carom_coefficient_find(NULL, row->name), row);
        assert_true(strlen(row->meaning) > 10);
        double values[3];
        const size_t numbers[] = {[CAROM_REAL] = 1, [CAROM_CHOICE] = 1, [CAROM_VECTOR] = 3, [CAROM_TANGENT] = 2,
                                  [CAROM_EACH] = 3, [CAROM_LIST] = 0,   [CAROM_PAIR] = 2};
        assert_int_equal(carom_params_get(&standard, carom_coefficient_at(NULL, i), values), numbers[row->kind]);
        assert_true(!numbers[row->kind] || values[0] == row->default_value ||
                    (carom_param_required(row) && isnan(values[0])));
    }
    assert_null(carom_coefficient_at(NULL, -1));
    assert_null(carom_coefficient_at(NULL, params_count()));
    assert_int_equal(carom_params_set(&(carom_params){0}, carom_coefficient_at(NULL, CAROM_PARAM_e), &(double){0.5}, 1),
                     CAROM_BAD_STRUCT);
    assert_null(carom_coefficient_find(NULL, "roughness"));
    assert_null(carom_coefficient_find(NULL, NULL));
    assert_int_equal(carom_params_get(NULL, carom_coefficient_at(NULL, CAROM_PARAM_e), NULL), 0);
    assert_int_equal(carom_params_get(&standard, carom_coefficient_at(NULL, CAROM_PARAM_NONE), (double[3]){0.0}), 0);
}

static void choices(void **state) {
    (void)state;
    const carom_coefficient *restitution = carom_coefficient_at(NULL, CAROM_PARAM_restitution);
    assert_string_equal(carom_choice_at(restitution, CAROM_ENERGETIC), "energetic");
    assert_null(carom_choice_at(restitution, CAROM_STOP_COUNT));
    assert_null(carom_choice_at(restitution, -1));
    assert_null(carom_choice_at(carom_coefficient_at(NULL, CAROM_PARAM_mu), 0));
    assert_null(carom_choice_at(NULL, 0));
    assert_int_equal(carom_choice_of(restitution, "newton"), CAROM_NEWTON);
    assert_int_equal(carom_choice_of(restitution, "Newton"), -1);
    assert_int_equal(carom_choice_of(restitution, NULL), -1);
    carom_params p = params_plain();
    const double two[2] = {0.0, 1.0};
    assert_int_equal(carom_params_set(&p, carom_coefficient_at(NULL, CAROM_PARAM_restitution), two, 2),
                     CAROM_BAD_VALUE);
}

// The own coefficients of a law: one number, numbers for each direction, a choice and a pair. Two rows are invalid: the
// numbers of "late" exceed the last place, and the number of "stray" is reserved.
static const char *const ways[] = {"left", "right", NULL};
static const carom_coefficient own_rows[] = {
    {.name = "grip",
     .number = 32,
     .kind = CAROM_REAL,
     .unit = "1",
     .default_value = 0.25,
     .lowest = 0.0,
     .highest = 1.0},
    {.name = "k", .number = 33, .kind = CAROM_EACH, .unit = "1", .default_value = 2.0, .lowest = 0.0, .highest = 9.0},
    {.name = "kt",
     .number = 36,
     .kind = CAROM_TANGENT,
     .unit = "1",
     .default_value = 3.0,
     .lowest = 0.0,
     .highest = 9.0},
    {.name = "way", .number = 38, .kind = CAROM_CHOICE, .highest = 1.0, .choices = ways},
    {.name = "late", .number = 62, .kind = CAROM_EACH, .unit = "1", .highest = 1.0},
    {.name = "pair",
     .number = 40,
     .kind = CAROM_PAIR,
     .unit = "1",
     .default_value = 0.5,
     .lowest = -9.0,
     .highest = 9.0},
    {.name = "stray", .number = 20, .kind = CAROM_REAL, .unit = "1", .highest = 1.0},
};

static void own(void **state) {
    (void)state;
    carom_params p = params_plain();
    const double given[4] = {1.0, 2.0, 3.0, 4.0}, nothing = CAROM_LEFT_OUT, half = 0.5;
    const carom_coefficient *grip = &own_rows[0], *k = &own_rows[1], *kt = &own_rows[2], *way = &own_rows[3];
    double x[3];
    assert_true(carom_params_get(&p, grip, x) == 1 && x[0] == 0.25); // the default
    assert_true(carom_params_get(&p, k, x) == 3 && x[0] == 2.0 && x[2] == 2.0);
    assert_int_equal(carom_params_set(&p, k, given, 0), CAROM_BAD_VALUE);
    assert_int_equal(carom_params_set(&p, k, given, 4), CAROM_BAD_VALUE);
    assert_int_equal(carom_params_set(&p, kt, given, 3), CAROM_BAD_VALUE);
    assert_int_equal(carom_params_set(&p, k, given + 3, 1), CAROM_OK);
    assert_true(carom_params_get(&p, k, x) == 3 && x[0] == 4.0 && x[1] == 4.0 && x[2] == 4.0);
    assert_int_equal(carom_params_set(&p, k, given, 2), CAROM_OK);
    assert_true(carom_params_get(&p, k, x) == 3 && x[0] == 1.0 && x[1] == 2.0 && isnan(x[2]));
    p.own[36 - CAROM_PARAM_OWN] = 7.0; // the first number applies to both tangents
    assert_true(carom_params_get(&p, kt, x) == 2 && x[0] == 7.0 && x[1] == 7.0);
    assert_int_equal(carom_params_set(&p, grip, &nothing, 1), CAROM_BAD_VALUE);
    assert_int_equal(carom_params_set(&p, way, &half, 1), CAROM_BAD_VALUE);
    assert_int_equal(carom_params_set(&p, way, given, 1), CAROM_OK);
    assert_true(carom_params_get(&p, way, x) == 1 && x[0] == 1.0);
    assert_string_equal(carom_choice_at(way, 1), "right");
    assert_int_equal(carom_params_set(&p, &own_rows[4], given, 1), CAROM_BAD_VALUE);
    assert_int_equal(carom_params_set(&p, &own_rows[6], given, 1), CAROM_BAD_VALUE);
    assert_int_equal(carom_params_get(&p, &own_rows[4], x), 0);
    const carom_coefficient *pair = &own_rows[5];
    assert_true(carom_params_get(&p, pair, x) == 2 && x[0] == 0.5 && x[1] == 0.0); // the second is 0 unless given
    p.own[40 - CAROM_PARAM_OWN] = 3.0;
    assert_true(carom_params_get(&p, pair, x) == 2 && x[0] == 3.0 && x[1] == 0.0);
    assert_int_equal(carom_params_set(&p, pair, given, 2), CAROM_OK);
    assert_true(carom_params_get(&p, pair, x) == 2 && x[0] == 1.0 && x[1] == 2.0);
    assert_int_equal(carom_params_set(&p, pair, given, 1), CAROM_OK);
    assert_true(carom_params_get(&p, pair, x) == 2 && x[0] == 1.0 && x[1] == 0.0);
    assert_int_equal(carom_params_set(&p, pair, given, 3), CAROM_BAD_VALUE);
}

// A law may define its own range for a shared coefficient. The law accessible accepts any e >= 0, the others accept e
// up to 1.
static void told_anew(void **state) {
    (void)state;
    const carom_contact c = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 5.0}};
    carom_params p = params_plain();
    carom_result out;
    assert_true(isinf(carom_law_coefficient(&carom_law_accessible, CAROM_PARAM_e)->highest));
    assert_ptr_equal(carom_law_find_coefficient(&carom_law_accessible, "e"),
                     carom_law_coefficient(&carom_law_accessible, CAROM_PARAM_e));
    assert_true(carom_law_coefficient(&carom_law_routh, CAROM_PARAM_e)->highest == 1.0);
    assert_int_equal(carom_params_set_by_name(&carom_law_accessible, &p, "e", &(double){1.2}, 1), CAROM_OK);
    assert_true(p.e == 1.2);
    p.mu = 0.5;
    assert_int_equal(carom_collide(&carom_law_accessible, &c, &p, &out), CAROM_OK);
    assert_true(fabs(out.v[0] - 1.2) < 1e-14);
    assert_int_equal(carom_collide(&carom_law_whittaker, &c, &p, &out), CAROM_COEFFICIENT_RANGE);
    p.e = -0.1;
    assert_int_equal(carom_collide(&carom_law_accessible, &c, &p, &out), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(out.coefficient, CAROM_PARAM_e);
}

static carom_status half_of_grip(const carom_law *self, const carom_contact *c, const carom_params *p,
                                 carom_result *out) {
    out->P[0] = -(1.0 + p->own[0]) * c->v[0] / c->W[0][0];
    out->P[1] = out->P[2] = 0.0;
    return CAROM_OK;
}

// A law receives its own coefficients, with defaults filled in. Values out of range are rejected with the number of the
// coefficient, and a batch accepts a column.
static void own_law(void **state) {
    (void)state;
    const carom_contact_vtable code = {.solve = half_of_grip};
    const carom_coefficient read_rows[] = {own_rows[0], own_rows[3]};
    const carom_law law = {
        .name = "grip", .module = "test", .solves = CAROM_2D, CAROM_COEFFICIENTS(read_rows), .contact = &code};
    const carom_contact c = {.dim = 2, .W = {{2.0, 0.0}, {0.0, 2.0}}, .v = {-1.0, 0.0}};
    carom_params p = params_plain();
    carom_result out;
    char text[200];
    assert_int_equal(carom_collide(&law, &c, &p, &out), CAROM_OK);
    assert_true(out.P[0] == 0.625);
    assert_int_equal(carom_params_set_by_name(&law, &p, "grip", &(double){1.5}, 1), CAROM_OK);
    assert_int_equal(carom_params_set_by_name(&law, &p, "mu", &(double){1.5}, 1), CAROM_COEFFICIENT_UNUSED);
    assert_int_equal(carom_params_set_by_name(&law, &p, "e_n", &(double){1.5}, 1), CAROM_COEFFICIENT_UNUSED);
    assert_int_equal(carom_params_set_by_name(&law, &p, "gripe", &(double){1.5}, 1), CAROM_COEFFICIENT_UNKNOWN);
    assert_int_equal(carom_params_set_by_name(&law, &p, "stray", &(double){1.5}, 1), CAROM_COEFFICIENT_UNKNOWN);
    assert_int_equal(carom_collide(&law, &c, &p, &out), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(out.coefficient, 32);
    carom_describe(CAROM_COEFFICIENT_RANGE, &law, &c, &p, &out, text, sizeof text);
    assert_non_null(strstr(text, "grip = 1.5 is outside [0, 1] for law \"grip\""));
    assert_non_null(strstr(text, "set UINT64_C(1) << 32 in params.allow")); // CAROM_PARAM_BIT(grip) is not valid C
    p.allow = UINT64_C(1) << 32;
    assert_int_equal(carom_collide(&law, &c, &p, &out), CAROM_OK);
    p.own[38 - CAROM_PARAM_OWN] = 0.5; // between two choices
    assert_int_equal(carom_collide(&law, &c, &p, &out), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(out.coefficient, 38);

    const double grips[3] = {0.0, 1.0, 2.0};
    double P[3];
    uint8_t status[3];
    carom_batch_out to = {.P = {carom_array_out(P)}, .status = carom_bytes_array_out(status)};
    p = params_plain();
    carom_batch_in in = {.dim = 2, .params = &p};
    for (int i = 0; i < 2; i++) {
        in.v[i] = carom_shared(&c.v[i]);
        for (int j = i; j < 2; j++) in.W[i][j] = carom_shared(&c.W[i][j]);
    }
    in.param[32] = carom_array(grips);
    assert_int_equal(carom_collide_batch(&law, 3, &in, &to), CAROM_OK);
    assert_true(P[0] == 0.5 && P[1] == 1.0 && status[2] == CAROM_COEFFICIENT_RANGE);
}

// Coefficients with a wrong mark, which params_plain() did not make, are rejected and not read.
static void unmarked(void **state) {
    (void)state;
    const carom_contact c = {.dim = 2, .W = {{2.0, 0.0}, {0.0, 2.0}}, .v = {-1.0, 0.0}};
    carom_params p = params_plain(), other = p, smaller;
    carom_result out;
    double P, read[3];
    other.mark++;
    assert_int_equal(carom_collide(&carom_law_routh, &c, &other, &out), CAROM_BAD_STRUCT);
    assert_true(isnan(out.P[0]) && out.coefficient == CAROM_PARAM_NONE);
    assert_int_equal(carom_params_set(&other, carom_coefficient_at(NULL, CAROM_PARAM_e), &(double){0.5}, 1),
                     CAROM_BAD_STRUCT);
    assert_int_equal(carom_params_get(&other, carom_coefficient_at(NULL, CAROM_PARAM_e), read), 0);
    assert_int_equal(carom_law_guarantees(&carom_law_routh, 2, &other), 0);
    assert_int_equal(carom_params_init(&smaller, sizeof smaller - 8, carom_params_layout()), CAROM_BAD_STRUCT);
    assert_int_equal(carom_params_init(&smaller, sizeof smaller, carom_params_layout() + 1), CAROM_BAD_STRUCT);
    assert_int_equal(carom_params_init(NULL, sizeof smaller, carom_params_layout()), CAROM_NULL_POINTER);
    assert_int_equal(carom_collide(&carom_law_routh, &c, &smaller, &out), CAROM_BAD_STRUCT);

    carom_params sets[2] = {p, other};
    carom_batch_in in = {.dim = 2, .params = &other};
    const carom_batch_out to = {.P = {{&P, 0}}};
    for (int i = 0; i < 2; i++) {
        in.v[i] = carom_shared(&c.v[i]);
        for (int j = i; j < 2; j++) in.W[i][j] = carom_shared(&c.W[i][j]);
    }
    assert_int_equal(carom_collide_batch(&carom_law_routh, 2, &in, &to), CAROM_BAD_STRUCT);
    in.params = sets, in.params_stride = sizeof *sets;
    assert_int_equal(carom_collide_batch(&carom_law_routh, 2, &in, &to), CAROM_BAD_STRUCT);
    assert_int_equal(carom_collide_batch(&carom_law_routh, 1, &in, &to), CAROM_OK);
    assert_int_equal(carom_abi(), CAROM_ABI);
}

static void laws(void **state) {
    (void)state;
    assert_true(law_count(CAROM_ONE_CONTACT) >= 4);
    for (int i = 0; carom_law_at(NULL, i, CAROM_ONE_CONTACT); i++) {
        const carom_law *law = carom_law_at(NULL, i, CAROM_ONE_CONTACT);
        assert_ptr_equal(carom_law_find(NULL, law->name, CAROM_ONE_CONTACT), law);
        assert_true(law->contact && law->contact->solve && law->solves && carom_law_reads(law));
        assert_int_equal(law->closed_form & ~law->solves, 0);
        assert_true(strlen(law->summary) > 10 && strlen(law->citation) > 5);
    }
    assert_null(carom_law_at(NULL, -1, CAROM_ONE_CONTACT));
    assert_null(carom_law_at(NULL, law_count(CAROM_ONE_CONTACT), CAROM_ONE_CONTACT));
    assert_null(carom_law_find(NULL, "ruth", CAROM_ONE_CONTACT));
    assert_null(carom_law_find(NULL, NULL, CAROM_ONE_CONTACT));
    assert_ptr_equal(carom_law_find(NULL, "routh", CAROM_ONE_CONTACT), &carom_law_routh);
    assert_null(carom_law_find(NULL, "modal", CAROM_ONE_CONTACT)); // the core contains no laws of modules
}

// A list of modules contains the laws of each module in order. Laws are found by index and by name.
static void lists_of_modules(void **state) {
    (void)state;
    static const carom_contact_vtable code = {0};
    static const carom_law own = {.name = "own", .module = "mine", .solves = CAROM_2D, .contact = &code},
                           second = {.name = "routh", .module = "mine", .solves = CAROM_2D, .contact = &code};
    static const carom_law *const laws[] = {&own, &second, NULL};
    static const carom_module mine = {.name = "mine", .laws = laws}, empty = {.name = "empty"};
    static carom_modules modules[] = {&carom_module_core, &empty, &mine, NULL};
    static carom_modules reversed[] = {&mine, &carom_module_core, NULL};
    const int core = law_count(CAROM_ONE_CONTACT);
    assert_ptr_equal(carom_law_at(modules, 0, CAROM_ONE_CONTACT), carom_law_at(NULL, 0, CAROM_ONE_CONTACT));
    assert_ptr_equal(carom_law_at(modules, core, CAROM_ONE_CONTACT), &own);
    assert_ptr_equal(carom_law_at(modules, core + 1, CAROM_ONE_CONTACT), &second);
    assert_null(carom_law_at(modules, core + 2, CAROM_ONE_CONTACT));
    assert_null(carom_law_at(modules, -1, CAROM_ONE_CONTACT));
    assert_null(carom_law_at(NULL, core, CAROM_ONE_CONTACT));
    assert_ptr_equal(carom_law_find(modules, "own", CAROM_ONE_CONTACT), &own);
    assert_ptr_equal(carom_law_find(modules, "routh", CAROM_ONE_CONTACT), &carom_law_routh); // the first one
    assert_ptr_equal(carom_law_find(reversed, "routh", CAROM_ONE_CONTACT), &second);
    assert_null(carom_law_find(modules, "ruth", CAROM_ONE_CONTACT));
    assert_null(carom_law_find(modules, NULL, CAROM_ONE_CONTACT));
    assert_ptr_equal(carom_law_at(modules, 0, CAROM_SYSTEMS), carom_law_at(NULL, 0, CAROM_SYSTEMS));
    assert_null(carom_law_at(modules, law_count(CAROM_SYSTEMS), CAROM_SYSTEMS));
    assert_ptr_equal(carom_law_find(reversed, "glocker", CAROM_SYSTEMS), &carom_law_glocker);
    assert_ptr_equal(carom_law_find(modules, "own", CAROM_SYSTEMS), &own); // which then rejects the problem
}

// The method hm-brach exists in 2D in one module and in 3D in another. Without the other module the first law is found,
// and rejects the problem. If two methods have one name and solve the same dimension, the method of the first module is
// found.
static void methods_by_dimension(void **state) {
    (void)state;
    static const carom_law space = {.name = "hm-brach", .solves = CAROM_SYSTEM_3D},
                           second = {.name = "glocker", .solves = CAROM_SYSTEM_3D},
                           own = {.name = "own", .solves = CAROM_SYSTEM_3D};
    static const carom_law *const methods[] = {&space, &second, &own, NULL};
    static const carom_module mine = {.name = "mine", .laws = methods};
    static carom_modules core[] = {&carom_module_core, NULL}, both[] = {&carom_module_core, &mine, NULL};
    assert_ptr_equal(carom_law_find(both, "hm-brach", carom_system_bit(2)), &carom_law_hm_brach);
    assert_ptr_equal(carom_law_find(both, "hm-brach", carom_system_bit(3)), &space);
    assert_ptr_equal(carom_law_find(core, "hm-brach", carom_system_bit(3)), &carom_law_hm_brach);
    assert_ptr_equal(carom_law_find(both, "glocker", carom_system_bit(3)), &carom_law_glocker);
    assert_int_equal(carom_system_bit(4), 0);
    assert_ptr_equal(carom_law_find(both, "own", carom_system_bit(2)), &own);
    assert_null(carom_law_find(core, "own", carom_system_bit(3)));
    assert_null(carom_law_find(both, NULL, carom_system_bit(2)));
    assert_ptr_equal(carom_law_find(NULL, "glocker", carom_system_bit(2)), &carom_law_glocker); // the core alone
}

static void promises(void **state) {
    (void)state;
    carom_params p = params_plain();
    p.restitution = CAROM_NEWTON;
    assert_false(carom_law_guarantees(&carom_law_routh, 2, &p) & CAROM_GUARANTEE_DISSIPATIVE);
    p.restitution = CAROM_POISSON;
    assert_true(carom_law_guarantees(&carom_law_routh, 2, &p) & CAROM_GUARANTEE_DISSIPATIVE);
    assert_true(carom_law_guarantees(&carom_law_whittaker, 2, &p) & CAROM_GUARANTEE_UNIQUE);
    p.mu_static = 1.0;
    assert_false(carom_law_guarantees(&carom_law_whittaker, 2, &p) & CAROM_GUARANTEE_UNIQUE);
    assert_false(carom_law_guarantees(&carom_law_routh, 2, &p) & CAROM_GUARANTEE_CONTINUOUS);
    p.mu_static = CAROM_SAME_AS_MU;
    // Guarantees that apply in 2D only.
    assert_true(carom_law_guarantees(&carom_law_routh, 2, &p) & CAROM_GUARANTEE_CONTINUOUS);
    assert_false(carom_law_guarantees(&carom_law_routh, 3, &p) & CAROM_GUARANTEE_CONTINUOUS);
    assert_true(carom_law_guarantees(&carom_law_smith, 2, &p) & CAROM_GUARANTEE_UNIQUE);
    assert_false(carom_law_guarantees(&carom_law_smith, 3, &p) & CAROM_GUARANTEE_UNIQUE);
    assert_false(carom_law_guarantees(&carom_law_whittaker, 3, &p) & CAROM_GUARANTEE_UNIQUE);
    // Guarantees that apply for some coefficients only.
    p.e = p.e_t = 0.5;
    assert_true(carom_law_guarantees(&carom_law_glocker, 2, &p) & CAROM_GUARANTEE_DISSIPATIVE);
    assert_false(carom_law_guarantees(&carom_law_glocker, 3, &p) & CAROM_GUARANTEE_DISSIPATIVE);
    p.e_t = 0.4;
    assert_false(carom_law_guarantees(&carom_law_glocker, 2, &p) & CAROM_GUARANTEE_DISSIPATIVE);
    p.nu = 0.0;
    assert_true(carom_law_guarantees(&carom_law_pfeiffer_glocker, 2, &p) & CAROM_GUARANTEE_CONTINUOUS);
    p.nu = 0.5;
    assert_false(carom_law_guarantees(&carom_law_pfeiffer_glocker, 2, &p) & CAROM_GUARANTEE_CONTINUOUS);
    assert_int_equal(carom_law_guarantees(NULL, 2, &p), 0);
    assert_int_equal(carom_law_guarantees(&carom_law_routh, 2, NULL), 0);
    assert_int_equal(carom_law_guarantees(&elsewhere, 2, &p), 0);
}

// Within a module each number must have one meaning, although units may differ between laws. Checks the laws of the
// core, and clashes that must be found.
static void own_numbers(void **state) {
    (void)state;
    static const carom_coefficient grip[] = {
        {.name = "grip", .number = 32, .kind = CAROM_EACH, .unit = "1", .meaning = "how it grips"}};
    static const carom_coefficient other[][1] = {
        {{.name = "grip", .number = 32, .kind = CAROM_EACH, .unit = "1", .meaning = "how it grips"}},
        {{.name = "grip", .number = 32, .kind = CAROM_EACH, .unit = "N", .meaning = "how it grips"}},
        {{.name = "pull", .number = 35, .kind = CAROM_REAL, .unit = "1", .meaning = "how it pulls"}},
        {{.name = "pull", .number = 34, .kind = CAROM_REAL, .unit = "1", .meaning = "how it pulls"}},
        {{.name = "grip", .number = 40, .kind = CAROM_EACH, .unit = "1", .meaning = "how it grips"}},
        {{.name = "grip", .number = 32, .kind = CAROM_EACH, .unit = "1", .meaning = "how it slips"}}};
    int compared;
    assert_null(own_clashing(NULL, &compared));
    for (int i = 0; i < 6; i++) {
        const carom_law first = {.name = "first", .module = "test", .solves = CAROM_2D, CAROM_COEFFICIENTS(grip)};
        const carom_law second = {.name = "second", .module = "test", .solves = CAROM_2D, CAROM_COEFFICIENTS(other[i])};
        const carom_law *const both[] = {&first, &second, NULL};
        const carom_module module = {.name = "test", .laws = both};
        assert_ptr_equal(own_clashing((carom_modules[]){&module, NULL}, &compared), i < 3 ? NULL : &second);
    }
}

// Coefficients of a list of modules are found by number and by name. The first law that has the coefficient determines
// its description.
static void across_modules(void **state) {
    (void)state;
    static const carom_coefficient rows[] = {{.name = "soft", .number = 40}, {.name = "e_x", .number = CAROM_PARAM_e}};
    const carom_law law = {.name = "soft", .module = "test", .solves = CAROM_2D, CAROM_COEFFICIENTS(rows)};
    const carom_law *const laws[] = {&law, NULL};
    const carom_module module = {.name = "test", .laws = laws}, empty = {.name = "empty"};
    carom_modules list[] = {&empty, &module, NULL}, nothing[] = {NULL};
    assert_ptr_equal(carom_coefficient_at(list, 40), &rows[0]);
    assert_ptr_equal(carom_coefficient_at(list, CAROM_PARAM_e), carom_coefficient_at(NULL, CAROM_PARAM_e));
    assert_null(carom_coefficient_at(list, 41));
    assert_null(carom_coefficient_at(nothing, 40));
    assert_ptr_equal(carom_coefficient_find(list, "soft"), &rows[0]);
    assert_ptr_equal(carom_coefficient_find(list, "e_x"), &rows[1]);
    assert_ptr_equal(carom_coefficient_find(nothing, "e"), carom_coefficient_at(NULL, CAROM_PARAM_e));
    assert_null(carom_coefficient_find(nothing, "soft"));
    assert_null(carom_coefficient_find(list, NULL));
    assert_string_equal(carom_coefficient_find(NULL, "r_t")->name, "r_t");
    assert_null(carom_law_at(nothing, 0, CAROM_ONE_CONTACT));
    assert_null(carom_law_find(nothing, "routh", CAROM_ONE_CONTACT));
    assert_null(carom_law_at(nothing, 0, CAROM_SYSTEMS));
    assert_ptr_equal(carom_law_at(list, 0, CAROM_ONE_CONTACT), &law);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters),
        cmocka_unit_test(choices),
        cmocka_unit_test(own),
        cmocka_unit_test(own_law),
        cmocka_unit_test(told_anew),
        cmocka_unit_test(own_numbers),
        cmocka_unit_test(unmarked),
        cmocka_unit_test(laws),
        cmocka_unit_test(methods_by_dimension),
        cmocka_unit_test(promises),
        cmocka_unit_test(lists_of_modules),
        cmocka_unit_test(across_modules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
