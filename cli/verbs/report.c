// Implements carom report: prints the results of a sweep.
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
#include "cli/report/sweep.h"
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

// Finds the law to report by its name in the study. Without a name, all laws are reported.
static int choose_law(carom_sweep_view *f, const char *name) {
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

static int replay(carom_sweep_view *f, const char *word) {
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

static int draw(const carom_sweep_view *f, const carom_picture *picture) {
    int asked;
    carom_figure *figure = carom_sweep_figure(f->results, f->units, &asked);
    if (!asked) {
        carom_say("this sweep has no histograms; add \"histograms\" to the sweep file");
        return CAROM_EXIT_USAGE;
    }
    if (asked > CAROM_MAX_PANELS)
        carom_remark("note: %d outputs have histograms; the first %d are drawn", asked, (int)CAROM_MAX_PANELS);
    return carom_picture_save(picture, figure);
}

static int write_page(const carom_sweep_view *f, const char *out, const char *name, int argc, char **argv) {
    const carom_origin origin = {.verb = "report", .argc = argc, .argv = argv, .file = name};
    return carom_page_sweep(out, f->results, f->units, &origin);
}

static int write_samples(const carom_sweep_view *f) {
    if (carom_sweep_write_samples(f->results, f->units, stdout)) return CAROM_EXIT_FINE;
    carom_say(f->shape.columns ? "the samples cannot be read or written"
                               : "this sweep has no samples; add \"columns\": true to the sweep file");
    return f->shape.columns ? CAROM_EXIT_IO : CAROM_EXIT_USAGE;
}

// Opens the results. A file without results is an I/O error. A study that this build does not support is bad input.
static int open_results(carom_sweep_results **results, const char *name) {
    carom_error why;
    *results = carom_sweep_open(name, carom_tables_modules(), &why);
    if (*results) return CAROM_EXIT_FINE;
    const bool file = why.status == CAROM_BAD_FILE && why.reason != CAROM_REASON_SYNTAX && !why.line;
    carom_say_error(name, file ? " " : why.reason == CAROM_REASON_SYNTAX ? ", " : ": ", &why);
    return file ? CAROM_EXIT_IO : CAROM_EXIT_INPUT;
}

static bool read_seconds(const char *text, bool used, double *seconds) {
    char *end;
    *seconds = strtod(text, &end);
    if (used && *text && !*end && *seconds > 0.0 && *seconds <= 1e6) return true;
    carom_say("--limit takes a time from 0 to 1e6 s and goes with --verify");
    return false;
}

static const carom_no_effect no_effect[] = {
    {"no-title", .without = "output", .reason = "there is no picture; -o draws one"}, {0}};

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
                               .no_effect = no_effect,
                               .most_operands = 1,
                               .operands = "RESULTS"};
    carom_operands operands;
    carom_sweep_results *results;
    carom_units chosen = {0};
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    if (limit && !read_seconds(limit, verify != NULL, &seconds)) return CAROM_EXIT_USAGE;
    if (verify) return carom_page_verify(verify, seconds);
    if (!operands.count) {
        carom_say("a results file is missing; `carom report --help` shows the usage");
        return CAROM_EXIT_USAGE;
    }
    if (!carom_units_option(units, &chosen)) return CAROM_EXIT_USAGE;
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
    exit = open_results(&results, operands.at[0]);
    if (exit != CAROM_EXIT_FINE) return exit;
    chosen = carom_sweep_units_of(results, units);
    carom_sweep_view view = carom_sweep_view_of(results, &chosen);
    exit = choose_law(&view, law);
    if (exit == CAROM_EXIT_FINE && which)
        exit = replay(&view, which);
    else if (exit == CAROM_EXIT_FINE && page)
        exit = write_page(&view, picture.out, operands.at[0], argc, argv);
    else if (exit == CAROM_EXIT_FINE && picture.out)
        exit = draw(&view, &picture);
    else if (exit == CAROM_EXIT_FINE && samples)
        exit = write_samples(&view);
    else if (exit == CAROM_EXIT_FINE && json)
        carom_json_answer(carom_sweep_json(results, &chosen));
    else if (exit == CAROM_EXIT_FINE)
        carom_document_print(carom_sweep_document(&view));
    carom_sweep_close(results);
    return exit;
}
