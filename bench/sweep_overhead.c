// Compares the processor time of a sweep with that of the batch call alone on the same samples. Also compares the time
// of writing columns with that of plain HDF5 for the same bytes.
//   sweep_overhead [MILLIONS]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include <hdf5.h>

#include "carom/batch.h"
#include "mods/sweep/block.h"
#include "mods/sweep/ranks.h"
#include "mods/sweep/sample.h"

enum { INPUTS = 4 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Computes 2D contacts with varied v, e and mu.
static void make(void *context, size_t n, double *const x[], carom_contacts *c) {
    (void)context;
    c->dim = 2;
    for (size_t i = 0; i < n; i++) {
        c->W[0][0][i] = c->W[1][1][i] = 2.5;
        c->W[0][1][i] = -1.5;
        c->v[0][i] = x[0][i];
        c->v[1][i] = x[1][i];
    }
}

static carom_study planar(uint64_t samples) {
    carom_study s = {
        .seed = 1, .samples = samples, .inputs = INPUTS, .laws = 1, .outputs = 1, .make = make, .worst = 5};
    const double range[INPUTS][2] = {{-2.0, -0.1}, {-2.0, 2.0}, {0.0, 1.0}, {0.0, 1.5}};
    for (int k = 0; k < INPUTS; k++)
        s.input[k] = (carom_input){.param = CAROM_PARAM_NONE,
                                   .spread = CAROM_UNIFORM,
                                   .a = range[k][0],
                                   .b = range[k][1],
                                   .low = -HUGE_VAL,
                                   .high = HUGE_VAL,
                                   .u_high = 1.0};
    for (int k = 0; k < INPUTS; k++) snprintf(s.input[k].name, sizeof s.input[k].name, "input%d", k);
    s.asked[0] = (carom_law_asked){
        .name = "routh", .law = carom_law_find(NULL, "routh", CAROM_ONE_CONTACT), .params = carom_params_default()};
    for (int p = 0; p < CAROM_PARAM_END; p++) s.asked[0].input_of[p] = -1;
    s.asked[0].input_of[CAROM_PARAM_e] = 2;
    s.asked[0].input_of[CAROM_PARAM_mu] = 3;
    s.output[0] = CAROM_OUTPUT_dE;
    return s;
}

// Returns the time of the batch call alone. If `sampled`, new samples are drawn for each block, otherwise all blocks
// use the same samples.
static double bare(carom_worker *w, uint64_t blocks, bool sampled) {
    const double start = now();
    const carom_contacts *c = w->contacts;
    carom_batch_in in = {.dim = 2, .params = &w->study->asked[0].params};
    carom_batch_out out = {.dE = carom_array_out(w->solved.dE),
                           .P = {carom_array_out(w->solved.P[0]), carom_array_out(w->solved.P[1])},
                           .v = {carom_array_out(w->solved.v[0]), carom_array_out(w->solved.v[1])},
                           .mode = carom_bytes_array_out(w->solved.mode),
                           .violations = carom_bytes_array_out(w->solved.broken),
                           .status = carom_bytes_array_out(w->solved.status)};
    in.W[0][0] = carom_array(c->W[0][0]), in.W[0][1] = carom_array(c->W[0][1]), in.W[1][1] = carom_array(c->W[1][1]);
    in.v[0] = carom_array(c->v[0]), in.v[1] = carom_array(c->v[1]);
    in.param[CAROM_PARAM_e] = carom_array(w->x[2]), in.param[CAROM_PARAM_mu] = carom_array(w->x[3]);
    for (uint64_t b = 0; b < blocks; b++) {
        if (sampled || !b) {
            carom_sample(w->study, b * CAROM_SWEEP_BLOCK, CAROM_SWEEP_BLOCK, w->x);
            make(NULL, CAROM_SWEEP_BLOCK, w->x, w->contacts);
        }
        carom_collide_batch(w->study->asked[0].law, CAROM_SWEEP_BLOCK, &in, &out);
    }
    return now() - start;
}

static double swept(carom_worker *w, uint64_t blocks, uint64_t *summary) {
    const double start = now();
    for (uint64_t b = 0; b < blocks; b++) carom_worker_block(w, b, summary);
    return now() - start;
}

// Returns the time of writing the columns with plain HDF5, one block at a time and without the safeguards of carom.
static double hdf5_bare(uint64_t samples, int columns, const double *data) {
    const double start = now();
    const hid_t file = H5Fcreate("bare.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hsize_t size = samples, piece = CAROM_SWEEP_BLOCK;
    const hid_t space = H5Screate_simple(1, &size, NULL), memory = H5Screate_simple(1, &piece, NULL);
    hid_t set[16];
    for (int k = 0; k < columns; k++) {
        const char name[2] = {(char)('a' + k), 0};
        set[k] = H5Dcreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    }
    for (hsize_t first = 0; first < samples; first += piece) {
        H5Sselect_hyperslab(space, H5S_SELECT_SET, &first, NULL, &piece, NULL);
        for (int k = 0; k < columns; k++) H5Dwrite(set[k], H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, data);
    }
    for (int k = 0; k < columns; k++) H5Dclose(set[k]);
    H5Sclose(space);
    H5Sclose(memory);
    H5Fclose(file);
    return now() - start;
}

// Runs the study with columns: pieces, and their merge into one file.
static double sweep_columns(carom_study *s) {
    static const volatile sig_atomic_t go_on;
    const carom_sweep_ranks alone = {.rank = 0, .size = 1};
    carom_run run = {.ranks = &alone, .commit_every = 1.0, .stop = &go_on};
    carom_results results;
    carom_worker worker;
    carom_piece piece;
    s->columns = true;
    mkdir("swept.h5.parts", 0777);
    if (!carom_results_new(&results, s, "{}", "swept.h5") || !carom_worker_start(&worker, s)) return -1.0;
    if (!carom_piece_new(&piece, s)) return -1.0;
    worker.piece = &piece;
    const double start = now();
    carom_run_study(&run, &results, &worker);
    const double seconds = now() - start;
    carom_worker_end(&worker);
    carom_piece_free(&piece);
    carom_results_free(&results);
    return run.error ? -1.0 : seconds;
}

int main(int argc, char **argv) {
    const uint64_t blocks = (uint64_t)(argc > 1 ? atoi(argv[1]) : 10) * 1000000 / CAROM_SWEEP_BLOCK;
    carom_study s = planar(blocks * CAROM_SWEEP_BLOCK);
    carom_worker worker;
    if (!carom_worker_start(&worker, &s)) return 1;
    uint64_t *summary = calloc(worker.shape.words, sizeof *summary);
    carom_summary_clear(&s, &worker.shape, summary);
    const double n = (double)s.samples, alone = bare(&worker, blocks, false), sampled = bare(&worker, blocks, true);
    const double all = swept(&worker, blocks, summary);
    printf("processor time a sample: batch alone %.1f ns, with its samples drawn %.1f ns, summarised %.1f ns\n",
           1e9 * alone / n, 1e9 * sampled / n, 1e9 * all / n);
    printf("summaries: %.2f of the batch alone, %.2f of the batch with its samples\n", all / alone, all / sampled);
    // These are four inputs and dE. The plain file lacks the three byte columns of the sweep.
    const double plain = hdf5_bare(s.samples, INPUTS + 1, worker.x[0]), kept = sweep_columns(&s);
    printf("columns: %.3g s, HDF5 alone %.3g s for %.0f MB: %.2f; beyond the summaries %.2f\n", kept, plain, 40e-6 * n,
           kept / plain, (kept - all) / plain);
    remove("bare.h5");
    remove("swept.h5");
    free(summary);
    carom_worker_end(&worker);
    return 0;
}
