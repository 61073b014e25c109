// carom sweep: many samples of one scenario, by many processes if mpirun started them.
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "cli/args/args.h"
#include "cli/exit.h"
#include "cli/sweep/sweep_file.h"
#include "cli/words/words.h"
#include "mods/sweep/run.h"

static const char examples[] = "  carom sweep study.json -o study.h5\n"
                               "  mpirun -n 8 carom sweep study.json -o study.h5 --resume\n"
                               "  carom sweep study.json --dry-run\n";
static const char about[] =
    "Varies numbers of a scenario as a sweep file says (docs/sweep.md), asks every law, keeps summaries and, if the\n"
    "file wants them, all samples. Sample i depends on the seed and i alone: any number of processes and any chunk\n"
    "size give the same bytes. Ctrl-C, a crash or a full disk loses nothing committed; --resume goes on.";

enum { DEFAULT_CHUNK = 64 * CAROM_BLOCK };

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

// A number such as 1000000 or 1e6.
static bool read_count(const char *text, const char *option, double least, double *value) {
    char *end;
    if (!text) return true;
    *value = strtod(text, &end);
    if (*text && !*end && *value >= least && *value <= 0x1p53) return true;
    carom_say("--%s takes a number of at least %g, not \"%s\"", option, least, text);
    return false;
}

// Progress, on one line of a terminal.

static void tell_progress(void *context, const carom_run_news *news) {
    const double left = news->rate > 0.0 ? (double)(news->samples - news->done) / news->rate : HUGE_VAL;
    (void)context;
    fprintf(stderr, "\r\033[K%5.1f%%  %.4g of %.4g samples, %.3g/s", 100.0 * (double)news->done / (double)news->samples,
            (double)news->done, (double)news->samples, news->rate);
    if (left < 1e9) fprintf(stderr, ", %.0f s left", ceil(left));
}

static void say_end(const char *name, const carom_run *run, bool done) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    if (run->tell) fputs("\r\033[K", stderr);
    if (run->error)
        carom_say("%s: %s; %llu of %llu samples are safe, --resume goes on", name, strerror(run->error),
                  (unsigned long long)run->news.done, (unsigned long long)run->news.samples);
    else
        carom_say("%s: %llu of %llu samples%s, %.1f s, %.3g/s, peak memory %ld MB", name,
                  (unsigned long long)run->news.done, (unsigned long long)run->news.samples,
                  done ? "" : ", --resume goes on", run->news.seconds, run->news.rate, usage.ru_maxrss / 1024);
}

// What it would take: a moment's work is timed.
static int dry_run(const carom_sweep_file *f, const carom_results *results) {
    carom_worker worker;
    uint64_t *summary = calloc(results->shape.words, sizeof *summary), blocks = 0;
    if (!summary || !carom_worker_start(&worker, &f->study, NULL)) {
        free(summary);
        carom_say("memory ends");
        return CAROM_EXIT_IO;
    }
    const clock_t start = clock();
    double seconds = 0.0;
    for (; seconds < 0.3 && blocks < carom_study_blocks(&f->study); blocks++) {
        carom_worker_block(&worker, blocks, summary);
        seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    }
    const double tried = fmin((double)(blocks * CAROM_BLOCK), (double)f->study.samples);
    const double rate = seconds > 0.0 ? tried / seconds : HUGE_VAL;
    printf("samples  %llu, %d inputs, %d laws, %d outputs each\n", (unsigned long long)f->study.samples,
           f->study.inputs, f->study.laws, f->study.outputs);
    printf("file     %.4g MB%s\n", 1e-6 * (double)carom_store_bytes(results->items, results->item_count),
           f->study.columns ? ", with all samples" : ", whatever the number of samples");
    printf("memory   %.4g MB a process\n",
           1e-6 * 8.0 * (double)(3 * results->shape.words + (size_t)(60 * CAROM_BLOCK)));
    printf("time     %.3g s on one core: %.3g samples/s\n", (double)f->study.samples / rate, rate);
    carom_worker_end(&worker);
    free(summary);
    return CAROM_EXIT_FINE;
}

// The file: new, or an old one of the same study.

static bool same_study(const carom_sweep_file *f, const char *name, carom_hdf_error *error) {
    char *old = carom_store_text(name, "/study", error);
    const bool same = old && !strcmp(old, f->text);
    if (old && !same) snprintf(error->text, sizeof error->text, "holds another study; choose another name");
    free(old);
    return same;
}

static int say_exists(const char *name) {
    carom_say("%s exists; --resume goes on with it, or choose another name", name);
    return CAROM_EXIT_USAGE;
}

static bool open_old(const carom_sweep_file *f, carom_results *results, const char *name, carom_hdf_error *error) {
    return same_study(f, name, error) && carom_results_open(results, name, true, error) &&
           carom_store_lock(&results->store, error) && carom_results_verify(results, error);
}

