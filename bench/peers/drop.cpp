// Compares the drop of a rod in 2D with carom, Chipmunk and Box2D. An elastic rod without friction keeps its energy, so
// the energy error measures the accuracy. The engines step through 2 s with several step sizes; carom computes the
// motion from bounce to bounce.
//   drop_peers    prints the time of a drop and the largest relative error of the energy
#include <box2d/box2d.h>
#include <chipmunk/chipmunk.h>

#include <cmath>
#include <cstdio>
#include <ctime>
#include <vector>

#include "carom/scenario.h"

namespace {

const double G = 9.81, LENGTH = 1.0, HEIGHT = 1.2, ANGLE = 0.4, SPIN = 2.0, UNTIL = 2.0, INERTIA = 1.0 / 12.0;

double now() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

double energy(double y, double vx, double vy, double spin) {
    return 0.5 * (vx * vx + vy * vy + INERTIA * spin * spin) + G * y;
}

const double START = energy(HEIGHT, 0.0, 0.0, SPIN);

struct Measured {
    double seconds, error;
    int bounces;
};

// Returns the mean time of a drop, over as many drops as fit into 0.3 s.
template <class Drop> Measured measure(Drop drop) {
    Measured made = drop();
    int count = 0;
    const double begin = now();
    while (count == 0 || now() - begin < 0.3) {
        drop();
        count++;
    }
    made.seconds = (now() - begin) / count;
    return made;
}

const carom_law *law;
carom_params params;
std::vector<double> memory;

carom_motion_scene motion_scene(double until, int events) {
    static const double ends[2][3] = {{-LENGTH / 2.0, 0.0, 0.0}, {LENGTH / 2.0, 0.0, 0.0}};
    carom_motion_scene s = carom_motion_scene_default(2);
    s.mass = 1.0;
    s.inertia[2] = INERTIA;
    s.shape.corners = 2;
    s.shape.corner = ends;
    s.law = law;
    s.params = &params;
    s.until = until;
    s.max_events = events;
    memory.resize(carom_motion_memory_size(&s) / sizeof(double) + 1);
    return s;
}

Measured drop_carom(const carom_motion_scene &s) {
    carom_motion_state start = {};
    carom_motion_result r;
    start.centre[1] = HEIGHT;
    start.angle = ANGLE;
    start.spin[2] = SPIN;
    carom_motion_run(&s, &start, memory.data(), memory.size() * sizeof(double), &r);
    double error = 0.0;
    for (int i = 0; i < r.events; i++) error = std::fmax(error, std::fabs(r.event[i].energy_after - START) / START);
    return {0.0, error, r.events};
}

Measured drop_chipmunk(double step) {
    cpSpace *space = cpSpaceNew();
    cpSpaceSetGravity(space, cpv(0.0, -G));
    cpSpaceSetCollisionSlop(space, 1e-6);
    cpBody *rod = cpSpaceAddBody(space, cpBodyNew(1.0, INERTIA));
    cpShape *shape =
        cpSpaceAddShape(space, cpSegmentShapeNew(rod, cpv(-LENGTH / 2.0, 0.0), cpv(LENGTH / 2.0, 0.0), 0.0));
    cpShape *floor =
        cpSpaceAddShape(space, cpSegmentShapeNew(cpSpaceGetStaticBody(space), cpv(-100.0, 0.0), cpv(100.0, 0.0), 0.0));
    cpShapeSetElasticity(shape, 1.0);
    cpShapeSetElasticity(floor, 1.0);
    cpBodySetPosition(rod, cpv(0.0, HEIGHT));
    cpBodySetAngle(rod, ANGLE);
    cpBodySetAngularVelocity(rod, SPIN);
    const int steps = static_cast<int>(std::lround(UNTIL / step));
    double error = 0.0, before = 0.0;
    int bounces = 0;
    for (int i = 0; i < steps; i++) {
        cpSpaceStep(space, step);
        const cpVect v = cpBodyGetVelocity(rod);
        error = std::fmax(error,
                          std::fabs(energy(cpBodyGetPosition(rod).y, v.x, v.y, cpBodyGetAngularVelocity(rod)) - START) /
                              START);
        bounces += i > 0 && cpBodyGetAngularVelocity(rod) != before;
        before = cpBodyGetAngularVelocity(rod);
    }
    cpShapeFree(shape);
    cpShapeFree(floor);
    cpBodyFree(rod);
    cpSpaceFree(space);
    return {0.0, error, bounces};
}

Measured drop_box2d(double step) {
    b2World world(b2Vec2(0.0f, static_cast<float>(-G)));
    b2BodyDef ground, moving;
    b2EdgeShape edge;
    b2PolygonShape box;
    edge.SetTwoSided(b2Vec2(-100.0f, 0.0f), b2Vec2(100.0f, 0.0f));
    b2FixtureDef floor, fixture;
    floor.shape = &edge;
    floor.friction = 0.0f;
    world.CreateBody(&ground)->CreateFixture(&floor);
    moving.type = b2_dynamicBody;
    moving.position.Set(0.0f, static_cast<float>(HEIGHT));
    moving.angle = static_cast<float>(ANGLE);
    moving.angularVelocity = static_cast<float>(SPIN);
    moving.linearDamping = moving.angularDamping = 0.0f;
    moving.bullet = true;
    box.SetAsBox(static_cast<float>(LENGTH / 2.0), 0.005f);
    fixture.shape = &box;
    fixture.density = 1.0f;
    fixture.friction = 0.0f;
    fixture.restitution = 1.0f;
    fixture.restitutionThreshold = 0.0f;
    b2Body *rod = world.CreateBody(&moving);
    rod->CreateFixture(&fixture);
    b2MassData data;
    data.mass = 1.0f;
    data.center.SetZero();
    data.I = static_cast<float>(INERTIA);
    rod->SetMassData(&data);
    const int steps = static_cast<int>(std::lround(UNTIL / step));
    double error = 0.0;
    float before = 0.0f;
    int bounces = 0;
    for (int i = 0; i < steps; i++) {
        world.Step(static_cast<float>(step), 8, 3);
        const b2Vec2 v = rod->GetLinearVelocity();
        error = std::fmax(error,
                          std::fabs(energy(rod->GetPosition().y, v.x, v.y, rod->GetAngularVelocity()) - START) / START);
        bounces += i > 0 && rod->GetAngularVelocity() != before;
        before = rod->GetAngularVelocity();
    }
    return {0.0, error, bounces};
}

void print(const char *name, const char *step, const Measured &m, double unit) {
    std::printf("%-10s %-10s %12.2f us %10.1f x   energy error %.1e, %d steps with an impact\n", name, step,
                1e6 * m.seconds, m.seconds / unit, m.error, m.bounces);
}

} // namespace

