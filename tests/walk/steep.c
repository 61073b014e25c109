// Compares Routh's law in 3D with 113-bit arithmetic where digits are easily lost. There are three kinds of random
// problems.
//   large mu          mu from 1e3 to 1e16; the difference from the result for infinite mu is about 1/mu
//   grazing           v_n = 1e-5 v_t, mu from 1 to 100
//   nearly singular   W of rank one or two plus eps times a regular matrix, eps from 1e-2 to 1e-12
// The error is relative to |P|. An error above 1e-12 must be at most 1e-11 times the condition number. For this number,
// one entry of W or v changes by one unit in the last place. The relative change of the exact result, divided by 1e-16,
// is the condition number; it is at least 1.
// Usage: steep [PROBLEMS [KIND]]
#include <stdio.h>
#include <stdlib.h>

#include "base/worst.h"
#include "problems.h"
#include "reference.h"
#include "support/floor.h"
#include "support/laws.h"

enum { LARGE_MU, GRAZING, NEARLY, SORTS };
static const char *const names[] = {"large mu", "grazing", "nearly singular"};

static void nearly(random_stream *r, problem *q) {
    const int rank = 1 + random_below(r, 2);
    const double eps = random_power10(random_between(r, -12.0, -2.0));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) q->c.W[i][j] *= eps;
    for (int k = 0; k < rank; k++) {
        double x[3];
        for (int i = 0; i < 3; i++) x[i] = random_between(r, -2.0, 2.0);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) q->c.W[i][j] += x[i] * x[j];
    }
}

static problem make(uint64_t index, int sort) {
    random_stream r = random_at(900 + (uint64_t)sort, index);
    problem q = {.sort = names[sort]};
    q.c = random_contact(&r, 3, 1.0);
    q.p = random_params(&r, 3);
    q.p.mu_static = CAROM_SAME_AS_MU;
    q.p.restitution = sort == LARGE_MU || sort == GRAZING ? CAROM_ENERGETIC : (carom_restitution)random_below(&r, 3);
    if (sort == LARGE_MU) q.p.mu = random_power10(random_between(&r, 3.0, 16.0));
    if (sort == GRAZING) {
        q.p.mu = random_power10(random_between(&r, 0.0, 2.0));
        for (int i = 1; i < 3; i++) q.c.v[i] = random_between(&r, -1.0, 1.0);
        q.c.v[0] = -1e-5 * hypot(q.c.v[1], q.c.v[2]);
    }
    if (sort == NEARLY) nearly(&r, &q);
    return q;
}

static double moved(const problem *q, const carom_contact *nearby, const reference_outcome *ref) {
    reference_outcome other;
    return reference_solve(nearby, &q->p, &other) == 0 ? relative_distance(other.P, ref->P) : 1.0;
}

static double condition(const problem *q, const reference_outcome *ref) {
    double most = 1e-16;
    for (int i = 0; i < 3; i++) {
        for (int j = i; j < 3; j++) {
            carom_contact c = q->c;
            c.W[i][j] = c.W[j][i] = nextafter(c.W[i][j], HUGE_VAL);
            most = fmax(most, moved(q, &c, ref));
        }
        carom_contact c = q->c;
        c.v[i] = nextafter(c.v[i], HUGE_VAL);
        most = fmax(most, moved(q, &c, ref));
    }
    return most / 1e-16;
}

typedef struct {
    long problems, answered, skipped, failed, conditioned;
    double worst, share, limit;
} tally;

// Returns the relative difference of P from its value for infinite mu.
static double from_infinity(const problem *q, const double P[3]) {
    problem limit = *q;
    carom_result out;
    limit.p.mu = HUGE_VAL;
    if (carom_collide(&carom_law_routh, &limit.c, &limit.p, &out) != CAROM_OK) return 0.0;
    return relative_distance(P, out.P);
}

static void compare(tally *t, const problem *q) {
    carom_result out;
    reference_outcome ref;
    const int answer = reference_solve(&q->c, &q->p, &ref);
    t->problems++;
    if (answer == 1) {
        t->skipped++;
        return;
    }
    const carom_status status = carom_collide(&carom_law_routh, &q->c, &q->p, &out);
    const bool solved = status == CAROM_OK && answer == 0;
    t->answered += solved;
    const double error = solved ? relative_distance(out.P, ref.P) : 1.0;
    if (solved && q->p.mu >= 1e15) t->limit = fmax(t->limit, from_infinity(q, out.P));
    if (error <= 1e-12) {
        carom_worsen(&t->worst, error);
        return;
    }
    t->conditioned++;
    const double share = error / condition(q, &ref);
    t->share = fmax(t->share, share);
    if (share <= 1e-11) return;
    if (t->failed++ >= 3) return;
    printf("FAIL %s: error %.2g, %.2g of the condition, mode %s against %s\n", carom_status_name(status), error, share,
           carom_mode_name(out.mode), carom_mode_name(ref.mode));
    print_problem(q);
}

int main(int argc, char **argv) {
    const long problems = argc > 1 ? atol(argv[1]) : 300;
    long failed = 0;
    for (int sort = 0; sort < SORTS; sort++) {
        tally t = {0};
        if (argc > 2 && atoi(argv[2]) != sort) continue;
        for (long i = 0; i < problems; i++) {
            const problem q = make((uint64_t)i, sort);
            compare(&t, &q);
        }
        printf(
            "%-15s %ld problems: %ld answered, worst %.2g, %ld beyond 1e-12 but at most %.2g of their condition; %ld "
            "skipped (reference took too many steps); %ld failed; mu > 1e15 from infinity %.2g\n",
            names[sort], t.problems, t.answered, t.worst, t.conditioned, t.share, t.skipped, t.failed, t.limit);
        // For mu >= 1e15 the largest difference from infinite mu was 6.4e-14; the bound is 1e-11.
        failed += t.failed + !floor_met(names[sort], t.answered, t.problems, 0.9) + !(t.limit <= 1e-11);
    }
    return failed != 0;
}
