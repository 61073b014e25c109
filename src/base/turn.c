#include "base/turn.h"

// pi/2 = PART1 + PART2 + PART3 + REST. Each part has 33 bits, so its product with a quadrant below 2^20 is exact.
static const double PART1 = 0x1.921fb544p+0, PART2 = 0x1.0b4611a6p-34, PART3 = 0x1.3198a2e0p-69,
                    REST = 0x1.b839a252049c1p-104;

// Computes a + b exactly: a becomes the rounded sum, and the rounding error is returned.
static double two_sum(double *a, double b) {
    const double sum = *a + b, part = sum - *a, left = (*a - (sum - part)) + (b - part);
    *a = sum;
    return left;
}

// Computes the angle minus n quarter turns, as x + y with |y| far below |x|.
static void reduce(double angle, double n, double *x, double *y) {
    double high = angle - n * PART1; // exact: both are multiples of the last place of the smaller one
    double low = two_sum(&high, -n * PART2);
    low += two_sum(&high, -n * PART3);
    low -= n * REST;
    *x = high + low;
    *y = (high - *x) + low;
}

// Evaluates the Taylor series for |x| <= pi/4. The first omitted term is below 1e-18 of the result.
static double sine_of(double x, double y) {
    const double z = x * x, v = z * x;
    double r = 1.0 / 355687428096000.0;
    r = r * z - 1.0 / 1307674368000.0;
    r = r * z + 1.0 / 6227020800.0;
    r = r * z - 1.0 / 39916800.0;
    r = r * z + 1.0 / 362880.0;
    r = r * z - 1.0 / 5040.0;
    r = r * z + 1.0 / 120.0;
    return x - ((z * (0.5 * y - v * r) - y) + v * (1.0 / 6.0));
}

static double cosine_of(double x, double y) {
    const double z = x * x, half = 0.5 * z, w = 1.0 - half;
    double r = -1.0 / 6402373705728000.0;
    r = r * z + 1.0 / 20922789888000.0;
    r = r * z - 1.0 / 87178291200.0;
    r = r * z + 1.0 / 479001600.0;
    r = r * z - 1.0 / 3628800.0;
    r = r * z + 1.0 / 40320.0;
    r = r * z - 1.0 / 720.0;
    r = r * z + 1.0 / 24.0;
    return w + (((1.0 - w) - half) + (z * (z * r) - x * y));
}

bool carom_turn(double angle, double *sine, double *cosine) {
    if (!(angle >= -CAROM_TURN_MOST && angle <= CAROM_TURN_MOST)) return false;
    const double turns = angle * 0.63661977236758138; // 2/pi
    const int n = (int)(turns < 0.0 ? turns - 0.5 : turns + 0.5);
    double x, y;
    reduce(angle, n, &x, &y);
    const double s = sine_of(x, y), c = cosine_of(x, y);
    switch ((unsigned)n & 3u) {
    case 0: *sine = s, *cosine = c; break;
    case 1: *sine = c, *cosine = -s; break;
    case 2: *sine = -s, *cosine = -c; break;
    default: *sine = -c, *cosine = s; break;
    }
    return true;
}
