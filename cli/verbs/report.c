// carom report: what a sweep found.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/sweep.h"
#include "cli/args/args.h"
#include "cli/exit.h"
#include "cli/lookup/laws.h"
#include "cli/map/sweep_picture.h"
#include "cli/print/json.h"
#include "cli/print/picture.h"
#include "cli/print/shell.h"
#include "cli/print/table.h"
#include "cli/print/words.h"
#include "mods/draw/figure/figure.h"
#include "mods/sweep/reported.h"

static const char examples[] = "  carom report study.h5\n"
                               "  carom report study.h5 -o study.svg\n"
                               "  carom report study.h5 --replay 1 --law routh | carom solve -\n";
static const char about[] =
    "Summarises the results of a finished or unfinished sweep.\n"
    "\n"
    "Quantiles have a relative error of at most 1/32. --replay K prints the K-th worst case as a "
    "scenario, which `carom solve -` can read.";

typedef struct {
    carom_sweep_results *results;
    const carom_sweep *study;
    carom_sweep_info shape;
    double *mean, *covariance, *least, *greatest; // of the law looked at: inputs, then outputs
} findings;

// Fills the moments with one law's.
static void look_at(findings *f, int law) {
    carom_sweep_moments(f->results, law, f->mean, f->covariance, f->least, f->greatest);
}

static int variables(const findings *f) {
    return f->shape.inputs + f->shape.outputs;
}

static double deviation(const findings *f, int variable) {
    return sqrt(f->covariance[variable * variables(f) + variable]);
}

// Tables.

// Heads; where they are for programs only, readers have the sentence above the table.
static void heads(carom_table *table, const char *const *words, const char *first) {
    carom_table_cell(table, "%s", first);
    for (; *words; words++) carom_table_cell(table, "%s", *words);
}

static void print_output(findings *f, int k) {
    static const char *const words[] = {"mean", "sd", "min", "5%", "median", "95%", "max", NULL};
    const carom_sweep_output info = carom_sweep_output_at(f->study, k);
    carom_table table = {.format = carom_output_format, .align = "lrrrrrrr"};
    char label[128];
    carom_sweep_label(&info, label, sizeof label);
    printf("\n%s: %s\n", label, info.meaning);
    heads(&table, words, carom_table_plain() ? label : "");
    for (int law = 0; law < f->shape.laws; law++) {
        look_at(f, law);
        const int at = f->shape.inputs + k;
        const double scale = fmax(fabs(f->least[at]), fabs(f->greatest[at]));
        const double row[] = {f->mean[at],
                              deviation(f, at),
                              f->least[at],
                              carom_sweep_quantile(f->results, law, k, 0.05),
                              carom_sweep_quantile(f->results, law, k, 0.5),
                              carom_sweep_quantile(f->results, law, k, 0.95),
                              f->greatest[at]};
        carom_table_cell(&table, "%s", carom_sweep_law(f->study, law));
        for (size_t i = 0; i < sizeof row / sizeof *row; i++) carom_table_number(&table, row[i], scale);
        carom_table_end_row(&table);
    }
    carom_table_print(stdout, &table);
}

// A histogram as a line of blocks.
static void print_histograms(const findings *f, int k) {
    static const char *const block[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const carom_sweep_output info = carom_sweep_output_at(f->study, k);
    for (int law = 0; law < f->shape.laws && info.histogram; law++) {
        const uint64_t *bins = carom_sweep_histogram(f->results, law, k);
        uint64_t most = 1;
        for (int i = 1; i <= CAROM_SWEEP_BINS; i++) most = bins[i] > most ? bins[i] : most;
        printf("  %8.4g |", info.low);
        for (int i = 1; i <= CAROM_SWEEP_BINS; i++)
            fputs(block[bins[i] ? 1 + (int)(7.0 * (double)bins[i] / (double)most) : 0], stdout);
        printf("| %-8.4g %s\n", info.high, carom_sweep_law(f->study, law));
    }
}

// How many answers, how many gain energy, how the rest breaks rules.
static void print_counts(const findings *f) {
    carom_table table = {.format = carom_output_format, .align = "lrrrrrrrr"};
    printf("\nAnswers, and what they break, as a share of the answers\n");
    carom_table_cell(&table, carom_table_plain() ? "law" : "%s", "");
    carom_table_cell(&table, "answers");
    for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit); bit <<= 1)
        carom_table_cell(&table, "%s", carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit));
    carom_table_end_row(&table);
    for (int law = 0; law < f->shape.laws; law++) {
        const uint64_t answers = carom_sweep_answers(f->results, law);
        carom_table_cell(&table, "%s", carom_sweep_law(f->study, law));
        carom_table_cell(&table, "%llu", (unsigned long long)answers);
        for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit); bit <<= 1) {
            const uint64_t broken = carom_sweep_of_broken(f->results, law, bit);
            carom_table_cell(&table, "%.6g", answers ? (double)broken / (double)answers : 0.0);
        }
        carom_table_end_row(&table);
    }
    carom_table_print(stdout, &table);
}

