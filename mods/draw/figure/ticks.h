// Computes ticks at round numbers.
#ifndef CAROM_DRAW_TICKS_H
#define CAROM_DRAW_TICKS_H

#include <stdbool.h>
#include <stddef.h>

// Returns the step of 1, 2 or 5 times a power of ten that puts about `wanted` ticks between low and high.
double carom_tick_step(double low, double high, int wanted);

// Returns the n-th multiple of step from low to high. Returns false past the last.
bool carom_tick_at(double low, double high, double step, int n, double *value);

// Writes a number such as "0.5" or "−20" with as many decimals as the step, and a true minus sign.
const char *carom_tick_text(double value, double step, char *text, size_t size);

#endif
