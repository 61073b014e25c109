#include "base/root.h"

#include <math.h>

// Halving alone takes about 64 evaluations from a bracket of 2 to the spacing of doubles near 1. It takes more only for
// a root near zero.
#define MOST_LOOKS 200
// After this many evaluations the bracket is only halved, because the function is too flat for linear interpolation.
// Smooth functions take 6 to 15. A ninefold root takes 97 by Newton's method alone, and 187 by chords.
#define MOST_LINES 40

static double half_way(const carom_root *r) {
    return isinf(r->high) ? 2.0 * r->low + 1.0 : 0.5 * (r->low + r->high);
}

static bool inside(const carom_root *r, double x) {
    return isgreater(x, r->low) && isless(x, r->high); // false for NaN, without a floating-point exception
}

carom_root carom_root_between(double low, double high, bool rising) {
    carom_root r = {.low = low, .high = high, .rising = rising, .at_low = (double)NAN, .at_high = (double)NAN};
    r.step = r.before = r.wide = high - low;
    r.x = half_way(&r);
    r.over = !inside(&r, r.x);
    return r;
}

// Returns the zero of the chord through both ends. If this rounds to an end, returns the next double inside the
// bracket: either the root lies there, or the end moves. Returns NaN if the values at the ends are not known, or if
// halving has reduced both to zero.
static double chord(const carom_root *r) {
    const double across = r->at_low - r->at_high;
    if (isnan(across) || across == 0.0) return (double)NAN;
    const double x = r->low + (r->high - r->low) * (r->at_low / across);
    const double beside = fmax(r->least, 4e-16 * fmax(fabs(r->low), fabs(r->high)));
    return x <= r->low ? r->low + beside : x >= r->high ? r->high - beside : x;
}

carom_root carom_root_chord(double low, double at_low, double high, double at_high) {
    carom_root r = carom_root_between(low, high, !(at_low > 0.0));
    r.at_low = at_low;
    r.at_high = at_high;
    if (at_low == 0.0 || at_high == 0.0) {
        r.x = at_low == 0.0 ? low : high;
        r.over = true;
    } else {
        carom_root_guess(&r, chord(&r));
    }
    return r;
}

void carom_root_guess(carom_root *r, double x) {
    if (inside(r, x)) r->x = x;
}

// Replaces the end of the bracket on this side of the root. The value of an end that stays twice is halved (Illinois),
// because otherwise every chord would come from the same side.
static void narrow(carom_root *r, bool beyond, double value) {
    const int side = beyond ? 1 : -1;
    *(beyond ? &r->high : &r->low) = r->x;
    *(beyond ? &r->at_high : &r->at_low) = value;
    if (r->side == side) *(beyond ? &r->at_low : &r->at_high) *= 0.5;
    r->side = side;
}

static void look_at(carom_root *r, double next) {
    r->before = r->step;
    r->step = fabs(next - r->x);
    r->over = !inside(r, next) || r->step <= r->least || ++r->looks >= MOST_LOOKS;
    r->x = next;
}

// Processes the function value at the current point. Returns true if the search continues.
static bool see(carom_root *r, double value) {
    r->over = !(value < 0.0 || value > 0.0);
    if (isnan(value)) r->x = value;
    if (!r->over) narrow(r, (value > 0.0) == r->rising, value);
    return !r->over;
}

void carom_root_newton(carom_root *r, double value, double slope) {
    if (!see(r, value)) return;
    const double next = r->x - value / slope, step = fabs(next - r->x);
    if (next >= r->low && next <= r->high && step <= r->close * fabs(next)) {
        r->x = next;
        r->over = true;
        return;
    }
    look_at(r, inside(r, next) && step <= 0.5 * r->before && r->looks < MOST_LINES ? next : half_way(r));
}

void carom_root_secant(carom_root *r, double value) {
    if (!see(r, value)) return;
    if (r->high - r->low <= 0.5 * r->wide) {
        r->wide = r->high - r->low;
        r->slow = 0;
    }
    // Three chords that do not halve the bracket are too slow.
    const double next = chord(r);
    look_at(r, inside(r, next) && ++r->slow <= 3 && r->looks < MOST_LINES ? next : half_way(r));
}

void carom_root_halve(carom_root *r, bool beyond) {
    narrow(r, beyond, beyond == r->rising ? 1.0 : -1.0);
    look_at(r, half_way(r));
}
