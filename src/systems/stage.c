#include "systems/stage.h"

#include <math.h>

#include "tables/params.h"

void carom_stage_carve(carom_stage_memory *m, int nc, carom_solver solver, carom_arena *a) {
    m->cone = CAROM_TAKE(a, nc, carom_cone);
    m->zero = CAROM_TAKE(a, 2 * nc, double);
    carom_found_carve(&m->found, nc, 4, a);
    m->solver_bytes = carom_cones_memory(nc, solver);
    m->solver = carom_arena_take(a, 1, m->solver_bytes);
}

static carom_cone rate_cone(const carom_params *p, double vn, double vt, bool strikes) {
    carom_cone k = carom_coulomb(p->mu);
    if (!strikes && vn > 0.0) {
        k.lo = k.hi = (carom_edge){0.0, 0.0};
        k.may = CAROM_MAY_REST | CAROM_MAY_PLUS | CAROM_DRIVEN;
        return k;
    }
    if (vt != 0.0) {
        k.lo = k.hi = vt > 0.0 ? k.lo : k.hi;
        k.may = CAROM_MAY_REST | CAROM_MAY_PRESS | CAROM_MAY_PLUS | CAROM_DRIVEN;
    } else {
        k.hold = carom_mu_static(p) - p->mu;
    }
    if (strikes) {
        k.floor = 1.0;
        k.may &= ~(unsigned)CAROM_MAY_PRESS;
    }
    return k;
}

carom_status carom_stage_rates(const carom_system *s, const carom_system_params *p, const double *v,
                               carom_stage_memory *m, double *residual) {
    bool holds = false;
    for (int i = 0; i < s->nc; i++) {
        m->cone[i] = rate_cone(&p->contacts[i], v[2 * i], v[2 * i + 1], i == p->striking);
        m->zero[2 * i] = m->zero[2 * i + 1] = 0.0;
        holds = holds || m->cone[i].hold > 0.0;
    }
    // If static friction exceeds mu, this is not a complementarity problem. The mode sets are then enumerated, which
    // limits the number of contacts.
    if (holds && s->nc > CAROM_MAX_ENUMERATED) return CAROM_NOT_APPLICABLE;
    const carom_solver solver = holds ? CAROM_SOLVER_ENUMERATE : p->solver;
    const carom_cones cones = {.nc = s->nc, .W = s->W, .q = m->zero, .cone = m->cone};
    const carom_status status = carom_cones_solve(&cones, solver, m->solver, m->solver_bytes, &m->found);
    if (carom_status_classify(status) != CAROM_CLASS_OK) return status;
    carom_cones_clean(&cones, m->found.P, m->found.y);
    *residual = carom_cones_residual(&cones, m->found.P);
    // Between mu and mu_static both holding and slipping are consistent. Holding comes first, by the definition of
    // static friction.
    return holds ? CAROM_OK : status;
}

carom_mode carom_stage_mode(const carom_stage_memory *m, const double *v, int i, int c) {
    const double *f = m->found.P + 2 * i, *a = m->found.y + 2 * i;
    if (i != c && v[2 * i] > 0.0) return CAROM_MODE_FREE;
    if (i != c && f[0] == 0.0) return CAROM_MODE_OPEN;
    const double slip = v[2 * i + 1] != 0.0 ? v[2 * i + 1] : a[1];
    return slip == 0.0 ? CAROM_MODE_STICK : slip > 0.0 ? CAROM_MODE_SLIP_PLUS : CAROM_MODE_SLIP_MINUS;
}
