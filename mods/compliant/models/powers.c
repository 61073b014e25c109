// Implements N = k d^n + c d^q d' with q < n: tsuji, viscoelastic and those of LAMMPS. Near the end the dashpot
// dominates,
//   N = d^q S,  S = k d^(n-q) + c d'
// so the force falls to zero within an overlap, where S is zero. There the contact ends (tension "cut"), or it pulls
// until the overlap is zero ("allowed"). Both dissipate energy: with U = k d^(n+1)/(n+1) + kt xi^2/2
//   (T + U)' = -c d^q d'^2 - ct xi'^2 - mu |N| lam <= 0,  U >= 0 = U at touch
// N' is infinite at touch if q < 1: the contact point then sticks first.
#include "powers.h"

#include <math.h>

#include "restitution.h"
#include "taylor.h"

double carom_power(double d, double x) {
    return d > 0.0 ? x == 1.0 ? d : x == 0.5 ? sqrt(d) : x == 1.5 ? d * sqrt(d) : pow(d, x) : x == 0.0 ? 1.0 : 0.0;
}

static double force(const carom_touch *touch, const carom_touch_motion *m) {
    return touch->kn * carom_power(m->d, touch->power) - touch->cn * carom_power(m->d, touch->damp_power) * m->v[0];
}

static double rate(const carom_touch *touch, const carom_touch_motion *m, double dd) {
    const double n = touch->power, q = touch->damp_power, v = m->v[0];
    const double spring = -touch->kn * n * carom_power(m->d, n - 1.0) * v;
    if (touch->cn == 0.0) return spring;
    // If q < 1, the rate is infinite at first contact. After the end it is zero.
    const double touching = q < 1.0 && touch->state == CAROM_CONTACT_STICK ? HUGE_VAL : 0.0;
    const double slope = q == 0.0 ? 0.0 : m->d > 0.0 ? touch->cn * q * pow(m->d, q - 1.0) * v * v : touching;
    return spring + slope + touch->cn * carom_power(m->d, q) * dd;
}

// Returns true if the force itself is watched. In 3D this is needed for the direction of slip, because the contact is
// ended slightly before N = 0.
static bool by_force(const carom_touch *touch) {
    return !touch->pulling && carom_touch_singular(touch);
}

static double hold(const carom_touch *touch, const carom_touch_motion *m) {
    return by_force(touch) ? force(touch, m) : touch->stiffest * m->d;
}

// Computes S as a length, so that it has the size of the overlap.
static void guards(const carom_touch *touch, const carom_touch_motion *m, double g[2]) {
    if (touch->cn == 0.0 || by_force(touch)) return;
    if (touch->pulling) g[1] = m->d - (touch->mark > 0.0 ? touch->mark : touch->d_max) * 0.3;
    const double n = touch->power, q = touch->damp_power;
    const double S = touch->kn * carom_power(m->d, n - q) - touch->cn * m->v[0];
    g[0] = (touch->pulling ? -S : S) / touch->stiffest * carom_power(touch->d_max, q);
}

// Continues the pull with a new step, whenever the overlap has fallen to 1/3 of its value. A step must not be long
// relative to the remaining overlap.
static carom_machine_turn turn(carom_touch *touch, int guard, const carom_touch_motion *m) {
    if (guard == 0) return CAROM_OVER;
    touch->mark = m->d;
    return CAROM_GO_ON;
}

static double term(const carom_touch *touch, carom_growth *g, int k) {
    const double spring = touch->kn * carom_term_of_power(g->d, touch->power, g->part[0], k);
    if (touch->cn == 0.0) return spring;
    carom_term_of_power(g->d, touch->damp_power, g->part[1], k);
    return spring + touch->cn * carom_term_of_product(g->part[1], g->closing, k);
}

static const carom_normal normal = {
    .force = force, .rate = rate, .hold = hold, .guards = guards, .turn = turn, .term = term, .creeps = true};

double carom_powers_stiffness(carom_touch *touch) {
    const double n = touch->power, v = touch->contact->v[0];
    touch->d_max = pow(0.5 * (n + 1.0) * v * v / (touch->kn * touch->contact->W[0][0]), 1.0 / (n + 1.0));
    return v == 0.0 ? touch->kn : touch->kn * pow(touch->d_max, n - 1.0);
}

unsigned carom_powers_also(const carom_law *self, int dim, const carom_params *params) {
    return CAROM_OF(params, tension) == CAROM_TENSION_ALLOWED ? 0u : CAROM_GUARANTEE_COULOMB;
}

carom_status carom_powers_run(carom_touch *touch, carom_recorder *recorder, carom_result *out) {
    const carom_params *p = touch->params;
    touch->normal = &normal;
    touch->mu = p->mu;
    touch->allowed = touch->cn > 0.0 && CAROM_OF(p, tension) == CAROM_TENSION_ALLOWED;
    touch->stiffest = carom_powers_stiffness(touch);
    if (!(touch->stiffest > 0.0 && isfinite(touch->stiffest))) return CAROM_OVERFLOW;
    // Estimate the rebound by that of a linear dashpot with the damping at the largest overlap.
    const double c = touch->cn * carom_power(touch->d_max, touch->damp_power);
    const double zeta = 0.5 * c * sqrt(touch->contact->W[0][0] / touch->stiffest);
    touch->rebound = fmax(1e-9, carom_e_of_zeta(isfinite(zeta) ? zeta : 0.0));
    const carom_status status = carom_touch_align(touch, out);
    return status == CAROM_OK ? carom_touch_run(touch, recorder, out) : status;
}
