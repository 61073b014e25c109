// A split mass: what the files of model_split_mass.c share.
#ifndef CAROM_COMPLIANT_SPLIT_MASS_H
#define CAROM_COMPLIANT_SPLIT_MASS_H

#include <math.h>
#include <stdbool.h>

#include "model.h"
#include "mods/compliant/ode/machine.h"

// The contact mass's slip has two places: u_t, or in space while it slips its speed and its angle. The direction of a
// slow slip is then as certain as that of a fast one, where components would leave it to their last digits.
enum { X, V = 1, STRETCH = 4, U = 6, SPEED = U + 1, ANGLE = U + 2, P = 9, STATES = 12 };
enum { END, CONE, CONE_OTHER, WEDGE, GUARDS, FORCE = GUARDS, OVERLAP, LOOKS };
_Static_assert(STATES <= CAROM_MACHINE_STATES && LOOKS <= CAROM_MACHINE_LOOKS, "the machine has room for the device");

// In space a slip that stops, or starts from rest, passes |u| = 0, where its direction turns infinitely fast. A slip
// that heads straight for rest is left at STOPS of the speed and carried on straight (the error in v is its square).
// One that still turns there is followed down to NEAR_REST and stopped, and a slip starts with twice that; the error in
// v is of that size. Much below, the direction of what is left drowns in the tolerance of the integration, 1e-12.
#define STOPS     1e-6
#define NEAR_REST 1e-9

// Nearer than this to W_nn = mu W_nt.dir a slip counts as wedged: its force is then 1e3 times what it was. At 1e-6 the
// clock no longer resolves the turn of a slow slip into the wedge.
#define WEDGED 1e-3

typedef struct carom_split {
    const carom_contact *c;
    const carom_params *p;
    carom_recorder *recorder;
    carom_contact_state state;
    double dir[2];
    double speed;   // the greater of |v_n| and |v_t|
    double still;   // |u_t| that counts as rest: NEAR_REST of the speed in space, 0 in the plane
    double slow;    // |u_t| at which a slip in space is stopped: `still`, or STOPS of the speed
    double late;    // how far the clock is behind, from what was carried on straight
    double longest; // the longest step
    double force, overlap, time, end;
    double Pc[3];
    int switches;
    int several; // the most rays a slip from rest could take
} carom_split;

static inline double carom_split_dot(const carom_split *s, const double *a, const double *b) {
    return a[0] * b[0] + (s->c->dim == 3 ? a[1] * b[1] : 0.0);
}

static inline double carom_split_length(const carom_split *s, const double *a) {
    return sqrt(carom_split_dot(s, a, a));
}

// What moves it (split_mass_motion.c).
// What loads the contact mass: the springs.
void carom_split_load(const carom_split *s, const double *y, double F[3]);

// The ground's force on a slip along dir, under the load F.
void carom_split_slip_force(const carom_split *s, const double F[3], const double dir[2], double R[3]);

// How far a slip along dir is from wedging itself in, W_nn = mu W_nt.dir, where its force grows without bound.
double carom_split_wedge(const carom_split *s, const double dir[2]);

// Without friction there is no direction to keep: components pass zero smoothly.
bool carom_split_polar(const carom_split *s);

// The way the contact mass slips. In the plane a slip keeps its sense until an event ends it.
void carom_split_direction(const carom_split *s, const double *y, double dir[2]);

// The contact mass's velocity along the ground.
void carom_split_slip_velocity(const carom_split *s, const double *y, double u[2]);

// The slip begins with the velocity that the dead impact left.
void carom_split_aim(carom_split *s, double *y);

void carom_split_ground_force(const carom_split *s, const double *y, const double F[3], double R[3]);

// (W/(1-e)) (R - F), the contact mass's acceleration.
void carom_split_accelerate(const carom_split *s, const double R[3], const double F[3], double a[3]);

// A contact mass at rest, and one that comes to rest (split_mass_rest.c).
// The contact mass is at rest under the load F (or its rate, where F is still zero): does it stay?
carom_machine_turn carom_split_rest(carom_split *s, const double F[3], double *y);

// Slip that starts along dir: plausible, and begun a little off rest in space.
carom_machine_turn carom_split_start(carom_split *s, const double dir[2], double *y);

// A slow slip in space heads straight for rest, if it decelerates along itself: it is carried on there. False: it
// turns, or lingers.
bool carom_split_carry_to_rest(carom_split *s, double *y);

#endif
