// Measures the limit of the memory: reads every input column once and writes every output column once, in blocks like
// the batches. BENCH_LIMIT is the name of the function, which is compiled with the flags of one instruction set level.
#include "bench.h"

#ifndef BENCH_LIMIT
#define BENCH_LIMIT bench_limit_baseline
#endif
#define BLOCK 128

// Sums up to four columns, the cheapest operation on every number that a compiler cannot remove.
static void sum4(size_t n, const double *restrict a, const double *restrict b, const double *restrict c,
                 const double *restrict d, double *restrict to) {
    for (size_t i = 0; i < n; i++) to[i] = (a[i] + b[i]) + (c[i] + d[i]);
}

static void sum3(size_t n, const double *restrict a, const double *restrict b, const double *restrict c,
                 double *restrict to) {
    for (size_t i = 0; i < n; i++) to[i] = a[i] + b[i] + c[i];
}

static void sum2(size_t n, const double *restrict a, const double *restrict b, double *restrict to) {
    for (size_t i = 0; i < n; i++) to[i] = a[i] + b[i];
}

static void ones(size_t n, uint8_t *restrict to) {
    for (size_t i = 0; i < n; i++) to[i] = 1;
}

static void add(size_t n, const double *restrict a, double *restrict to) {
    for (size_t i = 0; i < n; i++) to[i] += a[i];
}

// Distributes the input columns over the outputs. Each output is the sum of two, three or four inputs. Further inputs
// are added while the block is still in the cache.
static void block(const bench_data *x, size_t first, size_t n) {
    int column = 0;
    for (int k = 0; k < x->writes; k++) {
        const int left = x->writes - k, take = (x->reads - column + left - 1) / left;
        double *const *in = &x->in[column];
        double *to = x->out[k] + first;
        if (take >= 4)
            sum4(n, in[0] + first, in[1] + first, in[2] + first, in[3] + first, to);
        else if (take == 3)
            sum3(n, in[0] + first, in[1] + first, in[2] + first, to);
        else
            sum2(n, in[0] + first, in[1] + first, to);
        for (int i = 4; i < take; i++) add(n, in[i] + first, to);
        column += take;
    }
    ones(n, x->mode + first);
}

void BENCH_LIMIT(const bench_data *data, size_t first, size_t end) {
    for (; first < end; first += BLOCK) block(data, first, end - first < BLOCK ? end - first : BLOCK);
}
