// Outputs the components of the impulse on A, columns of the batch.
#include "mods/sweep/outputs.h"

const double *carom_output_Pn(const carom_block_columns *block, size_t n, double *room) {
    return block->P[0];
}

const double *carom_output_Pt(const carom_block_columns *block, size_t n, double *room) {
    return block->P[1];
}

const double *carom_output_Pt2(const carom_block_columns *block, size_t n, double *room) {
    return block->P[2];
}
