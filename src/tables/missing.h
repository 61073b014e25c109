// Finds the place of a coefficient in a set, the coefficients that are missing, and example values for them.
#ifndef CAROM_SRC_MISSING_H
#define CAROM_SRC_MISSING_H

#include <math.h>
#include <stdbool.h>

#include "carom/law.h"

// Returns the place of the first number of a coefficient in a set; NULL for an invalid number.
static inline const double *carom_param_number(const carom_params *params, const carom_coefficient *row) {
    switch (row->number) {
#define CAROM_PARAM(number, field, ...)                                                                                \
    case number:                                                                                                       \
        return (const double *)(const void *)&params->field;
#include "tables/params.def"
#undef CAROM_PARAM
    default: break;
    }
    const int place = row->number - CAROM_PARAM_OWN;
    return place >= 0 && place < CAROM_MAX_OWN ? &params->own[place] : NULL;
}

// Returns whether the set lacks this coefficient, which has no default.
static inline bool carom_param_missing(const carom_coefficient *row, const carom_params *params) {
    double values[3];
    if (!carom_param_required(row)) return false;
    if (row->kind == CAROM_LIST) return !params->list;
    return carom_params_get(params, row, values) && isnan(values[0]);
}

// Fills in the example value of each coefficient in the set `which` that the law needs and that is missing, except lists.
// Returns the set of those filled in.
static inline uint64_t carom_fill_examples(const carom_law *law, uint64_t which, carom_params *params) {
    uint64_t filled = 0;
    for (int k = 0; k < law->coefficient_count; k++) {
        const carom_coefficient *row = &law->coefficients[k];
        if (!(which >> row->number & 1) || !carom_param_missing(row, params) || row->kind == CAROM_LIST) continue;
        if (carom_params_set(params, row, &row->example, 1) == CAROM_OK) filled |= UINT64_C(1) << row->number;
    }
    return filled;
}

#endif
