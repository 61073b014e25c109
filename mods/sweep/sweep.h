// Defines the two handles of carom/sweep.h.
#ifndef CAROM_SWEEP_SWEEP_H
#define CAROM_SWEEP_SWEEP_H

#include "carom/sweep.h"
#include "mods/sweep/block.h"
#include "mods/sweep/file.h"

struct carom_sweep {
    carom_sweep_file file;
};

// Returns the units that the file states for its results.
const carom_units *carom_sweep_units(const carom_sweep *study);

#endif
