#include "mods/sweep/outputs.h"

#include <assert.h>

static const struct {
    carom_output_info info;
    carom_output_fn *column;
} rows[] = {
#define CAROM_OUTPUT(ID, name, unit, where, meaning)                                                                   \
    {{name, unit, meaning, CAROM_OUTPUT_IN_##where}, carom_output_##ID},
#include "mods/sweep/outputs.def"
#undef CAROM_OUTPUT
};
static_assert(sizeof rows / sizeof *rows == CAROM_OUTPUT_COUNT, "one row an output");
#define CAROM_OUTPUT(ID, name, unit, where, meaning)                                                                   \
    static_assert(sizeof(name) > 1 && sizeof(unit) > 1 && sizeof(meaning) > 1, "output " #ID " has all its words");
#include "mods/sweep/outputs.def"
#undef CAROM_OUTPUT

const carom_output_info *carom_output_at(int output) {
    return output >= 0 && output < CAROM_OUTPUT_COUNT ? &rows[output].info : NULL;
}

const double *carom_output_column(carom_sweep_quantity output, const carom_block_columns *block, size_t n,
                                  double *room) {
    return rows[output].column(block, n, room);
}
