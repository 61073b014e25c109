// Tests the integrator alone: events, short dips of a guard within a step, and the limits of runs that do not end.
#include "support/cmocka.h"

#include <math.h>

#include "mods/compliant/ode/machine.h"

static double the_guard(double x) {
    return (x - 0.5) * (x - 0.5) - 1e-9;
}

static void steady(void *self, const double *y, double *dy) {
    (void)self, (void)y;
    dy[0] = 1.0;
}

static void undefined(void *self, const double *y, double *dy) {
    (void)self;
    dy[0] = y[0] > 0.25 ? (double)NAN : 1.0;
}

static void never(void *self, const double *y, double *values) {
    (void)self, (void)y;
    values[0] = 1.0;
}

static void dip(void *self, const double *y, double *values) {
    (void)self;
    values[0] = the_guard(y[0]);
}

static void falling(void *self, const double *y, double *values) {
    (void)self;
    values[0] = -y[0];
}

// The first phase ends when the guard falls through zero at y = 100. In the second phase the guard is zero at y = 100,
// rises, and falls through zero at y = 101.
static void arch(void *self, const double *y, double *values) {
    const double x = y[0] - 100.0;
    values[0] = *(const int *)self ? x * (1.0 - x) : -x;
}

static carom_machine_turn begin_arch(void *self, int guard, double t, double *y) {
    (void)guard, (void)t;
    y[0] = 100.0;
    return ++*(int *)self == 2 ? CAROM_OVER : CAROM_GO_ON;
}

static carom_machine_turn over(void *self, int guard, double t, double *y) {
    (void)self, (void)guard, (void)t, (void)y;
    return CAROM_OVER;
}

static carom_machine_turn nothing(void *self, int guard, double t, double *y) {
    (void)self, (void)guard, (void)t, (void)y;
    return CAROM_GO_ON;
}

static carom_machine_turn pass(void *self, double t, const double *y) {
    (void)self, (void)t, (void)y;
    return CAROM_GO_ON;
}

static const double one[2] = {1.0, 1.0};

static carom_machine_system system_of(void (*look)(void *, const double *, double *), double longest) {
    return (carom_machine_system){.states = 1,
                                  .guards = 1,
                                  .unit = 1.0,
                                  .longest = longest,
                                  .size = one,
                                  .depth = one,
                                  .flow = steady,
                                  .look = look,
                                  .turn = over,
                                  .pass = pass};
}

// Checks that the first zero of a guard is found, although the guard is negative only during 6e-5 of a step of length
// 1.
static void finds_dips(void **state) {
    (void)state;
    const carom_machine_system system = system_of(dip, 1.0);
    carom_machine_report report;
    double y = 0.0;
    assert_int_equal(carom_machine_run(&system, NULL, 0.0, &y, &report), CAROM_OK);
    assert_near(y, 0.5 - sqrt(1e-9), 1e-12);
}

static void leaves_a_zero_it_rises_from(void **state) {
    (void)state;
    carom_machine_system system = system_of(arch, 4.0);
    carom_machine_report report;
    double y = 0.0;
    int phase = 0;
    system.turn = begin_arch;
    assert_int_equal(carom_machine_run(&system, &phase, 0.0, &y, &report), CAROM_OK);
    assert_near(report.t, 101.0, 1e-10);
    assert_int_equal(report.events, 2);
}

static void stops_at_the_time_bound(void **state) {
    (void)state;
    const carom_machine_system system = system_of(never, 1e6);
    carom_machine_report report;
    double y = 0.0;
    assert_int_equal(carom_machine_run(&system, NULL, 0.0, &y, &report), CAROM_NOT_CONVERGED);
    assert_true(report.t >= CAROM_MACHINE_TIME && report.t < 1.1 * CAROM_MACHINE_TIME);
}

// One step of the explicit method counts as 33 units of work. Evaluations of the flow count 13. Evaluations of the
// guards count 4, one by ARKODE and three at the end of the step. The other work of ARKODE counts 16.
static void stops_at_the_bound_on_work(void **state) {
    (void)state;
    carom_machine_system system = system_of(never, 1e-6);
    const double most[] = {CAROM_COMPLIANT_WORK, 1e4};
    for (int i = 0; i < 2; i++) {
        carom_machine_report report;
        double y = 0.0;
        system.work = i == 1 ? 10000 : 0;
        assert_int_equal(carom_machine_run(&system, NULL, 0.0, &y, &report), CAROM_NOT_CONVERGED);
        assert_true(33.0 * report.evaluations > 0.9 * most[i] && 33.0 * report.evaluations < 1.1 * most[i]);
    }
}

static void stops_chatter(void **state) {
    (void)state;
    carom_machine_system system = system_of(falling, 1.0);
    carom_machine_report report;
    double y = 0.0;
    system.turn = nothing;
    assert_int_equal(carom_machine_run(&system, NULL, 0.0, &y, &report), CAROM_NOT_CONVERGED);
    assert_true(report.evaluations < 2 * CAROM_MACHINE_CHATTER && report.t == 0.0);
}

static void gives_up_where_there_is_no_flow(void **state) {
    (void)state;
    carom_machine_system system = system_of(never, 1.0);
    carom_machine_report report;
    double y = 0.0;
    system.flow = undefined;
    assert_int_equal(carom_machine_run(&system, NULL, 0.0, &y, &report), CAROM_NOT_CONVERGED);
    assert_true(y <= 0.25 && isfinite(y));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_dips),
        cmocka_unit_test(leaves_a_zero_it_rises_from),
        cmocka_unit_test(stops_at_the_time_bound),
        cmocka_unit_test(stops_at_the_bound_on_work),
        cmocka_unit_test(stops_chatter),
        cmocka_unit_test(gives_up_where_there_is_no_flow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
