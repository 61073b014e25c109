// An impulse along a given direction, with a length that follows from the energy. Ivanov 1992 in the form of Chatterjee
// 1997, 10.5.
//   P = -(1 + eta) (d.v) / (d.W d) d
//   eta^2 = (E_f - E_min) / (E_i - E_min) along d:  1 conserves energy, 0 loses the most, -1 gives P = 0
// If W d = 0, the impulse has no finite length. The direction d must point against the velocity, d.v < 0. If all
// components of d are zero, the normal is used, and eta is then Newton's e.
#include <math.h>

#include "base/sym.h"
#include "collide/set_impulse.h"
#include "derivative/equations.h"
#include "tables/row.h"

extern CAROM_API const carom_law carom_law_ivanov;

static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    double d[3], along = 0.0, dWd = 0.0, terms = 0.0;
    bool given = false;
    for (int i = 0; i < c->dim; i++) given = given || p->direction[i] != 0.0;
    for (int i = 0; i < c->dim; i++) d[i] = given ? p->direction[i] : (i == 0 ? 1.0 : 0.0);
    for (int i = 0; i < c->dim; i++) {
        along += d[i] * c->v[i];
        for (int j = 0; j < c->dim; j++) dWd += d[i] * c->W[i][j] * d[j];
        for (int j = 0; j < c->dim; j++) terms += fabs(d[i] * c->W[i][j] * d[j]);
    }
    // For d along the normal and a contact that touches without approach, there is no impulse.
    if (along == 0.0 && !given) return carom_set_no_impulse(out, c->dim);
    if (!(along < 0.0)) return carom_refuse_param(out, CAROM_PARAM_direction);
    if (!(dWd > CAROM_SINGULAR * terms)) return CAROM_NO_SOLUTION;
    const double length = -(1.0 + p->eta) * along / dWd;
    for (int i = 0; i < c->dim; i++) out->P[i] = length * d[i];
    return CAROM_OK;
}

// Computes the equations. For P = l d, the equation (d.W d) l + (1 + eta) d.v = 0 gives dl. Then dP = d dl + l dd. The
// rows are explicit, P - (..) = 0.
static bool jac(const carom_law *self, const carom_contact *c, const carom_params *p, const carom_result *out,
                carom_equations *eq) {
    double d[3], along = 0.0, dWd = 0.0, Wd[3] = {0.0};
    bool given = false;
    for (int i = 0; i < c->dim; i++) given = given || p->direction[i] != 0.0;
    for (int i = 0; i < c->dim; i++) d[i] = given ? p->direction[i] : (i == 0 ? 1.0 : 0.0);
    for (int i = 0; i < c->dim; i++) {
        along += d[i] * c->v[i];
        for (int j = 0; j < c->dim; j++) Wd[i] += c->W[i][j] * d[j];
        dWd += d[i] * Wd[i];
    }
    const double l = -(1.0 + p->eta) * along / dWd;
    const int eta = carom_param_column(eq, CAROM_PARAM_eta), first = carom_param_column(eq, CAROM_PARAM_direction);
    double dl[CAROM_JACOBIAN_COLUMNS] = {0.0};
    for (int i = 0; i < c->dim; i++) {
        dl[CAROM_JACOBIAN_V + i] = -(1.0 + p->eta) * d[i] / dWd;
        dl[first + i] = (-(1.0 + p->eta) * c->v[i] - 2.0 * l * Wd[i]) / dWd;
        for (int j = i; j < c->dim; j++)
            dl[carom_w_column(c->dim, i, j)] = -(i == j ? 1.0 : 2.0) * l * d[i] * d[j] / dWd;
    }
    dl[eta] = -along / dWd;
    for (int i = 0; i < c->dim; i++) {
        eq->row[i].P[i] = 1.0;
        for (int k = 0; k < CAROM_JACOBIAN_PARAM + eq->params; k++) eq->row[i].x[k] = -d[i] * dl[k];
        eq->row[i].x[first + i] -= l;
    }
    // An omitted direction is the normal, which does not vary.
    for (int i = 0; i < c->dim && !given; i++)
        for (int k = 0; k < c->dim; k++) eq->row[i].x[first + k] = 0.0;
    return true;
}

// The coefficients of this law.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(direction, -HUGE_VAL, HUGE_VAL, "direction of the impulse, any length",
              "d.v < 0; the default is the normal"),
    CAROM_ROW(eta, -1, 1, "signed root of (E_f - E_min) / (E_i - E_min) along the direction",
              "equals Newton's e if the direction is the normal"),
};

static const carom_contact_vtable code = {
    .solve = solve, .equations = CAROM_EXTRA(jac), .differentiable = CAROM_2D | CAROM_3D};

const carom_law carom_law_ivanov = {
    .name = "ivanov",
    .module = "core",
    .solves = CAROM_2D | CAROM_3D,
    .closed_form = CAROM_2D | CAROM_3D,
    CAROM_COEFFICIENTS(coefficients),
    .guarantees =
        CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_HOMOGENEOUS | CAROM_GUARANTEE_CONTINUOUS | CAROM_GUARANTEE_UNIQUE,
    .conditions = "",
    .summary = "an impulse along a given direction, its length from the energy",
    .citation = "Ivanov 1992; Chatterjee 1997, 10.5",
    .contact = &code,
};
