// ODE with carom's impacts: pairs of geoms that you choose bounce by any law, resting contact stays ODE's.
//
//   carom_ode bounce = {.world = world, .dt = dt, .rule = carom_strike_default(&carom_law_routh)};
//
//   static void near_callback(void *data, dGeomID a, dGeomID b) {
//       dContact contact[8];
//       int n = dCollide(a, b, 8, &contact[0].geom, sizeof contact[0]);
//       ... fill contact[k].surface as ever: bounce and mu are e and mu of the impact ...
//       if (carom_ode_strike(&bounce, contact, n)) return;    // true: no joints in this step (rule.exact)
//       ... dJointCreateContact, dJointAttach as ever ...
//   }
//
// rule.own takes e and mu of rule.params instead. Choose pairs by calling it, or not, for a pair; materials by a `bounce`
// each. ODE may be built for double (Debian: define dIDEDOUBLE) or single.
#ifndef CAROM_ODE_H
#define CAROM_ODE_H

#include <ode/ode.h>

#include "carom_strike.h"

CAROM_BEGIN

typedef struct carom_ode {
    carom_strike_rule rule;
    dWorldID world;
    double dt;   // the step you give to dWorldStep or dWorldQuickStep, s
    long struck; // impacts so far
} carom_ode;

// The contacts of one pair, as dCollide gave them, surfaces filled. True: make no joints for them in this step.
bool carom_ode_strike(carom_ode *bounce, const dContact *contact, int n);

CAROM_END

#endif
