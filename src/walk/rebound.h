// The restitution of a planar impact by routh, as one clock that all stops read: which coefficient of one stop is which of
// another.
#ifndef CAROM_SRC_REBOUND_H
#define CAROM_SRC_REBOUND_H

#include "carom/explain.h"
#include "walk/stop.h"

typedef struct carom_rebound_course {
    carom_rebound r;
    bool slides;                 // up to r.turn the path is straight from its start, so that all stops agree
    carom_convert_reason beyond; // why places past r.turn have no name
} carom_rebound_course;

// For a valid, symmetric contact of the plane. Anything but CAROM_CONVERT_OK: there is no restitution to speak of.
carom_convert_reason carom_rebound_of(const carom_contact *contact, double mu, double mu_static,
                                      carom_rebound_course *course);

#endif
