// Runs the cases of ImpactBench in Box2D 2.4. Polygons have a skin of 0.01 m and touch at the outside of this skin, so
// bodies are placed higher by the skin. Box2D combines the friction of two bodies by the root of the product, and
// restitution by the maximum. So both bodies get the case's values.
#include "driver.h"

#include <box2d/box2d.h>
#include <memory>

// If this driver is built with an adapter (adapters/), carom computes impacts. The option --law sets its law, or none
// for the engine alone. --approach sets the smallest approach speed of an impact, m/s.
#ifdef CAROM_ADAPTER
#include "adapter.h"
#include "carom_box2d.h"
static carom_box2d bounce;
#else
#define ADAPTER_SETTINGS
#endif

static std::unique_ptr<b2World> world;
static b2Body *body[IB_BODIES];

// The numbers of iterations are those that Box2D's manual recommends.
static ib_setting settings[] = {
    {"velocityIterations", 8, NULL}, {"positionIterations", 3, NULL}, ADAPTER_SETTINGS{NULL, 0, NULL}};

static b2Vec2 vec(const double *x) {
    return b2Vec2((float)x[0], (float)x[1]);
}

static void fix(b2Body *b, const b2Shape *shape, const ib_case *c) {
    b2FixtureDef f;
    f.shape = shape;
    f.friction = (float)c->mu;
    f.restitution = (float)c->e;
    f.density = 1;
    b->CreateFixture(&f);
}

static void attach(b2Body *r, const ib_body *b, const ib_case *c) {
    for (int i = 0; i < b->colliders; i++) {
        const ib_collider *k = &b->collider[i];
        b2PolygonShape polygon;
        b2CircleShape circle;
        circle.m_radius = (float)k->size[0];
        circle.m_p = vec(k->at);
        if (k->box) polygon.SetAsBox((float)k->size[0] / 2, (float)k->size[1] / 2, vec(k->at), 0);
        fix(r, k->box ? (const b2Shape *)&polygon : &circle, c);
    }
    b2MassData m;
    m.mass = (float)b->mass;
    m.center.SetZero();
    m.I = (float)b->inertia[2];
    r->SetMassData(&m);
}

static void build(const ib_case *c) {
    world.reset(new b2World(b2Vec2(0, -(float)c->gravity)));
    world->SetAllowSleeping(false);
#ifdef CAROM_ADAPTER
    world->SetContinuousPhysics(ib_find(settings, "continuous")->value != 0);
    if (adapter_rule(settings, &bounce.rule)) world->SetContactListener(&bounce);
#endif
    if (c->floor) {
        b2BodyDef d;
        b2PolygonShape polygon;
        polygon.SetAsBox((float)ib_reach(c), 1, b2Vec2(0, -1), 0);
        fix(world->CreateBody(&d), &polygon, c);
    }
    for (int i = 0; i < c->bodies; i++) {
        const ib_body *b = &c->body[i];
        b2BodyDef d;
        d.type = b2_dynamicBody;
        d.position = vec(b->centre);
        d.angle = (float)b->angle;
        d.linearVelocity = vec(b->velocity);
        d.angularVelocity = (float)b->spin[2];
        body[i] = world->CreateBody(&d);
        attach(body[i], b, c);
        body[i]->SetLinearVelocity(vec(b->velocity)); // fixtures move the centre of mass and thus change the velocity
    }
}

static void step(double dt) {
#ifdef CAROM_ADAPTER
    bounce.begin(*world, (float)dt);
#endif
    world->Step((float)dt, (int)settings[0].value, (int)settings[1].value);
}

static void read_(int i, double u[6]) {
    const b2Vec2 v = body[i]->GetLinearVelocity();
    u[0] = v.x, u[1] = v.y, u[2] = body[i]->GetAngularVelocity();
}

static void pose(int i, double p[7]) {
    const b2Vec2 x = body[i]->GetPosition();
    p[0] = x.x, p[1] = x.y, p[2] = body[i]->GetAngle();
}

static void end(void) {
    world.reset();
}

int main(int argc, char **argv) {
    ib_engine g = {};
    g.name = "Box2D";
    g.version = IMPACTBENCH_VERSION; // version of the package, because 2.4.1 reports 2.4.0
    g.dt = 1 / 60.;
    g.overlap[0] = -0.00999, g.overlap[1] = -0.01999, g.overlap[2] = 1e-5; // one skin, two skins, none
    g.others = settings;
    g.build = build, g.step = step, g.read = read_, g.pose = pose, g.end = end;
    return ib_serve(argc, argv, &g);
}
