// carom_batch_threads: OpenMP's threads, the bits of one.
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "problems.h"

static problems x;
static answers one, many;
static unsigned char memory[1 << 18];

int main(void) {
    const carom_law *laws[] = {&carom_law_routh, &carom_law_chatterjee2, &carom_law_smith};
    int wrong = 0;
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
            in.memory_bytes = 3 * carom_batch_memory(laws[k], dim);
            wrong += in.memory_bytes > sizeof memory;
            wrong += carom_batch_threads(laws[k], x.n, &in, &second, 3) != CAROM_OK;
            wrong += answers_differ(laws[k]->name, dim, x.n, &many, &one);
            // A refusal of the call reaches the caller.
            wrong += carom_batch_threads(laws[k], x.n, &in, &second, 0) != CAROM_BAD_VALUE;
            wrong += carom_batch_threads(NULL, x.n, &in, &second, 2) != CAROM_UNKNOWN_LAW;
        }
    }
    printf("OpenMP %d, up to %d threads: %d wrong\n", _OPENMP, omp_get_max_threads(), wrong);
    return wrong ? 1 : 0;
}
