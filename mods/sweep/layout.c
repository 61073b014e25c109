#include "mods/sweep/layout.h"

#include "carom/law.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tables/counts.h"

const double carom_quantile_shares[CAROM_QUANTILES] = {0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999};

typedef char name_row[CAROM_SWEEP_NAME];

struct carom_name_tables {
    name_row laws[CAROM_SWEEP_LAWS], inputs[CAROM_SWEEP_INPUTS], outputs[CAROM_OUTPUT_COUNT], modes[CAROM_MODE_COUNT],
        statuses[CAROM_STATUS_END], broken[CAROM_BROKEN_KINDS];
    char groups[CAROM_SWEEP_LAWS][CAROM_SWEEP_NAME + 16]; // "/summary/<law>"
    double range[CAROM_OUTPUT_COUNT][2];
};

// CAROM_SWEEP_NAME is longer than any name of the tables; the reader rejects longer names of the user.
static void name(name_row row, const char *text) {
    snprintf(row, sizeof(name_row), "%s", text ? text : "");
}

static void fill_names(struct carom_name_tables *t, const carom_study *s) {
    for (int i = 0; i < s->laws; i++) name(t->laws[i], s->asked[i].name);
    for (int i = 0; i < s->inputs; i++) name(t->inputs[i], s->input[i].name);
    for (int i = 0; i < s->outputs; i++) {
        name(t->outputs[i], carom_output_at((int)s->output[i])->name);
        t->range[i][0] = s->histogram[i].wanted ? s->histogram[i].low : 0.0;
        t->range[i][1] = s->histogram[i].wanted ? s->histogram[i].high : 0.0;
    }
    for (int i = 0; i < CAROM_MODE_COUNT; i++) name(t->modes[i], carom_mode_name((carom_mode)i));
    for (int i = 0; i < CAROM_STATUS_END; i++) {
        const char *status = carom_status_name((carom_status)i);
        name(t->statuses[i], strcmp(status, "unknown-status") ? status : "");
    }
    for (int i = 0; i < CAROM_BROKEN_KINDS; i++)
        name(t->broken[i], carom_enum_name(CAROM_ENUM_VIOLATION, (int)(1u << i)));
}

// Adds an item; each helper returns the new one.

static carom_store_item *add(carom_layout *l, carom_store_type type, int rank, size_t rows, size_t columns,
                             const char *meaning) {
    carom_store_item *item = &l->items[l->item_count++];
    *item = (carom_store_item){.type = type, .rank = rank, .dims = {rows, columns}, .meaning = meaning};
    return item;
}

static carom_store_item *global(carom_layout *l, const char *path, carom_store_type type, int rank, size_t rows,
                                size_t columns, const char *meaning) {
    carom_store_item *item = add(l, type, rank, rows, columns, meaning);
    snprintf(item->path, sizeof item->path, "%s", path);
    return item;
}

static void table(carom_layout *l, const char *path, const void *rows, int count, const char *meaning) {
    carom_store_item *item = global(l, path, CAROM_STORE_TEXT, 1, (size_t)count, 0, meaning);
    item->width = sizeof(name_row);
    item->data = rows;
}

static void of_law(carom_layout *l, int law, const char *leaf, carom_store_type type, int rank, size_t rows,
                   size_t columns, const char *meaning) {
    carom_store_item *item = add(l, type, rank, rows, columns, meaning);
    snprintf(item->path, sizeof item->path, "/summary/%s/%s", l->study->asked[law].name, leaf);
}

static carom_store_item *column(carom_layout *l, const char *group, const char *leaf, carom_store_type type,
                                const char *unit, const char *meaning) {
    carom_store_item *item = add(l, type, 1, (size_t)l->study->samples, 0, meaning);
    snprintf(item->path, sizeof item->path, "/columns/%s/%s", group, leaf);
    item->unit = unit;
    return item;
}

static void add_globals(carom_layout *l, size_t state_words, const char *text) {
    const carom_study *s = l->study;
    carom_store_item *study = global(l, "/study", CAROM_STORE_TEXT, 0, 0, 0, "the sweep file this was made from");
    study->width = strlen(text) + 1;
    study->data = text;
    global(l, "/state", CAROM_STORE_U64, 2, 2, CAROM_SLOT_HEAD + state_words,
           "two commit slots, written in turn: sequence, checksum, committed blocks, running summary");
    global(l, "/summary/samples", CAROM_STORE_U64, 0, 0, 0, "number of samples in the summaries");
    global(l, "/summary_checksum", CAROM_STORE_U64, 0, 0, 0,
           "checksum of everything in /summary, in the order of the file; 0: not yet written");
    table(l, "/laws", l->names->laws, s->laws, "names of the laws");
    table(l, "/inputs", l->names->inputs, s->inputs,
          "paths of the varied inputs in the scenario; their values are in SI units");
    table(l, "/outputs", l->names->outputs, s->outputs, "outputs of each sample");
    table(l, "/modes", l->names->modes, CAROM_MODE_COUNT, "modes by their number");
    table(l, "/statuses", l->names->statuses, CAROM_STATUS_END, "statuses by their number; empty: none has it");
    table(l, "/violations", l->names->broken, CAROM_BROKEN_KINDS, "conditions that a result can violate, by bit");
    global(l, "/quantile_shares", CAROM_STORE_F64, 1, CAROM_QUANTILES, 0, "shares of the quantiles")->data =
        carom_quantile_shares;
    global(l, "/histogram_range", CAROM_STORE_F64, 2, (size_t)s->outputs, 2,
           "first and last edge of each output's histogram; 0, 0: none")
        ->data = l->names->range;
}

