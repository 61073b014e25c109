// Runs contact models with powers of the overlap, N = k d^n + c d^q d', and an aligned tangential pair. Tension is cut
// or allowed.
#ifndef CAROM_COMPLIANT_POWERS_H
#define CAROM_COMPLIANT_POWERS_H

#include "contact.h"

// Returns d^x of an overlap; 1 if x = 0, also at touch.
double carom_power(double d, double x);

// Returns the stiffness at the largest overlap of an undamped impact, d_max^(n+1) = (n+1) v^2/(2 k W). Stores this
// overlap in touch->d_max as the unit of length.
double carom_powers_stiffness(carom_touch *touch);

// Computes one impact of a contact model whose kn, power (n), cn, damp_power (q < n), contact and params are set.
carom_status carom_powers_run(carom_touch *touch, carom_recorder *recorder, carom_result *out);

// Returns the property that is guaranteed only if the contact does not pull.
unsigned carom_powers_also(const carom_law *self, int dim, const carom_params *params);

// The exponent, in the coefficient tables of these contact models.
#define CAROM_DEVICE_P_ROW CAROM_ROW(p, 1, 10, "exponent of the spring's force", "3/2 is Hertz, 1 a linear spring")
#define CAROM_DEVICE_TENSION_ROW                                                                                       \
    CAROM_ROW(                                                                                                         \
        tension, CAROM_TENSION_CUT, CAROM_TENSION_ALLOWED, "how a contact that would pull ends",                       \
        "cut: at N = 0, as in carom's other contact models; allowed: at d = 0, as in LAMMPS without limit_damping")
#define CAROM_ALSO_CUT "coulomb where tension is cut"

#endif
