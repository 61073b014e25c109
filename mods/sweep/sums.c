#include "mods/sweep/sums.h"

#include <string.h>

#include "carom/batch.h"

// Returns the instruction sets that the batches found on this machine, in rising order.
const carom_sums *carom_sums_at(int index) {
    static const carom_sums *(*const level[CAROM_SUMS_LEVELS])(void) = {carom_sums_baseline, carom_sums_v3,
                                                                        carom_sums_v4};
    for (int i = CAROM_SUMS_LEVELS - 1; i >= 0; i--) {
        const carom_sums *sums = level[i]();
        if (sums && !strcmp(sums->level, carom_batch_describe(NULL).instruction_set))
            return index <= i ? level[index]() : NULL;
    }
    return index == 0 ? carom_sums_baseline() : NULL;
}

const carom_sums *carom_sums_best(void) {
    const carom_sums *sums = NULL;
    for (int i = CAROM_SUMS_LEVELS - 1; !sums; i--) sums = carom_sums_at(i);
    return sums;
}
