// Impacts as programs store them, in an array of structs, and the strided columns through which a batch reads and
// writes them.
#ifndef CAROM_TESTS_ITEMS_H
#define CAROM_TESTS_ITEMS_H

#include "carom/batch.h"

typedef struct item {
    carom_contact c;
    carom_params p;
    double P[3], v[3], dE;
    uint8_t mode, broken, status;
} item;

// Points the columns of a batch to the first item. The caller supplies the coefficients: one set for all impacts, one
// for each impact, or columns.
static inline void items_as_columns(item *x, int dim, carom_batch_in *in, carom_batch_out *out) {
    in->dim = dim;
    out->dE = (carom_column_out){&x->dE, sizeof *x};
    out->mode = (carom_byte_column_out){&x->mode, sizeof *x};
    out->violations = (carom_byte_column_out){&x->broken, sizeof *x};
    out->status = (carom_byte_column_out){&x->status, sizeof *x};
    for (int i = 0; i < dim; i++) {
        in->v[i] = (carom_column){&x->c.v[i], sizeof *x};
        out->P[i] = (carom_column_out){&x->P[i], sizeof *x};
        out->v[i] = (carom_column_out){&x->v[i], sizeof *x};
        for (int j = i; j < dim; j++) in->W[i][j] = (carom_column){&x->c.W[i][j], sizeof *x};
    }
}

#endif
