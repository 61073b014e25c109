// Computes sums and products to about 32 digits. A number is hi + lo, where |lo| is at most half an ulp of hi. See
// Dekker 1971, Knuth's two-sum and Kahan's difference of products.
#ifndef CAROM_SRC_DOUBLE_DOUBLE_H
#define CAROM_SRC_DOUBLE_DOUBLE_H

#include <math.h>

typedef struct carom_twin {
    double hi, lo;
} carom_twin;

static inline carom_twin carom_two_sum(double a, double b) {
    const double sum = a + b, part = sum - a;
    return (carom_twin){sum, (a - (sum - part)) + (b - part)};
}

// Returns a b + c, rounded once. fma() of ISO C is exact, except in the library of mingw-w64. There, halves of 26
// digits are used, whose products are exact (Dekker; |a|, |b| below 2^996). The result is then correct to an ulp, and
// exact for c = -(a b rounded).
static inline double carom_product_plus(double a, double b, double c) {
#ifdef __MINGW32__
    const double halves = 134217729.0, product = a * b; // 2^27 + 1
    const double a_hi = a * halves - (a * halves - a), a_lo = a - a_hi;
    const double b_hi = b * halves - (b * halves - b), b_lo = b - b_hi;
    const carom_twin sum = carom_two_sum(product, c);
    return sum.hi + (sum.lo + (((a_hi * b_hi - product) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo));
#else
    return fma(a, b, c);
#endif
}

static inline carom_twin carom_two_product(double a, double b) {
    const double product = a * b;
    return (carom_twin){product, carom_product_plus(a, b, -product)};
}

static inline carom_twin carom_twin_add(carom_twin a, carom_twin b) {
    const carom_twin sum = carom_two_sum(a.hi, b.hi);
    return carom_two_sum(sum.hi, sum.lo + (a.lo + b.lo));
}

static inline carom_twin carom_twin_negative(carom_twin a) {
    return (carom_twin){-a.hi, -a.lo};
}

static inline carom_twin carom_twin_product(carom_twin a, carom_twin b) {
    const carom_twin product = carom_two_product(a.hi, b.hi);
    return carom_two_sum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

static inline carom_twin carom_twin_times(carom_twin a, double b) {
    return carom_twin_product(a, (carom_twin){b, 0.0});
}

// Refines the quotient in double precision by one Newton step.
static inline carom_twin carom_twin_quotient(carom_twin a, carom_twin b) {
    const double first = a.hi / b.hi;
    const carom_twin left = carom_twin_add(a, carom_twin_negative(carom_twin_times(b, first)));
    return carom_two_sum(first, left.hi / b.hi);
}

static inline carom_twin carom_twin_sqrt(carom_twin a) {
    const double root = sqrt(a.hi);
    if (!(root > 0.0)) return (carom_twin){0.0, 0.0};
    const carom_twin square = carom_two_product(root, root);
    return carom_two_sum(root, ((a.hi - square.hi) - square.lo + a.lo) / (2.0 * root));
}

// Returns a b - c d to 1.5 ulp, even if the products cancel.
static inline double carom_difference_of_products(double a, double b, double c, double d) {
    const double cd = c * d;
    return carom_product_plus(a, b, -cd) - carom_product_plus(c, d, -cd);
}

// Returns a b + c d to 1.5 ulp.
static inline double carom_sum_of_products(double a, double b, double c, double d) {
    return carom_difference_of_products(a, b, -c, d);
}

#endif
