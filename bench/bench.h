// Measures the time of batches and compares it with the limit of the memory and with single calls, all in one run.
#ifndef CAROM_BENCH_H
#define CAROM_BENCH_H

#include <stdbool.h>

#include "carom/batch.h"

// The seed of random.h for the problems. data.c changes them so that no problem is trivial: every result needs its law.
#define BENCH_SEED     2024
#define BENCH_DISTINCT 1000000 // more than a branch predictor can learn; larger batches repeat these problems

#define BENCH_MOST_IN  17 // maximum number of input columns: 9 in 3D and up to 8 coefficients
#define BENCH_MOST_OUT 3  // output columns, in addition to one byte for the mode

#define BENCH_THREADS 2 // maximum number of threads

// One law in one dimension.
typedef struct bench_case {
    const carom_law *law;
    int dim;
    carom_restitution restitution; // for laws that read it
    int level;                     // instruction set level: 0 is the best of this machine
} bench_case;

// bench_level returns the number of a level. It is 0 if name is NULL and -1 if this machine lacks the level.
// bench_level_name returns the name of a level. For 0 this is the best level.
int bench_level(const char *name);
const char *bench_level_name(int level);

// Writes at most `most` cases, one for each law with a SIMD kernel and each dimension. Returns their number.
int bench_cases(bench_case *cases, int most);

// The problems of a batch in columns, with memory for the results.
typedef struct bench_data {
    size_t n;
    int reads, writes;         // number of columns of doubles
    double *in[BENCH_MOST_IN]; // W row by row, v, then the coefficients that the law reads
    double *out[BENCH_MOST_OUT];
    uint8_t *mode;
    carom_batch_in batch;
    carom_batch_out answers;
    carom_params params;
    void *memory; // freed by bench_free, with the memory of the batch
} bench_data;

// Allocates and fills the data for a batch with all threads. Returns false if memory is short.
bool bench_make(bench_data *data, const bench_case *one, size_t n);
void bench_free(bench_data *data);

typedef struct bench_result {
    size_t n;
    int threads, bytes;                            // bytes read and written per impact
    double batch_ns, limit_ns, scalar_ns;          // ns per impact: the batch, the limit of the memory, single calls
    double fraction_of_limit, speedup_over_scalar; // limit / batch, scalar / batch
} bench_result;

// Measures for about `seconds` in total and returns the best of several rounds. The times are processor times; with two
// threads the time of the slower one counts.
bench_result bench_run(const bench_case *one, bench_data *data, int threads, double scalar_ns, double seconds);

// Returns the time of single calls of carom_collide on the same columns, in ns per impact: the best pass over all data.
double bench_scalar(const bench_case *one, const bench_data *data, double seconds);

double bench_now(void);      // current time, seconds
double bench_own_time(void); // processor time of this thread, seconds

// Prints the cost of derivatives for one law, or for all laws that have them (NULL), in batches of n. Returns false if
// memory is short.
bool bench_jac(const char *law, size_t n, double seconds);

// Reads and writes the same columns as a batch, for the impacts first .. end - 1, without computing a law.
typedef void bench_limit(const bench_data *data, size_t first, size_t end);
bench_limit bench_limit_baseline, bench_limit_v3, bench_limit_v4;

#endif
