// ARKODE's two interfaces behind one. Everything that knows SUNDIALS is here and in machine.c's context.
#include "stepper.h"

#include <math.h>
#include <string.h>

#include <arkode/arkode_arkstep.h>
#include <arkode/arkode_erkstep.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "machine.h"

// Local error per step, relative. Explicit 1e-13: golden cases with tolerance 1e-12 pass with a factor of ten to spare.
// Implicit 1e-12: at 1e-11 golden nonlinear3-2 is off by 6e-10 of its 1e-9.
#define EXPLICIT_TOLERANCE 1e-13
#define IMPLICIT_TOLERANCE 1e-12

// The first step, as a share of the longest: ARKODE's own guess is 1e-13 and takes fifteen steps to grow.
#define FIRST 1e-3

// NOT_HERE: the model says nothing at such a state (past the end of a slip, say). ARKODE does not step there.
enum { MOST_GUARDS = CAROM_MACHINE_LOOKS, MOST_STAGES = 13, NOT_HERE = 1 };

static bool flow_at(const carom_ode_field *field, const double *y, double *dy) {
    double sum = 0.0;
    ++*field->work;
    field->flow(field->self, y, dy);
    for (int i = 0; i < field->states; i++) sum += dy[i];
    return isfinite(sum);
}

static int flow(realtype t, N_Vector y, N_Vector dy, void *data) {
    carom_stepper *s = data;
    (void)t;
    s->at = NV_DATA_S(y);
    s->slope = NV_DATA_S(dy);
    return flow_at(&s->field, NV_DATA_S(y), NV_DATA_S(dy)) ? 0 : NOT_HERE;
}

const double *carom_stepper_slope(const carom_stepper *s, const double *y) {
    return s->at && !memcmp(s->at, y, (size_t)s->field.states * sizeof *y) ? s->slope : NULL;
}

static int look(realtype t, N_Vector y, realtype *guards, void *data) {
    const carom_ode_field *field = &((carom_stepper *)data)->field;
    double values[2 * MOST_GUARDS];
    (void)t;
    field->look(field->self, NV_DATA_S(y), values);
    memcpy(guards, values, (size_t)field->guards * sizeof *guards);
    return 0;
}

static void silent(int code, const char *module, const char *function, char *message, void *data) {
    (void)code, (void)module, (void)function, (void)message, (void)data;
}

static bool open_explicit(carom_stepper *s, SUNContext context, double t, bool guards) {
    int falling[MOST_GUARDS];
    for (int i = 0; i < MOST_GUARDS; i++) falling[i] = -1;
    s->table = ARKodeButcherTable_LoadERK(ARKODE_FEHLBERG_13_7_8);
    void *ode = s->memory = ERKStepCreate(flow, t, s->y, context);
    return s->table && ode && ERKStepSetErrHandlerFn(ode, silent, NULL) == 0 && ERKStepSetUserData(ode, s) == 0 &&
           ERKStepSetTable(ode, s->table) == 0 && ERKStepSetInterpolantDegree(ode, 3) == 0 &&
           ERKStepSetMaxErrTestFails(ode, 100) == 0 && ERKStepSVtolerances(ode, EXPLICIT_TOLERANCE, s->size) == 0 &&
           ERKStepSetMaxStep(ode, s->field.longest) == 0 && ERKStepSetInitStep(ode, FIRST * s->field.longest) == 0 &&
           (!guards || (ERKStepRootInit(ode, s->field.guards, look) == 0 &&
                        ERKStepSetRootDirection(ode, falling) == 0 && ERKStepSetNoInactiveRootWarn(ode) == 0));
}

static bool open_implicit(carom_stepper *s, SUNContext context, double t, bool guards) {
    int falling[MOST_GUARDS];
    for (int i = 0; i < MOST_GUARDS; i++) falling[i] = -1;
    s->matrix = SUNDenseMatrix(s->field.states, s->field.states, context);
    s->solver = s->matrix ? SUNLinSol_Dense(s->y, s->matrix, context) : NULL;
    void *ode = s->memory = ARKStepCreate(NULL, flow, t, s->y, context);
    return s->solver && ode && ARKStepSetErrHandlerFn(ode, silent, NULL) == 0 && ARKStepSetUserData(ode, s) == 0 &&
           ARKStepSetTableNum(ode, ARKODE_KVAERNO_7_4_5, ARKODE_ERK_NONE) == 0 &&
           ARKStepSetInterpolantDegree(ode, 3) == 0 && ARKStepSetMaxErrTestFails(ode, 100) == 0 &&
           ARKStepSVtolerances(ode, IMPLICIT_TOLERANCE, s->size) == 0 &&
           ARKStepSetLinearSolver(ode, s->solver, s->matrix) == 0 && ARKStepSetNonlinConvCoef(ode, 0.01) == 0 &&
           ARKStepSetMaxNonlinIters(ode, 6) == 0 && ARKStepSetMaxConvFails(ode, 100) == 0 &&
           ARKStepSetMaxStep(ode, s->field.longest) == 0 &&
           (!guards || (ARKStepRootInit(ode, s->field.guards, look) == 0 &&
                        ARKStepSetRootDirection(ode, falling) == 0 && ARKStepSetNoInactiveRootWarn(ode) == 0));
}

