// Box2D. The time is the `solve` part of b2World::Step in its own profile, with 8 velocity iterations and no position
// iterations. Each of n discs touches a fixed disc. This includes islands and the integration of positions, but no
// collision detection.
#include <box2d/box2d.h>

#include <vector>

#include "peers.h"

double peer_box2d(size_t n, int rounds) {
    b2World world(b2Vec2(0.0f, 0.0f));
    std::vector<b2Body *> bodies;
    b2CircleShape disc;
    disc.m_radius = 0.5f;
    for (size_t i = 0; i < n; i++) {
        b2BodyDef fixed, moving;
        fixed.position.Set(4.0f * static_cast<float>(i % 1000), 4.0f * static_cast<float>(i / 1000));
        world.CreateBody(&fixed)->CreateFixture(&disc, 0.0f);
        moving.type = b2_dynamicBody;
        moving.position = fixed.position + b2Vec2(0.0f, 0.99f);
        bodies.push_back(world.CreateBody(&moving));
        b2FixtureDef fixture;
        fixture.shape = &disc;
        fixture.density = 1.0f;
        fixture.friction = 0.4f;
        fixture.restitution = 0.5f;
        bodies.back()->CreateFixture(&fixture);
    }
    double best = 1e30;
    for (int r = 0; r <= rounds; r++) {
        for (size_t i = 0; i < n; i++) {
            bodies[i]->SetTransform(
                b2Vec2(4.0f * static_cast<float>(i % 1000), 4.0f * static_cast<float>(i / 1000) + 0.99f), 0.0f);
            bodies[i]->SetLinearVelocity(b2Vec2(static_cast<float>(3.0 * peer_random(i, 2)),
                                                static_cast<float>(-2.0 - 0.9 * peer_random(i, 3))));
            bodies[i]->SetAngularVelocity(static_cast<float>(peer_random(i, 4)));
        }
        world.Step(1.0f / 60.0f, 8, 0);
        // The first step only finds the contacts.
        const double ns = 1e6 * static_cast<double>(world.GetProfile().solve) / static_cast<double>(n);
        if (r > 0 && ns < best) best = ns;
    }
    return bodies[0]->GetLinearVelocity().y > -1e-3f ? best : -1.0;
}
