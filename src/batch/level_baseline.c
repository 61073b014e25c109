// The lanes for any machine this library was built for: SSE2 on x86-64, NEON on AArch64, whatever the compiler finds.
#define CAROM_LEVEL_NAME "baseline"
#include "batch/lanes.h"

const carom_level *carom_level_baseline(void) {
    return &this_level;
}
