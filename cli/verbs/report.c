// Implements carom report: prints the results of a sweep.
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
#include "cli/print/units.h"
#include "cli/print/words.h"
#include "cli/report/pages.h"
#include "mods/draw/figure/figure.h"
#include "mods/sweep/reported.h"

static const char examples[] = "  carom report study.h5\n"
                               "  carom report study.h5 -o report.html\n"
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
    carom_units units;
    double *mean, *covariance, *least, *greatest; // moments for the current law, of the inputs and then of the outputs
    int only;                                     // the law to report; -1: all of them
} findings;

static bool is_reported(const findings *f, int law) {
    return f->only < 0 || law == f->only;
}

// Loads the moments of one law.
static void look_at(findings *f, int law) {
    carom_sweep_moments(f->results, law, f->mean, f->covariance, f->least, f->greatest);
}

// Returns the factor of the printed numbers of an output.
static double factor_of(const findings *f, int output) {
    return carom_units_find(&f->units, carom_sweep_output_at(f->study, output).unit).factor;
}

static int variables(const findings *f) {
    return f->shape.inputs + f->shape.outputs;
}

static double deviation(const findings *f, int variable) {
    return sqrt(f->covariance[variable * variables(f) + variable]);
}

// Prints tables.

// Writes the column headings.
static void heads(carom_table *table, const char *const *words, const char *first) {
    carom_table_cell(table, "%s", first);
    for (; *words; words++) carom_table_cell(table, "%s", *words);
}

static void print_output(findings *f, int k) {
    static const char *const words[] = {"mean", "sd", "min", "5%", "median", "95%", "max", NULL};
    const carom_sweep_output info = carom_sweep_output_at(f->study, k);
    carom_table table = {.format = carom_output_format, .align = "lrrrrrrr"};
    char label[128];
    carom_sweep_label(&info, &f->units, label, sizeof label);
    printf("\n%s: %s\n", label, info.meaning);
    heads(&table, words, carom_table_plain() ? label : "");
    for (int law = 0; law < f->shape.laws; law++) {
        if (!is_reported(f, law)) continue;
        look_at(f, law);
        const int at = f->shape.inputs + k;
        const double factor = factor_of(f, k), scale = factor * fmax(fabs(f->least[at]), fabs(f->greatest[at]));
        const double row[] = {f->mean[at],
                              deviation(f, at),
                              f->least[at],
                              carom_sweep_quantile(f->results, law, k, 0.05),
                              carom_sweep_quantile(f->results, law, k, 0.5),
                              carom_sweep_quantile(f->results, law, k, 0.95),
                              f->greatest[at]};
        carom_table_cell(&table, "%s", carom_sweep_name(f->study, CAROM_SWEEP_NAME_LAW, law));
        for (size_t i = 0; i < sizeof row / sizeof *row; i++) carom_table_number(&table, factor * row[i], scale);
        carom_table_end_row(&table);
    }
    carom_table_print(stdout, &table);
}

// Prints a histogram as a line of blocks.
static void print_histograms(const findings *f, int k) {
    static const char *const block[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const carom_sweep_output info = carom_sweep_output_at(f->study, k);
    for (int law = 0; law < f->shape.laws && info.histogram; law++) {
        if (!is_reported(f, law)) continue;
        const uint64_t *bins = carom_sweep_histogram(f->results, law, k);
        uint64_t most = 1;
        for (int i = 1; i <= CAROM_SWEEP_BINS; i++) most = bins[i] > most ? bins[i] : most;
        printf("  %8.4g |", factor_of(f, k) * info.low);
        for (int i = 1; i <= CAROM_SWEEP_BINS; i++)
            fputs(block[bins[i] ? 1 + (int)(7.0 * (double)bins[i] / (double)most) : 0], stdout);
        printf("| %-8.4g %s\n", factor_of(f, k) * info.high, carom_sweep_name(f->study, CAROM_SWEEP_NAME_LAW, law));
    }
}

// Prints the number of results, of those that gain energy, and of other violations.
static void print_counts(const findings *f) {
    carom_table table = {.format = carom_output_format, .align = "lrrrrrrrr"};
    printf("\nResults, and violations as a share of the results\n");
    carom_table_cell(&table, carom_table_plain() ? "law" : "%s", "");
    carom_table_cell(&table, "answers");
    for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit); bit <<= 1)
        carom_table_cell(&table, "%s", carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit));
    carom_table_end_row(&table);
    for (int law = 0; law < f->shape.laws; law++) {
        if (!is_reported(f, law)) continue;
        const uint64_t answers = carom_sweep_count(f->results, law, CAROM_SWEEP_COUNT_ANSWERS, 0);
        carom_table_cell(&table, "%s", carom_sweep_name(f->study, CAROM_SWEEP_NAME_LAW, law));
        carom_table_cell(&table, "%llu", (unsigned long long)answers);
        for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit); bit <<= 1) {
            const uint64_t broken = carom_sweep_count(f->results, law, CAROM_SWEEP_COUNT_VIOLATION, (int)bit);
            carom_table_cell(&table, "%.6g", answers ? (double)broken / (double)answers : 0.0);
        }
        carom_table_end_row(&table);
    }
    carom_table_print(stdout, &table);
}

