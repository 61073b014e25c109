// Outputs the components of the relative velocity after the impact, columns of the batch.
#include "mods/sweep/outputs.h"

const double *carom_output_vn(const carom_block_columns *block, size_t n, double *room) {
    return block->v[0];
}

const double *carom_output_vt(const carom_block_columns *block, size_t n, double *room) {
    return block->v[1];
}

const double *carom_output_vt2(const carom_block_columns *block, size_t n, double *room) {
    return block->v[2];
}
