// Solves a million impacts that are stored in an array of structs, as in a simulation. They are read and written in
// place, without a copy.
//   cc -O2 million.c $(pkg-config --cflags --libs carom) -lm -o million && ./million
// It compiles as C and as C++. With -fopenmp carom_batch_threads uses the given number of threads.
#include <carom/batch.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
    int id;
    double W_nn, W_nt, W_tt; // inverse mass at the contact, 1/kg
    double v[2], mu;         // velocity before, normal first, m/s; friction of this contact
    double P[2], after[2];   // impulse and velocity after, written by carom
    uint8_t mode, violations, status;
} particle_contact;

// A column is the address of its first number and the distance to the next number, in bytes.
static carom_column column(const double *first) {
    carom_column c = {first, sizeof(particle_contact)};
    return c;
}

static carom_column_out column_out(double *first) {
    carom_column_out c = {first, sizeof(particle_contact)};
    return c;
}

static carom_byte_column_out bytes_out(uint8_t *first) {
    carom_byte_column_out c = {first, sizeof(particle_contact)};
    return c;
}

int main(void) {
    const size_t n = 1000000;
    particle_contact *all = (particle_contact *)calloc(n, sizeof *all);
    if (!all) return 1;
    for (size_t i = 0; i < n; i++) {
        const double share = (double)i / (double)n;
        all[i].W_nn = 2.0, all[i].W_nt = share - 0.5, all[i].W_tt = 3.0;
        all[i].v[0] = -1.0, all[i].v[1] = 2.0 * share - 1.0, all[i].mu = 0.5 * share;
    }
    carom_params p = carom_params_default();
    p.e = 0.6; // the same for all contacts; mu differs
    carom_batch_in in = {0};
    in.dim = 2, in.params = &p;
    in.W[0][0] = column(&all->W_nn), in.W[0][1] = column(&all->W_nt), in.W[1][1] = column(&all->W_tt);
    in.v[0] = column(&all->v[0]), in.v[1] = column(&all->v[1]);
    in.param[CAROM_PARAM_mu] = column(&all->mu);
    carom_batch_out out = {0};
    out.P[0] = column_out(&all->P[0]), out.P[1] = column_out(&all->P[1]);
    out.v[0] = column_out(&all->after[0]), out.v[1] = column_out(&all->after[1]);
    out.mode = bytes_out(&all->mode), out.violations = bytes_out(&all->violations),
    out.status = bytes_out(&all->status);

    const clock_t start = clock();
    if (carom_collide_batch(&carom_law_routh, n, &in, &out) != CAROM_OK) return 1;
    const double seconds = (double)(clock() - start) / (double)CLOCKS_PER_SEC;
    size_t stuck = 0, broken = 0;
    for (size_t i = 0; i < n; i++) {
        stuck += all[i].mode == CAROM_MODE_C_STICKING || all[i].mode == CAROM_MODE_R_STICKING;
        broken += all[i].status != CAROM_OK || all[i].violations != 0;
    }
    printf("%zu impacts in %.0f ms: %zu stick, %zu break something\n", n, 1e3 * seconds, stuck, broken);
    // A single call for one of these contacts gives the same bits.
    const particle_contact *one = &all[n / 3];
    carom_contact c = {0};
    c.dim = 2;
    c.W[0][0] = one->W_nn, c.W[0][1] = c.W[1][0] = one->W_nt, c.W[1][1] = one->W_tt;
    c.v[0] = one->v[0], c.v[1] = one->v[1];
    p.mu = one->mu;
    carom_result alone;
    carom_collide(&carom_law_routh, &c, &p, &alone);
    const int same = alone.P[0] == one->P[0] && alone.P[1] == one->P[1];
    free(all);
    return !(same && stuck && !broken);
}
