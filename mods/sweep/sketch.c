#include "mods/sweep/sketch.h"

#include <math.h>

static double step_start(int step) {
    return ldexp(1.0 + (double)(step % CAROM_SKETCH_FINE) / CAROM_SKETCH_FINE, step / CAROM_SKETCH_FINE - 32);
}

void carom_sketch_bounds(int bucket, double *low, double *high) {
    const int step = bucket < CAROM_SKETCH_SIDE ? CAROM_SKETCH_SIDE - 1 - bucket : bucket - CAROM_SKETCH_SIDE - 1;
    const double near = step < 0 ? 0.0 : step_start(step);
    const double far = step < 0 ? 0.0 : step == CAROM_SKETCH_SIDE - 1 ? HUGE_VAL : step_start(step + 1);
    *low = bucket < CAROM_SKETCH_SIDE ? -far : near;
    *high = bucket < CAROM_SKETCH_SIDE ? -near : far;
}
