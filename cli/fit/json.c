// Reads JSON: an array of objects, which may be in "rows".
#include <string.h>

#include "cli/fit/table.h"
#include "mods/scenario/shape.h"
#include "mods/scenario/value.h"

// Rejects keys that are neither columns of the first row nor notes.
static bool refuse_key(const carom_fit_table *table, const carom_reading *r, const json_t *object,
                       const carom_json_place *place) {
    const char *key = NULL;
    json_t *value;
    while ((key = carom_next_key(object, key, &value)))
        if (carom_fit_table_column(table, key) < 0) break;
    const carom_json_place at = {place, key, 0};
    return carom_refuse_at(r->refusal, &r->source, key ? &at : place, CAROM_UNKNOWN_KEY, "the first row has no \"%s\"",
                           key ? key : "");
}

static bool read_object(carom_fit_table *table, const carom_reading *r, const json_t *object,
                        const carom_json_place *place) {
    double *row = carom_fit_table_row(table);
    if (!row) return carom_fit_no_memory(r->refusal);
    for (size_t k = 0; k < table->columns; k++) {
        const json_t *value = json_object_get(object, table->name[k]);
        const char *text = json_string_value(value);
        if (text && !strcmp(table->name[k], "group")) {
            if (!carom_fit_table_group(table, text, strlen(text), &row[k])) return carom_fit_no_memory(r->refusal);
        } else if (carom_is_number(value)) {
            row[k] = json_number_value(value);
        } else {
            return carom_refuse(r->refusal, CAROM_BAD_VALUE, "row %zu has no number \"%s\"", place->index + 1,
                                table->name[k]);
        }
    }
    return carom_key_count(object) == table->columns || refuse_key(table, r, object, place);
}

static bool read_columns(carom_fit_table *table, const carom_reading *r, const json_t *first, const char *columns,
                         const carom_json_place *place) {
    const char *name = NULL;
    json_t *value;
    while ((name = carom_next_key(first, name, &value))) {
        const carom_json_place at = {place, name, 0};
        char hint[160];
        if (!carom_fit_is_column(columns, name))
            return carom_refuse_at(r->refusal, &r->source, &at, CAROM_UNKNOWN_KEY, "there is no column \"%s\"%s", name,
                                   carom_suggestion(carom_fit_near_column(name),
                                                    "docs/fit.md lists them; a note's name begins with \"_\"", hint,
                                                    sizeof hint));
        if (!carom_fit_table_add(table, name, strlen(name))) return carom_fit_no_memory(r->refusal);
    }
    return table->columns ||
           carom_refuse(r->refusal, CAROM_BAD_VALUE, "the file has no rows: an array of objects with named numbers");
}

static bool read_rows(carom_fit_table *table, const carom_reading *r, const json_t *rows, const char *columns,
                      const carom_json_place *list) {
    const carom_json_place first = {list, NULL, 0};
    if (!read_columns(table, r, json_array_get(rows, 0), columns, &first)) return false;
    for (size_t k = 0; k < json_array_size(rows); k++) {
        const carom_json_place at = {list, NULL, k};
        if (!read_object(table, r, json_array_get(rows, k), &at)) return false;
    }
    return true;
}

static bool read_document(carom_fit_table *table, const carom_reading *r, const json_t *document, const char *columns) {
    const carom_json_place list = {NULL, "rows", 0};
    if (carom_is_array(document)) return read_rows(table, r, document, columns, NULL);
    if (!carom_keys_check(r, document, CAROM_OBJECT_fit_data, NULL)) return false;
    return read_rows(table, r, json_object_get(document, "rows"), columns, &list);
}

bool carom_fit_table_json(carom_fit_table *table, const char *text, const char *columns, carom_error *refusal) {
    json_error_t error;
    json_t *document = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!document) return carom_refuse_json(refusal, text, strlen(text), &error);
    const carom_reading r = {{.text = text, .first_line = 1}, refusal, NULL};
    const bool good = read_document(table, &r, document, columns);
    json_decref(document);
    return good;
}
