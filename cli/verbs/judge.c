// Implements carom judge: identifies the impact law of an engine and the conditions that it violates.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/judge/report.h"
#include "cli/print/json.h"
#include "cli/print/table.h"
#include "cli/print/words.h"

static const char examples[] = "  carom judge ./my_driver\n"
                               "  carom judge ./my_driver --iterations 100 --family B -o report.html\n"
                               "  carom judge --json ./my_driver >last.json      (once)\n"
                               "  carom judge --baseline last.json ./my_driver   (in continuous integration)\n"
                               "  carom judge --worst worst -- python3 my_driver.py --json\n";
static const char about[] =
    "Identifies the impact law of a physics engine and lists violations of mechanics.\n"
    "\n"
    "carom runs the engine through a driver, a program of about 30 lines that reads the cases of "
    "ImpactBench and writes velocities (docs/impactbench.md). Arguments after DRIVER are passed to "
    "the driver, except the options below. All arguments after \"--\" are passed to the driver. If "
    "the driver hangs, crashes or writes too much, carom stops it, reports the failure and restarts "
    "it at the next case.";

typedef struct {
    const char *families, *every, *cases, *page, *worst, *limit, *baseline;
    bool json, strict;
} wishes;

// Runs the cases. Ctrl-C ends them; a terminal shows the progress.

static volatile sig_atomic_t stop;

static void on_signal(int number) {
    stop = number;
}

static void show_progress(size_t done, size_t count) {
    fprintf(stderr, "\r\033[K%zu of %zu questions", done, count);
}

static bool run_all(carom_judge_run *run, char *words, size_t size) {
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction catch = {.sa_handler = on_signal}, before[3];
    const bool terminal = isatty(STDERR_FILENO);
    run->stop = &stop;
    run->watch = terminal ? show_progress : NULL;
    for (int k = 0; k < 3; k++) sigaction(ending[k], &catch, &before[k]);
    const bool good = carom_judge_go(run, words, size);
    for (int k = 0; k < 3; k++) sigaction(ending[k], &before[k], NULL);
    if (terminal) fputs("\r\033[K", stderr);
    return good;
}

// Prints the result.

static void print_faults(const carom_judge_run *run) {
    for (int k = 0; k < run->fault_count; k++)
        carom_remark("the driver was stopped at %s: %s", run->fault[k].id, run->fault[k].words);
    if (run->over)
        carom_remark("the driver failed %d times; %zu of %zu questions were sent", run->fault_count, run->asked,
                     run->questions);
    if (run->stopped) carom_remark("stopped after %zu of %zu questions", run->asked, run->questions);
}

// Prints the first cases without an answer, with the reason.
static void print_missing(const carom_judge_run *run) {
    int listed = 0;
    for (size_t i = 0; i < run->cases->count && listed < 5; i++) {
        const carom_judge_reply *r = &run->at[i].reply;
        if (r->said != CAROM_JUDGE_CANNOT && r->said != CAROM_JUDGE_FAILED && r->said != CAROM_JUDGE_NONSENSE) continue;
        printf("  %s, %s: %s\n", run->cases->at[i].id, carom_judge_said_name(r->said), r->words);
        listed++;
    }
}

static void print_words(const carom_judge_run *run, const carom_judge_score *s) {
    carom_judge_row row[CAROM_JUDGE_ROWS];
    size_t worst[CAROM_JUDGE_WORST];
    char sentence[320];
    const int rows = carom_judge_table(run, s, row);
    const bool plain = carom_table_plain();
    carom_table table = {.format = carom_output_format, .align = "ll"};
    if (!plain) printf("%s, %s\n", run->hello.engine, run->hello.version);
    if (!plain) printf("%zu cases answered, %zu cannot, %zu missing\n", s->answered, s->cannot, s->wrong);
    if (!plain) print_missing(run);
    carom_table_cell(&table, "what");
    carom_table_cell(&table, "found");
    for (int k = 0; k < rows; k++) {
        carom_table_cell(&table, "%s", row[k].what);
        carom_table_cell(&table, "%s", row[k].said);
    }
    carom_table_print(stdout, &table);
    if (plain) return;
    carom_judge_breaks(s, sentence, sizeof sentence);
    printf("%s %s\n", run->hello.engine, sentence);
    const int count = carom_judge_worst(run, s, worst, CAROM_JUDGE_WORST);
    if (count) puts("Furthest from the nearest law");
    for (int k = 0; k < count; k++) {
        carom_judge_about(run, s, worst[k], sentence, sizeof sentence);
        printf("  %s\n", sentence);
    }
}

