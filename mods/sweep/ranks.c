#include "mods/sweep/ranks.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "mods/sweep/progress_message.h"

// Ranks form a tree: rank r has the ranks FAN r + 1 .. FAN r + FAN below it. Each passes work down and summaries up,
// and also works itself. Summaries can be merged in any order with the same result, so the file does not depend on the
// tree. With FAN + 1 ranks or fewer, all are directly below rank 0.
enum { FAN = 16 };

// A rank directly below.
typedef struct {
    bool asks;     // this rank waits for work
    uint64_t busy; // number of working ranks that it reported; 1 after it is given work
    uint64_t size; // number of ranks in its subtree, itself included
} below;

typedef struct {
    carom_run *run;
    const carom_study *study;
    carom_results *results;
    carom_worker worker;
    carom_progress_message *report;   // rank 0: its own chunk; others: everything to report
    carom_progress_message *received; // message received from a rank below
    size_t report_bytes;
    int children;
    below child[FAN];
    carom_blocks bundle;   // work from above that is not yet assigned
    carom_blocks own;      // the part of it that this rank does itself, still to do
    bool asked, over;      // work was requested and not yet received; no work is left
    uint64_t told_busy;    // value of `busy` in the last report
    bool told_to_stop;     // a rank below received a signal
    uint64_t blocks, next; // rank 0: total number of blocks, and the next one to hand out
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

static int rank_of(const running *o) {
    return o->run->ranks->rank;
}

static void send(const running *o, int to, const void *bytes, size_t count) {
    const carom_sweep_ranks *ranks = o->run->ranks;
    ranks->send(ranks->user, to, bytes, count);
}

static void receive(const running *o, int from, void *bytes, size_t count) {
    const carom_sweep_ranks *ranks = o->run->ranks;
    ranks->receive(ranks->user, from, bytes, count);
}

static bool waiting(const running *o, int *from) {
    const carom_sweep_ranks *ranks = o->run->ranks;
    return ranks->size > 1 && ranks->waiting(ranks->user, from);
}

static int parent_of(const running *o) {
    return (rank_of(o) - 1) / FAN;
}

static int child_rank(const running *o, int k) {
    return FAN * rank_of(o) + 1 + k;
}

// Returns the number of ranks in the subtree, counted level by level.
static uint64_t tree_size(int64_t rank, int64_t ranks) {
    uint64_t size = 0;
    for (int64_t first = rank, last = rank; first < ranks; first = FAN * first + 1, last = FAN * last + FAN)
        size += (uint64_t)((last < ranks ? last + 1 : ranks) - first);
    return size;
}

static bool stopping(const running *o) {
    return o->run->error || o->told_to_stop || (o->run->stop && *o->run->stop);
}

static uint64_t busy(const running *o) {
    uint64_t sum = (uint64_t)(o->bundle.count > 0) + (uint64_t)(o->own.count > 0);
    for (int k = 0; k < o->children; k++) sum += o->child[k].busy;
    return sum;
}

// Sends reports to the rank above.

static void send_report(running *o, bool asks) {
    carom_progress_message *r = o->report;
    r->asks = asks;
    r->busy = o->told_busy = busy(o);
    r->stop = stopping(o);
    if (o->run->error && !r->error) r->error = (uint64_t)o->run->error;
    send(o, parent_of(o), r, o->report_bytes);
    carom_progress_message_clear(o->study, &o->worker.shape, r);
}

// Reports to the rank above, and requests work if a rank here has none. Reports that arrive while it waits are passed
// on at once, because the window may be full and wait for them.
static void report_up(running *o) {
    bool idle = !o->own.count;
    for (int k = 0; k < o->children; k++) idle = idle || o->child[k].asks;
    if (!o->asked && !o->bundle.count && idle) {
        o->asked = true;
        send_report(o, true);
    } else if (o->asked && !o->own.count && (o->report->runs || (!busy(o) && o->told_busy))) {
        send_report(o, false);
    }
}

// Handles a report: rank 0 stores it, others pass it up.
static void take_report(running *o, const carom_progress_message *report) {
    o->told_to_stop = o->told_to_stop || report->stop;
    if (rank_of(o)) {
        if (!carom_progress_message_room(o->report, report)) send_report(o, false);
        carom_progress_message_merge(o->study, &o->worker.shape, o->report, report);
        return;
    }
    if (report->error && !o->run->error) o->run->error = (int)report->error;
    if (!report->runs || report->error) return;
    carom_summary_merge(o->study, &o->worker.shape, carom_results_summary(o->results), report->summary);
    for (uint64_t k = 0; k < report->runs; k++)
        for (uint64_t b = 0; b < report->run[k].count; b++)
            carom_progress_set(carom_results_progress(o->results), report->run[k].first + b);
    o->uncommitted = true;
}

// Distributes work to the ranks below.

// Returns the next blocks that are not done; count 0 if there are none, or the window is full.
static carom_blocks next_undone(running *o, uint64_t most) {
    const carom_sweep_state *p = carom_results_progress(o->results);
    while (o->next < o->blocks && carom_progress_has(p, o->next)) o->next++;
    carom_blocks t = {o->next, 0};
    while (t.count < most && t.first + t.count < o->blocks && t.first + t.count < p->prefix + CAROM_WINDOW &&
           !carom_progress_has(p, t.first + t.count))
        t.count++;
    o->next += t.count;
    return t;
}

static carom_blocks take_work(running *o, uint64_t most) {
    if (stopping(o)) o->bundle.count = 0;
    if (stopping(o)) return o->bundle;
    if (!rank_of(o)) return next_undone(o, most);
    const carom_blocks t = {o->bundle.first, o->bundle.count < most ? o->bundle.count : most};
    o->bundle = (carom_blocks){t.first + t.count, o->bundle.count - t.count};
    return t;
}

static void hand_out(running *o) {
    for (int k = 0; k < o->children; k++) {
        below *child = &o->child[k];
        if (!child->asks) continue;
        const carom_blocks t = take_work(o, o->run->chunk * child->size);
        if (!t.count) return;
        send(o, child_rank(o, k), &t, sizeof t);
        child->asks = false;
        child->busy = 1;
    }
}

static void dismiss(const running *o) {
    const carom_blocks none = {0, 0};
    for (int k = 0; k < o->children; k++) send(o, child_rank(o, k), &none, sizeof none);
}

static void hear(running *o, int from) {
    if (rank_of(o) && from == parent_of(o)) {
        receive(o, from, &o->bundle, sizeof o->bundle);
        o->asked = false;
        o->over = !o->bundle.count;
        return;
    }
    below *child = &o->child[from - child_rank(o, 0)];
    receive(o, from, o->received, o->report_bytes);
    child->asks = child->asks || o->received->asks;
    child->busy = o->received->busy;
    take_report(o, o->received);
}

// Receives messages. A rank with no ranks below and nothing to do waits for work; others only poll.
static void listen(running *o, bool may_wait) {
    int from;
    if (may_wait && o->asked && !o->children) hear(o, parent_of(o));
    while (!o->over && waiting(o, &from)) hear(o, from);
}

// Does one block of this rank's own work, so that other ranks do not wait long. Returns false if there is nothing to
// do.
static bool work_own(running *o) {
    if (!o->own.count) o->own = take_work(o, o->run->chunk);
    if (!o->own.count) return false;
    if (rank_of(o) && o->report->runs == CAROM_MESSAGE_RUNS) send_report(o, false);
    const bool whole = carom_worker_block(&o->worker, o->own.first, o->report->summary);
    if (whole) {
        carom_progress_message_name(o->report, (carom_blocks){o->own.first, 1});
    } else { // a block that cannot be written ends the run; the summary is then not used
        o->report->error = (uint64_t)(errno ? errno : EIO);
        o->run->error = (int)o->report->error;
    }
    o->own = (carom_blocks){o->own.first + 1, whole && !stopping(o) ? o->own.count - 1 : 0};
    if (o->own.count || rank_of(o)) return true;
    take_report(o, o->report);
    carom_progress_message_clear(o->study, &o->worker.shape, o->report);
    return true;
}

// Writes the file and reports progress, on rank 0.

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
    carom_sweep_progress *news = &o->run->news;
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

// Makes the last commit, writes the summaries, and seals a finished study.
static void finish(running *o) {
    carom_run *run = o->run;
    commit(o);
    tell(o, seconds_since(&o->start));
    if (!run->error && !carom_results_render(o->results, o->worker.pivot)) run->error = errno ? errno : EIO;
    if (!run->error && all_done(o) && !carom_results_seal(o->results)) run->error = errno ? errno : EIO;
}

// Works until all ranks below have reported everything, so that no message is left.
static void work(running *o) {
    const struct timespec nap = {0, 50000};
    bool worked = true;
    while (!o->over) {
        listen(o, !worked);
        if (o->over) break;
        hand_out(o);
        worked = work_own(o);
        if (rank_of(o)) {
            report_up(o);
        } else {
            commit_and_tell(o);
            o->over = (all_done(o) || stopping(o)) && !busy(o);
        }
        if (!worked && o->children) nanosleep(&nap, NULL);
    }
    dismiss(o);
}

static bool start(running *o) {
    const int size = o->run->ranks->size;
    if (!carom_worker_start(&o->worker, o->study, o->study->columns ? o->results : NULL)) return false;
    while (o->children < FAN && child_rank(o, o->children) < size) {
        o->child[o->children] = (below){.busy = 1, .size = tree_size(child_rank(o, o->children), size)};
        o->children++;
    }
    o->report_bytes = carom_progress_message_bytes(&o->worker.shape);
    o->report = calloc(1, o->report_bytes);
    o->received = calloc(1, o->children ? o->report_bytes : 1);
    clock_gettime(CLOCK_MONOTONIC, &o->start);
    if (!o->report || !o->received) return false;
    carom_progress_message_clear(o->study, &o->worker.shape, o->report);
    return true;
}

bool carom_run_study(carom_run *run, const carom_study *study, carom_results *results) {
    running o = {.run = run, .study = study, .results = results, .blocks = carom_study_blocks(study)};
    bool done = false;
    if (!start(&o)) {
        run->error = ENOMEM;
        if (run->ranks->size > 1) run->ranks->end_all(run->ranks->user);
    } else {
        if (!run->ranks->rank) o.done_before = samples_done(&o);
        work(&o);
        if (!run->ranks->rank) finish(&o);
        done = !run->ranks->rank && !run->error && all_done(&o);
    }
    carom_worker_end(&o.worker);
    free(o.report);
    free(o.received);
    return done;
}
