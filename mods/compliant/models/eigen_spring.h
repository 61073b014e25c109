// Lists the states that eigen-spring allows at one instant, for the command and the papers.
#ifndef CAROM_COMPLIANT_EIGEN_SPRING_H
#define CAROM_COMPLIANT_EIGEN_SPRING_H

#include "carom/compliant.h"

#define CAROM_MAX_INSTANTS 8 // largest number of states of slip at one instant

// One state of the contact point of eigen-spring, which has no mass, at one instant. Chatterjee 1997, 8.5.1.
typedef struct carom_instant {
    carom_contact_state state; // CAROM_CONTACT_STICK, CAROM_CONTACT_SLIP, or CAROM_CONTACT_OPEN: it separates without a
                               // force
    double force[3];           // on A, N, normal first
    double point[3];           // velocity of the contact point, m/s; tangential unless it separates
} carom_instant;

// Computes all states of the contact point that the equations of eigen-spring allow at one instant. If there is more
// than one, the model does not determine the motion. `stretch` is (x_n, x_t): the displacement of A from the relaxed
// springs, m; x_n < 0 presses. contact->v is the velocity of A. Writes at most `capacity` states: sticking first, then
// slips, then separation. *count receives their number. `params` are those of eigen-spring. Returns
// CAROM_COEFFICIENT_RANGE unless all dashpots `c` are positive, because springs alone have one force at an instant.
carom_status carom_eigen_spring_instants(const carom_contact *contact, const carom_params *params,
                                         const double stretch[3], carom_instant *instants, int capacity, int *count);

// Computes the friction above which several states are possible: the minimum of dir.C_tt dir / -(C_nt.dir) over all
// directions. It is infinite if there is always one state.
carom_status carom_eigen_spring_mu(const carom_contact *contact, const carom_params *params, double *mu);

#endif
