// Computes impacts in ODE with any law, for the pairs of geoms that you choose. ODE still handles resting contacts.
//
//   carom_ode bounce = {.world = world, .dt = dt, .rule = carom_strike_default(&carom_law_routh)};
//
//   carom_ode_begin(&bounce);                                     // before every dSpaceCollide
//
//   static void near_callback(void *data, dGeomID a, dGeomID b) {
//       dContact contact[8];
//       int n = dCollide(a, b, 8, &contact[0].geom, sizeof contact[0]);
//       ... fill contact[k].surface as usual: bounce and mu are e and mu of the impact ...
//       if (carom_ode_strike(&bounce, contact, n)) return;    // true means no joints in this step (rule.exact)
//       ... dJointCreateContact, dJointAttach as usual ...
//   }
//
// With rule.own, e and mu are those of rule.params. If you call carom_ode_begin before every step, pairs that share a
// body are solved together; without it, pairs are solved one after the other. To choose pairs, call carom_ode_strike
// only for them. For several materials, use one `bounce` each. ODE may be built in double precision (Debian: define
// dIDEDOUBLE) or in single precision.
#ifndef CAROM_ODE_H
#define CAROM_ODE_H

#include <ode/ode.h>

#include "carom_strike.h"

CAROM_BEGIN

typedef struct carom_ode {
    carom_strike_rule rule;
    dWorldID world;
    double dt;         // s, the step that you pass to dWorldStep or dWorldQuickStep
    long struck;       // impacts so far
    bool together;     // carom_ode_begin was called
    carom_strikes all; // the pairs of this step
} carom_ode;

// Begins a step, in which pairs that share a body are solved together.
void carom_ode_begin(carom_ode *bounce);

// Frees the memory of `bounce`.
void carom_ode_free(carom_ode *bounce);

// Computes the impact of one pair, from the contacts of dCollide with filled surfaces. Returns true if you must not
// create joints for them in this step.
bool carom_ode_strike(carom_ode *bounce, const dContact *contact, int n);

CAROM_END

#endif
