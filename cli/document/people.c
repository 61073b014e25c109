// Writes a document as text, CSV and Markdown.
#include <string.h>

#include "cli/args/help.h"
#include "cli/document/parts.h"
#include "cli/print/table.h"
#include "cli/print/words.h"

enum { MOST_COLUMNS = CAROM_DOCUMENT_COLUMNS };

// Returns the columns that this format shows.
static int shown_columns(const carom_document_part *table, carom_format format, int at[MOST_COLUMNS]) {
    int count = 0;
    for (int i = 0; i < table->column_count && count < MOST_COLUMNS; i++) {
        const carom_document_column *c = &table->columns[i];
        const bool shown = format == CAROM_FORMAT_CSV
                               ? c->key != NULL
                               : c->title && (format == CAROM_FORMAT_MARKDOWN || c->place != CAROM_COLUMN_PAGE);
        if (shown) at[count++] = i;
    }
    return count;
}

// Returns true if a column holds numbers, which are aligned at the right.
static bool is_numeric(const carom_document_part *table, int column) {
    for (size_t k = (size_t)column; k < json_array_size(table->value); k += (size_t)table->column_count)
        if (json_is_number(json_array_get(table->value, k))) return true;
    return false;
}

static void write_heads(carom_table *to, const carom_document *document, const carom_document_part *table,
                        const int *at, int count) {
    for (int i = 0; i < count; i++) {
        const carom_document_column *column = &table->columns[at[i]];
        const bool csv = to->format == CAROM_FORMAT_CSV;
        const char *name = csv ? column->key : column->title;
        const bool unit = column->unit && (!csv || document->units.stated);
        if (unit)
            carom_table_cell(to, "%s, %s", name, carom_units_find(&document->units, column->unit).name);
        else
            carom_table_cell(to, "%s", name);
    }
}

static void write_cell(carom_table *to, const carom_document *document, const carom_document_column *column,
                       const json_t *cell) {
    char text[CAROM_VALUE_TEXT];
    json_t *value = carom_document_value(document, cell, column->unit);
    const int digits = to->format == CAROM_FORMAT_CSV ? 0 : column->digits ? column->digits : CAROM_VALUE_DIGITS;
    carom_table_cell(to, "%s", carom_document_value_text(value, digits, text));
    json_decref(value);
}

// Returns false for a text in which no column has a name.
static bool is_headed(const carom_document_part *table, const int *at, int count, carom_format format) {
    bool named = format != CAROM_FORMAT_TEXT;
    for (int i = 0; i < count; i++) named = named || *table->columns[at[i]].title;
    return named;
}

static void write_table(FILE *file, const carom_document *document, const carom_document_part *table,
                        carom_format format) {
    int at[MOST_COLUMNS];
    const int count = shown_columns(table, format, at);
    const size_t cells = json_array_size(table->value);
    int width = count; // the columns below the row are last
    while (format == CAROM_FORMAT_TEXT && width && table->columns[at[width - 1]].place == CAROM_COLUMN_BELOW) width--;
    if (!width || !cells) return;
    char align[MOST_COLUMNS + 1] = "";
    for (int i = 0; i < width; i++) align[i] = is_numeric(table, at[i]) ? 'r' : 'l';
    carom_table to = {.format = format, .align = align};
    if (is_headed(table, at, width, format)) write_heads(&to, document, table, at, width);
    for (size_t k = 0; k < cells; k += (size_t)table->column_count) {
        for (int i = 0; i < width; i++) {
            const json_t *cell = json_array_get(table->value, k + (size_t)at[i]);
            write_cell(&to, document, &table->columns[at[i]], json_is_object(cell) ? json_object_get(cell, "") : cell);
            if (json_is_object(cell)) break;
        }
        carom_table_end_row(&to);
        for (int i = width; i < count; i++) {
            const char *below = json_string_value(json_array_get(table->value, k + (size_t)at[i]));
            if (below && *below) carom_table_cell(&to, "    %s", below);
            carom_table_end_row(&to);
        }
    }
    carom_table_print(file, &to);
}

static size_t numbers_in(const carom_document_part *fact) {
    return json_is_array(fact->value) ? json_array_size(fact->value) : 1;
}

static bool is_shown(const carom_document_part *block, carom_format format) {
    return block->kind == CAROM_DOCUMENT_FACT &&
           (format == CAROM_FORMAT_CSV ? block->fact.key : block->fact.title) != NULL;
}

// Returns true for parts that do not end a list of facts.
static bool is_listed(const carom_document_part *block) {
    return block->kind == CAROM_DOCUMENT_FACT || block->kind == CAROM_DOCUMENT_DATA;
}

// The columns of a list besides the name.
typedef struct {
    size_t width; // numbers
    bool unit, remark;
} list;

// Writes one row of a list: name, numbers, unit and remark.
static void write_fact(carom_table *to, const carom_document *document, const carom_document_part *block,
                       const list *with) {
    const carom_fact *fact = &block->fact;
    const int digits = to->format == CAROM_FORMAT_CSV ? 0 : fact->digits > 0 ? fact->digits : CAROM_VALUE_DIGITS;
    char text[CAROM_VALUE_TEXT];
    json_t *value = carom_document_value(document, block->value, fact->unit);
    carom_table_cell(to, "%s", to->format == CAROM_FORMAT_CSV ? fact->key : fact->title);
    for (size_t k = 0; k < with->width; k++) {
        const json_t *one = !json_is_array(value) ? k ? NULL : value : json_array_get(value, k);
        const bool beyond = k >= numbers_in(block);
        carom_table_cell(to, "%s", beyond ? "" : carom_document_value_text(one, digits, text));
    }
    json_decref(value);
    if (with->unit) carom_table_cell(to, "%s", fact->unit ? carom_units_find(&document->units, fact->unit).name : "");
    if (with->remark) carom_table_cell(to, "%s", fact->remark ? fact->remark : "");
}

