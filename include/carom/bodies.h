// Computes W and v from bodies that touch, and the bodies' velocities after an impact from the impulse P. Use it if you
// have masses, positions and velocities, or the mass matrix of a mechanism, but not the Delassus matrix W of the
// contacts.
//
//   #include <stdio.h>
//   #include "carom/bodies.h"
//
//   int main(void) {
//       carom_planar_body rod = carom_planar_body_fixed(); // then make it movable
//       rod.mass = 1.0;
//       rod.inertia = 1.0 / 12.0;
//       rod.centre[1] = 0.35;
//       rod.velocity[0] = 0.6;
//       rod.velocity[1] = -1.0;
//       carom_planar_pair pair = {.a = rod,
//                                 .b = carom_planar_body_fixed(), // the floor
//                                 .point = {-0.35, 0.0},
//                                 .normal = {0.0, 1.0},
//                                 .tangent = {0.0, 0.0}}; // zeros: chosen by carom
//       carom_params params = carom_params_default();
//       params.e = 0.5;
//       params.mu = 0.7;
//       carom_contact contact;
//       carom_result result;
//       if (carom_planar_pair_contact(&pair, &contact) != CAROM_OK) return 1;
//       if (carom_collide(&carom_law_routh, &contact, &params, &result) != CAROM_OK) return 1;
//       if (carom_planar_pair_apply(&pair, result.P, &pair) != CAROM_OK) return 1; // the bodies after the impact
//       printf("velocity (%.3f, %.3f) m/s, ", pair.a.velocity[0], pair.a.velocity[1]);
//       printf("spin %.3f rad/s\n", pair.a.spin);
//       return 0; // prints: velocity (0.717, -0.395) m/s, spin -2.048 rad/s
//   }
//
// Choose the description that fits your problem:
//   two bodies and one contact       carom_planar_pair in 2D, carom_pair in 3D
//   free bodies, several contacts    carom_assembly, which becomes a carom_mechanism
//   a planar tree of links           carom_chain, which becomes a carom_mechanism
//   your own dynamics                carom_mechanism (mass matrix and Jacobians), or carom_delassus_probe
// carom_delassus_compute computes W and v of a mechanism, and carom_delassus_apply its speeds after the impact.
//
// The normal points from B to A, v is the velocity of A minus that of B, and P acts on A. All numbers are in SI units.
// A mass or moment of inertia of HUGE_VAL (infinity) describes a wall, a post, or a body that cannot rotate. Such a
// body keeps its velocity or spin, so the wall of a pair may move. A point mass that is hit at its centre never
// rotates; give it an infinite moment of inertia.
#ifndef CAROM_BODIES_H
#define CAROM_BODIES_H

#include <stdbool.h>
#include <stddef.h>

#include "carom/carom.h"

CAROM_BEGIN

// ---- Two bodies with one contact ----

// A rigid body in 2D.
typedef struct carom_planar_body {
    double mass;        // kg, > 0; HUGE_VAL: keeps its velocity
    double inertia;     // about the centre of mass, kg m^2, > 0; mass k^2 for a radius of gyration k;
                        // HUGE_VAL: keeps its spin
    double centre[2];   // position of the centre of mass, m
    double velocity[2]; // velocity of the centre of mass, m/s
    double spin;        // angular velocity, rad/s, counterclockwise
} carom_planar_body;

// Two bodies that touch at a point, in 2D.
typedef struct carom_planar_pair {
    carom_planar_body a, b; // P acts on a, and -P on b
    double point[2];        // contact point, m
    double normal[2];       // normal from b to a, any length except zero
    double tangent[2];      // perpendicular to the normal to 1e-9, any length; zeros: (n_y, -n_x), which is +x for a
                            // normal along +y
} carom_planar_pair;

// A rigid body in 3D.
typedef struct carom_body {
    double mass;          // kg, > 0; HUGE_VAL: keeps its velocity
    double inertia[3][3]; // inertia tensor about the centre of mass, kg m^2, in body axes; symmetric positive definite.
                          // An axis about which the body cannot rotate has HUGE_VAL on the diagonal and zeros off it
    double axes[3][3];    // rotation from body axes to world axes, orthonormal to 1e-9 and right-handed; column k is
                          // body axis k in world axes. Zeros: both coincide, so the inertia is given in world axes
    double centre[3];     // position of the centre of mass, m
    double velocity[3];   // velocity of the centre of mass, m/s
    double spin[3];       // angular velocity, rad/s, world axes
} carom_body;

