#include "base/circle.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/poly.h"
#include "base/root.h"

double carom_circle_slope(const carom_circle *f, const double u[2]) {
    const double x = u[0], y = u[1];
    return f->B1 * x - f->A1 * y + 2.0 * f->B2 * (x * x - y * y) - 4.0 * f->A2 * x * y;
}

// Returns the root in a bracket over which the sign changes.
static double bracketed(int n, const double p[5], double low, double high, bool rising) {
    carom_root r = carom_root_between(low, high, rising);
    while (!r.over) {
        double slope;
        const double value = carom_horner_slope(p, n + 1, r.x, &slope);
        carom_root_newton(&r, value, slope);
    }
    return r.x;
}

// Evaluates p at t. If end values are given, returns those at -1 and 1 instead, because they have no
// rounding error.
static double at_mark(int n, const double p[5], double t, const double ends[2]) {
    if (ends && fabs(t) == 1.0) return ends[t > 0.0];
    return carom_horner(p, n + 1, t);
}

// Finds all sign changes of p in [-1, 1] from the roots of its derivative.
static int roots_in_chart(int n, const double p[5], const double ends[2], double roots[5]) {
    double marks[6] = {-1.0};
    int marked = 1, found = 0;
    if (n > 1) {
        double derivative[5], turns[5];
        for (int i = 1; i <= n; i++) derivative[i - 1] = i * p[i];
        const int count = roots_in_chart(n - 1, derivative, NULL, turns);
        for (int i = 0; i < count; i++)
            if (turns[i] > marks[marked - 1]) marks[marked++] = turns[i];
    }
    if (marks[marked - 1] < 1.0) marks[marked++] = 1.0;
    for (int i = 0; i + 1 < marked; i++) {
        const double left = at_mark(n, p, marks[i], ends), right = at_mark(n, p, marks[i + 1], ends);
        if (left == 0.0 && right != 0.0)
            roots[found++] = marks[i];
        else if ((left < 0.0 && right > 0.0) || (left > 0.0 && right < 0.0))
            roots[found++] = bracketed(n, p, marks[i], marks[i + 1], left < 0.0);
    }
    // There are at most n brackets. If t = 1 is a root, the last bracket has no change of sign, so at most n roots are
    // stored.
    if (at_mark(n, p, 1.0, ends) == 0.0) roots[found++] = 1.0;
    return found;
}

int carom_circle_roots(const carom_circle *f, double roots[8][2]) {
    int count = 0;
    for (double half = 1.0; half >= -1.0; half -= 2.0) {
        const double A1 = half * f->A1, B1 = half * f->B1;
        const double quartic[5] = {f->A0 + A1 + f->A2, 2.0 * B1 + 4.0 * f->B2, 2.0 * f->A0 - 6.0 * f->A2,
                                   2.0 * B1 - 4.0 * f->B2, f->A0 - A1 + f->A2};
        // These are the values of 4 F at the ends of the chart, (0, -1) and (0, 1) in either order. Both charts use the
        // same numbers, because otherwise a root at an end could be missed by both.
        const double ends[2] = {4.0 * ((f->A0 - f->A2) - B1), 4.0 * ((f->A0 - f->A2) + B1)};
        double t[5];
        const int found = roots_in_chart(4, quartic, ends, t);
        for (int i = 0; i < found; i++) {
            // Both charts contain the points t = -1 and t = 1; only the first chart reports roots there.
            if (half < 0.0 && fabs(t[i]) == 1.0) continue;
            const double below = 1.0 + t[i] * t[i];
            roots[count][0] = half * (1.0 - t[i] * t[i]) / below;
            roots[count++][1] = half * 2.0 * t[i] / below;
        }
    }
    return count;
}
