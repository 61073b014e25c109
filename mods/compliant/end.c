// The contact ends: the force falls to zero, pulls, dies out or is left a little before.
#include "events.h"

#include <math.h>
#include <string.h>

// A pull that damps too much never lets go: the bodies creep apart, ever slower. Below this speed they are at rest.
static double slowest(const carom_touch *touch) {
    double V2 = 0.0;
    for (int i = 0; i < touch->dim; i++) V2 += touch->contact->v[i] * touch->contact->v[i];
    return 1e-6 * sqrt(V2);
}

double carom_touch_creep(const carom_touch *touch, const carom_touch_motion *m) {
    return (m->v[0] - slowest(touch)) * sqrt(touch->stiffest / touch->contact->W[0][0]);
}

// A force that dies out but never falls to zero, behind a weak dashpot: the approach dies with it. What is left of the
// impulse takes v_n to zero along the slip, R = -v_n/w with w = a_n/N, if w alone oscillates no more, kn >= 4 cn^2 w. False:
// it will let go, or the slip may still stop or turn.
static bool die_out(const carom_touch *touch, const carom_touch_motion *m, const carom_forces *f, const double a[3],
                    double *y) {
    const double w = a[0] / f->F[0], R = -m->v[0] / w;
    if (!touch->normal->inner || !(m->v[0] < 0.0 && w > 0.0) || touch->kn < 4.0 * touch->cn * touch->cn * w)
        return false;
    if (!(R * carom_tangent_length(touch, a + 1) < 1e-4 * f->F[0] * carom_tangent_length(touch, m->v + 1)))
        return false;
    carom_touch_push(touch, (double[3]){R, R * f->F[1] / f->F[0], R * f->F[2] / f->F[0]}, y);
    y[CAROM_STATE_WORK(touch)] += 0.5 * R * m->v[0];
    return true;
}

// The force changes its sign inside the overlap: a contact that begins anew, with friction bounded by mu |N|.
carom_machine_turn carom_touch_pull(carom_touch *touch, double t, double *y) {
    const double before = t;
    carom_touch_motion m;
    touch->pulling = !touch->pulling;
    touch->mu = -touch->mu;
    touch->recent_force = 0.0;
    if (touch->mu == 0.0) {
        touch->state = CAROM_CONTACT_FREE;
        return CAROM_GO_ON;
    }
    for (int i = 0; i < carom_tangents(touch) && !touch->damped && !isinf(touch->mu); i++)
        y[CAROM_STATE_XI(touch) + i] = 0.0;
    touch->state = CAROM_CONTACT_STICK;
    carom_motion_at(touch, y, &m);
    const carom_machine_turn turn = carom_touch_hold(touch, 0.0, &t, y, &m);
    touch->skipped += t - before;
    return turn;
}

// The force pulls and the overlap is all but closed: N ~ d^q carries on to its end, or to rest.
static double let_go(const carom_touch *touch, const carom_touch_motion *m, const carom_forces *f, double *y) {
    const double left = m->d / m->v[0];
    double mean = left / (1.0 + touch->damp_power), a[3];
    if (!(left > 0.0)) return 0.0;
    carom_acceleration(touch, y, f->F, a);
    const bool rests = m->v[0] + mean * a[0] < 0.0 || carom_touch_creep(touch, m) <= 0.0;
    // A hundredth of it is left, so that the digits the impulse has do not make it an approach.
    if (rests) mean = a[0] < 0.0 ? fmax(0.0, m->v[0] - 1e-2 * slowest(touch)) / -a[0] : 0.0;
    carom_touch_push(touch, (double[3]){mean * f->F[0], mean * f->F[1], mean * f->F[2]}, y);
    y[CAROM_STATE_WORK(touch)] += mean * f->F[0] * m->v[0];
    if (rests) return 0.0;
    y[0] += m->d;
    return left;
}

