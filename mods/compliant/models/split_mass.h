// Declarations shared by the files of model_split_mass.c.
#ifndef CAROM_COMPLIANT_SPLIT_MASS_H
#define CAROM_COMPLIANT_SPLIT_MASS_H

#include <math.h>
#include <stdbool.h>

#include "model.h"
#include "mods/compliant/ode/machine.h"

// Indices of the states. The slip of the contact mass has two: u_t, or, while it slips in 3D, its speed and angle. The
// direction of a slow slip is then as accurate as that of a fast one; components would lose its digits.
enum { X, V = 1, STRETCH = 4, U = 6, SPEED = U + 1, ANGLE = U + 2, P = 9, STATES = 12 };
enum { END, CONE, CONE_OTHER, WEDGE, GUARDS, FORCE = GUARDS, OVERLAP, LOOKS };
_Static_assert(STATES <= CAROM_MACHINE_STATES && LOOKS <= CAROM_MACHINE_LOOKS, "the machine has room for the device");

// In 3D a slip that stops, or starts from rest, passes |u| = 0, where its direction turns infinitely fast. If a slip
// decelerates in a straight line, the integration stops at the fraction STOPS of the speed and extrapolates. The error
// in v is the square of this fraction. A slip that still turns is integrated down to NEAR_REST and stopped. A slip
// starts with twice that speed; the error in v is of that size. Far below, the direction would be lost in the tolerance
// of the integration, 1e-12.
#define STOPS     1e-6
#define NEAR_REST 1e-9

// A slip closer than this to W_nn = mu W_nt.dir counts as wedged: its force is then 1e3 times larger. At 1e-6 the time
// step could not resolve the turn of a slow slip into the wedge.
#define WEDGED 1e-3

typedef struct carom_split {
    const carom_contact *c;
    const carom_params *p;
    carom_recorder *recorder;
    carom_contact_state state;
    double dir[2];
    double speed;   // the larger of |v_n| and |v_t|
    double still;   // |u_t| that counts as rest: NEAR_REST of the speed in 3D, 0 in 2D
    double slow;    // |u_t| at which a slip in 3D is stopped: `still`, or STOPS of the speed
    double late;    // time that the clock is behind, because of extrapolated parts
    double longest; // the longest step
    double force, overlap, time, end;
    double Pc[3];
    int switches;
    int several; // the largest number of directions in which a slip from rest could start
} carom_split;

static inline double carom_split_dot(const carom_split *s, const double *a, const double *b) {
    return a[0] * b[0] + (s->c->dim == 3 ? a[1] * b[1] : 0.0);
}

static inline double carom_split_length(const carom_split *s, const double *a) {
    return sqrt(carom_split_dot(s, a, a));
}

// Returns the load on the contact mass: the force of the springs. (split_mass_motion.c)
void carom_split_load(const carom_split *s, const double *y, double F[3]);

// Returns the ground's force on a slip along dir, under the load F.
void carom_split_slip_force(const carom_split *s, const double F[3], const double dir[2], double R[3]);

// Returns how far a slip along dir is from wedging, W_nn = mu W_nt.dir, where its force grows without bound.
double carom_split_wedge(const carom_split *s, const double dir[2]);

// Returns true if speed and angle are states. Without friction there is no direction to keep: components pass zero
// smoothly.
bool carom_split_polar(const carom_split *s);

// Returns the direction of slip. In 2D a slip keeps its sign until an event ends it.
void carom_split_direction(const carom_split *s, const double *y, double dir[2]);

// Returns the velocity of the contact mass along the ground.
void carom_split_slip_velocity(const carom_split *s, const double *y, double u[2]);

// Starts the slip with the velocity after the impact without rebound.
void carom_split_aim(carom_split *s, double *y);

void carom_split_ground_force(const carom_split *s, const double *y, const double F[3], double R[3]);

// Returns (W/(1-e)) (R - F), the contact mass's acceleration.
void carom_split_accelerate(const carom_split *s, const double R[3], const double F[3], double a[3]);

// Decides whether a contact mass at rest stays at rest under the load F, or its rate if F is still zero.
// (split_mass_rest.c)
carom_machine_turn carom_split_rest(carom_split *s, const double F[3], double *y);

// Starts a slip along dir if it is possible, slightly away from rest in 3D.
carom_machine_turn carom_split_start(carom_split *s, const double dir[2], double *y);

// Brings a slow slip in 3D to rest if it decelerates in a straight line. Returns false if the slip turns, or
// decelerates too slowly.
bool carom_split_carry_to_rest(carom_split *s, double *y);

#endif
