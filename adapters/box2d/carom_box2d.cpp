// Computes impacts in Box2D. In each step Box2D detects contacts, adds gravity, solves contacts and moves bodies. So
// its solver starts from the velocities that this listener sets during detection. Then Box2D searches for bodies that
// passed through others (continuous collision), moves them back to the time of contact and continues from there.
#include "carom_box2d.h"

#include <cmath>

// The value to which `begin` sets the profile timer `collide` of the world. Box2D overwrites the timer when the first
// detection of contacts in a step is finished.
static const float LOOKING = -1;

static bool yields(const b2Body &b) {
    return b.GetType() == b2_dynamicBody;
}

void carom_box2d::begin(b2World &world, float dt) {
    world_ = &world;
    dt_ = dt;
    carom_strikes_begin(&all_);
    const_cast<b2Profile &>(world.GetProfile()).collide = LOOKING;
}

carom_body carom_box2d::body_of(const b2Body &b, double kick[3]) const {
    const b2Vec2 centre = b.GetWorldCenter(), v = b.GetLinearVelocity(), local = b.GetLocalCenter();
    const double inertia = b.GetInertia() - b.GetMass() * b2Dot(local, local); // Box2D's inertia is about the origin
    carom_body r = yields(b) ? carom_strike_planar(b.GetMass(), inertia > 0 ? inertia : HUGE_VAL) : carom_body_fixed();
    r.centre[0] = centre.x, r.centre[1] = centre.y;
    r.velocity[0] = v.x, r.velocity[1] = v.y, r.spin[2] = b.GetAngularVelocity();
    const b2Vec2 g = yields(b) ? dt_ * b.GetGravityScale() * world_->GetGravity() : b2Vec2(0, 0);
    kick[0] = g.x, kick[1] = g.y;
    return r;
}

static void give(b2Body &b, const carom_body &r) {
    if (!yields(b)) return;
    b.SetLinearVelocity(b2Vec2((float)r.velocity[0], (float)r.velocity[1]));
    b.SetAngularVelocity((float)r.spin[2]);
}

const carom_strike_rule *carom_box2d::rule_of(const b2Contact &) {
    return &rule;
}

// Solves the pair together with the pairs that share a body with it. Returns whether velocities changed.
bool carom_box2d::together(const carom_strike_rule &r, carom_strike &s, b2Body &a, b2Body &b) {
    carom_body *now;
    if (!carom_strikes_add(&all_, &r, &s, &a, &b)) return false;
    while (void *body = carom_strikes_next(&all_, &now)) give(*static_cast<b2Body *>(body), *now);
    return true;
}

void carom_box2d::PreSolve(b2Contact *contact, const b2Manifold *old) {
    if (next) next->PreSolve(contact, old);
    const carom_strike_rule *r = rule_of(*contact);
    if (!r || !world_ || !contact->IsEnabled()) return;
    const bool looking = world_->GetProfile().collide == LOOKING;
    b2Body &a = *contact->GetFixtureA()->GetBody(), &b = *contact->GetFixtureB()->GetBody();
    b2WorldManifold m;
    contact->GetWorldManifold(&m);
    carom_strike s = {};
    s.dim = 2, s.dt = dt_, s.e = contact->GetRestitution(), s.mu = contact->GetFriction();
    s.pair.a = body_of(a, s.kick[0]);
    s.pair.b = body_of(b, s.kick[1]);
    const b2Vec2 n = m.normal; // from A to B
    s.pair.normal[0] = -n.x, s.pair.normal[1] = -n.y;
    s.drift[0] = contact->GetTangentSpeed() * n.y, s.drift[1] = -contact->GetTangentSpeed() * n.x;
    for (int k = 0; k < contact->GetManifold()->pointCount; k++) {
        const b2Vec2 p = m.points[k] - 0.5f * m.separations[k] * n, q = m.points[k] + 0.5f * m.separations[k] * n;
        const double on_a[3] = {p.x, p.y, 0}, on_b[3] = {q.x, q.y, 0};
        carom_strike_point(&s, on_a, on_b, looking ? m.separations[k] : 0);
    }
    // At a contact within the step (continuous collision), Box2D has already added the gravity of the whole step, on
    // average half of it too much. So no gravity is added here. Such a contact is solved alone.
    if (!looking) s.kick[0][0] = s.kick[0][1] = s.kick[1][0] = s.kick[1][1] = 0;
    if (looking) {
        struck += together(*r, s, a, b);
    } else if (carom_strike_solve(r, &s)) {
        give(a, s.pair.a);
        give(b, s.pair.b);
        struck++;
    }
    // A contact within the step must not be hidden, because the body would pass through the other one.
    if (s.hide && looking) contact->SetEnabled(false);
}

void carom_box2d::BeginContact(b2Contact *contact) {
    if (next) next->BeginContact(contact);
}

void carom_box2d::EndContact(b2Contact *contact) {
    if (next) next->EndContact(contact);
}

void carom_box2d::PostSolve(b2Contact *contact, const b2ContactImpulse *impulse) {
    if (next) next->PostSolve(contact, impulse);
}
