// The inertia of a body in world axes, split into the axes about which it can rotate and those that are fixed.
#ifndef CAROM_SRC_INERTIA_H
#define CAROM_SRC_INERTIA_H

#include "carom/bodies.h"

typedef struct carom_inertia {
    double mass, inverse_mass; // both 0 if the mass is infinite: an infinite mass has no momentum of its own
    double tensor[3][3];       // inertia in world axes, for the axes about which the body can rotate
    double inverse[3][3];      // its inverse; zero along the fixed axes
    double fixed[3][3];        // projector onto the fixed axes
} carom_inertia;

// Computes the inertia. Returns CAROM_BAD_MASS, CAROM_BAD_FRAME or CAROM_NOT_FINITE for an invalid body.
carom_status carom_inertia_make(const carom_body *body, carom_inertia *inertia);

#endif
