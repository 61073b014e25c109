// Checks the numbers of public enumerators, which compiled programs and files contain. The number of a name must never
// change. New names get the next number and are appended here.
#include "support/cmocka.h"

#include <stddef.h>
#include <string.h>

#include "carom/carom.h"
#include "tables/counts.h"

typedef const char *name_fn(int number);

static const char *status_name(int number) {
    return carom_status_name((carom_status)number);
}

static const char *mode_name(int number) {
    return carom_mode_name((carom_mode)number);
}

static const char *event_name(int number) {
    return carom_enum_name(CAROM_ENUM_EVENT, (int)number);
}

static const char *reason_name(int number) {
    return carom_enum_name(CAROM_ENUM_REASON, number);
}

static const char *hint_name(int number) {
    return carom_enum_name(CAROM_ENUM_HINT, number);
}

static const char *promise_name(int number) {
    return carom_enum_name(CAROM_ENUM_GUARANTEE, (int)(1u << number));
}

static const char *stage_name(int number) {
    return carom_enum_name(CAROM_ENUM_STAGE_EVENT, (int)(1u << number));
}

static const char *broken_name(int number) {
    return carom_enum_name(CAROM_ENUM_VIOLATION, (int)(1u << number));
}

static const char *contact_name(int number) {
    return carom_enum_name(CAROM_ENUM_CONTACT_STATE, (int)number);
}

static const char *rule_name(int number) {
    return carom_enum_name(CAROM_ENUM_COMBINE_RULE, number);
}

static const char *solver_name(int number) {
    return carom_enum_name(CAROM_ENUM_SOLVER, (int)number);
}

static void same(const char *what, name_fn *name, const char *const *wanted, int count) {
    for (int i = 0; i < count; i++) {
        const char *is = name(i);
        if (!wanted[i] != !is || (is && strcmp(is, wanted[i])))
            fail_msg("%s %d is \"%s\", it was \"%s\"", what, i, is ? is : "NULL", wanted[i] ? wanted[i] : "NULL");
    }
}

#define SAME(what, name, ...)                                                                                          \
    same(what, name, (const char *const[]){__VA_ARGS__},                                                               \
         (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))

