// Runs scenes in an engine with and without its adapter. Include this file before an ImpactBench driver: the driver's
// main() then calls scenes() instead of ib_serve().
//   chipmunk-scenes bounce|stack|cost|heap [--dt S --law NAME ...]
#ifndef CAROM_TESTS_SCENES_H
#define CAROM_TESTS_SCENES_H

#include <time.h>

#include "driver.h"

static ib_case the_scene;

static inline void scene_begin(double gravity, double e, double mu) {
    memset(&the_scene, 0, sizeof the_scene);
    the_scene.dim = 2, the_scene.floor = 1, the_scene.e = e, the_scene.mu = mu, the_scene.gravity = gravity;
    the_scene.time = 1; // the driver treats the scene as a long run and makes the floor wide
}

static inline ib_body *scene_body(double x, double y, double mass, double inertia) {
    ib_body *b = &the_scene.body[the_scene.bodies++];
    b->mass = mass, b->centre[0] = x, b->centre[1] = y, b->orientation[0] = 1;
    for (int i = 0; i < 3; i++) b->inertia[i] = inertia;
    return b;
}

static inline void scene_ball(ib_body *b, double radius, double at) {
    ib_collider *k = &b->collider[b->colliders++];
    k->size[0] = radius, k->at[0] = at;
}

static inline void scene_box(ib_body *b, double side) {
    ib_collider *k = &b->collider[b->colliders++];
    k->box = 1, k->size[0] = k->size[1] = k->size[2] = side;
}

// Returns the kinetic energy of body i, plus its potential energy if `potential` is 1. Engines store velocities of the
// middle of a step and positions of its end. `shift`, g dt/2, corrects the vertical velocity. The velocity is
// advanced if the engine moves bodies at the end of a step. It is taken back if the engine adds gravity at the end.
static inline double scene_energy(const ib_engine *g, int i, double shift, int potential) {
    double u[6] = {0}, p[7] = {0};
    const ib_body *b = &the_scene.body[i];
    g->read(i, u);
    g->pose(i, p);
    const double vy = u[1] + shift, *v = u, *w = g->space ? u + 3 : u + 2;
    double sum = b->mass * (v[0] * v[0] + vy * vy + (g->space ? v[2] * v[2] : 0));
    for (int k = 0; k < (g->space ? 3 : 1); k++) sum += b->inertia[k] * w[k] * w[k];
    return sum / 2 + potential * b->mass * the_scene.gravity * p[1];
}

// Runs a tumbling rod with a ball at each end, with e = 1 and without friction, so that its energy is constant. Prints
// the largest error of the energy.
static inline void scene_bounce(const ib_engine *g, double time, double gravity) {
    const double shift = (g->lead ? 0.5 : -0.5) * gravity * g->dt;
    double worst = 0, first = 0, u[6] = {0}, before = 0, end = 0;
    long bounces = 0;
    scene_begin(gravity, 1, 0);
    the_scene.time = 0; // the rod hardly moves sideways, and a small floor is more accurate in single precision
    ib_body *b = scene_body(0, 2, 1, 0.252);
    b->spin[2] = 1;
    scene_ball(b, 0.1, -0.5);
    scene_ball(b, 0.1, 0.5);
    g->build(&the_scene);
    for (long k = 0; k < lround(time / g->dt); k++) {
        g->step(g->dt);
        g->read(0, u);
        bounces += k > 0 && u[1] - before > 0;
        before = u[1];
        end = scene_energy(g, 0, shift, 1);
        if (k == 0) first = end;
        worst = fmax(worst, fabs(end / first - 1));
    }
    g->end();
    printf("{\"scene\":\"bounce\",\"dt\":%g,\"bounces\":%ld,\"worst\":%.3e,\"end\":%.3e}\n", g->dt, bounces, worst,
           end / first - 1);
}

