// Determines which levels this machine can run.
#include <stdbool.h>

#include "batch/block.h"
#include "batch/blocks.h"

#if defined(__x86_64__) && defined(__GNUC__)
// Returns whether this machine has x86-64-v3. Its other instructions (lzcnt, movbe, f16c) are disabled when this level
// is built (CaromLanes.cmake). GCOV_EXCL_BR_START: each machine takes only one side of these branches.
static bool has_v3(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2");
}

static bool has_v4(void) {
    return has_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}
// GCOV_EXCL_BR_STOP
#else
static bool has_v3(void) {
    return false;
}

static bool has_v4(void) {
    return false;
}
#endif

const carom_level *carom_level_at(int index) {
    switch (index) {
    case 0: return carom_level_baseline();
    case 1: return has_v3() ? carom_level_v3() : NULL; // GCOV_EXCL_BR_LINE: as above
    case 2: return has_v4() ? carom_level_v4() : NULL; // GCOV_EXCL_BR_LINE: as above
    default: return NULL;
    }
}

static const carom_level *best(void) {
    const carom_level *level = NULL;
    for (int i = CAROM_LEVEL_COUNT - 1; !level; i--) level = carom_level_at(i);
    return level;
}

carom_batch_info carom_batch_describe(const carom_law *law) {
    return (carom_batch_info){.vectorised = carom_batch_lanes(law),
                              .memory = {carom_batch_memory(law, 2), carom_batch_memory(law, 3)},
                              .instruction_set = best()->name};
}

carom_status carom_collide_batch_part(const carom_law *law, size_t n, const carom_batch_in *in,
                                      const carom_batch_out *out, size_t part, size_t parts) {
    return carom_batch_at(best(), law, n, in, out, part, parts);
}

carom_status carom_collide_batch(const carom_law *law, size_t n, const carom_batch_in *in, const carom_batch_out *out) {
    return carom_batch_at(best(), law, n, in, out, 0, 1);
}
