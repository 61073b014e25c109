// Tables of the command, in the format that the options ask for.
#ifndef CAROM_CLI_TABLE_H
#define CAROM_CLI_TABLE_H

#include "cli/print/words.h"
#include "mods/scenario/table.h"

// Prints a table on `file`, or, if only tables are printed, on what stdout was.
void carom_table_print(FILE *file, carom_table *table);

// Tables for programs instead: --format csv and md, in the options of every verb that prints tables. Then nothing but tables
// is printed, with all the digits there are, a blank line between two of them.
extern bool carom_table_csv, carom_table_md;
#define CAROM_TABLE_OPTIONS                                                                                            \
    {"csv", NULL, "", &carom_table_csv, NULL}, {                                                                       \
        "md", NULL, "", &carom_table_md, NULL                                                                          \
    }
bool carom_table_plain(void);  // was either asked for?
bool carom_table_begin(void);  // once the options are read; false if standard output is lost
bool carom_table_finish(void); // at the end; false if something could not be written

// The format of all tables: text, CSV or Markdown. Every table begins with it.
extern carom_format carom_output_format;

// Where the next table goes, if it is not stdout; a blank line parts it from the one before.
FILE *carom_table_file(void);

#endif
