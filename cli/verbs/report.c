// carom report: what a sweep found.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/draw.h"
#include "cli/args/args.h"
#include "cli/exit.h"
#include "cli/sweep/sweep_file.h"
#include "cli/words/json.h"
#include "cli/words/table.h"
#include "cli/words/words.h"
#include "mods/sweep/block.h"
#include "mods/sweep/sample.h"

static const char examples[] = "  carom report study.h5\n"
                               "  carom report study.h5 -o study.svg\n"
                               "  carom report study.h5 --replay 1 --law routh | carom solve -\n";
static const char about[] =
    "Reads the last committed state of a sweep, finished or not. Quantiles are known to within 1/32 of themselves.\n"
    "--replay K prints the K-th worst case of a law as a scenario, ready for `carom solve -`.";

enum { MOST = CAROM_SWEEP_INPUTS + CAROM_OUTPUT_COUNT };

typedef struct {
    carom_sweep_file file;
    carom_results results;
    carom_worker worker; // for the pivots
} findings;

// One law's numbers.
typedef struct {
    uint64_t answered;
    double mean[MOST], covariance[MOST * MOST];
    const double *least, *greatest;
    const uint64_t *mode, *broken, *status, *histogram;
    const carom_worst_case *worst;
} law_findings;

static law_findings look_at(findings *f, int law) {
    law_findings l;
    const carom_summary_shape *shape = &f->results.shape;
    uint64_t *words = carom_results_summary(&f->results);
    l.answered = *carom_summary_at(shape, words, law, shape->answered);
    l.mode = carom_summary_at(shape, words, law, shape->mode);
    l.broken = carom_summary_at(shape, words, law, shape->broken);
    l.status = carom_summary_at(shape, words, law, shape->status);
    l.histogram = carom_summary_at(shape, words, law, shape->histogram);
    l.least = (const void *)carom_summary_at(shape, words, law, shape->least);
    l.greatest = (const void *)carom_summary_at(shape, words, law, shape->greatest);
    l.worst = (const void *)carom_summary_at(shape, words, law, shape->worst);
    carom_summary_moments(shape, words, law, f->worker.pivot + law * shape->variables, l.mean, l.covariance);
    return l;
}

static double quantile(findings *f, int law, int output, double share) {
    return carom_summary_quantile(&f->results.shape, carom_results_summary(&f->results), law, f->file.study.inputs,
                                  output, share);
}

// Of no answers there is no least and no greatest.
static double extreme(const law_findings *l, const double *of, int variable) {
    return l->answered ? of[variable] : (double)NAN;
}

static double deviation(const findings *f, const law_findings *l, int variable) {
    return sqrt(l->covariance[variable * f->results.shape.variables + variable]);
}

// Tables.

static void heads(carom_table *table, const char *const *words) {
    for (; *words; words++) carom_table_cell(table, "%s", *words);
    carom_table_end_row(table);
}

static void print_output(findings *f, int k) {
    static const char *const words[] = {"", "mean", "sd", "min", "5%", "median", "95%", "max", NULL};
    const carom_study *s = &f->file.study;
    const carom_output_info *info = carom_output_at((int)s->output[k]);
    carom_table table = {.align = "lrrrrrrrr"};
    printf("\n%s, %s: %s\n", info->name, info->unit, info->meaning);
    heads(&table, words);
    for (int law = 0; law < s->laws; law++) {
        const law_findings l = look_at(f, law);
        const int at = s->inputs + k;
        const double scale = fmax(fabs(l.least[at]), fabs(l.greatest[at]));
        const double row[] = {l.mean[at],
                              deviation(f, &l, at),
                              extreme(&l, l.least, at),
                              quantile(f, law, k, 0.05),
                              quantile(f, law, k, 0.5),
                              quantile(f, law, k, 0.95),
                              extreme(&l, l.greatest, at)};
        carom_table_cell(&table, "%s", s->asked[law].name);
        for (size_t i = 0; i < sizeof row / sizeof *row; i++) carom_table_number(&table, row[i], scale);
        carom_table_end_row(&table);
    }
    carom_table_print(stdout, &table);
}

