// Finds the roots on the unit circle, at most four, of
//   F(u) = A0 + A1 x + B1 y + A2 (x^2 - y^2) + B2 2 x y,  u = (x, y).
// Each half of the circle is a chart, on which (1 + t^2)^2 F is a quartic:
//   x = (1 - t^2)/(1 + t^2),  y = 2 t/(1 + t^2),  t in [-1, 1]
// The roots of its derivatives bracket its own roots, one in each bracket. No trigonometric function is called.
#ifndef CAROM_SRC_CIRCLE_H
#define CAROM_SRC_CIRCLE_H

typedef struct carom_circle {
    double A0, A1, B1, A2, B2;
} carom_circle;

// Returns the derivative of F with respect to the angle of u, counter-clockwise.
double carom_circle_slope(const carom_circle *f, const double u[2]);

// Writes the roots as unit vectors to `roots` and returns their number. A double root may be reported as none, one or
// two.
int carom_circle_roots(const carom_circle *f, double roots[8][2]);

#endif
