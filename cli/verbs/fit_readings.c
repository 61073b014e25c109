// What each measured impact says by itself, before any law: carom fit --readings.
#include <math.h>
#include <stdio.h>

#include "cli/verbs/fit_words.h"
#include "cli/words/json.h"
#include "cli/words/table.h"

// A quantity of a reading, and its bound if it has one.
typedef struct {
    const char *name;
    size_t at, bound; // offsets in a reading; NONE: no bound
    bool place;       // only where the contact's place was read
} quantity;

#define AT(member) offsetof(carom_strobe_reading, member)
#define NONE       ((size_t)-1)

static const quantity quantities[] = {
    {"theta", AT(theta), AT(theta_bound), false},  {"e", AT(e), AT(e_bound), false},
    {"ratio", AT(ratio), AT(ratio_bound), false},  {"tan_phi", AT(tan_phi), AT(tan_phi_bound), false},
    {"slip_after", AT(vft), AT(vft_bound), false}, {"alpha", AT(alpha), AT(alpha_bound), true},
    {"psi", AT(psi), AT(psi_bound), true},         {"touch", AT(touch), NONE, true},
};

enum { QUANTITIES = sizeof quantities / sizeof *quantities };

static double value_at(const carom_strobe_reading *reading, size_t offset) {
    return *(const double *)(const void *)((const char *)reading + offset);
}

static bool shown(const carom_fit_data *data, const quantity *q) {
    return !q->place || data->places;
}

static bool bounded(const carom_fit_data *data, const quantity *q) {
    return data->pictures && q->bound != NONE;
}

static void print_words(const carom_fit_data *data) {
    carom_table table = {.align = "rrrrrrrrrrrrrrrrr"};
    carom_table_cell(&table, "impact");
    for (int i = 0; i < QUANTITIES; i++) {
        if (shown(data, &quantities[i])) carom_table_cell(&table, "%s", quantities[i].name);
        if (shown(data, &quantities[i]) && bounded(data, &quantities[i])) carom_table_cell(&table, "+-");
    }
    carom_table_end_row(&table);
    for (size_t k = 0; k < data->count; k++) {
        carom_table_cell(&table, "%zu", k + 1);
        for (int i = 0; i < QUANTITIES; i++) {
            const quantity *q = &quantities[i];
            if (!shown(data, q)) continue;
            carom_table_cell(&table, "%.4f", value_at(&data->readings[k], q->at));
            if (bounded(data, q)) carom_table_cell(&table, "%.2g", value_at(&data->readings[k], q->bound));
        }
        carom_table_end_row(&table);
    }
    carom_table_print(stdout, &table);
}

static void print_csv(const carom_fit_data *data) {
    char text[32];
    fputs("impact,group", stdout);
    for (int i = 0; i < QUANTITIES; i++) {
        if (shown(data, &quantities[i])) printf(",%s", quantities[i].name);
        if (shown(data, &quantities[i]) && bounded(data, &quantities[i])) printf(",%s_bound", quantities[i].name);
    }
    putchar('\n');
    for (size_t k = 0; k < data->count; k++) {
        printf("%zu,%d", k + 1, data->impacts[k].group);
        for (int i = 0; i < QUANTITIES; i++) {
            const quantity *q = &quantities[i];
            if (!shown(data, q)) continue;
            printf(",%s", carom_json_number(value_at(&data->readings[k], q->at), text));
            if (bounded(data, q)) printf(",%s", carom_json_number(value_at(&data->readings[k], q->bound), text));
        }
        putchar('\n');
    }
}

static void print_json(const carom_fit_data *data) {
    json_t *rows = json_array();
    for (size_t k = 0; k < data->count; k++) {
        json_t *row = json_pack("{s:I,s:i}", "impact", (json_int_t)(k + 1), "group", data->impacts[k].group);
        for (int i = 0; i < QUANTITIES; i++) {
            const quantity *q = &quantities[i];
            char name[32];
            snprintf(name, sizeof name, "%s_bound", q->name);
            if (!shown(data, q)) continue;
            json_object_set_new(row, q->name, carom_json_real(value_at(&data->readings[k], q->at)));
            if (bounded(data, q))
                json_object_set_new(row, name, carom_json_real(value_at(&data->readings[k], q->bound)));
        }
        json_array_append_new(rows, row);
    }
    carom_json_answer(rows);
}

void carom_fit_print_readings(const carom_fit_data *data, bool json, bool csv) {
    (json ? print_json : csv ? print_csv : print_words)(data);
}
