// The spring, linear or a power law, and the dashpot that several devices have behind the contact.
#ifndef CAROM_COMPLIANT_LINEAR_H
#define CAROM_COMPLIANT_LINEAR_H

#include "contact.h"

// N = kn d + cn d', and its rate with the acceleration d d'/dt.
double carom_linear_force(const carom_touch *touch, const carom_touch_motion *motion);
double carom_linear_rate(const carom_touch *touch, const carom_touch_motion *motion, double acceleration);

// Runs a touch with N = kn d^power + cn d' (a power of 0 is left out: 1) and the tangential springs of its params; kn and
// cn are theirs too. Its rebound is the head-on one, but `least` at least.
carom_status carom_linear_run(carom_touch *touch, double least, carom_recorder *recorder, carom_result *outcome);

#endif
