// Represents convex shapes in the impulse plane, x = P_t, y = P_n.
#ifndef CAROM_DRAW_POLYGON_H
#define CAROM_DRAW_POLYGON_H

#include <stdbool.h>

#include "carom/carom.h"

enum { CAROM_POLYGON_ROOM = 400, CAROM_ELLIPSE_CORNERS = 360 };

typedef struct carom_polygon {
    int count;
    double x[CAROM_POLYGON_ROOM], y[CAROM_POLYGON_ROOM];
} carom_polygon;

// Computes the impulses of a 2D contact that change the energy by dE = -(1 - part) E. E = v.W^-1 v / 2 is the whole
// energy. With part = 1 no energy is lost; part = 0 is the centre. Returns false if W is singular and there is no
// ellipse.
bool carom_polygon_energy(const carom_contact *contact, double part, carom_polygon *out);

// Keeps the part of the polygon where a x + b y >= c.
void carom_polygon_cut(carom_polygon *polygon, double a, double b, double c);

// Computes all impulses that satisfy dE <= 0, |P_t| <= mu P_n and v_n' >= 0. The result is empty if there is no
// ellipse.
void carom_polygon_allowed(const carom_contact *contact, double mu, carom_polygon *out);

#endif