// Runs a stack of ten boxes of 1 m that start `gap` apart. Prints their kinetic energy after 10 s, averaged over 0.5 s
// because some stacks vibrate, and the position of the top box.
static inline void scene_stack(const ib_engine *g, double gap) {
    double energy = 0, p[7] = {0};
    const double skin = -g->overlap[1] > 0 ? -g->overlap[1] : 0;
    scene_begin(10, 0.3, 0.5);
    for (int i = 0; i < 10; i++) scene_box(scene_body(0, 0.5 + skin + i * (1 + skin) + (i + 1) * gap, 1, 1 / 6.), 1);
    g->build(&the_scene);
    const long steps = lround(10.5 / g->dt), seen = lround(0.5 / g->dt);
    for (long k = 0; k < steps; k++) {
        g->step(g->dt);
        for (int i = 0; k >= steps - seen && i < 10; i++) energy += scene_energy(g, i, 0, 0) / (double)seen;
    }
    g->pose(9, p);
    g->end();
    printf("{\"scene\":\"stack\",\"gap\":%g,\"energy\":%.17g,\"top\":%.4f,\"aside\":%.4f}\n", gap, energy, p[1], p[0]);
}

// Adds 1000 balls side by side, or 1000 balls and boxes that fall into a heap.
static inline void scene_crowd(int heap) {
    scene_begin(10, 0.5, heap ? 0.5 : 0.3);
    for (int i = 0; i < 1000; i++) {
        ib_body *b = heap ? scene_body(i % 50 - 25 + 0.1 * (i % 7), 1 + i / 50, 1, 0.06)
                          : scene_body(0.9 * (i - 500), 0.41 + 0.002 * (i * 7 % 1000), 1, 0.064);
        if (!heap) {
            scene_ball(b, 0.4, 0);
            b->velocity[0] = 0.1;
        } else if (i % 2) {
            scene_ball(b, 0.3, 0);
        } else {
            scene_box(b, 0.6);
        }
    }
}

// Returns the mean processor time of a step, s.
static inline double scene_time(const ib_engine *g, int heap, int steps) {
    scene_crowd(heap);
    g->build(&the_scene);
    const clock_t begun = clock();
    for (int k = 0; k < steps; k++) g->step(g->dt);
    const double spent = (double)(clock() - begun) / CLOCKS_PER_SEC;
    g->end();
    return spent / steps;
}

// Drops 1000 bodies until most of them rest. Measures the time of a step without and with carom alternately, and prints
// the best time of each. Balls side by side fall from up to 2 m. A heap takes another shape with carom, so its two
// times are less comparable.
static inline void scene_cost(const ib_engine *g, int heap, int rounds, int steps) {
    ib_setting *law = ib_find(g->others, "law");
    const char *asked = law->word;
    double best[2] = {HUGE_VAL, HUGE_VAL};
    for (int k = 0; k < 2 * rounds; k++) {
        law->word = k % 2 ? asked : "none";
        best[k % 2] = fmin(best[k % 2], scene_time(g, heap, steps));
    }
    printf("{\"scene\":\"%s\",\"bodies\":1000,\"without\":%.6g,\"with\":%.6g,\"ratio\":%.3f}\n", heap ? "heap" : "cost",
           best[0], best[1], best[1] / best[0]);
}

static inline int scenes(int argc, char **argv, ib_engine *g) {
    const char *name = argc > 1 ? argv[1] : "";
    ib_options(argc - 1, argv + 1, g);
    if (strcmp(name, "bounce") == 0) {
        scene_bounce(g, 1000, 10);
    } else if (strcmp(name, "stack") == 0) {
        const int drops = (int)ib_find(g->others, "drops")->value;
        // A dropped stack sways for a long time after its last impact, with a random amplitude. So several drops are
        // compared.
        scene_stack(g, 0);
        for (int i = 0; i < drops; i++) scene_stack(g, 0.05 + 0.12 * i / drops);
    } else if (strcmp(name, "cost") == 0) {
        scene_cost(g, 0, 3, 120);
    } else if (strcmp(name, "heap") == 0) {
        scene_cost(g, 1, 2, 120);
    } else {
        fprintf(stderr, "usage: %s bounce|stack|cost|heap [--SETTING VALUE]...\n", argv[0]);
        return 2;
    }
    return 0;
}

#define ib_serve scenes

#endif
