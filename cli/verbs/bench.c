// Implements carom bench: measures the speed of batches and compares it with the memory bandwidth and with single
// calls.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "carom/batch.h"
#include "cli/args/args.h"
#include "cli/document/document.h"
#include "cli/exit.h"
#include "cli/lookup/laws.h"
#include "cli/print/words.h"

static const char examples[] = "  carom bench\n"
                               "  carom bench --law routh --n 100000 --threads 1\n"
                               "  carom bench --json > bench.json\n";
static const char about[] =
    "Measures how fast batches of impacts are solved on this machine.\n"
    "\n"
    "The column \"limit\" is the time to read the input and write the output of the batch without computing. \"of "
    "limit\" is the limit divided by the time of the batch. \"one by one\" is the time of a loop that calls "
    "carom_collide for each problem. Each value is the shortest processor time measured over many runs. Iterative laws "
    "are timed "
    "on at most 100,000 problems.";

#define MOST_CASES   64
#define SCALAR_ITEMS 100000
#define MOST_ITEMS   100000000.0
// A contact model takes microseconds per item, so more items would not change the result, and memory does not limit the
// speed.
#define MOST_WALKED   100000.0
#define USUAL_SECONDS 0.25

// Measures every combination of size and number of threads, each for some time.
typedef struct request {
    double sizes[3], threads[2], seconds;
    int size_count, thread_count, level;
    bool jac;
} request;

static double load_average(void) {
    double load = 0.0;
    FILE *file = fopen("/proc/loadavg", "r");
    if (file && fscanf(file, "%lf", &load) != 1) load = 0.0;
    if (file) fclose(file);
    return load;
}

static const char *processor(char *text, size_t size) {
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    snprintf(text, size, "unknown processor");
    while (file && fgets(line, sizeof line, file)) {
        char *value = strchr(line, ':');
        if (strncmp(line, "model name", 10) || !value) continue;
        snprintf(text, size, "%.*s", (int)strcspn(value + 2, "\n"), value + 2);
        break;
    }
    if (file) fclose(file);
    return text;
}

static const char *restitution_of(const bench_case *one) {
    return carom_law_reads(one->law) & CAROM_PARAM_BIT(restitution)
               ? carom_choice_at(carom_coefficient_at(NULL, CAROM_PARAM_restitution), (int)one->restitution)
               : "";
}

static json_t *case_json(const bench_case *one, const bench_result *r) {
    const char *restitution = restitution_of(one);
    return json_pack("{s:s, s:s, s:i, s:I, s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:o}", "law", one->law->name,
                     "restitution", restitution, "dim", one->dim, "n", (json_int_t)r->n, "threads", r->threads, "bytes",
                     r->bytes, "batch_ns", carom_json_real(r->batch_ns), "limit_ns", carom_json_real(r->limit_ns),
                     "scalar_ns", carom_json_real(r->scalar_ns), "fraction_of_limit",
                     carom_json_real(r->fraction_of_limit), "speedup_over_scalar",
                     carom_json_real(r->speedup_over_scalar), "~name",
                     json_sprintf("%s%s%s", one->law->name, *restitution ? " " : "", restitution));
}

static void print(const request *asked, json_t *cases, double load_before) {
    static const carom_document_column columns[] = {
        CAROM_TITLE("law", "~name"),
        {.key = "law"},
        {.key = "restitution"},
        CAROM_COLUMN("dim"),
        CAROM_COLUMN("n"),
        CAROM_COLUMN("threads"),
        {.key = "bytes"},
        {.key = "batch_ns", .title = "ns each", .digits = -2},
        {.key = "limit_ns", .title = "limit, ns", .digits = -2},
        {.key = "scalar_ns", .title = "one by one, ns", .digits = -1},
        {.key = "fraction_of_limit", .title = "of limit", .digits = 2},
        {.key = "speedup_over_scalar", .title = "speed-up", .digits = -1},
    };
    char name[128];
    const char *level = bench_level_name(asked->level);
    const double load_after = load_average();
    carom_document *document = carom_document_new(NULL);
    processor(name, sizeof name);
    carom_document_data(document, NULL,
                        json_pack("{s:o, s:s, s:i, s:o, s:o}", "machine", carom_json_words(name), "level", level,
                                  "seed", BENCH_SEED, "load_before", carom_json_real(load_before), "load_after",
                                  carom_json_real(load_after)));
    carom_document_rows(document, "cases", CAROM_COLUMNS(columns), cases);
    carom_document_paragraph(document, "%s, %s; load average %.2f before, %.2f after; seed %d", name, level,
                             load_before, load_after, BENCH_SEED);
    carom_document_print(document);
}

