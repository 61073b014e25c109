// Decides whether two touching bodies of a physics engine have an impact, and computes the impact. The adapters of
// Chipmunk, ODE, Bullet and Box2D use these functions.
//
// An engine computes impacts and resting contacts in one solver. Before the engine solves its contacts, the adapter
// passes every touching pair of bodies to these functions:
//
//   carom_strike s = {.dim = 2, .pair = {...}, .points = 2, .at = {...}, .e = 0.5, .mu = 0.3, .dt = dt};
//   if (carom_strike_solve(&rule, &s)) set both bodies' velocities from s.pair.a and s.pair.b;
//   if (s.hide) hide the contact from the engine's solver in this step;
//
// After an impact the engine's solver still processes the contact. The bodies then separate, so the solver applies no
// impulse. If other bodies press them together in the same step, the solver prevents penetration.
//
// If bodies touch in a row or a heap, pairs must be solved together: see carom_strikes below.
//
// These functions keep no state between steps. A contact point has an impact if it approaches faster than rule.speed
// and did not touch one step ago. Its gap and its speed show whether it touched. So a rocking block has an impact when
// its other edge lands, although the block and the floor touch all the time. A box at the bottom of a stack that is
// pressed from above has no impact.
#ifndef CAROM_STRIKE_H
#define CAROM_STRIKE_H

#include "carom/bodies.h"

CAROM_BEGIN

// The largest number of points of a pair. Engines report 1 or 2 points in 2D and 1 to 8 in 3D.
#define CAROM_STRIKE_POINTS 8

// Describes how to compute impacts. Start from carom_strike_default(law).
typedef struct carom_strike_rule {
    const carom_law *law;
    carom_params params;
    bool own;     // use e and mu of params; otherwise use those that the engine combined from its materials
    double speed; // m/s: the engine handles slower approaches. With less than about 3 g dt, resting bodies would bounce
    bool
        exact; // for long bouncing: every approach is an impact unless the body rests, and separating contacts are hidden
               // from the solver. Energy is conserved to rounding, but stacks are unstable
} carom_strike_rule;

// Returns a rule with speed = 1 m/s, which is also the threshold of Box2D and Jolt. With 0.5 m/s, a vibrating stack in
// ODE would have impacts.
carom_strike_rule carom_strike_default(const carom_law *law);

// Two bodies that touch or will touch in this step, as the engine reports them.
typedef struct carom_strike {
    int dim;         // 2 or 3; for 2, only the components in the x-y plane of the pair are read
    carom_pair pair; // bodies, and the normal from B to A; carom_strike_solve sets `point` and `tangent`
    int points;
    double at[CAROM_STRIKE_POINTS][3]; // positions of the contact points, m
    double gap[CAROM_STRIKE_POINTS];   // m; negative means overlap
    double e, mu;                      // combined by the engine
    double drift[3];                   // relative velocity of moving surfaces such as conveyors, A minus B
    double kick[2][3];                 // velocity that the engine adds to A and B later in this step: gravity times dt
    double dt;                         // s
    bool hide;                         // output: hide the contact from the engine's solver in this step
} carom_strike;

// Computes the impact of a pair, if there is one. Returns true if the velocities and spins of both bodies were set to
// those after the impact. Returns false if nothing changed and the engine handles the contact; this includes problems
// for which the law has no result.
bool carom_strike_solve(const carom_strike_rule *rule, carom_strike *strike);

// Adds a contact point, given by its positions on both surfaces. Against a fixed body, the position on the surface of
// the movable body is used. Between two movable bodies, the midpoint is used. Points beyond CAROM_STRIKE_POINTS are
// ignored.
void carom_strike_point(carom_strike *strike, const double on_a[3], const double on_b[3], double gap);

// ---- several pairs of one step ----
//
// The functions below solve pairs that share a body together. With friction, or with points that do not touch yet,
// several solutions may exist. The result then depends on the order in which the engine reports the pairs.
//
//   static carom_strikes all;                                // at the start of every step:
//   carom_strikes_begin(&all);
//   ...                                                      // for every touching pair, with its bodies' addresses:
//   if (carom_strikes_add(&all, &rule, &s, a, b))
//       for (carom_body *now; (body = carom_strikes_next(&all, &now));) set the velocities of `body` from *now;
//   if (s.hide) hide the contact from the engine's solver in this step;
//
// A pair that has an impact alone is solved by carom_strike_solve. If another pair of its bodies approaches too, or
// begins to approach because of the impact, both form a group. A group is solved by Newton's restitution with Coulomb
// friction at every point, which is the method `glocker` without tangential restitution. Each call adds a pair and
// solves its group again, from the velocities before the first impact of the step. The solver visits one pair of a
// group after the other until the velocities converge. In a heap with many impacts in one step this would take too
// long. Therefore, after more than 2000 visits with more than 32 pairs in groups, the remaining pairs are solved one
// after the other.
typedef struct carom_strikes {
    struct carom_strike_mover *mover; // the bodies of this step
    struct carom_strike_touch *touch; // the pairs of this step
    struct carom_strike_work *work;   // their impulses
    int *slot;                        // hash table of the bodies
    int *queue, *changed;             // pairs to solve; bodies whose velocities changed
    int movers, touches, changes;
    int mover_room, touch_room, slots;
    int first, waiting; // index of the first pair in the queue, and number of queued pairs
    int visit;          // number of the last search through a group
    int grouped;        // pairs that belong to a group
    long visits;        // visits of pairs in this step, to solve groups
    double speed;       // the fastest approach of an impact in this step, m/s
} carom_strikes;

// Forgets the pairs of the last step. Call it before the engine detects contacts.
void carom_strikes_begin(carom_strikes *all);

// Frees the memory. The object can be used again.
void carom_strikes_free(carom_strikes *all);

// Adds a pair of bodies and solves its group. `a` and `b` are any addresses that identify the bodies; NULL is a fixed
// body. `rule` must exist until the next step begins. Returns true if velocities changed. Sets strike->hide as
// carom_strike_solve does, but does not change strike->pair. If memory runs out, it returns false, and the engine
// solves the pair.
bool carom_strikes_add(carom_strikes *all, const carom_strike_rule *rule, carom_strike *strike, void *a, void *b);

// Returns the address of a body whose velocity and spin changed, and sets `now` to its state after the impacts. Returns
// NULL if there are no more.
void *carom_strikes_next(carom_strikes *all, carom_body **now);

// Returns a carom_body that rotates only about the z axis.
carom_body carom_strike_planar(double mass, double inertia);

CAROM_END

#endif
