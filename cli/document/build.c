// Builds documents.
#include "cli/document/document.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "cli/document/page.h"
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

void carom_document_line(carom_document *document, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(document, (carom_document_part){.kind = CAROM_DOCUMENT_LINE})->text = formatted(format, arguments);
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

json_t *carom_document_tidy(const double *values, int count, double scale) {
    json_t *array = json_array();
    for (int i = 0; i < count; i++) json_array_append_new(array, carom_json_real(carom_tidy(values[i], scale)));
    return array;
}

void carom_document_numbers(carom_document *document, carom_fact fact, const double *values, int count) {
    add_fact(document, fact, carom_document_tidy(values, count, fact.scale));
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

// Returns the member at a path such as "after.v.0" in an object; NULL if there is none.
static json_t *member_at(const json_t *row, const char *path) {
    json_t *value = (json_t *)(size_t)row; // only its count of references changes
    while (value && *path) {
        char name[64];
        const size_t length = strcspn(path, ".");
        snprintf(name, sizeof name, "%.*s", (int)length, path);
        value =
            json_is_array(value) ? json_array_get(value, (size_t)strtol(name, NULL, 10)) : json_object_get(value, name);
        path += length + (path[length] == '.');
    }
    return value;
}

static json_t *cell_of(json_t *row, const carom_document_column *column, int index) {
    json_t *rest = json_object_get(row, "~rest");
    if (rest && index) return json_pack("{s:O}", "", rest);
    const char *path = column->path ? column->path : column->key;
    json_t *value = path ? member_at(row, path) : NULL;
    return value ? json_incref(value) : json_string("");
}

// Returns the number of components at the path of a column: 1 for a number, 0 without a value.
static int components(const json_t *rows, const carom_document_column *column) {
    const json_t *value = NULL;
    for (size_t i = 0; i < json_array_size(rows) && !value; i++)
        value = member_at(json_array_get(rows, i), column->path);
    return json_is_array(value) ? (int)json_array_size(value) : value != NULL;
}

// Returns the first of several lists of words with this number of words.
static const char *list_with(const char *lists, int count) {
    for (int words = 1; *lists; lists++) {
        const char *list = lists;
        for (words = 1; *lists && *lists != '|'; lists++) words += *lists == ' ';
        if (words == count) return list;
        if (!*lists) break;
    }
    return NULL;
}

// Adds the columns that a column with parts stands for. Returns their number.
static int add_parts(carom_document *document, const json_t *rows, const carom_document_column *column,
                     carom_document_column *to) {
    const int count = components(rows, column);
    const char *name = count ? list_with(column->parts, count) : NULL;
    for (int i = 0; name && i < count; i++) {
        const int length = (int)strcspn(name, " |");
        const char *kept = carom_document_text(document, "%.*s", length, name);
        to[i] = *column;
        to[i].path = count > 1 ? carom_document_text(document, "%s.%d", column->path, i) : column->path;
        if (column->key) to[i].key = kept;
        if (column->title) to[i].title = kept;
        name += length + 1;
    }
    return name ? count : 0;
}

void carom_document_rows(carom_document *document, const char *key, const carom_document_column *columns, int count,
                         json_t *rows) {
    carom_document_column all[CAROM_DOCUMENT_COLUMNS];
    const char *name;
    json_t *value;
    void *next;
    int width = 0;
    for (int k = 0; k < count; k++)
        if (columns[k].parts)
            width += add_parts(document, rows, &columns[k], &all[width]);
        else
            all[width++] = columns[k];
    carom_document_table(document, key, all, width);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        json_t *row = json_array_get(rows, i);
        for (int k = 0; k < width; k++) carom_document_cell_data(document, cell_of(row, &all[k], k));
        if (key) json_object_foreach_safe(row, next, name, value) if (*name == '~') json_object_del(row, name);
    }
    document->parts[document->count - 1].rows = rows;
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

static const char *decimals(double value, int count, char text[32]) {
    snprintf(text, 32, fabs(value) < 1e15 ? "%.*f" : "%.*e", count, value);
    return text;
}

const char *carom_document_value_text(const json_t *value, int digits, char text[CAROM_VALUE_TEXT]) {
    char number[32], one[CAROM_VALUE_TEXT];
    text[0] = 0;
    if (json_is_string(value))
        snprintf(text, CAROM_VALUE_TEXT, "%s", json_string_value(value));
    else if (json_is_boolean(value))
        snprintf(text, CAROM_VALUE_TEXT, "%s", json_is_true(value) ? "yes" : "no");
    else if (json_is_integer(value))
        snprintf(text, CAROM_VALUE_TEXT, "%lld", (long long)json_integer_value(value));
    else if (json_is_number(value))
        snprintf(text, CAROM_VALUE_TEXT, "%s",
                 digits < 0 ? decimals(json_number_value(value), -digits, number)
                 : digits   ? carom_document_digits(json_number_value(value), digits, number)
                            : carom_decimal(json_number_value(value) + 0.0, number));
    else if (json_array_size(value))
        for (size_t i = 0; i < json_array_size(value); i++)
            carom_join(text, CAROM_VALUE_TEXT, ", ", carom_document_value_text(json_array_get(value, i), digits, one));
    else if (!json_is_object(value))
        snprintf(text, CAROM_VALUE_TEXT, "%s", digits ? "-" : "");
    return text;
}

void carom_document_free(carom_document *document) {
    for (int i = 0; i < document->count; i++) {
        free(document->parts[i].text);
        free(document->parts[i].columns);
        carom_figure_free(document->parts[i].figure);
        json_decref(document->parts[i].value);
        json_decref(document->parts[i].rows);
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
