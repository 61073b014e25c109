// Rows of cells: aligned for people, or as CSV or Markdown for programs. Knows UTF-8.
#ifndef CAROM_SCENARIO_TABLE_H
#define CAROM_SCENARIO_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "carom/scenario.h"
#include "mods/scenario/read_error.h"

typedef struct carom_table {
    const char *align;   // one letter a column: 'l' left, 'r' right
    bool grouped;        // for reading, the first cell is written only where it differs from the row above
    carom_format format; // CAROM_FORMAT_TEXT, _CSV or _MARKDOWN
    bool short_of_memory;
    size_t count, room; // cells
    char **cells;       // row by row; NULL behind the last cell of a row, which may then run over
} carom_table;

void carom_table_cell(carom_table *table, const char *format, ...) CAROM_PRINTF(2, 3);

// A number with six digits, in CSV with all of them. Rounding beside `scale` is 0; NaN is "-", and nothing in CSV.
void carom_table_number(carom_table *table, double value, double scale);

// Ends a row early: the cell before may then run over the columns behind it.
void carom_table_end_row(carom_table *table);

// Writes the table and frees its memory. False if there was not enough memory for it.
bool carom_table_write(FILE *file, carom_table *table);

// A number for reading: rounding beside `scale` is 0, and 0 has no sign.
double carom_tidy(double value, double scale);

#endif
