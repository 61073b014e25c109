// Wraps SUNDIALS; only this file and the context in machine.c use it.
#include "stepper.h"

#include <math.h>
#include <string.h>

#include <arkode/arkode_erkstep.h>
#include <nvector/nvector_serial.h>

#include "piece.h"

// Relative local error per step. With 1e-13, golden cases with tolerance 1e-12 pass by a factor of ten.
#define TOLERANCE 1e-13

// The first step, relative to the longest step. ARKODE's own guess is 1e-13, which takes fifteen steps to grow.
#define FIRST 1e-3

// NOT_HERE: the model is not defined at such a state, for example past the end of a slip. ARKODE then does not step to
// that state.
enum { MOST_GUARDS = CAROM_MACHINE_LOOKS, MOST_STAGES = 13, NOT_HERE = 1 };

bool carom_flow_at(const carom_ode_field *field, const double *y, double *dy) {
    double sum = 0.0;
    ++*field->work;
    field->flow(field->self, y, dy);
    for (int i = 0; i < field->states; i++) sum += dy[i];
    return isfinite(sum);
}

static int flow(realtype t, N_Vector y, N_Vector dy, void *data) {
    carom_stepper *s = data;
    s->at = NV_DATA_S(y);
    s->slope = NV_DATA_S(dy);
    return carom_flow_at(&s->field, NV_DATA_S(y), NV_DATA_S(dy)) ? 0 : NOT_HERE;
}

const double *carom_stepper_slope(const carom_stepper *s, const double *y) {
    return s->at && !memcmp(s->at, y, (size_t)s->field.states * sizeof *y) ? s->slope : NULL;
}

static int look(realtype t, N_Vector y, realtype *guards, void *data) {
    const carom_ode_field *field = &((carom_stepper *)data)->field;
    double values[2 * MOST_GUARDS];
    ++*field->work;
    field->look(field->self, NV_DATA_S(y), values);
    memcpy(guards, values, (size_t)field->guards * sizeof *guards);
    return 0;
}

static void silent(int code, const char *module, const char *function, char *message, void *data) {}

static bool open_explicit(carom_stepper *s, SUNContext context, double t) {
    int falling[MOST_GUARDS];
    for (int i = 0; i < MOST_GUARDS; i++) falling[i] = -1;
    s->table = ARKodeButcherTable_LoadERK(ARKODE_FEHLBERG_13_7_8);
    void *ode = s->memory = ERKStepCreate(flow, t, s->y, context);
    return s->table && ode && ERKStepSetErrHandlerFn(ode, silent, NULL) == 0 && ERKStepSetUserData(ode, s) == 0 &&
           ERKStepSetTable(ode, s->table) == 0 && ERKStepSetInterpolantDegree(ode, 3) == 0 &&
           ERKStepSetMaxErrTestFails(ode, 100) == 0 && ERKStepSVtolerances(ode, TOLERANCE, s->size) == 0 &&
           ERKStepSetMaxStep(ode, s->field.longest) == 0 && ERKStepSetInitStep(ode, FIRST * s->field.longest) == 0 &&
           ERKStepRootInit(ode, s->field.guards, look) == 0 && ERKStepSetRootDirection(ode, falling) == 0 &&
           ERKStepSetNoInactiveRootWarn(ode) == 0;
}

bool carom_stepper_open(carom_stepper *s, SUNContext context, const carom_ode_field *field, double t, const double *y) {
    *s = (carom_stepper){.field = *field};
    s->y = N_VNew_Serial(field->states, context);
    s->size = N_VNew_Serial(field->states, context);
    if (!s->y || !s->size) return false;
    memcpy(NV_DATA_S(s->y), y, (size_t)field->states * sizeof *y);
    for (int i = 0; i < field->states; i++) NV_Ith_S(s->size, i) = TOLERANCE * field->size[i];
    return open_explicit(s, context, t);
}

void carom_stepper_close(carom_stepper *s) {
    if (s->memory) ERKStepFree(&s->memory);
    ARKodeButcherTable_Free(s->table);
    if (s->y) N_VDestroy(s->y);
    if (s->size) N_VDestroy(s->size);
}

bool carom_stepper_reset(carom_stepper *s, double t, const double *y) {
    memcpy(NV_DATA_S(s->y), y, (size_t)s->field.states * sizeof *y);
    return ERKStepReset(s->memory, t, s->y) == 0;
}

// Returns the guard for which ARKODE found a root, -1 if there is none.
static int fallen(const carom_stepper *s, int flag) {
    int found[MOST_GUARDS] = {0};
    if (flag != ARK_ROOT_RETURN || ERKStepGetRootInfo(s->memory, found)) return -1;
    for (int i = 0; i < s->field.guards; i++)
        if (found[i]) return i;
    return -1;
}

bool carom_stepper_advance(carom_stepper *s, double far, double *t, double *end, int *fell, double *y) {
    const int flag = ERKStepEvolve(s->memory, far, s->y, t, ARK_ONE_STEP);
    if (flag < 0 || ERKStepGetCurrentTime(s->memory, end)) return false;
    *fell = fallen(s, flag);
    memcpy(y, NV_DATA_S(s->y), (size_t)s->field.states * sizeof *y);
    return true;
}

bool carom_stepper_end(carom_stepper *s, double end, double *y) {
    if (ERKStepGetDky(s->memory, end, 0, s->y)) return false;
    memcpy(y, NV_DATA_S(s->y), (size_t)s->field.states * sizeof *y);
    return true;
}

// Computes y + h sum b_i k_i with k_i = flow(y + h sum_j<i a_ij k_j).
bool carom_stepper_leap(const carom_stepper *s, double h, double *y) {
    const int states = s->field.states, stages = s->table->stages;
    double k[MOST_STAGES][CAROM_MACHINE_STATES], mid[CAROM_MACHINE_STATES];
    for (int i = 0; i <= stages; i++) {
        const double *a = i < stages ? s->table->A[i] : s->table->b;
        memcpy(mid, y, (size_t)states * sizeof *y);
        for (int j = 0; j < i; j++)
            for (int n = 0; a[j] != 0.0 && n < states; n++) mid[n] += h * a[j] * k[j][n];
        if (i < stages && !carom_flow_at(&s->field, mid, k[i])) return false;
    }
    memcpy(y, mid, (size_t)states * sizeof *y);
    return true;
}
