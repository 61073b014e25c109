// The relative velocity before: the scenario's own, or what was found where a sweep runs backwards.
#include "mods/sweep/outputs.h"

const double *carom_output_vn_before(const carom_block_columns *block, size_t n, double *room) {
    return block->start[0];
}

const double *carom_output_vt_before(const carom_block_columns *block, size_t n, double *room) {
    return block->start[1];
}
