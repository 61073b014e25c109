#include "mods/sweep/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const double carom_quantile_shares[CAROM_QUANTILES] = {0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999};

typedef char name_row[CAROM_SWEEP_NAME];

struct carom_name_tables {
    name_row laws[CAROM_SWEEP_LAWS], inputs[CAROM_SWEEP_INPUTS], outputs[CAROM_OUTPUT_COUNT], modes[CAROM_MODE_COUNT],
        statuses[CAROM_STATUS_COUNT], broken[CAROM_BROKEN_KINDS];
    char groups[CAROM_SWEEP_LAWS][CAROM_SWEEP_NAME + 16]; // "/summary/<law>"
    double range[CAROM_OUTPUT_COUNT][2];
};

// CAROM_SWEEP_NAME is longer than any name of the tables; the reader refuses longer ones of the user's.
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
    for (int i = 0; i < CAROM_STATUS_COUNT; i++) name(t->statuses[i], carom_status_name((carom_status)i));
    for (int i = 0; i < CAROM_BROKEN_KINDS; i++) name(t->broken[i], carom_broken_name(1u << i));
}

// Items are added one after the other; each helper returns the new one.

static carom_store_item *add(carom_results *r, carom_store_type type, int rank, size_t rows, size_t columns,
                             const char *meaning) {
    carom_store_item *item = &r->items[r->item_count++];
    *item = (carom_store_item){.type = type, .rank = rank, .dims = {rows, columns}, .meaning = meaning};
    return item;
}

static carom_store_item *global(carom_results *r, const char *path, carom_store_type type, int rank, size_t rows,
                                size_t columns, const char *meaning) {
    carom_store_item *item = add(r, type, rank, rows, columns, meaning);
    snprintf(item->path, sizeof item->path, "%s", path);
    return item;
}

static void table(carom_results *r, const char *path, const void *rows, int count, const char *meaning) {
    carom_store_item *item = global(r, path, CAROM_STORE_TEXT, 1, (size_t)count, 0, meaning);
    item->width = sizeof(name_row);
    item->data = rows;
}

static void of_law(carom_results *r, int law, const char *leaf, carom_store_type type, int rank, size_t rows,
                   size_t columns, const char *meaning) {
    carom_store_item *item = add(r, type, rank, rows, columns, meaning);
    snprintf(item->path, sizeof item->path, "/summary/%s/%s", r->study->asked[law].name, leaf);
}

static carom_store_item *column(carom_results *r, const char *group, const char *leaf, carom_store_type type,
                                const char *unit, const char *meaning) {
    carom_store_item *item = add(r, type, 1, (size_t)r->study->samples, 0, meaning);
    snprintf(item->path, sizeof item->path, "/columns/%s/%s", group, leaf);
    item->unit = unit;
    return item;
}

static void add_globals(carom_results *r, const char *text) {
    const carom_study *s = r->study;
    carom_store_item *study = global(r, "/study", CAROM_STORE_TEXT, 0, 0, 0, "the sweep file this was made from");
    study->width = strlen(text) + 1;
    study->data = text;
    global(r, "/state", CAROM_STORE_U64, 2, 2, CAROM_SLOT_HEAD + r->state_words,
           "two commit slots, written in turn: sequence, checksum, committed blocks, running summary");
    global(r, "/summary/samples", CAROM_STORE_U64, 0, 0, 0, "how many samples the summaries cover");
    table(r, "/laws", r->names->laws, s->laws, "names of the laws asked");
    table(r, "/inputs", r->names->inputs, s->inputs, "where the varied inputs stand in the scenario, SI units");
    table(r, "/outputs", r->names->outputs, s->outputs, "what is kept of each answer");
    table(r, "/modes", r->names->modes, CAROM_MODE_COUNT, "modes by their number");
    table(r, "/statuses", r->names->statuses, CAROM_STATUS_COUNT, "statuses by their number");
    table(r, "/broken", r->names->broken, CAROM_BROKEN_KINDS, "what an answer can break, by bit");
    global(r, "/quantile_shares", CAROM_STORE_F64, 1, CAROM_QUANTILES, 0, "shares the quantiles belong to")->data =
        carom_quantile_shares;
    global(r, "/histogram_range", CAROM_STORE_F64, 2, (size_t)s->outputs, 2,
           "first and last edge of each output's histogram; 0, 0: none")
        ->data = r->names->range;
}

