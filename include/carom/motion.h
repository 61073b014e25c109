// One free rigid body under gravity among fixed planes: where it flies, when it touches, how it bounces.
//
//   static const double ends[2][3] = {{-0.5, 0.0, 0.0}, {0.5, 0.0, 0.0}};
//   carom_motion_scene s = carom_motion_scene_default(2);     // gravity (0, -9.81), floor y >= 0
//   s.mass = 1.0;
//   s.inertia[2] = 1.0 / 12.0;
//   s.shape.corners = 2;
//   s.shape.corner = ends;                                    // a rod of 1 m
//   carom_motion_state start = {.centre = {0.0, 1.2}, .angle = 0.4, .spin = {0.0, 0.0, 2.0}}, later;
//   carom_motion_flight(&s, &start, 0.1, &later);             // without contacts, 0.1 s later
//
//   s.law = &carom_law_routh;
//   s.params = &p;                                            // p.e and p.mu are set
//   s.until = 3.0;
//   size_t bytes = carom_motion_memory_size(&s);
//   carom_motion_result r;
//   carom_motion_run(&s, &start, malloc(bytes), bytes, &r);   // r.event, r.hit, r.stop
//   carom_motion_state_at(&s, &r, 0.7, &later);               // anywhere in between
//
// A flight is exact to rounding: it is evaluated from its start, not step by step. Flights, contact times and impacts
// by laws that are closed forms have the same bits on every platform with IEEE doubles. SI units. In 2D (planar) the
// third component of every vector is 0, and spins are about the third axis. Nothing allocates.
#ifndef CAROM_MOTION_H
#define CAROM_MOTION_H

#include <stdbool.h>

#include "carom/law.h"
#include "carom/many.h"
#include "carom/version.h"

CAROM_BEGIN

#define CAROM_MOTION_MAX_CORNERS 256
#define CAROM_MOTION_MAX_PLANES  64
#define CAROM_MOTION_MAX_EVENTS  10000000 // and hits

// The body at one time.
typedef struct carom_motion_state {
    double t;              // s
    double centre[3];      // of mass, m
    double angle;          // 2D: counterclockwise, rad, not reduced to one turn; at most 1e6
    double orientation[4]; // 3D: quaternion (w, x, y, z), body to world axes; any length but zero
    double velocity[3];    // of the centre, m/s
    double spin[3];        // rad/s, world axes
    bool exact;            // result: no time stepping came before it. Not read
} carom_motion_state;

// A convex body in its own axes, measured from its centre of mass. With `corners` it is the convex hull of balls around
// the corners: one is a disc or a ball, two are a rod or a capsule, more a polygon or a polyhedron. Without corners it is
// an ellipse or an ellipsoid.
typedef struct carom_motion_shape {
    int corners;               // 0 .. CAROM_MOTION_MAX_CORNERS
    const double (*corner)[3]; // m
    double radius;             // of the balls, m, >= 0; one corner needs a positive one
    double semi_axes[3];       // along the body's axes, m, > 0; 2D reads two
    double middle[3];          // of the ellipsoid, m
} carom_motion_shape;

// A fixed plane. The body is where normal.x >= offset.
typedef struct carom_motion_plane {
    double normal[3];           // unit vector to 1e-12, towards the free side
    double offset;              // m
    const carom_params *params; // NULL: those of the scene
} carom_motion_plane;

// What resolves more than one contact at one time.
typedef enum carom_motion_rule {
    CAROM_MOTION_RULE_METHOD =
        0, // one call of carom_system_solve: the law's e as e_n, its mu, e_t = 0. At most 8 contacts
    CAROM_MOTION_RULE_FASTEST = 1, // hits by the law, each at the contact that approaches fastest, until none does
    CAROM_MOTION_RULE_MEAN = 2,    // the mean over all orders of such hits, the next one drawn uniformly
    CAROM_MOTION_RULE_STOP = 3     // none: the motion stops
} carom_motion_rule;

// What happens when a contact persists, as it does in sliding, rolling and rest.
typedef enum carom_motion_persist {
    CAROM_MOTION_PERSIST_STOP = 0, // the motion stops; everything before is exact
    CAROM_MOTION_PERSIST_STEP = 1  // time stepping after Moreau, with errors of first order in scene.step
} carom_motion_persist;

