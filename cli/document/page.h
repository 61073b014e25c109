// Writes a document as an HTML page with embedded figures, for screens and paper.
#ifndef CAROM_CLI_DOCUMENT_PAGE_H
#define CAROM_CLI_DOCUMENT_PAGE_H

#include "cli/document/document.h"

// Describes the head of a page. `kind` and `source` may be NULL.
typedef struct carom_page {
    const char *title;  // of the file and above the text
    const char *kind;   // such as "Report of one impact"
    const char *source; // name of the file that the verb read
    // The page has a date, a place to sign, and the JSON members of the document as data for `carom report --verify`.
    bool verified;
} carom_page;

// Writes the page in memory, replaces the file only if the page is complete, and frees the document. On failure returns
// false, sets errno and keeps the old file.
bool carom_document_save(carom_document *document, const carom_page *page, const char *file);

// Sets the date of the pages that follow, such as "2026-01-31 12:00 UTC", instead of the present time; NULL restores it.
void carom_page_set_date(const char *date);

// Mark the places of a page's data and date, for --verify.
#define CAROM_PAGE_DATA "<pre id=\"carom-data\">"
#define CAROM_PAGE_DATE "<p class=\"soft date\">"

// Formats a number for a reader: with this number of significant digits, or of decimals if it is negative. 0: four
// digits, and no fraction from 1000 on. NaN is a dash. Returns the text.
const char *carom_document_digits(double value, int digits, char text[32]);

// Formats a number given in SI units for a sentence, such as "50 km/h". Returns the text.
const char *carom_document_quantity(const carom_units *units, const char *si, double value, char text[64]);

#endif
