// Contacts that are linear between events, followed by their power series: exact to rounding, and no step is too long for
// an event to hide in.
#ifndef CAROM_COMPLIANT_EXACT_H
#define CAROM_COMPLIANT_EXACT_H

#include "contact.h"
#include "mods/compliant/ode/piece.h"

// Places of what is watched: the end of contact, the cone or the end of slip, the normal law's own; then the peaks.
enum {
    CAROM_LOOK_END,
    CAROM_LOOK_CONE,
    CAROM_LOOK_CONE_OTHER,
    CAROM_LOOK_NORMAL,
    CAROM_LOOK_NORMAL_OTHER,
    CAROM_LOOK_GUARDS,
    CAROM_LOOK_PEAK_FORCE = CAROM_LOOK_GUARDS,
    CAROM_LOOK_PEAK_OVERLAP,
    CAROM_LOOKS
};

// The piece that begins with the states y. False: this phase is not linear.
bool carom_exact_piece(const carom_touch *touch, const double *y, carom_linear_piece *piece);

// The states after a share s of the piece that began with the work `before`.
void carom_exact_along(const carom_touch *touch, const carom_linear_piece *piece, double before, double s, double *y);

#endif
