// Bullet with carom's impacts: pairs that you choose bounce by any law, resting contact stays Bullet's. C++17, as Bullet is.
//
//   carom_bullet dispatcher(&configuration);                       // instead of btCollisionDispatcher
//   dispatcher.rule = carom_strike_default(&carom_law_routh);      // the default
//   btDiscreteDynamicsWorld world(&dispatcher, ...);               // as ever
//
// e and mu are those of the bodies, as Bullet combines them (products), unless rule.own says otherwise. To choose pairs or
// materials derive from it and override rule_of.
#ifndef CAROM_BULLET_H
#define CAROM_BULLET_H

#include <btBulletDynamicsCommon.h>

#include "carom/carom.h"
#include "carom_strike.h"

class carom_bullet : public btCollisionDispatcher {
  public:
    using btCollisionDispatcher::btCollisionDispatcher;

    bool on = true;
    carom_strike_rule rule = carom_strike_default(&carom_law_routh);
    long struck = 0; // impacts so far

    // The rule of a pair; nullptr leaves it to Bullet altogether.
    virtual const carom_strike_rule *rule_of(const btCollisionObject &a, const btCollisionObject &b);

    void dispatchAllCollisionPairs(btOverlappingPairCache *pairs, const btDispatcherInfo &info,
                                   btDispatcher *dispatcher) override;

  private:
    void look(btPersistentManifold *manifold, double dt);
};

#endif
