// Constructs a velocity before the impact with which a trace shows how the slip evolves.
#ifndef CAROM_CLI_APPROACH_H
#define CAROM_CLI_APPROACH_H

#include "carom/carom.h"

// Returns the 3D contact with a slip of 1 m/s in the direction `angle` from t1, rad. The approach is fast enough that
// most slips end before the compression does. Friction mu changes the slip by about |W_nt| + mu tr(W_tt)/2 per N s.
carom_contact carom_approach_for_slip(const carom_contact *contact, double mu, double angle);

#endif
