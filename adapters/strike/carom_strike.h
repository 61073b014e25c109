// What the adapters of physics engines share: two bodies of an engine touch. Is it an impact, and how do they part?
//
// An engine computes impacts and rest in one solver. An adapter shows it every pair that touches, before it solves:
//
//   carom_strike s = {.dim = 2, .pair = {...}, .points = 2, .at = {...}, .e = 0.5, .mu = 0.3, .dt = dt};
//   if (carom_strike_solve(&rule, &s)) set both bodies' velocities from s.pair.a and s.pair.b;
//   if (s.hide) keep the contact from the engine's solver in this step;
//
// The engine's solver still sees a contact that was struck: it parts, so there is nothing to solve, unless others press the
// bodies together in the same step, and then the solver holds them.
//
// Nothing is remembered from step to step. An impact is a point that approaches faster than rule.speed and was apart a step
// ago, as its gap and its speed tell: so the other edge of a rocking block strikes, though the pair has touched for long, and
// a box at the bottom of a pile, pressed from above, does not.
#ifndef CAROM_STRIKE_H
#define CAROM_STRIKE_H

#include "carom/bodies.h"

CAROM_BEGIN

// Points of one pair at most; engines give 1 to 2 in the plane, 1 to 8 in space.
#define CAROM_STRIKE_POINTS 8

// What to do with chosen pairs. Start from carom_strike_default(law).
typedef struct carom_strike_rule {
    const carom_law *law;
    carom_params params;
    bool own; // e and mu of params; else those the engine combined from its materials (e is then r_n and e_n too)
    double
        speed; // m/s: what approaches no faster stays with the engine; below some 3 g dt all that rests would bounce on
    bool exact; // for what bounces on: whatever approaches is struck, however slowly, unless it lies, and the solver is
                // not shown what parts, so that no overlap is corrected and energy is kept to rounding; piles fall over
} carom_strike_rule;

// 1 m/s, where Box2D and Jolt begin to bounce too; at 0.5 m/s a trembling stack of ODE is struck.
carom_strike_rule carom_strike_default(const carom_law *law);

typedef struct carom_strike {
    int dim;         // 2: of the pair only what lies in the plane is read
    carom_pair pair; // bodies, and the normal from B to A; `point` and `tangent` are filled here
    int points;
    double at[CAROM_STRIKE_POINTS][3]; // m
    double gap[CAROM_STRIKE_POINTS];   // m, negative: overlap
    double e, mu;                      // as the engine combined them
    double drift[3];                   // added to A's velocity less B's: surfaces that move along, as conveyors do
    double kick[2][3]; // what the engine adds to the velocities of A and B in this step, after this: gravity dt
    double dt;         // s
    bool hide;         // filled: not for the engine's solver in this step
} carom_strike;

// True: velocity and spin of both bodies are those after the impact. False: nothing changed, the contact is the engine's,
// and so it is where the law has no answer.
bool carom_strike_solve(const carom_strike_rule *rule, carom_strike *strike);

// One more point, from where it lies on either surface: where they overlap, an arm ends at its body's own surface against
// what does not yield, halfway between two bodies that do. Points beyond CAROM_STRIKE_POINTS are left out.
void carom_strike_point(carom_strike *strike, const double on_a[3], const double on_b[3], double gap);

// A body that turns in the plane only, as carom_body wants it.
carom_body carom_strike_planar(double mass, double inertia);

CAROM_END

#endif
