// Numbers as text, with a point whatever the locale of the program is: strtod and printf follow setlocale().
#ifndef CAROM_BASE_DECIMAL_H
#define CAROM_BASE_DECIMAL_H

#include <stdbool.h>

// The fewest of 15, 16 or 17 digits that read back as the same double, written as %g would. Any number but NaN; the text
// itself is returned.
const char *carom_decimal(double value, char text[32]);

// For 1e-4 <= |value| < 1e15, some ten times faster than trying one length after the other. Elsewhere, and where the
// compiler has no integers of 128 bits, false: nothing is written.
bool carom_decimal_plain(double value, char text[32]);

// So many digits, 17 at most, as %.*g writes them; the text itself is returned.
const char *carom_decimal_short(double value, int digits, char text[32]);

// The same, in a place of its own that lasts as long as the block it stands in.
#define CAROM_SHORT(value, digits) carom_decimal_short(value, digits, (char[32]){0})

// A text that printf made of one number: its point becomes one.
void carom_decimal_pointed(char *text);

// As strtod in the "C" locale. Under another locale a number of 500 characters and more is none.
double carom_decimal_read(const char *text, char **end);

#endif
