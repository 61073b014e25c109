// Handles the events of a contact point for the integrator: stick, slip, release, touch.
#include "events.h"

#include <math.h>
#include <string.h>

void carom_touch_enter(carom_touch *touch, carom_contact_state state) {
    if (state == CAROM_CONTACT_STICK) touch->sticks++;
    if (state == CAROM_CONTACT_SLIP) touch->slips++;
    touch->state = state;
}

// Applies a small impulse outside the equations of motion.
void carom_touch_push(const carom_touch *touch, const double P[3], double *y) {
    for (int i = 0; i < touch->dim; i++) {
        y[CAROM_STATE_P(touch) + i] += P[i];
        for (int j = 0; j < touch->dim; j++) y[CAROM_STATE_V + i] += touch->contact->W[i][j] * P[j];
    }
    for (size_t k = 0; k < carom_modes(touch); k++)
        for (int i = 0; i < touch->dim; i++)
            y[(size_t)CAROM_STATE_Z(touch) + 2 * k + 1] += CAROM_MODES_OF(touch->params)[k].phi[i] * P[i];
}

// Moves the bodies freely for a short time, to first order.
void carom_touch_fly(carom_touch *touch, double h, double *y) {
    double dy[CAROM_MACHINE_STATES];
    touch->state = CAROM_CONTACT_OPEN;
    carom_touch_flow(touch, y, dy);
    for (int i = 0; i < CAROM_STATE_Z(touch) + 2 * (int)carom_modes(touch); i++) y[i] += h * dy[i];
}

bool carom_touch_singular(const carom_touch *touch) {
    return touch->dim == 3 && touch->state == CAROM_CONTACT_SLIP && !touch->damped;
}

// Moves the stretch onto the cone along dir by one Newton step, which is exact because N is linear in the stretch.
static void put_on_cone(const carom_touch *touch, const double dir[2], double *y) {
    const int count = carom_tangents(touch);
    carom_touch_motion m;
    double A[2][2], r[2], *xi = y + CAROM_STATE_XI(touch);
    carom_motion_at(touch, y, &m);
    const double N = touch->normal->force(touch, &m);
    for (int i = 0; i < count; i++) {
        r[i] = touch->mu * N * dir[i] - m.pull[i];
        for (int j = 0; j < count; j++) A[i][j] = touch->K.tt[i][j] + touch->mu * dir[i] * touch->K.nt[j];
    }
    if (count == 1) {
        xi[0] += r[0] / A[0][0];
        return;
    }
    const double det = A[0][0] * A[1][1] - A[0][1] * A[1][0];
    xi[0] += (A[1][1] * r[0] - A[0][1] * r[1]) / det;
    xi[1] += (A[0][0] * r[1] - A[1][0] * r[0]) / det;
}

static void along_pull(carom_touch *touch, const carom_touch_motion *m) {
    // If the spring is not stretched yet and the cone has not opened, the pull will be along the motion.
    const double *along = carom_tangent_length(touch, m->pull) > 0.0 ? m->pull : m->v + 1;
    const double length = carom_tangent_length(touch, along);
    for (int i = 0; i < carom_tangents(touch); i++) touch->dir[i] = along[i] / length;
}

// Restores the friction condition after a jump of the normal force. A pull outside the cone jumps onto it. The sign of
// lam then determines whether the point still slips.
static void resettle(carom_touch *touch, double *y) {
    carom_touch_motion m;
    carom_forces f;
    if (touch->state == CAROM_CONTACT_DWELL) touch->state = CAROM_CONTACT_STICK;
    if ((touch->state != CAROM_CONTACT_STICK && touch->state != CAROM_CONTACT_SLIP) || isinf(touch->mu)) return;
    carom_motion_at(touch, y, &m);
    const double N = touch->normal->force(touch, &m), most = touch->mu * N, pull = carom_tangent_length(touch, m.pull);
    touch->recent_force = fmin(touch->recent_force, N);
    const bool slipping = touch->state == CAROM_CONTACT_SLIP;
    if (!slipping && pull <= most) return;
    // The tolerance is 1e-9. After an upward jump the pull is well inside the cone, and a slip without a jump is on the
    // cone to 1e-12.
    if (slipping && pull < most * (1.0 - 1e-9)) {
        carom_touch_enter(touch, CAROM_CONTACT_STICK);
        return;
    }
    if (!slipping || touch->dim == 3) along_pull(touch, &m);
    put_on_cone(touch, touch->dir, y);
    touch->state = CAROM_CONTACT_SLIP;
    carom_motion_at(touch, y, &m);
    carom_forces_at(touch, y, &m, &f);
    if (!(f.lam > 0.0))
        carom_touch_enter(touch, CAROM_CONTACT_STICK);
    else if (!slipping)
        carom_touch_enter(touch, CAROM_CONTACT_SLIP);
}

