// Compares Routh's law in 3D with the integrator ARKODE of SUNDIALS on random problems. The difference relative to |P|
// is below 1e-9, except if the slip falls below 1e-6 of its largest value. The equations that ARKODE integrates are
// singular where the slip is zero. Such differences are listed, at most 1 % of the problems. Problems on which ARKODE
// fails are counted.
// Usage: arkode [PROBLEMS]
#include <stdio.h>
#include <stdlib.h>

#include "base/worst.h"
#include "ode.h"
#include "problems.h"
#include "support/floor.h"
#include "support/laws.h"

int main(int argc, char **argv) {
    const long problems = argc > 1 ? atol(argv[1]) : 500;
    long compared = 0, gave_up = 0, listed = 0, failed = 0;
    double worst = 0.0, worst_near_rest = 0.0;
    for (long i = 0; i < problems; i++) {
        const problem q = random_problem(608, (uint64_t)i);
        carom_result out;
        ode_outcome ode;
        if (ode_solve(&q.c, &q.p, 1e-12, &ode)) {
            gave_up++;
            continue;
        }
        compared++;
        const bool solved = carom_collide(&carom_law_routh, &q.c, &q.p, &out) == CAROM_OK;
        const double off = solved ? relative_distance(out.P, ode.P) : 1.0;
        const bool near_rest = ode.least_slip < 1e-6;
        if (near_rest)
            carom_worsen(&worst_near_rest, off);
        else
            carom_worsen(&worst, off);
        if (off <= 1e-9) continue;
        listed += near_rest;
        failed += !near_rest;
        printf("%s problem %ld: %.2g apart, modes %s and %s, least slip %.2g\n", near_rest ? "listed" : "FAIL", i, off,
               carom_mode_name(out.mode), carom_mode_name(ode.mode), ode.least_slip);
        if (!near_rest) print_problem(&q);
    }
    printf("%ld compared, ARKODE gave up on %ld; worst %.2g, near rest %.2g; listed %ld, failed %ld\n", compared,
           gave_up, worst, worst_near_rest, listed, failed);
    return failed || listed * 100 > problems || !floor_met("arkode", compared, problems, 0.95);
}
