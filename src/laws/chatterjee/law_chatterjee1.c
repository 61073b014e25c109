// Chatterjee's law I (1997, 6.5.1) first chooses a direction, such that the law is bilinear if there is no coupling,
// and then a length.
//   M = W^-1 in the slip frame
//   rho = min((1 + r_t) (M_22/M_11) |v_t| / ((1 + r_n) |v_n|), mu)
//   d = (1, -rho v_t/|v_t|)
//   P = -2 (d.v) / (d.W d) d   conserves energy
//   v_f = v_n + (W P)_n        its normal velocity afterwards
// Then
//   v_f > r_n |v_n|         shorten P to v_n' = r_n |v_n|           "restitution"
//   0 <= v_f <= r_n |v_n|   keep P                                  "energy"
//   v_f < 0                 P_n -= 2 v_f / W_nn, energy conserved   "projected"
#include "laws/chatterjee/chatterjee.h"
#include "laws/chatterjee/jac_chatterjee.h"
#include "laws/chatterjee/kernel_chatterjee.h"
#include "laws/chatterjee/kernel_chatterjee_space.h"
#include "laws/chatterjee/outline_chatterjee.h"
#include "tables/row.h"

extern CAROM_API const carom_law carom_law_chatterjee1;

static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    static const carom_chatterjee_law law = {carom_chatterjee1_closed, carom_chatterjee1_space, carom_chatterjee_1};
    return carom_chatterjee_solve(&law, c, p, out);
}

// The coefficients of this law.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(r_n, 0, 1, "-v_n' / v_n unless the energy limits the impulse", CAROM_NEWTON_ALIKE),
    CAROM_ROW(r_t, -1, 1, "-v_t' / v_t if W_nt = 0 and friction allows it",
              CAROM_CHATTERJEE_AS_BILINEAR "; -1 means no friction impulse"),
    CAROM_CHATTERJEE_MU,
    CAROM_COEFFICIENT_REST_SPEED,
};

static const carom_contact_vtable code = {.solve = solve,
                                          .outline = carom_chatterjee_1_outline,
                                          .equations = CAROM_EXTRA(carom_chatterjee1_jac),
                                          .differentiable = CAROM_2D | CAROM_3D};

const carom_law carom_law_chatterjee1 = {
    .name = "chatterjee1",
    CAROM_CHATTERJEE_ROW,
    CAROM_COEFFICIENTS(coefficients),
    .summary = "the mass ratio gives the direction of the impulse, restitution or energy its length",
    .citation = "Chatterjee 1997, 6.5.1",
    .contact = &code,
};
