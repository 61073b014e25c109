// Creates samples by their number. They are counter-based, so any rank can create any sample in any order.
#ifndef CAROM_SWEEP_SAMPLE_H
#define CAROM_SWEEP_SAMPLE_H

#include "mods/sweep/study.h"

// Creates the inputs of samples first .. first + n - 1: x[k][i].
void carom_sample(const carom_study *study, uint64_t first, size_t n, double *const x[]);

// Returns the number of points of the axes: 1 without axes, 0 if there are more than CAROM_SAMPLES_MOST, which is not
// allowed.
uint64_t carom_sample_axis_points(const carom_study *study);

// Return point i of dimension j < CAROM_SWEEP_INPUTS of Sobol's sequence, as a fraction of 2^53, from the dimension's
// directions.
enum { CAROM_SOBOL_BITS = 53 };
void carom_sobol_directions(int j, uint64_t directions[CAROM_SOBOL_BITS]);
uint64_t carom_sobol_point(const uint64_t directions[CAROM_SOBOL_BITS], uint64_t i);

// Returns the place of i in a shuffle of 0 .. count - 1 that depends on `key`.
uint64_t carom_shuffle(uint64_t key, uint64_t count, uint64_t i);

// Converts fractions u of (0, 1) to quantiles of the input's distribution; for CORRELATED to standard normals.
void carom_quantiles(const carom_input *input, size_t n, double *u);
double carom_normal_quantile(double u);
double carom_normal_share(double z);

// Sets low, high, u_low, u_high so that only low .. high is drawn. Returns false if nothing is left.
bool carom_truncate(carom_input *input, double low, double high);

#endif
