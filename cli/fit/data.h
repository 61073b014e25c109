// Reads measured impacts from a file: CSV or JSON with named columns.
#ifndef CAROM_FIT_STUDY_DATA_H
#define CAROM_FIT_STUDY_DATA_H

#include "carom/fit.h"
#include "cli/fit/wishes.h"

typedef struct carom_fit_data {
    carom_fit_impact *impacts;
    carom_fit_reading *readings; // numbers of each impact that need no law
    carom_fit_body *bodies;      // NULL if the file describes contacts, not bodies
    int *group;                  // group of each impact, 0 .. groups - 1; more than ten groups share ten folds
    size_t count;
    int groups;
    double
        guessed; // standard deviation of a velocity, m/s, estimated from the noise floor; 0 if the file states errors
} carom_fit_data;

// Reads the text of a CSV or JSON file. On failure returns false, keeps nothing and explains it in `refusal`; its status
// is CAROM_NO_MEMORY if there is not enough memory. Messages refer to the text by the name `spoken`.
bool carom_fit_data_text(const char *text, const char *spoken, const carom_fit_wishes *wishes, carom_fit_data *data,
                         carom_error *refusal);
void carom_fit_data_free(carom_fit_data *data);

// Checks bodies and impacts before any law is fitted. Returns false if an impact is invalid; `refusal` names the first,
// and `problem` (may be NULL) is called for each. The checks of the bodies are filled in any case.
bool carom_fit_data_check(const carom_fit_data *data, const carom_fit_wishes *wishes, carom_fit_checks *checks,
                          carom_error *refusal);

#endif
