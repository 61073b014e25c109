// Decides whether the contact point sticks or slips when the bodies touch.
#include "events.h"

#include <math.h>
#include <string.h>

// In 3D the direction of slip turns at a rate proportional to 1/N. If a slip begins at N = 0, it is started later by
// this fraction of the time unit. The direction converges, and the error in P is the square of this fraction.
#define BEGIN_AFTER 1e-6

// Returns the time, in units of time, at which the code starts a force that begins like a power n > 1 of the overlap.
// The force then has 1e-12 of its maximum, and the neglected impulse is the square of that.
static double begin_after(const carom_touch *touch) {
    return fmax(1e-8, touch->power > 1.0 ? pow(1e-12, 1.0 / touch->power) : 0.0) /
           sqrt(touch->stiffest * touch->contact->W[0][0]);
}

// Returns the impulse of N(d) over a short time at the approach speed, from d = 0. The quadrature is accurate for every
// power of d.
static double begin_impulse(const carom_touch *touch, const carom_touch_motion *m, double h) {
    static const double x[] = {0.046910077030668004, 0.23076534494715846, 0.5, 0.76923465505284154, 0.953089922969332},
                        w[] = {0.11846344252809454, 0.23931433524968324, 0.28444444444444444, 0.23931433524968324,
                               0.11846344252809454};
    double sum = 0.0;
    for (int i = 0; i < 5; i++) {
        carom_touch_motion at = *m;
        at.d = m->d * pow(x[i], 4.0); // t = h x^4
        sum += w[i] * 4.0 * pow(x[i], 3.0) * touch->normal->force(touch, &at);
    }
    return sum * h;
}

// Starts a slip in 3D when the force has just begun. The direction turns at a rate proportional to 1/N. It starts at
// the direction to which it is attracted, (mu N' + lam K) dir = K v_t.
static carom_machine_turn begin_in_space(carom_touch *touch, const double load[2], double *t, double *y) {
    const double h = begin_after(touch);
    double lam;
    carom_touch_motion m;
    carom_touch_fly(touch, h, y);
    touch->state = CAROM_CONTACT_SLIP;
    carom_motion_at(touch, y, &m);
    const double N = touch->normal->force(touch, &m), rate = touch->normal->rate(touch, &m, 0.0);
    if (!carom_slip_solve(&touch->K, touch->mu, rate, load, &lam, touch->dir) || !(lam > 0.0))
        if (!carom_slip_solve(&touch->K, touch->mu, 0.0, load, &lam, touch->dir)) return CAROM_JAMMED;
    const double P = begin_impulse(touch, &m, h), f = touch->mu * P;
    carom_touch_push(touch, (double[3]){P, -f * touch->dir[0], -f * touch->dir[1]}, y);
    y[CAROM_STATE_WORK(touch)] += P * m.v[0];
    for (int i = 0; i < 2; i++) y[CAROM_STATE_XI(touch) + i] = touch->mu * N * touch->dir[i] / touch->K.tt[i][i];
    *t += h;
    carom_touch_enter(touch, CAROM_CONTACT_SLIP);
    return CAROM_GO_ON;
}

// Returns true if the friction cone opens more slowly than the pull grows when the force has just begun.
static bool slips_at_once(const carom_touch *touch, const carom_touch_motion *m, const double load[2]) {
    const double h = begin_after(touch);
    carom_touch_motion soon = *m;
    soon.d -= h * m->v[0];
    return carom_tangent_length(touch, load) * h > touch->mu * touch->normal->force(touch, &soon);
}

