// Compares two results bit for bit.
#ifndef CAROM_TESTS_OUTCOME_H
#define CAROM_TESTS_OUTCOME_H

#include <string.h>

#include "carom/carom.h"

// Compares every member that a result has, but not the padding between members.
static inline bool same_outcome(const carom_result *a, const carom_result *b, int dim) {
    const size_t numbers = (size_t)dim * sizeof(double);
    return a->status == b->status && a->mode == b->mode && a->violations == b->violations &&
           a->solution_count == b->solution_count && a->evaluations == b->evaluations && !memcmp(a->P, b->P, numbers) &&
           !memcmp(a->v, b->v, numbers) && !memcmp(&a->dE, &b->dE, sizeof a->dE) && !memcmp(a->Pc, b->Pc, numbers) &&
           !memcmp(&a->work_normal, &b->work_normal, sizeof a->work_normal);
}

#endif
