// Computes bodies of point masses on rods that have a given W. Chatterjee 1997, 10.4.
#ifndef CAROM_PAPERS_RODS_H
#define CAROM_PAPERS_RODS_H

#include "carom/bodies.h"

// Point masses on massless rods of equal length (Chatterjee 1997, figures 2.9 and 10.3). Body A has M_a at the contact,
// M_c one rod away, and two masses m, one rod to each side of M_c. Body B has M_b at the contact and two masses M_c,
// one rod away and one rod to each side. With an infinite M_c this is figure 2.9: a ball joint holds A, and a hinge
// holds B.
typedef struct carom_rod_masses {
    double M_a; // mass of A at the contact, kg, > 0
    double M_b; // mass of B at the contact, kg, > 0
    double M_c; // one mass of A and two masses of B, kg, > 0; HUGE_VAL: the joints of figure 2.9
    double m;   // two masses of A, kg, >= 0
} carom_rod_masses;

// Computes the masses and the pair of bodies for a given M_c (kg) and rods of length `arm` (m). Returns
// CAROM_NOT_APPLICABLE if W is singular and CAROM_BAD_VALUE if M_c is not positive. Returns CAROM_NO_SOLUTION if M_c is
// too light for positive masses. The closer the smallest and largest eigenvalues are, the heavier M_c must be. In this
// case `rods` is the solution of equation (10.7) with a negative m, or contains NaN.
carom_status carom_rods_compute(const carom_contact *contact, double M_c, double arm, carom_rod_masses *rods,
                                carom_pair *pair);

#endif
