// What every impact passes before a law sees it.
#ifndef CAROM_SRC_VALIDATE_H
#define CAROM_SRC_VALIDATE_H

#include "carom/law.h"

// Is it a problem of this law? Then `accepted` is its contact as laws read it: rounding may have left W a little
// asymmetric, and they read either triangle. `refused` names a parameter out of range.
carom_status carom_accept(const carom_law *law, const carom_contact *contact, const carom_params *params,
                          carom_contact *accepted, carom_param *refused);

// The parameters with the law's own defaults in the places that were left out: themselves for a law that has none of its
// own, otherwise `room`, filled.
const carom_params *carom_params_filled(const carom_law *law, const carom_params *params, carom_params *room);

#endif
