// The spatial walker against the reference in 113-bit arithmetic. Usage: exact [PROBLEMS]
// Errors are relative to |P|. The bound is 1e-10 for all and 1e-12 for 99 of 100.
#include <stdio.h>
#include <stdlib.h>

#include "problems.h"
#include "reference.h"

static double distance(const double a[3], const double b[3]) {
    double d = 0.0, size = 0.0;
    for (int i = 0; i < 3; i++) {
        d += (a[i] - b[i]) * (a[i] - b[i]);
        size += b[i] * b[i];
    }
    return sqrt(d / size);
}

int main(int argc, char **argv) {
    const long problems = argc > 1 ? atol(argv[1]) : 100;
    long compared = 0, skipped = 0, off12 = 0, off10 = 0, modes = 0, failed = 0;
    double worst = 0.0;
    for (long i = 0; i < problems; i++) {
        const problem q = random_problem(606, (uint64_t)i);
        carom_outcome out;
        reference_outcome ref;
        const carom_status status = carom_collide(&carom_law_routh, &q.c, &q.p, &out);
        const int answer = reference_solve(&q.c, &q.p, &ref);
        if (answer == 1) {
            skipped++;
            continue;
        }
        compared++;
        const double error = status == CAROM_OK && answer == 0 ? distance(out.P, ref.P) : 1.0;
        off12 += !(error <= 1e-12);
        off10 += !(error <= 1e-10);
        modes += out.mode != ref.mode;
        failed += status != CAROM_OK;
        worst = fmax(worst, error);
        if (!(error <= 1e-11) || out.mode != ref.mode) {
            printf("problem %ld: error %.2g, %s, mode %s against %s, least slip %.2g, %d evaluations, %d steps\n", i,
                   error, carom_status_name(status), carom_mode_name(out.mode), carom_mode_name(ref.mode),
                   ref.least_slip, out.evaluations, ref.steps);
            print_problem(&q);
        }
    }
    printf(
        "%ld compared, %ld skipped (too many steps), worst %.3g, above 1e-12: %ld, above 1e-10: %ld, other mode: %ld\n",
        compared, skipped, worst, off12, off10, modes);
    return off10 || off12 * 100 > compared || modes || failed || !compared;
}
