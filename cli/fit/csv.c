// Reads CSV: a line of names, then lines of numbers; # begins a comment. The separator is a comma or, if the names have
// none, a semicolon or tab.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "cli/fit/table.h"

enum { MOST_COLUMNS = 200 };

static const char *trim(const char *from, const char **to) {
    while (from < *to && (*from == ' ' || *from == '"' || *from == '\t')) from++;
    while (*to > from && ((*to)[-1] == ' ' || (*to)[-1] == '"' || (*to)[-1] == '\r' || (*to)[-1] == '\t')) --*to;
    return from;
}

static bool read_cell(carom_fit_table *table, int line, size_t column, const char *cell, const char *stop,
                      double *value, carom_error *refusal) {
    const char *to = stop, *from = trim(cell, &to);
    if (!strcmp(table->name[column], "group"))
        return carom_fit_table_group(table, from, (size_t)(to - from), value) || carom_fit_no_memory(refusal);
    char *end;
    *value = carom_decimal_read(from, &end);
    if (to > from && end == to) return true;
    const bool comma = to > from && *end == ',' && end + 1 < to && end[1] >= '0' && end[1] <= '9';
    return carom_refuse(refusal, CAROM_BAD_VALUE, "line %d, \"%s\": \"%.*s\" %s", line, table->name[column],
                        (int)(stop - cell), cell,
                        comma ? "has a decimal comma; write it with a point" : "is not a number");
}

static bool read_line(carom_fit_table *table, char between, const char *line, const char *end, int number,
                      const carom_fit_wishes *wishes, carom_error *refusal) {
    double *row = carom_fit_table_row(table);
    size_t column = 0;
    if (!row) return carom_fit_no_memory(refusal);
    for (size_t k = 0; k < table->columns; k++) row[k] = (double)NAN;
    for (const char *from = line;; column++) {
        const char *to = memchr(from, between, (size_t)(end - from));
        if (column < table->columns && !read_cell(table, number, column, from, to ? to : end, &row[column], refusal)) {
            row[column] = (double)NAN, table->problems++;
            if (!carom_fit_hear(wishes, refusal)) return false;
        }
        if (!to) break;
        from = to + 1;
    }
    if (column + 1 == table->columns) return true;
    row[0] = (double)NAN, table->problems++;
    carom_refuse(refusal, CAROM_BAD_VALUE, "line %d has %zu numbers, the first line names %zu", number, column + 1,
                 table->columns);
    return carom_fit_hear(wishes, refusal);
}

static char what_parts(const char *line, const char *end) {
    const size_t length = (size_t)(end - line);
    return memchr(line, ',', length) ? ',' : memchr(line, ';', length) ? ';' : memchr(line, '\t', length) ? '\t' : ',';
}

static bool read_names(carom_fit_table *table, char between, const char *line, const char *end, carom_error *refusal) {
    for (const char *from = line; table->columns < MOST_COLUMNS;) {
        const char *to = memchr(from, between, (size_t)(end - from));
        const char *stop = to ? to : end, *first = trim(from, &stop);
        if (!carom_fit_table_add(table, first, (size_t)(stop - first))) return carom_fit_no_memory(refusal);
        if (!to) break;
        from = to + 1;
    }
    return true;
}

bool carom_fit_table_csv(carom_fit_table *table, const char *text, const carom_fit_wishes *wishes,
                         carom_error *refusal) {
    int number = 0;
    char between = ',';
    bool good = true;
    for (const char *line = text; *line && good;) {
        const char *end = line + strcspn(line, "\n"), *stop = end, *first = trim(line, &stop);
        number++;
        if (first < stop && *first != '#') {
            if (!table->columns) between = what_parts(first, stop);
            good = table->columns ? read_line(table, between, first, stop, number, wishes, refusal)
                                  : read_names(table, between, first, stop, refusal);
        }
        line = *end ? end + 1 : end;
    }
    return good;
}
