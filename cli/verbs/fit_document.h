// Builds documents of a study of laws on measured impacts.
#ifndef CAROM_CLI_FIT_DOCUMENT_H
#define CAROM_CLI_FIT_DOCUMENT_H

#include "cli/document/document.h"
#include "cli/fit/study.h"

carom_document *carom_fit_document(const carom_fit_study *study); // for a terminal: the verdict comes last
carom_document *carom_fit_page(const carom_fit_study *study);     // for a page: with figures, the verdict comes first
carom_document *carom_fit_rows(const carom_fit_study *study);     // one row per law and coefficient, for CSV

// Returns a CSV file of free bodies to fill in, with comments.
const char *carom_fit_template(void);

#endif
