// Runs a study by file name: creates the file or opens an old one, works, and reports how the run ended.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mods/sweep/ranks.h"
#include "mods/sweep/sweep.h"

enum { DEFAULT_CHUNK = 64 * CAROM_SWEEP_BLOCK };

carom_sweep_options carom_sweep_options_default(void) {
    return (carom_sweep_options){.chunk = DEFAULT_CHUNK, .commit_every = 1.0};
}

// Checks that an old file belongs to the same study.

static bool same_study(const carom_sweep *s, const char *name, carom_hdf_error *error) {
    char *old = carom_store_text(name, "/study", error);
    const bool same = old && !strcmp(old, s->file.text);
    if (old && !same) snprintf(error->text, sizeof error->text, "holds another study; choose another name");
    free(old);
    return same;
}

static bool open_old(const carom_sweep *s, carom_results *results, const char *name, carom_hdf_error *error) {
    return same_study(s, name, error) && carom_results_open(results, name, true, error) &&
           carom_store_lock(&results->store, error) && carom_results_verify(results, error);
}

// Opens the file. If several runs start at once with one name, one creates the file and the others find it.
static carom_status open_file(const carom_sweep *s, carom_results *results, const char *name, bool resume,
                              carom_hdf_error *error) {
    bool taken = access(name, F_OK) == 0, opened = false;
    const bool fresh = !taken;
    if (fresh) {
        opened = carom_results_create(results, name, &taken, error);
        if (opened) opened = carom_store_lock(&results->store, error);
    }
    if (taken && !resume) return CAROM_FILE_EXISTS;
    if (taken) opened = open_old(s, results, name, error);
    if (!opened) return fresh && !taken ? CAROM_CANNOT_WRITE : CAROM_WRONG_FILE;
    return results->sequence == UINT64_MAX ? CAROM_ALREADY_DONE : CAROM_OK;
}

static void hand_over(const carom_hdf_error *error, carom_error *why) {
    carom_error refusal;
    carom_refuse(&refusal, CAROM_BAD_FILE, "%s", error->text);
    carom_error_hand_over(&refusal, why);
}

// Starts work on all ranks when rank 0 has the file.
static carom_status work(const carom_sweep *s, carom_results *results, const char *name, carom_run *run) {
    carom_hdf_error error;
    if (run->ranks->rank && s->file.study.columns && !carom_results_open(results, name, true, &error))
        run->error = errno ? errno : EIO;
    const bool done = carom_run_study(run, &s->file.study, results);
    if (run->ranks->rank) return CAROM_OK;
    if (run->error) return run->error == ENOMEM ? CAROM_NO_MEMORY : CAROM_CANNOT_WRITE;
    return done ? CAROM_OK : CAROM_STOPPED;
}

static bool connected(const carom_sweep_ranks *ranks) {
    const bool complete = ranks->send && ranks->receive && ranks->waiting && ranks->share && ranks->end_all;
    return ranks->rank >= 0 && ranks->rank < ranks->size && (ranks->size == 1 || complete);
}

static bool sound(const carom_sweep_options *o) {
    return o->chunk >= 1.0 && o->chunk <= 0x1p53 && o->commit_every >= 0.0 && (!o->ranks || connected(o->ranks));
}

static carom_status refuse(carom_status status, const char *words, carom_error *why) {
    carom_error refusal;
    carom_refuse(&refusal, status, "%s", words);
    carom_error_hand_over(&refusal, why);
    return status;
}

carom_status carom_sweep_run(carom_sweep *s, const char *path, const carom_sweep_options *options,
                             carom_sweep_progress *news, carom_error *why) {
    const carom_sweep_options o = options ? *options : carom_sweep_options_default();
    const carom_sweep_ranks alone = {.rank = 0, .size = 1}, *ranks = o.ranks ? o.ranks : &alone;
    carom_run run = {.ranks = ranks,
                     .chunk = sound(&o) ? (uint64_t)ceil(o.chunk / CAROM_SWEEP_BLOCK) : 0,
                     .commit_every = o.commit_every,
                     .stop = o.stop,
                     .tell = ranks->rank ? NULL : o.tell,
                     .context = o.context};
    carom_results results;
    carom_hdf_error error;
    if (!s || !path) return refuse(CAROM_NULL_POINTER, "a study and the name of its results are needed", why);
    if (!sound(&o))
        return refuse(CAROM_BAD_VALUE, "chunk must be 1 to 2^53, commit_every >= 0, and the ranks complete", why);
    if (!carom_results_plan(&results, &s->file.study, s->file.text)) {
        carom_results_free(&results);
        run.news.error = ENOMEM;
    }
    carom_status status = run.news.error ? CAROM_NO_MEMORY
                          : ranks->rank  ? CAROM_OK
                                         : open_file(s, &results, path, o.resume, &error);
    if (ranks->size > 1) status = (carom_status)ranks->share(ranks->user, (int)status);
    if (status == CAROM_OK && run.news.error) { // on a rank other than 0
        ranks->end_all(ranks->user);
        status = CAROM_NO_MEMORY;
    }
    if (!ranks->rank && (status == CAROM_CANNOT_WRITE || status == CAROM_WRONG_FILE)) hand_over(&error, why);
    if (status == CAROM_OK) status = work(s, &results, path, &run);
    carom_results_free(&results);
    run.news.error = run.error ? run.error : run.news.error;
    if (news) *news = run.news;
    return status;
}
