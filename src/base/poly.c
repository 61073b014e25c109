// Finds roots by Descartes' rule in the Bernstein basis. On an interval, with x from 0 to 1 along it,
//   f = sum b_i (n over i) x^i (1 - x)^(n-i)
//   number of roots there <= sign changes of the b_i, and the difference is even
// Without a sign change there is therefore no root, and with one sign change there is one root. If there are more, the
// interval is halved, which needs only averages (de Casteljau):
//   b_j := (b_j + b_{j+1}) / 2, n times; the first of each pass belongs to the left half, the last to the right half
#include "base/poly.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/root.h"

// The smallest interval is 2^-29 of the whole. If a function of size one is negative between two roots closer than
// this, its minimum is about -1e-17, which is rounding.
#define DEEPEST 30
// Eight roots that separate at the last depth take 2 * 8 * 30 intervals, so 600 are enough. Most problems of Smith's
// law take 20, and none more than 80.
#define MOST_INTERVALS 600

carom_poly carom_poly_times(const carom_poly *a, const carom_poly *b) {
    carom_poly f = {.degree = a->degree + b->degree};
    for (int i = 0; i <= a->degree; i++)
        for (int j = 0; j <= b->degree; j++) f.c[i + j] += a->c[i] * b->c[j];
    return f;
}

carom_poly carom_poly_sum(double x, const carom_poly *a, double y, const carom_poly *b) {
    carom_poly f = {.degree = a->degree > b->degree ? a->degree : b->degree};
    for (int i = 0; i <= f.degree; i++) f.c[i] = x * a->c[i] + y * b->c[i];
    return f;
}

double carom_poly_at(const carom_poly *f, double t) {
    return carom_horner(f->c, f->degree + 1, t);
}

typedef struct {
    double low, high, b[CAROM_POLY_MOST + 1];
    int depth;
} interval;

// Computes the Bernstein coefficients on the whole of [-1, 1]:
//   t = 2 x - 1                             f in powers of x, by Horner's rule: c_j
//   b_i = sum_j (i over j)/(n over j) c_j   in the Bernstein basis
static void bernstein(const carom_poly *f, interval *whole) {
    const int n = f->degree;
    double c[CAROM_POLY_MOST + 1] = {0.0};
    for (int i = n; i >= 0; i--) {
        for (int j = n - i; j > 0; j--) c[j] = 2.0 * c[j - 1] - c[j];
        c[0] = f->c[i] - c[0];
    }
    for (int i = 0; i <= n; i++) {
        double share = 1.0;
        whole->b[i] = 0.0;
        for (int j = 0; j <= i; j++) {
            whole->b[i] += share * c[j];
            if (j < n) share *= (double)(i - j) / (n - j);
        }
    }
}

static int sign_changes(const interval *at, int n) {
    int count = 0;
    double last = 0.0;
    for (int i = 0; i <= n; i++) {
        if (at->b[i] == 0.0) continue;
        count += last != 0.0 && (at->b[i] < 0.0) != (last < 0.0);
        last = at->b[i];
    }
    return count;
}

static void halve(const interval *at, int n, interval *left, interval *right) {
    double b[CAROM_POLY_MOST + 1];
    const double middle = 0.5 * (at->low + at->high);
    memcpy(b, at->b, sizeof b);
    *left = (interval){.low = at->low, .high = middle, .depth = at->depth + 1};
    *right = (interval){.low = middle, .high = at->high, .depth = at->depth + 1};
    for (int i = 0; i <= n; i++) {
        left->b[i] = b[0];
        right->b[n - i] = b[n - i];
        for (int j = 0; j < n - i; j++) b[j] = 0.5 * (b[j] + b[j + 1]);
    }
}

// Finds the single sign change in an interval, given the sign of its first coefficient.
static double narrow(const carom_poly *f, const interval *at) {
    int first = 0;
    while (at->b[first] == 0.0) first++;
    carom_root r = carom_root_between(at->low, at->high, at->b[first] < 0.0);
    while (!r.over) {
        double slope;
        const double value = carom_horner_slope(f->c, f->degree + 1, r.x, &slope);
        carom_root_newton(&r, value, slope);
    }
    return r.x;
}

