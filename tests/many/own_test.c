// Tests a method of the program: carom_system_solve checks its requirements, and checks its impulse with regard to its
// accuracy.
#include "support/cmocka.h"
#include "support/params.h"

#include <math.h>
#include <string.h>

#include "carom/derivatives.h"
#include "support/laws.h"

static const double W[16] = {1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0};
static max_align_t room[4096];
static double impulse[4];

static carom_status give(const carom_law *self, const carom_system *s, const carom_system_params *p, void *memory,
                         size_t bytes, carom_system_result *out) {
    (void)p, (void)memory, (void)bytes;
    memcpy(out->P, impulse, (size_t)(2 * s->nc) * sizeof *out->P);
    for (int i = 0; i < s->nc; i++) out->mode[i] = CAROM_MODE_STICK;
    return CAROM_OK;
}

static size_t sixteen(const carom_law *self, const carom_system *s, const carom_system_params *p) {
    (void)s, (void)p;
    return 16;
}

static carom_status ask(const carom_system_vtable *own, double accuracy, int nc, const double *v, const double *gap,
                        carom_system_result *out) {
    carom_system_vtable code = *own;
    code.solve = give, code.memory_size = sixteen, code.accuracy = accuracy, code.solvers = 1;
    const carom_law method = {.name = "own", .solves = CAROM_SYSTEM_2D, .system = &code};
    const carom_params contacts[2] = {params_plain(), params_plain()};
    carom_system_params p = carom_system_params_default(contacts);
    p.single = &carom_law_frictionless;
    p.gap = gap;
    const carom_system s = {.nc = nc, .dim = 2, .W = nc == 2 ? W : (const double[]){1.0, 0.0, 0.0, 1.0}, .v = v};
    return carom_system_solve(&method, &s, &p, room, sizeof room, out);
}

// Gaps are checked for every method that uses a single law, also for methods of the program.
static void gaps(void **state) {
    (void)state;
    const carom_system_vtable one_by_one = {.needs = CAROM_NEEDS_SINGLE};
    const double v[4] = {-1.0, 0.0, -1.0, 0.0};
    const double wrong[4][2] = {{-1.0, 0.0}, {0.0, -1.0}, {(double)NAN, 0.0}, {0.0, (double)NAN}},
                 right[2] = {0.0, 1.0};
    carom_system_result out;
    memset(impulse, 0, sizeof impulse);
    for (int k = 0; k < 4; k++) assert_int_equal(ask(&one_by_one, 0.0, 2, v, wrong[k], &out), CAROM_BAD_VALUE);
    assert_int_equal(ask(&one_by_one, 0.0, 2, v, right, &out), CAROM_OK);
    const carom_system_vtable no_single = {.needs = 0};
    assert_int_equal(ask(&no_single, 0.0, 2, v, wrong[0], &out), CAROM_OK);
}

// If a method guarantees Coulomb's law and does not read mu, its impulse is checked with mu = 0. If it does not
// guarantee Coulomb's law, the cone is not checked.
static void without_friction(void **state) {
    (void)state;
    const carom_system_vtable coulomb = {.always = CAROM_GUARANTEE_COULOMB}, free_of_it = {.always = 0};
    const double v[2] = {-1.0, -0.5};
    carom_system_result out;
    impulse[0] = 1.0, impulse[1] = 0.1;
    assert_int_equal(ask(&coulomb, 0.0, 1, v, NULL, &out), CAROM_OK);
    assert_int_equal(out.violations, CAROM_VIOLATION_CONE);
    assert_int_equal(ask(&free_of_it, 0.0, 1, v, NULL, &out), CAROM_OK);
    assert_int_equal(out.violations, 0);
}

// P = 2 + d gains the energy d + d^2/2, and the work |P v'| is 2 + 3 d + d^2. P = -d pulls by a fraction d of the
// impulse that stops the contact.
static void accuracy(void **state) {
    (void)state;
    const carom_system_vtable own = {.always = 0};
    const double v[2] = {-1.0, 0.0};
    const struct {
        double P, accuracy;
        unsigned broken;
    } rows[] = {{2.0 + 1e-6, 1e-6, 0},
                {2.0 + 4e-6, 1e-6, CAROM_VIOLATION_ENERGY},
                {2.0 + 1e-6, 0.0, CAROM_VIOLATION_ENERGY},
                {1.0, 1e-6, 0},
                {1.0 - 1e-7, 1e-6, 0},
                {1.0 - 1e-5, 1e-6, CAROM_VIOLATION_PENETRATION},
                {1.0 - 1e-7, 0.0, CAROM_VIOLATION_PENETRATION}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        carom_system_result out;
        impulse[0] = rows[k].P, impulse[1] = 0.0;
        assert_int_equal(ask(&own, rows[k].accuracy, 1, v, NULL, &out), CAROM_OK);
        assert_int_equal(out.violations, rows[k].broken);
    }
    const double apart[2] = {1.0, 0.0};
    for (int k = 0; k < 2; k++) {
        carom_system_result out;
        impulse[0] = k ? -1e-5 : -1e-7;
        assert_int_equal(ask(&own, 1e-6, 1, apart, NULL, &out), CAROM_OK);
        assert_int_equal(out.violations, k ? CAROM_VIOLATION_PULL : 0);
    }
}

static void ends(void **state) {
    (void)state;
    static double large[4 * 65 * 65], v[2 * 65];
    const carom_system most = {.nc = CAROM_MAX_DRAWN_CONTACTS, .dim = 2, .W = large, .v = v},
                       more = {.nc = CAROM_MAX_DRAWN_CONTACTS + 1, .dim = 2, .W = large, .v = v};
    assert_true(carom_spread_memory_size(&most, CAROM_MAX_DRAWN) > 0 && carom_spread_memory_size(&most, 0) > 0);
    assert_true(carom_spread_memory_size(&more, 1) == 0 && carom_spread_memory_size(&more, 0) == 0);
    assert_true(carom_spread_memory_size(&most, CAROM_MAX_DRAWN + 1) == 0 && carom_spread_memory_size(&most, -1) == 0);
    carom_system_result out;
    carom_system_jacobian jac;
    assert_int_equal(carom_system_solve_jacobian(&carom_law_glocker, &most, NULL, room, 16, NULL, &jac),
                     CAROM_NULL_POINTER);
    assert_int_equal(carom_system_solve_jacobian(&carom_law_glocker, &most, NULL, room, 16, &out, NULL),
                     CAROM_NULL_POINTER);
}

// W is not positive semi-definite if a diagonal entry is 0 and an off-diagonal entry of its row is not. Even 1e-170 is
// detected, whose square is 0.
static void little(void **state) {
    (void)state;
    const double v[2] = {-1.0, 0.0}, bent[4] = {0.0, 1e-170, 1e-170, 1.0}, straight[4] = {0.0, 0.0, 0.0, 1.0};
    assert_int_equal(carom_system_validate(&(carom_system){1, 2, bent, v}, NULL), CAROM_NOT_PSD);
    assert_int_equal(carom_system_validate(&(carom_system){1, 2, straight, v}, NULL), CAROM_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(gaps), cmocka_unit_test(without_friction),
                                       cmocka_unit_test(accuracy), cmocka_unit_test(ends), cmocka_unit_test(little)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
