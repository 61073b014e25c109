// Computes impacts in Box2D 2.4 with any law, for the contacts that you choose. Box2D still handles resting contacts.
// Needs C++17.
//
//   carom_box2d bounce;                                            // a b2ContactListener
//   bounce.rule = carom_strike_default(&carom_law_routh);          // the default
//   bounce.next = &my_listener;                                    // your own listener, if any; it is called first
//   world.SetContactListener(&bounce);
//   ...
//   bounce.begin(world, dt);                                       // before every step
//   world.Step(dt, 8, 3);
//
// e and mu are those of the contact, as Box2D mixes them or your listener sets them, unless rule.own is set. To choose
// pairs or materials, derive a class and override rule_of.
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

    // Begins a step. Sets the world and the time step, s, which Box2D does not pass to a listener.
    void begin(b2World &world, float dt);

    // Returns the rule of a contact, or nullptr if Box2D handles it.
    virtual const carom_strike_rule *rule_of(const b2Contact &contact);

    void BeginContact(b2Contact *contact) override;
    void EndContact(b2Contact *contact) override;
    void PreSolve(b2Contact *contact, const b2Manifold *old) override;
    void PostSolve(b2Contact *contact, const b2ContactImpulse *impulse) override;

    carom_box2d() = default;
    carom_box2d(const carom_box2d &) = delete;
    carom_box2d &operator=(const carom_box2d &) = delete;
    ~carom_box2d() override {
        carom_strikes_free(&all_);
    }

  private:
    b2World *world_ = nullptr;
    float dt_ = 0;
    carom_strikes all_ = {}; // the pairs of this step

    bool together(const carom_strike_rule &r, carom_strike &s, b2Body &a, b2Body &b);
    carom_body body_of(const b2Body &b, double kick[3]) const;
};

#endif
