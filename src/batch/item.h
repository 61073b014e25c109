// Solves one item of a batch by carom_collide. Used for laws that are not vectorised and for items that are not
// ordinary.
#ifndef CAROM_SRC_ITEM_H
#define CAROM_SRC_ITEM_H

#include <stdbool.h>

#include "carom/batch.h"

static inline double carom_column_at(carom_column column, size_t i) {
    return *(const double *)(const void *)((const char *)column.first + i * column.stride);
}

static inline void carom_column_put(carom_column_out column, size_t i, double x) {
    if (column.first) *(double *)(void *)((char *)column.first + i * column.stride) = x;
}

static inline void carom_bytes_put(carom_byte_column_out column, size_t i, unsigned x) {
    if (column.first) column.first[i * column.stride] = (uint8_t)x;
}

// Returns the coefficients of item i before columns override them.
static inline const carom_params *carom_params_of(const carom_batch_in *in, size_t i) {
    return (const carom_params *)(const void *)((const char *)in->params + i * in->params_stride);
}

carom_contact carom_batch_contact(const carom_batch_in *in, size_t i);
carom_status carom_batch_params(const carom_law *law, const carom_batch_in *in, size_t i, carom_params *params);
void carom_batch_put(int dim, const carom_batch_out *out, size_t i, carom_status status, const carom_result *outcome);

// Check whether the law accepts this batch, and whether carom_params_default initialised the coefficients of these
// items.
carom_status carom_batch_validate(const carom_law *law, const carom_batch_in *in, const carom_batch_out *out);
bool carom_batch_marked(const carom_batch_in *in, size_t first, size_t end);

void carom_batch_item(const carom_law *law, const carom_batch_in *in, const carom_batch_out *out, size_t i);

#endif
