// Runs a study by file name: creates the file or opens an old one, works, and reports how the run ended.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "mods/sweep/ranks.h"
#include "mods/sweep/sweep.h"
#include "support/atomic_file/atomic_file.h"

carom_sweep_options carom_sweep_options_default(void) {
    return (carom_sweep_options){.commit_every = 1.0};
}

// The folder of pieces has a lock while a run uses it. Returns its file, or -1: another run has it (errno is EAGAIN),
// or it cannot be made.
static int lock(const char *name) {
    const carom_parts_name folder = carom_parts(name, ""), path = carom_parts(name, "lock");
    struct stat ours, theirs;
    if (mkdir(folder.text, 0777) != 0 && errno != EEXIST) return -1;
    const int file = open(path.text, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0 && errno == ENOENT) errno = EAGAIN; // another run has just removed the folder
    if (file < 0) return -1;
    // A run that ended meanwhile has removed its lock: then this one would lock a file that has no name any more.
    if (lockf(file, F_TLOCK, 0) == 0 && fstat(file, &ours) == 0 && stat(path.text, &theirs) == 0 &&
        ours.st_ino == theirs.st_ino)
        return file;
    close(file);
    errno = EAGAIN;
    return -1;
}

// Removes the files of a folder for which `unused` is true.
typedef bool unused_fn(const char *file, const carom_results *results);

static void clean(const char *folder, unused_fn *unused, const carom_results *results) {
    DIR *list = opendir(folder);
    for (struct dirent *entry; list && (entry = readdir(list));)
        if (unused(entry->d_name, results)) unlinkat(dirfd(list), entry->d_name, 0);
    if (list) closedir(list);
}

// Returns true for a piece that is not among the blocks that are done, or was merged.
static bool is_unused_piece(const char *file, const carom_results *r) {
    char *end;
    const uint64_t first = strtoull(file, &end, 10);
    if (end == file || strncmp(end, ".h5", 3) != 0) return false;
    for (size_t k = 0; k < r->done.runs && !r->whole && !strcmp(end, ".h5"); k++)
        if (r->done.run[k].first == first) return false;
    return true;
}

// Returns true for an incomplete version of the file, which a killed run has left. Its name is that of the file with
// eight more letters and ".part".
static bool is_unused_part(const char *file, const carom_results *r) {
    const char *slash = strrchr(r->name, '/'), *name = slash ? slash + 1 : r->name;
    const size_t length = strlen(name);
    return !strncmp(file, name, length) && file[length] == '.' && strlen(file) == length + 14 &&
           !strcmp(file + length + 9, ".part");
}

static void clean_all(const carom_results *r) {
    carom_parts_name above = carom_parts(r->name, "");
    clean(above.text, is_unused_piece, r);
    char *slash = strrchr(above.text, '/');
    if (slash) slash[1] = 0;
    clean(slash ? above.text : ".", is_unused_part, r);
}

static void unlock(const carom_results *r, int file) {
    clean_all(r);
    unlink(carom_parts(r->name, "lock").text);
    rmdir(carom_parts(r->name, "").text); // fails if there are pieces to continue with
    close(file);
}

// Returns true if the disk has room for the file. The columns need room twice, because they are merged.
static bool has_room(const carom_results *r) {
    const double bytes = 2.2 * carom_results_bytes(r->study);
    struct statvfs disk;
    errno = ENOSPC;
    return statvfs(carom_parts(r->name, "").text, &disk) != 0 || (double)disk.f_bavail * (double)disk.f_frsize >= bytes;
}

static carom_status fail(carom_status status, carom_hdf_error *error, const char *what, const char *why) {
    carom_hdf_fail(error, what, why);
    return status;
}

// Opens the file, or creates it. If several runs start at once with one name, one has the lock.
static carom_status open_file(const carom_sweep *s, carom_results *r, bool resume, int *held, carom_hdf_error *error) {
    struct stat what;
    const bool found = stat(r->name, &what) == 0;
    if (found && !resume) return CAROM_FILE_EXISTS;
    if (found && !S_ISREG(what.st_mode)) return fail(CAROM_WRONG_FILE, error, "is no regular file", NULL);
    *held = lock(r->name);
    if (*held < 0 && errno == EAGAIN)
        return resume ? fail(CAROM_WRONG_FILE, error, "is being written by another run", NULL) : CAROM_FILE_EXISTS;
    if (*held < 0) return fail(CAROM_CANNOT_WRITE, error, "cannot be created", strerror(errno));
    if (access(r->name, F_OK) != 0) {
        if (has_room(r) && carom_results_write(r)) return CAROM_OK;
        fail(CAROM_CANNOT_WRITE, error, "cannot be created", strerror(errno));
        unlink(r->name); // it has its name if only the folder could not be written to the disk
        return CAROM_CANNOT_WRITE;
    }
    if (!resume) return CAROM_FILE_EXISTS;
    char *old = carom_results_text(r->name, error);
    const bool same = old && !strcmp(old, s->file.text);
    if (old && !same) carom_hdf_fail(error, "holds another study; choose another name", NULL);
    free(old);
    if (!same || !carom_results_read(r, error)) return CAROM_WRONG_FILE;
    clean_all(r);
    return carom_results_complete(r) && r->whole == s->file.study.columns ? CAROM_ALREADY_DONE : CAROM_OK;
}

