#include "compare.h"
#include "base/worst.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Keeps the first reason.
static void differ(comparison *c, const char *format, ...) {
    if (c->why[0]) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->why, sizeof c->why, format, arguments);
    va_end(arguments);
}

static double largest(const json_t *value) {
    double most = fabs(json_number_value(value));
    for (size_t i = 0; i < json_array_size(value); i++)
        most = fmax(most, fabs(json_number_value(json_array_get(value, i))));
    return most;
}

// Tolerances of the golden files are relative to max(1, largest expected component).
static double scale_of(const json_t *expect) {
    static const char *const keys[] = {"P", "v_after", "dE"};
    double scale = 1.0;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        scale = fmax(scale, largest(json_object_get(expect, keys[i])));
    return scale;
}

static void compare_number(comparison *c, const char *key, const json_t *wanted, const json_t *got, double allowed) {
    if (!json_is_number(wanted) || !json_is_number(got)) {
        if (!json_equal((json_t *)(size_t)wanted, (json_t *)(size_t)got)) differ(c, "%s is not as wanted", key);
        return;
    }
    const double x = json_number_value(got), y = json_number_value(wanted), error = fabs(x - y) / allowed;
    carom_worsen(&c->error, error);
    if (!(error <= 1.0)) differ(c, "%s is %.17g, wanted %.17g: %.3g times the tolerance", key, x, y, error);
}

static void compare_numbers(comparison *c, const char *key, const json_t *wanted, const json_t *got, double allowed) {
    if (!json_is_array(wanted) || !json_is_array(got)) {
        compare_number(c, key, wanted, got, allowed);
        return;
    }
    if (json_array_size(wanted) != json_array_size(got)) differ(c, "%s has the wrong length", key);
    for (size_t i = 0; i < json_array_size(wanted); i++)
        compare_number(c, key, json_array_get(wanted, i), json_array_get(got, i), allowed);
}

static bool lists(const json_t *array, const char *name) {
    for (size_t i = 0; i < json_array_size(array); i++)
        if (!strcmp(json_string_value(json_array_get(array, i)), name)) return true;
    return false;
}

// Conditions of sign. A number that is zero but for rounding has no sign to agree on: dE is exactly 0 for the
// wm-case2-newton-e0.8 cases, so only |dE|, |v_n'| above 1e-12 of the scale are compared (the smallest true gain is
// 4e-6).
static void compare_broken(comparison *c, const json_t *expect, const json_t *answer, double scale) {
    const json_t *wanted = json_object_get(expect, "broken"), *got = json_object_get(answer, "broken");
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
            differ(c, "\"%s\" is %s broken", name, lists(got, name) ? "wrongly said to be" : "not said to be");
    }
}

static const char *wanted_status(const json_t *expect) {
    const char *status = json_string_value(json_object_get(expect, "status"));
    const char *mode = json_string_value(json_object_get(expect, "mode"));
    if (status) return status;
    return mode && !strcmp(mode, "separating") ? "no-impact" : "ok";
}

// A null mode in a golden file means that the law names none, or that two meet here: nothing to compare.
static void compare_names(comparison *c, const json_t *expect, const json_t *answer) {
    const char *status = json_string_value(json_object_get(answer, "status"));
    const char *message = json_string_value(json_object_get(answer, "message"));
    const char *wanted = json_string_value(json_object_get(expect, "mode"));
    const char *mode = json_string_value(json_object_get(answer, "mode"));
    if (!status || strcmp(status, wanted_status(expect)))
        differ(c, "status is %s, wanted %s%s%s", status ? status : "missing", wanted_status(expect),
               message ? ": " : "", message ? message : "");
    if (wanted && (!mode || strcmp(mode, wanted))) differ(c, "mode is %s, wanted %s", mode ? mode : "null", wanted);
}

comparison compare_case(const json_t *golden, const json_t *answer) {
    comparison c = {0};
    const json_t *expect = json_object_get(golden, "expect"), *Pc = json_object_get(answer, "P_c");
    const double scale = scale_of(expect), allowed = scale * json_number_value(json_object_get(golden, "tol"));
    if (!json_equal(json_object_get(golden, "id"), json_object_get(answer, "id"))) differ(&c, "answers another id");
    compare_names(&c, expect, answer);
    compare_numbers(&c, "P", json_object_get(expect, "P"), json_object_get(answer, "P"), allowed);
    compare_numbers(&c, "v_after", json_object_get(expect, "v_after"), json_object_get(answer, "v_after"), allowed);
    compare_numbers(&c, "dE", json_object_get(expect, "dE"), json_object_get(answer, "dE"), allowed);
    // The impulse at greatest compression, where the golden case and the law both know it.
    if (Pc && json_object_get(expect, "P_c")) compare_numbers(&c, "P_c", json_object_get(expect, "P_c"), Pc, allowed);
    if (Pc && json_object_get(expect, "p_c"))
        compare_numbers(&c, "p_c", json_object_get(expect, "p_c"), json_array_get(Pc, 0), allowed);
    compare_broken(&c, expect, answer, scale);
    return c;
}

comparison compare_device(const json_t *golden, const json_t *answer) {
    comparison c = {0};
    const json_t *expect = json_object_get(golden, "expect");
    const double allowed = scale_of(expect) * json_number_value(json_object_get(golden, "tol"));
    static const char *const keys[] = {"P", "v_after"};
    if (!json_equal(json_object_get(golden, "id"), json_object_get(answer, "id"))) differ(&c, "answers another id");
    if (strcmp(json_string_value(json_object_get(answer, "status")), "ok"))
        differ(&c, "%s", json_string_value(json_object_get(answer, "message")));
    for (int i = 0; i < 2; i++) {
        const json_t *wanted = json_object_get(expect, keys[i]), *got = json_object_get(answer, keys[i]);
        for (size_t k = 0; k < json_array_size(wanted); k++)
            compare_number(&c, keys[i], json_array_get(wanted, k), json_array_get(got, k), allowed);
    }
    if (json_is_number(json_object_get(expect, "dE")))
        compare_number(&c, "dE", json_object_get(expect, "dE"), json_object_get(answer, "dE"), allowed);
    return c;
}
