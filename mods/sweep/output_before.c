// Outputs the relative velocity before the impact: that of the scenario, or the result of an inverse sweep.
#include "mods/sweep/outputs.h"

const double *carom_output_vn_before(const carom_block_columns *block, size_t n, double *room) {
    return block->start[0];
}

const double *carom_output_vt_before(const carom_block_columns *block, size_t n, double *room) {
    return block->start[1];
}