static void statuses(void **state) {
    (void)state;
    static const struct {
        int number;
        const char *name;
    } wanted[] = {
        {0, "ok"},
        {1, "no-impact"},
        {2, "not-unique"},
        {3, "truncated"},
        {4, "path-full"},
        {5, "stopped"},
        {6, "unsettled"},
        {7, "already-done"},
        {16, "no-solution"},
        {17, "not-applicable"},
        {18, "no-path"},
        {19, "no-derivative"},
        {20, "no-history"},
        {32, "null-pointer"},
        {33, "bad-struct"},
        {34, "bad-dim"},
        {35, "wrong-dim"},
        {36, "wrong-problem"},
        {37, "wrong-params"},
        {38, "not-finite"},
        {39, "not-symmetric"},
        {40, "not-psd"},
        {41, "coefficient-missing"},
        {42, "coefficient-range"},
        {43, "coefficient-unknown"},
        {44, "coefficient-unused"},
        {45, "bad-value"},
        {46, "bad-count"},
        {47, "bad-index"},
        {48, "bad-size"},
        {49, "small-memory"},
        {50, "unknown-law"},
        {51, "module-missing"},
        {52, "other-approaches"},
        {53, "still-approaches"},
        {54, "bad-mass"},
        {55, "bad-frame"},
        {56, "bad-chain"},
        {57, "bad-mass-matrix"},
        {58, "constraint-violated"},
        {59, "probe-failed"},
        {60, "bad-file"},
        {61, "unknown-key"},
        {62, "file-exists"},
        {63, "wrong-file"},
        {64, "too-few-data"},
        {65, "bad-model"},
        {66, "bad-figure"},
        {67, "missing-key"},
        {68, "starts-inside"},
        {69, "bad-shape"},
        {128, "overflow"},
        {129, "not-converged"},
        {160, "no-memory"},
        {161, "cannot-read"},
        {162, "cannot-write"},
        {224, "user-224"},
        {255, "user-255"},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        assert_string_equal(status_name(wanted[i].number), wanted[i].name);
    assert_string_equal(status_name(-1), "unknown-status");
    assert_string_equal(status_name(223), "unknown-status");
    assert_string_equal(status_name(CAROM_STATUS_END), "unknown-status");
}

// The range of a number determines its class, even if no status has this number.
static void classes(void **state) {
    (void)state;
    static const struct {
        int first, last;
        carom_status_class class;
    } ranges[] = {
        {0, 15, CAROM_CLASS_OK},           {16, 31, CAROM_CLASS_NO_ANSWER},     {32, 127, CAROM_CLASS_BAD_INPUT},
        {128, 159, CAROM_CLASS_NUMERICAL}, {160, 191, CAROM_CLASS_ENVIRONMENT}, {192, 223, CAROM_CLASS_BAD_INPUT},
        {224, 255, CAROM_CLASS_NO_ANSWER}, {256, 999, CAROM_CLASS_BAD_INPUT},   {-9, -1, CAROM_CLASS_BAD_INPUT}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        for (int k = ranges[i].first; k <= ranges[i].last; k++)
            assert_int_equal(carom_status_classify((carom_status)k), ranges[i].class);
}

static void rows(void **state) {
    (void)state;
    SAME("mode", mode_name, "unnamed", "none", "separating", "sliding", "c-sticking", "c-reversed", "r-sticking",
         "r-reversed", "sticking", "energy", "restitution", "projected", "inside", "friction", "scaled-inside",
         "scaled-friction", "stick", "forward-slip", "backward-slip", "sticking/sticking", "sticking/sliding",
         "sliding/sticking", "sliding/sliding", "open", "slip+", "slip-", "free", "rebound", "rebound-impulse", "idle",
         "ratio");
    SAME("event", event_name, "start", "slip-sticks", "slip-reverses", "compression-ends", "compression-resumes",
         "passes", "end");
}

static void refusals(void **state) {
    (void)state;
    SAME("reason", reason_name, "plain", "outside", "infinite", "below", "sum", "along", "list", "together",
         "W-not-finite", "v-not-finite", "unequal", "negative", "off-diagonal", "indefinite", "dim", "elsewhere",
         "undefined", "absent", "contacts", "limit", "no-such-contact", "other-approaches", "mass", "inertia",
         "inertia-tensor", "motion", "axes", "point", "normal", "tangent", "link-number", "link", "link-mass",
         "link-inertia", "M-unequal", "M-singular", "constraint", "made-no-number", "above", "form-number",
         "form-speed", "varies", "syntax");
    SAME("hint", hint_name, "none", "allow", "make-equal", "use-normal", "see-law", "see-laws", "see-params",
         "other-law", "law-with-path", "other-method", "rescale", "see-methods", "see-system-params", "see-inputs",
         "solve-one-contact", "read-one-contact", "state-law", "state-W", "state-v", "leave-contact-out",
         "state-spread", "state-spin-spread", "name-columns", "name-case", "state-strobe");
}

static void bits_and_states(void **state) {
    (void)state;
    SAME("promise", promise_name, "dissipative", "coulomb", "nonpenetrating", "homogeneous", "continuous", "unique");
    SAME("stage event", stage_name, "slip-stop", "attach", "end-compression", "end-restitution", "resume-compression");
    SAME("constraint", broken_name, "dE>0", "|P_t|>mu P_n", "P_n<0", "v_n<0", "no-solution", "several", "lost>E");
    SAME("contact state", contact_name, "open", "stick", "slip", "free", "dwell");
    SAME("solver", solver_name, "auto", "enumerate", "lemke", "nsgs", "admm");
    SAME("rule", rule_name, "max", "min", "product", "mean", "geometric");
}

// The first number past the last enumerator has no name.
static void counts(void **state) {
    (void)state;
    assert_null(mode_name(CAROM_MODE_COUNT));
    assert_null(event_name(CAROM_EVENT_COUNT));
    assert_null(reason_name(CAROM_REASON_COUNT));
    assert_null(hint_name(CAROM_HINT_COUNT));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statuses), cmocka_unit_test(classes),         cmocka_unit_test(rows),
        cmocka_unit_test(refusals), cmocka_unit_test(bits_and_states), cmocka_unit_test(counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
