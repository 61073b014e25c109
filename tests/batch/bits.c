// Tests that batches have the bits of carom_collide, for every law, dimension and instruction set of this machine. Each
// combination runs with one to three threads, with and without memory, and with or without invalid items (one of 16).
// In `routh` in 3D, path followers (batch/space_paths.h) do not follow the path like carom_collide. Their bits are
// compared among instruction sets and threads, and their results with those of carom_collide. With
// CAROM_BATCH_SAME_BITS they must have the bits of carom_collide.
//   batch_bits [PROBLEMS]
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch/block.h"
#include "problems.h"
#include "support/floor.h"
#include "support/laws.h"
#include "tables/counts.h"

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

// Solves the problems with several threads, with or without memory. The outputs are first filled with a pattern that no
// result has, so that an output that is not written is found.
static void run(const carom_level *level, const carom_law *law, size_t threads, bool helped, unsigned flags) {
    carom_batch_in in = problems_in(&x, law);
    in.flags = flags;
    in.memory_bytes = helped ? threads * carom_batch_describe(law).memory[x.dim - 2] : 0;
    in.memory = in.memory_bytes ? malloc(in.memory_bytes) : NULL;
    if (in.memory) memset(in.memory, 0xa5, in.memory_bytes);
    const carom_batch_out out = answers_out(&found);
    memset(&found, 0xa5, sizeof found);
    worker workers[3];
    for (size_t k = 0; k < threads; k++) {
        workers[k] = (worker){.level = level, .law = law, .in = &in, .out = &out, .part = k, .parts = threads};
        if (pthread_create(&workers[k].thread, NULL, work, &workers[k])) exit(2);
    }
    for (size_t k = 0; k < threads; k++) pthread_join(workers[k].thread, NULL);
    free(in.memory);
}

static bool walked(const carom_law *law, int dim) {
    return law->contact == carom_law_routh.contact && dim == 3;
}

// How well path followers agree with carom_collide, relative to |P|. The program prints the largest difference.
typedef struct agreement {
    double worst;
    uint64_t loose, walked; // items that differ by more than 1e-12; items that differ at all
} agreement;

static double far_apart(size_t i) {
    double apart = 0.0, size = 0.0;
    for (int k = 0; k < x.dim; k++) {
        const double d = found.P[k][i] - expected.P[k][i];
        apart += d * d;
        size += expected.P[k][i] * expected.P[k][i];
    }
    // If a number is NaN, the difference is NaN and within no bound.
    return apart == 0.0 ? 0.0 : sqrt(apart / size);
}

// Compares the results of path followers with carom_collide, then takes them as the expected results of the other runs.
// Returns true if they do not agree.
static bool adopt(const carom_law *law, const char *name, agreement *a) {
    run(carom_level_at(0), law, 2, true, CAROM_BATCH_SAME_BITS);
    bool wrong = answers_differ(name, x.dim, x.n, &found, &expected);
    run(carom_level_at(0), law, 1, false, 0);
    for (size_t i = 0; i < x.n; i++) {
        const double apart = far_apart(i);
        a->worst = apart > a->worst ? apart : a->worst;
        a->loose += apart > 1e-12;
        a->walked += apart > 0.0;
        const bool near = apart <= 1e-11 || (isnan(found.P[0][i]) && isnan(expected.P[0][i]));
        if (near && found.mode[i] == expected.mode[i] && found.status[i] == expected.status[i]) continue;
        printf("%s: item %zu is %.1e away from carom_collide, mode %d beside %d\n", name, i, apart, found.mode[i],
               expected.mode[i]);
        wrong = true;
    }
    expected = found;
    return wrong;
}

