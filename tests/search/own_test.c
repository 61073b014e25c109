// Tests the search for counterexamples in small integers with laws and methods that the test defines. Their
// coefficients are of every kind. Some laws return no result, are not homogeneous, or have no result near a problem.
#include "support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/law.h"
#include "cli/counterexample/counterexample.h"
#include "support/laws.h"
#include "support/rows.h"

// The behaviour of the law `plain`. LIFTS: P_n = -v_n / W_nn. SQUARES: P_n = v_n^2 / W_nn. The others return an error
// status, for all problems or for some speeds.
static enum { LIFTS, NONE, LOST, SQUARES, ODD_SPEEDS_ONLY, SLOW_ONLY } habit;

static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    (void)p;
    if (habit == NONE) return CAROM_NO_SOLUTION;
    if (habit == LOST) return CAROM_NOT_CONVERGED;
    if (habit == ODD_SPEEDS_ONLY && fmod(c->v[0], 1.0) != 0.0) return CAROM_NOT_CONVERGED;
    if (habit == SLOW_ONLY && c->v[0] < -1.0) return CAROM_NOT_CONVERGED;
    const double speed = -c->v[0];
    out->P[0] = (habit == SQUARES ? speed * speed : speed) / c->W[0][0];
    out->P[1] = out->P[2] = 0.0;
    out->mode = CAROM_MODE_SLIDING;
    return CAROM_OK;
}

static const carom_contact_vtable code = {.solve = solve, .dimensional = true};
static const carom_law plain = {
    .name = "own", .module = "mine", .solves = CAROM_2D | CAROM_3D, READS_E, .contact = &code};

static bool until_1000(void *context, int size, uint64_t asked) {
    (void)context, (void)size;
    return asked < 1000;
}

static carom_finding look(const carom_law *law, unsigned promise, carom_status expected) {
    carom_search s = carom_default_search(law, promise);
    carom_finding f;
    s.tell = until_1000;
    assert_int_equal(carom_search_law(&s, &f), expected);
    return f;
}

static void laws_without_an_answer(void **state) {
    (void)state;
    habit = NONE;
    carom_finding f = look(&plain, CAROM_GUARANTEE_UNIQUE, CAROM_OK);
    assert_true(f.looked.found && f.outcomes == 0 && f.looked.answered == 0);
    habit = LOST;
    f = look(&plain, CAROM_GUARANTEE_UNIQUE, CAROM_OK);
    assert_true(!f.looked.found && f.looked.asked >= 1000 && f.looked.answered == 0);
    f = look(&plain, CAROM_GUARANTEE_DISSIPATIVE, CAROM_OK);
    assert_true(!f.looked.found && f.looked.answered == 0);
}

static void laws_with_a_scale(void **state) {
    (void)state;
    habit = SQUARES;
    carom_finding f = look(&plain, CAROM_GUARANTEE_HOMOGENEOUS, CAROM_OK);
    assert_true(f.looked.found && f.looked.answered == 1);
    habit = SLOW_ONLY; // no result at twice the speed
    f = look(&plain, CAROM_GUARANTEE_HOMOGENEOUS, CAROM_OK);
    assert_true(f.looked.found && f.contact.v[0] == -1.0);
    habit = LIFTS;
    assert_false(look(&plain, CAROM_GUARANTEE_HOMOGENEOUS, CAROM_OK).looked.found);
    // A missing result at a neighbouring problem does not count as a jump.
    habit = SLOW_ONLY;
    assert_false(look(&plain, CAROM_GUARANTEE_CONTINUOUS, CAROM_OK).looked.found);
    habit = ODD_SPEEDS_ONLY;
    assert_false(look(&plain, CAROM_GUARANTEE_CONTINUOUS, CAROM_OK).looked.found);
    habit = LIFTS;
    assert_false(look(&plain, CAROM_GUARANTEE_CONTINUOUS, CAROM_OK).looked.found);
}

#define REST .symbol = "", .meaning = ""

// The values of each coefficient that the search has tried.
static struct {
    double ratio[2], length, same[2];
    bool side[2];
} tried;

static carom_status note(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    const double *own = p->own;
    tried.ratio[0] = fmin(tried.ratio[0], own[0]), tried.ratio[1] = fmax(tried.ratio[1], own[0]);
    tried.length = fmax(tried.length, fabs(own[1]) + fabs(own[2]) + (c->dim == 3 ? fabs(own[3]) : 0.0));
    tried.side[(int)own[4]] = true;
    tried.same[0] = fmin(tried.same[0], own[10]), tried.same[1] = fmax(tried.same[1], own[10]);
    assert_true(own[5] == 2.0 && own[6] == 3.0); // the search varies only coefficients of unit 1
    return solve(self, c, p, out);
}

