// A double is value = m 2^-b with integers m < 2^53 and b. With s = 16 - floor(log10 value) digits after the point, its
// first 17 digits are the integer part of
//   value 10^s = N / 2^b,   N = m 10^s.
// N fits in 128 bits for 1e-4 <= value < 1e15, so the computation is exact. A decimal D 10^-s reads back as value if it
// differs from it by at most half the distance of two doubles. This means |D 2^b - N| <= 10^s / 2. A tie belongs to an
// even m.
#include "base/decimal.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __SIZEOF_INT128__

__extension__ typedef unsigned __int128 wide;

typedef struct {
    uint64_t m;
    int b, s;
    wide N;
} exact;

// Returns 10^power, up to 10^20, which takes 67 bits.
static wide ten(int power) {
    static const uint64_t tens[] = {1,       10,       100,       1000,       10000,      100000,
                                    1000000, 10000000, 100000000, 1000000000, 10000000000};
    return power <= 10 ? tens[power] : (wide)tens[10] * tens[power - 10];
}

static exact exact_of(double value) {
    exact x;
    int exponent;
    x.m = (uint64_t)ldexp(frexp(value, &exponent), 53);
    x.b = 53 - exponent;
    for (x.s = 16 - (int)floor(log10(value));; x.s--) {
        x.N = x.m * ten(x.s);
        if (x.N >> x.b < ten(17))
            break; // GCOV_EXCL_BR_LINE: taken only if log10 is less accurate than glibc's and was
                   // rounded down
    }
    if (x.N >> x.b < ten(16)) x.N = x.m * ten(++x.s); // log10 was rounded up, so N has one digit too few
    return x;
}

// Returns the 17 digits rounded to `digits` digits, followed by zeros. A tie is rounded to even, as in printf.
static uint64_t rounded(const exact *x, int digits) {
    const uint64_t unit = (uint64_t)ten(17 - digits), whole = (uint64_t)(x->N >> x->b), kept = whole / unit;
    const wide left = x->N - ((wide)(kept * unit) << x->b), half = (wide)unit << (x->b - 1);
    return (kept + (left > half || (left == half && kept % 2))) * unit;
}

// Returns whether D reads back as the same double. No D lies exactly between two doubles. That would be D 2^(b+1) = (2m
// +- 1) 10^s, which requires b < s, but b is greater in this range. Below a power of two, doubles lie twice as close.
// The powers of two in this range have at most 15 digits and are found exactly.
static bool reads_back(const exact *x, uint64_t D) {
    const wide at = (wide)D << x->b;
    const wide off = at > x->N ? at - x->N : x->N - at;
    return 2 * off < ten(x->s);
}

// Writes D 10^-s, s <= 20, without zeros at the end.
static void write(uint64_t D, int s, char *text) {
    char digit[24];
    int count = 0, last = 0;
    for (; D; D /= 10) digit[count++] = (char)('0' + D % 10);
    while (count < s + 1) digit[count++] = '0';
    while (last < s && digit[last] == '0') last++;
    while (count > last) {
        *text++ = digit[--count];
        if (count == s && count > last) *text++ = '.';
    }
    *text = 0;
}

bool carom_decimal_plain(double value, char text[32]) {
    if (!(fabs(value) >= 1e-4 && fabs(value) < 1e15)) return false;
    const exact x = exact_of(fabs(value));
    uint64_t D = rounded(&x, 15);
    for (int digits = 16; digits <= 17 && !reads_back(&x, D); digits++) D = rounded(&x, digits);
    if (value < 0.0) *text++ = '-';
    write(D, x.s, text);
    return true;
}

#else

bool carom_decimal_plain(double value, char text[32]) {
    return false;
}

#endif

const char *carom_decimal(double value, char text[32]) {
    if (carom_decimal_plain(value, text)) return text;
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, 32, "%.*g", digits, value);
        if (strtod(text, NULL) == value) break;
    }
    carom_decimal_pointed(text);
    return text;
}

// Finds the decimal point of the caller's locale, which may have several bytes, between 0 and 5 in a printed number.
// Uses snprintf because the result of localeconv() may change while another thread reads it.
static const char *point_of(char shown[16]) {
    const int length = snprintf(shown, 16, "%.1f", 0.5);
    if (length < 3 || length > 15)
        return "."; // GCOV_EXCL_BR_LINE: every locale of glibc has a decimal point, and none has
                    // such a long one
    shown[length - 1] = '\0';
    return shown + 1;
}

void carom_decimal_pointed(char *text) {
    char shown[16];
    const char *point = point_of(shown);
    char *at = strstr(text, point);
    if (!at) return;
    *at = '.';
    memmove(at + 1, at + strlen(point), strlen(at + strlen(point)) + 1);
}

const char *carom_decimal_short(double value, int digits, char text[32]) {
    snprintf(text, 32, "%.*g", digits, value);
    carom_decimal_pointed(text);
    return text;
}

// Copies the number, replaces "." by the decimal point of the locale, and reads the copy. The end of the
// number is then shifted by the difference in length of the two points.
double carom_decimal_read(const char *text, char **end) {
    char shown[16], copy[500 + sizeof shown], *stop;
    const char *point = point_of(shown);
    if (!strcmp(point, ".")) return strtod(text, end);
    const size_t blank = strspn(text, " \t\n\v\f\r"), bytes = strlen(point);
    const size_t length = strspn(text + blank, "+-.0123456789abcdefABCDEFxXpPiInNtTyY");
    const char *mark = memchr(text + blank, '.', length);
    const size_t before = mark ? (size_t)(mark - text) - blank : length;
    if (end) *end = (char *)text;
    if (length >= 500) return 0.0;
    memcpy(copy, text + blank, before);
    if (mark) memcpy(copy + before, point, bytes);
    if (mark) memcpy(copy + before + bytes, mark + 1, length - before - 1);
    copy[mark ? length - 1 + bytes : length] = '\0';
    const double value = strtod(copy, &stop);
    const size_t read = (size_t)(stop - copy);
    if (end && read) *end = (char *)text + blank + (mark && read > before ? read - bytes + 1 : read);
    return value;
}
