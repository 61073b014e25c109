// Values of which Eva knows only the type. The doubles include NaN and infinities.
#ifndef CAROM_EVA_ANY_H
#define CAROM_EVA_ANY_H

static volatile double any_double;
static volatile int any_int;

static inline void any_doubles(double *x, int count) {
    for (int i = 0; i < count; i++) x[i] = any_double;
}

// Returns any integer from low to high.
static inline int any_of(int low, int high) {
    const int x = any_int;
    return x < low ? low : x > high ? high : x;
}

#endif