static int say_unwritten(const char *file) {
    carom_say("cannot write %s: %s", file, strerror(errno));
    return CAROM_EXIT_IO;
}

// Compares the run with an earlier one. Returns the exit code.
static int compare(const wishes *w, const carom_judge_run *run, const carom_judge_score *s) {
    size_t length;
    char *text = carom_stream_text(w->baseline, &length);
    if (!text) return CAROM_EXIT_IO;
    json_t *before = json_loadb(text, length, 0, NULL), *now = carom_judge_json(run, s);
    FILE *file = w->json ? stderr : stdout; // with --json, standard output holds the next baseline
    const long changes = before ? carom_judge_changes(run, before, now, file) : -1;
    free(text);
    json_decref(before);
    json_decref(now);
    if (changes < 0) carom_say("%s is not the output of carom judge --json", w->baseline);
    return changes < 0 ? CAROM_EXIT_INPUT : changes ? CAROM_EXIT_INADMISSIBLE : CAROM_EXIT_FINE;
}

static int conclude(const wishes *w, const carom_judge_run *run, const carom_judge_score *s) {
    char file[512], sentence[320];
    if (w->json)
        carom_json_answer(carom_judge_json(run, s));
    else
        print_words(run, s);
    print_faults(run);
    if (w->page && !carom_judge_page(run, s, w->page)) return say_unwritten(w->page);
    if (w->worst && carom_judge_save_worst(run, s, w->worst, file, sizeof file) < 0) return say_unwritten(file);
    if (run->stopped) return CAROM_EXIT_NUMERICAL;
    const bool clean = carom_judge_breaks(s, sentence, sizeof sentence) == CAROM_JUDGE_CLEAN;
    const bool bad = !clean || s->wrong || run->fault_count;
    const int changed = w->baseline ? compare(w, run, s) : CAROM_EXIT_FINE;
    if (changed != CAROM_EXIT_FINE) return changed;
    return w->strict && bad ? CAROM_EXIT_INADMISSIBLE : CAROM_EXIT_FINE;
}

static int judge(const wishes *w, const carom_judge_cases *cases, char *const *driver, double limit) {
    carom_judge_run *run = carom_resize(NULL, 1, sizeof *run);
    carom_judge_score *score = carom_resize(NULL, 1, sizeof *score);
    char words[600];
    int exit = CAROM_EXIT_INPUT;
    *run = (carom_judge_run){.argv = driver, .cases = cases, .limit = limit};
    if (!run_all(run, words, sizeof words))
        carom_say("%s: %s", driver[0], words);
    else if (!carom_judge_tally(run, score))
        carom_say("out of memory"), exit = CAROM_EXIT_NUMERICAL;
    else
        exit = conclude(w, run, score);
    carom_judge_run_free(run);
    free(score);
    free(run);
    return exit;
}

// Reads the command line.

static bool read_cases(const wishes *w, carom_judge_cases *cases, int *exit) {
    carom_error refusal;
    char *end;
    const long step = w->every ? strtol(w->every, &end, 10) : 1;
    *exit = CAROM_EXIT_USAGE;
    if (step < 1 || step > 1000000 || (w->every && (*end || end == w->every))) {
        carom_say("--every takes a whole number from 1, not \"%s\"", w->every);
        return false;
    }
    size_t length;
    char *text = w->cases ? carom_stream_text(w->cases, &length) : NULL;
    *exit = CAROM_EXIT_IO;
    if (w->cases && !text) return false;
    const bool good = text ? carom_judge_cases_read(cases, text, length, w->families, (int)step, &refusal)
                           : carom_judge_cases_built_in(cases, w->families, (int)step, &refusal);
    free(text);
    *exit = CAROM_EXIT_INPUT;
    if (!good) return carom_args_refused(&refusal), false;
    if (!cases->count) carom_say("there are no such cases");
    return cases->count > 0;
}

static const carom_option *find_option(const carom_option *options, const char *word) {
    static const carom_option format = {"format", "NAME", "", NULL, NULL};
    const char *name = !strcmp(word, "-o") ? "--output" : word;
    const size_t length = strcspn(name, "=");
    if (!strncmp(name, "--format", 8) && length == 8) return &format;
    if (!strncmp(name, "--out", 5) && length == 5) return find_option(options, "--output"); // alias: of 0.2
    for (const carom_option *o = options; o->name; o++)
        if (length > 2 && !strncmp(name, "--", 2) && strlen(o->name) == length - 2 &&
            !strncmp(o->name, name + 2, length - 2))
            return o;
    return NULL;
}

