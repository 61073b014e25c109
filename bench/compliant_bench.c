// What the machine of mods/compliant costs over ARKODE called bare: the same right-hand side, method and tolerance, the
// end of contact as the one event. Alternates the two and prints the ratio of the best times of each.
//   build/release/bench_compliant [ROUNDS]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <arkode/arkode_erkstep.h>
#include <nvector/nvector_serial.h>

#include "machine.h"

// A sliding contact with spring and dashpot: x_n, v_n, v_t, P_n, P_t, work, stretch.
enum { STATES = 7, IMPACTS = 200 };

static int calls;

static void contact(void *self, const double *y, double *dy) {
    const double N = -y[0] - 0.2 * y[1], F = -0.3 * N;
    (void)self;
    calls++;
    dy[0] = y[1];
    dy[1] = 1.0 * N + 0.3 * F;
    dy[2] = 0.3 * N + 2.5 * F;
    dy[3] = N;
    dy[4] = F;
    dy[5] = N * y[1];
    dy[6] = y[2];
}

static void force(void *self, const double *y, double *values) {
    (void)self;
    values[0] = -y[0] - 0.2 * y[1];
}

static void begin(double *y) {
    memset(y, 0, STATES * sizeof *y);
    y[1] = -1.0;
    y[2] = 2.0;
}

static carom_turn over(void *self, int guard, double t, double *y) {
    (void)self, (void)guard, (void)t, (void)y;
    return CAROM_OVER;
}

static carom_turn pass(void *self, double t, const double *y) {
    (void)self, (void)t, (void)y;
    return CAROM_GO_ON;
}

static double with_machine(void) {
    static const double size[STATES] = {1, 1, 1, 1, 1, 1, 1}, depth[1] = {1};
    const carom_system system = {.states = STATES,
                                 .guards = 1,
                                 .unit = 1.0,
                                 .longest = 1.0,
                                 .size = size,
                                 .depth = depth,
                                 .flow = contact,
                                 .look = force,
                                 .turn = over,
                                 .pass = pass};
    double y[STATES];
    carom_machine_report report;
    begin(y);
    carom_machine_run(&system, NULL, 0.0, y, &report);
    return y[1];
}

static int bare_flow(realtype t, N_Vector y, N_Vector dy, void *data) {
    (void)t;
    contact(data, NV_DATA_S(y), NV_DATA_S(dy));
    return 0;
}

static int bare_force(realtype t, N_Vector y, realtype *g, void *data) {
    (void)t;
    force(data, NV_DATA_S(y), g);
    return 0;
}

static double bare(void) {
    SUNContext context;
    double t, result;
    int falling = -1;
    SUNContext_Create(NULL, &context);
    N_Vector y = N_VNew_Serial(STATES, context);
    begin(NV_DATA_S(y));
    void *ode = ERKStepCreate(bare_flow, 0.0, y, context);
    ERKStepSetTableNum(ode, ARKODE_FEHLBERG_13_7_8);
    ERKStepSStolerances(ode, 1e-13, 1e-13);
    ERKStepSetMaxStep(ode, 1.0);
    ERKStepRootInit(ode, 1, bare_force);
    ERKStepSetRootDirection(ode, &falling);
    ERKStepEvolve(ode, 100.0, y, &t, ARK_NORMAL);
    result = NV_Ith_S(y, 1);
    ERKStepFree(&ode);
    N_VDestroy(y);
    SUNContext_Free(&context);
    return result;
}

static double seconds(double (*run)(void)) {
    const clock_t start = clock();
    for (int i = 0; i < IMPACTS; i++) run();
    return (double)(clock() - start) / CLOCKS_PER_SEC / IMPACTS;
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 20;
    double best[2] = {HUGE_VAL, HUGE_VAL};
    int used[2];
    calls = 0, with_machine(), used[0] = calls;
    calls = 0, bare(), used[1] = calls;
    for (int i = 0; i < rounds; i++) {
        best[0] = fmin(best[0], seconds(with_machine));
        best[1] = fmin(best[1], seconds(bare));
    }
    printf("carom %.1f us (%d evaluations), ARKODE bare %.1f us (%d evaluations): ratio %.2f\n", 1e6 * best[0], used[0],
           1e6 * best[1], used[1], best[0] / best[1]);
    printf("rebound speed: carom %.15f, ARKODE bare %.15f\n", with_machine(), bare());
    return 0;
}
