// Tests the amalgamation compiled with CAROM_NO_3D. Every law must reject problems in 3D with CAROM_WRONG_DIM, for one
// contact, a batch and a system of contacts. The test amalgam/plane_bits compares the results in 2D. Usage: plane
#include <stdio.h>
#include <stdlib.h>

#include "carom/batch.h"
#include "carom/carom.h"
#include "carom/systems.h"

static const double W[36] = {2, 0, 0, 1, 0, 0, 0, 2, 0, 0, 1, 0, 0, 0, 2, 0, 0, 1,
                             1, 0, 0, 2, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 0, 2};
static const double v[6] = {-1, 0.5, 0.25, -1, 0.5, 0.25};

static carom_status one(const carom_law *law, int dim) {
    carom_contact c = {.dim = dim};
    carom_result out;
    for (int i = 0; i < dim; i++) {
        c.v[i] = v[i];
        c.W[i][i] = i ? 7.0 : 2.0;
    }
    const carom_params p = carom_params_default();
    return carom_collide(law, &c, &p, &out);
}

static carom_status batch(const carom_law *law, int dim) {
    static const double a[4] = {2, 2, 2, 2}, zero[4] = {0}, vn[4] = {-1, -1, -1, -1};
    static double P[3][4];
    carom_batch_in in = {.dim = dim};
    carom_batch_out out = {0};
    const carom_params p = carom_params_default();
    in.params = &p;
    for (int i = 0; i < dim; i++) {
        for (int j = i; j < dim; j++) in.W[i][j] = carom_array(i == j ? a : zero);
        in.v[i] = carom_array(i ? zero : vn);
        out.P[i] = carom_array_out(P[i]);
    }
    return carom_collide_batch(law, 4, &in, &out);
}

static carom_status several(const carom_law *law, int dim) {
    const int nc = law->system ? 2 : 1, n = dim * nc;
    double part[36], velocity[6];
    carom_params params[2] = {carom_params_default(), carom_params_default()};
    for (int i = 0; i < n; i++) {
        velocity[i] = v[i / dim * 3 + i % dim];
        for (int j = 0; j < n; j++) part[i * n + j] = W[(i / dim * 3 + i % dim) * 6 + j / dim * 3 + j % dim];
    }
    const carom_system s = {.dim = dim, .nc = nc, .W = part, .v = velocity};
    carom_system_params p = carom_system_params_default(params);
    p.single = &carom_law_routh;
    const size_t bytes = carom_system_memory_size(law, &s, &p);
    void *memory = malloc(bytes + 1);
    carom_system_result out;
    const carom_status status = carom_system_solve(law, &s, &p, memory, bytes, &out);
    free(memory);
    return status;
}

// Returns the number of laws for which `solve` does not return CAROM_WRONG_DIM in 3D, or returns it in 2D.
static int count(const char *what, unsigned kinds, carom_status (*solve)(const carom_law *, int)) {
    int laws = 0, wrong = 0;
    for (const carom_law *law; (law = carom_law_at(NULL, laws, kinds)) != NULL; laws++) {
        const carom_status space = solve(law, 3), plane = solve(law, 2);
        const int bad = space != CAROM_WRONG_DIM || plane == CAROM_WRONG_DIM;
        if (bad)
            printf("%s of %s: %s in 3D, %s in 2D\n", what, law->name, carom_status_name(space),
                   carom_status_name(plane));
        wrong += bad;
    }
    printf("%s: %d laws, %d wrong\n", what, laws, wrong);
    return wrong + (laws < 5);
}

int main(void) {
    const int wrong =
        count("collide", CAROM_2D, one) + count("batch", CAROM_2D, batch) + count("system", CAROM_SYSTEMS, several);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
