// The fewest of 15, 16 or 17 digits that read back as the same double, written as %g would.
#ifndef CAROM_BASE_DECIMAL_H
#define CAROM_BASE_DECIMAL_H

#include <stdbool.h>

// Any number but NaN; the text itself is returned.
const char *carom_decimal(double value, char text[32]);

// For 1e-4 <= |value| < 1e15, some ten times faster than trying one length after the other. Elsewhere, and where the
// compiler has no integers of 128 bits, false: nothing is written.
bool carom_decimal_plain(double value, char text[32]);

#endif
