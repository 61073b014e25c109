// Runs one impact of a contact point with the integrator: defines the watched values, stiffness and scales.
#include <math.h>
#include <string.h>

#include "events.h"
#include "record.h"
#include "taylor.h"

// The value of a guard that is certainly not near zero. Depths are below 1e290 even for soft and heavy contacts.
#define FAR 1e300

_Static_assert(CAROM_LOOKS <= CAROM_MACHINE_LOOKS, "the machine has room for all that is watched");

// Watches an open contact. It closes when the overlap becomes positive again. If a dashpot separated the bodies during
// an overlap, it closes when the force would push again.
static void look_open(const carom_touch *touch, const carom_touch_motion *m, double *guards) {
    if (touch->phase == 0)
        guards[CAROM_LOOK_END] = -m->d;
    else {
        guards[CAROM_LOOK_END] = -touch->normal->force(touch, m);
        guards[CAROM_LOOK_CONE] = m->d;
    }
}

// Computes the watched values. A pulling force ends like d^q. If q < 1, its slope is infinite at d = 0, so the contact
// is ended slightly before.
static void look(void *self, const double *y, double *values) {
    const carom_touch *touch = self;
    carom_touch_motion m;
    carom_forces f;
    for (int i = 0; i < CAROM_LOOK_GUARDS; i++) values[i] = FAR; // value of guards that watch nothing
    carom_motion_at(touch, y, &m);
    carom_forces_at(touch, y, &m, &f);
    values[CAROM_LOOK_PEAK_FORCE] = touch->recorder->more ? f.F[0] : 0.0; // not searched unless requested
    values[CAROM_LOOK_PEAK_OVERLAP] = m.d;
    if (touch->state == CAROM_CONTACT_OPEN) {
        look_open(touch, &m, values);
        return;
    }
    const double hold = touch->normal->hold ? touch->normal->hold(touch, &m) : f.F[0];
    if (touch->pulling)
        values[CAROM_LOOK_END] = carom_touch_pull_left(touch, &m, hold);
    else
        values[CAROM_LOOK_END] = hold - (carom_touch_singular(touch) ? touch->leave * touch->recent_force : 0.0);
    if (touch->state == CAROM_CONTACT_SLIP) {
        values[CAROM_LOOK_CONE] = f.lam;
    } else if (touch->state != CAROM_CONTACT_FREE && !isinf(touch->mu)) {
        if (touch->dim == 2) {
            values[CAROM_LOOK_CONE] = touch->mu * f.N - m.pull[0];
            values[CAROM_LOOK_CONE_OTHER] = touch->mu * f.N + m.pull[0];
        } else {
            values[CAROM_LOOK_CONE] = touch->mu * f.N - carom_tangent_length(touch, m.pull);
        }
    }
    if (touch->normal->guards) touch->normal->guards(touch, &m, values + CAROM_LOOK_NORMAL);
}

static void flow(void *self, const double *y, double *dy) {
    carom_touch_flow(self, y, dy);
}

// Returns true if no later touch is possible, because the body has risen beyond the reach of its modes.
static bool out_of_reach(const carom_touch *touch, const double *y) {
    const double *z = y + CAROM_STATE_Z(touch);
    double reach = 0.0;
    for (size_t k = 0; k < carom_modes(touch); k++) {
        const carom_vibration *mode = &CAROM_MODES_OF(touch->params)[k];
        const double damped = mode->omega * sqrt(1.0 - mode->zeta * mode->zeta);
        const double quarter = (z[2 * k + 1] + mode->zeta * mode->omega * z[2 * k]) / damped;
        reach += fabs(mode->phi[0]) * sqrt(z[2 * k] * z[2 * k] + quarter * quarter);
    }
    return y[CAROM_STATE_V] > 0.0 && y[0] > reach;
}

