// Writes random pairs that touch, with the results of carom_strike_solve, one JSON line each. strike.test.mjs compares
// the npm package with them. Usage: strike_cases COUNT
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "carom/bodies.h"
#include "carom_strike.h"

static uint64_t seed = 7;
static double between(double low, double high) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(seed >> 11) / 9007199254740992.0;
}

static void say(const char *before, const double *x, int n) {
    printf("%s", before);
    for (int i = 0; i < n; i++) printf("%s%.17g", i ? "," : "[", x[i]);
    printf("]");
}

static carom_body body(int dim, bool fixed) {
    carom_body b = dim == 2 ? carom_strike_planar(between(0.5, 3), between(0.05, 0.5)) : carom_body_fixed();
    if (fixed) return carom_body_fixed();
    if (dim == 3) {
        b.mass = between(0.5, 3);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) b.inertia[i][j] = i == j ? between(0.1, 0.3) : 0;
    }
    for (int i = 0; i < dim; i++) b.centre[i] = between(-1, 1), b.velocity[i] = between(-1, 1);
    for (int i = 0; i < 3; i++) b.spin[i] = dim == 3 || i == 2 ? between(-2, 2) : 0;
    return b;
}

// Returns a pair that approaches from above, mostly fast, with one point or the corners of a face, some of them a
// little higher.
static carom_strike random_strike(void) {
    carom_strike s = {.dim = between(0, 1) < 0.5 ? 2 : 3, .e = between(0, 1), .mu = between(0, 1), .dt = 1 / 60.};
    s.pair.a = body(s.dim, false);
    s.pair.b = body(s.dim, between(0, 1) < 0.5);
    s.pair.a.centre[1] = between(0.3, 0.6), s.pair.b.centre[1] = between(-0.6, -0.3);
    s.pair.a.velocity[1] -= between(0, 1) < 0.3 ? between(0, 0.5) : between(0, 5);
    if (between(0, 1) < 0.1) s.e = 1, s.mu = 0;
    s.pair.normal[1] = 1;
    s.kick[0][1] = -10 * s.dt;
    if (isfinite(s.pair.b.mass)) s.kick[1][1] = -10 * s.dt;
    const int points = 1 + (int)between(0, s.dim == 2 ? 2 : 4);
    for (int k = 0; k < points; k++) {
        const double at[3] = {k % 2 ? 0.4 : -0.4, 0, s.dim == 2 ? 0 : k / 2 ? 0.4 : -0.4};
        carom_strike_point(&s, at, at, between(0, 1) < 0.5 ? 0 : between(-0.05, 0.1));
    }
    return s;
}

static void say_body(const char *name, const carom_body *b, int dim) {
    const double inverse[3] = {1 / b->inertia[0][0], 1 / b->inertia[1][1], 1 / b->inertia[2][2]};
    printf("\"%s\":{\"inverseMass\":%.17g", name, isinf(b->mass) ? 0 : 1 / b->mass);
    say(",\"inverseInertia\":", isinf(b->mass) ? (const double[3]){0} : inverse, 3);
    say(",\"centre\":", b->centre, dim);
    say(",\"velocity\":", b->velocity, dim);
    say(",\"spin\":", b->spin, 3);
    printf("},");
}

static void say_case(const carom_strike *s, bool exact) {
    printf("{\"dim\":%d,\"e\":%.17g,\"mu\":%.17g,\"dt\":%.17g,\"exact\":%s,", s->dim, s->e, s->mu, s->dt,
           exact ? "true" : "false");
    say_body("a", &s->pair.a, s->dim);
    say_body("b", &s->pair.b, s->dim);
    say("\"kick\":[", s->kick[0], s->dim);
    say(",", s->kick[1], s->dim);
    say("],\"gaps\":", s->gap, s->points);
    for (int k = 0; k < s->points; k++) say(k ? "," : ",\"points\":[", s->at[k], s->dim);
    printf("],");
}

int main(int argc, char **argv) {
    const long count = argc > 1 ? atol(argv[1]) : 1000;
    for (long i = 0; i < count; i++) {
        carom_strike_rule rule = carom_strike_default(&carom_law_routh);
        carom_strike s = random_strike();
        rule.exact = between(0, 1) < 0.3;
        say_case(&s, rule.exact);
        const bool struck = carom_strike_solve(&rule, &s);
        printf("\"struck\":%s,\"hide\":%s,", struck ? "true" : "false", s.hide ? "true" : "false");
        say("\"after\":[", s.pair.a.velocity, s.dim);
        say(",", s.pair.a.spin, 3);
        say(",", s.pair.b.velocity, s.dim);
        say(",", s.pair.b.spin, 3);
        printf("]}\n");
    }
    return 0;
}
