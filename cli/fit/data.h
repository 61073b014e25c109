// Reads measured impacts from a file: CSV, JSON or HDF5 with named columns.
#ifndef CAROM_FIT_STUDY_DATA_H
#define CAROM_FIT_STUDY_DATA_H

#include "carom/fit.h"
#include "cli/fit/wishes.h"

typedef struct carom_fit_data {
    carom_fit_impact *impacts;
    carom_strobe_reading *readings; // readings of each impact; bounds and places are set for strobe pictures only
    carom_fit_body *bodies;         // NULL if the file describes contacts, not bodies
    int *group;                     // group of each impact, 0 .. groups - 1; more than ten groups share ten folds
    size_t count;
    int groups;
    double
        guessed;   // standard deviation of a velocity, m/s, estimated from the noise floor; 0 if the file states errors
    bool pictures; // the impacts are strobe pictures ...
    bool places;   // ... of a body for which the place of the contact was read too
} carom_fit_data;

// Read the text of a CSV or JSON file, or an HDF5 file by its name. On failure they return false, keep nothing and
// explain it in `refusal`; its status is CAROM_NO_MEMORY if there is not enough memory. Messages refer to the text by
// the name `spoken`.
bool carom_fit_data_text(const char *text, const char *spoken, const carom_fit_wishes *wishes, carom_fit_data *data,
                         carom_error *refusal);
bool carom_fit_data_hdf(const char *name, const carom_fit_wishes *wishes, carom_fit_data *data, carom_error *refusal);
void carom_fit_data_free(carom_fit_data *data);

// Checks bodies and impacts before any law is fitted. Returns false if an impact is invalid; `refusal` names the first,
// and `problem` (may be NULL) is called for each. The checks of the bodies are filled in any case.
bool carom_fit_data_check(const carom_fit_data *data, const carom_fit_wishes *wishes, carom_fit_checks *checks,
                          carom_error *refusal);

// Return the readings as a table: the name of a column ("e", "e_bound", ...; NULL past the last), and its value.
const char *carom_fit_reading_name(const carom_fit_data *data, int column);
double carom_fit_reading_at(const carom_fit_data *data, size_t impact, int column);

// Returns true if the file of this name begins like an HDF5 file.
bool carom_fit_is_hdf(const char *name);

#endif