int carom_poly_roots(const carom_poly *f, double roots[CAROM_POLY_MOST], int *steps) {
    const int n = f->degree;
    // The search is depth first, left before right, so one interval waits at each depth.
    interval waiting[DEEPEST + 2];
    int count = 0, open = 1;
    waiting[0] = (interval){.low = -1.0, .high = 1.0};
    bernstein(f, &waiting[0]);
    for (int seen = 0; open > 0 && seen < MOST_INTERVALS && count < CAROM_POLY_MOST; seen++) {
        const interval at = waiting[--open];
        const int changes = sign_changes(&at, n);
        ++*steps;
        if (changes == 0) continue;
        if (changes == 1 || at.depth == DEEPEST) {
            roots[count++] = changes == 1 ? narrow(f, &at) : 0.5 * (at.low + at.high);
            continue;
        }
        halve(&at, n, &waiting[open + 1], &waiting[open]);
        open += 2;
    }
    return count;
}

// Evaluates the polynomial at t. Returns zero if the value does not exceed its rounding error.
static double value_or_zero(const double *c, int degree, double t) {
    double size = fabs(c[degree]);
    for (int i = degree - 1; i >= 0; i--) size = size * fabs(t) + fabs(c[i]);
    const double sum = carom_horner(c, degree + 1, t);
    return fabs(sum) > 4e-16 * size ? sum : 0.0;
}

// Finds the root in a bracket on which the polynomial is monotone. Uses Newton's method, or bisection if Newton's step
// would leave the bracket.
static double root_between(const double *c, const double *slope, int degree, double lo, double hi, bool rising) {
    double t = 0.5 * (lo + hi);
    for (int i = 0; i < 200; i++) {
        const double y = carom_horner(c, degree + 1, t);
        if ((y < 0.0) == rising)
            lo = t;
        else
            hi = t;
        double next = t - y / carom_horner(slope, degree, t);
        if (!(next > lo && next < hi)) next = 0.5 * (lo + hi);
        // Newton's method converges quadratically, so the step after one of 1e-12 is below rounding. A bracket halved
        // to this width ends the search as well.
        if (fabs(next - t) <= 1e-12 * fabs(t)) return next;
        t = next;
    }
    return t;
}

// Solves c_0 + c_1 t + c_2 t^2 = 0 by the root that does not cancel:
//   big = -(c_1 + sign(c_1) sqrt(c_1^2 - 4 c_2 c_0)) / 2
//   t   = big / c_2  and  c_0 / big
// Roots are in ascending order. If a complex pair is real within rounding, its real part counts as one root.
static int quadratic_roots(const double *c, double lo, double hi, double *roots) {
    const double under = c[1] * c[1] - 4.0 * c[2] * c[0];
    const double big = -0.5 * (c[1] + copysign(sqrt(under > 0.0 ? under : 0.0), c[1]));
    double first = big / c[2], second = under > 0.0 ? c[0] / big : first;
    if (under < -1e-15 * c[1] * c[1]) return 0;
    if (first > second) {
        const double swap = first;
        first = second;
        second = swap;
    }
    const double pair[2] = {first, second};
    int count = 0;
    for (int i = 0; i < (second > first ? 2 : 1); i++)
        if (pair[i] > lo && pair[i] < hi) roots[count++] = pair[i];
    return count;
}

// Finds the roots between those of the derivative. There the polynomial is monotone, so each such interval has at most
// one root.
int carom_real_roots(const double *c, int degree, double lo, double hi, double *roots) {
    double slope[4], knots[6];
    int count = 0;
    if (degree == 2) return quadratic_roots(c, lo, hi, roots);
    for (int i = 0; i < degree; i++) slope[i] = (i + 1) * c[i + 1];
    knots[0] = lo;
    const int inner = carom_real_roots(slope, degree - 1, lo, hi, knots + 1);
    knots[inner + 1] = hi;
    for (int i = 0; i <= inner; i++) {
        const double left = value_or_zero(c, degree, knots[i]), right = value_or_zero(c, degree, knots[i + 1]);
        if (left == 0.0 && i > 0) roots[count++] = knots[i];
        if ((left < 0.0 && right > 0.0) || (left > 0.0 && right < 0.0))
            roots[count++] = root_between(c, slope, degree, knots[i], knots[i + 1], left < 0.0);
    }
    return count;
}
