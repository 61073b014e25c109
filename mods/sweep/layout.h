// The datasets of a study's file, in order. docs/sweep.md describes them.
#ifndef CAROM_SWEEP_LAYOUT_H
#define CAROM_SWEEP_LAYOUT_H

#include "mods/sweep/results.h"

enum { CAROM_ITEM_STUDY, CAROM_ITEM_STATE, CAROM_ITEM_SAMPLES };

// Under /summary/<law>.
typedef enum carom_law_item {
    CAROM_LAW_COUNT,
    CAROM_LAW_STATUS,
    CAROM_LAW_MODES,
    CAROM_LAW_BROKEN,
    CAROM_LAW_MEAN,
    CAROM_LAW_COVARIANCE,
    CAROM_LAW_LEAST,
    CAROM_LAW_GREATEST,
    CAROM_LAW_QUANTILES,
    CAROM_LAW_HISTOGRAM,
    CAROM_LAW_SKETCH,
    CAROM_LAW_WORST_VALUE, // these three only if worst cases are kept
    CAROM_LAW_WORST_SAMPLE,
    CAROM_LAW_WORST_INPUTS,
    CAROM_LAW_ITEMS
} carom_law_item;

// Fills items, notes and names of the results; false if memory ends.
bool carom_layout(carom_results *results, const char *text);

// How many datasets each law has.
size_t carom_layout_law_items(const carom_study *study);

#endif