static void print_modes(const findings *f) {
    static const char *const words[] = {"mode or status", "samples", "share of the results", NULL};
    carom_table table = {.format = carom_output_format, .align = "llrr"};
    printf("\nModes, and statuses without a result\n");
    if (carom_table_plain()) heads(&table, words, "law");
    for (int law = 0; law < f->shape.laws; law++) {
        if (!is_reported(f, law)) continue;
        const double answers = (double)carom_sweep_count(f->results, law, CAROM_SWEEP_COUNT_ANSWERS, 0);
        for (int m = 0; carom_mode_name((carom_mode)m); m++) {
            const uint64_t count = carom_sweep_count(f->results, law, CAROM_SWEEP_COUNT_MODE, m);
            if (!count) continue;
            carom_table_cell(&table, "%s", carom_sweep_name(f->study, CAROM_SWEEP_NAME_LAW, law));
            carom_table_cell(&table, "%s", carom_mode_name((carom_mode)m));
            carom_table_cell(&table, "%llu", (unsigned long long)count);
            carom_table_cell(&table, "%.4g%%", 100.0 * (double)count / answers);
            carom_table_end_row(&table);
        }
        for (int t = 0; t < CAROM_STATUS_END; t++) {
            const uint64_t count = carom_sweep_count(f->results, law, CAROM_SWEEP_COUNT_STATUS, t);
            if (!count || carom_status_classify((carom_status)t) == CAROM_CLASS_OK) continue;
            carom_table_cell(&table, "%s", carom_sweep_name(f->study, CAROM_SWEEP_NAME_LAW, law));
            carom_table_cell(&table, "%s", carom_status_name((carom_status)t));
            carom_table_cell(&table, "%llu", (unsigned long long)count);
            carom_table_end_row(&table);
        }
    }
    carom_table_print(stdout, &table);
}

// Prints the correlations of inputs with outputs, which show the inputs that matter.
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
        if (!is_reported(f, law)) continue;
        look_at(f, law);
        for (int i = 0; i < f->shape.inputs; i++) {
            carom_table_cell(&table, "%s", carom_sweep_name(f->study, CAROM_SWEEP_NAME_LAW, law));
            carom_table_cell(&table, "%s", carom_sweep_name(f->study, CAROM_SWEEP_NAME_INPUT, i));
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
        for (int k = 0; k < 3 && is_reported(f, law) && carom_sweep_worst(f->results, law, k, &worst); k++) {
            carom_table_cell(&table, "%s", carom_sweep_name(f->study, CAROM_SWEEP_NAME_LAW, law));
            carom_table_cell(&table, "%d", k + 1);
            carom_table_cell(&table, "%.6g", factor_of(f, f->shape.worst_of) * worst.value);
            carom_table_cell(&table, carom_table_plain() ? "%llu" : "sample %llu", (unsigned long long)worst.sample);
            carom_table_end_row(&table);
        }
    carom_table_print(stdout, &table);
}

