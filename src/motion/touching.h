// Finds the contacts at one time: all pairs of a plane and a feature whose gap is at most `touch`.
#ifndef CAROM_SRC_MOTION_TOUCHING_H
#define CAROM_SRC_MOTION_TOUCHING_H

#include "motion/shape.h"

// Largest number of simultaneous contacts, more of which are rejected with CAROM_BAD_COUNT, of contacts at one plane
// that are resolved together, and of those of which every order is followed.
enum { CAROM_MAX_TOUCHING = 64, CAROM_FACE_TOUCHING = 8, CAROM_MEAN_TOUCHING = 4, CAROM_STEP_TOUCHING = 8 };

typedef struct carom_site {
    int plane, feature;
    const double *normal;
    double arm[3];    // vector from the centre of mass to the contact
    double gap, rate; // at the time of the list
} carom_site;

typedef struct carom_touching {
    int count;
    int touching; // contacts found, of which the list has the supporting ones
    double shut;  // gaps up to this count as closed
    carom_site site[CAROM_MAX_TOUCHING];
} carom_touching;

// Finds the contacts, ordered by plane and then by feature. At a plane with more than `most` contacts, the list has
// this many that are far from each other, and so are corners of the face, among them the one that approaches fastest.
// Forces at these corners can replace all others. Rates that differ by less than `noise` are equal. With `ahead` > 0, in
// a stepped phase, contacts that close within this time belong to the list.
carom_status carom_touching_find(const carom_motion_scene *scene, const carom_pose *pose, double touch, int most,
                                 double noise, double ahead, carom_touching *list);

// Reduces a list to at most `most` contacts in the same way.
void carom_touching_reduce(carom_touching *list, int most, double noise);

// Returns the rate of the gap at a contact for this velocity and spin.
double carom_site_rate(const carom_site *site, const carom_motion_state *state);

#endif
