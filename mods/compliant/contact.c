// Stick, slip, release, touch: the events of a contact point, for the machine.
#include "contact.h"

#include <math.h>
#include <string.h>

#include "exact.h"
#include "motion.h"
#include "record.h"
#include "vary.h"

// A guard this far from zero is near nothing, however soft and heavy the contact: its depth is below 1e290.
#define FAR 1e300

enum {
    END = CAROM_LOOK_END,
    CONE = CAROM_LOOK_CONE,
    CONE_OTHER = CAROM_LOOK_CONE_OTHER,
    NORMAL = CAROM_LOOK_NORMAL,
    NORMAL_OTHER = CAROM_LOOK_NORMAL_OTHER,
    GUARDS = CAROM_LOOK_GUARDS,
    PEAK_FORCE = CAROM_LOOK_PEAK_FORCE - GUARDS,
    PEAK_OVERLAP = CAROM_LOOK_PEAK_OVERLAP - GUARDS,
    PEAKS = CAROM_LOOKS - GUARDS
};

_Static_assert(GUARDS + PEAKS <= CAROM_MACHINE_LOOKS, "the machine has room for all that is watched");

// In space the direction of slip turns at a rate like 1/N. A slip that begins at N = 0 is therefore begun this share
// of the time unit later (the direction attracts, the error in P is its square), and a slip that ends at N = 0 is left
// at this share of the touch's greatest force and carried on straight (the error in P is its square again).
#define BEGIN_AFTER 1e-6
#define END_BEFORE  1e-6

static double rate_of_N(const carom_touch *touch, const double *y, const carom_touch_motion *m, const carom_forces *f) {
    double a[3];
    carom_acceleration(touch, y, f->F, a);
    return touch->normal->rate(touch, m, -a[0]);
}

static void enter(carom_touch *touch, carom_contact_state state) {
    if (state == CAROM_CONTACT_STICK) touch->sticks++;
    if (state == CAROM_CONTACT_SLIP) touch->slips++;
    touch->state = state;
}

// A small impulse, outside the flow.
static void push(const carom_touch *touch, const double P[3], double *y) {
    for (int i = 0; i < touch->dim; i++) {
        y[CAROM_STATE_P(touch) + i] += P[i];
        for (int j = 0; j < touch->dim; j++) y[CAROM_STATE_V + i] += touch->contact->W[i][j] * P[j];
    }
    for (size_t k = 0; k < carom_modes(touch); k++)
        for (int i = 0; i < touch->dim; i++)
            y[(size_t)CAROM_STATE_Z(touch) + 2 * k + 1] += CAROM_MODES_OF(touch->params)[k].phi[i] * P[i];
}

// A short while without contact, to first order.
static void fly(carom_touch *touch, double h, double *y) {
    double dy[CAROM_MACHINE_STATES];
    touch->state = CAROM_CONTACT_OPEN;
    carom_touch_flow(touch, y, dy);
    for (int i = 0; i < CAROM_STATE_Z(touch) + 2 * (int)carom_modes(touch); i++) y[i] += h * dy[i];
}

// Where a force that begins like a power of the overlap other than 1 is taken up, in units of time: it has 1e-12 of its
// greatest there, if the power is n > 1, and the square of its impulse is left out.
static double begin_after(const carom_touch *touch) {
    return fmax(1e-8, touch->power > 1.0 ? pow(1e-12, 1.0 / touch->power) : 0.0) /
           sqrt(touch->stiffest * touch->contact->W[0][0]);
}

// A short while at the approach speed, from d = 0: the impulse of N(d) along it, by a rule that is right for every power of d.
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

