// The numbers that decide a contact: directions of W, and the friction coefficients at which its behaviour changes.
#ifndef CAROM_CLI_CRITICAL_H
#define CAROM_CLI_CRITICAL_H

#include "carom/carom.h"

typedef struct carom_critical {
    double eigenvalue[3];   // of W, 1/kg, the largest first
    double direction[3][3]; // row k: unit vector of eigenvalue k, components as in W
    double mu_hold;         // friction from which a stopped slip is held: |T^-1 w|; infinite if nothing can hold it
    double mu_c;            // Painleve's: W_nn / |w|; infinite without coupling

    // In the plane, Wang & Mason 1992, (32)-(36), with B1 = W_tt, B2 = W_nn, B3 = -W_nt, C0 = v_n, S0 = v_t, s = sign
    // S0. mu_d and mu_q are slopes P_t / P_n in impulse space: the friction they stand for is -s times as much.
    double mu_s; // -B3 / B1
    double mu_q; // (B2 S0 + B3 C0) / (B3 S0 + B1 C0): the slip ends with compression
    double mu_d; // (B2 S0 + (1 + e) B3 C0) / (B3 S0 + (1 + e) B1 C0): the slip ends with the impact
    double P_d;  // (B2 + s mu B3) s S0
    double P_q;  // -(mu B1 + s B3) C0
} carom_critical;

carom_critical carom_critical_of(const carom_contact *contact, double e, double mu);

// |P_t| / P_n of the impulse that reverses v_n by e and v_t by e_t (0 stops the slip), in the plane; infinite if that
// impulse does not push, NaN for a singular W.
double carom_critical_ratio(const carom_contact *contact, double e, double e_t);

// Why Routh's law takes its course in the plane, in words; returns the text.
const char *carom_critical_course(const carom_contact *contact, const carom_params *params, char *text, size_t size);

#endif
