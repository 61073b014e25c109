// Judges one result of a case, by itself and against the laws. All distances use the kinetic metric, |u|^2 = sum m v.v
// + w.I w, relative to the motion before the impact.
#ifndef CAROM_JUDGE_MECHANICS_H
#define CAROM_JUDGE_MECHANICS_H

#include "cli/judge/cases.h"

typedef struct carom_judgement {
    double gain;     // E'/E - 1
    double approach; // largest speed at which a contact still closes, m/s (>= 0)
    double rebound;  // normal speed after/before at the contact that closes fastest; NaN if none closes
    // For cases with one contact; 0 for others:
    double P[3];                       // the impulse on body a, from the change of its centre's velocity
    bool outside;                      // outside Coulomb's cone
    double torque;                     // the fraction of the change of spin that the impulse does not explain
    double distance[CAROM_JUDGE_LAWS]; // |u - u of the law|; NaN if the law has no result
} carom_judgement;

// These thresholds are documented in docs/impactbench.md.
#define CAROM_JUDGE_NEAR     0.01 // results within this distance count as equal; a torque within it counts as explained
#define CAROM_JUDGE_GAIN     1e-4 // relative energy: rounding in single precision gains 1e-6
#define CAROM_JUDGE_APPROACH 0.01 // m/s

// Compute R I R^T w at the orientation q, and the w that has this angular momentum.
void carom_judge_momentum(const carom_judge_body *body, const double q[4], const double w[3], double L[3]);
void carom_judge_spin(const carom_judge_body *body, const double L[3], double w[3]);

// Return |u| and |u - w| of all bodies of a case.
double carom_judge_size(const carom_judge_case *c, const carom_judge_speeds *u);
double carom_judge_apart(const carom_judge_case *c, const carom_judge_speeds *u, const carom_judge_speeds *w);
double carom_judge_size_before(const carom_judge_case *c);

// Returns the speed at which a contact separates, m/s; negative if it closes.
double carom_judge_parting(const carom_judge_case *c, const carom_judge_contact *contact, const carom_judge_speeds *u);

// Judges the velocities u of the case's bodies.
void carom_judge_velocities(const carom_judge_case *c, const carom_judge_speeds *u, carom_judgement *judged);

// Computes the impulse on body a that changes its velocity to u, along the contact's normal, then its tangents as in
// carom's scenarios. In 2D the tangent is the normal rotated clockwise.
void carom_judge_impulse(const carom_judge_case *c, const carom_judge_speeds *u, double P[3]);

// Returns the kinetic and potential energy of a body in this state; the floor is at 0.
double carom_judge_energy(const carom_judge_case *c, int body, const double q[4], const carom_judge_speeds *u,
                          double height);

#endif
