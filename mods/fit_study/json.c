// JSON: an array of objects, or {"rows": [...]}; or {"cases": [...]}, strobe pictures of pucks.
#include <string.h>

#include "mods/fit_study/pucks.h"

static bool read_object(carom_fit_table *table, const json_t *object, size_t number, carom_misreading *refusal) {
    double *row = carom_fit_table_row(table);
    if (!row) return carom_fit_no_memory(refusal);
    for (size_t k = 0; k < table->columns; k++) {
        const json_t *value = json_object_get(object, table->name[k]);
        const char *text = json_string_value(value);
        if (text && !strcmp(table->name[k], "group")) {
            if (!carom_fit_table_group(table, text, strlen(text), &row[k])) return carom_fit_no_memory(refusal);
        } else if (carom_is_number(value)) {
            row[k] = json_number_value(value);
        } else {
            return carom_refuse(refusal, "bad-value", "row %zu has no number \"%s\"", number, table->name[k]);
        }
    }
    return true;
}

static bool read_rows(carom_fit_table *table, const json_t *rows, carom_misreading *refusal) {
    const char *name = NULL;
    json_t *value;
    while ((name = carom_next_key(json_array_get(rows, 0), name, &value))) {
        if (!carom_fit_table_add(table, name, strlen(name))) return carom_fit_no_memory(refusal);
    }
    if (!table->columns)
        return carom_refuse(refusal, "bad-value", "the file has no rows: an array of objects with named numbers");
    for (size_t k = 0; k < json_array_size(rows); k++)
        if (!read_object(table, json_array_get(rows, k), k + 1, refusal)) return false;
    return true;
}

bool carom_fit_table_json(carom_fit_table *table, const char *text, const char *which, carom_misreading *refusal) {
    json_error_t error;
    json_t *document = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!document)
        return carom_refuse(refusal, "bad-json", "line %d, column %d: not JSON: %s", error.line, error.column,
                            error.text);
    const json_t *cases = json_object_get(document, "cases");
    const json_t *rows = carom_is_array(document) ? document : json_object_get(document, "rows");
    const bool good = cases ? carom_fit_table_pucks(table, cases, which, refusal) : read_rows(table, rows, refusal);
    json_decref(document);
    return good;
}
