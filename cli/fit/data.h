// Measured impacts from a file: CSV, JSON or HDF5 with named columns.
#ifndef CAROM_FIT_STUDY_DATA_H
#define CAROM_FIT_STUDY_DATA_H

#include "carom/fit.h"
#include "cli/fit/wishes.h"

typedef struct carom_fit_data {
    carom_fit_impact *impacts;
    carom_strobe_reading *readings; // what each impact says; bounds and places of strobe pictures only
    carom_fit_body *bodies;         // NULL: the file describes contacts, not bodies
    int *group;                     // of each impact, 0 .. groups - 1; more than ten groups share ten folds
    size_t count;
    int groups;
    double
        guessed;   // standard deviation of a velocity, m/s, if the errors are not stated but those of the floor; else 0
    bool pictures; // the impacts are strobe pictures ...
    bool places;   // ... of a body whose contact's place is read too
} carom_fit_data;

// Reads the text of a CSV or JSON file, or an HDF5 file by its name. False: the refusal says why, and nothing is kept;
// its status is CAROM_NO_MEMORY where memory ended. `spoken` is what sentences call the text.
bool carom_fit_data_text(const char *text, const char *spoken, const carom_fit_wishes *wishes, carom_fit_data *data,
                         carom_error *refusal);
bool carom_fit_data_hdf(const char *name, const carom_fit_wishes *wishes, carom_fit_data *data, carom_error *refusal);
void carom_fit_data_free(carom_fit_data *data);

// Checks bodies and impacts before any law is fitted. False: the refusal names the first impact that is none; `problem`
// (may be NULL) hears of all. The checks of the bodies are filled all the same.
bool carom_fit_data_check(const carom_fit_data *data, const carom_fit_wishes *wishes, carom_fit_checks *checks,
                          carom_error *refusal);

// The readings as a table: the name of a column, NULL past the last ("e", "e_bound", ...), and its value.
const char *carom_fit_reading_name(const carom_fit_data *data, int column);
double carom_fit_reading_at(const carom_fit_data *data, size_t impact, int column);

// Does the file of this name begin as HDF5 files do?
bool carom_fit_is_hdf(const char *name);

#endif
