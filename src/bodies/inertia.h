// A body's inertia in world axes, split into what yields and what does not.
#ifndef CAROM_SRC_INERTIA_H
#define CAROM_SRC_INERTIA_H

#include "carom/bodies.h"

typedef struct carom_inertia {
    double mass, inverse_mass; // both 0 where the other is infinite: an infinite mass has no momentum of its own
    double tensor[3][3];       // of the axes it can turn about
    double inverse[3][3];      // zero along the axes it cannot turn about
    double fixed[3][3];        // projector onto those
} carom_inertia;

// BAD_MASS, BAD_FRAME or NOT_FINITE for what is no body.
carom_status carom_inertia_make(const carom_body *body, carom_inertia *inertia);

#endif
