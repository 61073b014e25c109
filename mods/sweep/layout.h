// Lists the datasets of a study's file, in order (docs/sweep.md).
#ifndef CAROM_SWEEP_LAYOUT_H
#define CAROM_SWEEP_LAYOUT_H

#include "mods/sweep/slots.h"
#include "mods/sweep/summary.h"

enum { CAROM_ITEM_STUDY, CAROM_ITEM_STATE, CAROM_ITEM_SAMPLES, CAROM_ITEM_SUMMARY_SUM };

// Datasets of /summary/<law>.
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
    CAROM_LAW_WORST_VALUE, // these three exist only if worst cases are kept
    CAROM_LAW_WORST_SAMPLE,
    CAROM_LAW_WORST_INPUTS,
    CAROM_LAW_ITEMS
} carom_law_item;

typedef struct carom_layout {
    const carom_study *study;
    carom_store_item *items;
    size_t item_count;
    carom_store_note *notes;
    size_t note_count;
    size_t first_law, first_column; // indices in items; columns and their checksums follow only if they are kept
    struct carom_name_tables *names;
} carom_layout;

extern const double carom_quantile_shares[];
enum { CAROM_QUANTILES = 9 };

// Creates the layout. Returns false if there is not enough memory. `text` is the sweep file, stored in the results.
bool carom_layout_make(carom_layout *layout, const carom_study *study, size_t state_words, const char *text);
void carom_layout_free(carom_layout *layout);

// Returns the index of the first column of a law: its outputs, then status, mode and violations.
int carom_layout_columns_of(const carom_study *study, int law);

// Returns the number of datasets of each law.
size_t carom_layout_law_items(const carom_study *study);

#endif
