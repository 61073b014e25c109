#include "mods/sweep/run.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

// A message to rank 0: which blocks are in the summary that follows. And the answer: which blocks come next.
enum { HEAD_FIRST, HEAD_DONE, HEAD_ERROR, HEAD_WORDS };

typedef struct {
    uint64_t first, count; // count 0: no more
} task;

typedef struct {
    carom_run *run;
    const carom_study *study;
    carom_results *results;
    carom_worker worker;
    uint64_t *report; // head and summary: this rank's own, or one received
    size_t report_bytes;
    // Rank 0 only.
    uint64_t blocks, next; // in all; not yet handed out
    bool *idle;            // ranks that wait for work; true once they have been told to stop
    int busy;              // ranks at work
    task own;
    uint64_t own_done;
    uint64_t *received;
    bool uncommitted;
    struct timespec start;
    double last_commit, last_news;
    uint64_t done_before;
} running;

static double seconds_since(const struct timespec *start) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + 1e-9 * (double)(now.tv_nsec - start->tv_nsec);
}

static bool stopping(const running *o) {
    return o->run->error || (o->run->stop && *o->run->stop);
}

static uint64_t *summary_of(uint64_t *report) {
    return report + HEAD_WORDS;
}

static void clear_report(running *o, uint64_t first) {
    o->report[HEAD_FIRST] = first;
    o->report[HEAD_DONE] = o->report[HEAD_ERROR] = 0;
    carom_summary_clear(o->study, &o->worker.shape, summary_of(o->report));
}

// One block into this rank's report. A block that cannot be written whole ends the run; the summary is then not used.
static bool work_block(running *o, uint64_t block) {
    if (carom_worker_block(&o->worker, block, summary_of(o->report))) {
        o->report[HEAD_DONE]++;
        return true;
    }
    o->report[HEAD_DONE] = 0;
    o->report[HEAD_ERROR] = (uint64_t)(errno ? errno : EIO);
    return false;
}

// Ranks other than 0: report, get a task, do it.
static void follow(running *o) {
    task next;
    clear_report(o, 0);
    if (o->run->error) o->report[HEAD_ERROR] = (uint64_t)o->run->error;
    for (;;) {
        carom_comm_send(0, o->report, o->report_bytes);
        carom_comm_receive(0, &next, sizeof next);
        if (!next.count) return;
        clear_report(o, next.first);
        for (uint64_t b = 0; b < next.count && !stopping(o) && work_block(o, next.first + b);) b++;
    }
}

// Rank 0: tasks.

// The next blocks that nobody has done; count 0 if there are none, or the window is full.
static task take_task(running *o) {
    const carom_sweep_progress *p = carom_results_progress(o->results);
    task t = {0, 0};
    if (stopping(o)) return t;
    while (o->next < o->blocks && carom_progress_has(p, o->next)) o->next++;
    t.first = o->next;
    while (t.count < o->run->chunk && t.first + t.count < o->blocks && t.first + t.count < p->prefix + CAROM_WINDOW &&
           !carom_progress_has(p, t.first + t.count))
        t.count++;
    o->next += t.count;
    return t;
}

static void hand_out(running *o) {
    for (int rank = 1; rank < o->run->comm->size; rank++) {
        if (!o->idle[rank]) continue;
        const task t = take_task(o);
        if (!t.count) return;
        carom_comm_send(rank, &t, sizeof t);
        o->idle[rank] = false;
        o->busy++;
    }
}

static void take_report(running *o, const uint64_t *report) {
    if (report[HEAD_ERROR] && !o->run->error) o->run->error = (int)report[HEAD_ERROR];
    if (!report[HEAD_DONE]) return;
    carom_summary_merge(o->study, &o->worker.shape, carom_results_summary(o->results), report + HEAD_WORDS);
    for (uint64_t b = 0; b < report[HEAD_DONE]; b++)
        carom_progress_set(carom_results_progress(o->results), report[HEAD_FIRST] + b);
    o->uncommitted = true;
}

