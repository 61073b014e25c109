// Measures times. The second thread waits between rounds, so that the figures do not include starting a thread.
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "batch/block.h"
#include "bench.h"
#include "tables/missing.h"

static double seconds_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bench_now(void) {
    return seconds_of(CLOCK_MONOTONIC);
}

// Returns the processor time of this thread. Other use of the processor does not count.
double bench_own_time(void) {
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

typedef struct workers workers;
typedef void job(const workers *c, size_t part);

struct workers {
    const bench_case *one;
    const bench_data *data;
    bench_limit *limit;
    size_t threads, calls;
    job *job;
    double second_took;     // the second thread's own time for its part
    atomic_int round, done; // round < 0: the second thread ends
};

int bench_level(const char *name) {
    for (int i = 0; name && i < CAROM_LEVEL_COUNT; i++)
        if (carom_level_at(i) && !strcmp(carom_level_at(i)->name, name)) return i + 1;
    return name ? -1 : 0;
}

const char *bench_level_name(int level) {
    return level ? carom_level_at(level - 1)->name : carom_batch_describe(NULL).instruction_set;
}

static void solve(const workers *c, size_t part) {
    const bench_data *x = c->data;
    const carom_level *level = carom_level_at(bench_level(bench_level_name(c->one->level)) - 1);
    for (size_t i = 0; i < c->calls; i++)
        carom_batch_at(level, c->one->law, x->n, &x->batch, &x->answers, part, c->threads);
}

static void move(const workers *c, size_t part) {
    const size_t n = c->data->n, first = n / 128 * part / c->threads * 128;
    const size_t end = part + 1 == c->threads ? n : n / 128 * (part + 1) / c->threads * 128;
    for (size_t i = 0; i < c->calls; i++) c->limit(c->data, first, end);
}

// Waits actively for about as long as a round, so that this thread keeps its processor and its cache. After that it
// yields to other threads.
static void pause_turn(int *turns) {
    if (++*turns > 100000) sched_yield();
}

static void *second(void *argument) {
    workers *c = argument;
    for (int seen = 0;;) {
        int round, turns = 0;
        while ((round = atomic_load(&c->round)) == seen) pause_turn(&turns);
        if (round < 0) return NULL;
        seen = round;
        const double start = bench_own_time();
        c->job(c, 1);
        c->second_took = bench_own_time() - start;
        atomic_store(&c->done, seen);
    }
}

// Runs one round with all threads. Returns the time of the slower one, in ns per impact.
static double round_of(workers *c, job *work) {
    c->job = work;
    c->second_took = 0.0;
    if (c->threads > 1) atomic_fetch_add(&c->round, 1);
    const double start = bench_own_time();
    work(c, 0);
    const double took = bench_own_time() - start;
    int turns = 0;
    while (c->threads > 1 && atomic_load(&c->done) != atomic_load(&c->round)) pause_turn(&turns);
    return 1e9 * fmax(took, c->second_took) / (double)(c->calls * c->data->n);
}

static bench_limit *limit_at(const char *level) {
    if (!strcmp(level, "x86-64-v4")) return bench_limit_v4;
    return strcmp(level, "x86-64-v3") ? bench_limit_baseline : bench_limit_v3;
}

bench_result bench_run(const bench_case *one, bench_data *data, int threads, double scalar_ns, double seconds) {
    workers c = {.one = one, .data = data, .limit = limit_at(bench_level_name(one->level)), .threads = (size_t)threads};
    bench_result r = {.n = data->n, .threads = threads, .scalar_ns = scalar_ns};
    // A round takes about 50 microseconds, so that the time of reading the clock is negligible.
    c.calls = data->n >= 20000 ? 1 : 20000 / data->n;
    pthread_t other;
    if (threads > 1 && pthread_create(&other, NULL, second, &c)) return r;

    // Batch and limit alternate, so that other load on the machine affects both.
    r.batch_ns = r.limit_ns = HUGE_VAL;
    const double end = bench_now() + seconds;
    for (int i = 0; i < 5 || bench_now() < end; i++) {
        r.batch_ns = fmin(r.batch_ns, round_of(&c, solve));
        r.limit_ns = fmin(r.limit_ns, round_of(&c, move));
    }
    if (threads > 1) {
        atomic_store(&c.round, -1);
        pthread_join(other, NULL);
    }
    r.bytes = (int)sizeof(double) * (data->reads + data->writes) + 1;
    r.fraction_of_limit = r.limit_ns / r.batch_ns;
    r.speedup_over_scalar = scalar_ns / r.batch_ns;
    return r;
}

// Solves the problems as a loop of a caller would. It reads a contact and its coefficients from the columns, calls
// carom_collide and stores the result.
static void one_by_one(const bench_case *one, const bench_data *x) {
    carom_params p = x->params;
    double *fields[BENCH_MOST_IN];
    const double *columns[BENCH_MOST_IN];
    int count = 0;
    for (int k = 0; k < CAROM_PARAM_END; k++) {
        if (!x->batch.param[k].first) continue;
        fields[count] = (double *)(uintptr_t)carom_param_number(&p, carom_law_coefficient(one->law, k));
        columns[count++] = x->batch.param[k].first;
    }
    carom_contact c = {.dim = one->dim};
    carom_result out;
    for (size_t i = 0; i < x->n; i++) {
        for (int row = 0; row < one->dim; row++) {
            c.v[row] = x->batch.v[row].first[i];
            for (int col = row; col < one->dim; col++) c.W[row][col] = c.W[col][row] = x->batch.W[row][col].first[i];
        }
        for (int k = 0; k < count; k++) *fields[k] = columns[k][i];
        carom_collide(one->law, &c, &p, &out);
        for (int row = 0; row < one->dim; row++) x->out[row][i] = out.P[row];
        x->mode[i] = (uint8_t)out.mode;
    }
}

double bench_scalar(const bench_case *one, const bench_data *data, double seconds) {
    double best = HUGE_VAL;
    const double end = bench_now() + seconds;
    do {
        const double start = bench_own_time();
        one_by_one(one, data);
        best = fmin(best, 1e9 * (bench_own_time() - start) / (double)data->n);
    } while (bench_now() < end);
    return best;
}
