// The points of a planar impact that Chatterjee 1997, chapter 7, names by letters.
#ifndef CAROM_PAPERS_LETTERS_H
#define CAROM_PAPERS_LETTERS_H

#include "carom/geometry.h"

// The points of an impact in 2D that Chatterjee 1997, chapter 7, names by letters.
// - B, F: no friction, e = 0 and e = 1.
// - C, G: C is where everything stops; G = 2 C.
// - A, D: where the edges of the friction cone meet the compression line, v_n' = 0.
// - H, E: where the edges of the friction cone meet the ellipse, dE = 0.
// D and E lie on the side to which friction pushes, A and H on the other side. A point that is not a corner of the
// region is NaN: the ellipse then meets the compression line first, at `ends`.
typedef struct carom_named_points {
    double at[8][3];   // A to H, N s
    double ends[2][3]; // where the ellipse meets the compression line, N s: on the side of A, on the side of D
} carom_named_points;

// Computes these points.
carom_status carom_letters_compute(const carom_contact *contact, double mu, carom_named_points *letters);

#endif