// Two bodies that touch at a point, in 3D.
typedef struct carom_pair {
    carom_body a, b;      // P acts on a, and -P on b
    double point[3];      // contact point, m
    double normal[3];     // normal from b to a, any length except zero
    double tangent[2][3]; // t1 and t2, perpendicular to the normal and to each other to 1e-9, any length. If a row is
                          // all zeros, carom chooses it. Then t1 is the world axis furthest from the normal, made
                          // perpendicular to it, and t2 is n x t1. A left-handed pair is accepted; it only mirrors the
                          // components.
} carom_pair;

// Energy and momentum before and after an impact. The members *_before and *_after are sums over everything that can
// move. The members *_fixed are the energy and momentum that the parts of infinite mass or inertia received. Up to
// rounding,
//   after + fixed = before                                       for both momenta
//   energy_after + energy_fixed = energy_before + dE
typedef struct carom_balance {
    double energy_before, energy_after;        // kinetic energy, J, >= 0
    double energy_fixed;                       // work done on parts of infinite mass or inertia, J; 0 if at rest
    double momentum_before[3];                 // linear momentum, N s, world axes
    double momentum_after[3];                  // the same after the impact, N s
    double momentum_fixed[3];                  // received by parts of infinite mass, N s
    double angular_before[3];                  // about the contact point, N m s; in 2D only [2] is not 0
    double angular_after[3], angular_fixed[3]; // the same after the impact, and received by fixed parts
} carom_balance;

// Returns a body of infinite mass and inertia, at rest at the origin.
CAROM_API carom_planar_body carom_planar_body_fixed(void);
CAROM_API carom_body carom_body_fixed(void);

// Computes the rotation matrix of a quaternion (w, x, y, z) of any length except zero, for carom_body.axes. Returns
// CAROM_BAD_FRAME if the quaternion is zero or not finite.
CAROM_API carom_status carom_rotation_from_quaternion(const double quaternion[4], double axes[3][3]);

// Computes the principal moments of inertia of a uniform ellipsoid in its own axes, kg m^2. The first is m (b^2 +
// c^2)/5. Returns CAROM_BAD_VALUE for a semi-axis that is not positive and finite, and CAROM_BAD_MASS for a mass that
// is not positive.
CAROM_API carom_status carom_ellipsoid_inertia(double mass, const double semi_axes[3], double moments[3]);

// Computes the vector from the centre of an ellipsoid to the surface point with this outward normal, m. Both vectors
// are in the ellipsoid's own axes; the normal has any length except zero. A wall with this normal touches the ellipsoid
// there. The formula is D^2 o/sqrt(o.D^2 o) with D = diag(semi_axes) and o the normal (Chatterjee 1997, 4.4). Returns
// CAROM_BAD_FRAME if the normal is zero or not finite.
CAROM_API carom_status carom_ellipsoid_arm(const double semi_axes[3], const double outward[3], double arm[3]);

// Computes the contact (W and v) of a pair. Returns CAROM_BAD_MASS for an invalid mass or inertia, and CAROM_BAD_FRAME
// for an invalid normal, tangent or rotation. Returns CAROM_NOT_FINITE for a position or velocity that is not finite,
// and CAROM_OVERFLOW if W or v is not finite. Use carom_planar_pair_error and carom_pair_error to find the member
// concerned.
CAROM_API carom_status carom_planar_pair_contact(const carom_planar_pair *pair, carom_contact *contact);
CAROM_API carom_status carom_pair_contact(const carom_pair *pair, carom_contact *contact);

// Computes the directions of the components of v and P, as unit vectors in world axes. The rows are n, t in 2D and n,
// t1, t2 in 3D. Returns CAROM_BAD_FRAME for an invalid normal or tangent.
CAROM_API carom_status carom_planar_pair_frame(const carom_planar_pair *pair, double frame[2][2]);
CAROM_API carom_status carom_pair_frame(const carom_pair *pair, double frame[3][3]);

