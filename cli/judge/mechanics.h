// What one answer to a case says by itself and beside the laws'. Everything is measured in the kinetic metric,
// |u|^2 = sum m v.v + w.I w, and relative to the motion before.
#ifndef CAROM_JUDGE_MECHANICS_H
#define CAROM_JUDGE_MECHANICS_H

#include "cli/judge/cases.h"

typedef struct carom_judgement {
    double gain;     // E'/E - 1
    double approach; // the fastest that a contact still closes, m/s; not negative
    // Cases of one contact; 0 for others:
    double P[3];                       // the impulse on body a, from the change of its centre's velocity
    bool outside;                      // of Coulomb's cone
    double torque;                     // how much of the change of spin that impulse does not explain
    double distance[CAROM_JUDGE_LAWS]; // |u - u of the law|; NaN where the law has no answer
} carom_judgement;

// What counts: the thresholds of docs/impactbench.md.
#define CAROM_JUDGE_NEAR     0.01 // a distance that counts as the same; a moment that is explained
#define CAROM_JUDGE_GAIN     1e-4 // relative energy: engines in single precision make 1e-6 by rounding
#define CAROM_JUDGE_APPROACH 0.01 // m/s

// R I R^T w at the orientation q, or the w that has this angular momentum.
void carom_judge_momentum(const carom_judge_body *body, const double q[4], const double w[3], double L[3]);
void carom_judge_spin(const carom_judge_body *body, const double L[3], double w[3]);

// |u| and |u - w| of all bodies of a case.
double carom_judge_size(const carom_judge_case *c, const carom_judge_speeds *u);
double carom_judge_apart(const carom_judge_case *c, const carom_judge_speeds *u, const carom_judge_speeds *w);
double carom_judge_size_before(const carom_judge_case *c);

// How fast a contact parts, m/s; negative: it closes.
double carom_judge_parting(const carom_judge_case *c, const carom_judge_contact *contact, const carom_judge_speeds *u);

// Judges the velocities u of the case's bodies.
void carom_judge_velocities(const carom_judge_case *c, const carom_judge_speeds *u, carom_judgement *judged);

// The impulse on body a that has taken it from before to u, along the contact's normal, then its tangents as carom's
// scenarios have them: in the plane the normal turned clockwise.
void carom_judge_impulse(const carom_judge_case *c, const carom_judge_speeds *u, double P[3]);

// Kinetic and potential energy of a body at this state; the floor is 0.
double carom_judge_energy(const carom_judge_case *c, int body, const double q[4], const carom_judge_speeds *u,
                          double height);

#endif
