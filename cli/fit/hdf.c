// Reads a table from an HDF5 file: a one-dimensional dataset for each column, in the root group.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fit/table.h"

#ifdef CAROM_HAS_HDF

#include "support/hdf5/hdf.h"

enum { MOST_ROWS = 100000000 };

typedef struct {
    carom_hdf hdf;
    carom_fit_table *table;
    double **column; // columns in the order in which they were read
} reader;

static bool end_of_memory(carom_hdf_error *error) {
    snprintf(error->text, sizeof error->text, "needs more memory than there is");
    return false;
}

// Reads a column of integers as doubles.
static bool read_whole(reader *r, const char *name, size_t rows, double *value, carom_hdf_error *error) {
    const carom_hdf_shape shape = {.kind = CAROM_HDF_INTEGER, .rank = 1, .dims = {rows}};
    int *whole = carom_fit_more(NULL, rows, sizeof *whole);
    if (!whole) return end_of_memory(error);
    const bool good = carom_hdf_read(&r->hdf, name, &shape, whole, rows * sizeof *whole, error);
    for (size_t k = 0; k < rows && good; k++) value[k] = whole[k];
    free(whole);
    return good;
}

// Reads the next column of the table, of doubles or integers.
static bool read_column(reader *r, const char *name, carom_hdf_error *error) {
    carom_fit_table *t = r->table;
    const carom_hdf_shape shape = {.kind = CAROM_HDF_REAL, .rank = 1, .dims = {t->rows}};
    double **columns = carom_fit_more(r->column, t->columns + 1, sizeof *columns);
    if (!columns) return end_of_memory(error);
    r->column = columns;
    double *value = carom_fit_more(NULL, t->rows, sizeof *value);
    if (!value) return end_of_memory(error);
    bool good = carom_hdf_read(&r->hdf, name, &shape, value, t->rows * sizeof *value, error) ||
                read_whole(r, name, t->rows, value, error);
    if (good && !carom_fit_table_add(t, name, strlen(name))) good = end_of_memory(error);
    if (good)
        columns[t->columns - 1] = value;
    else
        free(value);
    return good;
}

static bool add(reader *r, const char *name, carom_hdf_error *error) {
    carom_fit_table *t = r->table;
    if (!carom_hdf_has(&r->hdf, name)) return true;
    const uint64_t rows = carom_hdf_length(&r->hdf, name);
    if (rows == 0 || rows > MOST_ROWS || (t->columns && rows != t->rows)) {
        snprintf(error->text, sizeof error->text, "\"%s\" has %llu numbers, not as many as the others", name,
                 (unsigned long long)rows);
        return false;
    }
    t->rows = (size_t)rows;
    return read_column(r, name, error);
}

// Adds the column names that the user gave for this file, such as "v_n=VN, v_t=VT".
static bool add_own(reader *r, const char *list, carom_hdf_error *error) {
    for (const char *at = list ? list : ""; *at;) {
        const size_t length = strcspn(at, ",");
        const char *equals = memchr(at, '=', length);
        char own[256];
        if (equals) {
            snprintf(own, sizeof own, "%.*s", (int)(at + length - equals - 1), equals + 1);
            if (!add(r, own, error)) return false;
        }
        at += length + (at[length] == ',');
    }
    return true;
}

static bool add_all(reader *r, const char *list, carom_hdf_error *error) {
    const char *name;
    for (int k = 0; (name = carom_fit_column_name(k)); k++)
        if (!add(r, name, error)) return false;
    return add_own(r, list, error);
}

// Converts columns to rows and frees the columns.
static bool turn(reader *r, bool good, carom_hdf_error *error) {
    carom_fit_table *t = r->table;
    if (good) t->value = carom_fit_more(NULL, t->rows * t->columns, sizeof *t->value);
    if (good && !t->value) good = end_of_memory(error);
    for (size_t k = 0; k < t->columns; k++) {
        for (size_t i = 0; i < t->rows && good; i++) t->value[i * t->columns + k] = r->column[k][i];
        free(r->column[k]);
    }
    free(r->column);
    return good;
}

bool carom_fit_table_hdf(carom_fit_table *table, const char *name, const char *columns, carom_error *refusal) {
    carom_hdf_error error = {""};
    reader r = {.table = table};
    bool good = carom_hdf_open(&r.hdf, name, &error) && add_all(&r, columns, &error);
    carom_hdf_close(&r.hdf);
    if (good && !table->columns) {
        snprintf(error.text, sizeof error.text, "has no columns of measured impacts; docs/fit.md lists them");
        good = false;
    }
    return turn(&r, good, &error) || carom_refuse(refusal, CAROM_BAD_VALUE, "%s %s", name, error.text);
}

#else

bool carom_fit_table_hdf(carom_fit_table *table, const char *name, const char *columns, carom_error *refusal) {
    return carom_refuse(refusal, CAROM_BAD_VALUE,
                        "%s is an HDF5 file, which this build cannot read; it was made without HDF5", name);
}

#endif
