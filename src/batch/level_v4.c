// The vectorised code for x86-64-v4 (AVX-512). Built with -march=x86-64-v4; without that flag the level does not exist.
#include "batch/block.h"

#ifdef __AVX512VL__
#define CAROM_LEVEL_NAME "x86-64-v4"
#include "batch/lanes.h"

const carom_level *carom_level_v4(void) {
    return &this_level;
}
#else
const carom_level *carom_level_v4(void) {
    return NULL;
}
#endif
