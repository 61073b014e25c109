// Implements the bilinear spring of Chatterjee 1997, 8.4. Loading is linear; unloading is stiffer (type 1) or softer
// (type 2).
//   load    N = k d, the overlap is the largest so far
//   unload  type 1  N = (k/e^2) (d - (1 - e^2) d_max)     type 2  N = e^2 k d
// Reloading follows the unloading line back to d_max, then loads again. If the reduced force of type 2 cannot open the
// contact, the law switches rapidly between both. Its limit (Filippov) stays at v_n = 0 with a force between the two.
#include "bilinear.h"

#include <math.h>

#include "linear_pieces.h"

enum { LOAD, UNLOAD, DWELL };

static double square(double x) {
    return x * x;
}

// Returns the force that keeps v_n = 0 with the point sticking: (W F)_n = 0.
static double dwell_force(const carom_touch *touch, const carom_touch_motion *m) {
    double pull = 0.0;
    for (int i = 0; i < touch->dim - 1; i++) pull += touch->contact->W[0][1 + i] * m->pull[i];
    return pull / touch->contact->W[0][0];
}

// Computes the force relative to d_max, which avoids cancellation at the start of unloading, for any small e.
static double force_1(const carom_touch *touch, const carom_touch_motion *m) {
    const double e2 = square(touch->params->e);
    return touch->phase == LOAD ? touch->kn * m->d : touch->kn * touch->d_max + touch->kn / e2 * (m->d - touch->d_max);
}

static double rate_1(const carom_touch *touch, const carom_touch_motion *m, double dd) {
    return -m->v[0] * (touch->phase == LOAD ? touch->kn : touch->kn / square(touch->params->e));
}

static double force_2(const carom_touch *touch, const carom_touch_motion *m) {
    if (touch->phase == DWELL) return dwell_force(touch, m);
    return touch->kn * m->d * (touch->phase == LOAD ? 1.0 : square(touch->params->e));
}

static double rate_2(const carom_touch *touch, const carom_touch_motion *m, double dd) {
    return -m->v[0] * touch->kn * (touch->phase == LOAD ? 1.0 : square(touch->params->e));
}

// Computes the guards. Loading lasts while the overlap grows, and unloading while it is below its maximum. The dwell
// lasts while the force is between those of the two phases.
static void guards(const carom_touch *touch, const carom_touch_motion *m, double g[2]) {
    const double k = touch->kn;
    switch (touch->phase) {
    case LOAD: g[0] = -m->v[0] / sqrt(k * touch->contact->W[0][0]); break;
    case UNLOAD: g[0] = touch->d_max - m->d; break;
    default:
        g[0] = touch->d_max - dwell_force(touch, m) / k;
        g[1] = dwell_force(touch, m) / k - square(touch->params->e) * touch->d_max;
    }
}

// Returns true if type 2 dwells. The reduced force does not open the contact, and the pull of a sticking point is
// within the cone of the force that keeps it closed.
static bool dwells(const carom_touch *touch, const carom_touch_motion *m) {
    const double N = dwell_force(touch, m);
    double pull2 = 0.0;
    for (int i = 0; i < touch->dim - 1; i++) pull2 += square(m->pull[i]);
    return N > square(touch->params->e) * touch->kn * touch->d_max && sqrt(pull2) <= touch->mu * N &&
           touch->state != CAROM_CONTACT_FREE;
}

static carom_machine_turn turn(carom_touch *touch, int guard, const carom_touch_motion *m) {
    if (touch->phase == UNLOAD) {
        // The contact should be closing when d returns to d_max. If it is not, it moved by less than the rounding error
        // of d.
        touch->next_level = (carom_flat_guard){CAROM_LOOK_NORMAL, m->v[0] >= 0.0};
        touch->phase = LOAD;
        return CAROM_GO_ON;
    }
    if (touch->phase == DWELL) {
        // Loading watches v_n, which is zero at this event, as is v_n'. Unloading watches d, which is d_max at this
        // event.
        touch->next_level = (carom_flat_guard){CAROM_LOOK_NORMAL, guard == 0 ? 2 : 3};
        touch->phase = guard == 0 ? LOAD : UNLOAD;
        touch->state = CAROM_CONTACT_STICK;
        return CAROM_GO_ON;
    }
    touch->d_max = m->d;
    if (touch->params->e == 0.0) return CAROM_OVER;
    touch->phase = UNLOAD;
    if (touch->normal == &carom_bilinear[CAROM_TYPE_2] && dwells(touch, m)) {
        touch->phase = DWELL;
        touch->state = CAROM_CONTACT_DWELL;
    } else {
        touch->next_level = (carom_flat_guard){CAROM_LOOK_NORMAL, 2}; // d = d_max, v_n = 0
    }
    return CAROM_GO_ON;
}

const carom_normal carom_bilinear[2] = {
    [CAROM_TYPE_1] = {.force = force_1, .rate = rate_1, .guards = guards, .turn = turn, .jumps = true, .linear = true},
    [CAROM_TYPE_2] = {.force = force_2, .rate = rate_2, .guards = guards, .turn = turn, .jumps = true, .linear = true}};
