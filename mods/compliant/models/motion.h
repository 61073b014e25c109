// Computes kinematics and forces of the contact point.
#ifndef CAROM_COMPLIANT_MOTION_H
#define CAROM_COMPLIANT_MOTION_H

#include <math.h>

#include "contact.h"

typedef struct carom_forces {
    double F[3];       // on the body
    double N;          // the normal force of the contact model, without the common factor of the forces on the body
    double lam;        // slip speed
    double slip[2];    // slip velocity of the contact point
    double stretch[2]; // rate of the stretch
} carom_forces;

void carom_motion_at(const carom_touch *touch, const double *y, carom_touch_motion *motion);
void carom_forces_at(const carom_touch *touch, const double *y, const carom_touch_motion *motion, carom_forces *forces);

// Computes the direction of a slip that only springs resist.
void carom_slip_direction(const carom_touch *touch, const carom_touch_motion *motion, double dir[2]);

// Computes the acceleration of the contact under a force, including modes.
void carom_acceleration(const carom_touch *touch, const double *y, const double F[3], double a[3]);

void carom_touch_flow(const carom_touch *touch, const double *y, double *dy);

static inline int carom_tangents(const carom_touch *touch) {
    return touch->dim - 1;
}

static inline size_t carom_modes(const carom_touch *touch) {
    return touch->vibrating ? touch->params->list_count : 0;
}

static inline double carom_tangent_length(const carom_touch *touch, const double *a) {
    return touch->dim == 2 ? fabs(a[0]) : sqrt(a[0] * a[0] + a[1] * a[1]);
}

#endif