static carom_machine_turn pass(void *self, double t, const double *y) {
    carom_touch *touch = self;
    carom_touch_motion m;
    carom_forces f;
    carom_motion_at(touch, y, &m);
    carom_forces_at(touch, y, &m, &f);
    if (f.F[0] > touch->largest_force) touch->largest_force = f.F[0];
    if (f.F[0] > touch->recent_force) touch->recent_force = f.F[0];
    if (carom_touch_singular(touch)) carom_slip_direction(touch, &m, touch->dir);
    carom_touch_watch_fading(touch, y, &m, &f);
    carom_record_point(touch, t, y, &m, &f);
    touch->level = touch->next_level;
    touch->next_level.terms = 0;
    for (int i = 0; i < touch->dim; i++)
        if (!isfinite(m.v[i]) || !isfinite(f.F[i])) return CAROM_LOST;
    return touch->state == CAROM_CONTACT_OPEN && out_of_reach(touch, y) ? CAROM_OVER : CAROM_GO_ON;
}

// Returns true if the motion is stiff. Four quantities may decay much faster than the contact moves:
//   the direction of slip in 3D, at the rate k_t |v_t| / (mu N), which grows without bound as N falls;
//   the stretch of a slipping spring with a weak dashpot, at the rate k_t/c_t;
//   the speed of a body that jammed deep inside a dashpot that grows with the overlap, at the rate W_nn dN/dd';
//   and the force of a spring behind a weak dashpot, at the rate k_n/c_n.
// The limit is 30 per shortest time. Up to this limit, only accuracy limits the length of an explicit step.
static bool stiff(void *self, const double *y) {
    const carom_touch *touch = self;
    carom_touch_motion m;
    if (touch->state == CAROM_CONTACT_OPEN) return false;
    carom_motion_at(touch, y, &m);
    const double Wnn = touch->contact->W[0][0], deep = -10.0 * touch->contact->v[0] / sqrt(touch->stiffest * Wnn);
    const double damping = touch->normal->rate(touch, &m, 1.0) - touch->normal->rate(touch, &m, 0.0);
    if ((m.d > deep || !touch->normal->linear) && damping * Wnn > (touch->normal->linear ? 30.0 : 5.0) * touch->fastest)
        return true;
    // With strong damping, a contact that pulls opens slowly, because the force decays much faster than the overlap.
    if (touch->pulling && damping * Wnn * m.d > 50.0 * fabs(m.v[0])) return true;
    if (touch->normal->inner && touch->kn > 30.0 * touch->fastest * touch->cn) return true;
    if (touch->state != CAROM_CONTACT_SLIP) return false;
    const double pace = touch->pulling ? fmin(30.0 * touch->fastest, 50.0 * fabs(m.v[0]) / m.d) : 30.0 * touch->fastest;
    for (int i = 0; i < carom_tangents(touch) && touch->damped; i++)
        if (touch->K.tt[i][i] > pace * touch->C.tt[i][i]) return true;
    const double kt = fmax(touch->K.tt[0][0], touch->K.tt[1][1]);
    return carom_touch_singular(touch) &&
           kt * carom_tangent_length(touch, m.v + 1) > 30.0 * touch->fastest * carom_tangent_length(touch, m.pull);
}

static void peak(void *self, int which, double value, double t, const double *y) {
    carom_touch *touch = self;
    if (which == CAROM_LOOK_PEAK_FORCE - CAROM_LOOK_GUARDS) {
        if (value > touch->largest_force) touch->largest_force = value;
        return;
    }
    if (value <= touch->largest_overlap || touch->state == CAROM_CONTACT_OPEN) return;
    if (touch->largest_overlap == 0.0) touch->compression_time = t;
    touch->largest_overlap = value;
    memcpy(touch->Pc, y + CAROM_STATE_P(touch), (size_t)touch->dim * sizeof *touch->Pc);
}

// A piece is recorded in 16 parts for pictures: about 80 points per impact.
enum { DRAWN = 16 };

static bool piece(void *self, const double *y, carom_linear_piece *piece) {
    return !stiff(self, y) && carom_exact_piece(self, y, piece);
}

static bool grow(void *self, const double *y, double length, carom_linear_piece *piece) {
    return carom_taylor_step(self, y, length, piece);
}

static void along(void *self, const carom_linear_piece *piece, const double *begin, double s, double *y) {
    const carom_touch *touch = self;
    carom_exact_along(touch, piece, begin[CAROM_STATE_WORK(touch)], s, y);
}