int main() {
    law = &carom_law_routh;
    params = carom_params_default();
    params.e = 1.0;
    params.mu = 0.0;
    params.restitution = CAROM_NEWTON;
    const carom_motion_scene scene = motion_scene(UNTIL, 100);
    const Measured exact = measure([&] { return drop_carom(scene); });
    print("carom", "-", exact, exact.seconds);
    const int rates[] = {60, 240, 1000, 10000, 100000};
    for (const int rate : rates) {
        char step[32];
        std::snprintf(step, sizeof step, "1/%d s", rate);
        print("Chipmunk", step, measure([&] { return drop_chipmunk(1.0 / rate); }), exact.seconds);
    }
    for (const int rate : rates) {
        char step[32];
        std::snprintf(step, sizeof step, "1/%d s", rate);
        print("Box2D", step, measure([&] { return drop_box2d(1.0 / rate); }), exact.seconds);
    }
    // Compares the cost of a bounce with its flight to that of the impact alone.
    const carom_motion_scene lasting = motion_scene(HUGE_VAL, 10000);
    const Measured many = measure([&] { return drop_carom(lasting); });
    carom_contact contact = {};
    contact.dim = 2;
    contact.W[0][0] = contact.W[1][1] = 2.5;
    contact.W[0][1] = contact.W[1][0] = -1.5;
    contact.v[0] = -1.0;
    contact.v[1] = 0.6;
    const Measured single = measure([&] {
        carom_result out;
        for (int i = 0; i < 1000; i++) carom_collide(law, &contact, &params, &out);
        return Measured{0.0, 0.0, 0};
    });
    const double bounce = many.seconds / many.bounces;
    std::printf("a bounce %.0f ns, carom_collide %.0f ns: %.1f x; a million bounces %.2f s, energy error %.1e\n",
                1e9 * bounce, 1e6 * single.seconds, bounce / (1e-3 * single.seconds), 1e6 * bounce, many.error);
    return 0;
}
