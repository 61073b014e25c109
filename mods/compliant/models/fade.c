// Ends contacts with a spring behind a dashpot whose force fades forever, together with the approach.
// The remaining impulse is added at once when no event is possible any more:
//   While slipping, or without friction, v_n' = w N is overdamped if kn >= 4 cs^2 w. N then falls and keeps its sign.
//   The
//   remaining impulse is R = -v_n/w, and the slip continues if it does not stop before.
//   While sticking, everything comes to rest, W P = -v. Suppose the states u = (v, xi, s) became rho u + e over some
//   time
//   without an event. After k such times they are rho^k u + sum rho^(k-1-j) e_j, and no e_j has more energy than e. The
//   cone
//   is not reached before rho^k is as small as e/(1 - rho), so less than that fraction of the impulse is uncertain.
#include "events.h"

#include <math.h>
#include <string.h>

#include "base/ldl.h"

// The fraction of the impulse that may be uncertain.
#define DOUBT 1e-10

// The history shows the force until this fraction of it is left.
#define SEEN 1e-3

// The next event is at this fraction of the present force, so that the end is detected as an event.
#define NEXT 0.999

enum { CALM_FIRST = 32 };

// Returns w of a slip, or of a contact without friction, that is overdamped and never stops; 0 if it may stop.
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

// Copy v, xi and s, and compute their energy.
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

// Returns true if a sticking contact can only fade from now on.
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

// Returns true if the contact fades. The states of a sticking contact are compared with its earlier states after
// increasing times. If it fades slowly, 1 - rho is small at first.
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

// Returns the time until a fraction `gone` of the largest force is left, from the final rate at which N fades.
static double time_left(const carom_touch *touch, const carom_touch_motion *m, double N, double w, double gone) {
    const double fall = touch->normal->rate(touch, m, 0.0), b = touch->kn / touch->cn;
    const double root = w > 0.0 ? sqrt(fmax(0.0, b * b - 4.0 * touch->kn * w)) : 0.0;
    const double slow = w > 0.0 ? 2.0 * touch->kn * w / (b + root) : -fall / N;
    const double part = root > 0.0 ? (fall + (slow + root) * N) / root : N;
    return part > gone && slow > 0.0 ? log(part / gone) / slow : 0.0;
}

// Adds the remaining impulse of a force that reaches zero, by linear extrapolation.
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
