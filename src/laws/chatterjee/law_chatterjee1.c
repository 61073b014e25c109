// Chatterjee's law I (1997, 6.5.1): a direction chosen so that the law is bilinear where nothing couples, then a
// length.
//   d = (1, -rho v_t/|v_t|),  rho = min((1 + r_t) (M_22/M_11) |v_t| / ((1 + r_n) |v_n|), mu)
//   with M = W^-1 in the slip frame. Then P = -2 (d.v) / (d.W d) d keeps the energy; v_f is its v_n':
//   v_f > r_n |v_n|         shorten P to v_n' = r_n |v_n|        "restitution"
//   0 <= v_f <= r_n |v_n|   keep P                               "energy"
//   v_f < 0                 P_n -= 2 v_f / W_nn, energy kept     "projected"
#include "carom/law.h"
#include "laws/chatterjee/chatterjee.h"
#include "laws/chatterjee/kernel_chatterjee.h"
#include "laws/chatterjee/kernel_chatterjee_space.h"

static carom_status solve(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    static const carom_chatterjee_law law = {carom_chatterjee1_closed, carom_chatterjee1_space, carom_chatterjee_1};
    return carom_chatterjee_solve(&law, c, p, out);
}

const carom_law_code carom_code_chatterjee1 = {.solve = solve};
