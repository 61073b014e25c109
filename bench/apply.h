// Generates random problems to which a given law applies. Some laws are defined only for some W or some directions. If
// the status of a law shows this, the problem is simplified until the law has a result. No law is named here.
#ifndef CAROM_BENCH_APPLY_H
#define CAROM_BENCH_APPLY_H

#include "bench/random.h"
#include "carom/carom.h"

// Simplifies W. Step 1 removes the coupling and makes the tangential entries equal; step 2 uses the W of a homogeneous
// sphere.
static inline void random_simplify(carom_contact *c, int step) {
    for (int i = 0; i < c->dim; i++)
        for (int j = 0; j < c->dim; j++)
            if (i != j) c->W[i][j] = 0.0;
    for (int i = 1; i < c->dim; i++) c->W[i][i] = step == 1 ? c->W[1][1] : 3.5 * c->W[0][0];
}

static inline carom_status random_apply(const carom_law *law, carom_contact *c, carom_params *p, carom_result *out) {
    carom_status status = carom_collide(law, c, p, out);
    for (int step = 1; status == CAROM_NOT_APPLICABLE && step <= 2; step++) {
        random_simplify(c, step);
        status = carom_collide(law, c, p, out);
    }
    // If the direction does not oppose the velocity, it is reversed.
    if (status == CAROM_COEFFICIENT_RANGE && out->coefficient == CAROM_PARAM_direction) {
        for (int i = 0; i < c->dim; i++) p->direction[i] = -p->direction[i];
        status = carom_collide(law, c, p, out);
    }
    return status;
}

#endif