// Computes the pair after the impulse P (N s, from carom_collide) acts on A and -P on B. Only velocities and spins
// change. `after` may be `pair`. Returns the statuses of the contact function, and CAROM_NOT_FINITE if P is not finite.
CAROM_API carom_status carom_planar_pair_apply(const carom_planar_pair *pair, const double P[2],
                                               carom_planar_pair *after);
CAROM_API carom_status carom_pair_apply(const carom_pair *pair, const double P[3], carom_pair *after);

// Computes energy and momentum before and after the impulse P, N s. Returns the same statuses as the apply function.
CAROM_API carom_status carom_planar_pair_balance(const carom_planar_pair *pair, const double P[2],
                                                 carom_balance *balance);
CAROM_API carom_status carom_pair_balance(const carom_pair *pair, const double P[3], carom_balance *balance);

// Computes the relative acceleration b at the contact without contact forces, m/s^2, in contact components. This is the
// b of carom_forces_compute (explain.h). Both bodies accelerate with `gravity` (m/s^2, world axes) and rotate freely. A
// body of infinite mass does not accelerate. The result is the relative acceleration of the two material points that
// touch. If a corner of A touches a body B that does not rotate, the gap has the same acceleration. Returns the statuses
// of the contact function, and CAROM_NOT_FINITE if gravity is not finite.
CAROM_API carom_status carom_planar_pair_free_acceleration(const carom_planar_pair *pair, const double gravity[2],
                                                           double b[2]);
CAROM_API carom_status carom_pair_free_acceleration(const carom_pair *pair, const double gravity[3], double b[3]);

// Returns true if the normal is probably reversed. Then the centre of A lies behind that of B along the normal, by more
// than 1e-9 of their distance. For a body of infinite mass the contact point replaces the centre. The answer is only a
// guess: a ball inside a ring, or a hook, gives true although its normal is correct. Use it as a hint if the bodies
// separate and there is no impact. Returns false for an invalid pair.
CAROM_API bool carom_planar_looks_reversed(const carom_planar_pair *pair);
CAROM_API bool carom_pair_looks_reversed(const carom_pair *pair);

// Finds the error behind a status of a pair function: which body, direction or number was rejected. `pair` may be NULL;
// the error then contains less. Returns CAROM_OK, or CAROM_NULL_POINTER if `error` is NULL.
CAROM_API carom_status carom_planar_pair_error(carom_status status, const carom_planar_pair *pair, carom_error *error);
CAROM_API carom_status carom_pair_error(carom_status status, const carom_pair *pair, carom_error *error);

// ---- Bodies for a given contact ----
//
// Every valid W (symmetric, positive semi-definite) is the W of some pair of bodies. The functions below construct such
// a pair; carom_pair_contact of this pair returns the given W and v. The bodies touch at the origin, and the world axes
// are n, t1, t2 (n, t in 2D). A moves with v and does not rotate; B is at rest. The length `arm` (m, > 0) is free: an
// arm twice as long with four times the inertia has the same W.
//
// The functions return CAROM_BAD_VALUE if `arm` is not positive and finite, and CAROM_BAD_DIM if the contact has the
// other dimension. They return CAROM_OVERFLOW if a mass or inertia leaves the range of double, and the statuses of
// carom_contact_validate.

// Which bodies carom_pair_from_contact constructs.
typedef enum carom_pair_choice {
    CAROM_PAIR_FEWEST = 0, // the fewest movable bodies: one, or two
    CAROM_PAIR_TWO = 1     // two bodies of finite mass
} carom_pair_choice;

