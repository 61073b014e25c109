// The slip hodograph of a contact in space: how Coulomb friction turns and stops the slip as the normal impulse grows.
//
//   W = [[w, a^T], [a, B]],  slip u = r e:   du/dp = a - mu B e,   dv_n/dp = w - mu a.e
//   dr/dp = f(e) = e.(a - mu B e),   r dth/dp = g(e) = e_perp.(a - mu B e)
//
// Where g = 0 the slip keeps its direction: those are the invariant directions, and they alone decide whether the slip
// dies or grows for ever.
#ifndef CAROM_HODOGRAPH_H
#define CAROM_HODOGRAPH_H

#include <stdbool.h>

#include "carom/contact.h"

CAROM_BEGIN

typedef enum carom_invariant_kind {
    CAROM_CONVERGENT = 0, // f < 0: slip along it dies
    CAROM_DIVERGENT = 1,  // f > 0: slip along it grows
    CAROM_NEUTRAL = 2     // f = 0 to rounding: slip along it keeps its speed
} carom_invariant_kind;

typedef struct carom_invariant {
    double e[2];               // unit vector of the slip, (t1, t2)
    double f;                  // dr/dp along it, 1/kg
    double turn;               // dg/dth there, 1/kg: < 0 attracts the directions nearby, > 0 repels them
    double D;                  // dv_n/dp along it, 1/kg: < 0 drives the bodies together
    carom_invariant_kind kind; // by the sign of f
} carom_invariant;

typedef struct carom_hodograph {
    int count;                    // invariant directions, counterclockwise: 2 or 4, 3 where two merge
    bool everywhere;              // every direction is invariant (B isotropic, no coupling); count is 0
    carom_invariant direction[4]; //
    double mu_critical;           // |B^-1 a|: friction that holds is at least this
    bool holds;                   // mu_static >= mu_critical: a stopped slip sticks
    double hold[2];               // tangential impulse per normal impulse while it sticks, -B^-1 a
    double escape[2];             // unit vector in which a stopped slip starts when it does not stick; else zero
} carom_hodograph;

// The hodograph of a spatial contact (its v is not read) for finite mu <= mu_static. What is rounding in W (up to 1e-12
// of its diagonal) turns nothing here.
CAROM_API carom_status carom_hodograph_compute(const carom_contact *contact, double mu, double mu_static,
                                               carom_hodograph *hodograph);

CAROM_END

#endif