bool carom_stepper_open(carom_stepper *s, SUNContext context, const carom_ode_field *field, bool stiff, bool guards,
                        double t, const double *y) {
    const double tolerance = stiff ? IMPLICIT_TOLERANCE : EXPLICIT_TOLERANCE;
    *s = (carom_stepper){.stiff = stiff, .field = *field};
    s->y = N_VNew_Serial(field->states, context);
    s->size = N_VNew_Serial(field->states, context);
    if (!s->y || !s->size) return false;
    memcpy(NV_DATA_S(s->y), y, (size_t)field->states * sizeof *y);
    for (int i = 0; i < field->states; i++) NV_Ith_S(s->size, i) = tolerance * field->size[i];
    return stiff ? open_implicit(s, context, t, guards) : open_explicit(s, context, t, guards);
}

void carom_stepper_close(carom_stepper *s) {
    if (s->memory && s->stiff) ARKStepFree(&s->memory);
    if (s->memory) ERKStepFree(&s->memory);
    ARKodeButcherTable_Free(s->table);
    if (s->solver) SUNLinSolFree(s->solver);
    if (s->matrix) SUNMatDestroy(s->matrix);
    if (s->y) N_VDestroy(s->y);
    if (s->size) N_VDestroy(s->size);
}

bool carom_stepper_reset(carom_stepper *s, double t, const double *y) {
    memcpy(NV_DATA_S(s->y), y, (size_t)s->field.states * sizeof *y);
    return (s->stiff ? ARKStepReset(s->memory, t, s->y) : ERKStepReset(s->memory, t, s->y)) == 0;
}

// The guard ARKODE found a root of, -1 if there is none.
static int fallen(const carom_stepper *s, int flag) {
    int found[MOST_GUARDS] = {0};
    if (flag != ARK_ROOT_RETURN) return -1;
    if (s->stiff ? ARKStepGetRootInfo(s->memory, found) : ERKStepGetRootInfo(s->memory, found)) return -1;
    for (int i = 0; i < s->field.guards; i++)
        if (found[i]) return i;
    return -1;
}

bool carom_stepper_advance(carom_stepper *s, double far, double *t, double *end, int *fell, double *y) {
    const int flag = s->stiff ? ARKStepEvolve(s->memory, far, s->y, t, ARK_ONE_STEP)
                              : ERKStepEvolve(s->memory, far, s->y, t, ARK_ONE_STEP);
    if (flag < 0 || (s->stiff ? ARKStepGetCurrentTime(s->memory, end) : ERKStepGetCurrentTime(s->memory, end)))
        return false;
    *fell = fallen(s, flag);
    memcpy(y, NV_DATA_S(s->y), (size_t)s->field.states * sizeof *y);
    return true;
}

bool carom_stepper_end(carom_stepper *s, double end, double *y) {
    if (s->stiff ? ARKStepGetDky(s->memory, end, 0, s->y) : ERKStepGetDky(s->memory, end, 0, s->y)) return false;
    memcpy(y, NV_DATA_S(s->y), (size_t)s->field.states * sizeof *y);
    return true;
}

// y + h sum b_i k_i,  k_i = flow(y + h sum_j<i a_ij k_j)
static bool leap_explicit(const carom_stepper *s, double h, double *y) {
    const int states = s->field.states, stages = s->table->stages;
    double k[MOST_STAGES][CAROM_MACHINE_STATES], mid[CAROM_MACHINE_STATES];
    for (int i = 0; i <= stages; i++) {
        const double *a = i < stages ? s->table->A[i] : s->table->b;
        memcpy(mid, y, (size_t)states * sizeof *y);
        for (int j = 0; j < i; j++)
            for (int n = 0; a[j] != 0.0 && n < states; n++) mid[n] += h * a[j] * k[j][n];
        if (i < stages && !flow_at(&s->field, mid, k[i])) return false;
    }
    memcpy(y, mid, (size_t)states * sizeof *y);
    return true;
}

bool carom_stepper_leap(carom_stepper *s, double t, double length, double *y) {
    double reached;
    if (!s->stiff) return leap_explicit(s, length, y);
    if (!carom_stepper_reset(s, t, y)) return false;
    ARKStepSetFixedStep(s->memory, length);
    const int flag = ARKStepEvolve(s->memory, t + length, s->y, &reached, ARK_ONE_STEP);
    memcpy(y, NV_DATA_S(s->y), (size_t)s->field.states * sizeof *y);
    return flag >= 0;
}
