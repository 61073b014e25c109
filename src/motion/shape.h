// Computes gaps between the features of the body and planes, and bounds on how fast they change.
#ifndef CAROM_SRC_MOTION_SHAPE_H
#define CAROM_SRC_MOTION_SHAPE_H

#include "motion/flight.h"

// The body at one time, with its axes.
typedef struct carom_pose {
    carom_motion_state state;
    carom_axes axes;
} carom_pose;

// Returns the number of features: corners, or one ellipsoid.
int carom_shape_features(const carom_motion_scene *scene);

// Returns the largest distance of a point of the body from its centre of mass.
double carom_shape_size(const carom_motion_scene *scene);

// Returns the gap, and its rate. `arm` leads from the centre of mass to the nearest point.
double carom_shape_gap(const carom_motion_scene *scene, const carom_pose *pose, int plane, int feature, double arm[3],
                       double *rate);

// Returns the second derivative of the gap in free flight.
double carom_shape_acceleration(const carom_motion_scene *scene, const carom_pose *pose, int plane, int feature);

// Returns a bound on the acceleration of any gap to this plane during the flight, in either direction.
double carom_shape_bound(const carom_free_flight *flight, int plane);

#endif
