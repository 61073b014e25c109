// The vectorised code for any machine for which this library was built: SSE2 on x86-64, NEON on AArch64, and otherwise
// as the compiler chooses.
#define CAROM_LEVEL_NAME "baseline"
#include "batch/lanes.h"

const carom_level *carom_level_baseline(void) {
    return &this_level;
}
