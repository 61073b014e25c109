// Tests that every call ends: `sequence` computes at most max_strikes single impacts for any system, and its status
// reports this. With the default limits this number of impacts takes about 10 ms.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "support/floor.h"
#include "support/laws.h"
#include "systems.h"

static int failures;
static long strikes;

static void check(bool right, const char *what) {
    if (!right) printf("WRONG %s\n", what);
    failures += !right;
}

static carom_status counted(const carom_law *self, const carom_contact *contact, const carom_params *params,
                            carom_result *outcome) {
    strikes++;
    return carom_law_routh.contact->solve(self, contact, params, outcome);
}

typedef struct tally {
    int asked, whole, truncated, none;
    long most;
    double longest;
} tally;

static void run_one(random_system *x, const carom_law *law, int limit, tally *t, void **memory) {
    carom_system_params p = carom_system_params_default(x->contact);
    carom_system_result out;
    p.single = law;
    if (limit) p.max_strikes = limit;
    const size_t bytes = carom_system_memory_size(&carom_law_sequence, &x->s, &p);
    *memory = realloc(*memory, bytes);
    strikes = 0;
    const clock_t start = clock();
    const carom_status status = carom_system_solve(&carom_law_sequence, &x->s, &p, *memory, bytes, &out);
    const double took = (double)(clock() - start) / CLOCKS_PER_SEC;
    t->asked++;
    t->whole += status == CAROM_OK || status == CAROM_NOT_UNIQUE;
    t->truncated += status == CAROM_TRUNCATED;
    t->none += status == CAROM_NOT_CONVERGED;
    t->most = strikes > t->most ? strikes : t->most;
    t->longest = fmax(t->longest, took);
    check(strikes <= p.max_strikes, "more single impacts than the limit");
    // The outcomes found before the search was cut short are valid.
    if (status == CAROM_TRUNCATED) check(out.kept > 0 && isfinite(out.P[0]), "a truncated search without outcomes");
}

static void run(int least, int most, int count, int limit, const carom_law *law) {
    tally t = {0};
    random_system *x = malloc(sizeof *x);
    void *memory = NULL;
    for (int k = 0; k < count; k++) {
        random_stream r = random_at(901, (uint64_t)k);
        const system_kind kind = (system_kind)random_below(&r, SYSTEM_KINDS);
        const int nc = least + random_below(&r, most - least + 1);
        random_many(x, &r, nc, kind, k % 2 == 0);
        for (int i = 0; i < x->s.nc; i++) {
            x->v[2 * i] = -fabs(x->v[2 * i]);
            x->contact[i].e = 0.9 * x->contact[i].e;
        }
        run_one(x, law, limit, &t, &memory);
    }
    printf("%d to %d contacts: %d systems; %d followed to the end, %d truncated, %d without an outcome; at most %ld "
           "single "
           "impacts, %.0f ms\n",
           least, most, t.asked, t.whole, t.truncated, t.none, t.most, 1e3 * t.longest);
    check(t.whole + t.truncated + t.none == t.asked, "a search ends in another way");
    check(t.whole > 0 && t.truncated > 0, "nothing is shown of both ends");
    // With many contacts a search rarely reaches an outcome: 5 of 20 systems with five or more contacts have one.
    check(floor_met("patience", t.whole + t.truncated, t.asked, 0.2), "too few are answered");
    // On a machine without other load a call takes at most 100 ms. The limit of 2 s allows for other load, and for
    // tools that check every memory access.
    check(t.longest < 2.0, "a call that takes longer than promised");
    free(memory);
    free(x);
}

int main(void) {
    carom_contact_vtable code = *carom_law_routh.contact;
    carom_law law = carom_law_routh;
    code.solve = counted;
    law.contact = &code;
    run(2, 4, 60, 0, &law);
    run(5, 12, 20, 0, &law);
    run(2, 4, 200, 100, &law);
    run(2, 4, 50, 1000, &law);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
