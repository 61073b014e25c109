// Two bodies that touch at a point: to W and v, and from P back to their velocities.
//
//   carom_planar_pair pair = {
//       .a = {.mass = 1.0, .inertia = 1.0 / 12.0, .centre = {0.0, 0.35}, .velocity = {0.6, -1.0}},
//       .b = carom_planar_body_fixed(),
//       .point = {-0.35, 0.0}, .normal = {0.0, 1.0}};
//   carom_contact c;
//   carom_planar_pair_contact(&pair, &c);                   // any law takes it from here
//   carom_planar_pair_apply(&pair, out.P, &pair);           // the bodies after the impact
//
// The normal points from B to A, v is A's velocity less B's, P acts on A. SI units.
// What does not yield has an infinite mass or inertia, HUGE_VAL: a wall, a post, a body that cannot turn. It keeps its
// velocity, so a wall may move. A point mass that is struck at its centre never turns: give it an infinite inertia.
#ifndef CAROM_BODY_H
#define CAROM_BODY_H

#include <stdbool.h>

#include "carom/contact.h"

CAROM_BEGIN

typedef struct carom_planar_body {
    double mass;        // kg
    double inertia;     // about the centre of mass, kg m^2; mass k^2 for a radius of gyration k
    double centre[2];   // m
    double velocity[2]; // of the centre, m/s
    double spin;        // rad/s, counterclockwise
} carom_planar_body;

typedef struct carom_planar_pair {
    carom_planar_body a, b;
    double point[2];   // where they touch, m
    double normal[2];  // from B to A, any length but zero
    double tangent[2]; // perpendicular to the normal, any length; zeros: (n_y, -n_x), so a normal up has +x as tangent
} carom_planar_pair;

typedef struct carom_body {
    double mass;          // kg
    double inertia[3][3]; // about the centre of mass, kg m^2, in the body's axes; an axis it cannot turn about has
                          // HUGE_VAL on the diagonal and zeros beside it
    double axes[3][3];    // the rotation from the body's axes to the world's (column k: body axis k in the world);
                          // zeros: they coincide, inertia is given in world axes
    double centre[3];     // m
    double velocity[3];   // of the centre, m/s
    double spin[3];       // rad/s, world axes
} carom_body;

typedef struct carom_pair {
    carom_body a, b;
    double point[3];      // where they touch, m
    double normal[3];     // from B to A, any length but zero
    double tangent[2][3]; // perpendicular to the normal and each other, any length. A zero row is chosen: the first is
                          // the world axis furthest from the normal, made perpendicular to it, the second n x t1.
                          // A left-handed choice of both is kept: it only mirrors the components.
} carom_pair;

// Bodies that do not yield, at rest at the origin.
CAROM_API carom_planar_body carom_planar_body_fixed(void);
CAROM_API carom_body carom_body_fixed(void);

// The rotation of a quaternion (w, x, y, z) of any length but zero.
CAROM_API carom_status carom_rotation_from_quaternion(const double quaternion[4], double axes[3][3]);

// A uniform ellipsoid: its principal moments of inertia, m (b^2 + c^2)/5 and so on, in its own axes.
CAROM_API carom_status carom_ellipsoid_inertia(double mass, const double semi_axes[3], double moments[3]);

// From its centre to the point of its surface whose outward normal is this, of any length but zero; both in its own axes.
// A wall touches it there. D^2 o/sqrt(o.D^2 o) with D = diag(semi_axes), o the normal.
CAROM_API carom_status carom_ellipsoid_arm(const double semi_axes[3], const double outward[3], double arm[3]);

// The contact of a pair. Refuses masses, frames and numbers that make no sense.
CAROM_API carom_status carom_planar_pair_contact(const carom_planar_pair *pair, carom_contact *contact);
CAROM_API carom_status carom_pair_contact(const carom_pair *pair, carom_contact *contact);

// The relative acceleration at the contact without contact forces, b of carom_forces_compute (why.h): both bodies fall with
// `gravity` (m/s^2, world axes), but for one of infinite mass, and turn on as they do. It is that of the two bodies'
// points at the contact, so of the contact itself where a corner of A touches a B that does not turn.
CAROM_API carom_status carom_planar_fall(const carom_planar_pair *pair, const double gravity[2], double b[2]);
CAROM_API carom_status carom_pair_fall(const carom_pair *pair, const double gravity[3], double b[3]);

// The directions the components are along, in world axes: rows n, t (the plane), n, t1, t2 (space); unit vectors.
CAROM_API carom_status carom_planar_pair_frame(const carom_planar_pair *pair, double frame[2][2]);
CAROM_API carom_status carom_pair_frame(const carom_pair *pair, double frame[3][3]);

// The pair after the impulse P of carom_collide on A and -P on B. `after` may be `pair`.
CAROM_API carom_status carom_planar_pair_apply(const carom_planar_pair *pair, const double P[2],
                                               carom_planar_pair *after);
CAROM_API carom_status carom_pair_apply(const carom_pair *pair, const double P[3], carom_pair *after);

// Does the normal look reversed? It points from B to A, so A's centre should lie ahead of B's along it; the point of
// contact stands for the centre of a body that does not yield. Only a guess: a ball in a ring, or a hook, may look so and
// be right, so it is worth a word where the bodies part and nothing happens. False for a pair that makes no sense.
CAROM_API bool carom_planar_looks_reversed(const carom_planar_pair *pair);
CAROM_API bool carom_pair_looks_reversed(const carom_pair *pair);

// Where energy and momentum went. Bodies hold what can move; `fixed` is what the parts that do not yield took up.
// To rounding:  after + fixed = before  for both momenta,  energy_after + energy_fixed = energy_before + dE.
typedef struct carom_balance {
    double energy_before, energy_after, energy_fixed;                // kinetic, J; fixed: work done on a moving wall
    double momentum_before[3], momentum_after[3], momentum_fixed[3]; // linear, N s
    double angular_before[3], angular_after[3], angular_fixed[3];    // about the point of contact, N m s
} carom_balance;

// In the plane the angular momenta stand in [2].
CAROM_API carom_status carom_planar_pair_balance(const carom_planar_pair *pair, const double P[2],
                                                 carom_balance *ledger);
CAROM_API carom_status carom_pair_balance(const carom_pair *pair, const double P[3], carom_balance *ledger);

CAROM_END

#endif
