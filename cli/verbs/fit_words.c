// Prints a study as text, rows and JSON.
#include <math.h>
#include <stdio.h>

#include "cli/print/table.h"
#include "cli/print/words.h"
#include "cli/verbs/fit_words.h"
#include "mods/scenario/json.h"

void carom_fit_print_checks(const carom_fit_study *s) {
    const char *label;
    char text[400];
    printf("%zu impact%s in %d group%s\n", s->checks.impacts, s->checks.impacts == 1 ? "" : "s", s->data->groups,
           s->data->groups == 1 ? "" : "s");
    carom_table table = {.format = carom_output_format, .align = "ll"};
    for (int row = 0; carom_fit_check_row(s, row, &label, text, sizeof text); row++) {
        if (!*text) continue;
        carom_table_cell(&table, "%s", label);
        carom_table_cell(&table, "%s", text);
    }
    carom_table_print(stdout, &table);
    for (int bit = 0; carom_fit_alarm_name(bit); bit++)
        if (carom_fit_alarm_sentence(s, bit, text, sizeof text)) printf("alarm: %s\n", text);
}

static void head(carom_table *table, const char *const *words) {
    for (; *words; words++) carom_table_cell(table, "%s", *words);
    carom_table_end_row(table);
}

// Writes a number with this many digits or, if digits < 0, decimal places; a dash for NaN.
static void real_cell(carom_table *table, double value, int digits) {
    if (isnan(value))
        carom_table_cell(table, "-");
    else if (digits < 0)
        carom_table_cell(table, "%.*f", -digits, value);
    else
        carom_table_cell(table, "%.*g", digits, value);
}

static void print_parameters(const carom_fit_study *s) {
    static const char *const words[] = {"law", "", "estimate", "+-", "95 % from", "to", "", NULL};
    carom_table table = {.format = carom_output_format, .align = "llrrrrl"};
    head(&table, words);
    for (size_t k = 0; k < s->count; k++) {
        const carom_fit_finding *f = &s->at[k];
        if (!carom_fit_answered(f)) continue;
        for (int j = 0; j < f->model.count; j++) {
            carom_table_cell(&table, "%s", j ? "" : f->name);
            carom_table_cell(&table, "%s", f->model.parameter[j]);
            carom_table_cell(&table, "%.6g", f->estimate.b[j]);
            real_cell(&table, f->estimate.error[j], 2);
            real_cell(&table, f->low[j], 6);
            real_cell(&table, f->high[j], 6);
            carom_table_cell(&table, "%s", carom_fit_mark_name(f->estimate.mark[j]));
        }
    }
    carom_table_print(stdout, &table);
}

static void print_verdicts(const carom_fit_study *s) {
    static const char *const words[] = {"law", "chi2/dof", "F", "p", "held-out rms", "error, %", "z", "", NULL};
    carom_table table = {.format = carom_output_format, .align = "lrrrrrrl"};
    head(&table, words);
    for (size_t k = 0; k < s->count; k++) {
        const carom_fit_finding *f = &s->at[k];
        char text[96];
        const bool answered = carom_fit_answered(f), held = answered && f->held_out == CAROM_OK;
        carom_table_cell(&table, "%s%s", f->name, f->describes ? " (a curve)" : "");
        real_cell(&table, answered ? f->estimate.chi2 / f->estimate.dof : (double)NAN, 4);
        real_cell(&table, answered ? f->verdict.F : (double)NAN, 4);
        real_cell(&table, answered ? f->verdict.p : (double)NAN, 2);
        real_cell(&table, held ? f->rms : (double)NAN, 4);
        real_cell(&table, held ? 100.0 * f->mean : (double)NAN, -2);
        real_cell(&table, held ? f->z : (double)NAN, -2);
        carom_table_cell(&table, "%s%s", carom_fit_said(f, text, sizeof text),
                         (int)k == s->best         ? ", best"
                         : carom_fit_as_good(s, f) ? ", as good as the best"
                                                   : "");
    }
    carom_table_print(stdout, &table);
}

static void print_conclusions(const carom_fit_study *s) {
    char text[1200];
    for (int k = 0; k < CAROM_FIT_CONCLUSIONS; k++)
        if (carom_fit_sentence(s, (carom_fit_conclusion)k, text, sizeof text)) puts(text);
}

void carom_fit_print_words(const carom_fit_study *s) {
    carom_fit_print_checks(s);
    putchar('\n');
    print_parameters(s);
    putchar('\n');
    print_verdicts(s);
    putchar('\n');
    print_conclusions(s);
}

// Writes one row per law and parameter, as CSV or as a Markdown table.

void carom_fit_print_rows(const carom_fit_study *s, bool markdown) {
    static const char *const words[] = {
        "law", "parameter", "estimate", "stderr",      "low", "high",          "mark",      "chi2",      "dof",
        "F",   "p",         "rejected", "heldout_rms", "z",   "heldout_error", "error_low", "error_high"};
    enum { WORDS = sizeof words / sizeof *words };
    const char *between = markdown ? " | " : ",", *first = markdown ? "| " : "", *last = markdown ? " |\n" : "\n";
    for (int i = 0; i < WORDS; i++) printf("%s%s", i ? between : first, words[i]);
    fputs(last, stdout);
    for (int i = 0; i < WORDS && markdown; i++) printf("|---%s", i + 1 == WORDS ? "|\n" : "");
    for (size_t k = 0; k < s->count; k++) {
        const carom_fit_finding *f = &s->at[k];
        for (int j = 0; j < f->model.count && carom_fit_answered(f); j++) {
            const carom_fit_estimate *e = &f->estimate;
            const double v[] = {e->b[j], e->error[j], f->low[j], f->high[j]};
            const double w[] = {e->chi2, e->dof, f->verdict.F, f->verdict.p};
            char text[32];
            printf("%s%s%s%s", first, f->name, between, f->model.parameter[j]);
            for (int i = 0; i < 4; i++) printf("%s%s", between, carom_json_number(v[i], text));
            printf("%s%s", between, carom_fit_mark_name(e->mark[j]));
            for (int i = 0; i < 4; i++) printf("%s%s", between, carom_json_number(w[i], text));
            const double held[] = {f->rms, f->z, f->mean, f->mean_low, f->mean_high};
            printf("%s%s", between, f->verdict.none ? "" : f->verdict.rejected ? "1" : "0");
            for (int i = 0; i < 5; i++) printf("%s%s", between, carom_json_number(held[i], text));
            fputs(last, stdout);
        }
    }
}
