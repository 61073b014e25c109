// What every impact passes before a law sees it.
#ifndef CAROM_SRC_VALIDATE_H
#define CAROM_SRC_VALIDATE_H

#include <stdbool.h>
#include <string.h>

#include "carom/law.h"
#include "collide/ordinary.h"

// Is it a problem of this law? `refused` names a parameter out of range.
carom_status carom_accept(const carom_law *law, const carom_contact *contact, const carom_params *params,
                          carom_param *refused);

// Is W symmetric to the last bit?
static inline bool carom_symmetric(const carom_contact *c) {
    const size_t number = sizeof(double);
    if (memcmp(&c->W[0][1], &c->W[1][0], number)) return false;
    return c->dim == 2 || (!memcmp(&c->W[0][2], &c->W[2][0], number) && !memcmp(&c->W[1][2], &c->W[2][1], number));
}

// The forms of speed that this law reads are sound and their numbers in range; else `refused` is what they stand for.
bool carom_forms_fit(const carom_law *law, const carom_params *params, carom_param *refused);

// The contact as laws see it: itself, or in `room` with W's triangles averaged and, where it is indefinite by no more
// than single precision explains, W singular instead. For a valid contact.
const carom_contact *carom_settle_matrix(const carom_contact *contact, carom_contact *room);

// The same, which nearly always is the contact itself.
static inline const carom_contact *carom_usable(const carom_contact *c, carom_contact *room) {
    const double(*W)[3] = c->W;
    const bool definite = c->dim == 2 ? W[0][1] * W[0][1] <= W[0][0] * W[1][1]
                                      : carom_if_regular3(0, W[0][0], W[0][1], W[0][2], W[1][1], W[1][2], W[2][2]) == 0;
    return definite && carom_symmetric(c) ? c : carom_settle_matrix(c, room);
}

// carom_contact_validate; a contact that passes becomes the one that laws see.
carom_status carom_contact_read(const carom_contact **contact, carom_contact *room);

// The parameters with the law's own defaults in the places that were left out: themselves for a law that has none of its
// own, otherwise `room`, filled.
const carom_params *carom_params_filled(const carom_law *law, const carom_params *params, carom_params *room);

#endif
