// Tests the guarantee of batch.h about floating-point traps. For a valid problem of a core law, carom_collide must not
// raise an invalid operation, a division by zero or an overflow. The test reads the exception flags.
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/apply.h"
#include "support/floor.h"

int main(int argc, char **argv) {
    const long problems = argc > 1 ? atol(argv[1]) : 2000;
    long asked = 0, answered = 0, raised = 0;
    for (int k = 0; carom_law_at(NULL, k, CAROM_ONE_CONTACT); k++) {
        const carom_law *law = carom_law_at(NULL, k, CAROM_ONE_CONTACT);
        for (int dim = 2; dim <= 3; dim++) {
            for (long i = 0; (law->solves & (dim == 2 ? CAROM_2D : CAROM_3D)) && i < problems; i++) {
                random_stream r = random_at(92, (uint64_t)i);
                carom_contact c = random_contact(&r, dim, 3.0);
                carom_params p = random_params(&r, dim);
                carom_result out;
                random_own(&r, law, &p);
                feclearexcept(FE_ALL_EXCEPT);
                asked++;
                answered += random_apply(law, &c, &p, &out) == CAROM_OK;
                const int flags = fetestexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
                if (flags && raised++ < 5)
                    printf("FAIL %s in %d dimensions, problem %ld: %x\n", law->name, dim, i, flags);
            }
        }
    }
    printf("%ld answered, %ld raised an exception\n", answered, raised);
    return raised || !floor_met("traps", answered, asked, 0.98) ? 1 : 0;
}