static void print_modes(const findings *f) {
    static const char *const words[] = {"mode or status", "samples", "share of the answers", NULL};
    carom_table table = {.format = carom_output_format, .align = "llrr"};
    printf("\nModes, and statuses without an answer\n");
    if (carom_table_plain()) heads(&table, words, "law");
    for (int law = 0; law < f->shape.laws; law++) {
        const double answers = (double)carom_sweep_answers(f->results, law);
        for (int m = 0; carom_mode_name((carom_mode)m); m++) {
            const uint64_t count = carom_sweep_of_mode(f->results, law, (carom_mode)m);
            if (!count) continue;
            carom_table_cell(&table, "%s", carom_sweep_law(f->study, law));
            carom_table_cell(&table, "%s", carom_mode_name((carom_mode)m));
            carom_table_cell(&table, "%llu", (unsigned long long)count);
            carom_table_cell(&table, "%.4g%%", 100.0 * (double)count / answers);
            carom_table_end_row(&table);
        }
        for (int t = 0; t < CAROM_STATUS_END; t++) {
            const uint64_t count = carom_sweep_of_status(f->results, law, (carom_status)t);
            if (!count || carom_status_classify((carom_status)t) == CAROM_CLASS_OK) continue;
            carom_table_cell(&table, "%s", carom_sweep_law(f->study, law));
            carom_table_cell(&table, "%s", carom_status_name((carom_status)t));
            carom_table_cell(&table, "%llu", (unsigned long long)count);
            carom_table_end_row(&table);
        }
    }
    carom_table_print(stdout, &table);
}

// Which input matters: correlations of inputs with outputs.
static void print_correlations(findings *f) {
    const int n = variables(f);
    char *align = memset(carom_resize(NULL, (size_t)f->shape.outputs + 3, 1), 'r', (size_t)f->shape.outputs + 2);
    align[0] = align[1] = 'l';
    align[f->shape.outputs + 2] = 0;
    carom_table table = {.format = carom_output_format, .align = align};
    printf("\nCorrelation of inputs and outputs\n");
    carom_table_cell(&table, carom_table_plain() ? "law" : "%s", "");
    carom_table_cell(&table, carom_table_plain() ? "input" : "%s", "");
    for (int k = 0; k < f->shape.outputs; k++) carom_table_cell(&table, "%s", carom_sweep_output_at(f->study, k).name);
    carom_table_end_row(&table);
    for (int law = 0; law < f->shape.laws; law++) {
        look_at(f, law);
        for (int i = 0; i < f->shape.inputs; i++) {
            carom_table_cell(&table, "%s", carom_sweep_law(f->study, law));
            carom_table_cell(&table, "%s", carom_sweep_input(f->study, i));
            for (int k = f->shape.inputs; k < n; k++) {
                const double size = deviation(f, i) * deviation(f, k);
                carom_table_cell(&table, "%.3f", size > 0.0 ? f->covariance[i * n + k] / size + 0.0 : 0.0);
            }
            carom_table_end_row(&table);
        }
    }
    carom_table_print(stdout, &table);
    free(align);
}

static void print_worst(const findings *f) {
    carom_sweep_case worst;
    if (!f->shape.worst) return;
    static const char *const words[] = {"place", "value", "sample", NULL};
    carom_table table = {.format = carom_output_format, .align = "lrrr"};
    printf("\nWorst cases: %s %s; --replay K --law NAME prints one as a scenario\n",
           f->shape.worst_low ? "lowest" : "highest", carom_sweep_output_at(f->study, f->shape.worst_of).name);
    if (carom_table_plain()) heads(&table, words, "law");
    for (int law = 0; law < f->shape.laws; law++)
        for (int k = 0; k < 3 && carom_sweep_worst(f->results, law, k, &worst); k++) {
            carom_table_cell(&table, "%s", carom_sweep_law(f->study, law));
            carom_table_cell(&table, "%d", k + 1);
            carom_table_cell(&table, "%.6g", worst.value);
            carom_table_cell(&table, carom_table_plain() ? "%llu" : "sample %llu", (unsigned long long)worst.sample);
            carom_table_end_row(&table);
        }
    carom_table_print(stdout, &table);
}

static int print_words(findings *f) {
    const char *note = carom_sweep_about(f->study);
    if (note) printf("%s\n", note);
    printf("%llu of %llu samples, seed %llu\n", (unsigned long long)carom_sweep_done(f->results),
           (unsigned long long)f->shape.samples, (unsigned long long)f->shape.seed);
    print_counts(f);
    for (int k = 0; k < f->shape.outputs; k++) {
        print_output(f, k);
        print_histograms(f, k);
    }
    print_correlations(f);
    print_modes(f);
    print_worst(f);
    return CAROM_EXIT_FINE;
}

