// The bilinear law for homogeneous spheres. Walton 1988; Payr & Glocker 2005 (51)-(57).
//   W = diag(a, b[, b]),  b = a (1 + 1/K),  K = 2/5:  b = 7/2 a  (two equal spheres double both)
//   P_n = -(1 + e_n) v_n / a,   P_t = -min((1 + e_t) |v_t| / b, mu P_n) v_t / |v_t|
// Any other W does not belong to a sphere and is rejected; the bilinear law accepts it.
#include "laws/bilinear/bilinear.h"
#include "laws/bilinear/jac_bilinear.h"

extern CAROM_API const carom_law carom_law_walton;

static bool is_sphere(const carom_contact *c) {
    for (int i = 1; i < c->dim; i++)
        if (!(fabs(c->W[i][i] - 3.5 * c->W[0][0]) <= CAROM_UNCOUPLED * c->W[i][i])) return false;
    return carom_uncoupled(c) && (c->dim == 2 || fabs(c->W[1][2]) <= CAROM_UNCOUPLED * c->W[1][1]);
}

static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    return is_sphere(c) ? carom_bilinear_solve(c, c->W[1][1], p, out) : CAROM_NOT_APPLICABLE;
}

// The coefficients of this law.
static const carom_coefficient coefficients[] = {
    CAROM_BILINEAR_E_N,
    CAROM_ROW(e_t, -1, 1, CAROM_BILINEAR_E_T " (Walton's beta_0)", "equals e_t of bilinear for a sphere"),
    CAROM_BILINEAR_MU,
    CAROM_COEFFICIENT_REST_SPEED,
};

static const carom_contact_vtable code = {
    .solve = solve, .equations = CAROM_EXTRA(carom_bilinear_jac), .differentiable = CAROM_2D | CAROM_3D};

const carom_law carom_law_walton = {
    .name = "walton",
    CAROM_BILINEAR_ROW(coefficients),
    .summary = "the bilinear law of homogeneous spheres: W_tt = 7/2 W_nn",
    .citation = "Walton 1988; Payr & Glocker 2005 (51)-(57)",
    .contact = &code,
};
