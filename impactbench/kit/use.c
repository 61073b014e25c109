// Tests a small contact solver with the kit: which law does it compute? It needs this file and impactbench_kit.h only.
//   cc -std=c99 use.c -lm && ./a.out
// The solver is the loop of many engines: sequential impulses, friction along two axes, each bounded by mu times the normal
// impulse. In 2D this is Whittaker's law, in 3D its variant with a friction box. Replace solve() with your engine.
#include <stdio.h>
#include <string.h>

#include "impactbench_kit.h"

static double dot(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double *a, const double *b, double *c) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

// x = inertia^-1 moment, by Cramer's rule.
static void turn(const kit_case *c, const double *moment, double *x) {
    double column[3][3], product[3];
    if (c->dim == 2) {
        x[0] = x[1] = 0.0;
        x[2] = moment[2] / c->inertia[2][2];
        return;
    }
    cross(c->inertia[1], c->inertia[2], column[0]);
    cross(c->inertia[2], c->inertia[0], column[1]);
    cross(c->inertia[0], c->inertia[1], column[2]);
    for (int i = 0; i < 3; i++)
        product[i] = moment[0] * column[0][i] + moment[1] * column[1][i] + moment[2] * column[2][i];
    for (int i = 0; i < 3; i++) x[i] = product[i] / dot(c->inertia[0], column[0]);
}

static double speed(const kit_case *c, const double *u, const double *direction) {
    double at[3];
    cross(u + 3, c->arm, at);
    for (int i = 0; i < 3; i++) at[i] += u[i];
    return dot(at, direction);
}

static void push(const kit_case *c, double *u, const double *direction, double impulse) {
    double moment[3], spun[3];
    cross(c->arm, direction, moment);
    turn(c, moment, spun);
    for (int i = 0; i < 3; i++) {
        u[i] += impulse * direction[i] / c->mass;
        u[3 + i] += impulse * spun[i];
    }
}

// The velocity that a unit impulse gives to the contact point along its own direction.
static double yield(const kit_case *c, const double *direction) {
    double u[6] = {0};
    push(c, u, direction, 1.0);
    return speed(c, u, direction);
}

static void solve(const kit_case *c, double *u) {
    // The kit's surfaces are horizontal, so the axes of friction are x and z.
    const double axis[3][3] = {{c->normal[0], c->normal[1], c->normal[2]}, {1, 0, 0}, {0, 0, 1}};
    double P[3] = {0}, wanted;
    for (int i = 0; i < 3; i++) {
        u[i] = c->velocity[i];
        u[3 + i] = c->spin[i];
    }
    wanted = -c->e * speed(c, u, axis[0]);
    for (int sweep = 0; sweep < 3000; sweep++)
        for (int k = 0; k < c->dim; k++) {
            const double old = P[k], next = old - (speed(c, u, axis[k]) - (k ? 0.0 : wanted)) / yield(c, axis[k]);
            const double bound = c->mu * P[0];
            P[k] = k == 0 ? fmax(next, 0.0) : fmin(fmax(next, -bound), bound);
            push(c, u, axis[k], P[k] - old);
        }
}

// The difference of two motions in the metric of kinetic energy, relative to the motion before the impact.
static double size_of(const kit_case *c, const double *u) {
    double sum = c->mass * dot(u, u);
    for (int i = 0; i < 3; i++) sum += u[3 + i] * dot(c->inertia[i], u + 3);
    return sqrt(sum);
}

static double distance(const kit_case *c, const double *u, const double *v) {
    double off[6], before[6];
    for (int i = 0; i < 6; i++) off[i] = u[i] - v[i];
    for (int i = 0; i < 3; i++) {
        before[i] = c->velocity[i];
        before[3 + i] = c->spin[i];
    }
    return size_of(c, off) / size_of(c, before);
}

int main(void) {
    int bad = 0;
    for (int dim = 2; dim <= 3; dim++) {
        int best = -1;
        double least = HUGE_VAL;
        for (int law = 0; law < KIT_LAWS; law++) {
            double worst = 0.0;
            for (int i = 0; i < KIT_CASES; i++) {
                double u[6];
                if (kit[i].dim != dim) continue;
                solve(&kit[i], u);
                const double d = distance(&kit[i], u, kit[i].after[law]);
                if (!(d <= worst)) worst = d; // also if the law has no result here
            }
            if (worst < least) least = worst, best = law;
        }
        printf("%dD: %s, at most %.1e from it\n", dim, best < 0 ? "no law" : kit_law[best], least);
        if (best < 0 || strcmp(kit_law[best], dim == 2 ? "whittaker" : "box") != 0 || !(least < 1e-6)) bad = 1;
    }
    return bad;
}
