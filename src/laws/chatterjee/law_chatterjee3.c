// Chatterjee's law III (1997, 6.5.3) chooses a wanted velocity and scales it to the available energy.
//   M = W^-1
//   V_f = (-r_n v_n, -r_t v_t)                wanted
//   gamma = max(1, sqrt(V_f.M V_f / v.M v))   energy that it needs relative to the available energy
//   P = M (V_f / gamma - v)
// If P is outside the cone, it moves back along the line to the frictionless impulse until it touches the cone. With a
// singular W most V_f cannot be reached. The impulse then grows along the null vector until the cone limits it. It has
// no limit if that vector lies in the cone.
#include "laws/chatterjee/chatterjee.h"
#include "laws/chatterjee/jac_chatterjee.h"
#include "laws/chatterjee/kernel_chatterjee.h"
#include "laws/chatterjee/kernel_chatterjee_space.h"
#include "laws/chatterjee/outline_chatterjee.h"
#include "tables/row.h"

extern CAROM_API const carom_law carom_law_chatterjee3;

static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    static const carom_chatterjee_law law = {carom_chatterjee3_closed, carom_chatterjee3_space, carom_chatterjee_3};
    return carom_chatterjee_solve(&law, c, p, out);
}

// The coefficients of this law.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(r_n, 0, 1, "-v_n' / v_n of the target velocity", CAROM_NEWTON_ALIKE),
    CAROM_ROW(r_t, -1, 1, "-v_t' / v_t of the target velocity",
              CAROM_CHATTERJEE_AS_BILINEAR ", and e_t of glocker if both stick"),
    CAROM_CHATTERJEE_MU,
    CAROM_COEFFICIENT_REST_SPEED,
};

static const carom_contact_vtable code = {.solve = solve,
                                          .outline = carom_chatterjee_3_outline,
                                          .equations = CAROM_EXTRA(carom_chatterjee3_jac),
                                          .differentiable = CAROM_2D | CAROM_3D};

const carom_law carom_law_chatterjee3 = {
    .name = "chatterjee3",
    CAROM_CHATTERJEE_ROW,
    CAROM_COEFFICIENTS(coefficients),
    .summary = "a target velocity scaled to the available energy, its impulse limited by the friction cone",
    .citation = "Chatterjee 1997, 6.5.3",
    .contact = &code,
};
