// Numbers in named columns. A group's name counts as its number in the order of appearance.
#ifndef CAROM_FIT_STUDY_TABLE_H
#define CAROM_FIT_STUDY_TABLE_H

#include "cli/fit/wishes.h"

typedef struct carom_fit_table {
    char **name, **group;
    size_t columns, groups, rows, room;
    double *value;   // row by row
    size_t problems; // reported so far; their cells are NaN
} carom_fit_table;

void carom_fit_table_free(carom_fit_table *table);
int carom_fit_table_column(const carom_fit_table *table, const char *name); // -1: none

// realloc with the product checked; NULL: memory ends, and the old one is still there.
void *carom_fit_more(void *memory, size_t count, size_t size);
bool carom_fit_no_memory(carom_error *refusal); // refuses; always false

// Reports a problem and returns true to continue; false if no one listens to problems, or if memory ran out.
bool carom_fit_hear(const carom_fit_wishes *wishes, const carom_error *refusal);

// A column more, a row more, the number of a group. False or NULL: memory ends.
bool carom_fit_table_add(carom_fit_table *table, const char *name, size_t length);
double *carom_fit_table_row(carom_fit_table *table);
bool carom_fit_table_group(carom_fit_table *table, const char *name, size_t length, double *number);

// From each kind of file, into an empty table. False: refused; the caller frees the table in any case.
bool carom_fit_table_csv(carom_fit_table *table, const char *text, const carom_fit_wishes *wishes,
                         carom_error *refusal);
// `columns` names columns as the file does, "v_n=VN, v_t=VT" or NULL; `which` is a case of a file that has several.
bool carom_fit_table_json(carom_fit_table *table, const char *text, const char *columns, const char *which,
                          carom_error *refusal);
bool carom_fit_table_hdf(carom_fit_table *table, const char *name, const char *columns, carom_error *refusal);

// The columns that data may have, NULL past the last.
const char *carom_fit_column_name(int index);

// Is it the name of a column, by docs/fit.md or by `columns`? And the most similar name, or NULL.
bool carom_fit_is_column(const char *columns, const char *name);
const char *carom_fit_near_column(const char *name);

#endif
