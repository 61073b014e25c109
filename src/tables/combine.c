#include "carom/explain.h"

#include <math.h>

carom_status carom_combine(carom_combine_rule rule, double a, double b, double *combined) {
    if (!combined) return CAROM_NULL_POINTER;
    *combined = (double)NAN;
    if (!(a >= 0.0) || !(b >= 0.0)) return CAROM_BAD_VALUE;
    switch (rule) {
    case CAROM_COMBINE_MAX: *combined = a > b ? a : b; break;
    case CAROM_COMBINE_MIN: *combined = a < b ? a : b; break;
    case CAROM_COMBINE_PRODUCT: *combined = a * b; break;
    case CAROM_COMBINE_MEAN: *combined = 0.5 * a + 0.5 * b; break;
    // The square roots are multiplied, because the product of two small or two large numbers may underflow or overflow.
    case CAROM_COMBINE_GEOMETRIC: *combined = sqrt(a) * sqrt(b); break;
    default: return CAROM_BAD_VALUE;
    }
    return *combined >= 0.0 ? CAROM_OK : CAROM_BAD_VALUE;
}
