// The contact ends: the force falls to zero, pulls, dies out or is left a little before.
#include "events.h"
#include "powers.h"

#include <math.h>
#include <string.h>

// A pull that damps too much never lets go: the bodies creep apart, ever slower. Below this speed they are at rest. It is a
// share of the approach, but for what the digits of a much faster slip leave of it.
static double slowest(const carom_touch *touch) {
    double V2 = 0.0;
    for (int i = 0; i < touch->dim; i++) V2 += touch->contact->v[i] * touch->contact->v[i];
    return fmax(1e-10 * fabs(touch->contact->v[0]), 1e-12 * sqrt(V2));
}

// How far above rest the bodies creep apart, as a force.
static double creep(const carom_touch *touch, const carom_touch_motion *m) {
    return (m->v[0] - slowest(touch)) * sqrt(touch->stiffest / touch->contact->W[0][0]);
}

// What the spring adds to the speed until the overlap has closed is left out of the end of a pull: no more than this share
// of the approach.
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

// The force pulls and the overlap is all but closed, or the bodies all but rest: N ~ d^q carries on to its end, which is right
// for the dashpot whatever it leaves of the speed, dv/dd = c W d^q. Whether anything is left is not asked of an event that
// stands at its zero by rounding: a pull that creeps by N ~ d^q has none left, and one formula says so.
static double let_go(const carom_touch *touch, const carom_touch_motion *m, const carom_forces *f, double *y) {
    const double left = m->d / m->v[0];
    double mean = left / (1.0 + touch->damp_power), a[3];
    if (!(left > 0.0)) return 0.0;
    carom_acceleration(touch, y, f->F, a);
    // A hundredth of rest is left, so that the digits the impulse has do not make it an approach.
    const double least = 1e-2 * slowest(touch);
    const bool rests = m->v[0] + mean * a[0] < least;
    if (rests) mean = a[0] < 0.0 ? fmax(0.0, m->v[0] - least) / -a[0] : 0.0;
    carom_touch_push(touch, (double[3]){mean * f->F[0], mean * f->F[1], mean * f->F[2]}, y);
    y[CAROM_STATE_WORK(touch)] += mean * f->F[0] * m->v[0];
    if (rests) return 0.0;
    y[0] += m->d;
    return left;
}

// A picture shows a pull until this share of the approach is left.
#define SEEN 1e-3

// The share of the impulse that may be in doubt, where the direction of a slip still turns.
#define DOUBT 1e-11

// Will a slip go on, straight, while the pull takes the speed v_n that is left?
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

// A pull that creeps for ever: N = d^(2q+1) (k - c u), u = v/d^(1+q), and with v' = w N
//   u' = d^q (w k - c w u + (1+q) u^2)
// has two zeros where c^2 w >= 4 (1+q) k, of which the lesser attracts. Below the greater one v falls to zero as d does, in
// infinite time, and what is left of the impulse takes it there.
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
    // 4.2: not where it is next to letting go.
    if (!(c * c * w >= 4.2 * (1.0 + q) * k) || !(touch->normal->rate(touch, m, -a[0]) > 0.0)) return false;
    const double root = sqrt(c * w * (c * w - 4.0 * (1.0 + q) * k / c)), fast = (c * w + root) / (2.0 * (1.0 + q));
    if (!(m->v[0] < fast * carom_power(m->d, 1.0 + q)) || !slips_on(touch, m, &f, a)) return false;
    // It is over where the bodies rest, by the slow zero.
    const double slow = w * k / ((1.0 + q) * fast), rest = fmin(m->d, pow(least / slow, 1.0 / (1.0 + q)));
    const double R = -(m->v[0] - 1e-2 * least) / w;
    carom_touch_push(touch, (double[3]){R, R * f.F[1] / f.F[0], R * f.F[2] / f.F[0]}, y);
    y[CAROM_STATE_WORK(touch)] += 0.5 * R * m->v[0];
    y[0] += m->d - rest;
    touch->end += touch->skipped + (q > 0.0 ? (pow(rest, -q) - pow(m->d, -q)) / (q * slow) : log(m->d / rest) / slow);
    touch->state = CAROM_CONTACT_OPEN;
    return true;
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
        // A force that lingers there is followed further down; so is one behind a dashpot while the bodies approach, which
        // falls as it fades, but to no zero.
        const bool straight = left >= 0.0 && left * fabs(a[0]) < 1e-1 * fabs(m.v[0]) &&
                              !(touch->normal->inner && m.v[0] < 0.0) &&
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