// A histogram as a line of blocks.
static void print_histograms(findings *f, int k) {
    static const char *const block[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const carom_study *s = &f->file.study;
    if (!s->histogram[k].wanted) return;
    for (int law = 0; law < s->laws; law++) {
        const uint64_t *bins = look_at(f, law).histogram + k * CAROM_HISTOGRAM_WORDS;
        uint64_t most = 1;
        for (int i = 1; i <= CAROM_HISTOGRAM_BINS; i++) most = bins[i] > most ? bins[i] : most;
        printf("  %8.4g |", s->histogram[k].low);
        for (int i = 1; i <= CAROM_HISTOGRAM_BINS; i++)
            fputs(block[bins[i] ? 1 + (int)(7.0 * (double)bins[i] / (double)most) : 0], stdout);
        printf("| %-8.4g %s\n", s->histogram[k].high, s->asked[law].name);
    }
}

// How many answers, how many gain energy, how the rest breaks rules.
static void print_counts(findings *f) {
    const carom_study *s = &f->file.study;
    carom_table table = {.align = "lrrrrrrrr"};
    printf("\nAnswers, and what they break, as a share of the answers\n");
    carom_table_cell(&table, "%s", "");
    carom_table_cell(&table, "answers");
    for (int b = 0; b < CAROM_BROKEN_KINDS; b++) carom_table_cell(&table, "%s", carom_broken_name(1u << b));
    carom_table_end_row(&table);
    for (int law = 0; law < s->laws; law++) {
        const law_findings l = look_at(f, law);
        carom_table_cell(&table, "%s", s->asked[law].name);
        carom_table_cell(&table, "%llu", (unsigned long long)l.answered);
        for (int b = 0; b < CAROM_BROKEN_KINDS; b++)
            carom_table_cell(&table, "%.6g", l.answered ? (double)l.broken[b] / (double)l.answered : 0.0);
        carom_table_end_row(&table);
    }
    carom_table_print(stdout, &table);
}

static void print_modes(findings *f) {
    const carom_study *s = &f->file.study;
    carom_table table = {.align = "llrr"};
    printf("\nModes, and statuses without an answer\n");
    for (int law = 0; law < s->laws; law++) {
        const law_findings l = look_at(f, law);
        for (int m = 0; m < CAROM_MODE_COUNT; m++) {
            if (!l.mode[m]) continue;
            const char *name = carom_mode_name((carom_mode)m);
            carom_table_cell(&table, "%s", s->asked[law].name);
            carom_table_cell(&table, "%s", name ? name : "(not named)");
            carom_table_cell(&table, "%llu", (unsigned long long)l.mode[m]);
            carom_table_cell(&table, "%.4g%%", 100.0 * (double)l.mode[m] / (double)l.answered);
            carom_table_end_row(&table);
        }
        for (int t = 0; t < CAROM_STATUS_COUNT; t++) {
            if (!l.status[t] || carom_status_class_of((carom_status)t) == CAROM_FINE) continue;
            carom_table_cell(&table, "%s", s->asked[law].name);
            carom_table_cell(&table, "%s", carom_status_name((carom_status)t));
            carom_table_cell(&table, "%llu", (unsigned long long)l.status[t]);
            carom_table_end_row(&table);
        }
    }
    carom_table_print(stdout, &table);
}

// Which input matters: correlations of inputs with outputs.
static void print_correlations(findings *f) {
    const carom_study *s = &f->file.study;
    const int n = f->results.shape.variables;
    carom_table table = {.align = "llrrrrrrrrr"};
    printf("\nCorrelation of inputs and outputs\n");
    carom_table_cell(&table, "%s", "");
    carom_table_cell(&table, "%s", "");
    for (int k = 0; k < s->outputs; k++) carom_table_cell(&table, "%s", carom_output_at((int)s->output[k])->name);
    carom_table_end_row(&table);
    for (int law = 0; law < s->laws; law++) {
        const law_findings l = look_at(f, law);
        for (int i = 0; i < s->inputs; i++) {
            carom_table_cell(&table, "%s", s->asked[law].name);
            carom_table_cell(&table, "%s", s->input[i].name);
            for (int k = s->inputs; k < n; k++) {
                const double size = deviation(f, &l, i) * deviation(f, &l, k);
                carom_table_cell(&table, "%.3f", size > 0.0 ? l.covariance[i * n + k] / size + 0.0 : 0.0);
            }
            carom_table_end_row(&table);
        }
    }
    carom_table_print(stdout, &table);
}

static void print_worst(findings *f) {
    const carom_study *s = &f->file.study;
    if (!s->worst) return;
    carom_table table = {.align = "lrrr"};
    printf("\nWorst cases: %s %s; --replay K --law NAME prints one as a scenario\n",
           s->worst_low ? "lowest" : "highest", carom_output_at((int)s->output[s->worst_of])->name);
    for (int law = 0; law < s->laws; law++) {
        const law_findings l = look_at(f, law);
        for (int k = 0; k < s->worst && k < 3 && l.worst[k].index != UINT64_MAX; k++) {
            carom_table_cell(&table, "%s", s->asked[law].name);
            carom_table_cell(&table, "%d", k + 1);
            carom_table_cell(&table, "%.6g", l.worst[k].value);
            carom_table_cell(&table, "sample %llu", (unsigned long long)l.worst[k].index);
            carom_table_end_row(&table);
        }
    }
    carom_table_print(stdout, &table);
}

static uint64_t samples_done(findings *f) {
    const uint64_t done = carom_progress_blocks(carom_results_progress(&f->results)) * CAROM_BLOCK;
    return done < f->file.study.samples ? done : f->file.study.samples;
}

static int print_words(findings *f) {
    const carom_study *s = &f->file.study;
    const char *note = json_string_value(json_object_get(f->file.document, "about"));
    if (note) printf("%s\n", note);
    printf("%llu of %llu samples, seed %llu\n", (unsigned long long)samples_done(f), (unsigned long long)s->samples,
           (unsigned long long)s->seed);
    print_counts(f);
    for (int k = 0; k < s->outputs; k++) {
        print_output(f, k);
        print_histograms(f, k);
    }
    print_correlations(f);
    print_modes(f);
    print_worst(f);
    return CAROM_EXIT_FINE;
}

// The same numbers for programs.

static json_t *law_json(findings *f, int law) {
    const carom_study *s = &f->file.study;
    const law_findings l = look_at(f, law);
    json_t *outputs = json_object(), *modes = json_object(), *broken = json_object(), *worst = json_array();
    for (int k = 0; k < s->outputs; k++) {
        const int at = s->inputs + k;
        json_object_set_new(
            outputs, carom_output_at((int)s->output[k])->name,
            json_pack("{s:o,s:o,s:o,s:o,s:o}", "mean", carom_json_real(l.mean[at]), "sd",
                      carom_json_real(deviation(f, &l, at)), "min", carom_json_real(extreme(&l, l.least, at)), "median",
                      carom_json_real(quantile(f, law, k, 0.5)), "max", carom_json_real(extreme(&l, l.greatest, at))));
    }
    for (int m = 0; m < CAROM_MODE_COUNT; m++)
        if (l.mode[m] && carom_mode_name((carom_mode)m))
            json_object_set_new(modes, carom_mode_name((carom_mode)m), json_integer((json_int_t)l.mode[m]));
    for (int b = 0; b < CAROM_BROKEN_KINDS; b++)
        json_object_set_new(broken, carom_broken_name(1u << b), json_integer((json_int_t)l.broken[b]));
    for (int k = 0; k < s->worst && l.worst[k].index != UINT64_MAX; k++)
        json_array_append_new(worst, json_pack("{s:o,s:I}", "value", carom_json_real(l.worst[k].value), "sample",
                                               (json_int_t)l.worst[k].index));
    return json_pack("{s:s,s:I,s:o,s:o,s:o,s:o}", "name", s->asked[law].name, "answers", (json_int_t)l.answered,
                     "broken", broken, "outputs", outputs, "modes", modes, "worst", worst);
}

static int print_json(findings *f) {
    json_t *laws = json_array();
    for (int law = 0; law < f->file.study.laws; law++) json_array_append_new(laws, law_json(f, law));
    carom_json_answer(json_pack("{s:I,s:I,s:I,s:o}", "samples", (json_int_t)f->file.study.samples, "done",
                                (json_int_t)samples_done(f), "seed", (json_int_t)f->file.study.seed, "laws", laws));
    return CAROM_EXIT_FINE;
}

static int replay(findings *f, const char *word, const char *name) {
    const carom_study *s = &f->file.study;
    char *end;
    const long number = strtol(word, &end, 10);
    const int k = *word && !*end && number >= 1 && number <= s->worst ? (int)number - 1 : -1;
    int law = name ? -1 : 0;
    for (int i = 0; i < s->laws && name; i++)
        if (!strcmp(s->asked[i].name, name)) law = i;
    if (law < 0) {
        carom_say("this sweep did not ask a law called \"%s\"", name);
        return CAROM_EXIT_USAGE;
    }
    const law_findings l = look_at(f, law);
    if (k < 0 || l.worst[k].index == UINT64_MAX) {
        carom_say("--replay takes the number of a worst case that was kept, 1 to %d", s->worst);
        return CAROM_EXIT_USAGE;
    }
    carom_json_answer(carom_sweep_file_replay(&f->file, l.worst[k].index, law));
    return CAROM_EXIT_FINE;
}

// Pictures: a panel for each output with a histogram, a stepped line for each law, as probability density.

static void draw_histogram(findings *f, carom_panel *panel, int k, int law) {
    enum { INKS = CAROM_INK_COUNT - CAROM_INK_BLUE, DASHES = CAROM_LONG + 1 };
    const carom_study *s = &f->file.study;
    const carom_histogram *h = &s->histogram[k];
    const law_findings l = look_at(f, law);
    const uint64_t *bins = l.histogram + k * CAROM_HISTOGRAM_WORDS;
    const double width = (h->high - h->low) / CAROM_HISTOGRAM_BINS;
    const carom_style style = {
        .ink = (carom_ink)(CAROM_INK_BLUE + law % INKS), .dash = (carom_dash)(law / INKS % DASHES), .width = 1.5};
    carom_series *line = carom_panel_line(panel, s->asked[law].name, style);
    for (int i = 0; i < CAROM_HISTOGRAM_BINS; i++) {
        const double density = l.answered ? (double)bins[i + 1] / (double)l.answered / width : 0.0;
        carom_series_add(line, h->low + i * width, density);
        carom_series_add(line, h->low + (i + 1) * width, density);
    }
}

static int draw(findings *f, const char *name) {
    const carom_study *s = &f->file.study;
    int panels = 0;
    for (int k = 0; k < s->outputs; k++) panels += s->histogram[k].wanted;
    if (!panels) {
        carom_say("this sweep kept no histograms; \"histograms\" in the sweep file asks for them");
        return CAROM_EXIT_USAGE;
    }
    carom_figure *figure = carom_figure_new("sweep", panels > 1 ? 720.0 : 420.0, 300.0 * ((panels + 1) / 2));
    if (figure && panels > 1) figure->columns = 2;
    for (int k = 0; k < s->outputs && figure; k++) {
        const carom_output_info *info = carom_output_at((int)s->output[k]);
        char label[128];
        if (!s->histogram[k].wanted || figure->panel_count == CAROM_MOST_PANELS) continue;
        carom_panel *panel = carom_figure_panel(figure);
        snprintf(label, sizeof label, "%s, %s", info->name, info->unit);
        carom_panel_axes(panel, label, "density");
        for (int law = 0; law < s->laws; law++) draw_histogram(f, panel, k, law);
    }
    const carom_draw_status status = carom_figure_save(figure, name, NULL);
    carom_figure_free(figure);
    if (status == CAROM_DRAWN) return CAROM_EXIT_FINE;
    carom_say("%s: %s", name, carom_draw_message(status));
    return status == CAROM_DRAW_BAD_NAME ? CAROM_EXIT_USAGE : CAROM_EXIT_IO;
}

static int open_findings(findings *f, const char *name) {
    carom_hdf_error error;
    char *text = carom_store_text(name, "/study", &error);
    if (!text) {
        carom_say("%s %s", name, error.text);
        return CAROM_EXIT_IO;
    }
    int exit = carom_sweep_file_parse(&f->file, name, text, strlen(text), 0);
    free(text);
    if (exit != CAROM_EXIT_FINE) return exit;
    if (!carom_results_plan(&f->results, &f->file.study, f->file.text) ||
        !carom_worker_start(&f->worker, &f->file.study, NULL)) {
        carom_say("memory ends");
        return CAROM_EXIT_IO;
    }
    if (carom_results_open(&f->results, name, false, &error) && carom_results_verify(&f->results, &error))
        return CAROM_EXIT_FINE;
    carom_say("%s %s", name, error.text);
    return CAROM_EXIT_IO;
}

int carom_verb_report(int argc, char **argv) {
    const char *which = NULL, *law = NULL, *picture = NULL;
    bool json = false;
    const carom_option options[] = {
        {"replay", "K", "print worst case K as a scenario", NULL, &which},
        {"law", "NAME", "of this law; the first one by default", NULL, &law},
        {"out", "FILE", "draw the histograms as SVG, PDF or PNG; -o FILE for short", NULL, &picture},
        {"json", NULL, "the summaries as one JSON object", &json, NULL},
        {0},
    };
    const carom_usage usage = {"report", examples, about, options, NULL, 1, "RESULTS", false, 0};
    carom_operands operands;
    findings f = {.results = {.store = {-1, false}}};
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    if (!operands.count) {
        carom_say("say which results; `carom report --help` shows how");
        return CAROM_EXIT_USAGE;
    }
    exit = open_findings(&f, operands.at[0]);
    if (exit == CAROM_EXIT_FINE)
        exit = which ? replay(&f, which, law) : picture ? draw(&f, picture) : json ? print_json(&f) : print_words(&f);
    carom_worker_end(&f.worker);
    carom_results_free(&f.results);
    carom_sweep_file_free(&f.file);
    return exit;
}
