// The same bits as carom_collide: every law and dimension, every level this machine has, one to three threads, clean
// batches and batches in which one item in sixteen is spoilt. Usage: batch_bits [PROBLEMS]
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch/block.h"
#include "problems.h"

static problems x;
static answers expected, found;

typedef struct worker {
    pthread_t thread;
    const carom_level *level;
    const carom_law *law;
    const carom_batch_in *in;
    const carom_batch_out *out;
    size_t part, parts;
} worker;

static void *work(void *argument) {
    worker *w = argument;
    carom_batch_at(w->level, w->law, x.n, w->in, w->out, w->part, w->parts);
    return NULL;
}

// What is not written shows: no answer has this pattern.
static void run(const carom_level *level, const carom_law *law, size_t threads) {
    const carom_batch_in in = problems_in(&x, law);
    const carom_batch_out out = answers_out(&found);
    memset(&found, 0xa5, sizeof found);
    worker workers[3];
    for (size_t k = 0; k < threads; k++) {
        workers[k] = (worker){.level = level, .law = law, .in = &in, .out = &out, .part = k, .parts = threads};
        if (pthread_create(&workers[k].thread, NULL, work, &workers[k])) exit(2);
    }
    for (size_t k = 0; k < threads; k++) pthread_join(workers[k].thread, NULL);
}

// Every level, each with its own number of threads, and the best one with all of them.
static int compare_levels(const carom_law *law, const char *name) {
    int wrong = 0;
    const carom_level *best = NULL;
    for (int l = 0; l < CAROM_LEVEL_COUNT; l++) {
        const carom_level *level = carom_level_at(l);
        if (!level) continue;
        best = level;
        char what[128];
        snprintf(what, sizeof what, "%s, %s, %d threads", name, level->name, l + 1);
        run(level, law, (size_t)l + 1);
        wrong += answers_differ(what, x.dim, x.n, &found, &expected);
    }
    run(best, law, 1);
    wrong += answers_differ(name, x.dim, x.n, &found, &expected);
    return wrong;
}

static int compare_law(const carom_law *law, int dim, carom_restitution restitution, uint64_t count) {
    int wrong = 0;
    char name[64];
    snprintf(name, sizeof name, "%s %d %s", law->name, dim,
             law->reads & CAROM_PARAM_BIT(restitution) ? carom_choice_name(CAROM_PARAM_restitution, (int)restitution)
                                                       : "");
    uint64_t fine = 0, refused = 0;
    for (uint64_t first = 0; first < count && !wrong; first += PROBLEMS_MOST) {
        const size_t n = count - first < PROBLEMS_MOST ? (size_t)(count - first) : PROBLEMS_MOST;
        const int dirty = first / PROBLEMS_MOST % 2 ? 0 : 16;
        problems_make(&x, law, dim, restitution, first, n, dirty);
        problems_solve(&x, law, &expected);
        wrong += compare_levels(law, name);
        for (size_t i = 0; i < n; i++)
            *(carom_status_class_of(expected.status[i]) == CAROM_FINE ? &fine : &refused) += 1;
    }
    printf("%-28s %s %s, %llu answered, %llu refused\n", name, wrong ? "DIFFERS" : "same bits",
           carom_batch_lanes(law) & (dim == 2 ? CAROM_PLANE : CAROM_SPACE) ? "in lanes" : "one by one",
           (unsigned long long)fine, (unsigned long long)refused);
    return wrong + (fine < count / 2);
}

int main(int argc, char **argv) {
    const uint64_t asked = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000000;
    int wrong = 0, levels = 0;
    for (int l = 0; l < CAROM_LEVEL_COUNT; l++)
        if (carom_level_at(l)) printf("level %s\n", carom_level_at(l)->name), levels++;
    for (int k = 0; k < carom_law_count(); k++) {
        const carom_law *law = carom_law_at(k);
        for (int dim = 2; dim <= 3; dim++) {
            const unsigned bit = dim == 2 ? CAROM_PLANE : CAROM_SPACE;
            if (!(law->dims & bit)) continue;
            // Laws without lanes run carom_collide itself: a few are enough to see the columns right.
            const uint64_t count = carom_batch_lanes(law) & bit ? asked : asked / 1000 + 100;
            const int choices = law->reads & CAROM_PARAM_BIT(restitution) ? CAROM_ENERGETIC : CAROM_NEWTON;
            for (int choice = CAROM_NEWTON; choice <= choices; choice++)
                wrong += compare_law(law, dim, (carom_restitution)choice, count);
        }
    }
    printf("%d levels, %d wrong\n", levels, wrong);
    return wrong ? 1 : 0;
}
