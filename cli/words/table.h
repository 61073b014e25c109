// Aligned columns for people. Knows UTF-8.
#ifndef CAROM_CLI_TABLE_H
#define CAROM_CLI_TABLE_H

#include <stddef.h>
#include <stdio.h>

#include "cli/words/words.h"

typedef struct carom_table {
    const char *align;  // one letter a column: 'l' left, 'r' right
    bool grouped;       // for reading, the first cell is said only where it differs from the row above
    size_t count, room; // cells
    char **cells;       // row by row; NULL behind the last cell of a row, which may then run over
} carom_table;

void carom_table_cell(carom_table *table, const char *format, ...) CAROM_PRINTF(2, 3);
void carom_table_number(carom_table *table, double value,
                        double scale); // six digits, 0 if rounding beside `scale`, - if none
void carom_table_end_row(carom_table *table);

// Prints two spaces, then the columns two apart, and lets go of the memory.
void carom_table_print(FILE *file, carom_table *table);

// Tables for programs instead: --csv and --md, in the options of every verb that prints tables. Then nothing but tables
// is printed, with all the digits there are, a blank line between two of them.
extern bool carom_table_csv, carom_table_md;
#define CAROM_TABLE_OPTIONS                                                                                            \
    {"csv", NULL, "print only the tables, as CSV", &carom_table_csv, NULL}, {                                          \
        "md", NULL, "print only the tables, as Markdown", &carom_table_md, NULL                                        \
    }
bool carom_table_plain(void);  // was either asked for?
bool carom_table_begin(void);  // once the options are read; false if standard output is lost
bool carom_table_finish(void); // at the end; false if something could not be written

// A number for reading: rounding beside `scale` is 0, and 0 has no sign.
double carom_tidy(double value, double scale);

#endif
