// Measures the time that carom_collide takes, compared with the code of the law alone. The difference is the time for
// checks, scaling, verification and output. Runs every closed form in 2D on ordinary problems.
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "bench/apply.h"
#include "support/floor.h"

// Upper limit of the ratio, for all laws together. The largest ratio seen was 3.6. It was 6.9 to 7.6 in an
// implementation that looked up the coefficients in a table, copied the contact and filled the result twice.
#define MOST 5.0

enum { PROBLEMS = 1000, ROUNDS = 200 };

typedef struct problem {
    carom_contact c;
    carom_params p;
} problem;

static problem problems[PROBLEMS];

static long make(const carom_law *law) {
    long answered = 0;
    for (int i = 0; i < PROBLEMS; i++) {
        random_stream r = random_at(57, (uint64_t)i);
        carom_result out;
        problem *x = &problems[i];
        x->c = random_contact(&r, 2, 1.0);
        x->p = random_params(&r, 2);
        x->p.mu = random_power10(random_between(&r, -2.0, 0.0));
        x->p.mu_static = CAROM_SAME_AS_MU;
        random_own(&r, law, &x->p);
        answered += random_apply(law, &x->c, &x->p, &out) == CAROM_OK;
    }
    return answered;
}

// Returns the processor time of this thread, in seconds. Time that other processes use does not count.
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef carom_status ask_fn(const carom_law *law, const problem *x, carom_result *out);

static carom_status bare(const carom_law *law, const problem *x, carom_result *out) {
    return law->contact->solve(law, &x->c, &x->p, out);
}

static carom_status whole(const carom_law *law, const problem *x, carom_result *out) {
    return carom_collide(law, &x->c, &x->p, out);
}

// Runs all problems once and returns the time per problem, in nanoseconds.
static double round_of(ask_fn *ask, const carom_law *law) {
    carom_result out = {.status = CAROM_OK};
    long refused = 0;
    const double start = now();
    for (int i = 0; i < PROBLEMS; i++) refused += ask(law, &problems[i], &out) != CAROM_OK;
    const double took = now() - start;
    return refused == PROBLEMS ? HUGE_VAL : 1e9 * took / PROBLEMS;
}

int main(void) {
    double law_alone = 0.0, collide = 0.0;
    long asked = 0, answered = 0;
    for (int k = 0; carom_law_at(NULL, k, CAROM_ONE_CONTACT); k++) {
        const carom_law *law = carom_law_at(NULL, k, CAROM_ONE_CONTACT);
        if (!(law->closed_form & CAROM_2D)) continue;
        asked += PROBLEMS;
        answered += make(law);
        // The two measurements alternate, and the best time of each counts, so that other load on the machine affects
        // both equally.
        double best_bare = HUGE_VAL, best_whole = HUGE_VAL;
        for (int i = 0; i < ROUNDS; i++) {
            best_bare = fmin(best_bare, round_of(bare, law));
            best_whole = fmin(best_whole, round_of(whole, law));
        }
        printf("%-18s %6.1f ns, the law alone %6.1f\n", law->name, best_whole, best_bare);
        // Laws with coefficients of their own do not count, because carom_collide also fills in omitted ones.
        if (carom_law_reads(law) >> CAROM_PARAM_OWN) continue;
        law_alone += best_bare;
        collide += best_whole;
    }
    printf("carom_collide takes %.2f times the law's own time, at most %.1f\n", collide / law_alone, MOST);
    const bool met = floor_met("speed", answered, asked, 0.9);
    return met && collide <= MOST * law_alone ? 0 : 1;
}
