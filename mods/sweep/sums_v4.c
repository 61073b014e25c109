// Compiles the sums for x86-64-v4 (AVX-512). Without -march=x86-64-v4, carom_sums_v4() returns NULL.
#include "mods/sweep/sums.h"

#ifdef __AVX512VL__
#define CAROM_LEVEL_NAME "x86-64-v4"
#include "mods/sweep/sums_lanes.h"

const carom_sums *carom_sums_v4(void) {
    return &this_level;
}
#else
const carom_sums *carom_sums_v4(void) {
    return NULL;
}
#endif
