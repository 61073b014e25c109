// Implements elastic, perfectly plastic spheres. Thornton 1997.
//   load    N = k d^(3/2) to d_y, then F_y + (3/2) k sqrt(d_y) (d - d_y)
//   unload  from d_max, F_max: N = k sqrt(r) (d - d_p)^(3/2), r = k d_max^(3/2)/F_max, d_p = d_max - d_max/r
// Reloading follows the unloading curve back. For a material, d_y = R* (pi p_y/(2 E*))^2. Let v_y^2 = (4/5) k d_y^(5/2)
// W_nn
// and w = v_y/|v_n|. The head-on restitution is carom_e_of_yield(w), about 1.18 w^(1/4) for fast impacts.
#include <math.h>

#include "powers.h"
#include "restitution.h"
#include "taylor.h"

extern CAROM_COMPLIANT_API const carom_law carom_law_thornton;

enum { ELASTIC, PLASTIC, UNLOAD };

#define D_Y(touch) CAROM_OF((touch)->params, depth)

static double yielding(const carom_touch *touch, double d) {
    const double dy = D_Y(touch);
    return touch->kn * (carom_power(dy, 1.5) + 1.5 * carom_power(dy, 0.5) * (d - dy));
}

static double load(const carom_touch *touch, double d) {
    return d <= D_Y(touch) ? touch->kn * carom_power(d, 1.5) : yielding(touch, d);
}

// Return r of the unloading curve, and the overlap at which the curve begins.
static double flatter(const carom_touch *touch) {
    return touch->d_max > D_Y(touch) ? touch->kn * carom_power(touch->d_max, 1.5) / load(touch, touch->d_max) : 1.0;
}

static double above(const carom_touch *touch, double d) {
    return touch->phase == UNLOAD ? d - touch->d_max + touch->d_max / flatter(touch) : d;
}

static double force(const carom_touch *touch, const carom_touch_motion *m) {
    if (touch->phase == UNLOAD) return touch->kn * sqrt(flatter(touch)) * carom_power(above(touch, m->d), 1.5);
    return touch->phase == ELASTIC ? touch->kn * carom_power(m->d, 1.5) : yielding(touch, m->d);
}

static double rate(const carom_touch *touch, const carom_touch_motion *m, double dd) {
    const double from = touch->phase == PLASTIC ? D_Y(touch) : above(touch, m->d);
    const double k = touch->kn * (touch->phase == UNLOAD ? sqrt(flatter(touch)) : 1.0);
    return -1.5 * k * carom_power(from, 0.5) * m->v[0];
}

static double hold(const carom_touch *touch, const carom_touch_motion *m) {
    return carom_touch_singular(touch) ? force(touch, m) : touch->stiffest * above(touch, m->d);
}

// Computes the guards: loading lasts while the overlap grows, and is elastic up to d_y; unloading lasts while it is
// below its maximum.
static void guards(const carom_touch *touch, const carom_touch_motion *m, double g[2]) {
    g[0] = touch->phase == UNLOAD ? touch->d_max - m->d : -m->v[0] / sqrt(touch->stiffest * touch->contact->W[0][0]);
    if (touch->phase == ELASTIC) g[1] = D_Y(touch) - m->d;
}

static carom_machine_turn turn(carom_touch *touch, int guard, const carom_touch_motion *m) {
    if (touch->phase == UNLOAD) {
        touch->phase = touch->d_max < D_Y(touch) ? ELASTIC : PLASTIC;
    } else if (guard == 1) {
        touch->phase = PLASTIC;
    } else {
        touch->d_max = m->d;
        touch->phase = UNLOAD;
    }
    return CAROM_GO_ON;
}

static double term(const carom_touch *touch, carom_growth *g, int k) {
    double *from = g->part[1];
    if (touch->phase == PLASTIC)
        return 1.5 * touch->kn * carom_power(D_Y(touch), 0.5) * g->d[k] + (k == 0 ? load(touch, D_Y(touch)) : 0.0) -
               (k == 0 ? 1.5 * touch->kn * carom_power(D_Y(touch), 1.5) : 0.0);
    from[k] = k == 0 ? above(touch, g->d[0]) : g->d[k];
    if (!(from[0] > 1e-9 * touch->d_max)) return (double)NAN; // the series cannot be used closer to the end
    const double k_here = touch->kn * (touch->phase == UNLOAD ? sqrt(flatter(touch)) : 1.0);
    return k_here * carom_term_of_power(from, 1.5, g->part[0], k);
}

static const carom_normal normal = {
    .force = force, .rate = rate, .hold = hold, .guards = guards, .turn = turn, .term = term};

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_result *out) {
    const double dy = CAROM_OF(p, depth), v = c->v[0];
    carom_touch touch = {
        .normal = &normal, .contact = c, .params = p, .mu = p->mu, .kn = CAROM_OF(p, kn), .power = 1.5};
    if (!(touch.kn > 0.0)) return carom_device_refuse(out, CAROM_PARAM_kn);
    if (!(dy > 0.0)) return carom_device_refuse(out, CAROM_PARAM_depth);
    const double elastic = carom_powers_stiffness(&touch), vy = sqrt(0.8 * touch.kn * c->W[0][0]) * pow(dy, 1.25);
    touch.stiffest = v < 0.0 && touch.d_max > dy ? touch.kn * sqrt(dy) : elastic;
    touch.rebound = v < 0.0 ? carom_e_of_yield(fmax(1e-30, -vy / v)) : 1.0;
    if (!(touch.stiffest > 0.0 && isfinite(touch.stiffest))) return CAROM_OVERFLOW;
    const carom_status status = carom_touch_align(&touch, out);
    return status == CAROM_OK ? carom_touch_run(&touch, recorder, out) : status;
}

// The coefficients of this model.
static const carom_coefficient coefficients[] = {
    CAROM_ROW_IN("N/m^(3/2)", kn, CAROM_LEAST, CAROM_MOST, "N / d^(3/2) before yield",
                 "(4/3) E* sqrt(R*) for two spheres"),
    CAROM_ROW(depth, CAROM_LEAST, CAROM_MOST, "d_y: the overlap at which yield begins",
              "R* (pi p_y/(2 E*))^2; v_y = sqrt(0.8 kn W_nn) d_y^(5/4), and e is a function of v_y/|v_n|"),
    CAROM_DEVICE_KT_ROW,
    CAROM_DEVICE_CT_ROW,
    CAROM_DEVICE_MU_ROW,
};

CAROM_DEVICE(thornton, simulate, NULL);

const carom_law carom_law_thornton = {
    .name = "thornton",
    .solves = CAROM_2D | CAROM_3D,
    .guarantees = CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING |
                  CAROM_GUARANTEE_CONTINUOUS | CAROM_GUARANTEE_UNIQUE,
    .conditions = "",
    .summary = "elastic-perfectly plastic spheres: Hertz up to the overlap depth, then linear; a dent remains",
    .citation = "Thornton 1997",
    CAROM_DEVICE_LAW(thornton),
};
