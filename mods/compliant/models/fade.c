// A spring behind a dashpot fades: the force of a contact that is not let go dies out for ever, and the approach with it.
// Here is seen when nothing can happen any more, so that what is left of the impulse may be told at once:
//   along a slip, or without friction, v_n' = w N is overdamped from kn = 4 cs^2 w on, N falls and keeps its sign; R = -v_n/w is
//   left, and the slip goes on if it does not stop before;
//   stuck, everything comes to rest, W P = -v. If over some time without an event the states u = (v, xi, s) became
//   rho u + e, then after k such times they are rho^k u + sum rho^(k-1-j) e_j, and no e_j has more energy than e: the cone
//   is not reached before rho^k is as small as e/(1 - rho), and less than that share of the impulse is in doubt.
#include "events.h"

#include <math.h>
#include <string.h>

#include "base/ldl.h"

// The share of the impulse that may be in doubt.
#define DOUBT 1e-10

// A picture shows the force until this share of it is left.
#define SEEN 1e-3

// Over: past this share of the present force, so that an event tells it.
#define NEXT 0.999

enum { CALM_FIRST = 32 };

// w of a slip, or without friction, that is overdamped and never stops; 0: it may.
static double fading_slip(const carom_touch *touch, const double *y, const carom_touch_motion *m,
                          const carom_forces *f) {
    double a[3];
    carom_acceleration(touch, y, f->F, a);
    const double w = a[0] / f->F[0], R = -m->v[0] / w;
    if (!(f->F[0] > 0.0 && m->v[0] < 0.0 && w > 0.0) || !(touch->kn >= 4.2 * touch->cn * touch->cn * w)) return 0.0;
    if (!(touch->normal->rate(touch, m, 0.0) < 0.0)) return 0.0;
    const double sense = touch->state == CAROM_CONTACT_SLIP ? touch->dir[0] : 0.0;
    return sense * (m->v[1] + R * a[1] / f->F[0]) >= 0.0 ? w : 0.0;
}

// v, xi and s, and the energy of such states.
static void take(const carom_touch *touch, const carom_touch_motion *m, double u[CAROM_CALM_STATES]) {
    memset(u, 0, CAROM_CALM_STATES * sizeof *u);
    memcpy(u, m->v, (size_t)touch->dim * sizeof *u);
    memcpy(u + 3, m->xi, (size_t)(touch->dim - 1) * sizeof *u);
    u[5] = m->inner;
}

static double energy(const carom_touch *touch, const carom_ldl *W, const double u[CAROM_CALM_STATES]) {
    double sum = carom_ldl_inverse_form(W, u, u) + touch->kn * u[5] * u[5];
    for (int i = 0; i < touch->dim - 1; i++) sum += touch->K.tt[i][i] * u[3 + i] * u[3 + i];
    return sum;
}

// Has a stuck contact come to where it only fades?
static bool fading_stick(const carom_touch *touch, const double before[CAROM_CALM_STATES], const carom_touch_motion *m,
                         const carom_forces *f) {
    const carom_ldl W = carom_factor(touch->dim, touch->contact->W);
    const bool bounded = !isinf(touch->mu);
    const double kt = fmax(touch->K.tt[0][0], touch->K.tt[1][1]);
    double u[CAROM_CALM_STATES];
    take(touch, m, u);
    const double rho = u[5] / before[5];
    if (W.rank < touch->dim || !(rho > 0.0 && rho < 1.0)) return false;
    for (int i = 0; i < CAROM_CALM_STATES; i++) u[i] -= rho * before[i];
    const double room = bounded ? touch->mu * f->N - carom_tangent_length(touch, m->pull) : f->N;
    const double reach = bounded ? touch->mu * sqrt(touch->kn) + sqrt(kt) : sqrt(touch->kn);
    return reach * sqrt(energy(touch, &W, u)) < DOUBT * (1.0 - rho) * room;
}

