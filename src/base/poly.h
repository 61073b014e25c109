// Polynomials of low degree in one variable, and their real roots in [-1, 1].
#ifndef CAROM_SRC_POLY_H
#define CAROM_SRC_POLY_H

#define CAROM_POLY_MOST 8

// Evaluates c[0] + c[1] x + ... with this many terms, by Horner's rule.
static inline double carom_horner(const double *c, int terms, double x) {
    double sum = 0.0;
    for (int n = terms - 1; n >= 0; n--) sum = sum * x + c[n];
    return sum;
}

// Evaluates the same polynomial and its derivative.
static inline double carom_horner_slope(const double *c, int terms, double x, double *slope) {
    double sum = 0.0;
    *slope = 0.0;
    for (int n = terms - 1; n >= 0; n--) {
        *slope = *slope * x + sum;
        sum = sum * x + c[n];
    }
    return sum;
}

typedef struct carom_poly {
    int degree;
    double c[CAROM_POLY_MOST + 1]; // c[0] + c[1] t + ...
} carom_poly;

// Returns a b. The sum of the degrees is at most CAROM_POLY_MOST.
carom_poly carom_poly_times(const carom_poly *a, const carom_poly *b);

// Returns x a + y b.
carom_poly carom_poly_sum(double x, const carom_poly *a, double y, const carom_poly *b);

double carom_poly_at(const carom_poly *f, double t);

// Finds every root at which f changes sign, in ascending order. If two roots are closer than 2^-29, one point between
// them replaces both. Returns their number, at most CAROM_POLY_MOST; 0 for f = 0. `steps` counts the intervals
// examined.
int carom_poly_roots(const carom_poly *f, double roots[CAROM_POLY_MOST], int *steps);

// Finds the real roots of c[0] + ... + c[degree] t^degree in [lo, hi], in ascending order. There are at most `degree`
// (2 to 4). Between the roots of the derivative the polynomial is monotone. A root where the polynomial only touches
// zero is also a root of the derivative.
int carom_real_roots(const double *c, int degree, double lo, double hi, double *roots);

#endif
