// Models a contact point without mass between a body and the plane: it sticks, slips, separates and touches again.
// A contact model defines its normal force; the tangential element and the rest are shared.
//
// Notation (Chatterjee 1997, 5.2.4, 8): overlap d = -x_n, stretch xi = x_t - s with s the contact point, normal force
// N,
// pull f = K xi (+ C xi') of the tangential element on the contact point, so that the force on the body is F_t = -f.
//   stick  s' = 0, |f| <= mu N            slip  s' = lam dir, lam >= 0, f = mu N dir
#ifndef CAROM_COMPLIANT_CONTACT_H
#define CAROM_COMPLIANT_CONTACT_H

#include "model.h"
#include "mods/compliant/ode/machine.h"
#include "slip.h"

typedef struct carom_touch carom_touch;
typedef struct carom_growth carom_growth;

// The position and motion of the contact.
typedef struct carom_touch_motion {
    double d;       // overlap
    double v[3];    // velocity of the contact
    double xi[2];   // stretch
    double pull[2]; // of the tangential element, if the point sticks
    double inner;   // internal state of the normal element, if it has one
    double dir[2];  // direction of a slip whose state is its angle
} carom_touch_motion;

// A guard that is zero after an event. In the model, its first `terms` Taylor terms (value, slope, curvature) are
// exactly zero. Rounding may change them. 0 means that no such guard is known.
typedef struct carom_flat_guard {
    int guard, terms;
} carom_flat_guard;

// The functions in which contact models differ.
typedef struct carom_normal {
    double (*force)(const carom_touch *touch, const carom_touch_motion *motion); // N if the point does not slip
    double (*rate)(const carom_touch *touch, const carom_touch_motion *motion, double dd); // rate of N, with dd = d''
    double (*hold)(const carom_touch *touch,
                   const carom_touch_motion *motion); // ends the contact when it reaches zero; NULL: the force
    // For a normal law with phases: up to two guards, and the action when one reaches zero. NULL if there is one phase.
    void (*guards)(const carom_touch *touch, const carom_touch_motion *motion, double guards[2]);
    carom_machine_turn (*turn)(carom_touch *touch, int guard, const carom_touch_motion *motion);
    // For a normal law with an internal state, 0 at touch: its rate. NULL if there is none.
    double (*inner)(const carom_touch *touch, const carom_touch_motion *motion);
    // A common factor of normal force and pull that is a function of the overlap. The other functions omit this factor,
    // and the force on the body is multiplied by it. NULL if there is none.
    double (*swell)(const carom_touch *touch, const carom_touch_motion *motion);
    // Computes term k of the force's Taylor series from those of the overlap, for a power law. NULL if there is none.
    double (*term)(const carom_touch *touch, carom_growth *growth, int k);
    bool jumps;  // the force may jump when `turn` changes the phase
    bool linear; // between events, force and guards are linear in d, v_n, the pull and the internal state
    bool creeps; // the force is k d^n + c d^q d', and a pull may creep forever
    bool coasts; // `turn` ends the contact while an overlap remains; the remaining impulse is added
} carom_normal;

// Data to detect a contact that has no events for a while: its earlier velocity, stretch and internal state.
enum { CAROM_CALM_STATES = 6 };
typedef struct carom_calm {
    double u[CAROM_CALM_STATES];
    int passes, next; // steps since then, and the step of the next check
    int switches;     // number of earlier events
} carom_calm;

struct carom_touch {
    const carom_normal *normal;
    const carom_contact *contact;
    const carom_params *params;
    double mu;
    double kn, cn;     // constants of the contact model's force
    double power;      // exponent of its force
    double damp_power; // exponent of the overlap in its damping
    bool allowed;      // the force may pull: the contact ends when the overlap is zero
    bool pulling;      // the force pulls now; mu is then negative, so that mu N still bounds friction
    double mark;       // the overlap at which a force that ends like d^q is restarted, or the force at which a fading
                       // one is ended
    double skipped;    // time skipped at the beginning of pulls, in addition to the clock
    carom_resist K, C; // the tangential element
    bool damped;       // the tangential dashpots C are positive: forces decide about slip; otherwise their rates do
    bool vibrating;    // the body has vibration modes, so the contact may open and close again
    int several;       // number of outcomes of the model, if it is known to have more than one
    double reach;      // estimate of the largest overlap, for Taylor series
    double stiffest;   // steepest slope of the normal force, for the time scale
    double softest;    // the smallest fraction of the force with which unloading begins; 0: all of it
    double rebound;    // estimate of the head-on restitution: the smallest speed to resolve
    double leave;      // the force, relative to its maximum, at which a slip in 3D is ended; 0: the default
    double fastest;    // highest angular frequency of the contact
    int phase;         // of the normal law
    double d_max;      // overlap at the end of loading

    carom_calm calm;
    carom_flat_guard level, next_level; // of the piece that begins, and of the one after this event

    carom_contact_state state;
    double dir[2]; // direction of slip; in 3D with springs only: at the last accepted step
    bool steered; // the first state of the stretch is the angle by which it has turned since; its length is that of the
                  // cone
    double course[2], radian; // initial direction, and the unit of the angle
    int dim;
    double recent_force; // largest force since the last touch
    double largest_force, largest_overlap, compression_time, end;
    double Pc[3];
    int touches, sticks, slips, switches;
    carom_recorder *recorder;
    carom_result *outcome;
};

// Computes one impact of a contact model whose `normal`, `contact`, `params`, stiffnesses and flags are set.
carom_status carom_touch_run(carom_touch *touch, carom_recorder *recorder, carom_result *outcome);

// Returns true if the direction of slip turns at a rate proportional to 1/N: in 3D, with springs only.
bool carom_touch_singular(const carom_touch *touch);

// Fills K and C of an aligned element from kt and ct. Rejects invalid values.
carom_status carom_touch_align(carom_touch *touch, carom_result *outcome);

// The states: x_n and v of the rigid body, P, the work of N, the stretch, the internal state if any, then z and z' of
// each mode. v follows from P, but is a state too: if damping reduces the rebound to a small fraction of the approach,
// v must be accurate relative to the rebound.
#define CAROM_STATE_V            1
#define CAROM_STATE_P(touch)     (1 + (touch)->dim)
#define CAROM_STATE_WORK(touch)  (1 + 2 * (touch)->dim)
#define CAROM_STATE_XI(touch)    (2 + 2 * (touch)->dim)
#define CAROM_STATE_INNER(touch) (1 + 3 * (touch)->dim)
#define CAROM_STATE_Z(touch)     (1 + 3 * (touch)->dim + ((touch)->normal->inner != NULL))

#endif