// A stuck contact is compared with itself after ever longer times: where it fades slowly the share 1 - rho is small at first.
static bool fades(carom_touch *touch, const double *y, const carom_touch_motion *m, const carom_forces *f) {
    carom_calm *calm = &touch->calm;
    if (touch->state == CAROM_CONTACT_FREE || (touch->state == CAROM_CONTACT_SLIP && touch->dim == 2))
        return fading_slip(touch, y, m, f) > 0.0;
    if (touch->state != CAROM_CONTACT_STICK) return false;
    const bool anew = calm->switches != touch->switches || calm->next == 0;
    calm->passes = anew ? 0 : calm->passes + 1;
    if (!anew && calm->passes < calm->next) return false;
    const bool over = !anew && fading_stick(touch, calm->u, m, f);
    calm->switches = touch->switches;
    calm->next = anew ? CALM_FIRST : 2 * calm->passes;
    take(touch, m, calm->u);
    return over;
}

void carom_touch_watch_fading(carom_touch *touch, const double *y, const carom_touch_motion *m, const carom_forces *f) {
    if (!touch->normal->inner) return;
    if (touch->mark > 0.0 && touch->calm.switches == touch->switches) return;
    touch->mark = 0.0;
    const bool drawn = touch->recorder->history || touch->recorder->path;
    if (drawn && f->F[0] > SEEN * touch->largest_force) return;
    if (fades(touch, y, m, f)) touch->mark = NEXT * f->F[0];
    touch->calm.switches = touch->switches;
}

// The rate at which N fades in the end, and how long it takes from here until a share `gone` of its greatest is left.
static double time_left(const carom_touch *touch, const carom_touch_motion *m, double N, double w, double gone) {
    const double fall = touch->normal->rate(touch, m, 0.0), b = touch->kn / touch->cn;
    const double root = w > 0.0 ? sqrt(fmax(0.0, b * b - 4.0 * touch->kn * w)) : 0.0;
    const double slow = w > 0.0 ? 2.0 * touch->kn * w / (b + root) : -fall / N;
    const double part = root > 0.0 ? (fall + (slow + root) * N) / root : N;
    return part > gone && slow > 0.0 ? log(part / gone) / slow : 0.0;
}

// What is left of a force that does fall to zero, straight.
static void let_go(carom_touch *touch, const carom_touch_motion *m, const carom_forces *f, double *y) {
    const double left = -f->F[0] / touch->normal->rate(touch, m, 0.0), mean = 0.5 * left;
    if (!(left > 0.0)) return;
    carom_touch_push(touch, (double[3]){mean * f->F[0], mean * f->F[1], mean * f->F[2]}, y);
    y[CAROM_STATE_WORK(touch)] += mean * f->F[0] * m->v[0];
    touch->end += left;
}

void carom_touch_fade(carom_touch *touch, const carom_touch_motion *m, double gone, double *y) {
    carom_forces f;
    double P[3] = {0.0}, a[3];
    carom_forces_at(touch, y, m, &f);
    if (m->v[0] > 0.0) {
        let_go(touch, m, &f, y);
        return;
    }
    carom_acceleration(touch, y, f.F, a);
    const double w = a[0] / f.F[0];
    if (touch->state == CAROM_CONTACT_STICK) {
        const carom_ldl W = carom_factor(touch->dim, touch->contact->W);
        if (!carom_ldl_solve(&W, m->v, P)) return;
        for (int i = 0; i < touch->dim; i++) P[i] = -P[i];
    } else if (w > 0.0) {
        for (int i = 0; i < touch->dim; i++) P[i] = -m->v[0] / w * f.F[i] / f.F[0];
    }
    carom_touch_push(touch, P, y);
    y[CAROM_STATE_WORK(touch)] += 0.5 * P[0] * m->v[0];
    if (touch->mark > 0.0)
        touch->end += time_left(touch, m, f.F[0], touch->state == CAROM_CONTACT_STICK ? 0.0 : w, gone);
}
