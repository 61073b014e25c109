// Computes the uncertainty of a mean over impacts by resampling whole groups, since impacts of one group are similar.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "cli/fit/study.h"
#include "cli/fit/table.h"

enum { SAMPLES = 1000 };

static size_t below(uint64_t *state, size_t n) {
    return (size_t)(carom_random_next(state) % n);
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef struct {
    int group;
    double sum;
    size_t count;
} part;

static int by_group(const void *a, const void *b) {
    const int x = ((const part *)a)->group, y = ((const part *)b)->group;
    return (x > y) - (x < y);
}

// Computes the sum and count of each group. Returns the number of groups.
static size_t gather(const carom_fit_data *data, const double *value, part *parts) {
    size_t groups = 0;
    for (size_t k = 0; k < data->count; k++) parts[k] = (part){data->group[k], value[k], 1};
    qsort(parts, data->count, sizeof *parts, by_group);
    for (size_t k = 0; k < data->count; k++) {
        const part p = parts[k];
        if (groups && parts[groups - 1].group == p.group)
            parts[groups - 1].sum += p.sum, parts[groups - 1].count++;
        else
            parts[groups++] = p;
    }
    return groups;
}

bool carom_fit_bootstrap(const carom_fit_data *data, const double *value, double *mean, double *low, double *high) {
    part *parts = carom_fit_more(NULL, data->count, sizeof *parts);
    double sample[SAMPLES], sum = 0.0;
    uint64_t state = 1;
    *mean = *low = *high = (double)NAN;
    if (!parts) return false;
    for (size_t k = 0; k < data->count; k++) sum += value[k];
    *mean = sum / (double)data->count;
    const size_t groups = gather(data, value, parts);
    for (int i = 0; i < SAMPLES; i++) {
        size_t count = 0;
        sum = 0.0;
        for (size_t k = 0; k < groups; k++) {
            const part *p = &parts[below(&state, groups)];
            sum += p->sum, count += p->count;
        }
        sample[i] = sum / (double)count;
    }
    free(parts);
    qsort(sample, SAMPLES, sizeof *sample, ascending);
    *low = sample[SAMPLES / 40], *high = sample[SAMPLES - 1 - SAMPLES / 40];
    return true;
}
