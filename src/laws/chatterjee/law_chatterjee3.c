// Chatterjee's law III (1997, 6.5.3): a wanted velocity, made affordable.
//   V_f = (-r_n v_n, -r_t v_t) / gamma,  gamma = max(1, sqrt(V_f.M V_f / v.M v)),  P = M (V_f - v),  M = W^-1
//   outside the cone: back along the line to the frictionless impulse until it touches it.
// A singular W leaves most V_f out of reach: the impulse then runs off along the null vector until the cone stops it,
// and has no limit if that vector lies in the cone.
#include "carom/law.h"
#include "laws/chatterjee/chatterjee.h"
#include "laws/chatterjee/kernel_chatterjee.h"
#include "laws/chatterjee/kernel_chatterjee_space.h"

static carom_status solve(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    static const carom_chatterjee_law law = {carom_chatterjee3_closed, carom_chatterjee3_space, carom_chatterjee_3};
    return carom_chatterjee_solve(&law, c, p, out);
}

const carom_law_code carom_code_chatterjee3 = {.solve = solve};
