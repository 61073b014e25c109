// Prints a hash of the results of random impacts for every closed-form law in 2D and 3D, one line each:
//   law dim answered hash
// browser/hash.mjs prints the same lines with the npm package, from the same random numbers. The lines must be equal.
//   hash PROBLEMS
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/law.h"
#include "support/params.h"

// Returns a random number in [0, 1). The counter is mixed as by Steele & Vigna, with 32-bit products, which JavaScript
// computes exactly.
static double draw(uint32_t *state) {
    uint32_t z = *state += 0x9e3779b9u;
    z = (z ^ z >> 16) * 0x21f0aaadu;
    z = (z ^ z >> 15) * 0x735a2d97u;
    return (double)(z ^ z >> 15) / 4294967296.0;
}

typedef struct twofold {
    uint32_t a, b;
} twofold;

static void add_word(twofold *h, uint32_t word) {
    h->a = (h->a ^ word) * 0x01000193u;
    h->b = (h->b + word) * 0x9e3779b1u;
    h->b ^= h->b >> 15;
}

static void add_number(twofold *h, double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    add_word(h, (uint32_t)bits);
    add_word(h, (uint32_t)(bits >> 32));
}

// Makes W = L L' from a random L. Every fourth problem is a sphere, because some laws solve only spheres.
static carom_contact random_problem(uint32_t *state, int dim, long i) {
    double L[3][3] = {{0}};
    carom_contact c = {.dim = dim};
    for (int j = 0; j < dim; j++)
        for (int k = 0; k <= j; k++) L[j][k] = k == j ? 0.5 + draw(state) : 2.0 * draw(state) - 1.0;
    for (int j = 0; j < dim; j++)
        for (int k = 0; k <= j; k++) {
            double sum = 0.0;
            for (int m = 0; m <= k; m++) sum += L[j][m] * L[k][m];
            c.W[j][k] = c.W[k][j] = i % 4 ? sum : j != k ? 0.0 : (j ? 3.5 : 1.0) * (L[0][0] * L[0][0]);
        }
    for (int j = 0; j < dim; j++) c.v[j] = j ? 4.0 * draw(state) - 2.0 : -0.1 - draw(state);
    return c;
}

// Draws the coefficients that consist of one number, within their range. Infinite limits are replaced by -1 and 2.
static int random_params(uint32_t *state, const carom_law *law, carom_params *p) {
    for (int k = 0; k < law->coefficient_count; k++) {
        const carom_coefficient *row = &law->coefficients[k];
        if (row->kind != CAROM_REAL && row->kind != CAROM_PAIR) continue;
        if (!strcmp(row->name, "mu_static") || !strcmp(row->name, "rest_speed")) continue;
        const double low = row->lowest > -1e300 ? row->lowest : -1.0, high = row->highest < 1e300 ? row->highest : 2.0;
        const double value = low + (high - low) * draw(state);
        if (carom_params_set(p, row, &value, 1) != CAROM_OK) return 0;
    }
    return 1;
}

static int hash_law(const carom_law *law, int dim, long problems) {
    uint32_t state = (uint32_t)dim;
    twofold h = {0x811c9dc5u, 1u};
    long answered = 0;
    for (long i = 0; i < problems; i++) {
        const carom_contact c = random_problem(&state, dim, i);
        carom_params p = params_plain();
        carom_result out;
        if (!random_params(&state, law, &p)) return 0;
        const carom_status status = carom_collide(law, &c, &p, &out);
        add_word(&h, (uint32_t)status);
        if (status != CAROM_OK) continue;
        answered++;
        add_word(&h, (uint32_t)out.mode);
        add_word(&h, out.violations);
        for (int j = 0; j < dim; j++) add_number(&h, out.P[j]);
        for (int j = 0; j < dim; j++) add_number(&h, out.v[j]);
        add_number(&h, out.dE);
    }
    printf("%s %d %ld %08x%08x\n", law->name, dim, answered, h.a, h.b);
    return 1;
}

int main(int argc, char **argv) {
    const long problems = argc > 1 ? atol(argv[1]) : 1000;
    for (int k = 0; carom_law_at(NULL, k, CAROM_ONE_CONTACT); k++)
        for (int dim = 2; dim <= 3; dim++) {
            const carom_law *law = carom_law_at(NULL, k, CAROM_ONE_CONTACT);
            if (law->closed_form & (dim == 2 ? CAROM_2D : CAROM_3D) && !hash_law(law, dim, problems)) return 1;
        }
    return 0;
}