// Constructs bodies. CAROM_PAIR_FEWEST, and the planar function, construct the fewest movable bodies. With
// W q_i = w_i q_i, w1 <= w2 <= w3, and r = arm from a centre to the contact:
//   w1 < w2          one body against a wall: mass 1/w1, arm r q1, moment of inertia r^2/(w2 - w1) about q3 and q1,
//                    and r^2/(w3 - w1) about q2
//   w1 = w2 = w3     one point mass against a wall
//   w1 = w2 < w3     two bodies, with W/2 - (w1/4)(q1 q1' - q2 q2') and W/2 + (w1/4)(q1 q1' - q2 q2')
// w1 > 0 and w2 count as equal if they differ by at most 1e-6 w1 and w3 is larger. In 2D one body is always enough. w1
// = 0 is an infinite mass: a body that rotates about a fixed centre. If the arm of a body does not point against the
// normal, the body is a hook.
// CAROM_PAIR_TWO constructs two bodies of finite mass for any eigenvalues, and returns CAROM_NOT_APPLICABLE for a
// singular W.
CAROM_API carom_status carom_pair_from_contact(const carom_contact *contact, carom_pair_choice choice, double arm,
                                               carom_pair *pair);
CAROM_API carom_status carom_planar_pair_from_contact(const carom_contact *contact, double arm,
                                                      carom_planar_pair *pair);

// ---- A mechanism at one instant ----
//
// Contact vectors are stored contact by contact, normal first: v = (v_n1, v_t1, v_n2, v_t2, ...), and P likewise.
// Matrices are stored row by row. M is symmetric, so column by column is the same.

// The largest number of speeds, of contacts and of constraints; a larger mechanism is rejected with CAROM_BAD_SIZE.
#define CAROM_MAX_SPEEDS 4096

// A mechanism in generalized speeds u, at the instant of the impact. The arrays belong to the caller.
typedef struct carom_mechanism {
    int dim;         // components of a contact: 2 in 2D, 3 in 3D
    int speeds;      // number of generalized speeds, 1 to CAROM_MAX_SPEEDS
    int contacts;    // number of contacts, 1 to CAROM_MAX_SPEEDS
    int constraints; // number of bilateral constraints (pins, rails, feet that must stay), 0 to CAROM_MAX_SPEEDS
    const double *M; // speeds x speeds: mass matrix, kg or kg m^2, symmetric positive definite
    const double *u; // speeds numbers: speeds before the impact, m/s or rad/s, with J u = 0
    const double *R; // (dim contacts) x speeds: contact rows n1, t1, n2, t2, ...; v = R u
    const double *J; // constraints x speeds: constraint rows; NULL if there are none
} carom_mechanism;

// The Delassus matrix of a mechanism and the data to compute its speeds after an impact. All arrays are in the caller's
// memory. The functions of this header do not read M, R and J again, but carom_delassus_apply reads u.
typedef struct carom_delassus {
    int dim, speeds, contacts, constraints; // the sizes of the mechanism
    int size;                               // components of all contacts: dim contacts
    int rank;                               // number of independent constraints, 0 to constraints
    const double *u;                        // speeds before the impact: the caller's array
    double *W;         // size x size, 1/kg: v' = v + W P; symmetric positive semi-definite, and may be singular
    double *v;         // size numbers: contact velocities before the impact, m/s
    double *du;        // size x speeds; row i is the change of the speeds per unit impulse i
    double *reactions; // constraints x size; column i is the constraint impulses per unit impulse i
    int *order;        // constraints numbers; the first `rank` are the rows of J that are used. The others are
                       // redundant and carry no reaction
    int row;           // row of M or J that was rejected; -1 if none
    double residual;   // J u of that row, or else of the row with the largest violation, m/s or rad/s
} carom_delassus;

// A constraint counts as satisfied if |J_k u| is at most this fraction of sqrt(J_k M^-1 J_k^T) sqrt(u.M u). This
// product is the largest |J_k u| that is possible with the same kinetic energy. A fraction of 1e-12 would reject speeds
// that were typed with ten digits. With 1e-6, W and v would visibly disagree with the reactions.
#define CAROM_CONSTRAINT_TOLERANCE 1e-9

// Returns the bytes of memory, aligned for double, that carom_delassus_compute needs. Returns 0 if the counts are
// invalid, or if size_t cannot hold the result.
CAROM_API size_t carom_delassus_memory_size(const carom_mechanism *mechanism);

