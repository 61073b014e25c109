// Compares the results of several contacts with the golden files.
#include <math.h>
#include <string.h>

#include "cases.h"

// Returns the member of an answer that corresponds to a key of the golden files, which use other names for some
// members.
static const json_t *member(const json_t *answer, const char *key) {
    static const struct {
        const char *file, *answer;
    } names[] = {{"prob", "probability"},         {"limit", "is_limit"},     {"P_C", "P_compression"},
                 {"v_C", "v_compression"},        {"P_E", "P_expansion"},    {"n_outcomes", "solution_count"},
                 {"solutions", "solution_count"}, {"outcomes", "solutions"}, {"bound", "max_impacts"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(key, names[i].file)) return json_object_get(answer, names[i].answer);
    return json_object_get(answer, key);
}

// Compares modes, which are a list in an answer and one string in the files, such as "slip-|stick".
static bool same_modes(const char *wanted, const json_t *got) {
    for (size_t i = 0; i < json_array_size(got); i++) {
        const char *mode = json_string_value(json_array_get(got, i));
        const size_t length = strlen(mode);
        if (strncmp(wanted, mode, length) != 0) return false;
        wanted += length;
        if (*wanted != (i + 1 < json_array_size(got) ? '|' : 0)) return false;
        wanted += *wanted == '|';
    }
    return json_array_size(got) > 0;
}

// Checks that the stages have the same phases, modes and events in the same order, and the same eta at their ends.
static void compare_stages(golden_case *c, const json_t *wanted, const json_t *got, double allowed) {
    if (json_array_size(wanted) != json_array_size(got))
        golden_differ(c, "%zu stages, wanted %zu", json_array_size(got), json_array_size(wanted));
    for (size_t i = 0; i < json_array_size(wanted); i++) {
        const json_t *w = json_array_get(wanted, i), *g = json_array_get(got, i);
        static const char *const same[] = {"phase", "events"};
        for (int k = 0; k < 2; k++)
            if (!json_equal(json_object_get(w, same[k]), json_object_get(g, same[k])))
                golden_differ(c, "stage %zu has other %s", i, same[k]);
        if (!same_modes(golden_text(w, "modes"), json_object_get(g, "modes")))
            golden_differ(c, "stage %zu has other modes", i);
        golden_json(c, "eta of a stage", json_object_get(g, "eta"), json_object_get(w, "eta"), allowed);
    }
}

// Compares the outcomes, whose order is arbitrary: each expected outcome with the nearest one of the answer.
static void compare_outcomes(golden_case *c, const json_t *wanted, const json_t *got, double allowed, bool P_unique) {
    static const char *const keys[] = {"prob", "sequences", "shortest", "longest", "v_after", "u_after", "dE", "P"};
    if (json_array_size(wanted) != json_array_size(got))
        golden_differ(c, "%zu outcomes, wanted %zu", json_array_size(got), json_array_size(wanted));
    for (size_t i = 0; i < json_array_size(wanted); i++) {
        const json_t *w = json_array_get(wanted, i), *best = NULL;
        const char *by = json_object_get(w, "v_after") ? "v_after" : "u_after";
        double least = HUGE_VAL;
        for (size_t j = 0; j < json_array_size(got); j++) {
            const double d = golden_apart(json_object_get(w, by), json_object_get(json_array_get(got, j), by));
            if (d < least) {
                least = d;
                best = json_array_get(got, j);
            }
        }
        for (size_t k = 0; k < sizeof keys / sizeof *keys - !P_unique; k++)
            if (json_object_get(w, keys[k]))
                golden_json(c, keys[k], member(best, keys[k]), json_object_get(w, keys[k]), allowed);
        if (json_object_get(w, "limit") &&
            !json_equal(json_object_get(w, "limit"), (json_t *)(size_t)member(best, "limit")))
            golden_differ(c, "limit of an outcome");
    }
}

// Compares the counts of the outcomes by their sum and their sum of squares, because the order of outcomes is
// arbitrary.
static void compare_counts(golden_case *c, const json_t *wanted, const json_t *got) {
    json_int_t sum[2][2] = {{0}};
    const json_t *lists[2] = {wanted, got};
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < json_array_size(lists[k]); i++) {
            const json_int_t x = json_integer_value(json_array_get(lists[k], i));
            sum[k][0] += x;
            sum[k][1] += x * x;
        }
    if (sum[0][0] != sum[1][0] || sum[0][1] != sum[1][1]) golden_differ(c, "gap_counts differ");
}

