// A law without friction: P = (-(1 + e) v_n / W_nn, 0).
#include "derivative/equations.h"
#include "friction/gain.h"
#include "laws/frictionless/kernel_frictionless.h"
#include "tables/row.h"

extern CAROM_API const carom_law carom_law_frictionless;

static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    const double Pc = carom_frictionless_compression(c->W[0][0], c->v[0]);
    out->mode = CAROM_MODE_SLIDING;
    out->P[0] = (1.0 + p->e) * Pc;
    out->Pc[0] = Pc;
    for (int i = 1; i < c->dim; i++) out->P[i] = out->Pc[i] = 0.0;
    out->work_normal = 0.5 * (1.0 - p->e * p->e) * Pc * c->v[0];
    out->has = CAROM_HAS_COMPRESSION | CAROM_HAS_WORK;
    return CAROM_OK;
}

// Adds the equation W_nn P_n + (1 + e) v_n = 0, without friction.
static bool jac(const carom_law *self, const carom_contact *c, const carom_params *p, const carom_result *out,
                carom_equations *eq) {
    carom_row_rebound(eq, c, out->P, 0, p->e, CAROM_PARAM_e, &eq->row[0]);
    for (int i = 1; i < c->dim; i++) eq->row[i].P[i] = 1.0;
    return true;
}

// The coefficients of this law.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(e, 0, 1, "-v_n' / v_n: normal speed after to before",
              "Newton's, Poisson's and Stronge's coefficients agree without friction; equals ivanov's eta along the "
              "normal"),
    CAROM_COEFFICIENT_REST_SPEED,
};

static const carom_contact_vtable code = {.solve = solve,
                                          .max_restitution = CAROM_EXTRA(carom_gain_past_one),
                                          .equations = CAROM_EXTRA(jac),
                                          .differentiable = CAROM_2D | CAROM_3D};

const carom_law carom_law_frictionless = {
    .name = "frictionless",
    .module = "core",
    .solves = CAROM_2D | CAROM_3D,
    .closed_form = CAROM_2D | CAROM_3D,
    CAROM_COEFFICIENTS(coefficients),
    .guarantees = CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING |
                  CAROM_GUARANTEE_HOMOGENEOUS | CAROM_GUARANTEE_CONTINUOUS | CAROM_GUARANTEE_UNIQUE,
    .conditions = "",
    .summary = "no friction: the normal velocity is reversed and scaled by e",
    .citation = "Newton 1687",
    .contact = &code,
};
