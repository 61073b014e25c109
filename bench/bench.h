// How fast batches are, beside what the memory allows and beside one call at a time; all measured in one run.
#ifndef CAROM_BENCH_H
#define CAROM_BENCH_H

#include <stdbool.h>

#include "carom/batch.h"

// Random problems are those of random.h with this seed, made ordinary: none is settled without its law.
#define BENCH_SEED     2024
#define BENCH_DISTINCT 1000000 // more than a branch predictor learns; larger batches repeat them

#define BENCH_MOST_IN  17 // columns read: 9 in space and up to eight parameters
#define BENCH_MOST_OUT 3  // columns written, besides a byte for the mode

#define BENCH_THREADS 2 // at most

// One law in one dimension.
typedef struct bench_case {
    const carom_law *law;
    int dim;
    carom_restitution restitution; // for laws that read it
    int level;                     // of instructions: 0 is the machine's best
} bench_case;

// The number of a level by its name, 0 without one, -1 if this machine has none of that name; and back.
int bench_level(const char *name);
const char *bench_level_name(int level);

// Every law with lanes. Returns how many; writes at most `most`.
int bench_cases(bench_case *cases, int most);

// Problems in columns, and room for their answers.
typedef struct bench_data {
    size_t n;
    int reads, writes;         // columns of doubles
    double *in[BENCH_MOST_IN]; // W row by row, v, then the parameters the law reads
    double *out[BENCH_MOST_OUT];
    uint8_t *mode;
    carom_batch_in batch;
    carom_batch_out answers;
    carom_params params;
    void *memory; // what bench_free frees, with the batch's
} bench_data;

// With memory for the batch on all threads. False if there is no memory for it.
bool bench_make(bench_data *data, const bench_case *one, size_t n);
void bench_free(bench_data *data);

typedef struct bench_result {
    size_t n;
    int threads, bytes;                            // bytes moved per item
    double batch_ns, limit_ns, scalar_ns;          // per item: the batch, the memory's limit, one call at a time
    double fraction_of_limit, speedup_over_scalar; // limit / batch, scalar / batch
} bench_result;

// Best of many, for about `seconds` in all. Times are processor times, of the slower thread if there are two.
bench_result bench_run(const bench_case *one, bench_data *data, int threads, double scalar_ns, double seconds);

// One call of carom_collide after the other, from the same columns, ns per item: best over the whole data.
double bench_scalar(const bench_case *one, const bench_data *data, double seconds);

double bench_now(void);      // seconds
double bench_own_time(void); // of this thread's processor

// Prints what derivatives cost, of one law or (NULL) of all that have them, in batches of n. False: no memory.
bool bench_jac(const char *law, size_t n, double seconds);

// Reads the same columns and writes the same columns as a batch, items first .. end - 1, and does nothing else.
typedef void bench_limit(const bench_data *data, size_t first, size_t end);
bench_limit bench_limit_baseline, bench_limit_v3, bench_limit_v4;

#endif
