// Box2D 2.4 with carom's impacts: contacts that you choose bounce by any law, resting contact stays Box2D's. C++17, as
// Box2D is.
//
//   carom_box2d bounce;                                            // a b2ContactListener
//   bounce.rule = carom_strike_default(&carom_law_routh);          // the default
//   bounce.next = &my_listener;                                    // yours, if you have one: it is called first
//   world.SetContactListener(&bounce);
//   ...
//   bounce.begin(world, dt);                                       // before every
//   world.Step(dt, 8, 3);
//
// e and mu are those of the contact, as Box2D mixes them or your listener sets them, unless rule.own says otherwise. To
// choose pairs or materials derive from it and override rule_of.
#ifndef CAROM_BOX2D_H
#define CAROM_BOX2D_H

#include <box2d/box2d.h>

#include "carom/bodies.h"
#include "carom_strike.h"

class carom_box2d : public b2ContactListener {
  public:
    carom_strike_rule rule = carom_strike_default(&carom_law_routh);
    b2ContactListener *next = nullptr;
    long struck = 0; // impacts so far

    // Tells the step and the world: the listener is not told them.
    void begin(b2World &world, float dt);

    // The rule of a contact; nullptr leaves it to Box2D altogether.
    virtual const carom_strike_rule *rule_of(const b2Contact &contact);

    void BeginContact(b2Contact *contact) override;
    void EndContact(b2Contact *contact) override;
    void PreSolve(b2Contact *contact, const b2Manifold *old) override;
    void PostSolve(b2Contact *contact, const b2ContactImpulse *impulse) override;

  private:
    b2World *world_ = nullptr;
    float dt_ = 0;

    carom_body body_of(const b2Body &b, double kick[3]) const;
};

#endif
