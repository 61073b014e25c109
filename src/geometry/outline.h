// Areas of the impulse plane bounded by straight lines and the ellipse of no loss.
// All turn the same way: from P_n towards P_t.
#ifndef CAROM_SRC_OUTLINE_H
#define CAROM_SRC_OUTLINE_H

#include "carom/geometry.h"

enum { CAROM_VERTEX_ROOM = 24 };

typedef struct carom_polygon_area {
    int count;
    double P[CAROM_VERTEX_ROOM][2];
    bool arc[CAROM_VERTEX_ROOM]; // from this corner to the next along the ellipse, else straight
} carom_polygon_area;

// Adds a corner, unless it is the last one again but for rounding.
void carom_area_add(carom_polygon_area *area, double Pn, double Pt, bool arc);

// Turns it the way that all do.
void carom_area_turn(carom_polygon_area *area);

// What is left where n.P >= c. Straight edges only.
void carom_area_cut(carom_polygon_area *area, double n, double t, double c);

// What the cone leaves, |P_t| <= mu P_n; mu > 0.
void carom_area_cut_cone(carom_polygon_area *area, double mu);

// What the ellipse leaves of a convex polygon that does not hold all of it.
void carom_area_cut_ellipse(carom_polygon_area *area, const carom_contact *contact, const carom_region *region);

// The outline: corners, points along the arcs, and the area, exactly.
void carom_area_outline(const carom_polygon_area *area, const carom_contact *contact, const carom_region *region,
                        carom_reach_area *outline);

// The pieces of an outline that is put together by hand: a point; and an arc from p to q without q. The arc returns what
// it adds to the area, half the integral of P_n dP_t - P_t dP_n.
void carom_reach_area_add(carom_reach_area *outline, double Pn, double Pt, bool corner);
double carom_reach_area_arc(carom_reach_area *outline, const carom_contact *contact, const carom_region *region,
                            const double p[2], const double q[2]);

#endif
