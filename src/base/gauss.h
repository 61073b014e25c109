// Integrates a function of one number by Gauss's rule with 16 points. Pieces on which the function is not smooth enough
// are halved. Place kinks at the ends of the interval.
#ifndef CAROM_SRC_GAUSS_H
#define CAROM_SRC_GAUSS_H

typedef double carom_integrand(const void *user, double x);

// The required accuracy and the number of evaluations that are still allowed. Several integrals may share one such
// limit.
typedef struct carom_care {
    double share; // required accuracy, relative to the integral
    long left;
} carom_care;

// Computes the integral to the relative accuracy care->share. Stops after 12 halvings, or when no evaluations are left.
// It may exceed the allowed number of evaluations by about 50.
double carom_integral(carom_integrand *f, const void *user, double low, double high, carom_care *care);

#endif