static void take_reports(running *o) {
    int from;
    while (o->run->comm->size > 1 && carom_comm_waiting(&from)) {
        carom_comm_receive(from, o->received, o->report_bytes);
        take_report(o, o->received);
        o->idle[from] = true;
        o->busy--;
    }
    hand_out(o);
}

// Rank 0's own work, a block at a time, so that nobody waits long for an answer. False: nothing to do.
static bool work_own(running *o) {
    if (!o->own.count) {
        o->own = take_task(o);
        o->own_done = 0;
        if (o->own.count) clear_report(o, o->own.first);
    }
    if (!o->own.count) return false;
    const bool whole = work_block(o, o->own.first + o->own_done++);
    if (!whole || o->own_done == o->own.count || stopping(o)) {
        take_report(o, o->report);
        o->own.count = 0;
    }
    return true;
}

static void commit(running *o) {
    if (o->uncommitted && !carom_results_commit(o->results) && !o->run->error) o->run->error = errno ? errno : EIO;
    o->uncommitted = false;
    o->last_commit = seconds_since(&o->start);
}

static uint64_t samples_done(const running *o) {
    const uint64_t samples = carom_progress_blocks(carom_results_progress(o->results)) * CAROM_SWEEP_BLOCK;
    return samples < o->study->samples ? samples : o->study->samples;
}

static void tell(running *o, double now) {
    carom_sweep_news *news = &o->run->news;
    news->done = samples_done(o);
    news->samples = o->study->samples;
    news->seconds = now;
    news->rate = now > 0.0 ? (double)(news->done - o->done_before) / now : 0.0;
    o->last_news = now;
    if (o->run->tell) o->run->tell(o->run->context, news);
}

static void commit_and_tell(running *o) {
    const double now = seconds_since(&o->start);
    if (o->uncommitted && now - o->last_commit >= o->run->commit_every) commit(o);
    if (now - o->last_news >= 0.2) tell(o, now);
}

static bool all_done(const running *o) {
    return carom_results_progress(o->results)->prefix >= o->blocks;
}

// Everybody has reported and waits: tell them to go.
static void release(const running *o) {
    const task none = {0, 0};
    for (int rank = 1; rank < o->run->comm->size; rank++) carom_comm_send(rank, &none, sizeof none);
}

static void lead(running *o) {
    const struct timespec nap = {0, 50000};
    o->busy = o->run->comm->size - 1;
    while (!((all_done(o) || stopping(o)) && !o->busy && !o->own.count)) {
        take_reports(o);
        if (!work_own(o) && o->busy) nanosleep(&nap, NULL);
        commit_and_tell(o);
    }
    release(o);
}

// The last commit, the summaries for readers, and the seal of a study that is done.
static void finish(running *o) {
    carom_run *run = o->run;
    commit(o);
    tell(o, seconds_since(&o->start));
    if (!run->error && !carom_results_render(o->results, o->worker.pivot)) run->error = errno ? errno : EIO;
    if (!run->error && all_done(o) && !carom_results_seal(o->results)) run->error = errno ? errno : EIO;
}

static bool start(running *o) {
    const size_t size = (size_t)o->run->comm->size;
    if (!carom_worker_start(&o->worker, o->study, o->study->columns ? o->results : NULL)) return false;
    o->report_bytes = (HEAD_WORDS + o->worker.shape.words) * sizeof *o->report;
    o->report = calloc(1, o->report_bytes);
    o->received = calloc(1, size > 1 ? o->report_bytes : 1);
    o->idle = calloc(size, sizeof *o->idle);
    clock_gettime(CLOCK_MONOTONIC, &o->start);
    return o->report && o->received && o->idle;
}

bool carom_run_study(carom_run *run, const carom_study *study, carom_results *results) {
    running o = {.run = run, .study = study, .results = results, .blocks = carom_study_blocks(study)};
    bool done = false;
    if (!start(&o)) {
        run->error = ENOMEM;
        carom_comm_abort(run->comm);
    } else if (run->comm->rank) {
        follow(&o);
    } else {
        o.done_before = samples_done(&o);
        lead(&o);
        finish(&o);
        done = !run->error && all_done(&o);
    }
    carom_worker_end(&o.worker);
    free(o.report);
    free(o.received);
    free(o.idle);
    return done;
}
