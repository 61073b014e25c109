#include "walk/bracket.h"

#include <math.h>

double carom_bracket_guess(double low, double high, const double value[2], const double slope[2]) {
    const double width = high - low, u = value[0] / (value[0] - value[1]);
    const double d0 = slope[0] * width, d1 = slope[1] * width, rise = value[1] - value[0];
    const double bend = u * (1.0 - u) * (d0 * (1.0 - u) - d1 * u + rise * (2.0 * u - 1.0));
    const double rate = rise + (1.0 - u) * (1.0 - 3.0 * u) * (d0 - rise) + u * (3.0 * u - 2.0) * (d1 - rise);
    const double v = rate > 0.0 ? u - bend / rate : u;
    return low + width * (v > 0.0 && v < 1.0 ? v : u);
}

double carom_bracket_beyond(double low, double value, double slope) {
    const double most = low > 0.0 ? low : 1.0;
    const bool near = -value < most * slope;
    return low + (near ? -value : most) / (near ? slope : 1.0);
}

// Returns whether the search has converged. Newton's method is quadratic. For some constant C, a step is about C times
// the square of the previous one. The error after a step is about C times its square. The step after one of 1e-9 is
// below rounding for every C. Only steps below 1e-5 determine C.
static bool settled(double step, double before, double clock) {
    if (step <= 1e-9 * clock) return true;
    return before > 0.0 && before < 1e-2 * clock && step <= 1e-5 * clock &&
           step * (step / before) * (step / before) <= 1e-17 * clock;
}

double carom_bracket_step(carom_bracket *b, double clock, double value, double newton, bool *last) {
    *(value >= 0.0 ? &b->high : &b->low) = clock;
    double next = clock - newton;
    // In a bracket without an end, a step from a point at which the value hardly rises would be too long. The limit is
    // 1e6, because a slip that passes rest at 1e-18 of its size has an event at 1e18.
    const double most = isinf(b->high) ? 1e6 * (b->low + 1.0) : b->high;
    const bool inside = next >= b->low && next <= most;
    if (!inside) next = isinf(b->high) ? 2.0 * b->low + 1.0 : 0.5 * (b->low + b->high);
    const double step = fabs(next - clock);
    *last = (inside && settled(step, b->step, next)) || step <= 2e-16 * next;
    b->step = inside ? step : 0.0;
    return next;
}
