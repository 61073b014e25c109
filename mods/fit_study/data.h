// Measured impacts from a file: CSV, JSON or HDF5 with named columns.
#ifndef CAROM_FIT_STUDY_DATA_H
#define CAROM_FIT_STUDY_DATA_H

#include "carom/fit.h"
#include "mods/scenario/refusal.h"

// What the columns do not say, in the words of whoever asks; NULL: nothing.
typedef struct carom_fit_wishes {
    const char *columns;           // "v_n=VN, v_t=VT": our name = the file's
    const char *which;             // the case of a file with several
    const char *W;                 // for all impacts
    const char *sigma, *spin;      // standard deviations for all impacts
    const char *scale, *rate, *px; // strobe pictures: units a metre, flashes a second, error of a coordinate
    const char *bound;             // the most a coordinate can be wrong, in its unit, for bounds of readings; NULL: 2
} carom_fit_wishes;

typedef struct carom_fit_data {
    carom_fit_impact *impacts;
    carom_strobe_reading *readings; // what each impact says; bounds and places of strobe pictures only
    size_t count;
    int groups;
    bool pictures; // the impacts are strobe pictures ...
    bool places;   // ... of a body whose contact's place is read too
} carom_fit_data;

// Reads the text of a CSV or JSON file, or an HDF5 file by its name. False: the refusal says why, and nothing is kept;
// its status is CAROM_NO_MEMORY where memory ended. `spoken` is what sentences call the text.
bool carom_fit_data_text(const char *text, const char *spoken, const carom_fit_wishes *wishes, carom_fit_data *data,
                         carom_error *refusal);
bool carom_fit_data_hdf(const char *name, const carom_fit_wishes *wishes, carom_fit_data *data, carom_error *refusal);
void carom_fit_data_free(carom_fit_data *data);

// What can be told of the impacts before any law is asked. False: the refusal says which impact is none.
bool carom_fit_data_check(const carom_fit_data *data, carom_fit_checks *checks, carom_error *refusal);

// The readings as a table: the name of a column, NULL past the last ("e", "e_bound", ...), and its value.
const char *carom_fit_reading_name(const carom_fit_data *data, int column);
double carom_fit_reading_at(const carom_fit_data *data, size_t impact, int column);

// Does the file of this name begin as HDF5 files do?
bool carom_fit_is_hdf(const char *name);

#endif
