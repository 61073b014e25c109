// Ends the contact: the force falls to zero, pulls, fades, or is cut off shortly before.
#include "events.h"
#include "powers.h"

#include <math.h>
#include <string.h>

// Returns the speed below which the bodies are at rest. A pull with strong damping never ends: the bodies separate ever
// more slowly. The speed is a fraction of the approach, limited by the rounding error of a much faster slip.
static double slowest(const carom_touch *touch) {
    double V2 = 0.0;
    for (int i = 0; i < touch->dim; i++) V2 += touch->contact->v[i] * touch->contact->v[i];
    return fmax(1e-10 * fabs(touch->contact->v[0]), 1e-12 * sqrt(V2));
}

// Returns how far the separation speed is above that limit, as a force.
static double creep(const carom_touch *touch, const carom_touch_motion *m) {
    return (m->v[0] - slowest(touch)) * sqrt(touch->stiffest / touch->contact->W[0][0]);
}

// The end of a pull neglects the speed that the spring still adds until the overlap is zero. It is at most this
// fraction of the approach speed.
#define SPRING_LEFT 1e-11

double carom_touch_pull_left(const carom_touch *touch, const carom_touch_motion *m, double hold) {
    carom_touch_motion still = *m;
    still.v[0] = 0.0;
    const double swell = touch->normal->swell ? touch->normal->swell(touch, m) : 1.0;
    const double added = swell * touch->normal->force(touch, &still) * touch->contact->W[0][0] * m->d;
    const double may_add = SPRING_LEFT * fabs(touch->contact->v[0]) * m->v[0];
    const double before = CAROM_TOUCH_END_BEFORE * touch->largest_force;
    const double last = may_add < added ? fmin(before, hold * sqrt(fmax(0.0, may_add) / added)) : before;
    return fmin(hold - fmax(last, 1e-4 * before), creep(touch, m));
}

// Handles a force behind a weak dashpot that fades together with the approach speed but never reaches zero. The
// contact slips until v_n is zero; the remaining impulse is R = -v_n/w with w = a_n/N. This holds if w alone does not
// oscillate, kn >= 4 cn^2 w. Returns false if the contact will end, or if the slip may still stop or turn.
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

// Handles a force that changes its sign within the overlap, as a new contact with friction bounded by mu |N|.
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

// Ends a pull when the overlap is nearly zero or the bodies nearly rest. N ~ d^q is extrapolated to its end, dv/dd = c
// W d^q, which holds for the dashpot at any remaining speed. The same formula covers a pull that creeps with N ~ d^q.
// No event could be found in a remainder that is zero up to rounding.
static double let_go(const carom_touch *touch, const carom_touch_motion *m, const carom_forces *f, double *y) {
    const double left = m->d / m->v[0];
    double mean = left / (1.0 + touch->damp_power), a[3];
    if (!(left > 0.0)) return 0.0;
    carom_acceleration(touch, y, f->F, a);
    // Leave a separation speed of 1 % of the rest speed, so that rounding of the impulse does not cause an approach.
    const double least = 1e-2 * slowest(touch);
    const bool rests = m->v[0] + mean * a[0] < least;
    if (rests) mean = a[0] < 0.0 ? fmax(0.0, m->v[0] - least) / -a[0] : 0.0;
    carom_touch_push(touch, (double[3]){mean * f->F[0], mean * f->F[1], mean * f->F[2]}, y);
    y[CAROM_STATE_WORK(touch)] += mean * f->F[0] * m->v[0];
    if (rests) return 0.0;
    y[0] += m->d;
    return left;
}

// The history shows a pull until this fraction of the approach speed is left.
#define SEEN 1e-3

// The fraction of the impulse that may be uncertain while the direction of a slip still turns.
#define DOUBT 1e-11

// Returns true if a slip continues in a straight line while the pull removes the remaining speed v_n.
static bool slips_on(const carom_touch *touch, const carom_touch_motion *m, const carom_forces *f, const double a[3]) {
    const double *v = m->v + 1, w = a[0] / f->F[0];
    const double R = -m->v[0] / w,
                 end[2] = {v[0] + R * a[1] / f->F[0], touch->dim == 3 ? v[1] + R * a[2] / f->F[0] : 0.0};
    if (touch->state == CAROM_CONTACT_FREE) return true;
    if (touch->state != CAROM_CONTACT_SLIP || !(f->lam > 0.0)) return false;
    if (touch->dim == 2) return touch->dir[0] * v[0] > 0.0 && touch->dir[0] * end[0] > 0.0;
    const double turn = hypot(end[0] - v[0], end[1] - v[1]) / carom_tangent_length(touch, v);
    return fabs(R) * touch->contact->W[0][0] * turn < DOUBT * fabs(touch->contact->v[0]);
}

