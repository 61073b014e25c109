// The integral of a function of one number, by Gauss's rule with 16 points on pieces that are halved where it is not smooth
// enough. Kinks should be ends of the interval.
#ifndef CAROM_SRC_GAUSS_H
#define CAROM_SRC_GAUSS_H

typedef double carom_integrand(const void *user, double x);

// How exactly, and how many values of the function may still be asked for: several integrals may share one.
typedef struct carom_care {
    double share; // of the integral
    long left;
} carom_care;

// To that share of its size, or after 12 halvings, or until none is left: some 50 more are asked for then.
double carom_integral(carom_integrand *f, const void *user, double low, double high, carom_care *care);

#endif
