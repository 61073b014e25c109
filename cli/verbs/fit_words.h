// A study of laws on measured impacts, as the command prints it.
#ifndef CAROM_CLI_FIT_WORDS_H
#define CAROM_CLI_FIT_WORDS_H

#include "cli/fit/study.h"

void carom_fit_print_checks(const carom_fit_study *study); // and alarms; the first part of the words
void carom_fit_print_words(const carom_fit_study *study);
void carom_fit_print_rows(const carom_fit_study *study, bool markdown); // or CSV

// A CSV file of free bodies to fill in, with remarks.
const char *carom_fit_template(void);

// What each impact says by itself, as a table or CSV.
void carom_fit_print_readings(const carom_fit_data *data, bool csv);

#endif
