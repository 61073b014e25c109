// Stores numbers in named columns. The name of a group is replaced by its number in order of appearance.
#ifndef CAROM_FIT_STUDY_TABLE_H
#define CAROM_FIT_STUDY_TABLE_H

#include "cli/fit/wishes.h"

typedef struct carom_fit_table {
    char **name, **group;
    size_t columns, groups, rows, room;
    double *value;   // row by row
    size_t problems; // number of problems reported so far; their cells are NaN
} carom_fit_table;

void carom_fit_table_free(carom_fit_table *table);
int carom_fit_table_column(const carom_fit_table *table, const char *name); // -1 if there is none

// carom_fit_more is realloc with a checked product. It returns NULL and keeps the old memory if there is not enough.
void *carom_fit_more(void *memory, size_t count, size_t size);
bool carom_fit_no_memory(carom_error *refusal); // fills in the error; always returns false

// Reports a problem and returns true to continue. Returns false if there is no callback for problems, or not enough
// memory.
bool carom_fit_hear(const carom_fit_wishes *wishes, const carom_error *refusal);

// Add a column or a row, and return the number of a group. They return false or NULL if there is not enough memory.
bool carom_fit_table_add(carom_fit_table *table, const char *name, size_t length);
double *carom_fit_table_row(carom_fit_table *table);
bool carom_fit_table_group(carom_fit_table *table, const char *name, size_t length, double *number);

// Read each kind of file into an empty table. They return false after an error; the caller frees the table in any case.
bool carom_fit_table_csv(carom_fit_table *table, const char *text, const carom_fit_wishes *wishes,
                         carom_error *refusal);
// `columns` gives the file's names of columns, such as "v_n=VN, v_t=VT", or is NULL.
bool carom_fit_table_json(carom_fit_table *table, const char *text, const char *columns, carom_error *refusal);

// Return whether this is the name of a column, according to docs/fit.md or `columns`, and the most similar name or
// NULL.
bool carom_fit_is_column(const char *columns, const char *name);
const char *carom_fit_near_column(const char *name);

#endif
