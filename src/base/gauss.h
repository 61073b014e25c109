// The integral of a function of one number, by Gauss's rule with 16 points on pieces that are halved where it is not smooth
// enough. Kinks should be ends of the interval.
#ifndef CAROM_SRC_GAUSS_H
#define CAROM_SRC_GAUSS_H

typedef double carom_integrand(const void *user, double x);

// To 1e-10 of its size, or after 12 halvings.
double carom_integral(carom_integrand *f, const void *user, double low, double high);

#endif
