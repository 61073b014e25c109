// Without coupling between normal and tangent, each direction rebounds by its own coefficient, limited by friction.
// Chatterjee 1997, 6.4; Payr & Glocker 2005 (51)-(57).
//   P_n = -(1 + e_n) v_n / W_nn,   P_t = -min((1 + e_t) |v_t| / b, mu P_n) v_t / |v_t|,   W_tt v_t = b v_t
// The law is defined only if W_nt = 0 and the slip is along an axis of W_tt. If the contact cannot move along the slip,
// b = 0, the law takes the limit b -> 0+. Friction then opposes the slip with its full value, which is infinite if mu
// is. With e_t = -1 friction is zero.
#include "laws/bilinear/bilinear.h"
#include "laws/bilinear/jac_bilinear.h"

extern CAROM_API const carom_law carom_law_bilinear;

static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    double b;
    if (!carom_uncoupled(c) || !carom_slip_axis(c, &b)) return CAROM_NOT_APPLICABLE;
    // If the numerator is 0, this quotient is 0 for every b > 0, and would be 0/0 for b = 0.
    if (p->e_t == -1.0) b = 1.0;
    return carom_bilinear_solve(c, b, p, out);
}

// The coefficients of this law.
static const carom_coefficient coefficients[] = {
    CAROM_BILINEAR_E_N,
    CAROM_ROW(e_t, -1, 1, CAROM_BILINEAR_E_T,
              "equals r_t of Chatterjee's laws and e_t of glocker, which accept any W; 0 sticks, 1 reverses the slip"),
    CAROM_BILINEAR_MU,
    CAROM_COEFFICIENT_REST_SPEED,
};

static const carom_contact_vtable code = {
    .solve = solve, .equations = CAROM_EXTRA(carom_bilinear_jac), .differentiable = CAROM_2D | CAROM_3D};

const carom_law carom_law_bilinear = {
    .name = "bilinear",
    CAROM_BILINEAR_ROW(coefficients),
    .summary = "no coupling (W_nt = 0): normal and tangential motion rebound independently, limited by friction",
    .citation = "Chatterjee 1997, 6.4; Payr & Glocker 2005 (51)-(57)",
    .contact = &code,
};
