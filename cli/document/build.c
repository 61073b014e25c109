// Builds documents.
#include "cli/document/document.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "cli/document/parts.h"
#include "cli/print/json.h"
#include "cli/print/table.h"
#include "cli/print/words.h"
#include "mods/draw/figure/figure.h"

bool carom_document_wants_json;

carom_document *carom_document_new(const carom_units *units) {
    carom_document *document = carom_memory(sizeof *document);
    *document = (carom_document){.units = units ? *units : (carom_units){0}, .texts = json_array()};
    return document;
}

static carom_document_part *add(carom_document *document, carom_document_part block) {
    if (document->count == document->room) {
        document->room = document->room ? 2 * document->room : 16;
        document->parts = carom_resize(document->parts, (size_t)document->room, sizeof *document->parts);
    }
    document->parts[document->count] = block;
    return &document->parts[document->count++];
}

// Returns text in newly allocated memory, in which characters that control a terminal are visible.
static char *formatted(const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    const size_t room = (size_t)(length > 0 ? length : 0) + 1;
    char *text = carom_memory(room), *shown = carom_memory(4 * room + 1);
    vsnprintf(text, room, format, arguments);
    carom_visible(shown, 4 * room + 1, text);
    free(text);
    return shown;
}

static char *copy(const char *text) {
    return strcpy(carom_memory(strlen(text) + 1), text);
}

void carom_document_heading(carom_document *document, const char *text) {
    add(document, (carom_document_part){.kind = CAROM_DOCUMENT_HEADING, .level = 2, .text = copy(text)});
}

void carom_document_subheading(carom_document *document, const char *text) {
    add(document, (carom_document_part){.kind = CAROM_DOCUMENT_HEADING, .level = 3, .text = copy(text)});
}

void carom_document_note(carom_document *document, carom_note_level level, const char *key, const char *lead,
                         const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const carom_document_part note = {.kind = CAROM_DOCUMENT_NOTE, .level = (int)level, .key = key};
    add(document, note)->text = formatted(format, arguments);
    document->parts[document->count - 1].fact.title = lead;
    va_end(arguments);
}

void carom_document_figure(carom_document *document, carom_figure *figure, const char *caption) {
    add(document, (carom_document_part){.kind = CAROM_DOCUMENT_FIGURE, .figure = figure, .text = copy(caption)});
}

void carom_document_program(carom_document *document, const char *html, json_t *data) {
    add(document, (carom_document_part){.kind = CAROM_DOCUMENT_PROGRAM, .text = copy(html), .value = data});
}

void carom_document_list(carom_document *document, const char *const *heads) {
    json_t *list = json_array();
    for (; *heads; heads++) json_array_append_new(list, carom_json_words(*heads));
    add(document, (carom_document_part){.kind = CAROM_DOCUMENT_LIST, .value = list});
}

void carom_document_paragraph(carom_document *document, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(document, (carom_document_part){.kind = CAROM_DOCUMENT_PARAGRAPH})->text = formatted(format, arguments);
    va_end(arguments);
}

const char *carom_document_text(carom_document *document, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = formatted(format, arguments);
    va_end(arguments);
    json_t *kept = carom_json_words(text);
    json_array_append_new(document->texts, kept);
    free(text);
    return json_string_value(kept);
}

void carom_document_open(carom_document *document, const char *key) {
    add(document, (carom_document_part){.kind = CAROM_DOCUMENT_OPEN, .key = key});
}

void carom_document_close(carom_document *document) {
    add(document, (carom_document_part){.kind = CAROM_DOCUMENT_CLOSE});
}

static void add_fact(carom_document *document, carom_fact fact, json_t *value) {
    add(document, (carom_document_part){.kind = CAROM_DOCUMENT_FACT, .fact = fact, .value = value});
}

void carom_document_number(carom_document *document, carom_fact fact, double value) {
    add_fact(document, fact, carom_json_real(carom_tidy(value, fact.scale)));
}

void carom_document_numbers(carom_document *document, carom_fact fact, const double *values, int count) {
    json_t *array = json_array();
    for (int i = 0; i < count; i++) json_array_append_new(array, carom_json_real(carom_tidy(values[i], fact.scale)));
    add_fact(document, fact, array);
}

void carom_document_word(carom_document *document, carom_fact fact, const char *word) {
    add_fact(document, fact, carom_json_words(word));
}

void carom_document_flag(carom_document *document, carom_fact fact, bool value) {
    add_fact(document, fact, json_boolean(value));
}

void carom_document_data(carom_document *document, const char *key, json_t *value) {
    add(document, (carom_document_part){.kind = CAROM_DOCUMENT_DATA, .fact = {.key = key}, .value = value});
}

void carom_document_table(carom_document *document, const char *key, const carom_document_column *columns, int count) {
    const size_t bytes = (size_t)count * sizeof *columns;
    add(document, (carom_document_part){.kind = CAROM_DOCUMENT_TABLE,
                                        .key = key,
                                        .columns = memcpy(carom_memory(bytes), columns, bytes),
                                        .column_count = count,
                                        .value = json_array()});
}

void carom_document_cell_data(carom_document *document, json_t *value) {
    json_array_append_new(document->parts[document->count - 1].value, value);
}

void carom_document_cell(carom_document *document, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = formatted(format, arguments);
    va_end(arguments);
    carom_document_cell_data(document, carom_json_words(text));
    free(text);
}

void carom_document_cell_number(carom_document *document, double value, double scale) {
    carom_document_cell_data(document, carom_json_real(carom_tidy(value, scale)));
}

json_t *carom_document_value(const carom_document *document, const json_t *value, const char *unit) {
    const double factor = unit ? carom_units_find(&document->units, unit).factor : 1.0;
    json_t *shared = (json_t *)(size_t)value; // only its count of references changes
    if (factor == 1.0 || !(json_is_array(value) || json_is_real(value))) return json_incref(shared);
    if (json_is_real(value)) return json_real(factor * json_real_value(value));
    json_t *array = json_array();
    for (size_t i = 0; i < json_array_size(value); i++)
        json_array_append_new(array, carom_document_value(document, json_array_get(value, i), unit));
    return array;
}

const char *carom_document_value_text(const json_t *value, bool all, char text[CAROM_VALUE_TEXT]) {
    char number[32];
    if (json_is_string(value))
        snprintf(text, CAROM_VALUE_TEXT, "%s", json_string_value(value));
    else if (json_is_boolean(value))
        snprintf(text, CAROM_VALUE_TEXT, "%s", json_is_true(value) ? "yes" : "no");
    else if (json_is_number(value))
        snprintf(text, CAROM_VALUE_TEXT, "%s",
                 all ? carom_decimal(json_number_value(value), number)
                     : carom_decimal_short(json_number_value(value), 6, number));
    else
        snprintf(text, CAROM_VALUE_TEXT, "%s", all ? "" : "-");
    return text;
}

void carom_document_free(carom_document *document) {
    for (int i = 0; i < document->count; i++) {
        free(document->parts[i].text);
        free(document->parts[i].columns);
        carom_figure_free(document->parts[i].figure);
        json_decref(document->parts[i].value);
    }
    free(document->parts);
    json_decref(document->texts);
    free(document);
}

void carom_document_print(carom_document *document) {
    if (carom_document_wants_json)
        carom_json_answer(carom_document_json(document));
    else
        carom_document_write(stdout, document, carom_output_format);
    carom_document_free(document);
}
