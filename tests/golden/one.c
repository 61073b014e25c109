// Compares the results of one contact with the golden files.
#include <math.h>
#include <string.h>

#include "cases.h"

static const char *const numbers[] = {"P", "v_after", "dE"};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

// Tolerances of the golden files are relative to max(1, largest expected component).
static double scale_of(const json_t *expect) {
    double scale = 1.0;
    for (int i = 0; i < NUMBERS; i++) scale = fmax(scale, golden_largest(json_object_get(expect, numbers[i])));
    return scale;
}

static bool lists(const json_t *array, const char *name) {
    for (size_t i = 0; i < json_array_size(array); i++)
        if (!strcmp(json_string_value(json_array_get(array, i)), name)) return true;
    return false;
}

// Compares the violations. Three of them depend on the sign of a number. Rounding can change the sign if the exact
// number is 0, as dE in the cases wm-case2-newton-e0.8. These violations are compared only if the magnitude of the
// number exceeds 1e-12 of the scale. The smallest energy gain is 4e-6.
static void compare_broken(golden_case *c, const json_t *expect, const json_t *wanted, const json_t *answer,
                           double scale) {
    const json_t *got = json_object_get(answer, "violations");
    const struct {
        const char *name;
        double decides;
    } conditions[] = {
        {"dE>0", json_number_value(json_object_get(expect, "dE"))},
        {"v_n<0", json_number_value(json_array_get(json_object_get(expect, "v_after"), 0))},
        {"P_n<0", json_number_value(json_array_get(json_object_get(expect, "P"), 0))},
        {"|P_t|>mu P_n", HUGE_VAL},
    };
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        const char *name = conditions[i].name;
        if (fabs(conditions[i].decides) > 1e-12 * scale && lists(wanted, name) != lists(got, name))
            golden_differ(c, "\"%s\" is %s broken", name, lists(got, name) ? "wrongly said to be" : "not said to be");
    }
}

static const char *wanted_status(const json_t *expect) {
    const char *status = golden_text(expect, "status");
    const char *mode = golden_text(expect, "mode");
    if (status) return status;
    return mode && !strcmp(mode, "separating") ? "no-impact" : "ok";
}

// Compares status and mode. A null mode in a golden file is not compared: the law has no modes, or the problem is on
// the boundary between two modes.
static void compare_names(golden_case *c, const json_t *expect, const json_t *answer) {
    const char *status = golden_text(answer, "status");
    const char *message = golden_text(answer, "message");
    const char *wanted = golden_text(expect, "mode");
    const char *mode = golden_text(answer, "mode");
    if (!status || strcmp(status, wanted_status(expect)))
        golden_differ(c, "status is %s, wanted %s%s%s", status ? status : "missing", wanted_status(expect),
                      message ? ": " : "", message ? message : "");
    if (wanted && (!mode || strcmp(mode, wanted)))
        golden_differ(c, "mode is %s, wanted %s", mode ? mode : "null", wanted);
}

static golden_case compare_outcome(const json_t *golden, const json_t *broken, const json_t *answer) {
    golden_case c = {0};
    const json_t *expect = json_object_get(golden, "expect"), *Pc = json_object_get(answer, "P_compression");
    const double scale = scale_of(expect), allowed = scale * json_number_value(json_object_get(golden, "tol"));
    if (!json_equal(json_object_get(golden, "id"), json_object_get(answer, "id")))
        golden_differ(&c, "answers another id");
    compare_names(&c, expect, answer);
    for (int i = 0; i < NUMBERS; i++)
        golden_json(&c, numbers[i], json_object_get(answer, numbers[i]), json_object_get(expect, numbers[i]), allowed);
    // The impulse at maximum compression, if both the golden case and the answer contain it.
    if (Pc && json_object_get(expect, "P_c")) golden_json(&c, "P_c", Pc, json_object_get(expect, "P_c"), allowed);
    if (Pc && json_object_get(expect, "p_c"))
        golden_json(&c, "p_c", json_array_get(Pc, 0), json_object_get(expect, "p_c"), allowed);
    compare_broken(&c, expect, broken, answer, scale);
    return c;
}

golden_case compare_one(const json_t *golden, const json_t *answer) {
    return compare_outcome(golden, json_object_get(json_object_get(golden, "expect"), "broken"), answer);
}

// Returns the violations of a case of a physics engine's law, computed from its expected numbers, because the file does
// not list them. The tolerance 1e-9 allows an impulse on the boundary of the friction cone.
static json_t *told_by_numbers(const json_t *golden) {
    const json_t *expect = json_object_get(golden, "expect"),
                 *mu = json_object_get(json_object_get(golden, "params"), "mu");
    double P[3] = {0.0, 0.0, 0.0}, most[1] = {HUGE_VAL};
    json_t *broken = json_array();
    golden_reals(json_object_get(expect, "P"), P, 3);
    if (mu) golden_reals(mu, most, 1);
    if (json_number_value(json_object_get(expect, "dE")) > 0.0) json_array_append_new(broken, json_string("dE>0"));
    if (hypot(P[1], P[2]) > most[0] * P[0] * (1.0 + 1e-9)) json_array_append_new(broken, json_string("|P_t|>mu P_n"));
    return broken;
}

golden_case compare_engine_law(const json_t *golden, const json_t *answer) {
    static const char *const more[] = {"solutions", "lift", "critical"};
    json_t *broken = told_by_numbers(golden);
    golden_case c = compare_outcome(golden, broken, answer);
    json_decref(broken);
    const json_t *expect = json_object_get(golden, "expect");
    const double allowed = scale_of(expect) * json_number_value(json_object_get(golden, "tol"));
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        const json_t *wanted = json_object_get(expect, more[i]),
                     *got = json_object_get(answer, i ? more[i] : "solution_count");
        if (wanted && got) golden_json(&c, more[i], got, wanted, allowed);
    }
    return c;
}

golden_case compare_device(const json_t *golden, const json_t *answer) {
    golden_case c = {0};
    const json_t *expect = json_object_get(golden, "expect");
    const double allowed = scale_of(expect) * json_number_value(json_object_get(golden, "tol"));
    if (!json_equal(json_object_get(golden, "id"), json_object_get(answer, "id")))
        golden_differ(&c, "answers another id");
    if (strcmp(golden_text(answer, "status"), "ok")) golden_differ(&c, "%s", golden_text(answer, "message"));
    for (int i = 0; i < NUMBERS; i++) {
        const json_t *wanted = json_object_get(expect, numbers[i]), *got = json_object_get(answer, numbers[i]);
        if (json_is_number(wanted)) golden_json(&c, numbers[i], got, wanted, allowed);
        for (size_t k = 0; k < json_array_size(wanted); k++)
            golden_json(&c, numbers[i], json_array_get(got, k), json_array_get(wanted, k), allowed);
    }
    return c;
}
