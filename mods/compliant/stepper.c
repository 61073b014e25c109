// ARKODE's two interfaces behind one. Everything that knows SUNDIALS is here and in machine.c's context.
#include "stepper.h"

#include <math.h>
#include <string.h>

#include <arkode/arkode_arkstep.h>
#include <arkode/arkode_erkstep.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

// Local error per step, relative. Explicit 1e-13: golden cases with tolerance 1e-12 pass with a factor of ten to spare.
// Implicit 1e-12: at 1e-11 golden nonlinear3-2 is off by 6e-10 of its 1e-9.
#define EXPLICIT_TOLERANCE 1e-13
#define IMPLICIT_TOLERANCE 1e-12

// NOT_HERE: the model says nothing at such a state (past the end of a slip, say); ARKODE tries a shorter step.
enum { MOST_GUARDS = 8, NOT_HERE = 1 };

static int flow(realtype t, N_Vector y, N_Vector dy, void *data) {
    const carom_field *field = data;
    double sum = 0.0;
    (void)t;
    field->flow(field->self, NV_DATA_S(y), NV_DATA_S(dy));
    for (int i = 0; i < field->states; i++) sum += NV_Ith_S(dy, i);
    return isfinite(sum) ? 0 : NOT_HERE;
}

static int look(realtype t, N_Vector y, realtype *guards, void *data) {
    const carom_field *field = data;
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
    void *ode = s->memory = ERKStepCreate(flow, t, s->y, context);
    return ode && ERKStepSetErrHandlerFn(ode, silent, NULL) == 0 && ERKStepSetUserData(ode, &s->field) == 0 &&
           ERKStepSetTableNum(ode, ARKODE_FEHLBERG_13_7_8) == 0 && ERKStepSetInterpolantDegree(ode, 3) == 0 &&
           ERKStepSetMaxErrTestFails(ode, 100) == 0 && ERKStepSVtolerances(ode, EXPLICIT_TOLERANCE, s->size) == 0 &&
           ERKStepSetMaxStep(ode, s->field.longest) == 0 &&
           (!guards || (ERKStepRootInit(ode, s->field.guards, look) == 0 &&
                        ERKStepSetRootDirection(ode, falling) == 0 && ERKStepSetNoInactiveRootWarn(ode) == 0));
}

static bool open_implicit(carom_stepper *s, SUNContext context, double t, bool guards) {
    int falling[MOST_GUARDS];
    for (int i = 0; i < MOST_GUARDS; i++) falling[i] = -1;
    s->matrix = SUNDenseMatrix(s->field.states, s->field.states, context);
    s->solver = s->matrix ? SUNLinSol_Dense(s->y, s->matrix, context) : NULL;
    void *ode = s->memory = ARKStepCreate(NULL, flow, t, s->y, context);
    return s->solver && ode && ARKStepSetErrHandlerFn(ode, silent, NULL) == 0 &&
           ARKStepSetUserData(ode, &s->field) == 0 &&
           ARKStepSetTableNum(ode, ARKODE_KVAERNO_7_4_5, ARKODE_ERK_NONE) == 0 &&
           ARKStepSetInterpolantDegree(ode, 3) == 0 && ARKStepSetMaxErrTestFails(ode, 100) == 0 &&
           ARKStepSVtolerances(ode, IMPLICIT_TOLERANCE, s->size) == 0 &&
           ARKStepSetLinearSolver(ode, s->solver, s->matrix) == 0 && ARKStepSetNonlinConvCoef(ode, 0.01) == 0 &&
           ARKStepSetMaxNonlinIters(ode, 6) == 0 && ARKStepSetMaxConvFails(ode, 100) == 0 &&
           ARKStepSetMaxStep(ode, s->field.longest) == 0 &&
           (!guards || (ARKStepRootInit(ode, s->field.guards, look) == 0 &&
                        ARKStepSetRootDirection(ode, falling) == 0 && ARKStepSetNoInactiveRootWarn(ode) == 0));
}

bool carom_stepper_open(carom_stepper *s, SUNContext context, const carom_field *field, bool stiff, bool guards,
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

bool carom_stepper_leap(carom_stepper *s, double t, double length, double *y) {
    double reached;
    if (!carom_stepper_reset(s, t, y)) return false;
    const int flag = s->stiff ? (ARKStepSetFixedStep(s->memory, length),
                                 ARKStepEvolve(s->memory, t + length, s->y, &reached, ARK_ONE_STEP))
                              : (ERKStepSetFixedStep(s->memory, length),
                                 ERKStepEvolve(s->memory, t + length, s->y, &reached, ARK_ONE_STEP));
    memcpy(y, NV_DATA_S(s->y), (size_t)s->field.states * sizeof *y);
    return flag >= 0;
}