carom_status carom_touch_align(carom_touch *touch, carom_result *outcome) {
    const carom_params *p = touch->params;
    const int count = touch->contact->dim - 1;
    int springs = 0, dashpots = 0;
    touch->K.count = touch->C.count = count;
    for (int i = 0; i < count; i++) {
        touch->K.tt[i][i] = CAROM_EACH_OF(p, kt)[i];
        touch->C.tt[i][i] = CAROM_EACH_OF(p, ct)[i];
        springs += CAROM_EACH_OF(p, kt)[i] > 0.0;
        dashpots += CAROM_EACH_OF(p, ct)[i] > 0.0;
        if (!(CAROM_EACH_OF(p, ct)[i] >= 0.0)) return carom_device_refuse(outcome, CAROM_PARAM_ct);
        if (!(CAROM_EACH_OF(p, kt)[i] >= 0.0)) return carom_device_refuse(outcome, CAROM_PARAM_kt);
    }
    touch->damped = dashpots == count;
    if (dashpots != 0 && dashpots != count) return carom_device_refuse(outcome, CAROM_PARAM_ct);
    if (p->mu > 0.0 && !touch->damped && springs != count) return carom_device_refuse(outcome, CAROM_PARAM_kt);
    return CAROM_OK;
}

// Estimates the size of all values from the speed V and the time sqrt(m/k) of the normal spring.
static void scale(const carom_touch *touch, double unit, double *size, double *depth) {
    const int dim = touch->dim;
    const double Wnn = touch->contact->W[0][0];
    double V = 0.0, kt = 0.0;
    for (int i = 0; i < dim; i++) V = fmax(V, fabs(touch->contact->v[i]));
    for (int i = 0; i < dim - 1; i++) kt = fmax(kt, touch->K.tt[i][i]);
    const double P = fabs(touch->contact->v[0]) / Wnn, N = P / unit, L = V * unit;
    size[0] = L * touch->rebound;
    for (int i = 0; i < dim; i++) {
        size[CAROM_STATE_V + i] = V * touch->rebound;
        size[CAROM_STATE_P(touch) + i] = P;
    }
    size[CAROM_STATE_WORK(touch)] = P * V;
    for (int i = 0; i < dim - 1; i++) size[CAROM_STATE_XI(touch) + i] = touch->softest * (kt * L > N ? N / kt : L);
    if (touch->normal->inner) size[CAROM_STATE_INNER(touch)] = fmin(L, V * touch->cn / touch->kn);
    for (size_t k = 0; k < carom_modes(touch); k++) {
        const double phi = fabs(CAROM_MODES_OF(touch->params)[k].phi[0]) + 1e-3 * sqrt(Wnn);
        double *z = size + CAROM_STATE_Z(touch) + 2 * k;
        z[0] = phi * P * fmin(unit, 1.0 / CAROM_MODES_OF(touch->params)[k].omega);
        z[1] = phi * P;
        z[0] = fmax(z[0], fabs(CAROM_MODES_OF(touch->params)[k].z0));
        z[1] = fmax(z[1], fabs(CAROM_MODES_OF(touch->params)[k].zdot0));
    }
    // The rounding error of a stiff unloading force is larger, so the contact is ended correspondingly earlier.
    depth[CAROM_LOOK_END] = N * touch->leave / CAROM_TOUCH_END_BEFORE;
    depth[CAROM_LOOK_CONE] = depth[CAROM_LOOK_CONE_OTHER] = touch->mu < 1.0 ? N * touch->mu : N;
    depth[CAROM_LOOK_NORMAL] = depth[CAROM_LOOK_NORMAL_OTHER] = L;
    depth[CAROM_LOOK_PEAK_FORCE] = N;
    depth[CAROM_LOOK_PEAK_OVERLAP] = L;
}

