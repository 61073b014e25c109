// Writes the results of a sweep: summaries as JSON, samples as CSV.
#ifndef CAROM_SWEEP_REPORTED_H
#define CAROM_SWEEP_REPORTED_H

#include <stdio.h>

#include "carom/sweep.h"
#include "mods/scenario/units.h"
#include "mods/scenario/value.h"

// Writes a label such as "delta_v_a of eastbound, m/s", in the unit that is printed; a fraction has no unit. Returns
// the text.
const char *carom_sweep_label(const carom_sweep_output *output, const carom_units *units, char *text, size_t size);

// Returns the units of the file, or those of --units.
carom_units carom_sweep_units_of(const carom_sweep_results *results, const char *option);

// Returns {"samples","done","seed","units","laws":[{"name","answers","violations","outputs","modes","worst"}]}.
json_t *carom_sweep_json(const carom_sweep_results *results, const carom_units *units);

// Writes headings, then one line per sample: its number, its inputs, then for each law its outputs, mode, status and
// violations. Samples that are not done are left out; numbers are empty if there is no result. Returns false if samples
// were not kept (no "columns" in the sweep file), or cannot be read or written.
bool carom_sweep_write_samples(const carom_sweep_results *results, const carom_units *units, FILE *file);

#endif
