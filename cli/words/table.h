// Aligned columns for people. Knows UTF-8.
#ifndef CAROM_CLI_TABLE_H
#define CAROM_CLI_TABLE_H

#include <stddef.h>
#include <stdio.h>

#include "cli/words/words.h"

typedef struct carom_table {
    const char *align;  // one letter a column: 'l' left, 'r' right
    size_t count, room; // cells
    char **cells;       // row by row; NULL behind the last cell of a row, which may then run over
} carom_table;

void carom_table_cell(carom_table *table, const char *format, ...) CAROM_PRINTF(2, 3);
void carom_table_number(carom_table *table, double value, double scale); // six digits, 0 if rounding beside `scale`, - if none
void carom_table_end_row(carom_table *table);

// Prints two spaces, then the columns two apart, and lets go of the memory.
void carom_table_print(FILE *file, carom_table *table);

// A number for reading: rounding beside `scale` is 0, and 0 has no sign.
double carom_tidy(double value, double scale);

#endif
