// What the two handles of carom/sweep.h hold.
#ifndef CAROM_SWEEP_SWEEP_H
#define CAROM_SWEEP_SWEEP_H

#include "carom/sweep.h"
#include "mods/sweep/block.h"
#include "mods/sweep/file.h"

struct carom_sweep {
    carom_sweep_file file;
    carom_results plan; // of the results' file, for its size; a run or a reader opens one of its own
};

#endif