static int compare_levels(const carom_law *law, const char *name) {
    int wrong = 0;
    for (int l = 0; l < CAROM_LEVEL_COUNT; l++) {
        const carom_level *level = carom_level_at(l);
        const size_t runs = carom_batch_describe(law).memory[x.dim - 2] ? 6 : 3;
        for (size_t k = 0; level && k < runs; k++) {
            char what[128];
            const size_t threads = k % 3 + 1;
            snprintf(what, sizeof what, "%s, %s, %zu threads%s", name, level->name, threads, k < 3 ? "" : ", memory");
            run(level, law, threads, k >= 3, 0);
            wrong += answers_differ(what, x.dim, x.n, &found, &expected);
        }
    }
    return wrong;
}

static int compare_law(const carom_law *law, int dim, carom_restitution restitution, uint64_t count) {
    int wrong = 0;
    char name[64];
    agreement with = {0};
    const bool walks = walked(law, dim);
    snprintf(name, sizeof name, "%s %d %s", law->name, dim,
             carom_law_reads(law) & CAROM_PARAM_BIT(restitution)
                 ? carom_choice_at(carom_coefficient_at(NULL, CAROM_PARAM_restitution), (int)restitution)
                 : "");
    uint64_t fine = 0, refused = 0;
    for (uint64_t first = 0; first < count && !wrong; first += PROBLEMS_MOST) {
        const size_t n = count - first < PROBLEMS_MOST ? (size_t)(count - first) : PROBLEMS_MOST;
        const int dirty = first / PROBLEMS_MOST % 2 ? 0 : 16;
        problems_make(&x, law, dim, restitution, first, n, dirty);
        problems_solve(&x, law, &expected);
        if (walks) wrong += adopt(law, name, &with);
        wrong += compare_levels(law, name);
        for (size_t i = 0; i < n; i++)
            *(carom_status_classify(expected.status[i]) == CAROM_CLASS_OK ? &fine : &refused) += 1;
    }
    printf("%-28s %s %s, %llu answered, %llu refused\n", name, wrong ? "DIFFERS" : "same bits",
           carom_batch_describe(law).vectorised & (dim == 2 ? CAROM_2D : CAROM_3D) ? "in lanes" : "one by one",
           (unsigned long long)fine, (unsigned long long)refused);
    if (walks)
        printf("%-28s worst %.1e of |P| from carom_collide, %llu of %llu walked, %llu beyond 1e-12\n", "", with.worst,
               (unsigned long long)with.walked, (unsigned long long)count, (unsigned long long)with.loose);
    // At most one item in 10000 may differ by more than 1e-12. Path followers must solve at least 1/3 of the problems,
    // although these are difficult.
    wrong += walks && (with.loose > count / 10000 || with.walked < count / 3);
    return wrong + !floor_holds((long)fine, (long)count, 0.5);
}

int main(int argc, char **argv) {
    const uint64_t asked = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000000;
    int wrong = 0, levels = 0;
    for (int l = 0; l < CAROM_LEVEL_COUNT; l++)
        if (carom_level_at(l)) printf("level %s\n", carom_level_at(l)->name), levels++;
    for (int k = 0; carom_law_at(NULL, k, CAROM_ONE_CONTACT); k++) {
        const carom_law *law = carom_law_at(NULL, k, CAROM_ONE_CONTACT);
        if (argc > 2 && strcmp(argv[2], law->name)) continue;
        for (int dim = 2; dim <= 3; dim++) {
            const unsigned bit = dim == 2 ? CAROM_2D : CAROM_3D;
            if (!(law->solves & bit)) continue;
            // Laws without vectorised code run carom_collide itself, so a few problems suffice to test the columns.
            const bool walks = walked(law, dim);
            const uint64_t lanes = walks ? asked / 20 : asked;
            const uint64_t count = carom_batch_describe(law).vectorised & bit ? lanes : asked / 1000 + 100;
            const int choices = carom_law_reads(law) & CAROM_PARAM_BIT(restitution) ? CAROM_STOP_COUNT : 1;
            for (int choice = 0; choice < choices; choice++)
                wrong += compare_law(law, dim, (carom_restitution)choice, count);
        }
    }
    printf("%d levels, %d wrong\n", levels, wrong);
    return wrong ? 1 : 0;
}