static int print_words(findings *f) {
    const char *note = carom_sweep_name(f->study, CAROM_SWEEP_NAME_NOTE, 0);
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

// Finds the law to report by its name in the study. Without a name, all laws are reported.
static int choose_law(findings *f, const char *name) {
    char list[512] = "";
    f->only = -1;
    for (int i = 0; i < f->shape.laws && name; i++) {
        const char *law = carom_sweep_name(f->study, CAROM_SWEEP_NAME_LAW, i);
        if (!strcmp(law, name)) f->only = i;
        carom_join(list, sizeof list, ", ", law);
    }
    if (!name || f->only >= 0) return CAROM_EXIT_FINE;
    carom_say("this sweep has no law \"%s\"; it has %s", name, list);
    return CAROM_EXIT_USAGE;
}

static int replay(findings *f, const char *word) {
    char *end;
    carom_sweep_case worst;
    const long number = strtol(word, &end, 10);
    const int law = f->only < 0 ? 0 : f->only;
    const bool counts = *word && !*end && number >= 1 && number <= f->shape.worst;
    if (!counts || !carom_sweep_worst(f->results, law, (int)number - 1, &worst)) {
        carom_say("--replay takes the number of a worst case that was kept, 1 to %d", f->shape.worst);
        return CAROM_EXIT_USAGE;
    }
    const size_t length = carom_sweep_sample_scenario(f->results, law, worst.sample, NULL, 0);
    char *text = length ? malloc(length + 1) : NULL;
    const bool written = text && carom_sweep_sample_scenario(f->results, law, worst.sample, text, length + 1) == length;
    if (written)
        puts(text);
    else
        carom_say("out of memory");
    free(text);
    return written ? CAROM_EXIT_FINE : CAROM_EXIT_NUMERICAL;
}

static int draw(const findings *f, const carom_picture *picture) {
    int asked;
    carom_figure *figure = carom_sweep_figure(f->results, &f->units, &asked);
    if (!asked) {
        carom_say("this sweep has no histograms; add \"histograms\" to the sweep file");
        return CAROM_EXIT_USAGE;
    }
    if (asked > CAROM_MAX_PANELS)
        carom_remark("note: %d outputs have histograms; the first %d are drawn", asked, (int)CAROM_MAX_PANELS);
    return carom_picture_save(picture, figure);
}

static int write_page(const findings *f, const char *out, const char *name, int argc, char **argv) {
    const carom_origin origin = {.verb = "report", .argc = argc, .argv = argv, .file = name};
    return carom_page_sweep(out, f->results, &f->units, &origin);
}

static int write_samples(const findings *f) {
    if (carom_sweep_write_samples(f->results, &f->units, stdout)) return CAROM_EXIT_FINE;
    carom_say(f->shape.columns ? "the samples cannot be read or written"
                               : "this sweep has no samples; add \"columns\": true to the sweep file");
    return f->shape.columns ? CAROM_EXIT_IO : CAROM_EXIT_USAGE;
}

// Opens the results. A file without results is an I/O error. A study that this build does not support is bad input.
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

static bool read_seconds(const char *text, bool used, double *seconds) {
    char *end;
    *seconds = strtod(text, &end);
    if (used && *text && !*end && *seconds > 0.0 && *seconds <= 1e6) return true;
    carom_say("--limit takes a time from 0 to 1e6 s and goes with --verify");
    return false;
}

int carom_verb_report(int argc, char **argv) {
    const char *which = NULL, *law = NULL, *units = NULL, *verify = NULL, *limit = NULL;
    double seconds = 60.0;
    carom_picture picture = {0};
    bool json = false, samples = false;
    const carom_option options[] = {
        {"replay", "K", "print the K-th worst case as a scenario", NULL, &which},
        {"law", "NAME", "print only this law; with --replay, default: the first one", NULL, &law},
        {"verify", "FILE", "compute a report page (.html) again from its data and compare it", NULL, &verify},
        {"limit", "SECONDS", "with --verify: longest processor time; default 60", NULL, &limit},
        {"output", "FILE", "write a report page (.html) or draw the histograms (.svg, .pdf, .png)", NULL, &picture.out},
        {"no-title", NULL, "omit the title with the number of samples and the seed", &picture.untitled, NULL},
        {"samples", NULL, "print every sample as CSV; requires \"columns\": true in the sweep file", &samples, NULL},
        {"json", NULL, "", &json, NULL},
        CAROM_TABLE_OPTIONS,
        CAROM_UNITS_OPTION(units),
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
    if (limit && !read_seconds(limit, verify != NULL, &seconds)) return CAROM_EXIT_USAGE;
    if (verify) return carom_page_verify(verify, seconds);
    if (picture.untitled && !picture.out) {
        carom_say("--no-title is for a picture: -o");
        return CAROM_EXIT_USAGE;
    }
    if (!operands.count) {
        carom_say("a results file is missing; `carom report --help` shows the usage");
        return CAROM_EXIT_USAGE;
    }
    if (!carom_units_option(units, &f.units)) return CAROM_EXIT_USAGE;
    const bool page = picture.out && carom_picture_is_page(picture.out);
    if (picture.out && !page && !carom_picture_word("PICTURE", picture.out)) return CAROM_EXIT_USAGE;
    if (page && (which || law || samples || json || carom_table_plain())) {
        carom_say("-o FILE.html writes a page; leave out --replay, --law, --samples and --format");
        return CAROM_EXIT_USAGE;
    }
    if (law && !which && (samples || json || picture.out)) {
        carom_say("--law goes with tables and with --replay; leave it out");
        return CAROM_EXIT_USAGE;
    }
    exit = open_findings(&f, operands.at[0]);
    if (exit == CAROM_EXIT_FINE) exit = choose_law(&f, law);
    if (exit == CAROM_EXIT_FINE) f.units = carom_sweep_units_of(f.results, units);
    if (exit == CAROM_EXIT_FINE)
        exit = which         ? replay(&f, which)
               : page        ? write_page(&f, picture.out, operands.at[0], argc, argv)
               : picture.out ? draw(&f, &picture)
               : samples     ? write_samples(&f)
               : json        ? (carom_json_answer(carom_sweep_json(f.results, &f.units)), CAROM_EXIT_FINE)
                             : print_words(&f);
    free(f.mean);
    carom_sweep_close(f.results);
    return exit;
}