// Computes W = R K R^T and v = R u, where K contains the constraints:
//   K = M^-1 - M^-1 J^T (J M^-1 J^T)^-1 J M^-1
// Redundant rows of J are ignored. A component of v whose terms cancel up to rounding is exactly 0. Returns
// CAROM_BAD_MASS_MATRIX if M is not symmetric (to 1e-12 of sqrt(M_ii M_jj)) and positive definite. Returns
// CAROM_CONSTRAINT_VIOLATED if u violates a constraint. In both cases `row` is the rejected row of M or J. Returns
// CAROM_BAD_DIM or CAROM_BAD_SIZE for invalid counts, CAROM_SMALL_MEMORY, CAROM_NOT_FINITE, or CAROM_OVERFLOW.
CAROM_API carom_status carom_delassus_compute(const carom_mechanism *mechanism, void *memory, size_t bytes,
                                              carom_delassus *delassus);

// Extracts one contact, as if the other contacts carried no impulse: its diagonal block of W and its part of v. Every
// law for one contact accepts it. `contact` counts from 0. Returns CAROM_BAD_SIZE if there is no such contact.
CAROM_API carom_status carom_system_contact(const carom_delassus *delassus, int contact, carom_contact *out);

// Computes the speeds after the impact, u' = u + K R^T P. Also computes the constraint impulses lambda:
//   M (u' - u) = R^T P + J^T lambda
// The array P has `size` numbers, u_after `speeds` and reactions `constraints`. `reactions` may be NULL, and u_after
// may be u. Returns CAROM_NOT_FINITE if P is not finite, and CAROM_OVERFLOW if a result is not.
CAROM_API carom_status carom_delassus_apply(const carom_delassus *delassus, const double *P, double *u_after,
                                            double *reactions);

// Returns the kinetic energy u.M u / 2 of a mechanism at the speeds u, J. Returns NaN if the mechanism, M or u is NULL,
// or if the number of speeds is invalid.
CAROM_API double carom_mechanism_energy(const carom_mechanism *mechanism, const double *u);

// Finds the error behind a status of carom_delassus_compute, from its arguments: which entry of M or row of J was
// rejected. Returns CAROM_OK, or CAROM_NULL_POINTER if `error` is NULL.
CAROM_API carom_status carom_delassus_error(carom_status status, const carom_mechanism *mechanism,
                                            const carom_delassus *delassus, carom_error *error);

// A function that you write: computes the accelerations (m/s^2) of all contact components under these contact forces
// (N). Returns 0, or another number to stop.
typedef int carom_probe_fn(void *user, const double *forces, double *accelerations);

// Computes W from your own dynamics (Chatterjee 1997, 6.7.1). Column k is the acceleration under `force` (N, not 0) on
// component k alone, minus the acceleration under no force, divided by `force`. Gravity and velocity terms cancel. W is
// size x size, with `size` at most 3 CAROM_MAX_SPEEDS. `memory` has space for 3 size numbers. Returns
// CAROM_PROBE_FAILED if the probe stops. Returns CAROM_NOT_SYMMETRIC if W_ij and W_ji differ by more than 1e-9
// sqrt(W_ii W_jj); otherwise W contains their mean. Returns CAROM_NOT_PSD if a diagonal entry is negative, and
// CAROM_NOT_FINITE if `force` is 0 or a number is not finite.
CAROM_API carom_status carom_delassus_probe(carom_probe_fn *probe, void *user, int size, double force, double *W,
                                            double *memory);

// ---- Free bodies with several contacts ----
//
// An assembly is a set of free bodies that touch at several points, such as three balls, or a ladder on floor and wall.
// In 2D the z axis is perpendicular to the plane. Only inertia[2][2], spin[2] and the x and y components of vectors are
// read.

// The index of the ground: a body of infinite mass and inertia, at rest.
#define CAROM_GROUND (-1)

// One contact between two bodies of an assembly.
typedef struct carom_contact_point {
    int a, b;             // indices of the two bodies, or CAROM_GROUND; P acts on a, and v is v_a - v_b
    double point[3];      // contact point, m
    double normal[3];     // normal from b to a, any length except zero
    double tangent[2][3]; // as in carom_planar_pair and carom_pair; a row of zeros is chosen by carom
} carom_contact_point;

