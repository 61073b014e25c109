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

// Extends the ranges of the outputs to the results of these samples.
static void extend(carom_worker *w, uint64_t first, size_t n, double *low, double *high) {
    const carom_study *s = w->study;
    carom_block_answers answers = {0};
    carom_worker_draw(w, first, n);
    for (int law = 0; law < s->laws; law++) {
        carom_worker_answer(w, law, n, &answers);
        for (int k = 0; k < s->outputs; k++)
            for (size_t i = 0; i < n; i++) {
                const double y = answers.variable[s->inputs + k][i];
                if (carom_status_classify((carom_status)answers.status[i]) != CAROM_CLASS_OK || !isfinite(y)) continue;
                low[k] = fmin(low[k], y);
                high[k] = fmax(high[k], y);
            }
    }
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
        extend(&worker, first, left < SAMPLES ? (size_t)left : SAMPLES, low, high);
    }
    carom_worker_end(&worker);
    for (int k = 0; k < study->outputs; k++) study->histogram[k] = range_of(low[k], high[k]);
    return true;
}
