// Chatterjee's law II (1997, 6.5.2): between the frictionless and the all-stopping impulse, each with its own
// coefficient.
//   P1 = (-v_n / W_nn) n,  P2 = -W^-1 v,  P = (1 + r_n) P1 + (1 + r_t) (P2 - P1)
//   outside the cone: back along the line to (1 + r_n) P1 until it touches it.
// Always v_n' = r_n |v_n|.
#include "carom/law.h"
#include "laws/chatterjee/chatterjee.h"
#include "laws/chatterjee/kernel_chatterjee.h"
#include "laws/chatterjee/kernel_chatterjee_space.h"

static carom_status solve(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    static const carom_chatterjee_law law = {carom_chatterjee2_closed, carom_chatterjee2_space, carom_chatterjee_2};
    return carom_chatterjee_solve(&law, c, p, out);
}

const carom_law_code carom_code_chatterjee2 = {.solve = solve};
