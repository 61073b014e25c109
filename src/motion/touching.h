// Finds the contacts at one time: all pairs of a plane and a feature whose gap is at most `touch`.
#ifndef CAROM_SRC_MOTION_TOUCHING_H
#define CAROM_SRC_MOTION_TOUCHING_H

#include "motion/shape.h"

// Largest number of simultaneous contacts; more are rejected with CAROM_BAD_COUNT.
enum { CAROM_MAX_TOUCHING = 64 };

typedef struct carom_site {
    int plane, feature;
    const double *normal;
    double arm[3];    // vector from the centre of mass to the contact
    double gap, rate; // at the time of the list
} carom_site;

typedef struct carom_touching {
    int count;
    carom_site site[CAROM_MAX_TOUCHING];
} carom_touching;

// Finds the contacts, ordered by plane and then by feature.
carom_status carom_touching_find(const carom_motion_scene *scene, const carom_pose *pose, double touch,
                                 carom_touching *list);

// Returns the rate of the gap at a contact for this velocity and spin.
double carom_site_rate(const carom_site *site, const carom_motion_state *state);

#endif
