// What eigen-spring allows at one instant, for the command and the papers.
#ifndef CAROM_COMPLIANT_EIGEN_SPRING_H
#define CAROM_COMPLIANT_EIGEN_SPRING_H

#include "carom/compliant.h"

#define CAROM_MAX_INSTANTS 8 // largest number of states of slip at one instant

// One state of the contact point of eigen-spring, which has no mass, at one instant. Chatterjee 1997, 8.5.1.
typedef struct carom_instant {
    carom_contact_state state; // CAROM_CONTACT_STICK, CAROM_CONTACT_SLIP, or CAROM_CONTACT_OPEN: it leaves without a
                               // force
    double force[3];           // on A, N, normal first
    double point[3];           // velocity of the contact point, m/s; tangential unless it leaves
} carom_instant;

// Computes all states of the contact point that the equations of eigen-spring allow at one instant. More than one means
// that the model does not determine what happens. `stretch` is (x_n, x_t): how far A is from where the springs are
// relaxed, m; x_n < 0 presses. contact->v is the velocity of A. Writes at most `capacity` states: sticking first, then
// slips, then leaving. *count receives how many there are. `params` are those of eigen-spring. Returns
// CAROM_COEFFICIENT_RANGE unless all dashpots `c` are positive: springs alone have one force at an instant.
carom_status carom_eigen_spring_instants(const carom_contact *contact, const carom_params *params,
                                         const double stretch[3], carom_instant *instants, int capacity, int *count);

// Computes the friction above which several states are possible: the minimum of dir.C_tt dir / -(C_nt.dir) over all
// directions. It is infinite if there is always one.
carom_status carom_eigen_spring_mu(const carom_contact *contact, const carom_params *params, double *mu);

#endif
