// Implements carom sweep: evaluates many samples of one scenario, in several processes if mpirun started them.
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "carom/sweep.h"
#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/lookup/laws.h"
#include "cli/print/shell.h"
#include "cli/print/words.h"
#include "cli/sweep/mpi.h"

static const char examples[] = "  carom sweep study.json -o study.h5\n"
                               "  mpirun -n 8 carom sweep study.json -o study.h5 --resume\n"
                               "  carom sweep study.json --dry-run\n";
static const char about[] =
    "Varies the inputs of a scenario and evaluates every sample with the chosen laws.\n"
    "\n"
    "STUDY is a sweep file (docs/sweep.md). Sample i depends only on the seed and on i. The results "
    "are therefore identical for any number of processes and any chunk size. After Ctrl-C, a crash or "
    "a full disk, --resume continues from the last commit to the results file.";

typedef struct {
    const char *out, *samples, *chunk, *commit;
    bool resume, dry;
} wishes;

static volatile sig_atomic_t stop_signal;

static void on_signal(int number) {
    stop_signal = number;
}

static void catch_signals(void) {
    struct sigaction catch = {.sa_handler = on_signal};
    sigaction(SIGINT, &catch, NULL);
    sigaction(SIGTERM, &catch, NULL);
}

// Reads a number such as 1000000 or 1e6.
static bool read_count(const char *text, const char *option, double least, double *value) {
    char *end;
    if (!text) return true;
    *value = strtod(text, &end);
    if (*text && !*end && *value >= least && *value <= 0x1p53) return true;
    carom_say("--%s takes a number of at least %g, not \"%s\"", option, least, text);
    return false;
}

// Shows the progress on one line of a terminal.

static void tell_progress(void *context, const carom_sweep_progress *news) {
    const double left = news->rate > 0.0 ? (double)(news->samples - news->done) / news->rate : HUGE_VAL;
    fprintf(stderr, "\r\033[K%5.1f%%  %.4g of %.4g samples, %.3g/s", 100.0 * (double)news->done / (double)news->samples,
            (double)news->done, (double)news->samples, news->rate);
    if (left < 1e9) fprintf(stderr, ", %.0f s left", ceil(left));
}

static void say_end(const char *name, const carom_sweep_progress *news, bool done) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    if (isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
    if (news->error)
        carom_say("%s: %s; %llu of %llu samples are safe, --resume goes on", name, strerror(news->error),
                  (unsigned long long)news->done, (unsigned long long)news->samples);
    else
        carom_remark("%s: %llu of %llu samples%s, %.1f s, %.3g/s, peak memory %ld MB", name,
                     (unsigned long long)news->done, (unsigned long long)news->samples,
                     done ? "" : ", --resume goes on", news->seconds, news->rate, usage.ru_maxrss / 1024);
}

// Estimates time and memory by timing a small part of the work.
static int dry_run(carom_sweep *study) {
    const carom_sweep_info s = carom_sweep_describe(study);
    const double rate = carom_sweep_measure_rate(study);
    if (isnan(rate)) {
        carom_say("out of memory");
        return CAROM_EXIT_IO;
    }
    printf("samples  %llu, %d inputs, %d laws, %d outputs each\n", (unsigned long long)s.samples, s.inputs, s.laws,
           s.outputs);
    printf("file     %.4g MB%s\n", 1e-6 * s.file_bytes,
           s.columns ? ", with all samples" : ", for any number of samples");
    printf("memory   %.4g MB per process\n", 1e-6 * s.memory_bytes);
    printf("time     %.3g s on one core: %.3g samples/s\n", (double)s.samples / rate, rate);
    return CAROM_EXIT_FINE;
}

