// Implements carom materials: lists published restitution and friction of pairs of bodies.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/args/args.h"
#include "cli/args/help.h"
#include "cli/exit.h"
#include "cli/lookup/materials.h"
#include "cli/print/json.h"
#include "cli/print/table.h"
#include "cli/print/words.h"

static const char examples[] = "  carom materials\n"
                               "  carom materials glass\n"
                               "  carom materials tennis granite\n"
                               "  carom materials --csv\n";
static const char about[] =
    "Lists published coefficients of restitution and friction, with their sources.\n"
    "\n"
    "With words, carom prints the rows whose name or bodies contain all of them, with conditions and sources. "
    "A coefficient belongs to a pair of bodies and to a range of speeds: restitution falls as the speed grows. "
    "The kinds of rows are:\n"
    "  rule      a tolerance that a rule of a sport allows\n"
    "  measured  a result of an experiment\n"
    "  fitted    a coefficient of a model, fitted to an experiment\n"
    "  typical   a range that an author gives without an experiment\n"
    "docs/materials.md explains how to use a row.";

enum { TEXT = 64 };

// Writes a value and its range, such as "0.95 (0.92 to 0.98)"; "-" if there is none.
static const char *value_text(const json_t *row, const char *name, char text[TEXT]) {
    char low_name[16], high_name[16];
    snprintf(low_name, sizeof low_name, "%s_low", name);
    snprintf(high_name, sizeof high_name, "%s_high", name);
    const double value = carom_material_number(row, name), low = carom_material_number(row, low_name),
                 high = carom_material_number(row, high_name);
    if (isnan(value))
        snprintf(text, TEXT, "-");
    else if (isnan(low))
        snprintf(text, TEXT, "%g", value);
    else
        snprintf(text, TEXT, "%g (%g to %g)", value, low, high);
    return text;
}

static const char *speed_text(const json_t *row, char text[TEXT]) {
    const double low = carom_material_number(row, "speed_low"), high = carom_material_number(row, "speed_high");
    if (isnan(high))
        snprintf(text, TEXT, "not stated");
    else if (isnan(low))
        snprintf(text, TEXT, "up to %g", high);
    else if (low < high)
        snprintf(text, TEXT, "%g to %g", low, high);
    else
        snprintf(text, TEXT, "%g", high);
    return text;
}

static const char *const texts[] = {"name", "body", "against"}, *const numbers[] = {"e",         "e_low",     "e_high",
                                                                                    "mu",        "mu_low",    "mu_high",
                                                                                    "speed_low", "speed_high"},
                         *const about_row[] = {"kind", "conditions", "source", "link", "sure"};
enum { TEXTS = sizeof texts / sizeof *texts, NUMBERS = sizeof numbers / sizeof *numbers };
enum { ABOUT_ROW = sizeof about_row / sizeof *about_row };

// Prints CSV with a column for every key of the file.
static void print_csv(const json_t *rows) {
    carom_table table = {.format = carom_output_format, .align = "lllrrrrrrrrlllll"};
    for (size_t k = 0; k < TEXTS; k++) carom_table_cell(&table, "%s", texts[k]);
    for (size_t k = 0; k < NUMBERS; k++) carom_table_cell(&table, "%s", numbers[k]);
    for (size_t k = 0; k < ABOUT_ROW; k++) carom_table_cell(&table, "%s", about_row[k]);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        for (size_t k = 0; k < TEXTS; k++) carom_table_cell(&table, "%s", carom_material_text(row, texts[k]));
        for (size_t k = 0; k < NUMBERS; k++) carom_table_number(&table, carom_material_number(row, numbers[k]), 0.0);
        for (size_t k = 0; k < ABOUT_ROW; k++) carom_table_cell(&table, "%s", carom_material_text(row, about_row[k]));
    }
    carom_table_print(stdout, &table);
}

