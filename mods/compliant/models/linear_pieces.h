// Integrates contacts that are linear between events by power series. They are exact to rounding, and no event is
// missed in a long step.
#ifndef CAROM_COMPLIANT_LINEAR_PIECES_H
#define CAROM_COMPLIANT_LINEAR_PIECES_H

#include "contact.h"
#include "mods/compliant/ode/piece.h"

// Indices of the watched values: the end of contact, the cone or end of slip, the guards of the normal law, the peaks.
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

// Computes the piece that begins with the states y. Returns false if this phase is not linear.
bool carom_exact_piece(const carom_touch *touch, const double *y, carom_linear_piece *piece);

// Computes the states after a fraction s of the piece that began with the work `before`.
void carom_exact_along(const carom_touch *touch, const carom_linear_piece *piece, double before, double s, double *y);

#endif
