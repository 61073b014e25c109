// Finds the ranges of histograms that the file does not give, from a few samples.
#include <math.h>

#include "mods/sweep/block.h"

// Adds a margin for values beyond those samples, and rounds the ends.
static carom_histogram range_of(double low, double high) {
    const double width = high - low;
    if (!(width > 1e-9 * fmax(fabs(low), fabs(high))) || !isfinite(width)) return (carom_histogram){.wanted = false};
    const double power = pow(10.0, floor(log10(width / 10.0)));
    const double part = width / 10.0 / power, step = (part < 2.0 ? 1.0 : part < 5.0 ? 2.0 : 5.0) * power;
    return (carom_histogram){true, step * floor((low - 0.15 * width) / step),
                             step * ceil((high + 0.15 * width) / step)};
}

bool carom_study_pilot(carom_study *study) {
    // Take 16 samples at each of 16 places of the study. They cover all parts of a grid, and a contact model takes less
    // than a second.
    enum { PLACES = 16, SAMPLES = 16 };
    double low[CAROM_OUTPUT_COUNT], high[CAROM_OUTPUT_COUNT];
    carom_worker worker;
    if (!carom_worker_start(&worker, study)) return false;
    for (int k = 0; k < study->outputs; k++) {
        low[k] = HUGE_VAL;
        high[k] = -HUGE_VAL;
    }
    for (uint64_t place = 0; place < PLACES; place++) {
        const uint64_t first = study->samples / PLACES * place, left = study->samples - first;
        carom_worker_span(&worker, first, left < SAMPLES ? (size_t)left : SAMPLES, low, high);
    }
    carom_worker_end(&worker);
    for (int k = 0; k < study->outputs; k++) study->histogram[k] = range_of(low[k], high[k]);
    return true;
}
