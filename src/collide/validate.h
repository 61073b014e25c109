// What every impact passes before a law sees it.
#ifndef CAROM_SRC_VALIDATE_H
#define CAROM_SRC_VALIDATE_H

#include <stdbool.h>
#include <string.h>

#include "carom/carom.h"
#include "collide/ordinary.h"

// A bit of `reads` that no coefficient has: some were left out or depend on speed, so the law needs a set of its own.
#define CAROM_READS_CHANGED (UINT64_C(1) << 31)

// Is it a problem of this law? Fills `reads` if it is, the set that the law reads and CAROM_READS_CHANGED; `refused` names a
// parameter out of range.
carom_status carom_accept(const carom_law *law, const carom_contact *contact, const carom_params *params,
                          uint64_t *reads, carom_param *refused);

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

// Are the law's coefficients in the set `which` given and in range? params is marked.
carom_status carom_coefficients_validate(const carom_law *law, uint64_t which, const carom_params *params, int dim,
                                         carom_param *refused);

// The parameters with the law's own defaults in the places that were left out: themselves for a law that has none of its
// own, otherwise `room`, filled.
const carom_params *carom_params_filled(const carom_law *law, const carom_params *params, carom_params *room);

#endif
