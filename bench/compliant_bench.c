// Compares the integrator of mods/compliant (the machine) with plain ARKODE on the same right-hand sides, those of the
// contact models. The linker redirects every call of carom_machine_run to this file, which runs the machine or,
// instead, ARKODE alone. Both use the same method, tolerances, root functions and events, and restart at each event.
// The plain run accepts the event time of ARKODE's interpolant, and does not look for dips or peaks inside a step. It
// runs twice: with ARKODE's default first step, and with the first step of the machine.
//   build/release/bench_compliant [ROUNDS]    alternates the runs and prints the ratio of the best times of each case
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <arkode/arkode_erkstep.h>
#include <nvector/nvector_serial.h>

#include "carom/compliant.h"
#include "mods/compliant/ode/machine.h"

enum { IMPACTS = 50, MOST_GUARDS = 8 };

typedef struct bench_case {
    const char *name;
    const carom_law *law;
    carom_contact contact;
    carom_params params;
} bench_case;

enum { MACHINE, BARE, BARE_SAME_START, WAYS };

static int way;
static long calls;
static int events;

typedef struct subject {
    const carom_machine_system *system;
    void *self;
} subject;

static int flow(realtype t, N_Vector y, N_Vector dy, void *data) {
    const subject *s = data;
    (void)t;
    calls++;
    s->system->flow(s->self, NV_DATA_S(y), NV_DATA_S(dy));
    return 0;
}

static int look(realtype t, N_Vector y, realtype *guards, void *data) {
    const subject *s = data;
    double values[CAROM_MACHINE_LOOKS];
    (void)t;
    s->system->look(s->self, NV_DATA_S(y), values);
    memcpy(guards, values, (size_t)s->system->guards * sizeof *guards);
    return 0;
}

static int fallen(void *ode, int guards) {
    int found[MOST_GUARDS] = {0};
    ERKStepGetRootInfo(ode, found);
    for (int i = 0; i < guards; i++)
        if (found[i]) return i;
    return 0;
}

static carom_status run_bare(subject *s, double t, double *start, carom_machine_report *report) {
    const carom_machine_system *system = s->system;
    int falling[MOST_GUARDS];
    SUNContext context;
    carom_machine_turn turn = CAROM_GO_ON;
    SUNContext_Create(NULL, &context);
    N_Vector y = N_VNew_Serial(system->states, context), size = N_VNew_Serial(system->states, context);
    memcpy(NV_DATA_S(y), start, (size_t)system->states * sizeof *start);
    for (int i = 0; i < system->states; i++) NV_Ith_S(size, i) = 1e-13 * system->size[i];
    for (int i = 0; i < MOST_GUARDS; i++) falling[i] = -1;
    void *ode = ERKStepCreate(flow, t, y, context);
    ERKStepSetUserData(ode, s);
    ERKStepSetTableNum(ode, ARKODE_FEHLBERG_13_7_8);
    ERKStepSetInterpolantDegree(ode, 3);
    ERKStepSVtolerances(ode, 1e-13, size);
    ERKStepSetMaxStep(ode, system->longest);
    if (way == BARE_SAME_START) ERKStepSetInitStep(ode, 1e-3 * system->longest);
    ERKStepRootInit(ode, system->guards, look);
    ERKStepSetRootDirection(ode, falling);
    ERKStepSetNoInactiveRootWarn(ode);
    *report = (carom_machine_report){0};
    while (turn == CAROM_GO_ON) {
        const int flag = ERKStepEvolve(ode, t + 1e2 * system->unit, y, &t, ARK_ONE_STEP);
        if (flag < 0) turn = CAROM_LOST;
        report->evaluations++;
        if (flag == ARK_ROOT_RETURN) {
            turn = system->turn(s->self, fallen(ode, system->guards), t, NV_DATA_S(y));
            report->events++;
            if (turn == CAROM_GO_ON) ERKStepReset(ode, t, y);
        }
        if (turn == CAROM_GO_ON) turn = system->pass(s->self, t, NV_DATA_S(y));
    }
    memcpy(start, NV_DATA_S(y), (size_t)system->states * sizeof *start);
    report->t = t;
    ERKStepFree(&ode);
    N_VDestroy(y);
    N_VDestroy(size);
    SUNContext_Free(&context);
    return turn == CAROM_OVER ? CAROM_OK : CAROM_NOT_CONVERGED;
}

// The system of the current run of the machine, for counting its calls of the right-hand side.
static subject counted;

static void count_flow(void *self, const double *y, double *dy) {
    calls++;
    counted.system->flow(self, y, dy);
}

