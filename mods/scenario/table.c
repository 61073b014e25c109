#include "mods/scenario/table.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/decimal.h"
#include "mods/scenario/json.h"
#include "support/atomic_file/cell.h"

// The limit is 1e-14, because six digits are shown, and sums of a few terms have rounding errors of about 1e-16 of
// their size.
double carom_tidy(double value, double scale) {
    return fabs(value) <= 1e-14 * scale ? 0.0 : value;
}

static bool grow(carom_table *table) {
    if (table->count < table->room) return true;
    const size_t room = table->room ? 2 * table->room : 64;
    char **cells = carom_json_room(room, sizeof *cells);
    if (!cells) return false;
    for (size_t i = 0; i < table->count; i++) cells[i] = table->cells[i];
    carom_json_leave(table->cells);
    table->cells = cells;
    table->room = room;
    return true;
}

static void append(carom_table *table, char *cell) {
    if (grow(table))
        table->cells[table->count++] = cell;
    else
        carom_json_leave(cell), table->short_of_memory = true;
}

void carom_table_cell(carom_table *table, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    const size_t room = (size_t)(length > 0 ? length : 0) + 1;
    // A control character is shown as four characters.
    char *text = carom_json_room(room, 1), *shown = carom_json_room(4 * room + 1, 1);
    if (text && shown) {
        vsnprintf(text, room, format, arguments);
        carom_visible(shown, 4 * room + 1, text);
        append(table, shown);
    } else {
        table->short_of_memory = true;
        carom_json_leave(shown);
    }
    va_end(arguments);
    carom_json_leave(text);
}

void carom_table_number(carom_table *table, double value, double scale) {
    char text[32];
    const bool csv = table->format == CAROM_FORMAT_CSV;
    if (isnan(value))
        carom_table_cell(table, csv ? "" : "-");
    else if (csv)
        carom_table_cell(table, "%s", carom_decimal(carom_tidy(value, scale), text));
    else
        carom_table_cell(table, "%s", carom_decimal_short(carom_tidy(value, scale), 6, text));
}

void carom_table_end_row(carom_table *table) {
    const size_t columns = strlen(table->align);
    while (table->count % columns && !table->short_of_memory) append(table, NULL);
}

// Counts characters, not bytes. In UTF-8, a continuation byte begins with the bits 10.
static size_t width(const char *text) {
    size_t n = 0;
    for (; *text; text++) n += (*text & 0xc0) != 0x80;
    return n;
}

// Returns true for a cell that ends its row early: such a remark may extend over the next columns.
static bool runs_over(const carom_table *table, size_t cell, size_t columns) {
    return cell % columns < columns - 1 && !table->cells[cell + 1];
}

static size_t column_width(const carom_table *table, size_t column, size_t columns) {
    size_t most = 0;
    for (size_t i = column; i < table->count; i += columns) {
        if (!table->cells[i] || runs_over(table, i, columns)) continue;
        const size_t n = width(table->cells[i]);
        if (n > most) most = n;
    }
    return most;
}

static void write_cell(FILE *file, const carom_table *table, size_t i, size_t columns, size_t room) {
    const char *cell = table->cells[i];
    const bool over = runs_over(table, i, columns), last = over || i % columns == columns - 1;
    const size_t n = width(cell);
    const int gap = room > n ? (int)(room - n) : 0;
    const bool right = table->align[i % columns] == 'r' && !over;
    fprintf(file, "  %*s%s%*s%s", right ? gap : 0, "", cell, right || last ? 0 : gap, "", last ? "\n" : "");
}

static void write_rule(FILE *file, const carom_table *table) {
    for (const char *c = table->align; *c; c++) fputs(*c == 'r' ? "|---:" : "|---", file);
    fputs("|\n", file);
}

static void write_plain(FILE *file, const carom_table *table, size_t columns) {
    const bool csv = table->format == CAROM_FORMAT_CSV;
    for (size_t i = 0; i < table->count; i++) {
        const bool last = i % columns == columns - 1;
        if (!csv) fputs(i % columns ? " | " : "| ", file);
        (csv ? carom_csv_cell : carom_markdown_cell)(file, table->cells[i] ? table->cells[i] : "");
        if (csv) fputc(last ? '\n' : ',', file);
        if (!csv && last) fputs(" |\n", file);
        if (!csv && i == columns - 1) write_rule(file, table);
    }
}

// Returns true if the first cell of a row repeats the one above.
static bool repeats(const carom_table *table, size_t i, size_t columns) {
    return table->grouped && i % columns == 0 && i >= columns && table->cells[i - columns] &&
           !strcmp(table->cells[i], table->cells[i - columns]);
}

static void write_aligned(FILE *file, const carom_table *table, size_t columns) {
    size_t *widths = carom_json_room(columns, sizeof *widths);
    if (!widths) return;
    for (size_t i = 0; i < columns; i++) widths[i] = column_width(table, i, columns);
    for (size_t i = 0; i < table->count; i++)
        if (repeats(table, i, columns))
            fprintf(file, "  %*s", (int)widths[0], "");
        else if (table->cells[i])
            write_cell(file, table, i, columns, widths[i % columns]);
    carom_json_leave(widths);
}

bool carom_table_write(FILE *file, carom_table *table) {
    const size_t columns = strlen(table->align);
    const bool whole = !table->short_of_memory;
    carom_table_end_row(table);
    if (whole) (table->format == CAROM_FORMAT_TEXT ? write_aligned : write_plain)(file, table, columns);
    for (size_t i = 0; i < table->count; i++) carom_json_leave(table->cells[i]);
    carom_json_leave(table->cells);
    *table = (carom_table){.align = table->align, .grouped = table->grouped, .format = table->format};
    return whole;
}