// A slip that begins where the force has just begun, in space: the direction turns at a rate like 1/N, and begins where it
// is attracted to, (mu N' + lam K) dir = K v_t.
static carom_machine_turn begin_in_space(carom_touch *touch, const double load[2], double *t, double *y) {
    const double h = begin_after(touch);
    double lam;
    carom_touch_motion m;
    fly(touch, h, y);
    touch->state = CAROM_CONTACT_SLIP;
    carom_motion_at(touch, y, &m);
    const double N = touch->normal->force(touch, &m), rate = touch->normal->rate(touch, &m, 0.0);
    if (!carom_slip_solve(&touch->K, touch->mu, rate, load, &lam, touch->dir) || !(lam > 0.0))
        if (!carom_slip_solve(&touch->K, touch->mu, 0.0, load, &lam, touch->dir)) return CAROM_JAMMED;
    const double P = begin_impulse(touch, &m, h), f = touch->mu * P;
    push(touch, (double[3]){P, -f * touch->dir[0], -f * touch->dir[1]}, y);
    y[CAROM_STATE_WORK(touch)] += P * m.v[0];
    for (int i = 0; i < 2; i++) y[CAROM_STATE_XI(touch) + i] = touch->mu * N * touch->dir[i] / touch->K.tt[i][i];
    *t += h;
    enter(touch, CAROM_CONTACT_SLIP);
    return CAROM_GO_ON;
}

// Does the cone open more slowly than the pull grows, where the force has just begun?
static bool slips_at_once(const carom_touch *touch, const carom_touch_motion *m, const double load[2]) {
    const double h = begin_after(touch);
    carom_touch_motion soon = *m;
    soon.d -= h * m->v[0];
    return carom_tangent_length(touch, load) * h > touch->mu * touch->normal->force(touch, &soon);
}

// Slip from the very beginning, N = 0: (mu N' + lam K) dir = K v_t in rates.
static carom_machine_turn begin_slip(carom_touch *touch, double rate, const double load[2], double *t, double *y,
                                     const carom_touch_motion *m) {
    double lam, dir[2] = {0.0, 0.0};
    if (!carom_slip_solve(&touch->K, touch->mu, rate, load, &lam, dir)) return CAROM_JAMMED;
    memcpy(touch->dir, dir, sizeof touch->dir);
    if (touch->dim == 3) {
        const double h = BEGIN_AFTER / sqrt(touch->stiffest * touch->contact->W[0][0]);
        const double N_rate = rate + lam * carom_tangent_dot(2, touch->K.nt, dir);
        const double half = 0.5 * h * h * N_rate, F[3] = {half, -touch->mu * half * dir[0], -touch->mu * half * dir[1]};
        fly(touch, h, y);
        push(touch, F, y);
        for (int i = 0; i < 2; i++) y[CAROM_STATE_XI(touch) + i] = h * (m->v[1 + i] - lam * dir[i]);
        if (touch->normal->inner) y[CAROM_STATE_INNER(touch)] = h * touch->normal->inner(touch, m);
        *t += h;
    }
    enter(touch, CAROM_CONTACT_SLIP);
    return CAROM_GO_ON;
}

// Does the point stick or slip at (t, y), where the normal force begins with N? Forces decide where there are any, else
// their rates.
static carom_machine_turn take_hold(carom_touch *touch, double N, double *t, double *y, const carom_touch_motion *m) {
    const int count = carom_tangents(touch);
    const double pull = carom_tangent_length(touch, m->pull);
    if (isinf(touch->mu) || (touch->damped && pull <= touch->mu * N) || (!touch->damped && N > 0.0)) {
        enter(touch, CAROM_CONTACT_STICK);
    } else if (touch->damped) {
        enter(touch, CAROM_CONTACT_SLIP);
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
        enter(touch, CAROM_CONTACT_STICK);
    }
    return CAROM_GO_ON;
}

// The bodies touch at (t, y).
static carom_machine_turn touch_down(carom_touch *touch, double *t, double *y) {
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
    if (!inside) m.d = 0.0; // but for rounding, which must not pass for a force
    const double N = inside ? 0.0 : touch->normal->force(touch, &m);
    return take_hold(touch, N, t, y, &m);
}

// Puts the stretch on the cone along dir: one Newton step, exact as N is linear in the stretch.
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
    const double length = carom_tangent_length(touch, m->pull);
    for (int i = 0; i < carom_tangents(touch); i++) touch->dir[i] = m->pull[i] / length;
}

