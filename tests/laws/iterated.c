// Tests one law in 3D on random problems of increasing condition number. Prints how many fail, how many have several
// solutions, the largest residual and the work. Exits with 1 if a problem fails, a guarantee is violated or a residual
// exceeds its bound. Usage: laws_iterated LAW PROBLEMS
#include <stdio.h>
#include <stdlib.h>

#include "base/eigen.h"
#include "bench/random.h"
#include "support/floor.h"

// Bound of the residual of the law's equations, relative to their terms.
#define RESIDUAL 1e-12

typedef struct {
    long failed, beyond, several, broken, loose, evaluations;
    double worst;
} tally;

static void show(const char *what, uint64_t seed, uint64_t index, const carom_contact *c, const carom_params *p,
                 const carom_result *out) {
    printf("  %s: seed %llu index %llu status %s residual %.3g broken %u\n    W", what, (unsigned long long)seed,
           (unsigned long long)index, carom_status_name(out->status), out->residual, out->violations);
    for (int i = 0; i < 3; i++) printf(" %.17g %.17g %.17g;", c->W[i][0], c->W[i][1], c->W[i][2]);
    printf("\n    v %.17g %.17g %.17g e %.17g mu %.17g\n", c->v[0], c->v[1], c->v[2], p->e, p->mu);
}

// Returns the condition number of W. It may exceed the intended one, because the random W are sums of dyads that may be
// nearly parallel.
static double condition(const carom_contact *c) {
    double values[3], vectors[3][3];
    carom_eigen(3, c->W, values, vectors);
    return values[2] > 0.0 ? values[0] / values[2] : HUGE_VAL;
}

static tally run(const carom_law *law, double decades, uint64_t seed, long problems) {
    tally t = {0};
    for (long i = 0; i < problems; i++) {
        random_stream r = random_at(seed, (uint64_t)i);
        const carom_contact c = random_contact(&r, 3, decades);
        carom_params p = random_params(&r, 3);
        p.mu_static = CAROM_SAME_AS_MU;
        carom_result out;
        const char *fault = NULL;
        const carom_status status = carom_collide(law, &c, &p, &out);
        if (status != CAROM_OK && condition(&c) > 1e12) {
            t.beyond++;
        } else if (status != CAROM_OK) {
            t.failed++;
            fault = "failed";
        } else {
            const unsigned promises = carom_law_guarantees(law, 3, &p);
            const unsigned kept = (promises & CAROM_GUARANTEE_DISSIPATIVE ? (unsigned)CAROM_VIOLATION_ENERGY : 0u) |
                                  CAROM_VIOLATION_CONE | CAROM_VIOLATION_PULL | CAROM_VIOLATION_PENETRATION;
            t.several += out.solution_count > 1;
            t.evaluations += out.evaluations;
            if (out.residual > t.worst) t.worst = out.residual;
            if (!(out.residual <= RESIDUAL)) {
                t.loose++;
                fault = "loose";
            }
            if (out.violations & kept) {
                t.broken++;
                fault = "broken";
            }
        }
        if (fault && t.failed + t.broken + t.loose <= 3) show(fault, seed, (uint64_t)i, &c, &p, &out);
    }
    return t;
}

int main(int argc, char **argv) {
    const carom_law *law = argc == 3 ? carom_law_find(NULL, argv[1], CAROM_ONE_CONTACT) : NULL;
    const long problems = argc == 3 ? strtol(argv[2], NULL, 10) : 0;
    if (!law || problems <= 0) {
        fprintf(stderr, "usage: laws_iterated LAW PROBLEMS\n");
        return 2;
    }
    const double decades[] = {1.0, 3.0, 6.0, 12.0};
    long faults = 0;
    for (uint64_t k = 0; k < 4; k++) {
        const tally t = run(law, decades[k], 300 + k, problems / 4);
        printf("%s in space, condition up to 1e%g: %ld problems, %ld failed, %ld broken, %ld loose, %ld unanswered "
               "beyond 1e12, %ld with several solutions, worst residual %.2g, %.1f evaluations each\n",
               law->name, decades[k], problems / 4, t.failed, t.broken, t.loose, t.beyond, t.several, t.worst,
               (double)t.evaluations / (double)(problems / 4));
        faults += t.failed + t.broken + t.loose;
        // All problems have results, except a few of the worst conditioned.
        faults += !floor_met(law->name, problems / 4 - t.failed - t.beyond, problems / 4, 0.95);
    }
    return faults == 0 ? 0 : 1;
}
