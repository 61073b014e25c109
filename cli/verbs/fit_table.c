// Tables of numbers from CSV, JSON and HDF5.
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/verbs/fit_data.h"
#include "cli/words/words.h"

enum { MOST_COLUMNS = 200 };

int carom_fit_table_column(const carom_fit_table *table, const char *name) {
    for (size_t k = 0; k < table->columns; k++)
        if (!strcmp(table->name[k], name)) return (int)k;
    return -1;
}

void carom_fit_table_free(carom_fit_table *table) {
    for (size_t k = 0; k < table->columns; k++) free(table->name[k]);
    free(table->name);
    free(table->value);
    *table = (carom_fit_table){0};
}

static void add_column(carom_fit_table *table, const char *name, size_t length) {
    table->name = carom_resize(table->name, table->columns + 1, sizeof *table->name);
    char *copy = carom_resize(NULL, length + 1, 1);
    memcpy(copy, name, length);
    copy[length] = 0;
    table->name[table->columns++] = copy;
}

static double *add_row(carom_fit_table *table) {
    if (table->rows == table->room) {
        table->room = table->room ? 2 * table->room : 256;
        table->value = carom_resize(table->value, table->room * table->columns, sizeof *table->value);
    }
    return table->value + table->columns * table->rows++;
}

// Names of groups, in the order of appearance.
typedef struct {
    char **name;
    size_t count;
} names;

static double number_of(names *groups, const char *name, size_t length) {
    for (size_t k = 0; k < groups->count; k++)
        if (strlen(groups->name[k]) == length && !strncmp(groups->name[k], name, length)) return (double)k;
    groups->name = carom_resize(groups->name, groups->count + 1, sizeof *groups->name);
    char *copy = carom_resize(NULL, length + 1, 1);
    memcpy(copy, name, length);
    copy[length] = 0;
    groups->name[groups->count] = copy;
    return (double)groups->count++;
}

static void free_names(names *groups) {
    for (size_t k = 0; k < groups->count; k++) free(groups->name[k]);
    free(groups->name);
}

// CSV: a line of names, then lines of numbers; # begins a remark.

static const char *trim(const char *from, const char **to) {
    while (from < *to && (*from == ' ' || *from == '"' || *from == '\t')) from++;
    while (*to > from && ((*to)[-1] == ' ' || (*to)[-1] == '"' || (*to)[-1] == '\r' || (*to)[-1] == '\t')) --*to;
    return from;
}

static bool read_cell(const carom_fit_table *table, names *groups, size_t column, const char *from, const char *to,
                      double *value) {
    from = trim(from, &to);
    if (column < table->columns && !strcmp(table->name[column], "group"))
        return *value = number_of(groups, from, (size_t)(to - from)), true;
    char *end;
    errno = 0;
    *value = strtod(from, &end);
    return to > from && end == to;
}

static bool read_line(carom_fit_table *table, names *groups, const char *line, const char *end, int number) {
    double *row = add_row(table);
    size_t column = 0;
    for (const char *from = line;; column++) {
        const char *to = memchr(from, ',', (size_t)(end - from));
        const char *stop = to ? to : end;
        double value;
        if (column >= table->columns || !read_cell(table, groups, column, from, stop, &value)) {
            if (column >= table->columns)
                carom_say("line %d has more than the %zu numbers that the first line names", number, table->columns);
            else
                carom_say("line %d, \"%s\": \"%.*s\" is no number", number, table->name[column], (int)(stop - from),
                          from);
            return false;
        }
        row[column] = value;
        if (!to) break;
        from = to + 1;
    }
    if (column + 1 == table->columns) return true;
    carom_say("line %d has %zu numbers, the first line names %zu", number, column + 1, table->columns);
    return false;
}

static void read_names(carom_fit_table *table, const char *line, const char *end) {
    for (const char *from = line; table->columns < MOST_COLUMNS;) {
        const char *to = memchr(from, ',', (size_t)(end - from));
        const char *stop = to ? to : end, *first = trim(from, &stop);
        add_column(table, first, (size_t)(stop - first));
        if (!to) break;
        from = to + 1;
    }
}

static bool read_csv(const char *text, carom_fit_table *table, names *groups) {
    int number = 0;
    bool good = true;
    for (const char *line = text; *line && good;) {
        const char *end = line + strcspn(line, "\n"), *stop = end, *first = trim(line, &stop);
        number++;
        if (first < stop && *first != '#') {
            if (!table->columns)
                read_names(table, first, stop);
            else
                good = read_line(table, groups, first, stop, number);
        }
        line = *end ? end + 1 : end;
    }
    return good;
}

// JSON: an array of objects, or {"rows": [...]}; and strobe pictures of the pucks of Chatterjee's table 11.1.

static bool read_object(carom_fit_table *table, names *groups, const json_t *object, size_t number) {
    double *row = add_row(table);
    for (size_t k = 0; k < table->columns; k++) {
        const json_t *value = json_object_get(object, table->name[k]);
        const char *text = json_string_value(value);
        if (text && !strcmp(table->name[k], "group")) {
            row[k] = number_of(groups, text, strlen(text));
        } else if (json_is_number(value)) {
            row[k] = json_number_value(value);
        } else {
            carom_say("row %zu has no number \"%s\"", number, table->name[k]);
            return false;
        }
    }
    return true;
}

