// What every impact passes before a law sees it.
#ifndef CAROM_SRC_VALIDATE_H
#define CAROM_SRC_VALIDATE_H

#include "carom/law.h"

// Is it a problem of this law? `refused` names a parameter out of range.
carom_status carom_accept(const carom_law *law, const carom_contact *contact, const carom_params *params,
                          carom_param *refused);

// A valid contact as laws read it, who read either triangle of W: itself if W is symmetric to the last bit, otherwise
// `room`, with the two averaged.
const carom_contact *carom_contact_symmetric(const carom_contact *contact, carom_contact *room);

// The parameters with the law's own defaults in the places that were left out: themselves for a law that has none of its
// own, otherwise `room`, filled.
const carom_params *carom_params_filled(const carom_law *law, const carom_params *params, carom_params *room);

#endif
