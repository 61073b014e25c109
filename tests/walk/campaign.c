// Solves random 3D problems by Routh's law with all three restitution hypotheses. Every problem has a solution, and the
// number of evaluations is limited. Poisson's and energetic restitution never gain energy. Newton's restitution gains
// energy in some problems.
// Usage: campaign [PROBLEMS]
#include <stdio.h>
#include <stdlib.h>

#include "base/worst.h"
#include "problems.h"
#include "support/floor.h"
#include "support/laws.h"
#include "walk/walk.h"

typedef struct tally {
    long solved, failed, gains[3], left_cone, penetrated, evaluations, most;
    double residual;
} tally;

static void complain(tally *t, const problem *q, const carom_result *out, long index, const char *what) {
    if (t->failed++ >= 5) return;
    printf("FAIL problem %ld: %s; %s, broken %u, residual %.2g, %d evaluations\n", index, what,
           carom_status_name(out->status), out->violations, out->residual, out->evaluations);
    print_problem(q);
}

static void solve(tally *t, problem q, carom_restitution restitution, long index) {
    carom_result out;
    q.p.restitution = restitution;
    if (carom_collide(&carom_law_routh, &q.c, &q.p, &out) != CAROM_OK) {
        complain(t, &q, &out, index, "no answer");
        return;
    }
    t->solved++;
    t->evaluations += out.evaluations;
    if (out.evaluations > t->most) t->most = out.evaluations;
    carom_worsen(&t->residual, out.residual);
    t->gains[restitution] += (out.violations & CAROM_VIOLATION_ENERGY) != 0;
    if (out.violations & ~(unsigned)CAROM_VIOLATION_ENERGY)
        complain(t, &q, &out, index, "breaks Coulomb or penetrates");
    if (restitution != CAROM_NEWTON && out.violations) complain(t, &q, &out, index, "gains energy");
    if (!(out.residual <= 1e-9)) complain(t, &q, &out, index, "the slip followed is not v + W P");
}

int main(int argc, char **argv) {
    const long problems = argc > 1 ? atol(argv[1]) : 20000;
    tally t = {0};
    for (long i = 0; i < problems; i++) {
        const problem q = random_problem(607, (uint64_t)i);
        for (int k = 0; k < 3; k++) solve(&t, q, (carom_restitution)k, i);
    }
    printf("%ld solved, %ld failed; evaluations %.1f on average, %ld at most; residual %.2g at most\n", t.solved,
           t.failed, (double)t.evaluations / (double)t.solved, t.most, t.residual);
    printf("energy gained: newton %ld, poisson %ld, energetic %ld\n", t.gains[CAROM_NEWTON], t.gains[CAROM_POISSON],
           t.gains[CAROM_ENERGETIC]);
    if (!floor_met("walks", t.solved, 3 * problems, 1.0)) return 1;
    return t.failed || !t.gains[CAROM_NEWTON] || t.most > CAROM_MAX_EVALUATIONS;
}
