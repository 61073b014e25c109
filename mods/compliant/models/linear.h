// Runs contact models with a linear or power-law spring and a linear dashpot.
#ifndef CAROM_COMPLIANT_LINEAR_H
#define CAROM_COMPLIANT_LINEAR_H

#include "contact.h"

// Return N = kn d + cn d', and its rate with the acceleration dd = d''.
double carom_linear_force(const carom_touch *touch, const carom_touch_motion *motion);
double carom_linear_rate(const carom_touch *touch, const carom_touch_motion *motion, double acceleration);

// Runs a contact with N = kn d^power + cn d' (a power of 0 means 1). The tangential springs, kn and cn are those of its
// params. The rebound is estimated by the head-on restitution, but not below `least`.
carom_status carom_linear_run(carom_touch *touch, double least, carom_recorder *recorder, carom_result *outcome);

#endif
