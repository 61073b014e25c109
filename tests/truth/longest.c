// The longest call: a climb over problems of every law and every method for several contacts, each step a change of one number
// that is kept if the call takes longer. No call may take 100 ms of processor time with the limits a caller gets by default; one
// that gives up says so by its status. Usage: longest [STEPS], so many a law and dimension; the long form: longest 1000000
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "carom/carom.h"
#include "draw.h"
#include "many/systems.h"
#include "support/floor.h"

#define SEED   4711
#define AFRESH 50 // steps without a longer call before the climb begins elsewhere

// Milliseconds of processor time; longest seen see docs/how-we-test.md.
#define MOST 100.0

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

// A climb ends after its steps, or after as many quarters of a millisecond.
typedef struct climb {
    long asked, answered;
    double longest, spent;
    const char *status; // of the longest
} climb;

static void keep(climb *k, double took, carom_status status) {
    k->asked++;
    k->spent += took;
    k->answered += carom_status_class_of(status) != CAROM_BAD_INPUT;
    if (took > k->longest) k->longest = took, k->status = carom_status_name(status);
}

static bool tell(const climb *k, const char *name, const char *where) {
    printf("%-18s %-8s longest %9.4f ms (%s)\n", name, where, k->longest, k->status);
    return floor_met(name, k->answered, k->asked, 0.5) & (k->longest < MOST);
}

// ---- one contact

static double ask_law(climb *k, const carom_law *law, int dim, const drawn *x, int stop) {
    carom_contact c = {.dim = dim};
    carom_params p = carom_default_params();
    carom_outcome out;
    memcpy(c.W, x->W, sizeof c.W);
    memcpy(c.v, x->v, sizeof c.v);
    p.restitution = (carom_restitution)stop;
    p.e = p.e_n = p.r_n = x->unit[0], p.mu = x->mu, p.e_t = p.r_t = x->unit[1], p.nu = x->unit[2];
    p.s1 = x->unit[3], p.s2 = x->unit[4] * (1.0 - x->unit[3]), p.eta = x->unit[5];
    const double start = now();
    const carom_status status = carom_collide(law, &c, &p, &out);
    const double took = now() - start;
    keep(k, took, status);
    return took;
}

static drawn change(const drawn *x, int dim, random_stream *r) {
    const drawn other = draw_problem(SEED, random_word(r), dim, DRAW_ANY);
    drawn y = *x;
    switch (random_below(r, 5)) {
    case 0: y.mu = random_below(r, 2) ? other.mu : draw_critical(r, &y); break;
    case 1: y.unit[random_below(r, 6)] = other.unit[0]; break;
    case 2: memcpy(y.W, other.W, sizeof y.W); break;
    case 3: y.v[0] = -fabs(other.v[0]); break;
    default: y.v[1 + random_below(r, dim - 1)] *= random_between(r, -2.0, 2.0);
    }
    return y;
}

static bool climb_law(const carom_law *law, int dim, long steps) {
    climb k = {.status = "-"};
    random_stream r = random_at(SEED, (uint64_t)dim);
    drawn best = draw_problem(SEED, 0, dim, DRAW_ANY);
    double height = 0.0;
    int since = 0;
    for (long i = 0; i < steps && 4.0 * k.spent < (double)steps; i++) {
        const bool afresh = since > AFRESH;
        const drawn next = afresh ? draw_problem(SEED, (uint64_t)i, dim, DRAW_ANY) : change(&best, dim, &r);
        const double took = ask_law(&k, law, dim, &next, (int)(i % 3));
        since = afresh ? 0 : since + 1;
        if (took > height || afresh) best = next, height = took, since = 0;
    }
    return tell(&k, law->name, dim == 2 ? "plane" : "space");
}

// ---- several

static double ask_method(climb *k, const carom_method *method, random_system *x, void **memory, size_t *room) {
    carom_many_params p = carom_default_many_params(x->contact);
    carom_many_outcome out;
    p.single = &carom_law_routh;
    // One contact strikes, where a method asks for one.
    for (int i = 1; method->needs & CAROM_NEEDS_STRIKING && i < x->s.nc; i++) x->v[2 * i] = fabs(x->v[2 * i]);
    x->v[0] = -fabs(x->v[0]);
    const size_t bytes = carom_impact_memory(method, &x->s, &p);
    if (bytes > *room) *memory = realloc(*memory, *room = bytes);
    const double start = now();
    const carom_status status = carom_impact(method, &x->s, &p, *memory, bytes, &out);
    const double took = now() - start;
    keep(k, took, status);
    return took;
}

static bool climb_method(const carom_method *method, long steps) {
    static random_system best, next;
    climb k = {.status = "-"};
    random_stream r = random_at(SEED, 7);
    void *memory = NULL;
    size_t room = 0;
    double height = 0.0;
    int since = AFRESH + 1;
    // hm-list takes six, the rest any number; enumeration ends at four by default, where Lemke begins.
    const int most = method->solvers == 1u || !strncmp(method->name, "hm", 2) ? 4 : 32;
    for (long i = 0; i < steps && 4.0 * k.spent < (double)steps; i++) {
        const bool afresh = since > AFRESH;
        if (afresh)
            random_many(&next, &r, 1 + random_below(&r, most), (system_kind)random_below(&r, SYSTEM_KINDS), true);
        else {
            next = best;
            next.s.W = next.W, next.s.v = next.v;
            const int contact = random_below(&r, next.s.nc);
            if (random_below(&r, 2))
                next.v[2 * contact + random_below(&r, 2)] *= random_between(&r, -2.0, 2.0);
            else if (random_below(&r, 2))
                next.contact[contact].mu = random_between(&r, 0.0, 3.0);
            else
                next.contact[contact].e = next.contact[contact].e_n = random_unit(&r);
        }
        const double took = ask_method(&k, method, &next, &memory, &room);
        since++;
        if (took > height || afresh) best = next, height = took, since = 0;
    }
    free(memory);
    return tell(&k, method->name, "several");
}

int main(int argc, char **argv) {
    const long steps = argc > 1 ? atol(argv[1]) : 2000;
    bool good = true;
    for (int i = 0; i < carom_law_count(); i++)
        for (int dim = 2; dim <= 3; dim++)
            if (carom_law_at(i)->dims & (dim == 2 ? CAROM_PLANE : CAROM_SPACE))
                good &= climb_law(carom_law_at(i), dim, steps);
    for (int i = 0; i < carom_method_count(); i++) good &= climb_method(carom_method_at(i), steps);
    return good ? 0 : 1;
}
