#include "cli/words/table.h"
#include "cli/words/words.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/decimal.h"
#include "mods/file/cell.h"

// 1e-14: six digits are shown, and sums of a few terms round at some 1e-16 of their size.
double carom_tidy(double value, double scale) {
    return fabs(value) <= 1e-14 * scale ? 0.0 : value;
}

bool carom_table_csv, carom_table_md;
static FILE *tables; // where they go, if nothing else does
static bool printed; // one already

bool carom_table_plain(void) {
    return carom_table_csv || carom_table_md;
}

// Standard output becomes nothing, and the tables keep what it was.
bool carom_table_begin(void) {
    if (!carom_table_plain()) return true;
    const int out = dup(STDOUT_FILENO);
    tables = out < 0 ? NULL : fdopen(out, "w");
    return tables && freopen("/dev/null", "w", stdout);
}

bool carom_table_finish(void) {
    return !tables || (!ferror(tables) && !fflush(tables));
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
    if (isnan(value)) {
        carom_table_cell(table, carom_table_csv ? "" : "-");
    } else if (carom_table_csv) {
        char text[32];
        carom_table_cell(table, "%s", carom_decimal(carom_tidy(value, scale), text));
    } else
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

static void print_rule(const carom_table *table) {
    for (const char *c = table->align; *c; c++) fputs(*c == 'r' ? "|---:" : "|---", tables);
    fputs("|\n", tables);
}

static void print_plain(const carom_table *table, size_t columns) {
    if (printed) fputc('\n', tables);
    printed = true;
    for (size_t i = 0; i < table->count; i++) {
        const bool last = i % columns == columns - 1;
        if (carom_table_md) fputs(i % columns ? " | " : "| ", tables);
        (carom_table_csv ? carom_csv_cell : carom_markdown_cell)(tables, table->cells[i] ? table->cells[i] : "");
        if (carom_table_csv) fputc(last ? '\n' : ',', tables);
        if (carom_table_md && last) fputs(" |\n", tables);
        if (carom_table_md && i == columns - 1) print_rule(table);
    }
}

// The first cell of a row that repeats the one above.
static bool repeats(const carom_table *table, size_t i, size_t columns) {
    return table->grouped && i % columns == 0 && i >= columns && table->cells[i - columns] &&
           !strcmp(table->cells[i], table->cells[i - columns]);
}

static void print_aligned(FILE *file, const carom_table *table, size_t columns) {
    size_t *widths = carom_resize(NULL, columns, sizeof *widths);
    for (size_t i = 0; i < columns; i++) widths[i] = column_width(table, i, columns);
    for (size_t i = 0; i < table->count; i++)
        if (repeats(table, i, columns))
            fprintf(file, "  %*s", (int)widths[0], "");
        else if (table->cells[i])
            print_cell(file, table, i, columns, widths[i % columns]);
    free(widths);
}

void carom_table_print(FILE *file, carom_table *table) {
    const size_t columns = strlen(table->align);
    carom_table_end_row(table);
    if (tables)
        print_plain(table, columns);
    else
        print_aligned(file, table, columns);
    for (size_t i = 0; i < table->count; i++) free(table->cells[i]);
    free(table->cells);
    *table = (carom_table){.align = table->align};
}
