// Random problems a given law applies to. Some laws are defined for some W or some directions only; they say so by
// their status, and the problem is simplified until they answer. No law is named here.
#ifndef CAROM_BENCH_APPLY_H
#define CAROM_BENCH_APPLY_H

#include "bench/random.h"
#include "carom/carom.h"

// Simpler and simpler: as it is; without coupling; a homogeneous sphere's.
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
    // A direction that points with the velocity is turned against it.
    if (status == CAROM_COEFFICIENT_RANGE && out->coefficient == CAROM_PARAM_direction) {
        for (int i = 0; i < c->dim; i++) p->direction[i] = -p->direction[i];
        status = carom_collide(law, c, p, out);
    }
    return status;
}

#endif
