// Roots on the unit circle of F(u) = A0 + A1 x + B1 y + A2 (x^2 - y^2) + B2 2 x y,  u = (x, y): at most four.
// Each half of the circle is a chart x = (1 - t^2)/(1 + t^2), y = 2 t/(1 + t^2), t in [-1, 1], where (1 + t^2)^2 F is a
// quartic; its roots lie between those of its derivatives, one in each bracket. No trigonometry.
#ifndef CAROM_SRC_CIRCLE_H
#define CAROM_SRC_CIRCLE_H

typedef struct carom_circle {
    double A0, A1, B1, A2, B2;
} carom_circle;

// dF/d(angle of u), counter-clockwise.
double carom_circle_slope(const carom_circle *f, const double u[2]);

// Fills `roots` with unit vectors and returns how many. A double root may show as none, one or two.
int carom_circle_roots(const carom_circle *f, double roots[8][2]);

#endif
