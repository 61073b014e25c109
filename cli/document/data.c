// Writes a document as JSON.
#include <string.h>

#include "cli/document/parts.h"

enum { DEEPEST = 8 };

// Adds the cells of one row, from the k-th cell on. Columns of the same array are one member.
static json_t *row_json(const carom_document *document, const carom_document_part *table, size_t k) {
    json_t *row = json_object();
    for (int i = 0; i < table->column_count; i++) {
        const carom_document_column *column = &table->columns[i];
        if (!column->key) continue;
        json_t *value = carom_document_value(document, json_array_get(table->value, k + (size_t)i), column->unit);
        if (!column->array) {
            json_object_set_new(row, column->key, value);
            continue;
        }
        if (!json_object_get(row, column->array)) json_object_set_new(row, column->array, json_array());
        json_array_append_new(json_object_get(row, column->array), value);
    }
    return row;
}

static json_t *table_json(const carom_document *document, const carom_document_part *table) {
    if (table->rows) return json_incref(table->rows);
    json_t *rows = json_array();
    for (size_t k = 0; k < json_array_size(table->value); k += (size_t)table->column_count)
        json_array_append_new(rows, row_json(document, table, k));
    return rows;
}

json_t *carom_document_json(const carom_document *document) {
    json_t *open[DEEPEST] = {json_object()};
    int depth = 0;
    for (int i = 0; i < document->count; i++) {
        const carom_document_part *block = &document->parts[i];
        json_t *object = open[depth];
        if (block->kind == CAROM_DOCUMENT_OPEN && depth < DEEPEST - 1) {
            open[++depth] = json_object();
            json_object_set_new(object, block->key, open[depth]);
        } else if (block->kind == CAROM_DOCUMENT_CLOSE && depth) {
            depth--;
        } else if (block->kind == CAROM_DOCUMENT_DATA && !block->fact.key) {
            json_object_update(object, block->value);
        } else if (block->kind == CAROM_DOCUMENT_DATA && !*block->fact.key) {
            json_decref(open[0]);
            return json_incref(block->value);
        } else if (block->kind == CAROM_DOCUMENT_DATA || (block->kind == CAROM_DOCUMENT_FACT && block->fact.key)) {
            json_object_set_new(object, block->fact.key,
                                carom_document_value(document, block->value, block->fact.unit));
        } else if (block->kind == CAROM_DOCUMENT_TABLE && block->key && *block->key) {
            json_object_set_new(object, block->key, table_json(document, block));
        } else if (block->kind == CAROM_DOCUMENT_TABLE && block->key) {
            json_decref(open[0]);
            return table_json(document, block);
        }
    }
    return open[0];
}