// Warns about an argument of the driver that resembles an option of carom.
static void say_resembling(const carom_option *options, const char *word) {
    carom_nearest best = {0};
    for (const carom_option *o = options; o->name && !strncmp(word, "--", 2); o++)
        carom_nearest_word(&best, word + 2, o->name);
    if (best.name)
        carom_say("%s is passed to the driver; did you mean --%s? All arguments after -- are passed to the driver",
                  word, best.name);
}

// Separates the words of the command line. Options of carom go to `ours`. The first other word and all later words that
// are not our options go to `driver`, which ends with NULL. Before that word every option belongs to carom, even if it
// is unknown. After -- every word belongs to the driver.
static int sort_words(const carom_option *options, int argc, char **argv, char **ours, char **driver) {
    int kept = 0, given = 0;
    ours[kept++] = argv[0];
    for (int i = 1; i < argc; i++) {
        const carom_option *o = find_option(options, argv[i]);
        const bool help = !strcmp(argv[i], "--help") || !strcmp(argv[i], "-h");
        if (!strcmp(argv[i], "--")) {
            while (++i < argc) driver[given++] = argv[i];
        } else if (o || ((argv[i][0] == '-' || help) && !given)) {
            ours[kept++] = argv[i];
            if (o && o->value && !strchr(argv[i], '=') && i + 1 < argc) ours[kept++] = argv[++i];
        } else {
            say_resembling(options, argv[i]);
            driver[given++] = argv[i];
        }
    }
    driver[given] = NULL;
    ours[kept] = NULL;
    return kept;
}

static int answer(const wishes *w, char *const *driver) {
    carom_judge_cases cases = {0};
    char *end;
    const double limit = w->limit ? strtod(w->limit, &end) : 0.0;
    int exit = CAROM_EXIT_USAGE;
    if (!driver[0]) {
        carom_say("no driver to judge; `carom judge --help` shows how to name one");
    } else if (w->limit && (*end || !(limit > 0.0) || limit > 1e6)) {
        carom_say("--limit takes seconds, not \"%s\"", w->limit);
    } else if (read_cases(w, &cases, &exit)) {
        exit = judge(w, &cases, driver, limit);
    }
    carom_judge_cases_free(&cases);
    return exit;
}

int carom_verb_judge(int argc, char **argv) {
    wishes w = {0};
    const carom_option options[] = {
        {"family", "LETTERS",
         "run only these families of cases: A balls, B 2D, C several contacts, D 3D, E elastic, G long runs. F, H, R, "
         "S, T and Z are everyday scenes",
         NULL, &w.families},
        {"every", "N", "run only every Nth case of each family", NULL, &w.every},
        {"cases", "FILE", "run your own cases, one JSON object per line (impactbench/cases.schema.json)", NULL,
         &w.cases},
        {"output", "FILE", "write the report as one page with figures (.html, .pdf)", NULL, &w.page},
        {"worst", "DIR", "write the five cases furthest from the engine's law as scenario files", NULL, &w.worst},
        {"limit", "SECONDS",
         "time limit per case, default 20; the limit is 3 times as long for the handshake and 6 times for a long run",
         NULL, &w.limit},
        {"json", NULL, "", &w.json, NULL},
        CAROM_TABLE_OPTIONS,
        {"baseline", "FILE",
         "compare with an earlier output of --json; print the changes and exit with 1 if there are any", NULL,
         &w.baseline},
        {"strict", NULL, "exit with 1 if the engine violates mechanics, a result is missing or no verdict is possible",
         &w.strict, NULL},
        {0},
    };
    const carom_usage usage = {
        .verb = "judge", .examples = examples, .about = about, .options = options, .operands = "[--] DRIVER [WORD]..."};
    carom_operands none;
    int exit = CAROM_EXIT_FINE;
    char **ours = carom_resize(NULL, (size_t)argc + 1, sizeof *ours);
    char **driver = carom_resize(NULL, (size_t)argc + 1, sizeof *driver);
    const int kept = sort_words(options, argc, argv, ours, driver);
    if (carom_args_read(&usage, kept, ours, &none, &exit)) exit = answer(&w, driver);
    free(ours);
    free(driver);
    return exit;
}
