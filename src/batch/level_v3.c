// The vectorised code for x86-64-v3 (AVX2). Built with -march=x86-64-v3; without that flag the level does not exist.
#include "batch/block.h"

#ifdef __AVX2__
#define CAROM_LEVEL_NAME "x86-64-v3"
#include "batch/lanes.h"

const carom_level *carom_level_v3(void) {
    return &this_level;
}
#else
const carom_level *carom_level_v3(void) {
    return NULL;
}
#endif
