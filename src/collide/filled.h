// Parameters with the law's own defaults in the places that were left out.
#ifndef CAROM_SRC_FILLED_H
#define CAROM_SRC_FILLED_H

#include "base/params.h"
#include "carom/law.h"

// The parameters themselves for a law that has none of its own; otherwise `room`, filled.
const carom_params *carom_params_filled(const carom_law *law, const carom_params *params, carom_params *room);

#endif
