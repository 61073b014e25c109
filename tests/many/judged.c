// Compares carom_system_check with long double arithmetic for nearly singular W, where impulses become very large.
// Every gain of energy above ten times the possible rounding error has the violation bit. No result has this bit unless
// exact arithmetic confirms the gain. Methods with the guarantee never have it.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/worst.h"
#include "support/floor.h"
#include "support/laws.h"
#include "systems.h"

static int failures;

static void fail(const char *what, int k, double by) {
    if (failures++ < 20) printf("WRONG %s, system %d (%.3g)\n", what, k, by);
}

typedef struct tally {
    int asked, answered, gains, marked, below, missed, wrong;
    double worst; // largest dE without the bit, in units in the last place of its terms
} tally;

// Returns dE in extended precision. `size` receives the sum of the magnitudes of its terms.
static long double exact(const carom_system *s, const double *P, long double *size) {
    const int n = 2 * s->nc;
    long double dE = 0.0L;
    *size = 0.0L;
    for (int i = 0; i < n; i++) {
        const long double before = (long double)s->v[i], Pi = (long double)P[i];
        long double v = before, terms = fabsl((long double)s->v[i]);
        for (int j = 0; j < n; j++) {
            const long double term = (long double)s->W[i * n + j] * (long double)P[j];
            v += term;
            terms += fabsl(term);
        }
        dE += 0.5L * Pi * (before + v);
        *size += 0.5L * fabsl((long double)P[i]) * (fabsl((long double)s->v[i]) + terms);
    }
    return dE;
}

// Returns the possible error of dE relative to `size`, from rounding of the terms and from the accuracy of a solved
// impulse.
static double allowed(const carom_system *s, const double *P, const double *after, double size) {
    const int n = 2 * s->nc;
    double work = 0.0;
    for (int i = 0; i < n; i++) work += fabs(P[i] * after[i]);
    return (2.0 * n + 12.0) * 0x1p-53 + (size > 0.0 ? 1e-11 * work / size : 0.0);
}

// Makes one row of W nearly proportional to another one, so that W is nearly singular. Both may belong to one contact
// or to two.
static void squeeze(random_system *x, random_stream *r) {
    const int n = 2 * x->s.nc;
    const int a = random_below(r, n), b = (a + 1 + random_below(r, n - 1)) % n;
    const double near = random_power10(-random_between(r, 3.0, 13.0));
    const double scale = sqrt(x->W[a * n + a] / x->W[b * n + b]);
    // Row a becomes scale (1 - near) times row b, plus near times row a.
    double C[2 * MOST_CONTACTS] = {0.0};
    for (int j = 0; j < n; j++) C[j] = scale * (1.0 - near) * x->W[b * n + j] + near * x->W[a * n + j];
    const double own =
        scale * (1.0 - near) * C[b] + near * (scale * (1.0 - near) * x->W[a * n + b] + near * x->W[a * n + a]);
    for (int j = 0; j < n; j++) x->W[a * n + j] = x->W[j * n + a] = C[j];
    x->W[a * n + a] = own;
}

static void judge(const carom_law *method, random_system *x, int k, bool conserves, tally *t, void **memory) {
    const carom_system_params p = carom_system_params_default(x->contact);
    carom_system_result out;
    const size_t bytes = carom_system_memory_size(method, &x->s, &p);
    *memory = realloc(*memory, bytes);
    const carom_status status = carom_system_solve(method, &x->s, &p, *memory, bytes, &out);
    t->asked++;
    if (status != CAROM_OK && status != CAROM_NOT_UNIQUE) return;
    t->answered++;
    long double size;
    const long double dE = exact(&x->s, out.P, &size);
    const double share = size > 0.0L ? (double)(dE / size) : 0.0, bound = allowed(&x->s, out.P, out.v, (double)size);
    const bool marked = out.violations & CAROM_VIOLATION_ENERGY;
    t->marked += marked;
    t->gains += share > 10.0 * bound;
    if (share > 10.0 * bound && !marked) t->missed++, fail("a gain is not marked", k, share);
    if (!(share > 0.0) && marked) t->wrong++, fail("a gain is marked that is none", k, share);
    if (conserves && marked) t->wrong++, fail("a conservative answer is marked", k, share);
    if (!marked) carom_worsen(&t->worst, share / 0x1p-53);
}

static void run(const carom_law *method, const char *what, bool near_singular, bool conserves, int count, int least) {
    tally t = {0};
    random_system *x = malloc(sizeof *x);
    void *memory = NULL;
    for (int k = 0; k < count; k++) {
        random_stream r = random_at(951, (uint64_t)k);
        const system_kind kind = (system_kind)random_below(&r, SYSTEM_KINDS);
        const int nc = 1 + random_below(&r, near_singular ? 4 : 6);
        random_many(x, &r, nc, kind, k % 2 == 0);
        if (near_singular) squeeze(x, &r);
        // Sticking contacts gain energy more often if their coefficients differ more. Therefore e_t = 0 is used near a
        // singular W.
        for (int i = 0; near_singular && i < x->s.nc; i++) x->contact[i].e_t = 0.0;
        for (int i = 0; conserves && i < x->s.nc; i++) {
            x->contact[i].e = x->contact[i].e_t = 1.0;
            if (k % 2) x->contact[i].mu = 0.0;
        }
        judge(method, x, k, conserves, &t, &memory);
    }
    printf("%-17s %s: %d systems, %d answered; %d gain, %d marked, %d missed, %d wrongly; worst unmarked %.2g units\n",
           method->name, what, t.asked, t.answered, t.gains, t.marked, t.missed, t.wrong, t.worst);
    char said[64];
    snprintf(said, sizeof said, "%s %s", method->name, what);
    if (!floor_met(said, t.answered, t.asked, 0.8) || t.gains < least) fail("too few are shown", t.answered, t.gains);
    free(memory);
    free(x);
}

int main(void) {
    const int count = 4000 * CAROM_CAMPAIGN;
    run(&carom_law_glocker, "near a singular W", true, false, count, 40);
    run(&carom_law_pfeiffer_glocker, "near a singular W", true, false, count / 4, 0);
    run(&carom_law_glocker, "that conserves energy", false, true, count, 0);
    run(&carom_law_glocker, "that conserves energy near a singular W", true, true, count, 0);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
