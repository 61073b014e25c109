// Prints tables in the requested format.
#ifndef CAROM_CLI_TABLE_H
#define CAROM_CLI_TABLE_H

#include "cli/print/words.h"
#include "mods/scenario/table.h"

// Prints a table on `file`, or on the original stdout if only tables are printed.
void carom_table_print(FILE *file, carom_table *table);

// Defines the options --format csv and --format md of every verb that prints tables. With these options only tables are
// printed, with all digits and separated by a blank line.
extern bool carom_table_csv, carom_table_md;
#define CAROM_TABLE_OPTIONS                                                                                            \
    {"csv", NULL, "", &carom_table_csv, NULL}, {                                                                       \
        "md", NULL, "", &carom_table_md, NULL                                                                          \
    }
bool carom_table_plain(void);  // true if either was given
bool carom_table_begin(void);  // call it after reading the options; returns false if stdout cannot be used
bool carom_table_finish(void); // call it at the end; returns false if something could not be written

// Selects the format of all tables: text, CSV or Markdown.
extern carom_format carom_output_format;

// Returns the file for the next table, and separates it from the previous one by a blank line.
FILE *carom_table_file(void);

#endif
