#include "cli/fit/table.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *carom_fit_more(void *memory, size_t count, size_t size) {
    return size && count > SIZE_MAX / size ? NULL : realloc(memory, count * size);
}

bool carom_fit_no_memory(carom_error *refusal) {
    return carom_refuse(refusal, CAROM_NO_MEMORY, "out of memory");
}

bool carom_fit_hear(const carom_fit_wishes *wishes, const carom_error *refusal) {
    if (!wishes->problem || refusal->status == CAROM_NO_MEMORY) return false;
    wishes->problem(wishes->context, refusal);
    return true;
}

int carom_fit_table_column(const carom_fit_table *table, const char *name) {
    for (size_t k = 0; k < table->columns; k++)
        if (!strcmp(table->name[k], name)) return (int)k;
    return -1;
}

static void free_names(char **name, size_t count) {
    for (size_t k = 0; k < count; k++) free(name[k]);
    free(name);
}

void carom_fit_table_free(carom_fit_table *table) {
    free_names(table->name, table->columns);
    free_names(table->group, table->groups);
    free(table->value);
    *table = (carom_fit_table){0};
}

static bool add_name(char ***list, size_t *count, const char *name, size_t length) {
    char **longer = carom_fit_more(*list, *count + 1, sizeof **list);
    if (!longer) return false;
    *list = longer;
    char *copy = carom_fit_more(NULL, length + 1, 1);
    if (!copy) return false;
    memcpy(copy, name, length);
    copy[length] = 0;
    longer[(*count)++] = copy;
    return true;
}

bool carom_fit_table_add(carom_fit_table *table, const char *name, size_t length) {
    return add_name(&table->name, &table->columns, name, length);
}

double *carom_fit_table_row(carom_fit_table *table) {
    if (table->rows == table->room) {
        const size_t room = table->room ? 2 * table->room : 256;
        double *value = carom_fit_more(table->value, room * table->columns, sizeof *value);
        if (!value) return NULL;
        table->value = value;
        table->room = room;
    }
    return table->value + table->columns * table->rows++;
}

bool carom_fit_table_group(carom_fit_table *table, const char *name, size_t length, double *number) {
    size_t k = 0;
    while (k < table->groups && (strlen(table->group[k]) != length || strncmp(table->group[k], name, length) != 0)) k++;
    *number = (double)k;
    return k < table->groups || add_name(&table->group, &table->groups, name, length);
}