// The normal force may have jumped: a pull outside the cone jumps onto it, then lam says whether the point slips on.
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
    // 1e-9: a jump up leaves the pull well inside the cone; a slip without a jump is on it to 1e-12.
    if (slipping && pull < most * (1.0 - 1e-9)) {
        enter(touch, CAROM_CONTACT_STICK);
        return;
    }
    if (!slipping || touch->dim == 3) along_pull(touch, &m);
    put_on_cone(touch, touch->dir, y);
    touch->state = CAROM_CONTACT_SLIP;
    carom_motion_at(touch, y, &m);
    carom_forces_at(touch, y, &m, &f);
    if (!(f.lam > 0.0))
        enter(touch, CAROM_CONTACT_STICK);
    else if (!slipping)
        enter(touch, CAROM_CONTACT_SLIP);
}

bool carom_touch_singular(const carom_touch *touch) {
    return touch->dim == 3 && touch->state == CAROM_CONTACT_SLIP && !touch->damped;
}

// A pull that damps too much never lets go: the bodies creep apart, ever slower. Below this speed they are at rest.
static double slowest(const carom_touch *touch) {
    double V = 0.0;
    for (int i = 0; i < touch->dim; i++) V = fmax(V, fabs(touch->contact->v[i]));
    return 1e-6 * V;
}

static double creep(const carom_touch *touch, const carom_touch_motion *m) {
    return (m->v[0] - slowest(touch)) * sqrt(touch->stiffest / touch->contact->W[0][0]);
}

// An open contact closes when the overlap returns or, where a dashpot let go inside an overlap, when the force would
// push again.
static void look_open(const carom_touch *touch, const carom_touch_motion *m, double *guards) {
    if (touch->phase == 0)
        guards[END] = -m->d;
    else {
        guards[END] = -touch->normal->force(touch, m);
        guards[CONE] = m->d;
    }
}

// A force that pulls ends like d^q, with an infinite slope where q < 1: it is left a little before.
static void look(void *self, const double *y, double *values) {
    const carom_touch *touch = self;
    carom_touch_motion m;
    carom_forces f;
    for (int i = 0; i < GUARDS; i++) values[i] = FAR; // of those that have nothing to watch
    carom_motion_at(touch, y, &m);
    carom_forces_at(touch, y, &m, &f);
    values[GUARDS + PEAK_FORCE] = touch->recorder->more ? f.F[0] : 0.0; // nobody asks: it is not searched
    values[GUARDS + PEAK_OVERLAP] = m.d;
    if (touch->state == CAROM_CONTACT_OPEN) {
        look_open(touch, &m, values);
        return;
    }
    const double hold = touch->normal->hold ? touch->normal->hold(touch, &m) : f.F[0];
    if (touch->pulling)
        values[END] = fmin(hold - END_BEFORE * touch->largest_force, creep(touch, &m));
    else
        values[END] = hold - (carom_touch_singular(touch) ? END_BEFORE * touch->recent_force : 0.0);
    if (touch->state == CAROM_CONTACT_SLIP) {
        values[CONE] = f.lam;
    } else if (touch->state != CAROM_CONTACT_FREE && !isinf(touch->mu)) {
        if (touch->dim == 2) {
            values[CONE] = touch->mu * f.N - m.pull[0];
            values[CONE_OTHER] = touch->mu * f.N + m.pull[0];
        } else {
            values[CONE] = touch->mu * f.N - carom_tangent_length(touch, m.pull);
        }
    }
    if (touch->normal->guards) touch->normal->guards(touch, &m, values + NORMAL);
}

static void flow(void *self, const double *y, double *dy) {
    carom_touch_flow(self, y, dy);
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
    push(touch, (double[3]){R, R * f->F[1] / f->F[0], R * f->F[2] / f->F[0]}, y);
    y[CAROM_STATE_WORK(touch)] += 0.5 * R * m->v[0];
    return true;
}

// The force changes its sign inside the overlap: a contact that begins anew, with friction bounded by mu |N|.
static carom_machine_turn pull_on(carom_touch *touch, double t, double *y) {
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
    const carom_machine_turn turn = take_hold(touch, 0.0, &t, y, &m);
    touch->skipped += t - before;
    return turn;
}

