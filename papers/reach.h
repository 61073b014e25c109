// Draws impulse space with lettered points and the sets that laws reach, as in Chatterjee 1997, computed by the
// library.
#ifndef CAROM_PAPERS_REACH_H
#define CAROM_PAPERS_REACH_H

#include "mods/draw/figure/figure.h"
#include "papers/papers.h"

// Draws lines, ellipse and region without a path.
carom_panel *carom_reach_panel(carom_reproduction *r, const carom_contact *contact, double mu);

// Adds the set that a law reaches over all its coefficients to a panel, and returns its size. Areas are labelled with
// their fraction of the region.
carom_reach carom_reach_draw(carom_panel *panel, const carom_law *law, const carom_contact *contact, double mu,
                             const char *name, carom_style style);
carom_reach carom_reach_measure(const carom_law *law, const carom_contact *contact, double mu);

// Does the same without the law's formula for its area, from its impulses only.
carom_reach carom_reach_asked(const carom_law *law, const carom_contact *contact, double mu);

// Returns the largest distance of two laws' impulses with the same coefficients, over 21 x 21 values of r_n and r_t, or
// 101 of e.
double carom_reach_apart(const carom_law *one, const carom_law *other, const carom_contact *contact, double mu);

// Adds the points of carom_letters_compute that exist, and the origin O, to an impulse diagram in 2D.
void carom_panel_letters(carom_panel *panel, const carom_contact *contact, double mu);

// Adds a dot with its letter; P has its normal component first.
void carom_reach_letter(carom_panel *panel, const double P[2], const char *letter);

// Returns an impulse of a law with r_n and r_t.
carom_result carom_reach_ask(const carom_law *law, const carom_contact *contact, double mu, double r_n, double r_t);

// Returns the centre of the ellipse, where the relative motion stops.
void carom_reach_centre(const carom_contact *contact, double P[2]);

// Adds the data of the figure.
void carom_reach_given(carom_reproduction *r, const carom_contact *contact, double mu, const char *more);

#endif