// Bodies and their contacts. The arrays belong to the caller.
typedef struct carom_assembly {
    int dim;                // 2 in 2D, 3 in 3D
    int bodies, contacts;   // counts, 1 to CAROM_MAX_BODIES each
    const carom_body *body; // bodies; with infinite mass a body does not move, with infinite inertia it does not rotate
    const carom_contact_point *contact; // contacts
} carom_assembly;

// The largest number of bodies and of contacts in an assembly.
#define CAROM_MAX_BODIES 640

// Returns the number of speeds of an assembly; 0 if it is invalid. The speeds are in world axes, body by body. Each
// body has the velocity of the centre if its mass is finite, then the spin if it can rotate.
CAROM_API int carom_assembly_speeds(const carom_assembly *assembly);

// Returns the bytes of memory, aligned for double, that carom_assembly_mechanism needs; 0 if the assembly is invalid.
CAROM_API size_t carom_assembly_memory_size(const carom_assembly *assembly);

// Computes M, u and R of an assembly in the caller's memory, and J for bodies that rotate about some axes only. If an
// item is rejected, `item` (may be NULL) receives its index. It is 0 for the first body, 1 for the second, -1 for the
// first contact and -2 for the second. Returns CAROM_BAD_MASS, CAROM_BAD_FRAME or CAROM_NOT_FINITE for invalid numbers.
// Returns CAROM_BAD_INDEX if a contact names a body that does not exist or the same body twice. Returns
// CAROM_CONSTRAINT_VIOLATED if a body of infinite mass moves or one that cannot rotate spins. Returns CAROM_BAD_SIZE if
// the assembly has invalid counts or no speeds, and CAROM_SMALL_MEMORY.
CAROM_API carom_status carom_assembly_mechanism(const carom_assembly *assembly, void *memory, size_t bytes,
                                                carom_mechanism *mechanism, int *item);

// Computes the velocity of the centre (m/s) and the spin (rad/s) of body number `body` from the speeds u. Returns
// CAROM_BAD_INDEX if there is no such body.
CAROM_API carom_status carom_assembly_motion(const carom_assembly *assembly, const double *u, int body,
                                             double velocity[3], double spin[3]);

// ---- A planar tree of links ----
//
// A chain is a tree of links in 2D with joints. Link i points along (sin phi, cos phi), where phi is its absolute angle
// from the upward vertical, towards +x. The speeds are (phi_1', ..., phi_n', x0', y0'); a pinned base omits the last
// two.

// The index of the base, where the index of a link is expected.
#define CAROM_BASE (-1)

// One link of a chain.
typedef struct carom_link {
    double length;  // from the near joint to the far end, m, >= 0; 0 describes a wheel at a joint
    double mass;    // kg, >= 0
    double inertia; // about the centre of mass, kg m^2, >= 0
    double centre;  // distance of the centre of mass from the near joint, m
    int parent;     // index of the link whose far end carries this one; it precedes this link. CAROM_BASE: the base
    double angle;   // phi, rad
    double rate;    // phi', rad/s
} carom_link;

// Returns a uniform bar: centre of mass in the middle, inertia m l^2 / 12. The arguments have the units of carom_link.
CAROM_API carom_link carom_link_bar(double length, double mass, int parent, double angle, double rate);

// A point mass on a chain.
typedef struct carom_chain_mass {
    int link;        // index of the link that carries it, or CAROM_BASE
    double distance; // distance from the near joint of the link, m; not read at the base
    double mass;     // kg, >= 0
} carom_chain_mass;

// A contact of a chain with its surroundings.
typedef struct carom_chain_contact {
    int link;        // index of the link that touches, or CAROM_BASE
    double distance; // of the contact point from the near joint of the link, m; not read at the base
    double slope;    // angle theta of the surface, rad: tangent (cos theta, sin theta), normal (-sin theta, cos theta)
} carom_chain_contact;

// A chain. The arrays belong to the caller.
typedef struct carom_chain {
    int links;                          // number of links, 1 to CAROM_MAX_LINKS
    int masses;                         // number of point masses, 0 to CAROM_MAX_LINKS
    int contacts;                       // number of contacts, 1 to CAROM_MAX_LINKS
    const carom_link *link;             // links, parents first
    const carom_chain_mass *mass;       // point masses; NULL if there are none
    const carom_chain_contact *contact; // contacts
    int pinned;                         // not 0: the base cannot move
    double base_velocity[2];            // velocity of the base, m/s; not read if pinned
} carom_chain;

