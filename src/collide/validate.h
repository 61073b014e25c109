// Checks that every problem must pass before a law receives it.
#ifndef CAROM_SRC_VALIDATE_H
#define CAROM_SRC_VALIDATE_H

#include <stdbool.h>

#include "carom/carom.h"

// A bit of `reads` that belongs to no coefficient. It means that some coefficients were omitted or depend on speed, so
// the law needs a changed copy.
#define CAROM_READS_CHANGED (UINT64_C(1) << 31)

// Decides whether the law accepts this problem. If it does, `contact` receives what carom_usable returns. `reads`
// receives the set of coefficients that the law reads; the bit CAROM_READS_CHANGED means that it needs a changed copy.
// Otherwise `refused` may receive a coefficient that is out of range.
carom_status carom_accept(const carom_law *law, const carom_contact **contact, carom_contact *room,
                          const carom_params *params, uint64_t *reads, carom_param *refused);

// Returns whether the functions of speed that this law reads are valid and their numbers in range. Otherwise `refused`
// receives the coefficient that the function replaces.
bool carom_forms_fit(const carom_law *law, const carom_params *params, carom_param *refused);

// Returns the contact that laws receive, for a valid contact. It is the contact itself, or a copy in `room` with the
// triangles of W averaged. If W is indefinite within single precision, the copy has a singular W instead.
const carom_contact *carom_usable(const carom_contact *contact, carom_contact *room);

// Calls carom_contact_validate, and replaces a valid contact by the one that laws receive.
carom_status carom_contact_read(const carom_contact **contact, carom_contact *room);

// Returns whether the law's coefficients in the set `which` are given and in range. `params` must come from
// carom_params_default.
carom_status carom_coefficients_validate(const carom_law *law, uint64_t which, const carom_params *params, int dim,
                                         carom_param *refused);

// Returns the coefficients with the law's own defaults in place of omitted ones. If the law has no defaults of its own,
// returns `params`; otherwise fills and returns `room`.
const carom_params *carom_params_filled(const carom_law *law, const carom_params *params, carom_params *room);

#endif
