// Prints a study of laws on measured impacts.
#ifndef CAROM_CLI_FIT_WORDS_H
#define CAROM_CLI_FIT_WORDS_H

#include "cli/fit/study.h"

void carom_fit_print_checks(const carom_fit_study *study); // the first part of the text: checks and alarms
void carom_fit_print_words(const carom_fit_study *study);
void carom_fit_print_rows(const carom_fit_study *study, bool markdown); // Markdown or CSV

// Returns a CSV file of free bodies to fill in, with comments.
const char *carom_fit_template(void);

#endif
