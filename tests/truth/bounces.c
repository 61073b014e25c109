// Tests that an elastic rod between two walls keeps its energy over many impacts. Each impact is solved by a law that
// conserves energy: e = 1 without friction, or eta = 1 along any direction. Velocities do not change between the
// impacts, so only rounding errors of the results remain.
// Usage: bounces [BOUNCES]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/worst.h"
#include "carom/bodies.h"
#include "support/floor.h"
#include "support/params.h"

// The largest drift in 1e6 bounces was 3.1e-13. An impact has a rounding error of 1e-16. In a million impacts random
// errors add up to 1e-13, and systematic ones to 1e-10.
#define DRIFT 1e-12

// HALF is half of the length sqrt(12) of a uniform rod with m = I = 1, whose inverses are exact. With I = 1/12 the
// inverse would be rounded. The energy with the rounded inverse would then be conserved, and the energy with I itself
// would drift by about 2e-17 per bounce.
#define HALF   1.7320508075688772
#define HEIGHT 10.0

typedef struct rod {
    carom_planar_body body; // x of its centre is not updated, because the walls are level
    double angle;
} rod;

static double energy_of(const carom_planar_body *b) {
    return 0.5 * b->mass * (b->velocity[0] * b->velocity[0] + b->velocity[1] * b->velocity[1]) +
           0.5 * b->inertia * b->spin * b->spin;
}

// Returns the distance of the rod from the nearer wall. `above` receives whether that is the upper one.
static double gap_of(const rod *r, bool *above) {
    const double reach = HALF * fabs(sin(r->angle)), floor_gap = r->body.centre[1] - reach;
    const double ceiling_gap = HEIGHT - r->body.centre[1] - reach;
    *above = ceiling_gap < floor_gap;
    return fmin(floor_gap, ceiling_gap);
}

// Moves the rod until it touches a wall. The steps are short enough not to pass a wall, because no end moves faster
// than |v_y| + |spin| L/2.
static bool fly(rod *r) {
    const double fastest = fabs(r->body.velocity[1]) + HALF * fabs(r->body.spin);
    bool above;
    for (int step = 0; step < 100000; step++) {
        const double gap = gap_of(r, &above), t = fmax(gap, 1e-3) / fastest;
        r->body.centre[1] += r->body.velocity[1] * t;
        r->angle = remainder(r->angle + r->body.spin * t, 8.0 * atan(1.0));
        if (gap_of(r, &above) < 1e-3) return true;
    }
    return false;
}

// Solves the impact. Returns false if the rod does not approach the wall.
static bool bounce(rod *r, const carom_law *law, const carom_params *given) {
    bool above;
    gap_of(r, &above);
    const double side = above ? 1.0 : -1.0, lean = sin(r->angle) * side > 0.0 ? 1.0 : -1.0;
    carom_planar_pair pair = {.a = r->body, .b = carom_planar_body_fixed(), .normal = {0.0, -side}};
    pair.point[0] = r->body.centre[0] + lean * HALF * cos(r->angle);
    pair.point[1] = r->body.centre[1] + lean * HALF * sin(r->angle);
    carom_contact c;
    carom_result out;
    carom_params p = *given;
    if (carom_planar_pair_contact(&pair, &c) != CAROM_OK) exit(2);
    // The direction of ivanov must point against the velocity.
    if (p.direction[0] * c.v[0] + p.direction[1] * c.v[1] > 0.0) p.direction[1] = -p.direction[1];
    if (!(c.v[0] < 0.0) || carom_collide(law, &c, &p, &out) != CAROM_OK) return false;
    if (carom_planar_pair_apply(&pair, out.P, &pair) != CAROM_OK) exit(2);
    r->body = pair.a;
    return true;
}

static bool run(const char *name, carom_restitution stop, long bounces) {
    rod r = {{.mass = 1.0, .inertia = 1.0, .centre = {0.0, 5.0}, .velocity = {0.3, -1.1}, .spin = 2.3}, 0.4};
    carom_params p = params_plain();
    const double before = energy_of(&r.body);
    double worst = 0.0;
    long done = 0;
    p.e = p.eta = 1.0, p.mu = 0.0, p.restitution = stop;
    p.direction[0] = 1.0, p.direction[1] = 0.2;
    for (long tried = 0; done < bounces && tried < 20 * bounces; tried++) {
        if (!fly(&r)) break;
        if (bounce(&r, carom_law_find(NULL, name, CAROM_ONE_CONTACT), &p)) done++;
        carom_worsen(&worst, fabs(energy_of(&r.body) / before - 1.0));
    }
    printf("%-12s %d: %ld bounces, energy off by at most %.2g, in the end %.2g\n", name, (int)stop, done, worst,
           energy_of(&r.body) / before - 1.0);
    return floor_met(name, done, bounces, 1.0) & (worst <= DRIFT);
}

int main(int argc, char **argv) {
    const long bounces = argc > 1 ? atol(argv[1]) : 1000000;
    bool good = run("frictionless", CAROM_NEWTON, bounces);
    good &= run("routh", CAROM_ENERGETIC, bounces / 10);
    good &= run("ivanov", CAROM_NEWTON, bounces / 10);
    return good ? 0 : 1;
}
