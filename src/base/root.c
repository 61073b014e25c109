#include "base/root.h"

#include <math.h>

// 200: halving alone takes some 64 from a bracket of 2 to the spacing of doubles near 1, more only near zero.
#define MOST_LOOKS 200
// From here on the bracket is halved: a function that no line has caught by now is too flat for lines. Smooth ones take
// 6 to 15 looks; a ninefold root takes 97 by Newton alone, and 187 by chords.
#define MOST_LINES 40

static double half_way(const carom_root *r) {
    return isinf(r->high) ? 2.0 * r->low + 1.0 : 0.5 * (r->low + r->high);
}

static bool inside(const carom_root *r, double x) {
    return isgreater(x, r->low) && isless(x, r->high); // NaN is nowhere, and raises nothing
}

carom_root carom_root_between(double low, double high, bool rising) {
    carom_root r = {.low = low, .high = high, .rising = rising, .at_low = (double)NAN, .at_high = (double)NAN};
    r.step = r.before = r.wide = high - low;
    r.x = half_way(&r);
    r.over = !inside(&r, r.x);
    return r;
}

// Where the chord through both ends is zero. Rounded to an end it is the step beside it: the root lies there, or the end
// comes off the bracket. NaN without values, or where halving has worn both down to nothing.
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

// The bracket's end on the side of the root's other side. An end that stays twice counts for half (Illinois), or the
// chord would come from one side for ever.
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

// Takes the value; true if the search goes on.
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
    // Three chords without halving the bracket are too slow.
    const double next = chord(r);
    look_at(r, inside(r, next) && ++r->slow <= 3 && r->looks < MOST_LINES ? next : half_way(r));
}

void carom_root_halve(carom_root *r, bool beyond) {
    narrow(r, beyond, beyond == r->rising ? 1.0 : -1.0);
    look_at(r, half_way(r));
}