static int run(carom_sweep *study, const char *name, const carom_sweep_options *options) {
    const carom_sweep_info shape = carom_sweep_describe(study);
    carom_sweep_progress news = {.error = 0};
    carom_error why;
    catch_signals();
    const carom_status status = carom_sweep_run(study, name, options, &news, &why);
    if (options->ranks->rank && status == CAROM_OK) return CAROM_EXIT_FINE;
    const bool begun = news.error != 0; // the failure happened after the sweep began
    switch ((int)status) {
    case CAROM_ALREADY_DONE:
        carom_remark("%s: all %llu samples are there", name, (unsigned long long)shape.samples);
        return CAROM_EXIT_FINE;
    case CAROM_FILE_EXISTS:
        carom_say("%s exists; --resume goes on with it, or choose another name", name);
        return CAROM_EXIT_USAGE;
    case CAROM_OK:
    case CAROM_STOPPED: break;
    default:
        if (begun) break;
        carom_say_error(name, " ", &why);
        if (status == CAROM_CANNOT_WRITE)
            carom_say("the file needs %.4g MB; no sample was computed", 1e-6 * shape.file_bytes);
        return CAROM_EXIT_IO;
    }
    say_end(name, &news, status == CAROM_OK);
    return news.error ? CAROM_EXIT_IO : status == CAROM_OK ? CAROM_EXIT_FINE : 128 + stop_signal;
}

// Reads a study, or prints why it is invalid.
static carom_sweep *read_study(const char *name, double samples, int *exit) {
    size_t length;
    carom_error why;
    char *text = carom_stream_text(name, &length);
    *exit = CAROM_EXIT_IO;
    if (!text) return NULL;
    carom_sweep *study = carom_sweep_parse(text, length, (uint64_t)samples, carom_tables_modules(), &why);
    free(text);
    *exit = CAROM_EXIT_INPUT;
    if (!study) carom_say_error(name, why.reason == CAROM_REASON_SYNTAX ? ", " : ": ", &why);
    return study;
}

static int sweep(const char *name, const wishes *w, const carom_sweep_ranks *ranks) {
    carom_sweep_options options = carom_sweep_options_default();
    double samples = 0.0;
    int exit;
    if (!read_count(w->samples, "samples", 1.0, &samples) || !read_count(w->chunk, "chunk", 1.0, &options.chunk) ||
        !read_count(w->commit, "commit", 0.0, &options.commit_every))
        return CAROM_EXIT_USAGE;
    if (ranks->size > 1 && !strcmp(name, "-")) {
        carom_say("standard input reaches one process only; give a sweep file by its name");
        return CAROM_EXIT_USAGE;
    }
    carom_sweep *study = read_study(name, samples, &exit);
    if (!study) return exit;
    options.resume = w->resume;
    options.stop = &stop_signal;
    options.ranks = ranks;
    if (isatty(STDERR_FILENO)) options.tell = tell_progress;
    exit = w->dry ? dry_run(study) : run(study, w->out, &options);
    carom_sweep_free(study);
    return exit;
}

int carom_verb_sweep(int argc, char **argv) {
    wishes w = {0};
    const carom_option options[] = {
        {"output", "FILE", "HDF5 file for the results", NULL, &w.out},
        {"resume", NULL, "continue an interrupted run, if there is one", &w.resume, NULL},
        {"samples", "N", "number of samples; overrides the file", NULL, &w.samples},
        {"chunk", "N",
         "samples per work unit, rounded up to a multiple of 2048; default: as many as take half a second", NULL,
         &w.chunk},
        {"commit", "SECONDS", "time between commits to the file, default 1; 0 commits after every chunk", NULL,
         &w.commit},
        {"dry-run", NULL, "print the size of the study without running it", &w.dry, NULL},
        {0},
    };
    const carom_usage usage = {.verb = "sweep",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .most_operands = 1,
                               .operands = "STUDY"};
    carom_operands operands;
    int exit;
    const carom_sweep_ranks ranks = carom_mpi_start();
    // Only rank 0 prints.
    if (ranks.rank && (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout))) return CAROM_EXIT_IO;
    if (carom_args_read(&usage, argc, argv, &operands, &exit)) {
        if (!operands.count || !(w.out || w.dry)) {
            carom_say("%s missing; `carom sweep --help` shows the usage",
                      operands.count ? "-o FILE for the results is" : "the sweep file is");
            exit = CAROM_EXIT_USAGE;
        } else {
            exit = sweep(operands.at[0], &w, &ranks);
        }
    }
    carom_mpi_stop();
    return exit;
}
