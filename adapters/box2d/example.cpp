// Throws a rod at the floor in Box2D and prints t, x, y, angle and energy of every step.
//   box2d-example [LAW]
// LAW is a law of carom (default: routh), or none for Box2D without carom.
#include <cstdio>
#include <cstring>

#include "carom_box2d.h"

static void fix(b2Body &body, const b2Shape &shape) {
    b2FixtureDef f;
    f.shape = &shape;
    f.density = 1;
    f.restitution = 0.9f; // Box2D takes the larger value: e = 0.9
    f.friction = 0.5f;    // Box2D takes the root of the product: mu = 0.5
    body.CreateFixture(&f);
}

static void print_state(double t, const b2Body &rod, double half) {
    const b2Vec2 x = rod.GetWorldCenter(), v = rod.GetLinearVelocity();
    const double w = rod.GetAngularVelocity(), vy = v.y - half; // velocities are half a step behind positions
    printf("%.4f,%.6f,%.6f,%.6f,%.6f\n", t, x.x, x.y, rod.GetAngle(),
           (v.x * v.x + vy * vy + w * w / 12) / 2 + 10 * x.y);
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "routh";
    const float dt = 1 / 60.f;
    b2World world(b2Vec2(0, -10));
    world.SetAllowSleeping(false);

    b2BodyDef def;
    b2PolygonShape box;
    box.SetAsBox(100, 1, b2Vec2(0, -1), 0);
    fix(*world.CreateBody(&def), box);
    def.type = b2_dynamicBody;
    def.position.Set(0, 1.5f);
    def.angle = 0.7f;
    b2Body &rod = *world.CreateBody(&def);
    for (int k = 0; k < 2; k++) {
        b2CircleShape ball;
        ball.m_radius = 0.05f;
        ball.m_p.Set(k - 0.5f, 0);
        fix(rod, ball);
    }
    b2MassData mass;
    mass.mass = 1;
    mass.center.SetZero();
    mass.I = 1 / 12.f;
    rod.SetMassData(&mass);
    rod.SetLinearVelocity(b2Vec2(1, -1));

    carom_box2d bounce; // the adapter needs only these lines and `begin` below
    const carom_law *law = carom_law_find(NULL, name, CAROM_ONE_CONTACT);
    if (law) {
        bounce.rule = carom_strike_default(law);
        world.SetContactListener(&bounce);
    } else if (strcmp(name, "none") != 0) {
        fprintf(stderr, "carom has no law %s; `carom laws` lists them, none is Box2D alone\n", name);
        return 2;
    }

    printf("t,x,y,angle,energy\n");
    for (int k = 0; k < 360; k++) {
        print_state(k * dt, rod, k ? 10 * dt / 2 : 0);
        bounce.begin(world, dt);
        world.Step(dt, 8, 3);
    }
    return 0;
}
