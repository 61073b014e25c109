// Computes the slip of a contact point without mass, in 2D (count = 1) and 3D (count = 2).
#ifndef CAROM_COMPLIANT_SLIP_H
#define CAROM_COMPLIANT_SLIP_H

#include <stdbool.h>

// The element that resists the slip u = lam dir. It subtracts A_tt u from the tangential load g and adds A_nt.u to the
// normal force N0. With dashpots A is the damping, and g and N0 are forces. With springs only A is the stiffness, and g
// and N0 are rates.
typedef struct carom_resist {
    int count;
    double tt[2][2], nt[2];
} carom_resist;

static inline double carom_tangent_dot(int count, const double *a, const double *b) {
    return a[0] * b[0] + (count == 2 ? a[1] * b[1] : 0.0);
}

// Returns dir.A_tt dir + mu A_nt.dir: the decrease of the load beyond the cone per unit of slip along dir.
double carom_slip_grip(const carom_resist *A, double mu, const double dir[2]);

// Returns lam along dir: the slip that balances the load beyond the cone.
double carom_slip_along(const carom_resist *A, double mu, double N0, const double g[2], const double dir[2]);

// Returns the smallest grip over all directions. The next instant is unique and solvable while it is positive.
double carom_slip_margin(const carom_resist *A, double mu);

// Finds lam and dir with (mu N + lam A_tt) dir = g, N = N0 + lam A_nt.dir. Returns false if no slip balances this load.
bool carom_slip_solve(const carom_resist *A, double mu, double N0, const double g[2], double *lam, double dir[2]);

// Finds every slip that balances the load, with N >= 0 and lam > 0. Fills at most `most` of them and returns their
// number.
int carom_slip_all(const carom_resist *A, double mu, double N0, const double g[2], int most, double lam[],
                   double dir[][2]);

#endif
