// The raster that finds areas of the impulse plane: reach.h has the struct.
#ifndef CAROM_SRC_COVER_H
#define CAROM_SRC_COVER_H

#include "carom/geometry.h"

// Empties it, and lays it over this box with a little air.
void carom_cover_over(carom_cover *cover, const double low[2], const double high[2]);

// Marks the cells whose centres lie in the quadrilateral, its corners (P_n, P_t) in turn.
void carom_cover_quad(carom_cover *cover, const double P[4][2]);

// The area marked, and the part of it in the region.
double carom_cover_area(const carom_cover *cover, const carom_contact *contact, double mu, double *inside);

#endif
