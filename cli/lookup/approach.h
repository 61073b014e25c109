// An approach made for looking at slips.
#ifndef CAROM_CLI_APPROACH_H
#define CAROM_CLI_APPROACH_H

#include "carom/carom.h"

// The contact in space with a slip of 1 m/s in the direction `angle` from t1, rad, and an approach fast enough that the
// compression outlasts most slips: friction of mu changes the slip by about |w| + mu tr(T)/2 for each N s.
carom_contact carom_approach_for_slip(const carom_contact *contact, double mu, double angle);

#endif
