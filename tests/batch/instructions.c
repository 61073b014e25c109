// Solves one kind of problem COUNT times. tests/batch/instructions.sh counts the instructions of this program.
//   batch_instructions single2|single3|batch3 COUNT
#include <stdlib.h>
#include <string.h>

#include "carom/batch.h"
#include "support/laws.h"
#include "support/params.h"

enum { BLOCK = 4096 };

// Returns a rod that hits the floor, in 2D or 3D. Angle and slip depend on i.
static carom_contact problem(int dim, int i) {
    const double x = (double)(i % BLOCK) / BLOCK;
    carom_contact c = {.dim = dim, .W = {{2.5, 1.5 * (1.0 - 2.0 * x)}, {0.0, 2.5}}, .v = {-1.0, 0.2 + x}};
    c.W[1][0] = c.W[0][1];
    if (dim == 2) return c;
    c.W[2][2] = 1.5;
    c.W[0][2] = c.W[2][0] = 0.3 * x;
    c.W[1][2] = c.W[2][1] = 0.2;
    c.v[2] = 0.5 - x;
    return c;
}

static double one_by_one(int dim, int count, const carom_params *p) {
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        const carom_contact c = problem(dim, i);
        carom_result out;
        carom_collide(&carom_law_routh, &c, p, &out);
        sum += out.P[0] + out.dE;
    }
    return sum;
}

static double by_batch(int count, const carom_params *p) {
    static carom_contact c[BLOCK];
    static double P[3][BLOCK], dE[BLOCK];
    carom_batch_in in = {.dim = 3, .params = p, .memory_bytes = carom_batch_describe(&carom_law_routh).memory[1]};
    carom_batch_out out = {.dE = carom_array_out(dE)};
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        in.v[i] = (carom_column){&c[0].v[i], sizeof *c};
        out.P[i] = carom_array_out(P[i]);
        for (int j = i; j < 3; j++) in.W[i][j] = (carom_column){&c[0].W[i][j], sizeof *c};
    }
    in.memory = malloc(in.memory_bytes);
    for (int first = 0; first < count; first += BLOCK) {
        const int n = count - first < BLOCK ? count - first : BLOCK;
        for (int i = 0; i < n; i++) c[i] = problem(3, first + i);
        carom_collide_batch(&carom_law_routh, (size_t)n, &in, &out);
        for (int i = 0; i < n; i++) sum += P[0][i] + dE[i];
    }
    free(in.memory);
    return sum;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    carom_params p = params_plain();
    p.e = 0.5;
    p.mu = 0.4;
    p.restitution = CAROM_POISSON;
    const int count = atoi(argv[2]);
    const double sum = !strcmp(argv[1], "single2")   ? one_by_one(2, count, &p)
                       : !strcmp(argv[1], "single3") ? one_by_one(3, count, &p)
                                                     : by_batch(count, &p);
    return sum != sum;
}