// The force fell to zero. Where it was left a little earlier it is carried on straight to zero.
carom_machine_turn carom_touch_release(carom_touch *touch, double t, double *y) {
    carom_touch_motion m;
    carom_forces f;
    carom_motion_at(touch, y, &m);
    carom_forces_at(touch, y, &m, &f);
    double left = 0.0, a[3];
    if (touch->pulling) {
        left = let_go(touch, &m, &f, y);
    } else if (carom_touch_singular(touch)) {
        carom_acceleration(touch, y, f.F, a);
        left = -f.F[0] / (touch->normal->rate(touch, &m, -a[0]) + carom_tangent_dot(2, touch->K.nt, f.slip));
        // A force that lingers there is followed further down.
        const bool straight = left >= 0.0 && left * fabs(a[0]) < 1e-1 * fabs(m.v[0]) &&
                              !(touch->vibrating && left * touch->fastest > 1e-1);
        const bool dead = !straight && die_out(touch, &m, &f, a, y);
        if (!straight && !dead && f.F[0] > 1e-12 * touch->largest_force) {
            touch->recent_force = f.F[0];
            return CAROM_GO_ON;
        }
        if (!straight) left = 0.0;
        // N ~ d^n without a dashpot: N/N' is 1/n of the time that is left.
        const double n = touch->power > 1.0 && touch->cn == 0.0 && !touch->vibrating ? touch->power : 1.0;
        left *= n;
        carom_touch_fly(touch, left, y);
        const double mean = left / (n + 1.0);
        carom_touch_push(touch, (double[3]){mean * f.F[0], mean * f.F[1], mean * f.F[2]}, y);
        y[CAROM_STATE_WORK(touch)] += mean * f.F[0] * m.v[0];
    }
    touch->end = t + left + touch->skipped;
    // 2e-4: a force without tension that was left at 1e-6 of its greatest has 1e-4 of its overlap still to open.
    if (touch->allowed && !touch->pulling && m.d > 2e-4 * touch->largest_overlap) {
        touch->skipped += left;
        return carom_touch_pull(touch, t, y);
    }
    touch->state = CAROM_CONTACT_OPEN;
    touch->phase = m.d > 0.0 && touch->cn > 0.0;
    return touch->vibrating ? CAROM_GO_ON : CAROM_OVER;
}

// The force has all but gone inside an overlap d that has still to open, and the bodies part as they move. What is left
// of it brakes itself: (N/d)' = -c W (N/d) with c = dN/dd', which falls with d, and W N the acceleration. So
//   d = d0 - v t,  N = N0 (d/d0) exp(-c W (t - v t^2/(2 d0))),  int N dt = N0 (1 - exp(-x))/(c W),  x = c W d0/(2 v)
void carom_touch_coast(carom_touch *touch, const carom_touch_motion *m, double *y) {
    carom_forces f;
    double a[3];
    if (!(m->v[0] > 0.0)) return;
    carom_forces_at(touch, y, m, &f);
    carom_acceleration(touch, y, f.F, a);
    const double c = touch->normal->rate(touch, m, 1.0) - touch->normal->rate(touch, m, 0.0);
    const double straight = m->d / m->v[0] / (1.0 + (touch->power > 0.0 ? touch->power : 1.0)),
                 x = f.F[0] > 0.0 ? c * a[0] / f.F[0] * straight : 0.0;
    const double left = straight * (x != 0.0 ? -expm1(-x) / x : 1.0);
    carom_touch_push(touch, (double[3]){left * f.F[0], left * f.F[1], left * f.F[2]}, y);
    y[CAROM_STATE_WORK(touch)] += left * f.F[0] * m->v[0];
    // On the way v grows by a left: by two thirds of it in the mean where the force falls straight, at once where x
    // >> 1.
    touch->end += m->d / (m->v[0] + left * a[0] * (1.0 - left / straight / 3.0));
    touch->state = CAROM_CONTACT_OPEN;
    y[0] += m->d;
}
