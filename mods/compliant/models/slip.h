// The slip of a contact point without mass, in the plane (count = 1) and in space (count = 2).
#ifndef CAROM_COMPLIANT_SLIP_H
#define CAROM_COMPLIANT_SLIP_H

#include <stdbool.h>

// The element that resists slip u = lam dir: it takes A_tt u from the tangential load g and adds A_nt.u to the normal
// force N0. With dashpots A is the damping and g, N0 are forces; with springs alone A is the stiffness and g, N0 rates.
typedef struct carom_resist {
    int count;
    double tt[2][2], nt[2];
} carom_resist;

static inline double carom_tangent_dot(int count, const double *a, const double *b) {
    return a[0] * b[0] + (count == 2 ? a[1] * b[1] : 0.0);
}

// dir.A_tt dir + mu A_nt.dir: how much the cone's excess shrinks per unit of slip along dir.
double carom_slip_grip(const carom_resist *A, double mu, const double dir[2]);

// lam along dir: the share of the load beyond the cone that the element gives way to.
double carom_slip_along(const carom_resist *A, double mu, double N0, const double g[2], const double dir[2]);

// The least grip over all directions. The next instant is unique and solvable while it is positive.
double carom_slip_margin(const carom_resist *A, double mu);

// lam and dir with (mu N + lam A_tt) dir = g, N = N0 + lam A_nt.dir. False: no slip balances this load.
bool carom_slip_solve(const carom_resist *A, double mu, double N0, const double g[2], double *lam, double dir[2]);

// Every slip that balances the load, N >= 0 and lam > 0: fills at most `most` of them and returns how many there are.
int carom_slip_all(const carom_resist *A, double mu, double N0, const double g[2], int most, double lam[],
                   double dir[][2]);

#endif
