// Compiles the sums for x86-64-v3 (AVX2). Without -march=x86-64-v3, carom_sums_v3() returns NULL.
#include "mods/sweep/sums.h"

#ifdef __AVX2__
#define CAROM_LEVEL_NAME "x86-64-v3"
#include "mods/sweep/sums_lanes.h"

const carom_sums *carom_sums_v3(void) {
    return &this_level;
}
#else
const carom_sums *carom_sums_v3(void) {
    return NULL;
}
#endif
