// Tests each bound on friction in 3D (carom_friction), for whittaker and deferred. Usage: laws_friction_models
// [PROBLEMS]
//   engine      The solver loop of a physics engine, which shares no code with the library. It corrects the normal
//               impulse and each friction impulse in turn by their own effective mass, and clamps friction to its
//               bound, until nothing changes. The final impulse must be one of the results of the law.
//   guarantees  Every regular W has a result. The impulse stays in the friction cone; that of a box is outside by a
//               factor of at most sqrt(2). deferred gains no energy. Indices sum to +1. If the tangent axes are
//               rotated, the result rotates with them, except for bounds that depend on the axes.
// If the documentation states that a bound leads to a violation, this violation must occur in the test.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/worst.h"
#include "bench/random.h"
#include "carom/carom.h"
#include "support/floor.h"
#include "support/laws.h"

typedef struct {
    long asked, answered, several, gains, outside, unsummed, turns, settled, strange;
    double ratio; // largest |P_t| / (mu P_n)
} tally;

static double size_of(const double P[3]) {
    return fmax(fabs(P[0]), fmax(fabs(P[1]), fabs(P[2])));
}

static double apart(const double P[3], const double Q[3]) {
    double off = 0.0;
    for (int i = 0; i < 3; i++) carom_worsen(&off, fabs(P[i] - Q[i]));
    return off / fmax(size_of(P), 1e-300);
}

// Rotates (x, y) by the angle with the cosine t[0] and the sine t[1], or back if `back` is -1.
static void turn(const double t[2], double back, double *x, double *y) {
    const double first = t[0] * *x - back * t[1] * *y;
    *y = back * t[1] * *x + t[0] * *y;
    *x = first;
}

static carom_contact turned(const carom_contact *c, const double t[2], double back) {
    carom_contact k = *c;
    turn(t, back, &k.v[1], &k.v[2]);
    for (int i = 0; i < 3; i++) turn(t, back, &k.W[i][1], &k.W[i][2]);
    for (int j = 0; j < 3; j++) turn(t, back, &k.W[1][j], &k.W[2][j]);
    k.W[2][1] = k.W[1][2];
    return k;
}

// ---- The engine.

static double velocity(const carom_contact *c, const double P[3], int i) {
    return c->v[i] + c->W[i][0] * P[0] + c->W[i][1] * P[1] + c->W[i][2] * P[2];
}

static double cut(double x, double bound) {
    return x > bound ? bound : x < -bound ? -bound : x;
}

// Corrects each friction impulse once and clamps it to its bound, along the axes of the contact.
static void rub(const carom_contact *c, carom_friction model, double mu, double P[3]) {
    const double bound = mu * P[0];
    if (model == CAROM_FRICTION_DISC) {
        double x = P[1] - velocity(c, P, 1) / c->W[1][1], y = P[2] - velocity(c, P, 2) / c->W[2][2];
        const double length = hypot(x, y), by = length > bound ? bound / length : 1.0;
        P[1] = by * x;
        P[2] = by * y;
        return;
    }
    for (int i = 1; i < (model == CAROM_FRICTION_ONE_DIRECTION ? 2 : 3); i++)
        P[i] = cut(P[i] - velocity(c, P, i) / c->W[i][i], bound);
}

// Runs the loop and returns true if it converges. As in Bullet, the bounds SLIP_BOX and ONE_DIRECTION have axes along
// and across the slip before the impact.
static bool engine(const carom_contact *given, carom_friction model, double e, double mu, double P[3]) {
    const double slip = hypot(given->v[1], given->v[2]), t[2] = {given->v[1] / slip, given->v[2] / slip};
    const bool along = model == CAROM_FRICTION_SLIP_BOX || model == CAROM_FRICTION_ONE_DIRECTION;
    const carom_contact c = along ? turned(given, t, -1.0) : *given;
    double change = HUGE_VAL;
    P[0] = P[1] = P[2] = 0.0;
    for (int k = 0; k < 4000 && change > 1e-15; k++) {
        const double before[3] = {P[0], P[1], P[2]};
        rub(&c, model, mu, P);
        P[0] = fmax(0.0, P[0] - (velocity(&c, P, 0) + e * c.v[0]) / c.W[0][0]);
        change = apart(P, before);
    }
    if (along) turn(t, 1.0, &P[1], &P[2]);
    return change <= 1e-15;
}

// ---- The guarantees.

static void check_turned(tally *t, const carom_law *law, const carom_contact *c, const carom_params *p,
                         const carom_result *out, random_stream *r) {
    double by[3];
    carom_result other;
    random_direction(r, 2, by);
    const carom_contact k = turned(c, by, 1.0);
    if (out->solution_count > 1 || carom_collide(law, &k, p, &other) != CAROM_OK || other.solution_count > 1) return;
    turn(by, -1.0, &other.P[1], &other.P[2]);
    // If a result is about to appear or vanish, rounding changes it by its square root, about 1e-8. The bound is 1e-6.
    t->turns += apart(out->P, other.P) > 1e-6;
}

