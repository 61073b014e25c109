// Impulse space as the thesis draws it: lettered points, and what laws reach, all of it asked of the library.
#ifndef CAROM_PAPERS_REACH_H
#define CAROM_PAPERS_REACH_H

#include "mods/draw/figure/figure.h"
#include "papers/papers.h"

// Lines, ellipse and region without a path.
carom_panel *carom_reach_panel(carom_reproduction *r, const carom_contact *contact, double mu);

// What a law reaches over all its coefficients, added to a panel; and its size. Areas say their share of the region.
carom_reach carom_reach_draw(carom_panel *panel, const carom_law *law, const carom_contact *contact, double mu,
                             const char *name, carom_style style);
carom_reach carom_reach_measure(const carom_law *law, const carom_contact *contact, double mu);

// The same without the law's own formula for its area, from its impulses alone.
carom_reach carom_reach_asked(const carom_law *law, const carom_contact *contact, double mu);

// The furthest two impulses of the same coefficients, over 21 x 21 of r_n and r_t, or 101 of e.
double carom_reach_apart(const carom_law *one, const carom_law *other, const carom_contact *contact, double mu);

// Adds the points of carom_letters_compute that exist, and the origin O, to an impulse diagram in 2D.
void carom_panel_letters(carom_panel *panel, const carom_contact *contact, double mu);

// A dot with its letter; P has its normal part first.
void carom_reach_letter(carom_panel *panel, const double P[2], const char *letter);

// An impulse of a law with r_n and r_t.
carom_result carom_reach_ask(const carom_law *law, const carom_contact *contact, double mu, double r_n, double r_t);

// The centre of the ellipse, where everything stops.
void carom_reach_centre(const carom_contact *contact, double P[2]);

// What the figure was made from.
void carom_reach_given(carom_reproduction *r, const carom_contact *contact, double mu, const char *more);

#endif
