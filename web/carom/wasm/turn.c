// Reduces an angle to a quarter turn for the C library's sin, cos and tan. The function returns n and y with
//   x = (4 k + n) pi/2 + y[0] + y[1], |y| <= pi/4.
// The C library's own function needs a table for 128-bit numbers, which would be 3 % of all code. This function
// multiplies by the bits of 2/pi as integers (Payne & Hanek 1983), for every double.
#include <stdint.h>
#include <string.h>

int __rem_pio2(double x, double *y);

__extension__ typedef unsigned __int128 wide;

// 2/pi = sum of TWO_OVER_PI[i] 2^-64(i+1). A double with the largest exponent needs 969 bits of 2/pi plus 4 words.
static const uint64_t TWO_OVER_PI[] = {
    UINT64_C(0xa2f9836e4e441529), UINT64_C(0xfc2757d1f534ddc0), UINT64_C(0xdb6295993c439041),
    UINT64_C(0xfe5163abdebbc561), UINT64_C(0xb7246e3a424dd2e0), UINT64_C(0x06492eea09d1921c),
    UINT64_C(0xfe1deb1cb129a73e), UINT64_C(0xe88235f52ebb4484), UINT64_C(0xe99c7026b45f7e41),
    UINT64_C(0x3991d639835339f4), UINT64_C(0x9c845f8bbdf9283b), UINT64_C(0x1ff897ffde05980f),
    UINT64_C(0xef2f118b5a0a6d1f), UINT64_C(0x6d367ecf27cb09b7), UINT64_C(0x4f463f669e5fea2d),
    UINT64_C(0x7527bac7ebe5f17b), UINT64_C(0x3d0739f78a5292ea), UINT64_C(0x6bfb5fb11f8d5d08),
    UINT64_C(0x56033046fc7b6bab), UINT64_C(0xf0cfbc209af4361d), UINT64_C(0xa9e391615ee61b08),
};

enum { WORDS = 4 };

// Computes the fraction of m 2^e 2/pi, in turns. Bits of 2/pi that give whole turns are skipped.
static void turns(uint64_t m, int e, uint64_t part[WORDS]) {
    const int skip = e > 2 ? e - 2 : 0, first = skip / 64, by = skip % 64, down = e > 2 ? 0 : 2 - e;
    uint64_t p[WORDS + 1], carry = 0;
    for (int i = WORDS - 1; i >= 0; i--) {
        const uint64_t *w = TWO_OVER_PI + first + i;
        const wide product = (wide)(by ? w[0] << by | w[1] >> (64 - by) : w[0]) * m + carry;
        p[i + 1] = (uint64_t)product;
        carry = (uint64_t)(product >> 64);
    }
    p[0] = carry;
    for (int i = 0; i < WORDS; i++) part[i] = down ? p[i + 1] >> down | p[i] << (64 - down) : p[i + 1];
}

// Computes h pi/2 + l pi/2 as a sum of two doubles. The product of h and pi/2 is exact, by splitting both factors into
// halves (Dekker 1971).
static void quarter(double h, double l, double *y) {
    static const double pi_2 = 0x1.921fb54442d18p+0, rest = 0x1.1a62633145c07p-54, half = 0x1p27 + 1.0;
    const double a = half * h - (half * h - h), b = half * pi_2 - (half * pi_2 - pi_2);
    const double product = h * pi_2, left = a * b - product + a * (pi_2 - b) + (h - a) * b + (h - a) * (pi_2 - b);
    const double low = left + (h * rest + l * pi_2);
    y[0] = product + low;
    y[1] = product - y[0] + low;
}

int __rem_pio2(double x, double *y) {
    uint64_t bits, f[WORDS];
    memcpy(&bits, &x, sizeof bits);
    const int exponent = (int)(bits >> 52 & 0x7ff);
    if (exponent == 0x7ff) return y[0] = y[1] = x - x, 0;
    turns((bits & (UINT64_C(1) << 52) - 1) | UINT64_C(1) << 52, exponent - 1075, f);
    int n = (int)(f[0] >> 62);
    for (int i = 0; i < WORDS; i++) f[i] = f[i] << 2 | (i + 1 < WORDS ? f[i + 1] >> 62 : 0);
    // Round to the nearest quarter: if the fraction exceeds 1/2, count from the next quarter.
    double unit = 0x1p-53;
    if (f[0] >> 63) {
        n++;
        unit = -unit;
        for (int i = 0; i < WORDS; i++) f[i] = ~f[i];
    }
    for (int i = 0; i + 1 < WORDS && !f[0]; i++, unit *= 0x1p-64) f[0] = f[1], f[1] = f[2], f[2] = f[3], f[3] = 0;
    for (; !(f[0] >> 63); unit *= 0.5) f[0] = f[0] << 1 | f[1] >> 63, f[1] = f[1] << 1 | f[2] >> 63, f[2] <<= 1;
    quarter(unit * (double)(f[0] >> 11), unit * 0x1p-64 * (double)(f[0] << 53 | f[1] >> 11), y);
    if (x < 0.0) return y[0] = -y[0], y[1] = -y[1], -n & 3;
    return n & 3;
}
