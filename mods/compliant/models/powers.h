// Normal forces of powers of the overlap, N = k d^n + c d^q d', that may pull or not, with an aligned tangential pair.
#ifndef CAROM_COMPLIANT_POWERS_H
#define CAROM_COMPLIANT_POWERS_H

#include "contact.h"

// d^x of an overlap; 1 where x = 0, also at touch.
double carom_power(double d, double x);

// The stiffness over the overlap that the approach alone would make, d_max^(n+1) = (n+1) v^2/(2 k W), which is kept in
// touch->d_max as the unit of length.
double carom_powers_stiffness(carom_touch *touch);

// One impact of a device whose kn, power (n), cn, damp_power (q < n), contact and params are set.
carom_status carom_powers_run(carom_touch *touch, carom_recorder *recorder, carom_result *out);

// The promise that only a contact which does not pull keeps.
unsigned carom_powers_also(const carom_law *self, int dim, const carom_params *params);

// The exponent, for the cards of its devices.
#define CAROM_DEVICE_P_ROW CAROM_ROW(p, 1, 10, "exponent of the spring's force", "3/2 is Hertz, 1 a linear spring")
#define CAROM_DEVICE_TENSION_ROW                                                                                       \
    CAROM_ROW(                                                                                                         \
        tension, CAROM_TENSION_CUT, CAROM_TENSION_ALLOWED, "how a contact that would pull ends",                       \
        "cut: at N = 0, as in carom's other contact models; allowed: at d = 0, as in LAMMPS without limit_damping")
#define CAROM_ALSO_CUT "coulomb where tension is cut"

#endif
