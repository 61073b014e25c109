// A mechanism at one instant, and what its contacts feel of it.
//
//   double M[] = {16, 5.9, 5.9, 4}, u[] = {-0.1, -0.2}, R[] = {0.68, 1, 1.88, 1.73};
//   carom_mechanism m = {.dim = 2, .speeds = 2, .contacts = 1, .M = M, .u = u, .R = R};
//   void *memory = malloc(carom_delassus_memory_size(&m));
//   carom_delassus d;
//   carom_delassus_compute(&m, memory, carom_delassus_memory_size(&m), &d);   // d.W, d.v, d.rank
//   carom_contact c;
//   carom_system_contact(&d, 0, &c);                                // any single-contact law takes it from here
//   carom_delassus_apply(&d, P, u_after, reactions);
//
// Contact vectors are flattened contact by contact, normal first: v = (vn1, vt1, vn2, vt2, ...), P alike.
// Matrices stand row by row. M is symmetric, so column by column is the same.
#ifndef CAROM_MECHANISM_H
#define CAROM_MECHANISM_H

#include "carom/contact.h"

CAROM_BEGIN

// No mechanism has more speeds, contacts or constraints than this; refused as CAROM_BAD_SIZE.
#define CAROM_MAX_SPEEDS 4096

typedef struct carom_mechanism {
    int dim;         // components of a contact: 2 in the plane, 3 in space
    int speeds;      // generalized speeds, at least 1
    int contacts;    // at least 1
    int constraints; // bilateral rows: pins, rails, feet that must stay; 0 for none
    const double *M; // speeds x speeds, mass matrix: symmetric positive definite
    const double *u; // speeds, before the impact, with J u = 0
    const double *R; // (dim contacts) x speeds, contact rows n1, t1, n2, t2, ...: v = R u
    const double *J; // constraints x speeds; NULL if there are none
} carom_mechanism;

// The mechanism seen from its contacts. Everything lies in the caller's memory. M, R and J are not read again; u is.
typedef struct carom_delassus {
    int dim, speeds, contacts, constraints;
    int size;          // dim contacts
    int rank;          // independent rows among the constraints
    const double *u;   // speeds before the impact: the caller's own
    double *W;         // size x size, v' = v + W P: symmetric positive semi-definite, singular is legal
    double *v;         // size, before the impact
    double *du;        // size x speeds; row i: change of the speeds per unit impulse i
    double *reactions; // constraints x size; column i: constraint impulses per unit impulse i
    int *order;        // constraints; the first `rank` are the rows kept, the others repeat them and carry no reaction
    int row;           // which row of M or J a refusal is about; -1 if none
    double residual;   // J u of that row, or of the worst one; m/s or rad/s
} carom_delassus;

// A constraint counts as kept by u when |J_k u| is at most this share of the most that speeds of the same kinetic
// energy could make it, sqrt(J_k M^-1 J_k^T) sqrt(u.M u).
// 1e-9: at 1e-12 speeds typed with ten digits are refused; at 1e-6 W and v disagree visibly with the reactions.
#define CAROM_CONSTRAINT_TOLERANCE 1e-9

// Bytes of memory carom_delassus_compute needs, aligned for double; 0 if the sizes make no mechanism.
CAROM_API size_t carom_delassus_memory_size(const carom_mechanism *mechanism);

// W = R K R^T and v = R u (exactly 0 where its terms cancel to rounding), with K = M^-1 - M^-1 J^T (J M^-1 J^T)^-1 J M^-1. Redundant rows of J are dropped.
// Refuses an M that is not symmetric positive definite, and speeds that break a constraint; `row` says which.
CAROM_API carom_status carom_delassus_compute(const carom_mechanism *mechanism, void *memory, size_t bytes,
                                              carom_delassus *delassus);

// One contact alone, the others free: its diagonal block of W and its part of v.
CAROM_API carom_status carom_system_contact(const carom_delassus *delassus, int contact, carom_contact *out);

// u' = u + K R^T P, and the constraint impulses lambda of M (u' - u) = R^T P + J^T lambda. P has `size` entries,
// u_after `speeds`, reactions `constraints` (NULL if not wanted). u_after may be u.
CAROM_API carom_status carom_delassus_apply(const carom_delassus *delassus, const double *P, double *u_after,
                                            double *reactions);

// Kinetic energy u.M u / 2, J; NaN without a mechanism or speeds, or with a count of speeds that makes none.
CAROM_API double carom_mechanism_energy(const carom_mechanism *mechanism, const double *u);

// The user's own dynamics: fills the accelerations of all contact components under the contact forces, N.
// Returns 0, or anything else to give up.
typedef int carom_probe_fn(void *user, const double *forces, double *accelerations);

// W from a force probe: column k is the acceleration under a force on component k alone, less the one under none, per
// unit force. W is size x size, at most 3 CAROM_MAX_SPEEDS; `memory` has room for 3 size numbers. Gravity and velocity
// terms drop out.
CAROM_API carom_status carom_delassus_probe(carom_probe_fn *probe, void *user, int size, double force, double *W,
                                            double *memory);

CAROM_END

#endif
