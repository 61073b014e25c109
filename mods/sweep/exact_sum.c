#include "mods/sweep/exact_sum.h"

#include <math.h>

static const int64_t radix = INT64_C(1) << 32;

bool carom_exact_add(carom_exact *sum, double x) {
    int exponent;
    if (!(fabs(x) < 0x1p200)) return false;
    const double fraction = frexp(fabs(x), &exponent);
    uint64_t bits = (uint64_t)ldexp(fraction, 53); // x = bits 2^(exponent - 53)
    int place = exponent - 53 + CAROM_EXACT_POINT;
    if (place < 0) {
        bits = place > -64 ? bits >> -place : 0;
        place = 0;
    }
    // The 53 bits, shifted by up to 31, extend over three digits.
    const int k = place / 32, shift = place % 32;
    const uint64_t low = (bits & 0xffffffffu) << shift, high = (bits >> 32) << shift;
    const int64_t parts[3] = {(int64_t)(low & 0xffffffffu), (int64_t)((low >> 32) + (high & 0xffffffffu)),
                              (int64_t)(high >> 32)};
    for (int i = 0; i < 3; i++) sum->digit[k + i] += x < 0.0 ? -parts[i] : parts[i];
    return true;
}

void carom_exact_tidy(carom_exact *sum) {
    // Use floor division, so that every digit except the last is in 0 .. 2^32 - 1 and the last digit holds the sign.
    for (int i = 0; i + 1 < CAROM_EXACT_DIGITS; i++) {
        int64_t carry = sum->digit[i] / radix;
        if (sum->digit[i] - carry * radix < 0) carry--;
        sum->digit[i] -= carry * radix;
        sum->digit[i + 1] += carry;
    }
}

void carom_exact_merge(carom_exact *sum, const carom_exact *other) {
    for (int i = 0; i < CAROM_EXACT_DIGITS; i++) sum->digit[i] += other->digit[i];
    carom_exact_tidy(sum);
}

double carom_exact_value(const carom_exact *sum) {
    carom_exact size = *sum;
    const bool negative = sum->digit[CAROM_EXACT_DIGITS - 1] < 0;
    if (negative) {
        for (int i = 0; i < CAROM_EXACT_DIGITS; i++) size.digit[i] = -size.digit[i];
        carom_exact_tidy(&size);
    }
    double value = 0.0;
    for (int i = CAROM_EXACT_DIGITS - 1; i >= 0; i--) value += ldexp((double)size.digit[i], 32 * i - CAROM_EXACT_POINT);
    return negative ? -value : value;
}