// Returns the fastest oscillation of the contact, which limits the step.
static double fastest(const carom_touch *touch) {
    double W[3] = {0.0}, rate2;
    for (int i = 0; i < touch->dim; i++) {
        W[i] = touch->contact->W[i][i];
        for (size_t k = 0; k < carom_modes(touch); k++)
            W[i] += CAROM_MODES_OF(touch->params)[k].phi[i] * CAROM_MODES_OF(touch->params)[k].phi[i];
    }
    rate2 = touch->stiffest * W[0];
    if (touch->mu > 0.0)
        for (int i = 0; i < touch->dim - 1; i++) rate2 += touch->K.tt[i][i] * W[1 + i];
    for (size_t k = 0; k < carom_modes(touch); k++)
        rate2 = fmax(rate2, pow(CAROM_MODES_OF(touch->params)[k].omega, 2.0));
    return sqrt(rate2);
}

// Starts modes that vibrate before the impact. The surfaces touch, and they may already separate while the body still
// approaches.
static bool start_modes(carom_touch *touch, double *y) {
    double *z = y + CAROM_STATE_Z(touch);
    carom_touch_motion m;
    for (size_t k = 0; k < carom_modes(touch); k++) {
        z[2 * k] = CAROM_MODES_OF(touch->params)[k].z0;
        z[2 * k + 1] = CAROM_MODES_OF(touch->params)[k].zdot0;
        y[0] -= CAROM_MODES_OF(touch->params)[k].phi[0] * z[2 * k];
    }
    carom_motion_at(touch, y, &m);
    if (!touch->vibrating || m.v[0] < 0.0) return false;
    touch->state = CAROM_CONTACT_OPEN;
    return true;
}

carom_status carom_touch_run(carom_touch *touch, carom_recorder *recorder, carom_result *outcome) {
    double y[CAROM_MACHINE_STATES] = {0.0}, size[CAROM_MACHINE_STATES], depth[CAROM_MACHINE_LOOKS], t = 0.0;
    touch->dim = touch->contact->dim;
    touch->recorder = recorder;
    touch->outcome = outcome;
    if (touch->contact->v[0] == 0.0) return carom_record_nothing(touch);
    memcpy(y + CAROM_STATE_V, touch->contact->v, (size_t)touch->dim * sizeof *y);
    const bool apart = start_modes(touch, y);
    const double unit = 1.0 / sqrt(touch->stiffest * touch->contact->W[0][0]);
    touch->fastest = fastest(touch);
    touch->reach = -touch->contact->v[0] * unit;
    if (touch->softest == 0.0) touch->softest = 1.0;
    if (touch->leave == 0.0) touch->leave = CAROM_TOUCH_END_BEFORE;
    scale(touch, unit, size, depth);
    touch->radian = size[CAROM_STATE_XI(touch)];
    const carom_machine_system system = {.states = CAROM_STATE_Z(touch) + 2 * (int)carom_modes(touch),
                                         .quiet = CAROM_STATE_P(touch),
                                         .quiet_end = CAROM_STATE_XI(touch),
                                         .guards = CAROM_LOOK_GUARDS,
                                         .peaks = CAROM_LOOKS - CAROM_LOOK_GUARDS,
                                         .unit = unit,
                                         .work = recorder->work,
                                         .longest = 1.0 / touch->fastest,
                                         .size = size,
                                         .depth = depth,
                                         .flow = flow,
                                         .look = look,
                                         .turn = carom_touch_turn,
                                         .pass = pass,
                                         .stiff = stiff,
                                         .peak = peak,
                                         .grow = grow,
                                         .piece = piece,
                                         .along = along,
                                         .passes = recorder->history || recorder->path ? DRAWN : 1};
    carom_machine_report report = {0};
    if (!apart && carom_touch_down(touch, &t, y) == CAROM_JAMMED) return CAROM_NOT_APPLICABLE;
    carom_touch_steer(touch, y);
    const carom_status status = carom_machine_run(&system, touch, t, y, &report);
    outcome->evaluations = report.evaluations;
    // If the next instant is not unique, a slip can reach a state from which no slip is possible.
    if (status == CAROM_NOT_CONVERGED && touch->several && touch->state == CAROM_CONTACT_SLIP)
        return CAROM_NOT_APPLICABLE;
    return status == CAROM_OK ? carom_record_end(touch, y) : status;
}