static void add_law(carom_results *r, int law) {
    const carom_study *s = r->study;
    const size_t k = (size_t)r->shape.variables, m = (size_t)s->outputs, worst = (size_t)s->worst;
    const carom_store_type F = CAROM_STORE_F64, U = CAROM_STORE_U64;
    of_law(r, law, "count", U, 0, 0, 0, "samples with an answer; the moments are theirs");
    of_law(r, law, "status", U, 1, CAROM_STATUS_COUNT, 0, "samples by status, as in /statuses");
    of_law(r, law, "modes", U, 1, CAROM_MODE_COUNT, 0, "answers by mode, as in /modes");
    of_law(r, law, "broken", U, 1, CAROM_BROKEN_KINDS, 0, "answers by what they break, as in /broken");
    of_law(r, law, "mean", F, 1, k, 0, "of inputs, then outputs");
    of_law(r, law, "covariance", F, 2, k, k, "of inputs, then outputs");
    of_law(r, law, "minimum", F, 1, k, 0, "of inputs, then outputs");
    of_law(r, law, "maximum", F, 1, k, 0, "of inputs, then outputs");
    of_law(r, law, "quantiles", F, 2, m, CAROM_QUANTILES, "of outputs, at /quantile_shares, to 1/32 of each");
    of_law(r, law, "histogram", U, 2, m, CAROM_HISTOGRAM_WORDS, "of outputs: below, 64 equal bins, above");
    of_law(r, law, "sketch", U, 2, m, CAROM_SKETCH_BUCKETS, "of outputs: counts by sign, exponent and 5 more bits");
    if (!s->worst) return;
    of_law(r, law, "worst_value", F, 1, worst, 0, "the worst answers, worst first");
    of_law(r, law, "worst_sample", U, 1, worst, 0, "their sample numbers");
    of_law(r, law, "worst_inputs", F, 2, worst, (size_t)s->inputs, "their inputs");
}

// The row of an input that is a parameter, from a law that knows it.
static const carom_param_info *param_of(const carom_study *s, const carom_input *input) {
    const carom_param_info *row = NULL;
    for (int law = 0; law < s->laws && !row; law++) row = carom_law_param(s->asked[law].law, (int)input->param);
    return row;
}

static void add_columns(carom_results *r) {
    const carom_study *s = r->study;
    for (int k = 0; k < s->inputs; k++) {
        const carom_param_info *param = param_of(s, &s->input[k]);
        column(r, "inputs", s->input[k].name, CAROM_STORE_F64, param ? param->unit : "SI",
               param ? param->meaning : NULL);
    }
    for (int law = 0; law < s->laws; law++) {
        const char *group = s->asked[law].name;
        for (int k = 0; k < s->outputs; k++) {
            const carom_output_info *info = carom_output_at((int)s->output[k]);
            column(r, group, info->name, CAROM_STORE_F64, info->unit, info->meaning);
        }
        column(r, group, "status", CAROM_STORE_U8, NULL, "as in /statuses; 255: not done yet");
        column(r, group, "mode", CAROM_STORE_U8, NULL, "as in /modes");
        column(r, group, "broken", CAROM_STORE_U8, NULL, "bits, as in /broken");
    }
    global(r, "/columns_checksum", CAROM_STORE_U64, 1, (size_t)carom_study_blocks(s), 0,
           "of every 2048 samples: a checksum of their columns, in the order of the file");
}

size_t carom_layout_law_items(const carom_study *study) {
    return study->worst ? CAROM_LAW_ITEMS : CAROM_LAW_WORST_VALUE;
}

static void add_notes(carom_results *r) {
    carom_store_note *note = r->notes;
    *note++ = (carom_store_note){"/", "format", "carom sweep 2", true};
    *note++ = (carom_store_note){"/", "carom_version", carom_version(), true};
    *note++ = (carom_store_note){"/", "units", "SI; components normal first; P acts on body A", false};
    *note++ = (carom_store_note){"/", "random_numbers",
                                 "Philox 4x64-10, Salmon et al. 2011; Sobol directions of Joe & Kuo 2008", false};
    for (int law = 0; law < r->study->laws; law++) {
        char *group = r->names->groups[law];
        snprintf(group, sizeof r->names->groups[law], "/summary/%s", r->study->asked[law].name);
        *note++ = (carom_store_note){group, "law", r->study->asked[law].law->name, false};
        *note++ = (carom_store_note){group, "citation", r->study->asked[law].law->citation, false};
    }
    r->note_count = (size_t)(note - r->notes);
}

bool carom_layout(carom_results *r, const char *text) {
    enum { GLOBALS = 16 };
    const carom_study *s = r->study;
    const size_t laws = (size_t)s->laws, columns = (size_t)(s->inputs + s->laws * (s->outputs + 3)) + 1;
    r->items = calloc(GLOBALS + laws * CAROM_LAW_ITEMS + columns, sizeof *r->items);
    r->notes = calloc(4 + 2 * laws, sizeof *r->notes);
    r->names = calloc(1, sizeof *r->names);
    if (!r->items || !r->notes || !r->names) return false;
    fill_names(r->names, s);
    add_globals(r, text);
    r->first_law = r->item_count;
    for (int law = 0; law < s->laws; law++) add_law(r, law);
    r->first_column = r->item_count;
    if (s->columns) add_columns(r);
    add_notes(r);
    return true;
}
