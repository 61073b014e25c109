// Outputs quantities of several contacts: the work of one of them, and the number of outcomes.
#include "mods/sweep/outputs.h"

const double *carom_output_work(const carom_block_columns *block, size_t n, double *room) {
    return block->work;
}

const double *carom_output_outcomes(const carom_block_columns *block, size_t n, double *room) {
    return block->outcomes;
}
