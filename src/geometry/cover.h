// The raster that computes areas of impulse space in 2D. geometry.h declares the struct.
#ifndef CAROM_SRC_COVER_H
#define CAROM_SRC_COVER_H

#include "carom/geometry.h"

// Clears the raster and places it over this box with a small margin.
void carom_cover_over(carom_cover *cover, const double low[2], const double high[2]);

// Marks the cells whose centres lie in the quadrilateral with these corners (P_n, P_t), given in order around it.
void carom_cover_quad(carom_cover *cover, const double P[4][2]);

// Returns the marked area, and the part of it that lies in the region.
double carom_cover_area(const carom_cover *cover, const carom_contact *contact, double mu, double *inside);

#endif
