// A study in words, rows and JSON.
#include <math.h>
#include <stdio.h>

#include "cli/verbs/fit_words.h"
#include "cli/words/table.h"
#include "cli/words/words.h"
#include "mods/scenario/json.h"

static void print_checks(const carom_fit_study *s) {
    const carom_fit_checks *c = &s->checks;
    printf("%zu impact%s in %d group%s\n", c->impacts, c->impacts == 1 ? "" : "s", s->data->groups,
           s->data->groups == 1 ? "" : "s");
    carom_table table = {.format = carom_output_format, .align = "ll"};
    if (c->spins) {
        carom_table_cell(&table, "one impulse explains each impact");
        carom_table_cell(&table, "chi2 %.4g for %.0f, p = %.2g%s", c->floor_chi2, c->floor_dof, c->floor_p,
                         c->floor_p < 0.05 ? ": errors are larger than stated, or it is not one impulse" : "");
        carom_table_cell(&table, "spin against the impulse's moment");
        carom_table_cell(&table, "slope %.4f +- %.4f%s", c->slope, c->slope_stderr,
                         c->sign_alarm ? ": THE SIGN OF SPIN OR TANGENT IS WRONG" : "");
    } else {
        carom_table_cell(&table, "spins");
        carom_table_cell(&table, "none: nothing checks signs, and laws are judged by the stated errors alone");
    }
    carom_table_cell(&table, "gained energy, by two standard deviations");
    carom_table_cell(&table, "%zu", c->gains);
    carom_table_cell(&table, "pulled, by two standard deviations");
    carom_table_cell(&table, "%zu", c->pulls);
    carom_table_cell(&table, "|P_t|/P_n");
    carom_table_cell(&table, "median %.4g, 95 %% below %.4g", c->ratio_median, c->ratio_95);
    carom_table_print(stdout, &table);
}

static void head(carom_table *table, const char *const *words) {
    for (; *words; words++) carom_table_cell(table, "%s", *words);
    carom_table_end_row(table);
}

// A number to so many digits, or behind the point so many places if digits < 0; a dash for none.
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
    static const char *const words[] = {"law", "chi2/dof", "F", "p", "held-out rms", "z", "", NULL};
    carom_table table = {.format = carom_output_format, .align = "lrrrrrl"};
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
    print_checks(s);
    putchar('\n');
    print_parameters(s);
    putchar('\n');
    print_verdicts(s);
    putchar('\n');
    print_conclusions(s);
}

// One row a law and parameter, as CSV or as a table of Markdown.

void carom_fit_print_rows(const carom_fit_study *s, bool markdown) {
    static const char *const words[] = {"law",  "parameter", "estimate", "stderr", "low",      "high",        "mark",
                                        "chi2", "dof",       "F",        "p",      "rejected", "heldout_rms", "z"};
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
            printf("%s%d%s%s", between, f->verdict.rejected, between, carom_json_number(f->rms, text));
            printf("%s%s%s", between, carom_json_number(f->z, text), last);
        }
    }
}
