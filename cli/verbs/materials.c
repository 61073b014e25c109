// Implements carom materials: lists published restitution and friction of pairs of bodies.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/args/args.h"
#include "cli/document/document.h"
#include "cli/exit.h"
#include "cli/lookup/materials.h"
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

// The columns of the file are in CSV and JSON; those without a key are for people.
static const carom_document_column columns[] = {
    {.key = "name", .title = "name"},
    {.key = "body"},
    {.key = "against"},
    {.title = "bodies", .place = CAROM_COLUMN_PAGE},
    {.key = "e"},
    {.key = "e_low"},
    {.key = "e_high"},
    {.title = "e"},
    {.key = "mu"},
    {.key = "mu_low"},
    {.key = "mu_high"},
    {.title = "mu"},
    {.key = "speed_low"},
    {.key = "speed_high"},
    {.title = "speed, m/s"},
    {.key = "kind", .title = "kind"},
    {.key = "conditions", .title = "conditions", .place = CAROM_COLUMN_PAGE},
    {.key = "source", .title = "source", .place = CAROM_COLUMN_PAGE},
    {.key = "link", .title = "link", .place = CAROM_COLUMN_PAGE},
    {.key = "sure", .title = "sure"},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

static void add_title(carom_document *document, const json_t *row, const char *title) {
    char text[TEXT];
    if (!strcmp(title, "bodies"))
        carom_document_cell(document, "%s against %s", carom_material_text(row, "body"),
                            carom_material_text(row, "against"));
    else
        carom_document_cell(document, "%s", title[0] == 's' ? speed_text(row, text) : value_text(row, title, text));
}

static void add_rows(carom_document *document, const json_t *rows) {
    carom_document_table(document, "", columns, COLUMNS);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *row = json_array_get(rows, i);
        for (int k = 0; k < COLUMNS; k++)
            if (columns[k].key)
                carom_document_cell_data(document, json_incref(json_object_get(row, columns[k].key)));
            else
                add_title(document, row, columns[k].title);
    }
}

// Describes one row completely.
static void add_row(carom_document *document, const json_t *row) {
    char e[TEXT], mu[TEXT], speed[TEXT];
    const bool stated = !isnan(carom_material_number(row, "speed_high"));
    static const char *const about_row[] = {"kind", "conditions", "source", "link", "sure"};
    carom_document_paragraph(document, "%s: %s against %s", carom_material_text(row, "name"),
                             carom_material_text(row, "body"), carom_material_text(row, "against"));
    carom_document_word(document, (carom_fact){.title = "e"}, value_text(row, "e", e));
    carom_document_word(document, (carom_fact){.title = "mu"}, value_text(row, "mu", mu));
    carom_document_word(document, (carom_fact){.title = stated ? "speed, m/s" : "speed"}, speed_text(row, speed));
    for (size_t k = 0; k < sizeof about_row / sizeof *about_row; k++)
        if (*carom_material_text(row, about_row[k]))
            carom_document_word(document, (carom_fact){.title = about_row[k]}, carom_material_text(row, about_row[k]));
}

// Without words, and for programs, all rows are one table.
static carom_document *describe(const json_t *rows, bool all) {
    carom_document *document = carom_document_new(NULL);
    if (all || carom_document_wants_json || carom_table_plain())
        add_rows(document, rows);
    else
        for (size_t i = 0; i < json_array_size(rows); i++) add_row(document, json_array_get(rows, i));
    if (all) {
        carom_document_paragraph(
            document, "`carom materials WORD` prints bodies, conditions and source of the rows with this word.");
        carom_document_paragraph(document,
                                 "A coefficient belongs to its pair of bodies and its speed. Restitution falls as "
                                 "the speed grows.");
    }
    return document;
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
    const carom_option options[] = {CAROM_DOCUMENT_OPTIONS, {0}};
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
    if (count) carom_document_print(describe(rows, !words.count));
    json_decref(rows);
    return exit;
}