// The force pulls and the overlap is all but closed: N ~ d^q carries on to its end, or to rest.
static double let_go(const carom_touch *touch, const carom_touch_motion *m, const carom_forces *f, double *y) {
    const double left = m->d / m->v[0];
    double mean = left / (1.0 + touch->damp_power), a[3];
    if (!(left > 0.0)) return 0.0;
    carom_acceleration(touch, y, f->F, a);
    const bool rests = m->v[0] + mean * a[0] < 0.0 || creep(touch, m) <= 0.0;
    // A hundredth of it is left, so that the digits the impulse has do not make it an approach.
    if (rests) mean = a[0] < 0.0 ? fmax(0.0, m->v[0] - 1e-2 * slowest(touch)) / -a[0] : 0.0;
    push(touch, (double[3]){mean * f->F[0], mean * f->F[1], mean * f->F[2]}, y);
    y[CAROM_STATE_WORK(touch)] += mean * f->F[0] * m->v[0];
    if (rests) return 0.0;
    y[0] += m->d;
    return left;
}

// The force fell to zero. Where it was left a little earlier it is carried on straight to zero.
static carom_machine_turn release(carom_touch *touch, double t, double *y) {
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
        fly(touch, left, y);
        const double mean = left / (n + 1.0);
        push(touch, (double[3]){mean * f.F[0], mean * f.F[1], mean * f.F[2]}, y);
        y[CAROM_STATE_WORK(touch)] += mean * f.F[0] * m.v[0];
    }
    touch->end = t + left + touch->skipped;
    // 2e-4: a force without tension that was left at 1e-6 of its greatest has 1e-4 of its overlap still to open.
    if (touch->allowed && !touch->pulling && m.d > 2e-4 * touch->largest_overlap) {
        touch->skipped += left;
        return pull_on(touch, t, y);
    }
    touch->state = CAROM_CONTACT_OPEN;
    touch->phase = m.d > 0.0 && touch->cn > 0.0;
    return touch->vibrating ? CAROM_GO_ON : CAROM_OVER;
}

// The force has all but gone inside an overlap d that has still to open, and the bodies part as they move. What is left
// of it brakes itself: (N/d)' = -c W (N/d) with c = dN/dd', which falls with d, and W N the acceleration. So
//   d = d0 - v t,  N = N0 (d/d0) exp(-c W (t - v t^2/(2 d0))),  int N dt = N0 (1 - exp(-x))/(c W),  x = c W d0/(2 v)
static void coast(carom_touch *touch, const carom_touch_motion *m, double *y) {
    carom_forces f;
    double a[3];
    if (!(m->v[0] > 0.0)) return;
    carom_forces_at(touch, y, m, &f);
    carom_acceleration(touch, y, f.F, a);
    const double c = touch->normal->rate(touch, m, 1.0) - touch->normal->rate(touch, m, 0.0);
    const double straight = m->d / m->v[0] / (1.0 + (touch->power > 0.0 ? touch->power : 1.0)),
                 x = f.F[0] > 0.0 ? c * a[0] / f.F[0] * straight : 0.0;
    const double left = straight * (x != 0.0 ? -expm1(-x) / x : 1.0);
    push(touch, (double[3]){left * f.F[0], left * f.F[1], left * f.F[2]}, y);
    y[CAROM_STATE_WORK(touch)] += left * f.F[0] * m->v[0];
    // On the way v grows by a left: by two thirds of it in the mean where the force falls straight, at once where x
    // >> 1.
    touch->end += m->d / (m->v[0] + left * a[0] * (1.0 - left / straight / 3.0));
    touch->state = CAROM_CONTACT_OPEN;
    y[0] += m->d;
}

