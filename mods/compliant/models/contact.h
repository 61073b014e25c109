// A contact point without mass between a body and the plane: it sticks, slips, lets go and touches again.
// A device says what its normal force is; the tangential element and the rest are shared.
//
// Letters (Chatterjee 1997, 5.2.4, 8): overlap d = -x_n, stretch xi = x_t - s with s the contact point, normal force N,
// pull f = K xi (+ C xi') of the tangential element on the contact point, so that the body feels F_t = -f.
//   stick  s' = 0, |f| <= mu N            slip  s' = lam dir, lam >= 0, f = mu N dir
#ifndef CAROM_COMPLIANT_CONTACT_H
#define CAROM_COMPLIANT_CONTACT_H

#include "model.h"
#include "mods/compliant/ode/machine.h"
#include "slip.h"

typedef struct carom_touch carom_touch;
typedef struct carom_growth carom_growth;

// Where the contact is, and how it moves.
typedef struct carom_touch_motion {
    double d;       // overlap
    double v[3];    // velocity of the contact
    double xi[2];   // stretch
    double pull[2]; // of the tangential element if the point sticks
    double inner;   // of the normal element, where it has a state of its own
    double dir[2];  // of a steered slip
} carom_touch_motion;

// A guard that an event left at zero, and how many of its first terms are zero by the model, where rounding leaves
// something: its value, its slope, its curvature. 0: no guard is known to be.
typedef struct carom_flat_guard {
    int guard, terms;
} carom_flat_guard;

// What differs between devices.
typedef struct carom_normal {
    double (*force)(const carom_touch *touch, const carom_touch_motion *motion); // N if the point does not slip
    double (*rate)(const carom_touch *touch, const carom_touch_motion *motion, double dd); // its rate, dd = d''
    double (*hold)(const carom_touch *touch,
                   const carom_touch_motion *motion); // ends the contact at zero; NULL: the force
    // A normal law with phases: up to two guards, and what happens when one reaches zero. NULL: one phase.
    void (*guards)(const carom_touch *touch, const carom_touch_motion *motion, double guards[2]);
    carom_machine_turn (*turn)(carom_touch *touch, int guard, const carom_touch_motion *motion);
    // A normal law with a state of its own besides the overlap, 0 at touch: its rate. NULL: it has none.
    double (*inner)(const carom_touch *touch, const carom_touch_motion *motion);
    // Normal force and pull share a factor that is a function of the overlap: the device is then told without it, and the
    // body feels all of it times this. NULL: there is none.
    double (*swell)(const carom_touch *touch, const carom_touch_motion *motion);
    // The term k of the force's Taylor series from those of the overlap, where it is a power law. NULL: it has none.
    double (*term)(const carom_touch *touch, carom_growth *growth, int k);
    bool jumps;  // the force may change at once where `turn` changes the phase
    bool linear; // between events force and guards are linear in d, v_n, the pull and the inner state
    bool creeps; // it is k d^n + c d^q d', and a pull may creep for ever
    bool coasts; // `turn` ends it inside an overlap that has still to open: the impulse that is left is added
} carom_normal;

// A contact in which nothing happens for a while: its velocity, stretch and inner state some instants ago.
enum { CAROM_CALM_STATES = 6 };
typedef struct carom_calm {
    double u[CAROM_CALM_STATES];
    int passes, next; // instants passed since then, and when it is next looked at
    int switches;     // events before
} carom_calm;

struct carom_touch {
    const carom_normal *normal;
    const carom_contact *contact;
    const carom_params *params;
    double mu;
    double kn, cn;     // the device's own, for its force
    double power;      // and its exponent
    double damp_power; // the exponent of the overlap in its damping
    bool allowed;      // the force may pull: the contact ends with its overlap
    bool pulling;      // it does; mu is then negative, so that mu N still bounds friction
    double mark;       // the overlap at which a force that ends like d^q is next taken up afresh; or the force at which
                       // one that only fades is left
    double skipped;    // time that passed at the beginning of pulls, beside the clock
    carom_resist K, C; // the tangential element
    bool damped;       // C > 0: forces decide about slip; else their rates do
    bool vibrating;    // the body has modes, so the contact may open and close again
    int several;       // how many outcomes the model is known to have, if more than one
    double reach;      // about how large the overlap grows, where there is a Taylor series
    double stiffest;   // the steepest slope of the normal force, for the scale of time
    double softest;    // the least share of the force that unloading begins with; 0: all of it
    double rebound;    // about how much of the speed comes back head-on: the finest speed to be resolved
    double leave;      // the share of the greatest force at which a slip in space is left; 0: the usual one
    double fastest;    // the highest angular frequency of the contact
    int phase;         // of the normal law
    double d_max;      // the greatest overlap at the end of loading

    carom_calm calm;
    carom_flat_guard level, next_level; // of the piece that begins, and of the one after this event

    carom_contact_state state;
    double dir[2]; // of slip; in space where springs alone resist: at the last accepted instant
    bool
        steered; // the first state of the stretch is then the angle that it has turned by since, as its length is the cone's
    double course[2], radian; // from this direction, in this unit
    int dim;
    double recent_force; // the greatest since the bodies touched last
    double largest_force, largest_overlap, compression_time, end;
    double Pc[3];
    int touches, sticks, slips, switches;
    carom_recorder *recorder;
    carom_result *outcome;
};

extern const struct carom_vary carom_touch_vary;

// One impact of a device whose `normal`, `contact`, `params`, stiffnesses and flags are set.
carom_status carom_touch_run(carom_touch *touch, carom_recorder *recorder, carom_result *outcome);

// Does the direction of slip turn at a rate like 1/N? In space, where springs alone resist.
bool carom_touch_singular(const carom_touch *touch);

// Fills K and C of an aligned element from kt and ct; refuses what is no element.
carom_status carom_touch_align(carom_touch *touch, carom_result *outcome);

// The states: x_n and v of the rigid body, P, the work of N, the stretch, the normal
// element's own, if it has one, then z and z' of each mode. P alone would
// give v, but where damping slows the rebound to a small share of the approach v must be right to that share.
#define CAROM_STATE_V            1
#define CAROM_STATE_P(touch)     (1 + (touch)->dim)
#define CAROM_STATE_WORK(touch)  (1 + 2 * (touch)->dim)
#define CAROM_STATE_XI(touch)    (2 + 2 * (touch)->dim)
#define CAROM_STATE_INNER(touch) (1 + 3 * (touch)->dim)
#define CAROM_STATE_Z(touch)     (1 + 3 * (touch)->dim + ((touch)->normal->inner != NULL))

#endif
