// Computes tails of the distributions by which fits are judged.
#ifndef CAROM_FIT_TAILS_H
#define CAROM_FIT_TAILS_H

// Returns the probability P(X > x) of a chi2 distribution with `dof` degrees of freedom.
double carom_fit_chi2_tail(double x, double dof);

// Returns the probability P(X > x) of an F distribution with dof1 and dof2 degrees of freedom.
double carom_fit_F_tail(double x, double dof1, double dof2);

#endif
