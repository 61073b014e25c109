#include "mods/sweep/ranks.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

static const double tell_every = 0.2; // s
static const double unit_time = 0.5;  // s; rank 0 then has time for thousands of ranks

// The message of a rank to rank 0, which asks for work. If blocks are done, their summary follows as a second message.
typedef struct {
    carom_blocks done; // by this rank since its last message
    uint64_t error;    // errno of a failure; then nothing is done
    uint64_t stop;     // 1: it received a signal
    double seconds;    // time of the blocks
} report;

typedef struct {
    carom_run *run;
    carom_results *results;
    carom_worker *worker;
    uint64_t *summary; // of the unit that this rank works on
    bool told_to_stop; // another rank received a signal
    // On rank 0:
    int away;      // ranks that were not told yet that there is no more work
    uint64_t next; // the block after those that were handed out
    bool uncommitted;
    struct timespec start;
    double last_commit, last_news;
    uint64_t done_before, safe; // samples, before this run and in the last commit
} running;

static double seconds_since(const struct timespec *start) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + 1e-9 * (double)(now.tv_nsec - start->tv_nsec);
}

static bool stopping(const running *o) {
    return o->run->error || o->told_to_stop || (o->run->stop && *o->run->stop);
}

static void commit(running *o) {
    const bool fine = !o->uncommitted || carom_results_write(o->results);
    if (!fine && !o->run->error) o->run->error = errno ? errno : EIO;
    if (fine) o->safe = carom_results_samples(o->results);
    o->uncommitted = false;
    o->last_commit = seconds_since(&o->start);
}

// Reports the progress if `seconds` have passed since the last report.
static void tell(running *o, double seconds) {
    carom_sweep_progress *news = &o->run->news;
    const double now = seconds_since(&o->start);
    if (now - o->last_news < seconds) return;
    news->done = carom_results_samples(o->results);
    news->samples = o->results->study->samples;
    news->seconds = now;
    news->rate = now > 0.0 ? (double)(news->done - o->done_before) / now : 0.0;
    o->last_news = now;
    if (o->run->tell) o->run->tell(o->run->context, news);
}

// Adds the work of a rank to the results. The last commit, with the columns, is left to the end.
static void take(running *o, const report *r, const uint64_t *summary) {
    carom_results *results = o->results;
    o->told_to_stop = o->told_to_stop || r->stop;
    if (r->error && !o->run->error) o->run->error = (int)r->error;
    if (r->done.count && !r->error) {
        carom_summary_merge(results->study, &results->shape, results->summary, summary);
        if (!carom_block_set_add(&results->done, r->done) && !o->run->error) o->run->error = ENOMEM;
        o->uncommitted = true;
    }
    const double since = seconds_since(&o->start) - o->last_commit;
    if (since >= o->run->commit_every && !carom_results_complete(results)) commit(o);
    tell(o, tell_every);
}

// Returns the next blocks for a rank, count 0 if there are none. Units grow from one block to half a second, so that
// reports are rare, and shrink at the end, so that all ranks end together.
static carom_blocks next_unit(running *o, const report *last) {
    const uint64_t blocks = carom_study_blocks(o->results->study), left = blocks - o->next;
    const double seconds = fmax(last->seconds, 1e-6);
    double most = last->done.count ? fmin((double)last->done.count * fmin(unit_time / seconds, 4.0), 1e15) : 1.0;
    if (o->run->ranks->size > 1) most = fmin(most, ceil((double)left / (2.0 * o->run->ranks->size)));
    if (o->run->chunk) most = (double)o->run->chunk;
    if (o->worker->piece) most = fmin(most, (double)CAROM_PIECE_BLOCKS);
    const carom_blocks none = {0, 0};
    const carom_blocks unit = carom_block_set_missing(&o->results->done, o->next, blocks, (uint64_t)fmax(most, 1.0));
    o->next = unit.count ? unit.first + unit.count : blocks;
    return stopping(o) ? none : unit;
}

// Answers the ranks that wait. Returns false if there was none.
static bool attend(running *o) {
    const carom_sweep_ranks *ranks = o->run->ranks;
    int from = 0;
    bool any = false;
    while (o->away && ranks->waiting(ranks->user, &from)) {
        report r;
        ranks->receive(ranks->user, from, &r, sizeof r);
        // This rank's own unit has another summary.
        uint64_t *summary = o->summary + o->results->shape.words;
        if (r.done.count) ranks->receive(ranks->user, from, summary, o->results->shape.words * sizeof *summary);
        take(o, &r, summary);
        const carom_blocks unit = next_unit(o, &r);
        ranks->send(ranks->user, from, &unit, sizeof unit);
        o->away -= !unit.count;
        any = true;
    }
    return any;
}

// Does blocks until a stop is requested, and writes their columns. Rank 0 attends to the others between blocks.
static report work(running *o, carom_blocks unit) {
    report r = {.done = {unit.first, 0}};
    struct timespec start;
    clock_gettime(CLOCK_MONOTONIC, &start);
    carom_piece *piece = o->worker->piece;
    carom_summary_clear(o->results->study, &o->results->shape, o->summary);
    if (piece) piece->first = unit.first, piece->n = 0;
    while (r.done.count < unit.count && !stopping(o)) {
        carom_worker_block(o->worker, unit.first + r.done.count++, o->summary);
        if (o->run->ranks->rank) continue;
        attend(o);
        tell(o, tell_every);
    }
    if (piece && r.done.count && !carom_piece_write(piece, o->results->name)) r.error = (uint64_t)(errno ? errno : EIO);
    r.stop = o->run->stop && *o->run->stop;
    r.seconds = seconds_since(&start);
    return r;
}

static void serve(running *o) {
    const carom_sweep_ranks *ranks = o->run->ranks;
    report r = {.error = (uint64_t)o->run->error};
    for (;;) {
        carom_blocks unit;
        if (r.error) r.done.count = 0;
        ranks->send(ranks->user, 0, &r, sizeof r);
        if (r.done.count) ranks->send(ranks->user, 0, o->summary, o->results->shape.words * sizeof *o->summary);
        ranks->receive(ranks->user, 0, &unit, sizeof unit);
        if (!unit.count) return;
        r = work(o, unit);
    }
}

static void lead(running *o) {
    const struct timespec nap = {0, 50000};
    report r = {.done = {0, 0}};
    for (carom_blocks unit; (unit = next_unit(o, &r)).count; take(o, &r, o->summary)) r = work(o, unit);
    while (o->away)
        if (!attend(o)) nanosleep(&nap, NULL);
    commit(o);
    tell(o, 0.0);
    if (o->run->error) o->run->news.done = o->safe;
}

void carom_run_study(carom_run *run, carom_results *results, carom_worker *worker) {
    running o = {.run = run, .results = results, .worker = worker, .away = run->ranks->size - 1};
    if (!run->error) o.summary = malloc(2 * results->shape.words * sizeof *o.summary);
    if (!run->error && !o.summary) run->error = ENOMEM;
    o.done_before = o.safe = run->error ? 0 : carom_results_samples(results);
    // A resumed run may have everything but the columns in their place.
    o.uncommitted = !run->error && carom_results_complete(results);
    clock_gettime(CLOCK_MONOTONIC, &o.start);
    if (run->ranks->rank)
        serve(&o);
    else
        lead(&o);
    free(o.summary);
}