// Starts a slip at the very beginning, where N = 0. The rates of the forces determine its speed lam and direction dir
// (slip.h): (mu N' + lam K) dir = K v_t.
static carom_machine_turn begin_slip(carom_touch *touch, double rate, const double load[2], double *t, double *y,
                                     const carom_touch_motion *m) {
    double lam, dir[2] = {0.0, 0.0};
    if (!carom_slip_solve(&touch->K, touch->mu, rate, load, &lam, dir)) return CAROM_JAMMED;
    memcpy(touch->dir, dir, sizeof touch->dir);
    if (touch->dim == 3) {
        const double h = BEGIN_AFTER / sqrt(touch->stiffest * touch->contact->W[0][0]);
        const double N_rate = rate + lam * carom_tangent_dot(2, touch->K.nt, dir);
        const double half = 0.5 * h * h * N_rate, F[3] = {half, -touch->mu * half * dir[0], -touch->mu * half * dir[1]};
        carom_touch_fly(touch, h, y);
        carom_touch_push(touch, F, y);
        for (int i = 0; i < 2; i++) y[CAROM_STATE_XI(touch) + i] = h * (m->v[1 + i] - lam * dir[i]);
        if (touch->normal->inner) y[CAROM_STATE_INNER(touch)] = h * touch->normal->inner(touch, m);
        *t += h;
    }
    carom_touch_enter(touch, CAROM_CONTACT_SLIP);
    return CAROM_GO_ON;
}

static double rate_of_N(const carom_touch *touch, const double *y, const carom_touch_motion *m, const carom_forces *f) {
    double a[3];
    carom_acceleration(touch, y, f->F, a);
    return touch->normal->rate(touch, m, -a[0]);
}

// Decides whether the point sticks or slips at (t, y), where the normal force begins with N. The forces decide this if
// there are any; otherwise their rates do.
carom_machine_turn carom_touch_hold(carom_touch *touch, double N, double *t, double *y, const carom_touch_motion *m) {
    const int count = carom_tangents(touch);
    const double pull = carom_tangent_length(touch, m->pull);
    if (isinf(touch->mu) || (touch->damped && pull <= touch->mu * N) || (!touch->damped && N > 0.0)) {
        carom_touch_enter(touch, CAROM_CONTACT_STICK);
    } else if (touch->damped) {
        if (touch->dim == 2) touch->dir[0] = m->pull[0] < 0.0 ? -1.0 : 1.0;
        carom_touch_enter(touch, CAROM_CONTACT_SLIP);
    } else {
        const carom_forces none = {0};
        const double rate = rate_of_N(touch, y, m, &none);
        double load[2] = {0.0, 0.0};
        for (int i = 0; i < count; i++) {
            load[i] = touch->K.nt[i] * m->v[0];
            for (int j = 0; j < count; j++) load[i] += touch->K.tt[i][j] * m->v[1 + j];
        }
        const bool steep = isinf(rate), flat = rate == 0.0;
        if (touch->dim == 3 && (steep || flat)) {
            if (slips_at_once(touch, m, load)) return begin_in_space(touch, load, t, y);
        } else if (carom_tangent_length(touch, load) > touch->mu * rate) {
            return begin_slip(touch, rate, load, t, y, m);
        }
        carom_touch_enter(touch, CAROM_CONTACT_STICK);
    }
    return CAROM_GO_ON;
}

// Handles the first touch of the bodies, at (t, y).
carom_machine_turn carom_touch_down(carom_touch *touch, double *t, double *y) {
    const int count = carom_tangents(touch);
    const bool inside = touch->phase;
    carom_touch_motion m;
    for (int i = 0; i < count; i++) y[CAROM_STATE_XI(touch) + i] = 0.0;
    touch->touches++;
    touch->phase = 0;
    touch->recent_force = 0.0;
    if (touch->mu == 0.0) {
        touch->state = CAROM_CONTACT_FREE;
        return CAROM_GO_ON;
    }
    touch->state = CAROM_CONTACT_STICK;
    carom_motion_at(touch, y, &m);
    if (!inside) m.d = 0.0; // remove rounding, which must not be mistaken for a force
    const double N = inside ? 0.0 : touch->normal->force(touch, &m);
    return carom_touch_hold(touch, N, t, y, &m);
}