// Everything about a motion but its start. Take carom_motion_scene_default and set what you need.
typedef struct carom_motion_scene {
    uint32_t size, abi; // by carom_motion_scene_default
    int dim;            // 2 or 3
    double mass;        // kg
    double inertia[3];  // principal moments about the centre of mass, kg m^2; 2D reads [2]. In 3D none is above
                        // the sum of the others, as in every body of masses
    carom_motion_shape shape;
    int planes;                      // 0 .. CAROM_MOTION_MAX_PLANES
    const carom_motion_plane *plane; // the default is a floor: y >= 0, in 3D z >= 0
    double gravity[3];               // m/s^2; the default is 9.81 downwards
    double touch;                    // contacts with gaps up to this belong together, m; NaN: 1e-9 of the body's size
    // What follows is read where there are impacts, by carom_motion_run and the functions after it.
    const carom_law *law;
    const carom_params *params;
    carom_motion_rule rule;       // 2D: METHOD, 3D: MEAN
    const carom_law *method;      // of the rule METHOD; 2D: glocker
    carom_motion_persist persist; // STOP
    double until;                 // s; the default is infinite
    double rest_speed; // slower approaches have no restitution, m/s. NaN: that of the parameters if it is not 0,
                       // else 0.01 sqrt(|gravity| size). 0 follows every bounce
    int max_events;    // 100 by default
    int max_hits;      // 0: 4 max_events + 1000
    double step;       // of stepped phases, s; NaN: 0.001 sqrt(size/|gravity|)
    int max_samples;   // states kept of stepped phases, one in 16 steps; 0: 10,000
} carom_motion_scene;

// Fills a scene of this size with defaults. CAROM_BAD_STRUCT: the library lays it out otherwise.
CAROM_API carom_status carom_motion_scene_init(carom_motion_scene *scene, size_t size, int dim);

// Compiled into your program, so that the scene holds the size your program was compiled with.
static inline carom_motion_scene carom_motion_scene_default(int dim) {
    carom_motion_scene scene;
    carom_motion_scene_init(&scene, sizeof scene, dim);
    return scene;
}

// Which part of a scene or a start is refused.
typedef enum carom_motion_part {
    CAROM_MOTION_PART_NONE = 0,
    CAROM_MOTION_PART_SCENE = 1, // it was not made by carom_motion_scene_default, or dim
    CAROM_MOTION_PART_MASS = 2,  // mass or inertia; `index`: the moment, -1: the mass
    CAROM_MOTION_PART_SHAPE = 3, // `index`: the corner, -1: none
    CAROM_MOTION_PART_PLANE = 4, // `index`: the plane, -1: their number
    CAROM_MOTION_PART_GRAVITY = 5,
    CAROM_MOTION_PART_OPTION = 6, // touch, rule, method, persist, until, rest_speed or a maximum
    CAROM_MOTION_PART_START = 7,  // the start; CAROM_STARTS_INSIDE: `index` is the plane, `value` the depth in m
    CAROM_MOTION_PART_LAW = 8 // the law or its parameters; `index`: the plane whose parameters they are, -1: the scene
} carom_motion_part;

typedef struct carom_motion_error {
    carom_motion_part part;
    int index;    // -1: none
    double value; // the number that is refused; NaN: none
} carom_motion_error;

// Refuses a scene or a start; `error` (may be NULL) receives which part. `start` may be NULL. Law and options are checked
// if there is a law.
CAROM_API carom_status carom_motion_validate(const carom_motion_scene *scene, const carom_motion_state *start,
                                             carom_motion_error *error);

// Returns the largest distance of a point of the body from its centre of mass, m; NaN for a scene that is refused.
CAROM_API double carom_motion_size(const carom_motion_scene *scene);

// Computes the state after free flight for `duration` seconds, without contacts. A negative duration goes back.
// CAROM_OVERFLOW: the body turns by more than 1e6 rad, or numbers leave the range of doubles. `later` may be `state`.
CAROM_API carom_status carom_motion_flight(const carom_motion_scene *scene, const carom_motion_state *state,
                                           double duration, carom_motion_state *later);

// Returns the energy of a state, kinetic and potential, J; the potential energy is 0 at the origin. NaN if refused.
CAROM_API double carom_motion_energy(const carom_motion_scene *scene, const carom_motion_state *state);

// One pair of a plane and a feature of the body: a corner, or the ellipsoid (feature 0).
typedef struct carom_motion_gap {
    double gap;          // distance, m; negative: inside
    double rate;         // m/s; negative: it closes
    double acceleration; // of the gap in free flight, m/s^2
    double point[3];     // of the body nearest to the plane, m, world
} carom_motion_gap;

// Computes the gap between one plane and one feature of the body, and how it changes in free flight.
CAROM_API carom_status carom_motion_gap_compute(const carom_motion_scene *scene, const carom_motion_state *state,
                                                int plane, int feature, carom_motion_gap *gap);

// The first contact of a flight.
typedef struct carom_motion_contact {
    bool found;               // false: nothing touches
    carom_motion_state state; // at the contact; if nothing touches at `until`, or far away if `until` is infinite
    int plane, feature;       // which pair ends the flight; -1: none
    int touching;             // contacts with gaps up to scene.touch
    carom_motion_gap gap;     // of the pair
} carom_motion_contact;

