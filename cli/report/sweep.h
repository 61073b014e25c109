// Adds the results of a sweep to a document.
#ifndef CAROM_REPORT_SWEEP_H
#define CAROM_REPORT_SWEEP_H

#include "carom/sweep.h"
#include "cli/document/document.h"
#include "cli/report/impact.h"

typedef struct carom_sweep_view {
    carom_sweep_results *results;
    const carom_sweep *study;
    carom_sweep_info shape;
    const carom_units *units;
    int only; // index of the law that is shown; -1: all of them
    carom_document *document;
    // For a page.
    const json_t *file; // as the file states it
    uint64_t typical;
    bool has_typical;
    const carom_impact_view *view; // the typical case; NULL if there is none
} carom_sweep_view;

carom_sweep_view carom_sweep_view_of(carom_sweep_results *results, const carom_units *units);

const char *carom_sweep_law(const carom_sweep_view *view, int law);
bool carom_sweep_shows(const carom_sweep_view *view, int law);

// Returns the name of an output for a reader: "eastbound: delta-v" for "delta_v_a"; and its unit, "" for a plain number.
const char *carom_sweep_output_title(const carom_sweep_view *view, int output);
const char *carom_sweep_output_unit(const carom_sweep_view *view, int output);

// Add tables: the number of results and of violations; percentiles, mean and range of outputs `first` to `end` - 1, with
// the name of the output if there are several; and the modes and the statuses without a result.
void carom_sweep_counts(const carom_sweep_view *view);
void carom_sweep_quantiles(const carom_sweep_view *view, int first, int end);
void carom_sweep_modes(const carom_sweep_view *view);

// Builds the document that `carom report` prints.
carom_document *carom_sweep_document(carom_sweep_view *view);

#endif
