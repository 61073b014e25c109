// The linear spring and dashpot that several devices have behind the contact.
#ifndef CAROM_COMPLIANT_LINEAR_H
#define CAROM_COMPLIANT_LINEAR_H

#include "contact.h"

// Runs a touch with N = kn d + cn d' and the tangential springs of its params; kn and cn are theirs too. Its rebound is
// the head-on one, but `least` at least.
carom_status carom_linear_run(carom_touch *touch, double least, carom_recorder *recorder, carom_outcome *outcome);

#endif
