// Chatterjee's five-parameter law (1997, 6.6): a weighted mean of his laws I, II and III.
//   P = s1 P_I + s2 P_II + (1 - s1 - s2) P_III
// The admissible impulses form a convex set, so the mean is admissible because the three are.
#include <math.h>

#include "carom/law.h"
#include "collide/give.h"
#include "laws/chatterjee/chatterjee.h"

// What is left for law III. 1e-15: s1 + s2 = 1 typed in decimals may miss 1 by rounding.
static double weight_of_3(const carom_params *p) {
    const double rest = 1.0 - p->s1 - p->s2;
    return fabs(rest) <= 1e-15 ? 0.0 : rest;
}

static carom_status solve(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    if (!carom_law_takes(p, CAROM_PARAM_s2, weight_of_3(p) >= 0.0)) return carom_refuse_param(out, CAROM_PARAM_s2);
    static carom_chatterjee_fn *const parts[] = {carom_chatterjee_1, carom_chatterjee_2, carom_chatterjee_3};
    const double weights[] = {p->s1, p->s2, weight_of_3(p)};
    const carom_chatterjee_input in = {.r_n = p->r_n, .r_t = p->r_t, .mu = p->mu};
    double sum[3] = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3; k++) {
        // A law without weight need not have an answer.
        double P[3];
        carom_mode mode;
        if (weights[k] == 0.0) continue;
        const carom_status status = parts[k](c, &in, P, &mode);
        if (status != CAROM_OK) return status;
        for (int i = 0; i < c->dim; i++) sum[i] += weights[k] * P[i];
    }
    return carom_give(out, c->dim, sum, CAROM_MODE_UNNAMED);
}

const carom_law_code carom_code_chatterjee = {.solve = solve};
