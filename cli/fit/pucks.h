// Reads strobe pictures of the pucks of Chatterjee's table 11.1 as a table of measured impacts.
#ifndef CAROM_FIT_STUDY_PUCKS_H
#define CAROM_FIT_STUDY_PUCKS_H

#include "cli/fit/table.h"
#include "mods/scenario/shape.h"
#include "mods/scenario/value.h"

// Reads the first case with data, or the case of this name.
bool carom_fit_table_pucks(carom_fit_table *table, const carom_reading *r, const json_t *cases, const char *which);

#endif
