// Compiles the sums for any machine.
#define CAROM_LEVEL_NAME "baseline"
#include "mods/sweep/sums_lanes.h"

const carom_sums *carom_sums_baseline(void) {
    return &this_level;
}