static void rows_of_every_kind(void **state) {
    (void)state;
    static const char *const sides[] = {"left", "right", NULL};
    static const carom_coefficient rows[] = {
        {.name = "ratio",
         .number = 32,
         .kind = CAROM_REAL,
         .unit = "1",
         .default_value = 0.5,
         .lowest = 0.25,
         .highest = 1.0,
         REST},
        {.name = "way", .number = 33, .kind = CAROM_VECTOR, .unit = "1", .lowest = -9.0, .highest = 9.0, REST},
        {.name = "side", .number = 36, .kind = CAROM_CHOICE, .unit = "", .highest = 1.0, .choices = sides, REST},
        {.name = "speed", .number = 37, .kind = CAROM_REAL, .unit = "m/s", .default_value = 2.0, .highest = 9.0, REST},
        {.name = "bare", .number = 38, .kind = CAROM_REAL, .unit = NULL, .default_value = 3.0, .highest = 9.0, REST},
        {.name = "list", .number = 39, .kind = CAROM_LIST, .unit = "", REST},
        {.name = "pair", .number = 40, .kind = CAROM_PAIR, .unit = "1", .highest = 1.0, REST},
        {.name = "same",
         .number = 42,
         .kind = CAROM_REAL,
         .unit = "1",
         .default_value = -1.0,
         .lowest = -1.0,
         .highest = -0.5,
         REST}};
    static const carom_contact_vtable noting = {.solve = note, .dimensional = true};
    carom_law law = plain;
    law.coefficients = rows;
    law.coefficient_count = (int)(sizeof rows / sizeof *rows);
    law.contact = &noting;
    habit = LIFTS;
    tried.ratio[0] = tried.same[0] = HUGE_VAL, tried.ratio[1] = tried.same[1] = -HUGE_VAL;
    const carom_finding f = look(&law, CAROM_GUARANTEE_DISSIPATIVE, CAROM_OK);
    assert_true(!f.looked.found && f.looked.asked >= 1000);
    assert_true(tried.side[0] && tried.side[1] && tried.length >= 1.0);
    assert_true(tried.ratio[0] >= 0.25 && tried.ratio[0] < tried.ratio[1] && tried.ratio[1] <= 1.0);
    assert_true(tried.same[0] == -1.0 && tried.same[1] <= -0.5);
    // The finding lists only coefficients that are fractions, not directions and choices.
    habit = NONE;
    const carom_finding none = look(&law, CAROM_GUARANTEE_UNIQUE, CAROM_OK);
    assert_true(none.looked.found && none.looked.count == 3);
}

static void laws_that_are_not_searched(void **state) {
    (void)state;
    static carom_coefficient rows[CAROM_MAX_FRACTIONS + 1];
    carom_law law = plain;
    law.contact = NULL;
    (void)look(&law, CAROM_GUARANTEE_UNIQUE, CAROM_NOT_APPLICABLE);
    law = plain;
    law.solves = CAROM_3D;
    habit = LIFTS;
    assert_false(look(&law, CAROM_GUARANTEE_NONPENETRATING, CAROM_OK).looked.found);
    law.coefficients = rows;
    law.coefficient_count = CAROM_MAX_FRACTIONS + 1;
    for (int i = 0; i <= CAROM_MAX_FRACTIONS; i++)
        rows[i] =
            (carom_coefficient){.name = "x", .number = 32 + i, .kind = CAROM_REAL, .unit = "1", .highest = 1.0, REST};
    (void)look(&law, CAROM_GUARANTEE_UNIQUE, CAROM_NOT_APPLICABLE);
    carom_search s = carom_default_search(&carom_law_routh, CAROM_GUARANTEE_UNIQUE);
    carom_finding f;
    assert_int_equal(carom_params_set_speed_form(&s.params, carom_speed_form_find("fifth"), (double[]){0.2}, 1),
                     CAROM_OK);
    assert_int_equal(carom_search_law(&s, &f), CAROM_NOT_APPLICABLE);
    // A search that also varies mu_static reports CAROM_SAME_AS_MU if the counterexample does not need another value.
    s = carom_default_search(&carom_law_whittaker, CAROM_GUARANTEE_DISSIPATIVE);
    s.held = 0;
    s.dims = CAROM_2D;
    assert_int_equal(carom_search_law(&s, &f), CAROM_OK);
    assert_true(f.looked.found && f.params.mu_static == CAROM_SAME_AS_MU);
}

static void methods_that_are_not_searched(void **state) {
    (void)state;
    static char memory[1 << 16];
    carom_law method = *carom_law_find(NULL, "glocker", CAROM_SYSTEMS);
    carom_system_search s = carom_default_system_search(&method, CAROM_GUARANTEE_DISSIPATIVE);
    carom_system_finding f;
    method.solves = CAROM_SYSTEM_3D;
    assert_int_equal(carom_search_method(&s, memory, sizeof memory, &f), CAROM_NOT_APPLICABLE);
    method.solves = CAROM_SYSTEM_2D;
    // More coefficients than a search accepts.
    static carom_coefficient rows[CAROM_MAX_FRACTIONS + 1];
    for (int i = 0; i <= CAROM_MAX_FRACTIONS; i++)
        rows[i] =
            (carom_coefficient){.name = "x", .number = 32 + i, .kind = CAROM_REAL, .unit = "1", .highest = 1.0, REST};
    method.coefficients = rows;
    method.coefficient_count = CAROM_MAX_FRACTIONS + 1;
    assert_int_equal(carom_search_method(&s, memory, sizeof memory, &f), CAROM_NOT_APPLICABLE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws_without_an_answer),
        cmocka_unit_test(laws_with_a_scale),
        cmocka_unit_test(rows_of_every_kind),
        cmocka_unit_test(laws_that_are_not_searched),
        cmocka_unit_test(methods_that_are_not_searched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