static bool read_rows(const json_t *rows, carom_fit_table *table, names *groups) {
    const char *name;
    json_t *value;
    json_object_foreach(json_array_get(rows, 0), name, value) add_column(table, name, strlen(name));
    if (!table->columns) {
        carom_say("the file has no rows: an array of objects with named numbers");
        return false;
    }
    for (size_t k = 0; k < json_array_size(rows); k++)
        if (!read_object(table, groups, json_array_get(rows, k), k + 1)) return false;
    return true;
}

// Radius mm, mass g, ratio I/(I + m R^2) of pucks 1 to 9.
static const double pucks[9][3] = {{49.1, 67.8, .336}, {49.1, 67.2, .336}, {49.7, 59.2, .362},
                                   {49.6, 45.4, .400}, {49.5, 46.2, .402}, {49.1, 92.0, .289},
                                   {49.2, 91.5, .289}, {49.2, 82.8, .295}, {49.1, 74.6, .308}};

static bool read_puck(carom_fit_table *table, const json_t *item, const json_t *about) {
    const json_t *px = json_object_get(item, "px");
    const int number = (int)json_integer_value(json_object_get(item, "puck"));
    if (number < 1 || number > 9 || json_array_size(px) != 16) return false;
    double *row = add_row(table);
    for (size_t k = 0; k < 16; k++) row[k] = json_number_value(json_array_get(px, k));
    const double per_mm = json_number_value(json_object_get(about, "pixels_per_mm"));
    row[16] = 1e-3 * pucks[number - 1][1], row[17] = 1e-3 * pucks[number - 1][0], row[18] = pucks[number - 1][2];
    row[19] = 1e3 * per_mm, row[20] = json_number_value(json_object_get(about, "strobe_hz"));
    row[21] = per_mm * json_number_value(json_object_get(about, "sigma_mm")), row[22] = number;
    return true;
}

static bool read_pucks(const json_t *cases, const char *which, carom_fit_table *table) {
    static const char *const heads[] = {"x1",   "y1",     "mx1",   "my1",   "x2",   "y2",    "mx2",  "my2",
                                        "x3",   "y3",     "mx3",   "my3",   "x4",   "y4",    "mx4",  "my4",
                                        "mass", "radius", "ratio", "scale", "rate", "sigma", "group"};
    const json_t *one, *found = NULL;
    size_t k;
    json_array_foreach(cases, k, one) {
        const char *id = json_string_value(json_object_get(one, "id"));
        if (!json_array_size(json_object_get(one, "data")) || (which && (!id || strcmp(id, which)))) continue;
        if (!found) found = one;
    }
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) add_column(table, heads[i], strlen(heads[i]));
    json_array_foreach(json_object_get(found, "data"), k, one) {
        if (read_puck(table, one, json_object_get(found, "params"))) continue;
        carom_say("impact %zu is no strobe picture of a puck: \"puck\" 1 to 9 and 16 numbers \"px\"", k + 1);
        return false;
    }
    if (!found) carom_say("there is no case%s%s with data; --case names one", which ? " " : "", which ? which : "");
    return found != NULL;
}

static bool read_json(const char *text, const char *which, carom_fit_table *table, names *groups) {
    json_error_t error;
    json_t *document = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!document) {
        carom_say("line %d, column %d: not JSON: %s", error.line, error.column, error.text);
        return false;
    }
    const json_t *cases = json_object_get(document, "cases");
    const json_t *rows = json_is_array(document) ? document : json_object_get(document, "rows");
    const bool good = cases ? read_pucks(cases, which, table) : read_rows(rows, table, groups);
    json_decref(document);
    return good;
}

// An HDF5 file begins with these bytes.
static bool is_hdf(const char *name) {
    char head[4] = {0};
    FILE *file = name && strcmp(name, "-") ? fopen(name, "rb") : NULL;
    if (!file) return false;
    const size_t count = fread(head, 1, 4, file);
    fclose(file);
    return count == 4 && !memcmp(head, "\x89HDF", 4);
}

int carom_fit_table_read(const char *name, const carom_fit_wishes *wishes, carom_fit_table *table) {
    size_t length;
    names groups = {0};
    *table = (carom_fit_table){0};
    if (is_hdf(name)) return carom_fit_table_hdf(name, wishes, table);
    char *text = carom_stream_text(name, &length);
    if (!text) return CAROM_EXIT_IO;
    const char first = text[strspn(text, " \t\r\n")];
    bool good =
        first == '{' || first == '[' ? read_json(text, wishes->which, table, &groups) : read_csv(text, table, &groups);
    if (good && !table->rows) {
        carom_say("%s holds no impacts: a line of names, then a line of numbers each", carom_stream_spoken(name));
        good = false;
    }
    free(text);
    free_names(&groups);
    if (good) return CAROM_EXIT_FINE;
    carom_fit_table_free(table);
    return CAROM_EXIT_INPUT;
}
