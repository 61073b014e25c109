// A run by its name: makes the file or finds the old one, works, and says how it ended.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mods/sweep/ranks.h"
#include "mods/sweep/sweep.h"

enum { DEFAULT_CHUNK = 64 * CAROM_SWEEP_BLOCK };

carom_sweep_ranks carom_sweep_join(void) {
    const carom_comm comm = carom_comm_start();
    return (carom_sweep_ranks){comm.rank, comm.size};
}

void carom_sweep_leave(void) {
    carom_comm_stop();
}

carom_sweep_options carom_sweep_options_default(void) {
    return (carom_sweep_options){.chunk = DEFAULT_CHUNK, .commit_every = 1.0};
}

// The file: new, or an old one of the same study.

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

// Of runs that begin at once on one name one makes the file; the others find it there.
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

// Everybody works once rank 0 has the file.
static carom_status work(const carom_sweep *s, carom_results *results, const char *name, carom_run *run) {
    carom_hdf_error error;
    if (run->comm->rank && s->file.study.columns && !carom_results_open(results, name, true, &error))
        run->error = errno ? errno : EIO;
    const bool done = carom_run_study(run, &s->file.study, results);
    if (run->comm->rank) return CAROM_OK;
    if (run->error) return run->error == ENOMEM ? CAROM_NO_MEMORY : CAROM_CANNOT_WRITE;
    return done ? CAROM_OK : CAROM_STOPPED;
}

static bool sound(const carom_sweep_options *o) {
    return o->chunk >= 1.0 && o->chunk <= 0x1p53 && o->commit_every >= 0.0 &&
           (!o->ranks || (o->ranks->size >= 1 && o->ranks->rank >= 0 && o->ranks->rank < o->ranks->size));
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
    const carom_comm comm = o.ranks ? (carom_comm){o.ranks->rank, o.ranks->size} : (carom_comm){0, 1};
    carom_run run = {.comm = &comm,
                     .chunk = sound(&o) ? (uint64_t)ceil(o.chunk / CAROM_SWEEP_BLOCK) : 0,
                     .commit_every = o.commit_every,
                     .stop = o.stop,
                     .tell = comm.rank ? NULL : o.tell,
                     .context = o.context};
    carom_results results;
    carom_hdf_error error;
    if (!s || !path) return refuse(CAROM_NULL_POINTER, "a study and the name of its results are needed", why);
    if (!sound(&o)) return refuse(CAROM_BAD_VALUE, "an option has a value that makes no sense", why);
    if (!carom_results_plan(&results, &s->file.study, s->file.text)) {
        carom_results_free(&results);
        run.news.error = ENOMEM;
    }
    carom_status status = run.news.error ? CAROM_NO_MEMORY
                          : comm.rank    ? CAROM_OK
                                         : open_file(s, &results, path, o.resume, &error);
    status = (carom_status)carom_comm_share(&comm, (int)status);
    if (!comm.rank && (status == CAROM_CANNOT_WRITE || status == CAROM_WRONG_FILE)) hand_over(&error, why);
    if (status == CAROM_OK) status = work(s, &results, path, &run);
    carom_results_free(&results);
    run.news.error = run.error ? run.error : run.news.error;
    if (news) *news = run.news;
    return status;
}