carom_status __real_carom_machine_run(const carom_machine_system *system, void *self, double t, double *y,
                                      carom_machine_report *report);
carom_status __wrap_carom_machine_run(const carom_machine_system *system, void *self, double t, double *y,
                                      carom_machine_report *report);

carom_status __wrap_carom_machine_run(const carom_machine_system *system, void *self, double t, double *y,
                                      carom_machine_report *report) {
    carom_machine_system copy = *system;
    counted = (subject){system, self};
    copy.flow = count_flow;
    const carom_status status =
        way == MACHINE ? __real_carom_machine_run(&copy, self, t, y, report) : run_bare(&counted, t, y, report);
    events = report->events;
    return status;
}

static double seconds(const bench_case *c, int which, carom_result *out) {
    const clock_t start = clock();
    way = which;
    for (int i = 0; i < IMPACTS; i++)
        if (carom_collide(c->law, &c->contact, &c->params, out) != CAROM_OK) return (double)NAN;
    return (double)(clock() - start) / CLOCKS_PER_SEC / IMPACTS;
}

static void measure(const bench_case *c, int rounds, double worst[WAYS]) {
    double best[WAYS] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, apart = 0.0;
    long used[WAYS];
    carom_result out[WAYS];
    for (int k = 0; k < WAYS; k++) calls = 0, seconds(c, k, &out[k]), used[k] = calls / IMPACTS;
    for (int i = 0; i < rounds; i++)
        for (int k = 0; k < WAYS; k++) best[k] = fmin(best[k], seconds(c, k, &out[k]));
    for (int i = 0; i < c->contact.dim; i++) apart = fmax(apart, fabs(out[0].v[i] - out[1].v[i]));
    printf("%-32s %6.0f us %5ld evaluations, %2d events, v' within %.0e;", c->name, 1e6 * best[0], used[0], events,
           apart);
    for (int k = 1; k < WAYS; k++) {
        printf("   %6.0f us %5ld ratio %.2f", 1e6 * best[k], used[k], best[0] / best[k]);
        worst[k] = fmax(worst[k], best[0] / best[k]);
    }
    printf("\n");
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 20;
    static const carom_vibration modes[2] = {{.omega = 3.0, .zeta = 0.02, .phi = {0.6, 0.2, 0.0}},
                                             {.omega = 7.0, .zeta = 0.05, .phi = {0.4, -0.3, 0.0}}};
    const carom_contact slides = {2, {{1, 0.3}, {0.3, 2.5}}, {-1, 2}}, sticks = {2, {{1, 0.3}, {0.3, 2.5}}, {-1, 0.4}};
    const carom_contact reverses = {2, {{1, 0.9}, {0.9, 1.5}}, {-1, -0.2}};
    const carom_contact space = {3, {{1, 0.3, 0.1}, {0.3, 2.5, 0.2}, {0.1, 0.2, 1.7}}, {-1, 0.8, -0.4}};
    carom_params p = carom_params_default();
    p.mu = 0.3;
    p.e = 0.6;
    p.own[CAROM_OWN(cn)] = 0.2;
    carom_params damped = p, modal = p, stiff = p;
    damped.own[CAROM_OWN(ct)] = damped.own[CAROM_OWN(ct) + 1] = 0.3;
    modal.list = modes;
    modal.list_count = 2;
    stiff.own[CAROM_OWN(kt)] = 100.0;
    const bench_case cases[] = {{"spring-dashpot, sliding", &carom_law_spring_dashpot, slides, p},
                                {"spring-dashpot, stick and slip", &carom_law_spring_dashpot, sticks, damped},
                                {"spring-dashpot in space", &carom_law_spring_dashpot, space, damped},
                                {"nonlinear-dashpot", &carom_law_nonlinear_dashpot, slides, p},
                                {"stronge, stick and slip", &carom_law_stronge, sticks, p},
                                {"stronge, reversal", &carom_law_stronge, reverses, p},
                                {"bilinear-spring, kt/kn = 100", &carom_law_bilinear_spring, sticks, stiff},
                                {"split-mass", &carom_law_split_mass, sticks, p},
                                {"modal, two modes", &carom_law_modal, sticks, modal}};
    double worst[WAYS] = {0.0};
    printf("%-32s %-52s   ARKODE as it comes          with the same first step\n", "", "carom");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) measure(&cases[i], rounds, worst);
    printf("worst ratio %.2f, with the same first step %.2f\n", worst[BARE], worst[BARE_SAME_START]);
    return 0;
}
