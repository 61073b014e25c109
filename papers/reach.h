// Impulse space as the thesis draws it: lettered points, curves of laws with one coefficient, areas of laws with two.
#ifndef CAROM_PAPERS_REACH_H
#define CAROM_PAPERS_REACH_H

#include "papers/papers.h"

// The impulses of a law for r_n from 0 to 1 and r_t from -1 to 1, on a grid.
enum { CAROM_REACH_CELLS = 60 };

typedef struct carom_reach {
    double P[CAROM_REACH_CELLS + 1][CAROM_REACH_CELLS + 1][2]; // by r_n, r_t; normal part first
} carom_reach;

void carom_reach_of(const carom_law *law, const carom_contact *contact, double mu, carom_reach *reach);
void carom_reach_draw(carom_panel *panel, const carom_reach *reach, const char *name, carom_style style);

// Is every impulse of `inner` in a cell of `outer`? Curved borders are cut by straight cells, hence the slack.
bool carom_reach_within(const carom_reach *inner, const carom_reach *outer, double slack);
bool carom_reach_admissible(const carom_reach *reach, const carom_contact *contact, double mu);
double carom_reach_apart(const carom_reach *a, const carom_reach *b); // the furthest two impulses of the same r_n, r_t

// A curve of impulses for e from 0 to 1. Returns the greatest energy change along it.
double carom_reach_curve(carom_panel *panel, const carom_law *law, const carom_contact *contact, double mu,
                         const char *name, carom_style style);

// A dot with its letter; P has its normal part first.
void carom_reach_letter(carom_panel *panel, const double P[2], const char *letter);

// Lines, ellipse and region without a path.
carom_panel *carom_reach_panel(carom_reproduction *r, const carom_contact *contact, double mu);

// The centre of the ellipse, where everything stops.
void carom_reach_centre(const carom_contact *contact, double P[2]);

#endif
