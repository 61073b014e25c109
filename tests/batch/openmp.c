// Tests that carom_batch_threads with OpenMP gives the same bits with several threads as with one.
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "problems.h"
#include "support/laws.h"

static problems x;
static answers one, many;
static unsigned char memory[1 << 18];

// Checks a batch in which carom_params_default did not create the set of coefficients of item 900 of 1024. With four
// threads only the last part contains this item. The call must be rejected, and no part may write.
static int unmarked(void) {
    int wrong = 0;
    problems_make(&x, &carom_law_routh, 2, CAROM_POISSON, 0, 1024, 0);
    carom_batch_in in = problems_in(&x, &carom_law_routh);
    const carom_batch_out out = answers_out(&many);
    in.params = x.sets;
    in.params_stride = sizeof *x.sets;
    x.sets[900] = (carom_params){0};
    memset(&one, 0xa5, sizeof one);
    memset(&many, 0xa5, sizeof many);
    for (int threads = 1; threads <= 8; threads++)
        wrong += carom_batch_threads(&carom_law_routh, x.n, &in, &out, threads) != CAROM_BAD_STRUCT;
    return wrong + (memcmp(&one, &many, sizeof one) != 0);
}

// Checks that no more threads are started than there are blocks of work. A few items with 100000 threads must take less
// than 1 s.
static int crowded(void) {
    problems_make(&x, &carom_law_routh, 2, CAROM_POISSON, 0, 10, 0);
    const carom_batch_in in = problems_in(&x, &carom_law_routh);
    const carom_batch_out out = answers_out(&many);
    const double before = omp_get_wtime();
    const bool refused = carom_batch_threads(&carom_law_routh, x.n, &in, &out, 100000) != CAROM_OK;
    return refused + (omp_get_wtime() - before > 1.0);
}

int main(void) {
    const carom_law *laws[] = {&carom_law_routh, &carom_law_chatterjee2, &carom_law_smith};
    int wrong = unmarked() + crowded();
    for (int k = 0; k < 3; k++) {
        for (int dim = 2; dim <= 3; dim++) {
            problems_make(&x, laws[k], dim, CAROM_POISSON, 0, 3001, 16);
            carom_batch_in in = problems_in(&x, laws[k]);
            const carom_batch_out first = answers_out(&one), second = answers_out(&many);
            memset(&one, 0xa5, sizeof one);
            memset(&many, 0xa5, sizeof many);
            wrong += carom_collide_batch(laws[k], x.n, &in, &first) != CAROM_OK;
            wrong += carom_batch_threads(laws[k], x.n, &in, &second, 3) != CAROM_OK;
            wrong += answers_differ(laws[k]->name, dim, x.n, &many, &one);
            memset(&many, 0xa5, sizeof many);
            in.memory = memory;
            in.memory_bytes = 3 * carom_batch_describe(laws[k]).memory[dim - 2];
            wrong += in.memory_bytes > sizeof memory;
            wrong += carom_batch_threads(laws[k], x.n, &in, &second, 3) != CAROM_OK;
            wrong += answers_differ(laws[k]->name, dim, x.n, &many, &one);
            // The caller receives the status of a rejected call.
            wrong += carom_batch_threads(laws[k], x.n, &in, &second, 0) != CAROM_BAD_VALUE;
            wrong += carom_batch_threads(NULL, x.n, &in, &second, 2) != CAROM_UNKNOWN_LAW;
        }
    }
    printf("OpenMP %d, up to %d threads: %d wrong\n", _OPENMP, omp_get_max_threads(), wrong);
    return wrong ? 1 : 0;
}
