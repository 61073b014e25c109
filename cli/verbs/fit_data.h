// Measured impacts from a file: CSV, JSON or HDF5 with named columns.
#ifndef CAROM_CLI_FIT_DATA_H
#define CAROM_CLI_FIT_DATA_H

#include "carom/fit.h"
#include "cli/verbs/fit_asked.h"

// Numbers in named columns. A group's name counts as its number in the order of appearance.
typedef struct carom_fit_table {
    char **name;
    size_t columns, rows, room;
    double *value; // row by row
} carom_fit_table;

typedef struct carom_fit_data {
    carom_fit_impact *impacts;
    size_t count;
    int groups;
} carom_fit_data;

// Reads the file. Returns the exit code; on failure all is said and nothing is kept.
int carom_fit_data_read(const char *name, const carom_fit_wishes *wishes, carom_fit_data *data);
void carom_fit_data_free(carom_fit_data *data);

// The table of a file, by its first bytes. False: all is said.
int carom_fit_table_read(const char *name, const carom_fit_wishes *wishes, carom_fit_table *table);
int carom_fit_table_hdf(const char *name, const carom_fit_wishes *wishes, carom_fit_table *table);
void carom_fit_table_free(carom_fit_table *table);
int carom_fit_table_column(const carom_fit_table *table, const char *name); // -1: none

#endif
