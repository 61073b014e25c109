// Defines outputs: a row of outputs.def, and its column in a block.
#ifndef CAROM_SWEEP_OUTPUTS_H
#define CAROM_SWEEP_OUTPUTS_H

#include "mods/sweep/study.h"

// The results of a law for the contacts of a block.
typedef struct carom_block_columns {
    const carom_contacts *contacts;
    const double *P[3], *v[3], *dE;
    const double *start[3];        // the relative velocity before the impact
    bool backwards;                // the bodies' velocities are those after the impact
    const double *work, *outcomes; // for several contacts
} carom_block_columns;

// Returns n numbers: one of those columns, or values computed from them in `room`.
typedef const double *carom_output_fn(const carom_block_columns *block, size_t n, double *room);

#define CAROM_OUTPUT(ID, name, unit, where, meaning) carom_output_fn carom_output_##ID;
#include "mods/sweep/outputs.def"
#undef CAROM_OUTPUT

const double *carom_output_column(carom_sweep_quantity output, const carom_block_columns *block, size_t n,
                                  double *room);

#endif
