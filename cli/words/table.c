#include "cli/words/table.h"
#include "cli/words/words.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// 1e-14: six digits are shown, and sums of a few terms round at some 1e-16 of their size.
double carom_tidy(double value, double scale) {
    return fabs(value) <= 1e-14 * scale ? 0.0 : value;
}

static void append(carom_table *table, char *cell) {
    if (table->count == table->room) {
        table->room = table->room ? 2 * table->room : 64;
        table->cells = carom_resize(table->cells, table->room, sizeof *table->cells);
    }
    table->cells[table->count++] = cell;
}

void carom_table_cell(carom_table *table, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    const size_t room = (size_t)(length > 0 ? length : 0) + 1;
    // What a terminal would obey takes four letters to show.
    char *text = carom_resize(NULL, room, 1), *shown = carom_resize(NULL, 4 * room + 1, 1);
    vsnprintf(text, room, format, arguments);
    va_end(arguments);
    carom_visible(shown, 4 * room + 1, text);
    free(text);
    append(table, shown);
}

void carom_table_number(carom_table *table, double value, double scale) {
    if (isnan(value))
        carom_table_cell(table, "-");
    else
        carom_table_cell(table, "%.6g", carom_tidy(value, scale));
}

void carom_table_end_row(carom_table *table) {
    const size_t columns = strlen(table->align);
    while (table->count % columns) append(table, NULL);
}

// Characters, not bytes: what continues one has the bits 10.
static size_t width(const char *text) {
    size_t n = 0;
    for (; *text; text++) n += (*text & 0xc0) != 0x80;
    return n;
}

// Ends its row before the last column: such a cell is a remark that may run over.
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

static void print_cell(FILE *file, const carom_table *table, size_t i, size_t columns, size_t room) {
    const char *cell = table->cells[i];
    const bool over = runs_over(table, i, columns), last = over || i % columns == columns - 1;
    const size_t n = width(cell);
    const int gap = room > n ? (int)(room - n) : 0;
    const bool right = table->align[i % columns] == 'r' && !over;
    fprintf(file, "  %*s%s%*s%s", right ? gap : 0, "", cell, right || last ? 0 : gap, "", last ? "\n" : "");
}

void carom_table_print(FILE *file, carom_table *table) {
    const size_t columns = strlen(table->align);
    size_t *widths = carom_resize(NULL, columns, sizeof *widths);
    for (size_t i = 0; i < columns; i++) widths[i] = column_width(table, i, columns);
    for (size_t i = 0; i < table->count; i++)
        if (table->cells[i]) print_cell(file, table, i, columns, widths[i % columns]);
    for (size_t i = 0; i < table->count; i++) free(table->cells[i]);
    free(table->cells);
    free(widths);
    *table = (carom_table){.align = table->align};
}
