// Implements carom fit --readings: prints quantities of each measured impact that need no law.
#include <stdio.h>
#include <string.h>

#include "cli/print/table.h"
#include "cli/verbs/fit_words.h"
#include "mods/scenario/json.h"

static bool is_bound(const char *name) {
    return strstr(name, "_bound") != NULL;
}

static void print_words(const carom_fit_data *data) {
    carom_table table = {.format = carom_output_format, .align = "rrrrrrrrrrrrrrrr"};
    const char *name;
    carom_table_cell(&table, "impact");
    for (int i = 0; (name = carom_fit_reading_name(data, i)); i++)
        carom_table_cell(&table, "%s", is_bound(name) ? "+-" : name);
    carom_table_end_row(&table);
    for (size_t k = 0; k < data->count; k++) {
        carom_table_cell(&table, "%zu", k + 1);
        for (int i = 0; (name = carom_fit_reading_name(data, i)); i++)
            carom_table_cell(&table, is_bound(name) ? "%.2g" : "%.4f", carom_fit_reading_at(data, k, i));
        carom_table_end_row(&table);
    }
    carom_table_print(stdout, &table);
}

static void print_csv(const carom_fit_data *data) {
    const char *name;
    char text[32];
    fputs("impact,group", stdout);
    for (int i = 0; (name = carom_fit_reading_name(data, i)); i++) printf(",%s", name);
    for (size_t k = 0; k < data->count; k++) {
        printf("\n%zu,%d", k + 1, data->group[k]);
        for (int i = 0; carom_fit_reading_name(data, i); i++)
            printf(",%s", carom_json_number(carom_fit_reading_at(data, k, i), text));
    }
    putchar('\n');
}

void carom_fit_print_readings(const carom_fit_data *data, bool csv) {
    (csv ? print_csv : print_words)(data);
}