// Finds the first contact of the flight from `state` until the time `until`, which may be infinite. No contact is
// missed: every step of the search is shorter than a bound on the gap allows. A contact that starts at `state` counts if it approaches.
// CAROM_NOT_CONVERGED: 10,000 steps were not enough, which only extreme numbers cause.
CAROM_API carom_status carom_motion_first_contact(const carom_motion_scene *scene, const carom_motion_state *state,
                                                  double until, carom_motion_contact *contact);

// One impact at one contact.
typedef struct carom_motion_hit {
    int plane, feature;
    double point[3];       // m, world
    carom_contact contact; // W and v just before this hit; W is 0 where a rule or method resolves contacts together
    carom_result outcome;  // P, v after, mode, dE, broken
    double impulse[3];     // P in world axes, N s
} carom_motion_hit;

typedef enum carom_motion_kind {
    CAROM_MOTION_KIND_IMPACT = 0,
    CAROM_MOTION_KIND_GRAZE = 1,          // touches without an impulse and leaves again
    CAROM_MOTION_KIND_CONTACT_BEGINS = 2, // a contact persists: a stepped phase begins
    CAROM_MOTION_KIND_CONTACT_ENDS = 3,   // the body lifts off: it ends
    CAROM_MOTION_KIND_REST = 4            // the body rests
} carom_motion_kind;

typedef struct carom_motion_event {
    carom_motion_kind kind;
    carom_motion_state before, after; // same time, place and attitude
    int first_hit, hits;              // in result.hit
    int touching;                     // contacts with gaps up to scene.touch
    int orders;                       // of the rule MEAN: orders followed
    bool tie;                         // of the rule FASTEST: two contacts approached equally fast; the first went first
    bool stepped;                     // the motion after it is stepped
    const carom_law *method;          // that resolved it; NULL: the law did
    double energy_before, energy_after; // kinetic and potential, J; they differ by the sum of dE of the hits
    double left_out;                    // duration of the bounces that rest_speed replaces, s, an estimate; 0: none
} carom_motion_event;

// Why a motion ends.
typedef enum carom_motion_stop {
    CAROM_MOTION_STOP_NONE = 0,              // it has not ended
    CAROM_MOTION_STOP_TIME = 1,              // `until`
    CAROM_MOTION_STOP_EVENTS = 2,            // max_events, max_hits or max_samples; the status is CAROM_TRUNCATED
    CAROM_MOTION_STOP_REST = 3,              // the body rests
    CAROM_MOTION_STOP_CONTACT_PERSISTS = 4,  // it slides, rolls or rests
    CAROM_MOTION_STOP_CHATTER = 5,           // bounces follow each other ever faster; `accumulates` is where they end
    CAROM_MOTION_STOP_MULTIPLE_CONTACTS = 6, // and the rule is STOP
    CAROM_MOTION_STOP_LEAVES = 7,            // no plane is reached any more
    CAROM_MOTION_STOP_NO_ANSWER = 8          // the law or the search has no answer: see status
} carom_motion_stop;

// A motion. Its arrays lie in the caller's memory.
typedef struct carom_motion_result {
    carom_status status;
    carom_motion_stop stop;
    carom_motion_state start, end; // end: at the last time known. Before the impact, if that has no answer
    int events, hits, samples;
    carom_motion_event *event;
    carom_motion_hit *hit;
    carom_motion_state *sample; // of stepped phases
    double accumulates;         // time at which infinitely many bounces end, an estimate; NaN: none
    double energy_error;        // largest change of energy in flight, J: rounding
    const carom_law *rest_law;  // of stepped phases: the scene's law, or routh if that has no e; NULL: none
    void *memory;               // of the library
} carom_motion_result;

// Returns the bytes that a motion needs, aligned as malloc aligns; 0 if the scene is refused.
CAROM_API size_t carom_motion_memory_size(const carom_motion_scene *scene);

// Prepares a motion; nothing has moved yet. The scene must stay as it is until the motion ends.
CAROM_API carom_status carom_motion_begin(const carom_motion_scene *scene, const carom_motion_state *start,
                                          void *memory, size_t bytes, carom_motion_result *result);

// Continues to the next event or the end, where `result->stop` is not CAROM_MOTION_STOP_NONE. Returns result->status.
CAROM_API carom_status carom_motion_step(const carom_motion_scene *scene, carom_motion_result *result);

// Computes a whole motion. A status that is not CAROM_CLASS_OK: the input is refused, or the motion ends without an
// answer, and all events before stay valid.
CAROM_API carom_status carom_motion_run(const carom_motion_scene *scene, const carom_motion_state *start, void *memory,
                                        size_t bytes, carom_motion_result *result);

// Computes the state at a time between start and end; after the end only if the body leaves. At an event it is the state
// after.
CAROM_API carom_status carom_motion_state_at(const carom_motion_scene *scene, const carom_motion_result *result,
                                             double t, carom_motion_state *state);

CAROM_END

#endif