// Prints the table of docs/materials.md.
static void print_markdown(const json_t *rows) {
    static const char *const heads[] = {"name", "bodies", "e", "mu", "speed, m/s", "conditions", "source"};
    carom_table table = {.format = carom_output_format, .align = "lllllll"};
    char text[TEXT];
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) carom_table_cell(&table, "%s", heads[i]);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        const char *link = carom_material_text(row, "link");
        carom_table_cell(&table, "%s", carom_material_text(row, "name"));
        carom_table_cell(&table, "%s against %s", carom_material_text(row, "body"),
                         carom_material_text(row, "against"));
        carom_table_cell(&table, "%s", value_text(row, "e", text));
        carom_table_cell(&table, "%s", value_text(row, "mu", text));
        carom_table_cell(&table, "%s", speed_text(row, text));
        carom_table_cell(&table, "%s: %s", carom_material_text(row, "kind"), carom_material_text(row, "conditions"));
        carom_table_cell(&table, "%s (%s)%s%s", carom_material_text(row, "source"), carom_material_text(row, "sure"),
                         *link ? ", " : "", link);
    }
    carom_table_print(stdout, &table);
}

static void print_list(const json_t *rows) {
    static const char *const heads[] = {"name", "e", "mu", "speed, m/s", "kind", "sure"};
    carom_table table = {.format = carom_output_format, .align = "llllll"};
    char text[TEXT];
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) carom_table_cell(&table, "%s", heads[i]);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        carom_table_cell(&table, "%s", carom_material_text(row, "name"));
        carom_table_cell(&table, "%s", value_text(row, "e", text));
        carom_table_cell(&table, "%s", value_text(row, "mu", text));
        carom_table_cell(&table, "%s", speed_text(row, text));
        carom_table_cell(&table, "%s", carom_material_text(row, "kind"));
        carom_table_cell(&table, "%s", carom_material_text(row, "sure"));
    }
    carom_table_print(stdout, &table);
    printf("\n`carom materials WORD` prints bodies, conditions and source of the rows with this word.\n"
           "A coefficient belongs to its pair of bodies and its speed. Restitution falls as the speed grows.\n");
}

static void print_line(const char *name, const char *text) {
    if (!*text) return;
    printf("  %-11s ", name);
    carom_print_wrapped(text, strlen(text), 14, 14);
}

static void print_row(const json_t *row) {
    char text[TEXT], speed[TEXT];
    const bool stated = !isnan(carom_material_number(row, "speed_high"));
    printf("%s: %s against %s\n", carom_material_text(row, "name"), carom_material_text(row, "body"),
           carom_material_text(row, "against"));
    print_line("e", value_text(row, "e", text));
    print_line("mu", value_text(row, "mu", text));
    snprintf(text, sizeof text, "%.40s%s", speed_text(row, speed), stated ? " m/s" : "");
    print_line("speed", text);
    for (size_t k = 0; k < ABOUT_ROW; k++) print_line(about_row[k], carom_material_text(row, about_row[k]));
}

// Keeps the rows that contain all the words.
static void keep(json_t *rows, const carom_operands *words) {
    for (size_t i = json_array_size(rows); i-- > 0;)
        for (int k = 0; k < words->count; k++)
            if (!carom_material_has(json_array_get(rows, i), words->at[k])) {
                json_array_remove(rows, i);
                break;
            }
}

static int no_row(const carom_operands *words) {
    carom_error refusal;
    char text[256] = "";
    for (int k = 0; k < words->count; k++) carom_join(text, sizeof text, "\" and \"", words->at[k]);
    carom_refuse(&refusal, CAROM_BAD_VALUE, "no row of the table contains \"%s\"; `carom materials` lists all rows",
                 text);
    return carom_args_refused(&refusal);
}

int carom_verb_materials(int argc, char **argv) {
    bool json = false;
    const carom_option options[] = {{"json", NULL, "", &json, NULL}, CAROM_TABLE_OPTIONS, {0}};
    const carom_usage usage = {.verb = "materials",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .most_operands = 4,
                               .operands = "[WORD]..."};
    carom_operands words;
    int exit;
    if (!carom_args_read(&usage, argc, argv, &words, &exit)) return exit;
    json_t *rows = carom_materials();
    keep(rows, &words);
    const size_t count = json_array_size(rows);
    exit = count ? CAROM_EXIT_FINE : no_row(&words);
    if (count && json) {
        carom_json_answer(rows);
        return exit;
    }
    if (count && carom_table_csv)
        print_csv(rows);
    else if (count && carom_table_md)
        print_markdown(rows);
    else if (count && !words.count)
        print_list(rows);
    else
        for (size_t i = 0; i < count; i++) {
            if (i) putchar('\n');
            print_row(json_array_get(rows, i));
        }
    json_decref(rows);
    return exit;
}
