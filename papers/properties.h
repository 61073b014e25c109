// Computes the properties of a law that Chatterjee 1997, 2.1.3, calls desirable.
#ifndef CAROM_PAPERS_PROPERTIES_H
#define CAROM_PAPERS_PROPERTIES_H

#include "carom/geometry.h"
#include <stdbool.h>

// The desirable properties of a law (Chatterjee 1997, 2.1.3) that can be counted or computed. The others follow from
// the guarantees and dimensions of the law and from the descriptions of its coefficients (law.h), or are a matter of
// judgement.
typedef struct carom_sampled_properties {
    bool reverses;    // some values of its coefficients reverse the slip of a sphere
    bool keeps;       // some values do not reverse this slip
    int coefficients; // number of the law's own coefficients, 0 to CAROM_MAX_REACH_RANGES, without friction
    bool friction;    // true: the law also reads mu
    double share;     // share of the accessible region that the law reaches in the impact with
                      // W = [1, 0.45; 0.45, 1.1], v = (-1, -0.65), mu = 0.55 (0 for a curve, NaN without a result)
} carom_sampled_properties;

// Computes these properties. `cover` must not be NULL.
carom_status carom_properties_compute(const carom_law *law, carom_cover *cover, carom_sampled_properties *properties);

#endif
