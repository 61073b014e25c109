// One row of a table of measured impacts, read by the names of columns.
#ifndef CAROM_FIT_STUDY_ROW_H
#define CAROM_FIT_STUDY_ROW_H

#include "carom/fit.h"
#include "cli/fit/table.h"

typedef struct carom_fit_row {
    const carom_fit_table *table;
    const carom_fit_wishes *wishes; // names and numbers for all rows
    const double *row;
    size_t number; // of the impact, from 1
    bool columns;  // the problem is one of columns, and so of every row
    carom_error *refusal;
} carom_fit_row;

int carom_fit_row_column(const carom_fit_row *row, const char *name); // -1: none
bool carom_fit_row_has(const carom_fit_row *row, const char *name);
double carom_fit_row_get(const carom_fit_row *row, const char *name, double otherwise);

// A number that holds for all impacts; NaN: none was given, or none that is one.
double carom_fit_option(const char *text);

// As many as `most` numbers from a text such as "1 2 3" or "1 0; 0 3"; 0: it holds something else, or more.
int carom_fit_read_numbers(const char *text, double *numbers, int most);

// Are columns of these names (up to NULL) missing? Refuses, and names all of them.
bool carom_fit_row_lacks(carom_fit_row *row, const char *const *names);

// The covariance of n numbers, rows `stride` apart: columns S11, S12, ...; else sd_<name> each; else the wishes' standard
// deviations, of velocities or of spins. False: refused.
bool carom_fit_row_errors(carom_fit_row *row, const char *const *names, int n, int stride, double *S);
bool carom_fit_row_states_errors(const carom_fit_row *row, const char *const *names,
                                 int n); // does anything state them?

// Reads an impact from a row as a free body, in 2D or 3D. False: refused.
bool carom_fit_row_body(carom_fit_row *row, carom_fit_body *body);

// inertia, or ratio = I/(I + m R^2).
double carom_fit_row_inertia(const carom_fit_row *row, double mass, double radius);

#endif
