// Convex shapes in the impulse plane, x = P_t, y = P_n.
#ifndef CAROM_DRAW_POLYGON_H
#define CAROM_DRAW_POLYGON_H

#include <stdbool.h>

#include "carom/carom.h"

enum { CAROM_POLYGON_ROOM = 400, CAROM_ELLIPSE_CORNERS = 360 };

typedef struct carom_polygon {
    int count;
    double x[CAROM_POLYGON_ROOM], y[CAROM_POLYGON_ROOM];
} carom_polygon;

// The impulses of a planar contact that change the energy by dE = -(1 - part) E, E = v.W^-1 v / 2 being all there is:
// part = 1 keeps it, part = 0 is the centre. False if W is singular and there is no ellipse.
bool carom_polygon_energy(const carom_contact *contact, double part, carom_polygon *out);

// What is left of it where a x + b y >= c.
void carom_polygon_cut(carom_polygon *polygon, double a, double b, double c);

// All that friction, energy and the surface allow: dE <= 0, |P_t| <= mu P_n, v_n' >= 0. Empty without an ellipse.
void carom_polygon_allowed(const carom_contact *contact, double mu, carom_polygon *out);

#endif
