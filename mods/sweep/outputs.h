// What is kept of an answer: a row of outputs.def, and its column of a block.
#ifndef CAROM_SWEEP_OUTPUTS_H
#define CAROM_SWEEP_OUTPUTS_H

#include "mods/sweep/study.h"

// What a law said about the contacts of a block.
typedef struct carom_block_columns {
    const carom_contacts *contacts;
    const double *P[3], *v[3], *dE;
    const double *start[3];        // the relative velocity before
    bool backwards;                // the bodies' velocities are those after the impact
    const double *work, *outcomes; // of several contacts
} carom_block_columns;

// n numbers: one of those columns, or made of them in `room`.
typedef const double *carom_output_fn(const carom_block_columns *block, size_t n, double *room);

#define CAROM_OUTPUT(ID, name, unit, where, meaning) carom_output_fn carom_output_##ID;
#include "mods/sweep/outputs.def"
#undef CAROM_OUTPUT

const double *carom_output_column(carom_sweep_quantity output, const carom_block_columns *block, size_t n,
                                  double *room);

#endif