// The largest number of links, of point masses and of contacts in a chain.
#define CAROM_MAX_LINKS 4000

// Returns the number of speeds of a chain; 0 if the counts are invalid.
CAROM_API int carom_chain_speeds(const carom_chain *chain);

// Returns the bytes of memory, aligned for double, that carom_chain_mechanism needs; 0 if the counts are invalid.
CAROM_API size_t carom_chain_memory_size(const carom_chain *chain);

// Computes M, u and R of a chain in the caller's memory. Massless links can make M singular; carom_delassus_compute
// then rejects it. Returns CAROM_BAD_CHAIN for an invalid length, parent or place on the chain, CAROM_BAD_MASS,
// CAROM_NOT_FINITE, CAROM_BAD_SIZE or CAROM_SMALL_MEMORY. `link` (may be NULL) receives the index of the rejected link,
// or -1 if something else was rejected.
CAROM_API carom_status carom_chain_mechanism(const carom_chain *chain, void *memory, size_t bytes,
                                             carom_mechanism *mechanism, int *link);

// Computes the velocity of a point of the chain (m/s) at the speeds u, of which there are carom_chain_speeds. The point
// is at `distance` (m) from the near joint of `link`, or at CAROM_BASE. Rejects invalid links as carom_chain_mechanism
// does.
CAROM_API carom_status carom_chain_velocity(const carom_chain *chain, const double *u, int link, double distance,
                                            double velocity[2]);

// Finds the error behind a status of carom_chain_mechanism, from the `link` that it returned: which number of the link
// was rejected. Returns CAROM_OK, or CAROM_NULL_POINTER if `error` is NULL.
CAROM_API carom_status carom_chain_error(carom_status status, const carom_chain *chain, int link, carom_error *error);

// ---- Bodies that vibrate ----

// One vibration mode of a body, seen at the contact: the coefficient `modes` of modal is a list of them. A contact
// force F causes z'' + 2 zeta omega z' + omega^2 z = phi.F, and the contact moves by phi z. The shape phi is normalised
// by mass. The inverse mass of a short blow is W + phi phi^T.
typedef struct carom_vibration {
    double omega;  // angular frequency, rad/s, > 0
    double zeta;   // damping ratio, [0, 1)
    double phi[3]; // mode shape at the contact, 1/sqrt(kg), normal first
    double z0;     // modal coordinate when the bodies first touch, m sqrt(kg); 0 at rest
    double zdot0;  // rate of the mode at that time, m sqrt(kg)/s; 0 at rest
} carom_vibration;

#define CAROM_VIBRATIONS_MAX 32 // largest number of modes

// A uniform elastic rod with free ends that is struck at one point, for the vibration modes of modal.
typedef struct carom_rod {
    double length;     // m, > 0
    double area;       // area of the section, m^2, > 0: pi d^2/4 for a round rod
    double gyration;   // radius of gyration of the section, m, > 0: d/4 for a round rod, h/sqrt(12) for height h
    double E, density; // Young's modulus, Pa, > 0; density, kg/m^3, > 0
    double axis[3];    // direction of the rod, normal first, of any length > 0; only the first two numbers in 2D
    double at;         // contact point, measured from the middle along the axis, m; -length/2 is an end
    double zeta;       // damping ratio of every mode, [0, 1)
} carom_rod;

// Computes the first `bending` and `axial` vibration modes of a rod with free ends at a contact. Uses the beam theory
// of Euler and Bernoulli, and longitudinal waves. `modes` has room for bending + axial modes, and in 3D for 2 bending +
// axial, because a rod bends in two planes. The bending modes come first, by ascending frequency. The theory holds for
// modes whose wavelength is long compared with the section. Returns CAROM_WRONG_DIM unless dim is 2 or 3,
// CAROM_BAD_VALUE for numbers outside their ranges and for more than CAROM_VIBRATIONS_MAX modes.
CAROM_API carom_status carom_rod_vibrations(const carom_rod *rod, int dim, int bending, int axial,
                                            carom_vibration *modes);

CAROM_END

#endif
