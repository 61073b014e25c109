// Chatterjee's law II (1997, 6.5.2) interpolates between the frictionless and the all-stopping impulse, each with its
// own coefficient.
//   P1 = (-v_n / W_nn) n                    frictionless
//   P2 = -W^-1 v                            all-stopping
//   P = (1 + r_n) P1 + (1 + r_t) (P2 - P1)
// If P is outside the cone, it moves back along the line to (1 + r_n) P1 until it touches the cone. In all cases v_n' =
// r_n |v_n|.
#include "laws/chatterjee/chatterjee.h"
#include "laws/chatterjee/jac_chatterjee.h"
#include "laws/chatterjee/kernel_chatterjee.h"
#include "laws/chatterjee/kernel_chatterjee_space.h"
#include "laws/chatterjee/outline_chatterjee.h"
#include "tables/row.h"

extern CAROM_API const carom_law carom_law_chatterjee2;

static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    static const carom_chatterjee_law law = {carom_chatterjee2_closed, carom_chatterjee2_space, carom_chatterjee_2};
    return carom_chatterjee_solve(&law, c, p, out);
}

// The coefficients of this law.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(r_n, 0, 1, "-v_n' / v_n, always", CAROM_NEWTON_ALIKE),
    CAROM_ROW(
        r_t, -1, 1,
        "position on the line from the frictionless impulse (-1) to the one that stops all motion (0) and beyond (1)",
        CAROM_CHATTERJEE_AS_BILINEAR),
    CAROM_CHATTERJEE_MU,
    CAROM_COEFFICIENT_REST_SPEED,
};

static const carom_contact_vtable code = {.solve = solve,
                                          .outline = carom_chatterjee_2_outline,
                                          .equations = CAROM_EXTRA(carom_chatterjee2_jac),
                                          .differentiable = CAROM_2D | CAROM_3D};

const carom_law carom_law_chatterjee2 = {
    .name = "chatterjee2",
    CAROM_CHATTERJEE_ROW,
    CAROM_COEFFICIENTS(coefficients),
    .summary = "between the frictionless impulse and the one that stops all motion, limited by the friction cone",
    .citation = "Chatterjee & Ruina 1998; Chatterjee 1997, 6.5.2",
    .contact = &code,
};
