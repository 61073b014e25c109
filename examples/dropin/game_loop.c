// Simulates 24 discs in a box with friction at every contact, in a game loop that uses only carom.h and carom.c.
//   cc -O2 game_loop.c carom.c -lm -o game_loop && ./game_loop
// The loop detects contacts and advances time; carom computes each impact. It prints the energy, which never grows.
#include <math.h>
#include <stdio.h>

#include "carom.h"

enum { DISCS = 24 };
static const double radius = 0.1, half_width = 1.0, step = 1.0 / 240.0;
static carom_planar_body disc[DISCS];
static long impacts;

static void place_discs(void) {
    for (int i = 0; i < DISCS; i++) {
        disc[i].mass = 1.0 + 0.5 * (i % 3);
        disc[i].inertia = 0.5 * disc[i].mass * radius * radius;
        disc[i].centre[0] = -0.75 + 0.3 * (i % 6);
        disc[i].centre[1] = -0.6 + 0.4 * (i / 6);
        disc[i].velocity[0] = cos(2.0 * i);
        disc[i].velocity[1] = sin(5.0 * i);
        disc[i].spin = 20.0 * sin(3.0 * i);
    }
}

// A contact of two bodies. The normal points from b to a. Bodies that separate are not changed.
static void collide(carom_planar_body *a, carom_planar_body *b, const double point[2], const double normal[2]) {
    carom_planar_pair pair = {.a = *a, .b = *b, .point = {point[0], point[1]}, .normal = {normal[0], normal[1]}};
    carom_contact contact;
    carom_result result;
    carom_params params = carom_params_default();
    params.e = 0.9;
    params.mu = 0.2;
    if (carom_planar_pair_contact(&pair, &contact) != CAROM_OK || !(contact.v[0] < 0.0)) return;
    if (carom_collide(&carom_law_routh, &contact, &params, &result) != CAROM_OK) return;
    if (carom_planar_pair_apply(&pair, result.P, &pair) != CAROM_OK) return;
    *a = pair.a;
    *b = pair.b;
    impacts++;
}

static void hit_walls(carom_planar_body *body) {
    for (int axis = 0; axis < 2; axis++) {
        const double x = body->centre[axis];
        if (fabs(x) + radius < half_width) continue;
        carom_planar_body wall = carom_planar_body_fixed();
        double point[2] = {body->centre[0], body->centre[1]}, normal[2] = {0.0, 0.0};
        point[axis] = x > 0.0 ? half_width : -half_width;
        normal[axis] = x > 0.0 ? -1.0 : 1.0;
        collide(body, &wall, point, normal);
    }
}

static void hit_discs(void) {
    for (int i = 0; i < DISCS; i++) {
        for (int j = i + 1; j < DISCS; j++) {
            const double *a = disc[i].centre, *b = disc[j].centre, normal[2] = {a[0] - b[0], a[1] - b[1]};
            const double point[2] = {0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])};
            if (hypot(normal[0], normal[1]) < 2.0 * radius) collide(&disc[i], &disc[j], point, normal);
        }
    }
}

static double energy(void) {
    double sum = 0.0;
    for (int i = 0; i < DISCS; i++) {
        const double *v = disc[i].velocity, spin = disc[i].spin;
        sum += 0.5 * disc[i].mass * (v[0] * v[0] + v[1] * v[1]) + 0.5 * disc[i].inertia * spin * spin;
    }
    return sum;
}

int main(void) {
    place_discs();
    double before = energy();
    for (int frame = 0; frame <= 2400; frame++) {
        if (frame % 480 == 0) printf("t = %4.1f s  %5ld impacts  energy %7.4f J\n", frame * step, impacts, energy());
        for (int i = 0; i < DISCS; i++) {
            for (int k = 0; k < 2; k++) disc[i].centre[k] += step * disc[i].velocity[k];
            hit_walls(&disc[i]);
        }
        hit_discs();
        const double now = energy();
        if (now > before * (1.0 + 1e-12)) {
            printf("energy grew in frame %d\n", frame);
            return 1;
        }
        before = now;
    }
    return 0;
}
