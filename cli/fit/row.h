// Reads one row of a table of measured impacts by column names.
#ifndef CAROM_FIT_STUDY_ROW_H
#define CAROM_FIT_STUDY_ROW_H

#include "carom/fit.h"
#include "cli/fit/table.h"

typedef struct carom_fit_row {
    const carom_fit_table *table;
    const carom_fit_wishes *wishes; // names and numbers that apply to all rows
    const double *row;
    size_t number; // number of the impact, starting at 1
    bool columns;  // the problem concerns the columns, and therefore every row
    carom_error *refusal;
} carom_fit_row;

int carom_fit_row_column(const carom_fit_row *row, const char *name); // -1 if there is none
bool carom_fit_row_has(const carom_fit_row *row, const char *name);
double carom_fit_row_get(const carom_fit_row *row, const char *name, double otherwise);

// Returns a number that applies to all impacts; NaN if none was given or it is invalid.
double carom_fit_option(const char *text);

// Reads up to `most` numbers from a text such as "1 2 3" or "1 0; 0 3". Returns 0 if it contains anything else or more
// numbers.
int carom_fit_read_numbers(const char *text, double *numbers, int most);

// Returns true if columns of these names (ended by NULL) are missing. Reports all of them in one error.
bool carom_fit_row_lacks(carom_fit_row *row, const char *const *names);

// Reads the covariance of n numbers, rows `stride` apart, from columns S11, S12, ... or sd_<name>. Otherwise uses the
// standard deviations of the options, for velocities or spins. Returns false after an error.
bool carom_fit_row_errors(carom_fit_row *row, const char *const *names, int n, int stride, double *S);
bool carom_fit_row_states_errors(const carom_fit_row *row, const char *const *names,
                                 int n); // returns true if the file or the options state the errors

// Reads an impact from a row as a free body, in 2D or 3D. Returns false after an error.
bool carom_fit_row_body(carom_fit_row *row, carom_fit_body *body);

// Returns the inertia from column `inertia`, or from `ratio` = I/(I + m R^2).
double carom_fit_row_inertia(const carom_fit_row *row, double mass, double radius);

#endif
