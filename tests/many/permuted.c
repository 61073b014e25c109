// Tests that the order of contacts does not matter for pfeiffer-glocker. The velocities are the same in another order,
// also for singular W, or the method reports several outcomes.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/worst.h"
#include "support/floor.h"
#include "support/laws.h"
#include "systems.h"

static int failures;

typedef struct tally {
    int asked, answered, several, none, differ;
    double worst;
} tally;

static carom_status solve(random_system *x, void **memory, carom_system_result *out) {
    const carom_system_params p = carom_system_params_default(x->contact);
    const size_t bytes = carom_system_memory_size(&carom_law_pfeiffer_glocker, &x->s, &p);
    *memory = realloc(*memory, bytes);
    return carom_system_solve(&carom_law_pfeiffer_glocker, &x->s, &p, *memory, bytes, out);
}

// Makes y from x: contact i of y is contact order[i] of x.
static void permute(const random_system *x, const int *order, random_system *y) {
    const int n = 2 * x->s.nc;
    *y = *x;
    y->s.W = y->W;
    y->s.v = y->v;
    for (int i = 0; i < n; i++) {
        const int a = 2 * order[i / 2] + i % 2;
        y->v[i] = x->v[a];
        for (int j = 0; j < n; j++) y->W[i * n + j] = x->W[a * n + 2 * order[j / 2] + j % 2];
    }
    for (int i = 0; i < x->s.nc; i++) y->contact[i] = x->contact[order[i]];
}

static void shuffle(random_stream *r, int nc, int *order) {
    for (int i = 0; i < nc; i++) order[i] = i;
    for (int i = nc - 1; i > 0; i--) {
        const int j = random_below(r, i + 1), kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}

static void compare(random_system *x, random_system *y, random_stream *r, int k, tally *t, void **memory) {
    int order[MOST_CONTACTS];
    double v[2 * MOST_CONTACTS], scale = 0.0, off = 0.0;
    carom_system_result out;
    const carom_status first = solve(x, memory, &out);
    t->asked++;
    if (first == CAROM_OK || first == CAROM_NOT_UNIQUE) memcpy(v, out.v, (size_t)(2 * x->s.nc) * sizeof *v);
    shuffle(r, x->s.nc, order);
    permute(x, order, y);
    const carom_status second = solve(y, memory, &out);
    if (first == CAROM_NOT_UNIQUE || second == CAROM_NOT_UNIQUE) {
        t->several++;
        return;
    }
    if (first != CAROM_OK && second != CAROM_OK) {
        t->none++;
        return;
    }
    if (first == CAROM_OK && second == CAROM_OK) {
        t->answered++;
        for (int i = 0; i < 2 * x->s.nc; i++) {
            scale = fmax(scale, fabs(x->v[i]));
            carom_worsen(&off, fabs(out.v[i] - v[2 * order[i / 2] + i % 2]));
        }
        off /= scale;
        t->worst = off <= 1e-8 ? fmax(t->worst, off) : t->worst;
        if (off <= 1e-8) return;
    }
    t->differ++;
    if (failures++ < 20)
        printf("WRONG system %d, %d contacts of kind %d: %s and %s, off by %.3g\n", k, x->s.nc, (int)x->kind,
               carom_status_name(first), carom_status_name(second), off);
}

static void run(int least, int most, int count, bool friction, int stream) {
    tally t = {0};
    random_system *x = malloc(sizeof *x), *y = malloc(sizeof *y);
    void *memory = NULL;
    for (int k = 0; k < count; k++) {
        random_stream r = random_at((uint64_t)stream, (uint64_t)k);
        const system_kind kind = (system_kind)random_below(&r, SYSTEM_KINDS);
        const int nc = least + random_below(&r, most - least + 1);
        random_many(x, &r, nc, kind, false);
        for (int i = 0; i < x->s.nc; i++) {
            x->contact[i].mu = friction ? x->contact[i].mu : 0.0;
            x->contact[i].nu = random_below(&r, 2) ? random_unit(&r) : 0.0;
            if (random_below(&r, 2)) x->contact[i].e_t = 0.0;
            // The integers 0 and 1 lead to more ties.
            if (random_below(&r, 4) == 0) x->contact[i].e = random_below(&r, 2);
        }
        compare(x, y, &r, k, &t, &memory);
    }
    printf("%d to %d contacts %s friction: %d systems; %d answered alike (worst difference %.2g), %d several, %d "
           "without an answer, %d differ\n",
           least, most, friction ? "with" : "without", t.asked, t.answered, t.worst, t.several, t.none, t.differ);
    // About 60 % of the systems have one outcome.
    if (!floor_met("permuted", t.answered, t.asked, 0.6) || t.several < count / 100) {
        printf("WRONG too few are answered\n");
        failures++;
    }
    free(memory);
    free(x);
    free(y);
}

int main(void) {
    run(2, 4, 1000 * CAROM_CAMPAIGN, false, 801);
    run(2, 4, 1000 * CAROM_CAMPAIGN, true, 802);
    run(5, 8, 500 * CAROM_CAMPAIGN, false, 803);
    run(5, 8, 500 * CAROM_CAMPAIGN, true, 804);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
