// Writes and reads numbers as text with a decimal point in every locale. strtod and printf would follow setlocale().
#ifndef CAROM_BASE_DECIMAL_H
#define CAROM_BASE_DECIMAL_H

#include <stdbool.h>

// Writes a number as %g does, with the fewest of 15, 16 or 17 digits that read back as the same double. Accepts any
// number except NaN. Returns `text`.
const char *carom_decimal(double value, char text[32]);

// Writes the same text for 1e-4 <= |value| < 1e15, about 10 times faster than trying each length in turn. Returns false
// and writes nothing for other values, and if the compiler has no 128-bit integers.
bool carom_decimal_plain(double value, char text[32]);

// Writes a number with `digits` significant digits, at most 17, as %.*g does. Returns `text`.
const char *carom_decimal_short(double value, int digits, char text[32]);

// Calls carom_decimal_short with a buffer that lives until the end of the enclosing block.
#define CAROM_SHORT(value, digits) carom_decimal_short(value, digits, (char[32]){0})

// Replaces the decimal point of the locale by ".", in the text of one number that printf wrote.
void carom_decimal_pointed(char *text);

// Reads a number like strtod in the "C" locale. In other locales it rejects numbers of 500 characters or more.
double carom_decimal_read(const char *text, char **end);

#endif