static void add_law(carom_layout *l, int law) {
    const carom_study *s = l->study;
    const size_t k = (size_t)(l->study->inputs + l->study->outputs), m = (size_t)s->outputs, worst = (size_t)s->worst;
    const carom_store_type F = CAROM_STORE_F64, U = CAROM_STORE_U64;
    of_law(l, law, "count", U, 0, 0, 0, "samples with an answer; the moments are theirs");
    of_law(l, law, "status", U, 1, CAROM_STATUS_END, 0, "samples by status, as in /statuses");
    of_law(l, law, "modes", U, 1, CAROM_MODE_COUNT, 0, "answers by mode, as in /modes");
    of_law(l, law, "violations", U, 1, CAROM_BROKEN_KINDS, 0,
           "answers by the conditions that they violate, as in /violations");
    of_law(l, law, "mean", F, 1, k, 0, "of inputs, then outputs");
    of_law(l, law, "covariance", F, 2, k, k, "of inputs, then outputs");
    of_law(l, law, "minimum", F, 1, k, 0, "of inputs, then outputs");
    of_law(l, law, "maximum", F, 1, k, 0, "of inputs, then outputs");
    of_law(l, law, "quantiles", F, 2, m, CAROM_QUANTILES, "of outputs, at /quantile_shares, to 1/32 of each");
    of_law(l, law, "histogram", U, 2, m, CAROM_HISTOGRAM_WORDS, "of outputs: below, 64 equal bins, above");
    of_law(l, law, "sketch", U, 2, m, CAROM_SKETCH_BUCKETS, "of outputs: counts by sign, exponent and 5 more bits");
    if (!s->worst) return;
    of_law(l, law, "worst_value", F, 1, worst, 0, "the worst answers, worst first");
    of_law(l, law, "worst_sample", U, 1, worst, 0, "their sample numbers");
    of_law(l, law, "worst_inputs", F, 2, worst, (size_t)s->inputs, "their inputs");
}

// Returns the coefficient of an input that is a parameter, from a law that has it.
static const carom_coefficient *param_of(const carom_study *s, const carom_input *input) {
    const carom_coefficient *row = NULL;
    for (int law = 0; law < s->laws && !row && !s->many; law++)
        row = carom_law_coefficient(s->asked[law].law, (int)input->param);
    return row;
}

static void add_columns(carom_layout *l) {
    const carom_study *s = l->study;
    for (int k = 0; k < s->inputs; k++) {
        const carom_coefficient *param = param_of(s, &s->input[k]);
        column(l, "inputs", s->input[k].name, CAROM_STORE_F64, param ? param->unit : "SI",
               param ? param->meaning : NULL);
    }
    for (int law = 0; law < s->laws; law++) {
        const char *group = s->asked[law].name;
        for (int k = 0; k < s->outputs; k++) {
            const carom_output_info *info = carom_output_at((int)s->output[k]);
            column(l, group, info->name, CAROM_STORE_F64, info->unit, info->meaning);
        }
        column(l, group, "status", CAROM_STORE_U8, NULL, "as in /statuses; 255: not done yet");
        column(l, group, "mode", CAROM_STORE_U8, NULL, "as in /modes");
        column(l, group, "violations", CAROM_STORE_U8, NULL, "bits, as in /violations");
    }
    global(l, "/columns_checksum", CAROM_STORE_U64, 1, (size_t)carom_study_blocks(s), 0,
           "of every 2048 samples: a checksum of their columns, in the order of the file");
}

int carom_layout_columns_of(const carom_study *study, int law) {
    return study->inputs + law * (study->outputs + 3);
}

size_t carom_layout_law_items(const carom_study *study) {
    return study->worst ? CAROM_LAW_ITEMS : CAROM_LAW_WORST_VALUE;
}

static void add_notes(carom_layout *l) {
    carom_store_note *note = l->notes;
    *note++ = (carom_store_note){"/", "format", "carom sweep 4", true};
    *note++ = (carom_store_note){"/", "carom_version", carom_version(), true};
    *note++ = (carom_store_note){"/", "units", "SI; components normal first; P acts on body A", false};
    *note++ = (carom_store_note){"/", "random_numbers",
                                 "Philox 4x64-10, Salmon et al. 2011; Sobol directions of Joe & Kuo 2008", false};
    for (int law = 0; law < l->study->laws; law++) {
        char *group = l->names->groups[law];
        snprintf(group, sizeof l->names->groups[law], "/summary/%s", l->study->asked[law].name);
        const carom_law_asked *asked = &l->study->asked[law];
        *note++ = (carom_store_note){group, asked->law ? "law" : "method",
                                     asked->law ? asked->law->name : asked->method->name, false};
        *note++ =
            (carom_store_note){group, "citation", asked->law ? asked->law->citation : asked->method->citation, false};
    }
    l->note_count = (size_t)(note - l->notes);
}

bool carom_layout_make(carom_layout *l, const carom_study *s, size_t state_words, const char *text) {
    enum { GLOBALS = 16 };
    *l = (carom_layout){.study = s};
    const size_t laws = (size_t)s->laws, columns = (size_t)(s->inputs + s->laws * (s->outputs + 3)) + 1;
    l->items = calloc(GLOBALS + laws * CAROM_LAW_ITEMS + columns, sizeof *l->items);
    l->notes = calloc(4 + 2 * laws, sizeof *l->notes);
    l->names = calloc(1, sizeof *l->names);
    if (!l->items || !l->notes || !l->names) return false;
    fill_names(l->names, s);
    add_globals(l, state_words, text);
    l->first_law = l->item_count;
    for (int law = 0; law < s->laws; law++) add_law(l, law);
    l->first_column = l->item_count;
    if (s->columns) add_columns(l);
    add_notes(l);
    return true;
}

void carom_layout_free(carom_layout *l) {
    free(l->items);
    free(l->notes);
    free(l->names);
    *l = (carom_layout){0};
}