static void check_all(tally *t, const carom_law *law, const carom_contact *c, const carom_params *p) {
    carom_alternative list[CAROM_MAX_ALTERNATIVES];
    int count, sum = 0;
    bool among = false;
    double P[3];
    const bool deferred = law == &carom_law_deferred;
    carom_collide_all(law, c, p, list, &count);
    for (int i = 0; i < count; i++) sum += list[i].index;
    t->unsummed += sum != 1;
    if (p->friction == CAROM_FRICTION_CONE || !engine(c, p->friction, deferred ? 0.0 : p->e, p->mu, P)) return;
    if (deferred) P[0] -= p->e * c->v[0] / c->W[0][0];
    // The loop stops when P changes by 1e-15. In the slowest case each change is about 1/1000 smaller than the previous
    // one. The bound is 1e-9.
    for (int i = 0; i < count; i++) among = among || apart(list[i].result.P, P) <= 1e-9;
    t->settled++;
    t->strange += !among;
    if (!among && t->strange <= 3)
        printf("FAIL the engine ends at (%.17g %.17g %.17g), the nearest outcome is (%.17g %.17g %.17g)\n", P[0], P[1],
               P[2], list[0].result.P[0], list[0].result.P[1], list[0].result.P[2]);
}

static void ask(tally *t, const carom_law *law, carom_friction model, uint64_t i) {
    random_stream r = random_at(131, i);
    const carom_contact c = random_contact(&r, 3, 2.0);
    carom_params p = random_params(&r, 3);
    carom_result out;
    p.friction = model;
    p.mu_static = CAROM_SAME_AS_MU;
    if (c.v[1] == 0.0 && c.v[2] == 0.0) return; // some bounds need the direction of the initial slip
    t->asked++;
    if (carom_collide(law, &c, &p, &out) != CAROM_OK) return;
    t->answered++;
    t->several += out.solution_count > 1;
    t->gains += (out.violations & CAROM_VIOLATION_ENERGY) != 0;
    t->outside += (out.violations & CAROM_VIOLATION_CONE) != 0;
    if (p.mu > 0.0) carom_worsen(&t->ratio, hypot(out.P[1], out.P[2]) / (p.mu * out.P[0]));
    check_turned(t, law, &c, &p, &out, &r);
    if (i % 4 == 0) check_all(t, law, &c, &p);
}

static bool says(bool holds, const char *what) {
    if (!holds) printf("FAIL %s\n", what);
    return holds;
}

static bool judge(const carom_law *law, carom_friction model, const tally *t) {
    const bool box = model == CAROM_FRICTION_BOX || model == CAROM_FRICTION_SLIP_BOX;
    const bool axes = model == CAROM_FRICTION_BOX || model == CAROM_FRICTION_DISC;
    bool fine = says(t->answered == t->asked, "a regular W has no answer");
    fine = says((law == &carom_law_deferred) == (t->gains == 0), "whittaker gains energy, deferred never") && fine;
    // The factor allows for the 1e-12 by which carom_collide lets P exceed the cone.
    fine = says(t->ratio <= (box ? sqrt(2.0) : 1.0) * (1.0 + 1e-12), "too much friction") && fine;
    fine = says(box == (t->outside > 0), "a box leaves the cone, the others do not") && fine;
    fine = says(axes == (t->turns > 0), "box and disc look along the axes, the others do not") && fine;
    fine = says(t->strange == 0, "an engine ends where the law has no outcome") && fine;
    // Two results that almost coincide may be found once or not at all, so a few sums may be wrong.
    return says(t->unsummed <= t->asked / 10000, "indices do not sum to +1") && fine;
}

int main(int argc, char **argv) {
    const long problems = argc > 1 ? atol(argv[1]) : 20000;
    const carom_law *laws[] = {&carom_law_whittaker, &carom_law_deferred};
    const carom_coefficient *row = carom_coefficient_at(NULL, CAROM_PARAM_friction);
    bool fine = true;
    printf("%-11s %-14s %8s %8s %8s %8s %8s %8s %8s %9s\n", "law", "friction", "answered", "several", "gains",
           "outside", "by axes", "unsummed", "engine", "P_t/mu P_n");
    for (int l = 0; l < 2; l++)
        for (int model = 0; carom_choice_at(row, model); model++) {
            tally t = {0};
            for (long i = 0; i < problems; i++) ask(&t, laws[l], (carom_friction)model, (uint64_t)i);
            printf("%-11s %-14s %8ld %8ld %8ld %8ld %8ld %8ld %8ld %9.6f\n", laws[l]->name, carom_choice_at(row, model),
                   t.answered, t.several, t.gains, t.outside, t.turns, t.unsummed, t.settled, t.ratio);
            fine = judge(laws[l], (carom_friction)model, &t) && fine;
            fine = floor_met(laws[l]->name, t.answered, problems, 0.85) && fine; // 1/8 has no initial slip
            if (model) fine = floor_met("engines that settle", t.settled, t.answered / 4, 0.5) && fine;
        }
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