// Reads one number that replaces the default ones. Prints the valid range if it is wrong.
static bool read_choice(const char *name, const char *text, double least, double most, double *value, int *count) {
    if (!text) return true;
    char *rest;
    *value = strtod(text, &rest);
    *count = 1;
    if (*text && !*rest && *value >= least && *value <= most) return true;
    carom_say("--%s %s: a number from %g to %g is needed", name, text, least, most);
    return false;
}

static int run_case(const request *asked, json_t *cases, const bench_case *one) {
    const double few = asked->size_count == 1 && *asked->sizes < SCALAR_ITEMS ? *asked->sizes : SCALAR_ITEMS;
    bench_data data;
    if (!bench_make(&data, one, (size_t)few)) return CAROM_EXIT_IO;
    const double scalar = bench_scalar(one, &data, asked->seconds);
    bench_free(&data);
    const bool closed = one->law->closed_form & (one->dim == 2 ? CAROM_2D : CAROM_3D);
    for (int i = 0; i < asked->size_count; i++) {
        if (!closed && asked->sizes[i] > MOST_WALKED) continue;
        if (!bench_make(&data, one, (size_t)asked->sizes[i])) {
            carom_say("no memory for %.0f items; pass --n with fewer", asked->sizes[i]);
            return CAROM_EXIT_IO;
        }
        for (int k = 0; k < asked->thread_count; k++) {
            const bench_result r = bench_run(one, &data, (int)asked->threads[k], scalar, asked->seconds);
            json_array_append_new(cases, case_json(one, &r));
        }
        bench_free(&data);
    }
    return CAROM_EXIT_FINE;
}

static int run_cases(const request *asked, const char *law) {
    bench_case cases[MOST_CASES];
    const int count = bench_cases(cases, MOST_CASES);
    const double load = load_average();
    carom_error refusal;
    carom_problem any = carom_problem_new(carom_tables_modules());
    if (law && !carom_problem_law(&any, law, &refusal)) return carom_args_refused(&refusal);
    if (law && !(carom_law_find(NULL, law, CAROM_ONE_CONTACT) &&
                 carom_batch_describe(carom_law_find(NULL, law, CAROM_ONE_CONTACT)).vectorised)) {
        carom_say("law \"%s\" does not exist or has no vectorised batch; `carom bench` without --law measures all that "
                  "have one",
                  law);
        return CAROM_EXIT_USAGE;
    }
    if (asked->jac)
        return bench_jac(law, (size_t)(asked->size_count == 1 ? asked->sizes[0] : MOST_WALKED), asked->seconds)
                   ? CAROM_EXIT_FINE
                   : CAROM_EXIT_IO;
    int status = CAROM_EXIT_FINE;
    json_t *all = json_array();
    for (int i = 0; i < count && status == CAROM_EXIT_FINE; i++) {
        cases[i].level = asked->level;
        if (!law || !strcmp(law, cases[i].law->name)) status = run_case(asked, all, &cases[i]);
    }
    print(asked, all, load);
    return status;
}

int carom_verb_bench(int argc, char **argv) {
    request asked = {{1e3, 1e5, 1e7}, {1, 2}, USUAL_SECONDS, 3, 2, 0, false};
    const char *law = NULL, *n = NULL, *threads = NULL, *seconds = NULL, *level = NULL;
    const carom_option options[] = {
        {"law", "NAME", "measure only this law", NULL, &law},
        {"n", "ITEMS", "problems per batch; default: 1000, 100000 and 10000000", NULL, &n},
        {"threads", "COUNT", "number of threads, 1 or 2; default: both", NULL, &threads},
        {"seconds", "TIME", "duration of each measurement; default 0.25", NULL, &seconds},
        {"level", "NAME", "instruction set: baseline, x86-64-v3 or x86-64-v4", NULL, &level},
        {"jacobian", NULL, "measure the derivatives instead of the impulses", &asked.jac, NULL},
        CAROM_DOCUMENT_OPTIONS,
        {0}};
    const carom_usage usage = {
        .verb = "bench", .examples = examples, .about = about, .options = options, .operands = ""};
    carom_operands operands;
    int exit_code, unused;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit_code)) return exit_code;
    if (asked.jac && (carom_document_wants_json || carom_table_plain()))
        return carom_say("--jacobian prints text only"), CAROM_EXIT_USAGE;
    if (!read_choice("n", n, 1, MOST_ITEMS, asked.sizes, &asked.size_count) ||
        !read_choice("threads", threads, 1, 2, asked.threads, &asked.thread_count) ||
        !read_choice("seconds", seconds, 0.001, 3600, &asked.seconds, &unused))
        return CAROM_EXIT_USAGE;
    asked.level = bench_level(level);
    if (asked.level < 0) carom_say("--level %s: this machine does not have this instruction set", level);
    return asked.level < 0 ? CAROM_EXIT_USAGE : run_cases(&asked, law);
}
