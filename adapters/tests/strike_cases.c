// Writes random cases with their results, one JSON line each; strike.test.mjs compares them with the npm package. First
// come COUNT pairs of bodies with the results of carom_strike_solve. Then come COUNT/10 groups of bodies with the
// results of carom_strikes_add. Usage: strike_cases COUNT
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

// Returns a random pair with one contact point or the corners of a face, some of them with a gap or an overlap. A is
// above B and mostly approaches fast.
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

// ---- groups: nine bodies in a grid above a floor ----
enum { SIDE = 3, BODIES = SIDE * SIDE };

// Returns a random contact of body i with body j, or with the floor if j < 0, and prints it as JSON.
static carom_strike grid_pair(const carom_body body[BODIES], int i, int j, bool upright) {
    carom_strike s = {.dim = 2, .e = between(0, 1), .mu = between(0, 1), .dt = 1 / 60., .kick = {{0, -10 / 60., 0}}};
    s.pair.a = body[i];
    s.pair.b = j < 0 ? carom_body_fixed() : body[j];
    s.pair.normal[upright ? 1 : 0] = 1;
    if (j >= 0) s.kick[1][1] = -10 / 60.;
    const int points = 1 + (int)between(0, 2);
    for (int k = 0; k < points; k++) {
        const double along = k ? 0.4 : between(-0.4, 0);
        const double at[3] = {body[i].centre[0] + (upright ? along : -0.5),
                              body[i].centre[1] + (upright ? -0.5 : along), 0};
        carom_strike_point(&s, at, at, between(0, 1) < 0.5 ? 0 : between(-0.005, 0.01));
    }
    printf("{\"a\":%d,\"b\":%d,\"e\":%.17g,\"mu\":%.17g", i, j, s.e, s.mu);
    say(",\"normal\":", s.pair.normal, 2);
    say(",\"gaps\":", s.gap, points);
    for (int k = 0; k < points; k++) say(k ? "," : ",\"points\":[", s.at[k], 2);
    printf("]}");
    return s;
}

static void say_group(carom_strikes *all) {
    carom_strike_rule rule = carom_strike_default(&carom_law_routh);
    carom_body body[BODIES], *now;
    carom_strike s[3 * BODIES];
    int to[3 * BODIES][2], pairs = 0;
    rule.exact = between(0, 1) < 0.3;
    printf("{\"exact\":%s,\"bodies\":[", rule.exact ? "true" : "false");
    for (int i = 0; i < BODIES; i++) {
        body[i] = carom_strike_planar(between(0.5, 3), between(0.05, 0.5));
        const double at[2] = {i % SIDE, 0.5 + (double)(i / SIDE)};
        for (int k = 0; k < 2; k++) body[i].centre[k] = at[k], body[i].velocity[k] = between(-3, 3);
        body[i].spin[2] = between(-2, 2);
        printf("%s{\"mass\":%.17g,\"inertia\":%.17g", i ? "," : "", body[i].mass, body[i].inertia[2][2]);
        say(",\"centre\":", body[i].centre, 2);
        say(",\"velocity\":", body[i].velocity, 2);
        say(",\"spin\":", &body[i].spin[2], 1);
        printf("}");
    }
    printf("],\"pairs\":[");
    for (int i = 0; i < BODIES; i++)
        for (int way = 0; way < 2; way++) {
            const int j = way ? i - SIDE : i % SIDE ? i - 1 : -2;
            if (j == -2) continue;
            if (pairs) printf(",");
            to[pairs][0] = i, to[pairs][1] = j < 0 ? -1 : j;
            s[pairs++] = grid_pair(body, i, j < 0 ? -1 : j, way);
        }
    carom_strikes_begin(all);
    carom_body after[BODIES];
    memcpy(after, body, sizeof after);
    printf("],\"struck\":[");
    for (int k = 0; k < pairs; k++) {
        void *b = to[k][1] < 0 ? NULL : &body[to[k][1]];
        printf("%s%s", k ? "," : "", carom_strikes_add(all, &rule, &s[k], &body[to[k][0]], b) ? "true" : "false");
        for (carom_body *it; (it = carom_strikes_next(all, &now));) after[it - body] = *now;
    }
    for (int i = 0; i < BODIES; i++)
        say(i ? "," : "],\"after\":[", (const double[3]){after[i].velocity[0], after[i].velocity[1], after[i].spin[2]},
            3);
    printf("]}\n");
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
    static carom_strikes all;
    for (long i = 0; i < count / 10; i++) say_group(&all);
    carom_strikes_free(&all);
    return 0;
}
