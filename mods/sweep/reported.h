// What a sweep found, for programs: its summaries as JSON, its samples as lines of CSV.
#ifndef CAROM_SWEEP_REPORTED_H
#define CAROM_SWEEP_REPORTED_H

#include <stdio.h>

#include "carom/sweep.h"
#include "mods/scenario/value.h"

// "delta_v_a of eastbound, m/s"; a share has no unit. Returns the text.
const char *carom_sweep_label(const carom_sweep_output *output, char *text, size_t size);

// {"samples","done","seed","laws":[{"name","answers","violations","outputs","modes","worst"}]}
json_t *carom_sweep_json(const carom_sweep_results *results);

// A line a sample, heads first: its number, its inputs, then of each law its outputs, mode, status and what it breaks.
// Samples that are not done yet are left out; so are the numbers of one without an answer. False if no samples were kept
// (no "columns" in the sweep file), or they cannot be read or written.
bool carom_sweep_write_samples(const carom_sweep_results *results, FILE *file);

#endif