static carom_machine_turn cone_reached(carom_touch *touch, int guard, double *y) {
    carom_touch_motion m;
    carom_motion_at(touch, y, &m);
    if (touch->state == CAROM_CONTACT_SLIP) {
        if (touch->dim == 3) along_pull(touch, &m);
        if (!touch->damped) put_on_cone(touch, touch->dir, y);
        // At lam = 0 the pull leaves the edge of the cone with the slope of the edge.
        const bool other = touch->dim == 2 && touch->dir[0] < 0.0;
        if (!touch->damped) touch->next_level = (carom_flat_guard){other ? CAROM_LOOK_CONE_OTHER : CAROM_LOOK_CONE, 2};
        carom_touch_enter(touch, CAROM_CONTACT_STICK);
        return CAROM_GO_ON;
    }
    // If there are several solutions and the margin is negative, no slip continues a stick that has reached the cone.
    if (touch->several) return carom_touch_release(touch, touch->end, y);
    if (touch->dim == 2)
        touch->dir[0] = guard == CAROM_LOOK_CONE ? 1.0 : -1.0;
    else
        along_pull(touch, &m);
    carom_touch_enter(touch, CAROM_CONTACT_SLIP);
    return CAROM_GO_ON;
}

static carom_machine_turn change(carom_touch *touch, int guard, double t, double *y) {
    carom_touch_motion m;
    touch->end = t;
    touch->switches++;
    if (touch->state == CAROM_CONTACT_OPEN) {
        if (guard == CAROM_LOOK_END) return carom_touch_down(touch, &t, y);
        touch->phase = 0;
        return CAROM_GO_ON;
    }
    if (guard == CAROM_LOOK_END) return carom_touch_release(touch, t, y);
    const bool cone = guard == CAROM_LOOK_CONE || guard == CAROM_LOOK_CONE_OTHER;
    if (cone && touch->state != CAROM_CONTACT_DWELL) return cone_reached(touch, guard, y);
    carom_motion_at(touch, y, &m);
    // If a dwelling point reaches the cone, W_nn = mu W_nt.dir, slipping would open the contact. The contact therefore
    // unloads.
    const carom_machine_turn turn = touch->normal->turn(touch, cone ? 1 : guard - CAROM_LOOK_NORMAL, &m);
    if (turn == CAROM_OVER && touch->allowed) return carom_touch_pull(touch, t, y);
    if (turn == CAROM_GO_ON && carom_touch_creeps(touch, &m, y)) return CAROM_OVER;
    if (turn == CAROM_OVER && touch->normal->inner)
        carom_touch_fade(touch, &m, CAROM_TOUCH_GONE * touch->largest_force, y);
    if (turn == CAROM_OVER && touch->normal->coasts) carom_touch_coast(touch, &m, y);
    if (turn == CAROM_GO_ON && touch->normal->jumps && touch->state != CAROM_CONTACT_DWELL) resettle(touch, y);
    return turn;
}

// Convert between the direction of a slip and its stretch.
static void unsteer(carom_touch *touch, double *y) {
    carom_touch_motion m;
    if (!touch->steered) return;
    carom_motion_at(touch, y, &m);
    touch->steered = false;
    memcpy(touch->dir, m.dir, sizeof m.dir);
    memcpy(y + CAROM_STATE_XI(touch), m.xi, sizeof m.xi);
}

void carom_touch_steer(carom_touch *touch, double *y) {
    if (!carom_touch_singular(touch) || touch->K.nt[0] != 0.0 || touch->K.nt[1] != 0.0) return;
    touch->steered = true;
    memcpy(touch->course, touch->dir, sizeof touch->course);
    for (int i = 0; i < 2; i++) y[CAROM_STATE_XI(touch) + i] = 0.0;
}

carom_machine_turn carom_touch_turn(void *self, int guard, double t, double *y) {
    unsteer(self, y);
    const carom_machine_turn turn = change(self, guard, t, y);
    carom_touch_steer(self, y);
    return turn;
}
