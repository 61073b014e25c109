// Areas of impulse space in 2D, bounded by straight lines and the ellipse dE = 0. All have the same orientation: from
// P_n towards P_t.
#ifndef CAROM_SRC_OUTLINE_H
#define CAROM_SRC_OUTLINE_H

#include "carom/geometry.h"

enum { CAROM_VERTEX_ROOM = 24 };

typedef struct carom_polygon_area {
    int count;
    double P[CAROM_VERTEX_ROOM][2];
    bool arc[CAROM_VERTEX_ROOM]; // the edge from this corner to the next follows the ellipse, otherwise it is straight
} carom_polygon_area;

// Adds a corner, unless it equals the last one up to rounding.
void carom_area_add(carom_polygon_area *area, double Pn, double Pt, bool arc);

// Reverses the outline if it does not have the common orientation.
void carom_area_turn(carom_polygon_area *area);

// Reduces the outline to its part with n.P >= c. The outline may have straight edges only.
void carom_area_cut(carom_polygon_area *area, double n, double t, double c);

// Reduces the outline to its part inside the cone, |P_t| <= mu P_n; mu > 0.
void carom_area_cut_cone(carom_polygon_area *area, double mu);

// Reduces a convex polygon to its part inside the ellipse. The polygon must not contain the whole ellipse.
void carom_area_cut_ellipse(carom_polygon_area *area, const carom_contact *contact, const carom_region *region);

// Computes the outline: corners, points along the arcs, and the exact area.
void carom_area_outline(const carom_polygon_area *area, const carom_contact *contact, const carom_region *region,
                        carom_reach_area *outline);

// Build an outline from a point, or from an arc from p to q without q. The function for the arc returns its
// contribution to the area, half the integral of P_n dP_t - P_t dP_n.
void carom_reach_area_add(carom_reach_area *outline, double Pn, double Pt, bool corner);
double carom_reach_area_arc(carom_reach_area *outline, const carom_contact *contact, const carom_region *region,
                            const double p[2], const double q[2]);

#endif
