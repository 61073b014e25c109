// Writes tables as aligned text, CSV or Markdown, in UTF-8.
#ifndef CAROM_SCENARIO_TABLE_H
#define CAROM_SCENARIO_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "carom/scenario.h"
#include "mods/scenario/read_error.h"

typedef struct carom_table {
    const char *align;   // one letter per column: 'l' left, 'r' right
    bool grouped;        // in text, the first cell is written only if it differs from the row above
    carom_format format; // CAROM_FORMAT_TEXT, _CSV or _MARKDOWN
    bool short_of_memory;
    size_t count, room; // cells
    char **cells;       // row by row; NULL after the last cell of a row, which may then extend to the right
} carom_table;

void carom_table_cell(carom_table *table, const char *format, ...) CAROM_PRINTF(2, 3);

// Adds a number with six digits, or all digits in CSV. Rounding errors relative to `scale` are 0; NaN is "-", and empty
// in CSV.
void carom_table_number(carom_table *table, double value, double scale);

// Ends a row early: the last cell may then extend over the next columns.
void carom_table_end_row(carom_table *table);

// Writes the table and frees its memory. Returns false if there was not enough memory for it.
bool carom_table_write(FILE *file, carom_table *table);

// Rounds a number for text: rounding errors relative to `scale` are 0, and 0 has no sign.
double carom_tidy(double value, double scale);

#endif
