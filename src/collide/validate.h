// What every impact passes before a law sees it.
#ifndef CAROM_SRC_VALIDATE_H
#define CAROM_SRC_VALIDATE_H

#include <stdbool.h>
#include <string.h>

#include "carom/law.h"

// Is it a problem of this law? `refused` names a parameter out of range.
carom_status carom_accept(const carom_law *law, const carom_contact *contact, const carom_params *params,
                          carom_param *refused);

// Is W symmetric to the last bit? Rounding may have left it a little otherwise, and laws read either triangle: they get
// the contact with the two averaged.
static inline bool carom_symmetric(const carom_contact *c) {
    const size_t number = sizeof(double);
    if (memcmp(&c->W[0][1], &c->W[1][0], number)) return false;
    return c->dim == 2 || (!memcmp(&c->W[0][2], &c->W[2][0], number) && !memcmp(&c->W[1][2], &c->W[2][1], number));
}

// The forms of speed that this law reads are sound and their numbers in range; else `refused` is what they stand for.
bool carom_forms_fit(const carom_law *law, const carom_params *params, carom_param *refused);

const carom_contact *carom_average(const carom_contact *contact, carom_contact *room);

// The parameters with the law's own defaults in the places that were left out: themselves for a law that has none of its
// own, otherwise `room`, filled.
const carom_params *carom_params_filled(const carom_law *law, const carom_params *params, carom_params *room);

#endif
