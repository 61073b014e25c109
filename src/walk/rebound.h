// The restitution phase of a 2D impact by routh, in a form that all restitution hypotheses read. It converts the
// coefficient of one hypothesis to that of another.
#ifndef CAROM_SRC_REBOUND_H
#define CAROM_SRC_REBOUND_H

#include "carom/explain.h"
#include "walk/stop.h"

typedef struct carom_rebound_course {
    carom_rebound r;
    bool slides;                 // up to r.turn the path is straight from its start, so that all hypotheses agree
    carom_convert_reason beyond; // reason why impacts that end past r.turn have no coefficient
} carom_rebound_course;

// Computes the restitution phase of a valid, symmetric 2D contact. If the result is not CAROM_CONVERT_OK, there is no
// restitution to convert.
carom_convert_reason carom_rebound_of(const carom_contact *contact, double mu, double mu_static,
                                      carom_rebound_course *course);

#endif