static bool is_worded(const carom_document_part *fact) {
    return fact->kind == CAROM_DOCUMENT_FACT && fact->fact.title && json_is_string(fact->value);
}

// Writes a list with words as text, one fact per line. Long words continue on the next line.
static void write_worded(FILE *file, const carom_document *document, int first, int end) {
    int widest = 0;
    for (int i = first; i < end; i++) {
        const char *title = document->parts[i].fact.title;
        if (title && (int)strlen(title) > widest) widest = (int)strlen(title);
    }
    for (int i = first; i < end; i++) {
        const carom_fact *fact = &document->parts[i].fact;
        if (!is_shown(&document->parts[i], CAROM_FORMAT_TEXT)) continue;
        char value[CAROM_VALUE_TEXT], words[2 * CAROM_VALUE_TEXT];
        json_t *converted = carom_document_value(document, document->parts[i].value, fact->unit);
        snprintf(words, sizeof words, "%s%s%s%s%s", carom_document_value_text(converted, CAROM_VALUE_DIGITS, value),
                 fact->unit ? " " : "", fact->unit ? carom_units_find(&document->units, fact->unit).name : "",
                 fact->remark ? "; " : "", fact->remark ? fact->remark : "");
        json_decref(converted);
        fprintf(file, "  %-*s  ", widest, fact->title);
        carom_print_wrapped(words, strlen(words), widest + 4, widest + 4);
    }
}

// Writes the facts from the `first` block on, up to the next block of another kind. Returns the index after the last.
static int write_facts(FILE *file, const carom_document *document, int first, carom_format format) {
    int end = first;
    list with = {.width = 1, .unit = format != CAROM_FORMAT_TEXT, .remark = format != CAROM_FORMAT_TEXT};
    bool any = false, worded = false;
    for (; end < document->count && is_listed(&document->parts[end]); end++) {
        const carom_document_part *block = &document->parts[end];
        if (!is_shown(block, format)) continue;
        if (numbers_in(block) > with.width) with.width = numbers_in(block);
        with.unit |= block->fact.unit != NULL;
        with.remark |= block->fact.remark != NULL;
        worded |= is_worded(block);
        any = true;
    }
    if (!any || with.width > MOST_COLUMNS) return end;
    if (worded && format == CAROM_FORMAT_TEXT) {
        write_worded(file, document, first, end);
        return end;
    }
    char align[MOST_COLUMNS + 4] = "l";
    memset(align + 1, 'r', with.width);
    snprintf(align + 1 + with.width, 3, "%s%s", with.unit ? "l" : "", with.remark ? "l" : "");
    carom_table to = {.format = format, .align = align};
    if (format != CAROM_FORMAT_TEXT) {
        carom_table_cell(&to, "name");
        for (size_t k = 0; k < with.width; k++)
            carom_table_cell(&to, with.width > 1 ? "value %d" : "value", (int)k + 1);
        carom_table_cell(&to, "unit");
        carom_table_cell(&to, "remark");
    }
    for (int i = first; i < end; i++)
        if (is_shown(&document->parts[i], format)) write_fact(&to, document, &document->parts[i], &with);
    carom_table_print(file, &to);
    return end;
}

void carom_document_write(FILE *file, const carom_document *document, carom_format format) {
    bool first = true;
    for (int i = 0; i < document->count;) {
        const carom_document_part *block = &document->parts[i];
        const bool note = block->kind == CAROM_DOCUMENT_NOTE, line = block->kind == CAROM_DOCUMENT_LINE;
        const bool words =
            note || line || block->kind == CAROM_DOCUMENT_HEADING || block->kind == CAROM_DOCUMENT_PARAGRAPH;
        const bool tables = block->kind == CAROM_DOCUMENT_TABLE && shown_columns(block, format, (int[MOST_COLUMNS]){0});
        const bool facts = is_shown(block, format);
        if (!words && !tables && !facts) {
            i++;
            continue;
        }
        // A blank line separates the parts of a text, except lines. Tables alone are separated where they are printed.
        const carom_document_part_kind before = i ? document->parts[i - 1].kind : CAROM_DOCUMENT_DATA;
        const bool listed = line && (before == CAROM_DOCUMENT_LINE || before == CAROM_DOCUMENT_PARAGRAPH);
        if (format == CAROM_FORMAT_TEXT && !first && !listed) fputc('\n', file);
        first = false;
        if (facts) {
            i = write_facts(file, document, i, format);
            continue;
        }
        if (words && format == CAROM_FORMAT_TEXT)
            fprintf(file, "%s%s%s\n",
                    note   ? block->fact.title
                    : line ? " "
                           : "",
                    line || (note && *block->text) ? " " : "", block->text);
        if (tables) write_table(file, document, block, format);
        i++;
    }
}
