// The parts of a document, for its writers.
#ifndef CAROM_CLI_DOCUMENT_PARTS_H
#define CAROM_CLI_DOCUMENT_PARTS_H

#include <stdio.h>

#include "carom/scenario.h"
#include "cli/document/document.h"

typedef enum carom_document_part_kind {
    CAROM_DOCUMENT_HEADING,
    CAROM_DOCUMENT_PARAGRAPH,
    CAROM_DOCUMENT_LINE,
    CAROM_DOCUMENT_FACT,
    CAROM_DOCUMENT_DATA, // only in JSON
    CAROM_DOCUMENT_TABLE,
    CAROM_DOCUMENT_OPEN,
    CAROM_DOCUMENT_CLOSE,
    CAROM_DOCUMENT_NOTE,
    CAROM_DOCUMENT_LIST, // the headings of the facts that follow
    CAROM_DOCUMENT_FIGURE,
    CAROM_DOCUMENT_PROGRAM
} carom_document_part_kind;

typedef struct carom_document_part {
    carom_document_part_kind kind;
    carom_fact fact;                // of a fact; of data, its key; of a note, its first sentence as the title
    char *text;                     // of a heading, paragraph, line or note; the caption of a figure; a program
    int level;                      // of a heading, 2 or 3; a carom_note_level
    const char *key;                // of a table, a note or a member that is opened
    carom_document_column *columns; // of a table
    int column_count;
    struct carom_figure *figure;
    // A fact has a number, an array of numbers, a word or a flag. A table has its cells, row by row. An object holds the
    // text, with the key "", instead of the rest of a row. A list has its headings.
    json_t *value;
    json_t *rows; // of a table made of objects: its JSON
} carom_document_part;

enum { CAROM_DOCUMENT_COLUMNS = 48 }; // the most of a table

struct carom_document {
    carom_units units;
    carom_document_part *parts;
    int count, room;
    json_t *texts; // of carom_document_text
};

// Returns a number or an array of numbers in the units of the document. Other values are returned as they are. The caller
// releases it.
json_t *carom_document_value(const carom_document *document, const json_t *value, const char *unit);

// Writes a value with this number of digits; < 0: of decimal places; 0: with all digits, for programs. "-" means that there is none. Returns the
// text.
enum { CAROM_VALUE_TEXT = 640, CAROM_VALUE_DIGITS = 6 };
const char *carom_document_value_text(const json_t *value, int digits, char text[CAROM_VALUE_TEXT]);

// The writers.
void carom_document_write(FILE *file, const carom_document *document, carom_format format); // text, CSV or Markdown
json_t *carom_document_json(const carom_document *document);

#endif
