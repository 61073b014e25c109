// The numbers that programs have compiled in and files hold. They never change: a row that gets another number fails here,
// a new one is appended with the next number.
#include "support/cmocka.h"

#include <stddef.h>
#include <string.h>

#include "base/counts.h"
#include "carom/combine.h"
#include "carom/compliant_base.h"
#include "carom/refusal.h"

typedef const char *name_fn(int number);

static const char *status_name(int number) {
    return carom_status_name((carom_status)number);
}

static const char *mode_name(int number) {
    return carom_mode_name((carom_mode)number);
}

static const char *event_name(int number) {
    return carom_event_name((carom_event)number);
}

static const char *fault_name(int number) {
    return carom_fault_name((carom_fault)number);
}

static const char *remedy_name(int number) {
    return carom_remedy_name((carom_remedy)number);
}

static const char *promise_name(int number) {
    return carom_promise_name(1u << number);
}

static const char *stage_name(int number) {
    return carom_stage_event_name(1u << number);
}

static const char *broken_name(int number) {
    return carom_broken_name(1u << number);
}

static const char *contact_name(int number) {
    return carom_contact_state_name((carom_contact_state)number);
}

static const char *solver_name(int number) {
    return carom_solver_name((carom_solver)number);
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

static void rows(void **state) {
    (void)state;
    SAME("status", status_name, "ok", "no-impact", "several", "truncated", "no-solution", "not-applicable", "no-path",
         "null-pointer", "bad-dim", "not-finite", "not-symmetric", "not-psd", "wrong-dim", "param-range",
         "unknown-param", "unread-param", "bad-value", "unknown-law", "not-built", "bad-count", "bad-index",
         "others-approach", "unknown-method", "path-full", "no-room", "bad-size", "bad-mass", "bad-frame", "bad-chain",
         "bad-mass-matrix", "broken-constraint", "probe-failed", "unmarked-params", "overflow", "not-converged");
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
    SAME("fault", fault_name, "plain", "outside", "infinite", "below", "sum", "along", "list", "together",
         "W-not-finite", "v-not-finite", "unequal", "negative", "off-diagonal", "indefinite", "dim", "elsewhere",
         "undefined", "absent", "contacts", "limit", "no-such-contact", "also-approaches", "mass", "inertia",
         "inertia-tensor", "motion", "axes", "point", "normal", "tangent", "link-number", "link", "link-mass",
         "link-inertia", "M-unequal", "M-singular", "broken", "made-no-number", "above");
    SAME("remedy", remedy_name, "none", "allow", "make-equal", "use-normal", "see-law", "see-laws", "see-params",
         "other-law", "law-with-path", "other-method", "rescale");
}

static void bits_and_states(void **state) {
    (void)state;
    SAME("promise", promise_name, "dissipative", "coulomb", "nonpenetrating", "homogeneous", "continuous", "unique");
    SAME("stage event", stage_name, "slip-stop", "attach", "end-compression", "end-restitution", "resume-compression");
    SAME("broken", broken_name, "dE>0", "|P_t|>mu P_n", "P_n<0", "v_n<0", "no-solution", "several", "lost>E");
    SAME("contact state", contact_name, "open", "stick", "slip", "free", "dwell");
    SAME("solver", solver_name, "auto", "enumerate", "lemke", "nsgs", "admm");
    SAME("rule", carom_combine_name, "max", "min", "product", "mean", "geometric");
}

// What a program asks for is what this tree counts, and past it there is no name.
static void counts(void **state) {
    (void)state;
    assert_int_equal(carom_status_count(), CAROM_STATUS_COUNT);
    assert_int_equal(carom_mode_count(), CAROM_MODE_COUNT);
    assert_int_equal(carom_event_count(), CAROM_EVENT_COUNT);
    assert_string_equal(status_name(carom_status_count()), "unknown-status");
    assert_null(mode_name(carom_mode_count()));
    assert_null(event_name(carom_event_count()));
    assert_null(fault_name(CAROM_FAULT_COUNT));
    assert_null(remedy_name(CAROM_REMEDY_COUNT));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows),
        cmocka_unit_test(refusals),
        cmocka_unit_test(bits_and_states),
        cmocka_unit_test(counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
