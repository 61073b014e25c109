#include "ode.h"

#include "carom/geometry.h"

#include <arkode/arkode_erkstep.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdbool.h>
#include <string.h>
#include <sundials/sundials_context.h>

enum { U1, U2, P1, P2, VN, WORK, STATE };

// A slip of this fraction of the initial one counts as zero. The slip vanishes after the further impulse r/|f|, where r
// is its magnitude and f = dr/dp.
#define DEAD 1e-10

// If the slip is nearly zero, the equations are stiff and an explicit method may need any number of steps. The
// integration fails after this number of steps.
#define MOST_STEPS 5000

typedef struct {
    const carom_contact *c;
    const carom_params *p;
    bool fixed;    // the slip has ended: friction is constant
    double d[2];   // dP_t/dp, if fixed
    double r_dead; // slip that counts as zero
    bool compressing;
    double p_c, absorbed, released_before;
    double largest, least;
    long rhs;
} walk;

static void friction(const walk *w, const double *y, double d[2]) {
    const double r = hypot(y[U1], y[U2]);
    if (w->fixed || r == 0.0) {
        memcpy(d, w->d, 2 * sizeof *d);
        return;
    }
    d[0] = -w->p->mu * y[U1] / r;
    d[1] = -w->p->mu * y[U2] / r;
}

// Computes the derivatives of the state by the normal impulse p.
static int right_side(realtype p, N_Vector state, N_Vector slope, void *data) {
    walk *w = data;
    const double *y = N_VGetArrayPointer(state);
    double *dy = N_VGetArrayPointer(slope), d[2];
    (void)p;
    w->rhs++;
    friction(w, y, d);
    const double(*W)[3] = w->c->W;
    dy[U1] = W[1][0] + W[1][1] * d[0] + W[1][2] * d[1];
    dy[U2] = W[2][0] + W[2][1] * d[0] + W[2][2] * d[1];
    dy[P1] = d[0];
    dy[P2] = d[1];
    dy[VN] = W[0][0] + W[0][1] * d[0] + W[0][2] * d[1];
    dy[WORK] = y[VN];
    return 0;
}

// Returns a function that rises through zero at the end of the impact.
static double stop_value(const walk *w, double p, const double *y) {
    switch (w->p->restitution) {
    case CAROM_NEWTON: return y[VN] + w->p->e * w->c->v[0];
    case CAROM_POISSON: return p - (1.0 + w->p->e) * w->p_c;
    default: return y[WORK] + (1.0 - w->p->e * w->p->e) * w->absorbed;
    }
}

// Computes the functions whose zeros are events: v_n, the end of the slip, and the end of the impact.
static int roots(realtype p, N_Vector state, realtype *g, void *data) {
    const walk *w = data;
    const double *y = N_VGetArrayPointer(state);
    g[0] = y[VN];
    g[1] = w->fixed ? 1.0 : hypot(y[U1], y[U2]) - w->r_dead;
    g[2] = w->compressing ? -1.0 : stop_value(w, p, y);
    return 0;
}

static void end_compression(walk *w, double p, const double *y) {
    w->compressing = false;
    w->p_c = p;
    w->absorbed = w->released_before - y[WORK];
}

// Continues from the end of the slip. The last part of the slip is a straight line. Then the contact sticks, or it
// slips again along the divergent direction.
static double die(walk *w, double p, double *y, bool slipped, ode_outcome *out) {
    carom_hodograph h;
    const double mu_s = w->p->mu_static == CAROM_SAME_AS_MU ? w->p->mu : w->p->mu_static;
    if (slipped) {
        double d[2], left = hypot(y[U1], y[U2]);
        friction(w, y, d);
        const double(*W)[3] = w->c->W;
        const double f1 = W[1][0] + W[1][1] * d[0] + W[1][2] * d[1], f2 = W[2][0] + W[2][1] * d[0] + W[2][2] * d[1];
        left = -left * left / (y[U1] * f1 + y[U2] * f2);
        y[P1] += d[0] * left;
        y[P2] += d[1] * left;
        y[VN] += (W[0][0] + W[0][1] * d[0] + W[0][2] * d[1]) * left;
        y[WORK] += y[VN] * left;
        p += left;
    }
    carom_hodograph_compute(w->c, w->p->mu, mu_s, &h);
    for (int i = 0; i < 2; i++) w->d[i] = h.holds ? h.hold[i] : -w->p->mu * h.escape[i];
    y[U1] = y[U2] = 0.0;
    w->fixed = true;
    w->least = 0.0;
    if (slipped)
        out->mode = h.holds ? (w->compressing ? CAROM_MODE_C_STICKING : CAROM_MODE_R_STICKING)
                            : (w->compressing ? CAROM_MODE_C_REVERSED : CAROM_MODE_R_REVERSED);
    else
        out->mode = h.holds ? CAROM_MODE_C_STICKING : CAROM_MODE_SLIDING;
    return p;
}

