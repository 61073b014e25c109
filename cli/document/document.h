// Holds what a verb prints, in the order of reading: headings, paragraphs, facts and tables. A verb builds one document
// and formats nothing. The writers convert units, round and escape; they render the same document as text, CSV, Markdown
// and JSON.
//
// A fact or a column has a key, a title, or both. Only what has a key is in JSON and CSV, and only what has a title is
// shown to people.
//
// Memory: these functions end the command if there is not enough.
#ifndef CAROM_CLI_DOCUMENT_H
#define CAROM_CLI_DOCUMENT_H

#include <stdbool.h>

#include "cli/print/table.h"
#include "mods/scenario/json.h"
#include "mods/scenario/units.h"

typedef struct carom_document carom_document;

// Makes an empty document whose numbers are printed in these units; NULL: in SI units.
carom_document *carom_document_new(const carom_units *units);

// Adds text for people. A section begins with a heading, and a part of it with a subheading.
void carom_document_heading(carom_document *document, const char *text);
void carom_document_subheading(carom_document *document, const char *text);
void carom_document_paragraph(carom_document *document, const char *format, ...) CAROM_PRINTF(2, 3);
void carom_document_line(carom_document *document, const char *format, ...) CAROM_PRINTF(2, 3); // indented

// Returns text that is kept as long as the document, such as the title of a column.
const char *carom_document_text(carom_document *document, const char *format, ...) CAROM_PRINTF(2, 3);

// How much a note matters.
typedef enum carom_note_level {
    CAROM_NOTE_OK,
    CAROM_NOTE_PLAIN,
    CAROM_NOTE_WARNING,
    CAROM_NOTE_VIOLATION // a result that must not be used, or that breaks a law of mechanics
} carom_note_level;

// Adds a note, which is set off from the text. `lead` is its first sentence. Programs find the note by `key`.
void carom_document_note(carom_document *document, carom_note_level level, const char *key, const char *lead,
                         const char *format, ...) CAROM_PRINTF(5, 6);

// Adds a figure with a caption, and takes over the figure. Only HTML shows it.
struct carom_figure;
void carom_document_figure(carom_document *document, struct carom_figure *figure, const char *caption);

// Adds a program in HTML, in which the data replaces the text /*DATA*/null, and takes over the data. The text must
// outlive the document.
void carom_document_program(carom_document *document, const char *html, json_t *data);

// Everything up to carom_document_close is a member `key` of the JSON object.
void carom_document_open(carom_document *document, const char *key);
void carom_document_close(carom_document *document);

// Describes a fact. All members may be NULL or 0 except `key` or `title`.
typedef struct carom_fact {
    const char *key, *title;
    const char *unit;   // SI unit
    const char *remark; // for people, after the unit
    double scale;       // rounding errors relative to this number are printed as 0
    int digits;         // the same as of a column
} carom_fact;

// Begins a list of facts whose numbers have these headings, which end with NULL.
void carom_document_list(carom_document *document, const char *const *heads);

// Add a fact. Facts next to each other form a list. NaN means that there is no number.
void carom_document_number(carom_document *document, carom_fact fact, double value);
void carom_document_numbers(carom_document *document, carom_fact fact, const double *values, int count);
void carom_document_word(carom_document *document, carom_fact fact, const char *word);
void carom_document_flag(carom_document *document, carom_fact fact, bool value);

// Adds a member to the JSON object only, and takes over the value. With the key NULL, adds every member of the value.
// With the key "" the value is the whole JSON document.
void carom_document_data(carom_document *document, const char *key, json_t *value);

// The formats for people in which a column is shown. A terminal is narrow.
typedef enum carom_document_place {
    CAROM_COLUMN_EVERYWHERE,
    CAROM_COLUMN_BELOW, // in text on a line of its own, below the row
    CAROM_COLUMN_PAGE   // only in Markdown
} carom_document_place;

typedef struct carom_document_column {
    const char *key, *title;
    const char *array; // columns next to each other with the same array are this array in JSON
    const char *unit;  // SI unit
    carom_document_place place;
    int digits;        // as in carom_document_digits; in text, 0 is six
    const char *path;  // in an object of carom_document_rows, such as "after.v.0"; NULL: the key
    const char *parts; // names of the components of an array at the path, such as "P_n P_t|P_n P_t1 P_t2"; each is a
                       // column, whose key and title it is if these are not NULL. Without such an array, no column.
} carom_document_column;

// A column with a path, and one for people only.
#define CAROM_CELL(name, at)                                                                                           \
    { .key = (name), .title = (name), .path = (at) }
#define CAROM_TITLE(name, at)                                                                                          \
    { .title = (name), .path = (at) }

// The list of columns and their number, as two arguments.
#define CAROM_COLUMNS(list) (list), (int)(sizeof(list) / sizeof *(list))

// A column whose title is its key, and one that is a component of a vector in JSON.
#define CAROM_COLUMN(name)                                                                                             \
    { .key = (name), .title = (name) }
#define CAROM_COMPONENT(name, vector, si)                                                                              \
    { .key = (name), .title = (name), .array = (vector), .unit = (si) }

// Begins a table. Cells follow row by row. The names of its columns must outlive the document. In JSON it is an array of
// objects; with the key "" it is the whole document. NULL: not in JSON.
void carom_document_table(carom_document *document, const char *key, const carom_document_column *columns, int count);
void carom_document_cell(carom_document *document, const char *format, ...) CAROM_PRINTF(2, 3);
void carom_document_cell_number(carom_document *document, double value, double scale);
void carom_document_cell_data(carom_document *document, json_t *value); // takes over the value

// Returns an array of numbers, in which rounding errors relative to a scale are 0.
json_t *carom_document_tidy(const double *values, int count, double scale);

// Adds a table of objects, and takes over their array, which is not changed if the key is NULL. JSON has the whole objects except members whose name begins with
// "~", which are for people. A cell whose member is missing is empty. The member "~rest" is text instead of the cells
// after the first.
void carom_document_rows(carom_document *document, const char *key, const carom_document_column *columns, int count,
                         json_t *rows);

// Defines the options --json, --csv and --md of a verb that prints a document.
extern bool carom_document_wants_json;
#define CAROM_DOCUMENT_OPTIONS {"json", NULL, "", &carom_document_wants_json, NULL}, CAROM_TABLE_OPTIONS

// Prints the document in the chosen format on stdout, and frees it.
void carom_document_print(carom_document *document);

void carom_document_free(carom_document *document);

#endif
