#include "carom/combine.h"

#include <math.h>
#include <string.h>

static const char *const names[] = {
    [CAROM_COMBINE_MAX] = "max",
    [CAROM_COMBINE_MIN] = "min",
    [CAROM_COMBINE_PRODUCT] = "product",
    [CAROM_COMBINE_MEAN] = "mean",
    [CAROM_COMBINE_GEOMETRIC] = "geometric",
};
enum { RULES = sizeof names / sizeof *names };

const char *carom_combine_name(int rule) {
    return rule >= 0 && rule < RULES ? names[rule] : NULL;
}

int carom_combine_find(const char *name) {
    for (int i = 0; name && i < RULES; i++)
        if (!strcmp(names[i], name)) return i;
    return -1;
}

carom_status carom_combine(carom_combine_rule rule, double a, double b, double *combined) {
    if (!combined) return CAROM_NULL_POINTER;
    *combined = (double)NAN;
    if (!(a >= 0.0) || !(b >= 0.0)) return CAROM_BAD_VALUE;
    switch (rule) {
    case CAROM_COMBINE_MAX: *combined = a > b ? a : b; break;
    case CAROM_COMBINE_MIN: *combined = a < b ? a : b; break;
    case CAROM_COMBINE_PRODUCT: *combined = a * b; break;
    case CAROM_COMBINE_MEAN: *combined = 0.5 * a + 0.5 * b; break;
    // Root by root: a product of two small or two large numbers may leave the range of doubles.
    case CAROM_COMBINE_GEOMETRIC: *combined = sqrt(a) * sqrt(b); break;
    default: return CAROM_BAD_VALUE;
    }
    return *combined >= 0.0 ? CAROM_OK : CAROM_BAD_VALUE;
}
