// The numbers that decide a contact: directions of W, and the friction coefficients at which its behaviour changes.
// Functions of (W, v, e, mu), the same for every law. What is rounding in W, off-diagonal entries up to 1e-12 of
// sqrt(W_ii W_jj), is zero here: it has no direction, and couples nothing.
#ifndef CAROM_CRITICAL_H
#define CAROM_CRITICAL_H

#include "carom/outcome.h"

CAROM_BEGIN

// What becomes of the slip in the plane while friction opposes it, an approach v_n < 0 and Poisson's restitution given.
// Wang & Mason 1992, table 1.
typedef enum carom_slip_end {
    CAROM_SLIP_END_NONE = 0,        // there is no slip at first; in space: not told
    CAROM_SLIP_END_AT_ONCE = 1,     // mu is infinite
    CAROM_SLIP_END_NEVER = 2,       // friction cannot brake it: mu B1 + s B3 <= 0
    CAROM_SLIP_END_COMPRESSION = 3, // P_d < P_q
    CAROM_SLIP_END_RESTITUTION = 4, // P_q <= P_d < (1 + e) P_q
    CAROM_SLIP_END_OUTLASTS = 5     // the slip outlasts the impact: P_d >= (1 + e) P_q
} carom_slip_end;

typedef struct carom_critical {
    double eigenvalue[3];   // of W, 1/kg, the largest first; below the rounding of the largest: zero
    double direction[3][3]; // row k: unit vector of eigenvalue k, its first component that is not zero positive
    double mu_hold;         // friction from which a stopped slip is held: |T^-1 w|; infinite if nothing can hold it
    double mu_c;            // Painleve's: W_nn / |w|; infinite without coupling

    // In the plane, Wang & Mason 1992, (32)-(36), with B1 = W_tt, B2 = W_nn, B3 = -W_nt, C0 = v_n, S0 = v_t. mu_d and
    // mu_q are slopes P_t / P_n in impulse space: the friction they stand for is -s times as much. All 0 in space.
    double s;       // sign of S0; 1 without a slip
    double mu_s;    // -B3 / B1
    double mu_q;    // (B2 S0 + B3 C0) / (B3 S0 + B1 C0): the slip ends with compression
    double mu_d;    // (B2 S0 + (1 + e) B3 C0) / (B3 S0 + (1 + e) B1 C0): the slip ends with the impact
    double P_d;     // (B2 + s mu B3) s S0
    double P_q;     // -(mu B1 + s B3) C0
    double braking; // mu B1 + s B3: how fast the slip loses speed with P_n
    carom_slip_end slip_end;
    double F_star; // normal impulse at which the slip would stop, |v_t| / braking, be it past the end of the impact;
                   // infinite if it never does: the slip grows. Shen & Townsend 1998, (12)-(17)
} carom_critical;

// e is Poisson's restitution, mu the friction while sliding, infinity allowed. CAROM_COEFFICIENT_RANGE for a mu below zero and
// for what is no number: all is filled by its formula nevertheless, and what W and v alone decide stands.
CAROM_API carom_status carom_critical_compute(const carom_contact *contact, double e, double mu,
                                              carom_critical *critical);

// |P_t| / P_n of the impulse that reverses v_n by e and v_t by e_t (0 stops the slip); infinite if that impulse does not
// push. CAROM_NOT_APPLICABLE, and NaN, if W is singular and nothing does that.
CAROM_API carom_status carom_critical_ratio(const carom_contact *contact, double e, double e_t, double *ratio);

// |P_t| / P_n of an impulse; NaN if it does not push.
CAROM_API double carom_friction_used(int dim, const double P[3]);

// v.W^-1 v / 2, J: what stopping everything would cost, so the most an impact can take; infinity if W cannot stop it.
CAROM_API carom_status carom_impact_energy(const carom_contact *contact, double *energy);

CAROM_END

#endif