// Handles a pull that creeps forever: N = d^(2q+1) (k - c u), u = v/d^(1+q), and with v' = w N
//   u' = d^q (w k - c w u + (1+q) u^2)
// has two zeros if c^2 w >= 4 (1+q) k, and the smaller one attracts. Below the larger one, v and d fall to zero in
// infinite time. The remaining impulse is added at once.
bool carom_touch_creeps(carom_touch *touch, const carom_touch_motion *m, double *y) {
    const double q = touch->damp_power, k = touch->kn, c = touch->cn, least = slowest(touch);
    carom_forces f;
    double a[3];
    if (!touch->pulling || !touch->normal->creeps || fabs(touch->power - (2.0 * q + 1.0)) > 1e-12) return false;
    carom_forces_at(touch, y, m, &f);
    carom_acceleration(touch, y, f.F, a);
    const double w = a[0] / f.F[0], shown = touch->recorder->history || touch->recorder->path ? SEEN : 1.0;
    if (!(f.F[0] < 0.0 && w > 0.0 && m->d > 0.0 && m->v[0] > least && m->v[0] < shown * fabs(touch->contact->v[0])))
        return false;
    // 4.2 instead of 4 excludes a pull that is close to ending.
    if (!(c * c * w >= 4.2 * (1.0 + q) * k) || !(touch->normal->rate(touch, m, -a[0]) > 0.0)) return false;
    const double root = sqrt(c * w * (c * w - 4.0 * (1.0 + q) * k / c)), fast = (c * w + root) / (2.0 * (1.0 + q));
    if (!(m->v[0] < fast * carom_power(m->d, 1.0 + q)) || !slips_on(touch, m, &f, a)) return false;
    // The pull ends when the bodies are at rest, as computed from the smaller zero.
    const double slow = w * k / ((1.0 + q) * fast), rest = fmin(m->d, pow(least / slow, 1.0 / (1.0 + q)));
    const double R = -(m->v[0] - 1e-2 * least) / w;
    carom_touch_push(touch, (double[3]){R, R * f.F[1] / f.F[0], R * f.F[2] / f.F[0]}, y);
    y[CAROM_STATE_WORK(touch)] += 0.5 * R * m->v[0];
    y[0] += m->d - rest;
    touch->end += touch->skipped + (q > 0.0 ? (pow(rest, -q) - pow(m->d, -q)) / (q * slow) : log(m->d / rest) / slow);
    touch->state = CAROM_CONTACT_OPEN;
    return true;
}

// Ends the contact when the force has reached zero. If the force was cut off earlier, it is extrapolated linearly to
// zero.
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
        // A force that decreases slowly is integrated further. The same holds for a force behind a dashpot while the
        // bodies approach, since it fades without reaching zero.
        const bool straight = left >= 0.0 && left * fabs(a[0]) < 1e-1 * fabs(m.v[0]) &&
                              !(touch->normal->inner && m.v[0] < 0.0) &&
                              !(touch->vibrating && left * touch->fastest > 1e-1);
        const bool dead = !straight && die_out(touch, &m, &f, a, y);
        if (!straight && !dead && f.F[0] > 1e-12 * touch->largest_force) {
            touch->recent_force = f.F[0];
            return CAROM_GO_ON;
        }
        if (!straight) left = 0.0;
        // For N ~ d^n without a dashpot, N/N' is 1/n of the remaining time.
        const double n = touch->power > 1.0 && touch->cn == 0.0 && !touch->vibrating ? touch->power : 1.0;
        left *= n;
        carom_touch_fly(touch, left, y);
        const double mean = left / (n + 1.0);
        carom_touch_push(touch, (double[3]){mean * f.F[0], mean * f.F[1], mean * f.F[2]}, y);
        y[CAROM_STATE_WORK(touch)] += mean * f.F[0] * m.v[0];
    }
    touch->end = t + left + touch->skipped;
    // The limit is 2e-4, because a force without tension that was cut off at 1e-6 of its maximum has 1e-4 of its
    // overlap left.
    if (touch->allowed && !touch->pulling && m.d > 2e-4 * touch->largest_overlap) {
        touch->skipped += left;
        return carom_touch_pull(touch, t, y);
    }
    touch->state = CAROM_CONTACT_OPEN;
    touch->phase = m.d > 0.0 && touch->cn > 0.0;
    return touch->vibrating ? CAROM_GO_ON : CAROM_OVER;
}

// Handles a force that is nearly zero while an overlap d remains and the bodies separate at constant speed. The
// remaining force decays: (N/d)' = -c W (N/d) with c = dN/dd', which falls with d, and W N the acceleration. So
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
    // Meanwhile v grows by `a` times `left`. On average it has grown by 2/3 of that if the force falls linearly; if x
    // >> 1, it grows at once.
    touch->end += m->d / (m->v[0] + left * a[0] * (1.0 - left / straight / 3.0));
    touch->state = CAROM_CONTACT_OPEN;
    y[0] += m->d;
}
