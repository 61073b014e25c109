// Polynomials of low degree in one variable, and their real roots in [-1, 1].
#ifndef CAROM_SRC_POLY_H
#define CAROM_SRC_POLY_H

#define CAROM_POLY_MOST 8

// c[0] + c[1] x + ... with this many terms, by Horner's rule.
static inline double carom_horner(const double *c, int terms, double x) {
    double sum = 0.0;
    for (int n = terms - 1; n >= 0; n--) sum = sum * x + c[n];
    return sum;
}

// The same, and its slope there.
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

// a b; the degrees add up to CAROM_POLY_MOST at most.
carom_poly carom_poly_times(const carom_poly *a, const carom_poly *b);

// x a + y b.
carom_poly carom_poly_sum(double x, const carom_poly *a, double y, const carom_poly *b);

double carom_poly_at(const carom_poly *f, double t);

// Every root at which f changes sign, rising; where two lie closer than 2^-29 one point between them stands for both.
// Returns how many, CAROM_POLY_MOST at most; none for f = 0. `steps` counts the intervals looked at.
int carom_poly_roots(const carom_poly *f, double roots[CAROM_POLY_MOST], int *steps);

// Real roots of c[0] + ... + c[degree] t^degree in [lo, hi], rising, at most `degree` (2 to 4): between the roots of the
// derivative the polynomial is monotone. A root where it only touches zero is a root of the derivative too.
int carom_real_roots(const double *c, int degree, double lo, double hi, double *roots);

#endif
