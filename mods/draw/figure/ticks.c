#include "ticks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"

double carom_tick_step(double low, double high, int wanted) {
    const double rough = (high - low) / wanted;
    const double power = pow(10.0, floor(log10(rough)));
    const double lead = rough / power;
    return power * (lead < 1.5 ? 1.0 : lead < 3.5 ? 2.0 : lead < 7.5 ? 5.0 : 10.0);
}

// Includes a tick on the edge despite rounding. Returns at most 100 ticks, because a step smaller than the rounding of
// `low` would never reach the end.
bool carom_tick_at(double low, double high, double step, int n, double *value) {
    *value = step * (ceil(low / step - 1e-9) + n);
    return n < 100 && *value <= high + 1e-9 * step;
}

const char *carom_tick_text(double value, double step, char *text, size_t size) {
    int decimals = 0;
    for (double unit = step; decimals < 9 && fabs(unit - round(unit)) > 1e-9 * unit; unit *= 10.0) decimals++;
    const double shown = fabs(value) < 1e-9 * step ? 0.0 : value;
    // Very small or large numbers are written with a power of ten.
    if (step < 1e-4 || fabs(shown) >= 1e6)
        snprintf(text, size, "%s%g", shown < 0.0 ? "−" : "", fabs(shown));
    else
        snprintf(text, size, "%s%.*f", shown < 0.0 ? "−" : "", decimals, fabs(shown));
    carom_decimal_pointed(text);
    return text;
}
