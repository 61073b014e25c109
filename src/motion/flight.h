// Free flight: the centre falls and the body rotates. It is evaluated from the start of the flight, so that errors do
// not accumulate.
#ifndef CAROM_SRC_MOTION_FLIGHT_H
#define CAROM_SRC_MOTION_FLIGHT_H

#include "base/vec.h"
#include "carom/motion.h"

// The rotation from body axes to world axes; column k is body axis k.
typedef struct carom_axes {
    double R[3][3];
} carom_axes;

static inline void carom_to_world(const carom_axes *axes, const double body[3], double world[3]) {
    carom_apply3(axes->R, body, world);
}

static inline void carom_to_body(const carom_axes *axes, const double world[3], double body[3]) {
    const double(*R)[3] = axes->R;
    const double x[3] = {world[0], world[1], world[2]};
    for (int i = 0; i < 3; i++) body[i] = R[0][i] * x[0] + R[1][i] * x[1] + R[2][i] * x[2];
}

// The series of order 18 has an error of 8e-18 of the attitude (see flight.c); order 16 would have 5e-16.
enum { CAROM_SERIES_ORDER = 18 };

typedef enum carom_flight_kind {
    CAROM_FLIGHT_PLANE,        // 2D
    CAROM_FLIGHT_ISOTROPIC,    // three equal moments, or no spin
    CAROM_FLIGHT_AXISYMMETRIC, // two equal moments
    CAROM_FLIGHT_TRIAXIAL
} carom_flight_kind;

typedef struct carom_free_flight {
    const carom_motion_scene *scene;
    carom_flight_kind kind;
    carom_motion_state start; // start of the flight, with a unit quaternion
    double fastest;           // no spin of this flight is faster, rad/s
    // Axisymmetric body.
    int axis;
    double L[3];   // angular momentum, world axes
    double w_axis; // spin about the axis
    // Triaxial body: the series at grid point `at`, in body axes.
    double step, a[3];
    double at; // a whole number
    double w[CAROM_SERIES_ORDER + 1][3], q[CAROM_SERIES_ORDER + 1][4];
} carom_free_flight;

// Prepares a flight from a valid state.
void carom_flight_begin(carom_free_flight *flight, const carom_motion_scene *scene, const carom_motion_state *start);

// Computes the state s >= 0 seconds later, and its axes (as carom_body.axes). Returns CAROM_OVERFLOW in the same cases
// as carom_motion_flight. Calls with increasing times are fast; other calls start again from the beginning of the
// flight.
carom_status carom_flight_at(carom_free_flight *flight, double s, carom_motion_state *later, carom_axes *axes);

// Computes the axes of a state. Returns false for CAROM_OVERFLOW.
bool carom_motion_axes(const carom_motion_scene *scene, const carom_motion_state *state, carom_axes *axes);

// Computes the derivative of the spin in free flight, world axes.
void carom_motion_spin_rate(const carom_motion_scene *scene, const carom_motion_state *state, const carom_axes *axes,
                            double rate[3]);

// Returns kinetic plus potential energy, J.
double carom_motion_energy_of(const carom_motion_scene *scene, const carom_motion_state *state, const carom_axes *axes);

#endif