static bool among(const char *key, const char *const *names) {
    for (; *names; names++)
        if (!strcmp(key, *names)) return true;
    return false;
}

static void compare_key(golden_case *c, const char *key, const json_t *wanted, const json_t *answer, double allowed,
                        bool P_unique) {
    // The keys in `notes` are not compared; they describe other procedures. Those in `impulses` are compared only if P
    // is unique.
    static const char *const notes[] = {"P_unique", "list_P", "list_procedure", "list_violation", "note", "reason",
                                        "lemke3",   "lemke4", "gap_runs",       "status",         NULL};
    static const char *const impulses[] = {"P", "P_C", "P_E", "mode", NULL};
    static const char *const equal[] = {"limited", "n_outcomes", "truncated", "bound", "extra_expansion", NULL};
    const json_t *got = member(answer, key);
    if (among(key, notes) || json_is_null(wanted) || (!P_unique && among(key, impulses))) return;
    if (!strcmp(key, "stages"))
        compare_stages(c, wanted, got, allowed);
    else if (!strcmp(key, "outcomes"))
        compare_outcomes(c, wanted, got, allowed, P_unique);
    else if (!strcmp(key, "gap_counts"))
        compare_counts(c, wanted, got);
    else if (!strcmp(key, "mode")) {
        if (!same_modes(json_string_value(wanted), json_object_get(answer, "modes")))
            golden_differ(c, "the modes are not as wanted");
    } else if (!among(key, equal))
        golden_json(c, key, got, wanted, allowed);
    else if (!json_equal((json_t *)(size_t)wanted, (json_t *)(size_t)got))
        golden_differ(c, "%s is not as wanted", key);
}

// Checks the status, which must be "ok" if the case states none. For the method `sequence` it may also be "not-unique".
static bool compare_status(golden_case *c, const json_t *golden, const json_t *answer) {
    const json_t *expect = json_object_get(golden, "expect");
    const char *wanted = golden_text(expect, "status");
    const char *got = golden_text(answer, "status");
    const char *message = golden_text(answer, "message");
    if (wanted && !strcmp(wanted, "several")) wanted = "not-unique"; // its name in the files
    const bool sequence = !strcmp(golden_text(golden, "law"), "sequence");
    if (!wanted) wanted = "ok";
    if (got && (!strcmp(got, wanted) || (sequence && !strcmp(got, "not-unique")))) return true;
    golden_differ(c, "status is %s, wanted %s %s", got ? got : "missing", wanted, message ? message : "");
    return false;
}

golden_case compare_many(const json_t *golden, const json_t *answer) {
    golden_case c = {0};
    const json_t *expect = json_object_get(golden, "expect"), *unique = json_object_get(expect, "P_unique");
    // Tolerances are relative to the larger of 1 and the largest expected number.
    double scale =
        fmax(golden_largest(json_object_get(expect, "P")), golden_largest(json_object_get(expect, "v_after")));
    scale = fmax(1.0, fmax(scale, golden_largest(json_object_get(expect, "W"))));
    const double allowed = scale * json_number_value(json_object_get(golden, "tol"));
    if (!json_equal(json_object_get(golden, "id"), json_object_get(answer, "id")))
        golden_differ(&c, "answers another id");
    if (!compare_status(&c, golden, answer)) return c;
    const char *key;
    json_t *wanted;
    json_object_foreach((json_t *)(size_t)expect, key, wanted) {
        compare_key(&c, key, wanted, answer, allowed, !json_is_false(unique));
    }
    return c;
}
