// A table from an HDF5 file: a dataset of one dimension for each column, in the root.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/exit.h"
#include "cli/verbs/fit_data.h"
#include "cli/words/words.h"

#ifdef CAROM_HAS_HDF

#include "mods/hdf/hdf.h"

// Every name a table may have; covariances and standard deviations are made from them.
static const char *const heads[] = {
    "group", "W_nn",   "W_nt", "W_tt", "v_n", "v_t", "v_n_after", "v_t_after", "mass",      "inertia",
    "ratio", "radius", "r_n",  "r_t",  "u_n", "u_t", "spin",      "u_n_after", "u_t_after", "spin_after",
    "x1",    "y1",     "mx1",  "my1",  "x2",  "y2",  "mx2",       "my2",       "x3",        "y3",
    "mx3",   "my3",    "x4",   "y4",   "mx4", "my4", "scale",     "rate",      "sigma"};

enum { HEADS = sizeof heads / sizeof *heads, MOST_ROWS = 100000000 };

typedef struct {
    carom_hdf hdf;
    carom_fit_table *table;
    double **column; // as they were read
} reader;

// A column of doubles; whole numbers become doubles.
static double *read_column(reader *r, const char *name, size_t rows, carom_hdf_error *error) {
    carom_hdf_shape shape = {.kind = CAROM_HDF_REAL, .rank = 1, .dims = {rows}};
    double *value = carom_resize(NULL, rows, sizeof *value);
    if (carom_hdf_read(&r->hdf, name, &shape, value, rows * sizeof *value, error)) return value;
    int *whole = carom_resize(NULL, rows, sizeof *whole);
    shape.kind = CAROM_HDF_INTEGER;
    const bool good = carom_hdf_read(&r->hdf, name, &shape, whole, rows * sizeof *whole, error);
    for (size_t k = 0; k < rows && good; k++) value[k] = whole[k];
    free(whole);
    if (good) return value;
    free(value);
    return NULL;
}

static bool add(reader *r, const char *name, const char *own, carom_hdf_error *error) {
    carom_fit_table *t = r->table;
    if (!carom_hdf_has(&r->hdf, own)) return true;
    const uint64_t rows = carom_hdf_length(&r->hdf, own);
    if (rows == 0 || rows > MOST_ROWS || (t->columns && rows != t->rows)) {
        snprintf(error->text, sizeof error->text, "\"%s\" has %llu numbers, not as many as the others", own,
                 (unsigned long long)rows);
        return false;
    }
    t->rows = (size_t)rows;
    double *value = read_column(r, own, t->rows, error);
    if (!value) return false;
    r->column = carom_resize(r->column, t->columns + 1, sizeof *r->column);
    r->column[t->columns] = value;
    t->name = carom_resize(t->name, t->columns + 1, sizeof *t->name);
    t->name[t->columns] = carom_resize(NULL, strlen(name) + 1, 1);
    memcpy(t->name[t->columns++], name, strlen(name) + 1);
    return true;
}

// Names of the user's own, "v_n=VN, v_t=VT": read as the file has them, --columns finds them there.
static bool add_own(reader *r, const char *list, carom_hdf_error *error) {
    for (const char *at = list ? list : ""; *at;) {
        const size_t length = strcspn(at, ",");
        const char *equals = memchr(at, '=', length);
        char own[256];
        if (equals) {
            snprintf(own, sizeof own, "%.*s", (int)(at + length - equals - 1), equals + 1);
            if (!add(r, own, own, error)) return false;
        }
        at += length + (at[length] == ',');
    }
    return true;
}

static bool add_all(reader *r, const char *list, carom_hdf_error *error) {
    char name[32];
    for (int k = 0; k < HEADS; k++) {
        if (!add(r, heads[k], heads[k], error)) return false;
        snprintf(name, sizeof name, "sd_%s", heads[k]);
        if (!add(r, name, name, error)) return false;
    }
    for (int i = 1; i <= 6; i++)
        for (int j = i; j <= 6; j++) {
            snprintf(name, sizeof name, "S%d%d", i, j);
            if (!add(r, name, name, error)) return false;
        }
    return add_own(r, list, error);
}

int carom_fit_table_hdf(const char *name, const carom_fit_wishes *wishes, carom_fit_table *table) {
    carom_hdf_error error = {""};
    reader r = {.table = table};
    bool good = carom_hdf_open(&r.hdf, name, &error) && add_all(&r, wishes->columns, &error);
    carom_hdf_close(&r.hdf);
    if (good && !table->columns) {
        snprintf(error.text, sizeof error.text, "has no columns of measured impacts; docs/fit.md lists them");
        good = false;
    }
    if (good) table->value = carom_resize(NULL, table->rows * table->columns, sizeof *table->value);
    for (size_t k = 0; k < table->columns; k++) {
        for (size_t i = 0; i < table->rows && good; i++) table->value[i * table->columns + k] = r.column[k][i];
        free(r.column[k]);
    }
    free(r.column);
    if (good) return CAROM_EXIT_FINE;
    carom_say("%s %s", name, error.text);
    carom_fit_table_free(table);
    return CAROM_EXIT_INPUT;
}

#else

int carom_fit_table_hdf(const char *name, const carom_fit_wishes *wishes, carom_fit_table *table) {
    (void)wishes, (void)table;
    carom_say("%s is an HDF5 file, and this build was made without HDF5", name);
    return CAROM_EXIT_INPUT;
}

#endif
