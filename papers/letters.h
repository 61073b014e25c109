// Computes the points in impulse space that Chatterjee 1997, chapter 7, names by letters.
#ifndef CAROM_PAPERS_LETTERS_H
#define CAROM_PAPERS_LETTERS_H

#include "carom/geometry.h"

// The points of an impact in 2D that Chatterjee 1997, chapter 7, names by letters:
// - B and F are the results without friction for e = 0 and e = 1.
// - C ends the relative motion (v' = 0), and G = 2 C.
// - A and D are the points where the edges of the friction cone meet the compression line, v_n' = 0.
// - H and E are the points where the edges of the friction cone meet the energy ellipse, dE = 0.
// D and E lie on the side to which friction pushes, A and H on the other side. A point that is not a corner of the
// accessible region is NaN. In that case the ellipse meets the compression line inside the cone, at `ends`.
typedef struct carom_named_points {
    double at[8][3];   // the points A to H, N s
    double ends[2][3]; // where the ellipse meets the compression line, N s; first on the side of A, then on that of D
} carom_named_points;

// Computes these points.
carom_status carom_letters_compute(const carom_contact *contact, double mu, carom_named_points *letters);

#endif
