// Ticks at round numbers.
#ifndef CAROM_DRAW_TICKS_H
#define CAROM_DRAW_TICKS_H

#include <stdbool.h>
#include <stddef.h>

// The step of 1, 2 or 5 times a power of ten that puts about `wanted` ticks between low and high.
double carom_tick_step(double low, double high, int wanted);

// The n-th multiple of step from low to high; false past the last.
bool carom_tick_at(double low, double high, double step, int n, double *value);

// "0.5", "−20": as many decimals as the step has, a true minus sign.
const char *carom_tick_text(double value, double step, char *text, size_t size);

#endif