static carom_machine_turn cone_reached(carom_touch *touch, int guard, double *y) {
    carom_touch_motion m;
    carom_motion_at(touch, y, &m);
    if (touch->state == CAROM_CONTACT_SLIP) {
        if (touch->dim == 3) along_pull(touch, &m);
        if (!touch->damped) put_on_cone(touch, touch->dir, y);
        enter(touch, CAROM_CONTACT_STICK);
        return CAROM_GO_ON;
    }
    // Several solutions: where the margin is negative no slip continues a stick that reached the cone.
    if (touch->several) return release(touch, touch->end, y);
    if (touch->dim == 2)
        touch->dir[0] = guard == CONE ? 1.0 : -1.0;
    else
        along_pull(touch, &m);
    enter(touch, CAROM_CONTACT_SLIP);
    return CAROM_GO_ON;
}

static carom_machine_turn turn(void *self, int guard, double t, double *y) {
    carom_touch *touch = self;
    carom_touch_motion m;
    touch->end = t;
    touch->switches++;
    if (touch->state == CAROM_CONTACT_OPEN) {
        if (guard == END) return touch_down(touch, &t, y);
        touch->phase = 0;
        return CAROM_GO_ON;
    }
    if (guard == END) return release(touch, t, y);
    const bool cone = guard == CONE || guard == CONE_OTHER;
    if (cone && touch->state != CAROM_CONTACT_DWELL) return cone_reached(touch, guard, y);
    carom_motion_at(touch, y, &m);
    // A dwelling point that reaches the cone, W_nn = mu W_nt.dir, would open the contact by slipping: it unloads.
    const carom_machine_turn turn = touch->normal->turn(touch, cone ? 1 : guard - NORMAL, &m);
    if (turn == CAROM_OVER && touch->allowed) return pull_on(touch, t, y);
    if (turn == CAROM_OVER && touch->normal->coasts) coast(touch, &m, y);
    if (turn == CAROM_GO_ON && touch->normal->jumps && touch->state != CAROM_CONTACT_DWELL) resettle(touch, y);
    return turn;
}

// No later touch is possible once the body has risen above all that its modes can reach.
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
    carom_record_point(touch, t, y, &m, &f);
    for (int i = 0; i < touch->dim; i++)
        if (!isfinite(m.v[i]) || !isfinite(f.F[i])) return CAROM_LOST;
    return touch->state == CAROM_CONTACT_OPEN && out_of_reach(touch, y) ? CAROM_OVER : CAROM_GO_ON;
}

// Four things may decay much faster than the contact moves: the direction of slip in space, at the rate
// k_t |v_t| / (mu N), which grows without bound as N falls; the stretch of a slipping spring with a weak dashpot, at
// the rate k_t/c_t; the speed of a body that jammed deep inside a dashpot that grows with the overlap, at the rate
// W_nn dN/dd'; and the force of a spring behind a weak dashpot, at the rate k_n/c_n. 30 per shortest time: there an explicit step is still as long as accuracy wants it.
static bool stiff(void *self, const double *y) {
    const carom_touch *touch = self;
    carom_touch_motion m;
    if (touch->state == CAROM_CONTACT_OPEN) return false;
    carom_motion_at(touch, y, &m);
    const double Wnn = touch->contact->W[0][0], deep = -10.0 * touch->contact->v[0] / sqrt(touch->stiffest * Wnn);
    const double damping = touch->normal->rate(touch, &m, 1.0) - touch->normal->rate(touch, &m, 0.0);
    if ((m.d > deep || !touch->normal->linear) && damping * Wnn > (touch->normal->linear ? 30.0 : 5.0) * touch->fastest)
        return true;
    if (touch->normal->inner && touch->kn > 30.0 * touch->fastest * touch->cn) return true;
    if (touch->state != CAROM_CONTACT_SLIP) return false;
    for (int i = 0; i < carom_tangents(touch) && touch->damped; i++)
        if (touch->K.tt[i][i] > 30.0 * touch->fastest * touch->C.tt[i][i]) return true;
    const double kt = fmax(touch->K.tt[0][0], touch->K.tt[1][1]);
    return carom_touch_singular(touch) &&
           kt * carom_tangent_length(touch, m.v + 1) > 30.0 * touch->fastest * carom_tangent_length(touch, m.pull);
}