// Integrates from event to event to the end of the impact. Returns 1 if ARKODE fails or the impact does not end.
static int follow(walk *w, void *arkode, N_Vector state, double start, ode_outcome *out) {
    double *y = N_VGetArrayPointer(state), p = start, at = start;
    const double far = 1e9 * (1.0 + fabs(w->c->v[0])) / w->c->W[0][0];
    long steps = 0;
    for (int events = 0; events < 40; events++) {
        int found[3] = {0};
        int flag;
        do {
            flag = ERKStepEvolve(arkode, far, state, &at, ARK_ONE_STEP);
            p = at;
            const double r = hypot(y[U1], y[U2]);
            if (!w->fixed) w->largest = fmax(w->largest, r), w->least = fmin(w->least, r);
        } while (flag == ARK_SUCCESS && at < far && ++steps < MOST_STEPS);
        if (flag != ARK_ROOT_RETURN) return 1;
        ERKStepGetRootInfo(arkode, found);
        if (found[2] && !w->compressing) {
            out->P[0] = p;
            out->P[1] = y[P1];
            out->P[2] = y[P2];
            return 0;
        }
        if (found[0]) {
            if (w->compressing && found[0] > 0) {
                end_compression(w, p, y);
                if (w->p->e == 0.0) {
                    out->P[0] = p;
                    out->P[1] = y[P1];
                    out->P[2] = y[P2];
                    return 0;
                }
            } else if (!w->compressing && found[0] < 0) {
                w->compressing = true;
                w->released_before = y[WORK] + w->absorbed;
            }
        }
        if (found[1] && !w->fixed) p = die(w, p, y, true, out);
        ERKStepReset(arkode, p, state);
        at = p;
    }
    return 1;
}

int ode_solve(const carom_contact *contact, const carom_params *params, double tolerance, ode_outcome *out) {
    SUNContext context;
    const double r = hypot(contact->v[1], contact->v[2]), speed = fabs(contact->v[0]) + r;
    walk w = {.c = contact, .p = params, .compressing = true, .r_dead = DEAD * r, .largest = r, .least = r};
    int directions[3] = {0, -1, 1};
    if (SUNContext_Create(NULL, &context)) return 1;
    N_Vector state = N_VNew_Serial(STATE, context);
    double *y = N_VGetArrayPointer(state);
    memset(y, 0, STATE * sizeof *y);
    y[U1] = contact->v[1];
    y[U2] = contact->v[2];
    y[VN] = contact->v[0];
    *out = (ode_outcome){.mode = CAROM_MODE_SLIDING};
    if (r == 0.0) die(&w, 0.0, y, false, out);

    void *arkode = ERKStepCreate(right_side, 0.0, state, context);
    ERKStepSetUserData(arkode, &w);
    // Order 5 is used because events are found on an interpolant of degree 5. With the long steps of order 8 its error
    // would be 1e-7.
    ERKStepSetOrder(arkode, 5);
    // Each component has an absolute tolerance of its own scale, because in a grazing impact v_n is small compared with
    // the slip.
    const double v_n = fabs(contact->v[0]), p = v_n / contact->W[0][0], part = 1e-2 * tolerance;
    const double sizes[STATE] = {speed, speed, p, p, v_n, v_n * p};
    N_Vector absolute = N_VNew_Serial(STATE, context);
    for (int i = 0; i < STATE; i++) N_VGetArrayPointer(absolute)[i] = part * sizes[i];
    ERKStepSVtolerances(arkode, tolerance, absolute);
    ERKStepRootInit(arkode, 3, roots);
    ERKStepSetRootDirection(arkode, directions);
    ERKStepSetNoInactiveRootWarn(arkode);
    ERKStepSetErrFile(arkode, NULL);
    const int failed = follow(&w, arkode, state, 0.0, out);
    out->least_slip = w.largest > 0.0 ? w.least / w.largest : 0.0;
    out->rhs = w.rhs;
    ERKStepFree(&arkode);
    N_VDestroy(state);
    N_VDestroy(absolute);
    SUNContext_Free(&context);
    return failed;
}
