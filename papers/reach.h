// Draws impulse space with lettered points and the sets of impulses that laws can produce, as in Chatterjee 1997.
#ifndef CAROM_PAPERS_REACH_H
#define CAROM_PAPERS_REACH_H

#include "mods/draw/figure/figure.h"
#include "papers/papers.h"

// Creates a panel of impulse space with the lines of sticking and compression, the energy ellipse and the accessible
// region, but without a path.
carom_panel *carom_reach_panel(carom_reproduction *r, const carom_contact *contact, double mu);

// Adds the set of impulses that a law produces over all its coefficients to a panel, and returns its size. The label of
// an area states its fraction of the accessible region. carom_reach_measure returns the size without drawing.
carom_reach carom_reach_draw(carom_panel *panel, const carom_law *law, const carom_contact *contact, double mu,
                             const char *name, carom_style style);
carom_reach carom_reach_measure(const carom_law *law, const carom_contact *contact, double mu);

// Does the same without the law's formula for its area, using only the law's impulses.
carom_reach carom_reach_asked(const carom_law *law, const carom_contact *contact, double mu);

// Returns the largest distance between the impulses of two laws with the same coefficients. These are 21 x 21 values of
// r_n and r_t, or 101 values of e for laws with one coefficient.
double carom_reach_apart(const carom_law *one, const carom_law *other, const carom_contact *contact, double mu);

// Adds the points of carom_letters_compute that exist, and the origin O, to an impulse diagram in 2D.
void carom_panel_letters(carom_panel *panel, const carom_contact *contact, double mu);

// Adds a dot with its letter. P is (P_n, P_t).
void carom_reach_letter(carom_panel *panel, const double P[2], const char *letter);

// Solves the impact with this law and the coefficients r_n and r_t.
carom_result carom_reach_ask(const carom_law *law, const carom_contact *contact, double mu, double r_n, double r_t);

// Computes the centre of the energy ellipse, the impulse that stops the relative motion.
void carom_reach_centre(const carom_contact *contact, double P[2]);

// Adds the data of the figure to its caption.
void carom_reach_given(carom_reproduction *r, const carom_contact *contact, double mu, const char *more);

#endif
