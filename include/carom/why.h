// Why an impact goes as it does: its class, whether Newton's and Poisson's restitution agree, its loss of energy as a
// quadratic form, and the forces of a contact that slides or rests (Painleve).
//
//   carom_contact_class k;
//   carom_contact_classify(&c, p.e, &k);      // k.approach, k.direct, k.central
//   carom_restitution_comparison r;
//   carom_restitution_compare(&c, &p, &r);       // r.because, or r.gap
#ifndef CAROM_WHY_H
#define CAROM_WHY_H

#include <stdbool.h>

#include "carom/law.h"

CAROM_BEGIN

// Classes of impact. Wang & Mason 1992, 3.4.1.
typedef enum carom_approach {
    CAROM_MEETING,    // v_n < 0
    CAROM_TANGENTIAL, // v_n = 0, to 1e-12 of the speed
    CAROM_PARTING     // v_n > 0
} carom_approach;

typedef struct carom_contact_class {
    carom_approach approach;
    bool direct;  // no slip, v_t = 0 to 1e-12 of the speed; else oblique
    bool central; // generalized central: nothing couples, W_nt = 0 to 1e-12 of sqrt(W_nn W_tt); else eccentric
    double
        mu_jam; // friction above which a slip as it is now presses the bodies together, so that an impact begins even
                // without approach (tangential impact): W_nn / (w.u), u the slip's direction; infinite if none does
    // In the plane, for a regular W: impulses where the slip is zero. NaN else.
    double Q[2]; // and the compression greatest: -W^-1 v
    double D[2]; // and v_n' = -e v_n: the sticking end by Newton's restitution
} carom_contact_class;

// CAROM_COEFFICIENT_RANGE for an e that is no number: all but D stands.
CAROM_API carom_status carom_contact_classify(const carom_contact *contact, double e, carom_contact_class *found);

// Newton's and Poisson's restitution in Routh's process, with one e. In the plane they agree for every problem with one
// of five properties and for no other. Wang & Mason 1992, section 5.
typedef enum carom_agreement {
    CAROM_AGREE_DIRECT = 1,       // no slip at first
    CAROM_AGREE_CENTRAL = 2,      // nothing couples
    CAROM_AGREE_FRICTIONLESS = 4, // mu = 0
    CAROM_AGREE_PLASTIC = 8,      // e = 0
    CAROM_AGREE_SLIDING = 16      // the slip lasts to the end in one direction
} carom_agreement;

typedef struct carom_restitution_comparison {
    unsigned because; // CAROM_AGREE_* bits; 0: they differ
    double gap;       // v_n' by Poisson less v_n' by Newton, m/s; 0 with a reason
    carom_result newton, poisson;
} carom_restitution_comparison;

// Plane. params->restitution is not read. What carom_collide returns for the first of the two that has no answer.
CAROM_API carom_status carom_restitution_compare(const carom_contact *contact, const carom_params *params,
                                                 carom_restitution_comparison *found);

// The energy an impact by Poisson's restitution takes, as a quadratic form of its impulse. Wang & Mason 1992, appendix,
// continued from e = 1 to every e:
//   2 dE = tt P_t^2 + nt P_t P_n + nn P_n^2 + n P_n
// Never positive: `determinant` = tt nn - nt^2/4 shows it where the slip is reversed.
typedef struct carom_energy_form {
    carom_result outcome; // of routh, Poisson
    double tt, nt, nn;    // 1/kg
    double n;             // m/s; only sliding has it: -s mu (v_t + v_t')
    double determinant;   // 1/kg^2; NaN unless the slip is reversed
    double twice_dE;      // the form's value at outcome.P, J
} carom_energy_form;

// Plane, v_n < 0; CAROM_NOT_APPLICABLE otherwise and for infinite friction, and what carom_collide returns without an
// answer.
CAROM_API carom_status carom_energy_form_compute(const carom_contact *contact, const carom_params *params,
                                                 carom_energy_form *form);

// Forces of a closed contact, v_n = 0, that slides or rests: b is its relative acceleration without contact forces, and
//   acceleration = b + W F,  F = (N, F_t),  N >= 0,  a_n >= 0,  N a_n = 0,  Coulomb's friction.
// Sliding along u = v_t/|v_t| that is F = N (1, -mu u) and a_n = b_n + p N, p = W_nn - mu w.u:
//            b_n < 0                           b_n > 0
//   p > 0    contact, N = -b_n/p               separation
//   p < 0    inconsistent: no finite force     indeterminate: N = 0 and N = -b_n/p
// Painleve 1895; Wang & Mason 1992, 6 case 4; Payr & Glocker 2005, 6. Where p < 0 an impact without approach is an
// answer too, and the only one if b_n < 0: `impulse`, by routh and Poisson's restitution.
typedef enum carom_force_case {
    CAROM_FORCE_CONTACT,      // one answer, and it is a contact
    CAROM_FORCE_SEPARATION,   // one answer: they part
    CAROM_FORCE_INCONSISTENT, // no finite force
    CAROM_FORCE_INDETERMINATE // several answers
} carom_force_case;

typedef enum carom_force_mode {
    CAROM_FORCE_SEPARATES,
    CAROM_FORCE_SLIDES, // as it does now, or, at rest, as it starts to
    CAROM_FORCE_STICKS
} carom_force_mode;

typedef struct carom_force {
    carom_force_mode mode;
    double F[3]; // N, F_t on A, N
    double a[3]; // relative acceleration, m/s^2
} carom_force;

enum { CAROM_MAX_FORCES = 10 };

typedef struct carom_contact_forces {
    carom_force_case which;
    double p; // W_nn - mu w.u, 1/kg, while it slides: < 0 jams; NaN at rest
    int count;
    carom_force at[CAROM_MAX_FORCES];
    double impulse[3]; // of the impact without approach, N s; 0 if there is none
} carom_contact_forces;

// v_n of the contact is taken as 0; v_t is its slip. Reads mu, mu_static and, for the impulse, e. CAROM_COEFFICIENT_RANGE for
// infinite friction while it slides.
CAROM_API carom_status carom_forces_compute(const carom_contact *contact, const double b[3], const carom_params *params,
                                            carom_contact_forces *forces);

CAROM_END

#endif