static bool connected(const carom_sweep_ranks *ranks) {
    const bool complete = ranks->send && ranks->receive && ranks->waiting;
    return ranks->rank >= 0 && ranks->rank < ranks->size && (ranks->size == 1 || complete);
}

static bool sound(const carom_sweep_options *o) {
    return o->chunk >= 0.0 && o->chunk <= 0x1p53 && o->commit_every >= 0.0 && (!o->ranks || connected(o->ranks));
}

static carom_status refuse(carom_status status, const char *words, carom_error *why) {
    carom_error refusal;
    carom_refuse(&refusal, status, "%s", words);
    carom_error_hand_over(&refusal, why);
    return status;
}

// Tells the other ranks how the file was opened; returns the status.
static carom_status share(const carom_sweep_ranks *ranks, carom_status status) {
    int64_t word = status;
    for (int to = 1; to < ranks->size && !ranks->rank; to++) ranks->send(ranks->user, to, &word, sizeof word);
    if (ranks->rank) ranks->receive(ranks->user, 0, &word, sizeof word);
    return (carom_status)word;
}

static carom_status end_of(carom_run *run, const carom_results *results, carom_hdf_error *error) {
    if (run->ranks->rank) return CAROM_OK;
    if (results->damage.text[0]) {
        run->error = 0;
        *error = results->damage;
        return CAROM_WRONG_FILE;
    }
    if (run->error) return run->error == ENOMEM ? CAROM_NO_MEMORY : CAROM_CANNOT_WRITE;
    return carom_results_complete(results) ? CAROM_OK : CAROM_STOPPED;
}

carom_status carom_sweep_run(carom_sweep *s, const char *path, const carom_sweep_options *options,
                             carom_sweep_progress *news, carom_error *why) {
    const carom_sweep_options o = options ? *options : carom_sweep_options_default();
    const carom_sweep_ranks alone = {.rank = 0, .size = 1}, *ranks = o.ranks ? o.ranks : &alone;
    if (!s || !path) return refuse(CAROM_NULL_POINTER, "a study and the name of its results are needed", why);
    if (!sound(&o))
        return refuse(CAROM_BAD_VALUE, "chunk must be 0 to 2^53, commit_every >= 0, and the ranks complete", why);
    carom_run run = {.ranks = ranks,
                     .chunk = (uint64_t)ceil(o.chunk / CAROM_SWEEP_BLOCK),
                     .commit_every = o.commit_every,
                     .stop = o.stop,
                     .tell = ranks->rank ? NULL : o.tell,
                     .context = o.context};
    const carom_study *study = &s->file.study;
    carom_results results;
    carom_worker worker;
    carom_piece piece = {.room = 0};
    carom_hdf_error error = {"out of memory"};
    int held = -1;
    bool room = carom_results_new(&results, study, s->file.text, path);
    room = carom_worker_start(&worker, study) && room;
    if (room && study->columns) room = carom_piece_new(&piece, study);
    const size_t pivots = (size_t)(study->laws * results.shape.variables);
    if (room) memcpy(results.pivot, worker.pivot, pivots * sizeof *worker.pivot);
    worker.piece = study->columns ? &piece : NULL;
    carom_status status = !room         ? CAROM_NO_MEMORY
                          : ranks->rank ? CAROM_OK
                                        : open_file(s, &results, o.resume, &held, &error);
    const bool fresh = !ranks->rank && !results.done.total && status == CAROM_OK;
    run.error = room ? 0 : ENOMEM;
    status = share(ranks, status);
    const carom_status opened = status;
    if (status == CAROM_OK) {
        carom_run_study(&run, &results, &worker);
        status = end_of(&run, &results, &error);
    }
    if (fresh && status != CAROM_OK && status != CAROM_STOPPED && !run.news.done) {
        // It failed before the first commit of samples.
        unlink(path);
        results.done.runs = 0;
    }
    if (held >= 0) unlock(&results, held);
    if (!ranks->rank && (status == CAROM_WRONG_FILE || opened == CAROM_CANNOT_WRITE))
        refuse(CAROM_BAD_FILE, error.text, why);
    carom_results_free(&results);
    carom_worker_end(&worker);
    carom_piece_free(&piece);
    run.news.error = run.error;
    if (news) *news = run.news;
    return status;
}
