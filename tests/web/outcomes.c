// Random impacts of every closed-form law with their answers, a line each, every number as the sixteen hexadecimal digits
// of its bits: what another build of the library must give too.
//   law dim W v names of parameters with how many numbers each, status mode broken P v dE
// Usage: outcomes PROBLEMS
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/apply.h"
#include "carom/carom.h"

static void put(double x) {
    uint64_t word;
    memcpy(&word, &x, sizeof word);
    printf(" %016llx", (unsigned long long)word);
}

static void put_params(const carom_law *law, int dim, const carom_params *p) {
    for (int k = 0; k < CAROM_PARAM_ROOM; k++) {
        if (!(law->reads >> k & 1)) continue;
        const carom_param_info *row = carom_law_param(law, k);
        double values[3];
        size_t count = carom_param_read(p, row, values);
        // Left out, mu_static equals mu.
        if (k == CAROM_PARAM_mu_static && values[0] == CAROM_SAME_AS_MU) continue;
        if (row->kind == CAROM_VECTOR) count = (size_t)dim;
        printf(" %s %d", row->name, (int)count);
        for (size_t i = 0; i < count; i++) put(values[i]);
    }
    printf(" ;");
}

static void put_impact(const carom_law *law, int dim, uint64_t index) {
    random_stream r = random_at(43, index);
    carom_contact c = random_contact(&r, dim, 3.0);
    carom_params p = random_params(&r, dim);
    carom_outcome out;
    random_apply(law, &c, &p, &out);
    printf("%s %d", law->name, dim);
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) put(c.W[i][j]);
    for (int i = 0; i < dim; i++) put(c.v[i]);
    put_params(law, dim, &p);
    printf(" %d %d %u", (int)out.status, (int)out.mode, out.broken);
    for (int i = 0; i < dim; i++) put(out.P[i]);
    for (int i = 0; i < dim; i++) put(out.v[i]);
    put(out.dE);
    printf("\n");
}

int main(int argc, char **argv) {
    const long problems = argc > 1 ? atol(argv[1]) : 200;
    for (int k = 0; k < carom_law_count(); k++)
        for (int dim = 2; dim <= 3; dim++)
            for (long i = 0; i < problems && carom_law_at(k)->closed & (dim == 2 ? CAROM_PLANE : CAROM_SPACE); i++)
                put_impact(carom_law_at(k), dim, (uint64_t)i);
    return 0;
}