static int replay(findings *f, const char *word, const char *name) {
    char *end;
    carom_sweep_case worst;
    const long number = strtol(word, &end, 10);
    int law = name ? -1 : 0;
    for (int i = 0; i < f->shape.laws && name; i++)
        if (!strcmp(carom_sweep_law(f->study, i), name)) law = i;
    if (law < 0) {
        carom_say("this sweep did not ask a law called \"%s\"", name);
        return CAROM_EXIT_USAGE;
    }
    const bool counts = *word && !*end && number >= 1 && number <= f->shape.worst;
    if (!counts || !carom_sweep_worst(f->results, law, (int)number - 1, &worst)) {
        carom_say("--replay takes the number of a worst case that was kept, 1 to %d", f->shape.worst);
        return CAROM_EXIT_USAGE;
    }
    char *text = carom_sweep_sample_scenario(f->results, law, worst.sample);
    if (!text) return carom_say("out of memory"), CAROM_EXIT_NUMERICAL;
    puts(text);
    carom_sweep_forget(text);
    return CAROM_EXIT_FINE;
}

static int draw(const findings *f, const carom_picture *picture) {
    int asked;
    carom_figure *figure = carom_sweep_figure(f->results, &asked);
    if (!asked) {
        carom_say("this sweep kept no histograms; \"histograms\" in the sweep file asks for them");
        return CAROM_EXIT_USAGE;
    }
    if (asked > CAROM_MAX_PANELS)
        carom_remark("%d outputs have histograms; the first %d are drawn", asked, (int)CAROM_MAX_PANELS);
    return carom_picture_save(picture, figure);
}

static int write_samples(const findings *f) {
    if (carom_sweep_write_samples(f->results, stdout)) return CAROM_EXIT_FINE;
    carom_say(f->shape.columns ? "the samples cannot be read or written"
                               : "this sweep kept no samples; \"columns\": true in the sweep file keeps them");
    return f->shape.columns ? CAROM_EXIT_IO : CAROM_EXIT_USAGE;
}

// A file that is no result is an I/O error; one whose study this build does not understand is bad input.
static int open_findings(findings *f, const char *name) {
    carom_error why;
    f->results = carom_sweep_open(name, carom_tables_modules(), &why);
    if (!f->results) {
        const bool file = why.status == CAROM_BAD_FILE && why.reason != CAROM_REASON_SYNTAX && !why.line;
        carom_say_error(name, file ? " " : why.reason == CAROM_REASON_SYNTAX ? ", " : ": ", &why);
        return file ? CAROM_EXIT_IO : CAROM_EXIT_INPUT;
    }
    f->study = carom_sweep_study(f->results);
    f->shape = carom_sweep_describe(f->study);
    const size_t n = (size_t)variables(f);
    f->mean = carom_resize(NULL, n * (n + 3), sizeof *f->mean);
    f->least = f->mean + n;
    f->greatest = f->least + n;
    f->covariance = f->greatest + n;
    return CAROM_EXIT_FINE;
}

int carom_verb_report(int argc, char **argv) {
    const char *which = NULL, *law = NULL;
    carom_picture picture = {0};
    bool json = false, samples = false;
    const carom_option options[] = {
        {"replay", "K", "print the K-th worst case as a scenario", NULL, &which},
        {"law", "NAME", "law to report; default: the first one", NULL, &law},
        {"output", "PICTURE", "draw the histograms (.svg, .pdf or .png)", NULL, &picture.out},
        {"no-title", NULL, "omit the title with the number of samples and the seed", &picture.untitled, NULL},
        {"samples", NULL, "print every sample as CSV; requires \"columns\": true in the sweep file", &samples, NULL},
        {"json", NULL, "", &json, NULL},
        CAROM_TABLE_OPTIONS,
        {0},
    };
    const carom_usage usage = {.verb = "report",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .most_operands = 1,
                               .operands = "RESULTS"};
    carom_operands operands;
    findings f = {0};
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    if (!operands.count) {
        carom_say("say which results; `carom report --help` shows how");
        return CAROM_EXIT_USAGE;
    }
    exit = open_findings(&f, operands.at[0]);
    if (exit == CAROM_EXIT_FINE)
        exit = which         ? replay(&f, which, law)
               : picture.out ? draw(&f, &picture)
               : samples     ? write_samples(&f)
               : json        ? (carom_json_answer(carom_sweep_json(f.results)), CAROM_EXIT_FINE)
                             : print_words(&f);
    free(f.mean);
    carom_sweep_close(f.results);
    return exit;
}
