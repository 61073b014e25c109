// Computes impacts in Bullet with any law, for the pairs that you choose. Bullet still handles resting contacts. Needs
// C++17.
//
//   carom_bullet dispatcher(&configuration);                       // instead of btCollisionDispatcher
//   dispatcher.rule = carom_strike_default(&carom_law_routh);      // the default
//   btDiscreteDynamicsWorld world(&dispatcher, ...);               // as usual
//
// e and mu are those of the bodies, as Bullet combines them (products), unless rule.own is set. To choose pairs or
// materials, derive a class and override rule_of.
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

    // Returns the rule of a pair, or nullptr if Bullet handles it.
    virtual const carom_strike_rule *rule_of(const btCollisionObject &a, const btCollisionObject &b);

    ~carom_bullet() override {
        carom_strikes_free(&all);
    }

    void dispatchAllCollisionPairs(btOverlappingPairCache *pairs, const btDispatcherInfo &info,
                                   btDispatcher *dispatcher) override;

  private:
    carom_strikes all = {}; // the pairs of this step

    void look(btPersistentManifold *manifold, double dt);
};

#endif
