// One coefficient from two bodies' own: a choice the caller names, never made for him.
#ifndef CAROM_COMBINE_H
#define CAROM_COMBINE_H

#include "carom/status.h"

CAROM_BEGIN

typedef enum carom_combine_rule {
    CAROM_COMBINE_MAX = 0,      // the larger
    CAROM_COMBINE_MIN = 1,      // the smaller
    CAROM_COMBINE_PRODUCT = 2,  // a b
    CAROM_COMBINE_MEAN = 3,     // (a + b) / 2
    CAROM_COMBINE_GEOMETRIC = 4 // sqrt(a b)
} carom_combine_rule;

// Both coefficients must be numbers, not negative; infinity is a friction coefficient. infinity times 0 is refused.
CAROM_API carom_status carom_combine(carom_combine_rule rule, double a, double b, double *combined);

CAROM_END

#endif
