#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/worst.h"
#include "golden.h"

// Keeps the first reason.
void differ(comparison *c, const char *format, ...) {
    if (c->why[0]) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->why, sizeof c->why, format, arguments);
    va_end(arguments);
}

static double largest(const json_t *value) {
    double most = fabs(json_number_value(value));
    for (size_t i = 0; i < json_array_size(value); i++) most = fmax(most, largest(json_array_get(value, i)));
    return most;
}

// The largest difference of two arrays of any shape; infinity if the shapes differ.
static double apart(const json_t *a, const json_t *b) {
    if (json_is_number(a) && json_is_number(b)) return fabs(json_number_value(a) - json_number_value(b));
    if (!json_is_array(a) || !json_is_array(b) || json_array_size(a) != json_array_size(b)) return HUGE_VAL;
    double most = 0.0;
    for (size_t i = 0; i < json_array_size(a); i++)
        most = fmax(most, apart(json_array_get(a, i), json_array_get(b, i)));
    return most;
}

static void compare_number(comparison *c, const char *key, const json_t *wanted, const json_t *got, double allowed) {
    const double error = apart(wanted, got) / allowed;
    carom_worsen(&c->error, error);
    if (!(error <= 1.0)) differ(c, "%s differs by %.3g times the tolerance", key, error);
}

// Stages: the same phases, modes and events in the same order, and eta at each end.
static void compare_stages(comparison *c, const json_t *wanted, const json_t *got, double allowed) {
    if (json_array_size(wanted) != json_array_size(got))
        differ(c, "%zu stages, wanted %zu", json_array_size(got), json_array_size(wanted));
    for (size_t i = 0; i < json_array_size(wanted); i++) {
        const json_t *w = json_array_get(wanted, i), *g = json_array_get(got, i);
        static const char *const same[] = {"phase", "modes", "events"};
        for (int k = 0; k < 3; k++)
            if (!json_equal(json_object_get(w, same[k]), json_object_get(g, same[k])))
                differ(c, "stage %zu has other %s", i, same[k]);
        compare_number(c, "eta of a stage", json_object_get(w, "eta"), json_object_get(g, "eta"), allowed);
    }
}

// Outcomes are a set: each wanted one is compared with the nearest of those got.
static void compare_outcomes(comparison *c, const json_t *wanted, const json_t *got, double allowed, bool P_unique) {
    static const char *const keys[] = {"prob", "sequences", "shortest", "longest", "v_after", "u_after", "dE", "P"};
    if (json_array_size(wanted) != json_array_size(got))
        differ(c, "%zu outcomes, wanted %zu", json_array_size(got), json_array_size(wanted));
    for (size_t i = 0; i < json_array_size(wanted); i++) {
        const json_t *w = json_array_get(wanted, i), *best = NULL;
        const char *by = json_object_get(w, "v_after") ? "v_after" : "u_after";
        double least = HUGE_VAL;
        for (size_t j = 0; j < json_array_size(got); j++) {
            const double d = apart(json_object_get(w, by), json_object_get(json_array_get(got, j), by));
            if (d < least) {
                least = d;
                best = json_array_get(got, j);
            }
        }
        for (size_t k = 0; k < sizeof keys / sizeof *keys - !P_unique; k++)
            if (json_object_get(w, keys[k]))
                compare_number(c, keys[k], json_object_get(w, keys[k]), json_object_get(best, keys[k]), allowed);
        if (json_object_get(w, "limit") && !json_equal(json_object_get(w, "limit"), json_object_get(best, "limit")))
            differ(c, "limit of an outcome");
    }
}

// Counts belong to outcomes, whose order is free.
static void compare_counts(comparison *c, const json_t *wanted, const json_t *got) {
    json_int_t sum[2][2] = {{0}};
    const json_t *lists[2] = {wanted, got};
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < json_array_size(lists[k]); i++) {
            const json_int_t x = json_integer_value(json_array_get(lists[k], i));
            sum[k][0] += x;
            sum[k][1] += x * x;
        }
    if (sum[0][0] != sum[1][0] || sum[0][1] != sum[1][1]) differ(c, "gap_counts differ");
}

static bool among(const char *key, const char *const *names) {
    for (; *names; names++)
        if (!strcmp(key, *names)) return true;
    return false;
}

static void compare_key(comparison *c, const char *key, const json_t *wanted, const json_t *answer, double allowed,
                        bool P_unique) {
    // What the golden files say about other procedures, and what is not unique.
    static const char *const notes[] = {"P_unique", "list_P", "list_procedure", "list_violation", "note", "reason",
                                        "lemke3",   "lemke4", "gap_runs",       "status",         NULL};
    static const char *const impulses[] = {"P", "P_C", "P_E", "mode", NULL};
    static const char *const equal[] = {"mode", "limited", "n_outcomes", "truncated", "bound", "extra_expansion", NULL};
    const json_t *got = json_object_get(answer, key);
    if (among(key, notes) || json_is_null(wanted) || (!P_unique && among(key, impulses))) return;
    if (!strcmp(key, "stages"))
        compare_stages(c, wanted, got, allowed);
    else if (!strcmp(key, "outcomes"))
        compare_outcomes(c, wanted, got, allowed, P_unique);
    else if (!strcmp(key, "gap_counts"))
        compare_counts(c, wanted, got);
    else if (!among(key, equal))
        compare_number(c, key, wanted, got, allowed);
    else if (!json_equal((json_t *)(size_t)wanted, (json_t *)(size_t)got))
        differ(c, "%s is not as wanted", key);
}

// The answer may be any of several; otherwise status must be the one wanted. Sequences carry none.
static bool compare_status(comparison *c, const json_t *golden, const json_t *answer) {
    const json_t *expect = json_object_get(golden, "expect");
    const char *wanted = json_string_value(json_object_get(expect, "status"));
    const char *got = json_string_value(json_object_get(answer, "status"));
    const char *message = json_string_value(json_object_get(answer, "message"));
    const bool sequence = !strcmp(json_string_value(json_object_get(golden, "law")), "sequence");
    if (!wanted) wanted = "ok";
    if (got && (!strcmp(got, wanted) || (sequence && !strcmp(got, "several")))) return true;
    differ(c, "status is %s, wanted %s %s", got ? got : "missing", wanted, message ? message : "");
    return false;
}

comparison compare_many(const json_t *golden, const json_t *answer) {
    comparison c = {0};
    const json_t *expect = json_object_get(golden, "expect"), *unique = json_object_get(expect, "P_unique");
    // Tolerances are relative to the largest of 1 and what is expected.
    double scale = fmax(largest(json_object_get(expect, "P")), largest(json_object_get(expect, "v_after")));
    scale = fmax(1.0, fmax(scale, largest(json_object_get(expect, "W"))));
    const double allowed = scale * json_number_value(json_object_get(golden, "tol"));
    if (!json_equal(json_object_get(golden, "id"), json_object_get(answer, "id"))) differ(&c, "answers another id");
    if (!compare_status(&c, golden, answer)) return c;
    const char *key;
    json_t *wanted;
    json_object_foreach((json_t *)(size_t)expect, key, wanted) {
        compare_key(&c, key, wanted, answer, allowed, !json_is_false(unique));
    }
    return c;
}