// Of runs that begin at once on one name one makes the file; the others find it there.
static int open_results(const carom_sweep_file *f, carom_results *results, const wishes *w) {
    carom_hdf_error error;
    bool taken = access(w->out, F_OK) == 0, opened = false;
    const bool fresh = !taken;
    if (fresh) {
        opened = carom_results_create(results, w->out, &taken, &error);
        if (opened) opened = carom_store_lock(&results->store, &error);
    }
    if (taken && !w->resume) return say_exists(w->out);
    if (taken) opened = open_old(f, results, w->out, &error);
    if (opened) return CAROM_EXIT_FINE;
    carom_say("%s %s", w->out, error.text);
    if (fresh && !taken)
        carom_say("it needs %.4g MB; nothing was computed yet",
                  1e-6 * (double)carom_store_bytes(results->items, results->item_count));
    return CAROM_EXIT_IO;
}

static bool is_sealed(carom_results *results) {
    return results->sequence == UINT64_MAX;
}

static int run_study(carom_sweep_file *f, carom_results *results, const wishes *w, carom_run *run) {
    const int rank = run->comm->rank;
    const int exit = carom_comm_share(run->comm, rank ? 0 : open_results(f, results, w));
    if (exit != CAROM_EXIT_FINE) return exit;
    const int finished = carom_comm_share(run->comm, !rank && is_sealed(results));
    if (finished) {
        if (!rank) carom_say("%s: all %llu samples are there", w->out, (unsigned long long)f->study.samples);
        return CAROM_EXIT_FINE;
    }
    carom_hdf_error error;
    if (rank && f->study.columns && !carom_results_open(results, w->out, true, &error))
        run->error = errno ? errno : EIO;
    catch_signals();
    run->stop = &stop_signal;
    if (!rank && isatty(STDERR_FILENO)) run->tell = tell_progress;
    const bool done = carom_run_study(run, &f->study, results);
    if (rank) return CAROM_EXIT_FINE;
    say_end(w->out, run, done);
    return run->error ? CAROM_EXIT_IO : done ? CAROM_EXIT_FINE : 128 + stop_signal;
}

static int sweep(const char *name, const wishes *w, const carom_comm *comm) {
    carom_sweep_file f;
    carom_results results = {.store = {-1, false}};
    double samples = 0.0, chunk = DEFAULT_CHUNK, every = 1.0;
    if (!read_count(w->samples, "samples", 1.0, &samples) || !read_count(w->chunk, "chunk", 1.0, &chunk) ||
        !read_count(w->commit, "commit", 0.0, &every))
        return CAROM_EXIT_USAGE;
    if (comm->size > 1 && !strcmp(name, "-")) {
        carom_say("standard input reaches one process only; give a sweep file by its name");
        return CAROM_EXIT_USAGE;
    }
    carom_run run = {.comm = comm, .commit_every = every, .chunk = (uint64_t)ceil(chunk / CAROM_BLOCK)};
    int exit = carom_sweep_file_load(&f, name, (uint64_t)samples);
    if (exit == CAROM_EXIT_FINE && !carom_results_plan(&results, &f.study, f.text)) {
        carom_say("memory ends");
        exit = CAROM_EXIT_IO;
    }
    if (exit == CAROM_EXIT_FINE) exit = w->dry ? dry_run(&f, &results) : run_study(&f, &results, w, &run);
    carom_results_free(&results);
    carom_sweep_file_free(&f);
    return exit;
}

int carom_verb_sweep(int argc, char **argv) {
    wishes w = {0};
    const carom_option options[] = {
        {"out", "FILE", "the results, an HDF5 file; -o FILE for short", NULL, &w.out},
        {"resume", NULL, "go on with the results of an earlier run, if there are any", &w.resume, NULL},
        {"samples", "N", "how many, instead of what the file says", NULL, &w.samples},
        {"chunk", "N", "samples handed out at a time, rounded up to blocks of 2048; 131072 by default", NULL, &w.chunk},
        {"commit", "SECONDS", "between commits; 1 by default, 0 after every chunk", NULL, &w.commit},
        {"dry-run", NULL, "only say what it would take", &w.dry, NULL},
        {0},
    };
    const carom_usage usage = {"sweep", examples, about, options, NULL, 1, "STUDY", false, 0};
    carom_operands operands;
    int exit;
    const carom_comm comm = carom_comm_start();
    // Rank 0 speaks for all.
    if (comm.rank && (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout))) return CAROM_EXIT_IO;
    if (carom_args_read(&usage, argc, argv, &operands, &exit)) {
        if (!operands.count || !(w.out || w.dry)) {
            carom_say("say which sweep file, and -o FILE for the results; `carom sweep --help` shows how");
            exit = CAROM_EXIT_USAGE;
        } else {
            exit = sweep(operands.at[0], &w, &comm);
        }
    }
    carom_comm_stop(&comm);
    return exit;
}