static void peak(void *self, int which, double value, double t, const double *y) {
    carom_touch *touch = self;
    if (which == PEAK_FORCE) {
        if (value > touch->largest_force) touch->largest_force = value;
        return;
    }
    if (value <= touch->largest_overlap || touch->state == CAROM_CONTACT_OPEN) return;
    if (touch->largest_overlap == 0.0) touch->compression_time = t;
    touch->largest_overlap = value;
    memcpy(touch->Pc, y + CAROM_STATE_P(touch), (size_t)touch->dim * sizeof *touch->Pc);
}

// A piece is passed in 16 parts where it is drawn: some 80 points an impact.
enum { DRAWN = 16 };

static bool piece(void *self, const double *y, carom_linear_piece *piece) {
    return !stiff(self, y) && carom_exact_piece(self, y, piece);
}

static void along(void *self, const carom_linear_piece *piece, const double *begin, double s, double *y) {
    const carom_touch *touch = self;
    carom_exact_along(touch, piece, begin[CAROM_STATE_WORK(touch)], s, y);
}

carom_status carom_touch_align(carom_touch *touch, carom_outcome *outcome) {
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

// How large everything grows, from the speed V and the time sqrt(m/k) of the normal spring.
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
    depth[END] = N;
    depth[CONE] = depth[CONE_OTHER] = touch->mu < 1.0 ? N * touch->mu : N;
    depth[NORMAL] = depth[NORMAL_OTHER] = L;
    depth[GUARDS + PEAK_FORCE] = N;
    depth[GUARDS + PEAK_OVERLAP] = L;
}

// The fastest oscillation of the contact sets the longest step.
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

// Modes that move beforehand: the surfaces touch, and they may already be parting there, while the body still approaches.
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

carom_status carom_touch_run(carom_touch *touch, carom_recorder *recorder, carom_outcome *outcome) {
    double y[CAROM_MACHINE_STATES] = {0.0}, size[CAROM_MACHINE_STATES], depth[CAROM_MACHINE_LOOKS], t = 0.0;
    touch->dim = touch->contact->dim;
    touch->recorder = recorder;
    touch->outcome = outcome;
    if (touch->contact->v[0] == 0.0) return carom_record_nothing(touch);
    memcpy(y + CAROM_STATE_V, touch->contact->v, (size_t)touch->dim * sizeof *y);
    const bool apart = start_modes(touch, y);
    const double unit = 1.0 / sqrt(touch->stiffest * touch->contact->W[0][0]);
    touch->fastest = fastest(touch);
    if (touch->softest == 0.0) touch->softest = 1.0;
    scale(touch, unit, size, depth);
    const carom_machine_system system = {.states = CAROM_STATE_Z(touch) + 2 * (int)carom_modes(touch),
                                         .quiet = CAROM_STATE_P(touch),
                                         .quiet_end = CAROM_STATE_XI(touch),
                                         .guards = GUARDS,
                                         .peaks = PEAKS,
                                         .unit = unit,
                                         .paced = !touch->vibrating,
                                         .work = recorder->work,
                                         .longest = 1.0 / touch->fastest,
                                         .size = size,
                                         .depth = depth,
                                         .flow = flow,
                                         .look = look,
                                         .turn = turn,
                                         .pass = pass,
                                         .stiff = stiff,
                                         .peak = peak,
                                         .piece = piece,
                                         .along = along,
                                         .passes = recorder->history || recorder->path ? DRAWN : 1,
                                         .vary = touch->vibrating ? NULL : &carom_touch_vary,
                                         .keep = recorder->keep,
                                         .impulse = CAROM_STATE_P(touch)};
    carom_machine_report report = {0};
    if (!apart && touch_down(touch, &t, y) == CAROM_JAMMED) return CAROM_NOT_APPLICABLE;
    const carom_status status = carom_machine_run(&system, touch, t, y, &report);
    outcome->evaluations = report.evaluations;
    // Where the next instant is not unique a slip can come to a place from which no slip goes on.
    if (status == CAROM_NOT_CONVERGED && touch->several && touch->state == CAROM_CONTACT_SLIP)
        return CAROM_NOT_APPLICABLE;
    return status == CAROM_OK ? carom_record_end(touch, y) : status;
}
