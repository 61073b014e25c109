// Implements LAMMPS's pair style gran/hertz/history: gran/hooke/history with every force multiplied by sqrt(R* d),
//   N = sqrt(R* d) (Kn d + m_eff gamma_n d'),  pull = sqrt(R* d) (Kt xi + m_eff gamma_t v_t)
// Kn = 4G/(3(1-nu)), Kt = 4G/(2-nu) in Pa, gamma in 1/(s m). The factor is common to both forces, so it does not affect
// slip. The tangential force has no potential, so energy that is stored at one overlap may be released with a larger
// force. If the point sticks, the contact gains up to a few percent of its energy; `mindlin` does not.
#include <math.h>

#include "lammps.h"
#include "linear.h"
#include "restitution.h"
#include "taylor.h"

extern CAROM_COMPLIANT_API const carom_law carom_law_lammps_hertz_history;

static double swell(const carom_touch *touch, const carom_touch_motion *m) {
    return m->d > 0.0 ? sqrt(CAROM_OF(touch->params, R_eff) * m->d) : 0.0;
}

// Returns the value whose zero ends the contact. If the force may pull, the contact ends with the overlap. The factor
// without sqrt(R* d) shows when the force changes sign.
static double hold(const carom_touch *touch, const carom_touch_motion *m) {
    return touch->cn > 0.0 && !touch->pulling && carom_touch_singular(touch) ? carom_linear_force(touch, m)
                                                                             : touch->kn * m->d;
}

static void guards(const carom_touch *touch, const carom_touch_motion *m, double g[2]) {
    if (touch->cn == 0.0 || (!touch->pulling && carom_touch_singular(touch))) return;
    if (touch->pulling) g[1] = m->d - (touch->mark > 0.0 ? touch->mark : touch->d_max) * 0.3;
    g[0] = (touch->pulling ? -1.0 : 1.0) * carom_linear_force(touch, m) / touch->kn;
}

static carom_machine_turn turn(carom_touch *touch, int guard, const carom_touch_motion *m) {
    if (guard == 0) return CAROM_OVER;
    touch->mark = m->d;
    return CAROM_GO_ON;
}

static double term(const carom_touch *touch, carom_growth *g, int k) {
    return touch->kn * g->d[k] + touch->cn * g->closing[k];
}

static const carom_normal normal = {.force = carom_linear_force,
                                    .rate = carom_linear_rate,
                                    .hold = hold,
                                    .guards = guards,
                                    .turn = turn,
                                    .term = term,
                                    .swell = swell};

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_result *out) {
    const double m = 1.0 / c->W[0][0], R = CAROM_OF(p, R_eff), v = c->v[0];
    carom_params damped = *p;
    for (int i = 0; i < 2; i++) CAROM_EACH_OF(&damped, ct)[i] *= m;
    carom_touch touch = {.normal = &normal, .contact = c, .params = &damped, .mu = p->mu, .kn = CAROM_OF(p, kn)};
    touch.cn = m * CAROM_OF(p, cn);
    if (!(touch.kn > 0.0)) return carom_device_refuse(out, CAROM_PARAM_kn);
    if (!(CAROM_OF(p, cn) >= 0.0)) return carom_device_refuse(out, CAROM_PARAM_cn);
    if (!(R > 0.0)) return carom_device_refuse(out, CAROM_PARAM_R_eff);
    touch.allowed = touch.cn > 0.0 && CAROM_OF(p, tension) == CAROM_TENSION_ALLOWED;
    touch.damp_power = 0.5;
    touch.d_max = pow(1.25 * m * v * v / (touch.kn * sqrt(R)), 0.4);
    const double most = v < 0.0 ? sqrt(R * touch.d_max) : 1.0;
    touch.stiffest = touch.kn * most;
    if (!(touch.stiffest > 0.0 && isfinite(touch.stiffest))) return CAROM_OVERFLOW;
    touch.rebound = fmax(1e-9, carom_e_of_zeta(0.5 * touch.cn * most * sqrt(c->W[0][0] / touch.stiffest)));
    const carom_status status = carom_touch_align(&touch, out);
    return status == CAROM_OK ? carom_touch_run(&touch, recorder, out) : status;
}

// The coefficients of this model.
static const carom_coefficient coefficients[] = {
    CAROM_ROW_IN("Pa", kn, CAROM_LEAST, CAROM_MOST, "LAMMPS's Kn: N / (sqrt(R* d) d) at rest",
                 "4G/(3(1-nu)); hertz's k is Kn sqrt(R*)"),
    CAROM_ROW_IN("1/(s m)", cn, 0, CAROM_MOST, "LAMMPS's gamma_n: the damping force is gamma_n sqrt(R* d) d' / W_nn",
                 "viscoelastic's A is (2/3) gamma_n/(W_nn Kn)"),
    CAROM_ROW_IN("Pa", kt, 0, CAROM_MOST, "LAMMPS's Kt: the spring force is kt sqrt(R* d) times the stretch",
                 "4G/(2-nu); NULL in LAMMPS means 2/7 Kn"),
    CAROM_ROW_IN("1/(s m)", ct, 0, CAROM_MOST,
                 "LAMMPS's gamma_t: the damping force is gamma_t sqrt(R* d) / W_nn times the rate of stretch",
                 "NULL in LAMMPS means gamma_n/2, dampflag 0 means 0"),
    CAROM_ROW(R_eff, CAROM_LEAST, CAROM_MOST, "1/R* = 1/R1 + 1/R2", "every force is proportional to its square root"),
    CAROM_DEVICE_TENSION_ROW,
    CAROM_DEVICE_MU_ROW,
};

CAROM_DEVICE_ALSO(lammps_hertz_history, simulate, NULL, carom_powers_also);

const carom_law carom_law_lammps_hertz_history = {
    .name = "lammps-hertz-history",
    .solves = CAROM_2D | CAROM_3D,
    .guarantees = CAROM_GUARANTEE_NONPENETRATING | CAROM_GUARANTEE_CONTINUOUS | CAROM_GUARANTEE_UNIQUE,
    .conditions = CAROM_ALSO_CUT,
    .summary =
        "LAMMPS gran/hertz/history: hooke/history times sqrt(R_eff d); can gain energy while sticking, unlike mindlin",
    .citation = "LAMMPS manual, pair_style gran/hertz/history",
    CAROM_DEVICE_LAW(lammps_hertz_history),
};
