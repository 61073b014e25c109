// No friction: P = (-(1 + e) v_n / W_nn, 0).
#include "carom/law.h"

static carom_status solve(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    const double Pc = -c->v[0] / c->W[0][0];
    out->mode = c->v[0] < 0.0 ? CAROM_MODE_SLIDING : CAROM_MODE_NONE;
    out->P[0] = (1.0 + p->e) * Pc;
    out->Pc[0] = Pc;
    for (int i = 1; i < c->dim; i++) out->P[i] = out->Pc[i] = 0.0;
    out->work_normal = 0.5 * (1.0 - p->e * p->e) * Pc * c->v[0];
    out->known = CAROM_KNOWS_COMPRESSION | CAROM_KNOWS_WORK;
    return CAROM_OK;
}

const carom_law_code carom_code_frictionless = {.solve = solve};
