// Coefficients that are missing from a set, and example values for them.
#ifndef CAROM_SRC_MISSING_H
#define CAROM_SRC_MISSING_H

#include <math.h>
#include <stdbool.h>

#include "carom/law.h"

// Does the set lack this coefficient, which has no default?
static inline bool carom_param_missing(const carom_param_info *row, const carom_params *params) {
    double values[3];
    if (!carom_param_required(row)) return false;
    if (row->kind == CAROM_LIST) return !params->list;
    return carom_param_read(params, row, values) && isnan(values[0]);
}

// Fills in the example value of each coefficient in the set `which` that the law needs and that is missing, except lists.
// Returns the set of those filled in.
static inline uint64_t carom_fill_examples(const carom_law *law, uint64_t which, carom_params *params) {
    uint64_t filled = 0;
    for (int i = 0; i < CAROM_PARAM_ROOM; i++) {
        const carom_param_info *row = (law->reads & which) >> i & 1 ? carom_law_param(law, i) : NULL;
        if (!carom_param_missing(row, params) || row->kind == CAROM_LIST) continue;
        if (carom_param_put(params, row, &row->example, 1) == CAROM_OK) filled |= UINT64_C(1) << i;
    }
    return filled;
}

#endif
