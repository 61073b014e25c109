// Computes the motion of one free rigid body under gravity among fixed planes: its flights, contacts and bounces. Use
// it if you drop or throw a body and need every impact, without time steps between them.
//
//   #include <carom/motion.h>
//   #include <stdio.h>
//   #include <stdlib.h>
//
//   int main(void) {
//       static const double middle[1][3] = {{0.0, 0.0, 0.0}};
//       const carom_motion_state start = {.centre = {0.0, 1.1}};
//       carom_params params = carom_params_default();
//       carom_motion_scene scene = carom_motion_scene_default(2); // gravity (0, -9.81), floor y >= 0
//       carom_motion_result result;
//       carom_motion_state state;
//       params.e = 0.5;
//       params.mu = 0.3;
//       scene.mass = 1.0; // a disc: one corner with a radius of 0.1 m
//       scene.inertia[2] = 0.005;
//       scene.shape.corners = 1;
//       scene.shape.corner = middle;
//       scene.shape.radius = 0.1;
//       scene.law = &carom_law_routh;
//       scene.params = &params;
//       scene.until = 1.0;
//       const size_t bytes = carom_motion_memory_size(&scene);
//       void *memory = malloc(bytes);
//       if (!memory || carom_motion_run(&scene, &start, memory, bytes, &result) != CAROM_OK) return 1;
//       for (int i = 0; i < result.events; i++) printf("impact at %.4f s\n", result.event[i].after.t);
//       if (carom_motion_state_at(&scene, &result, 0.6, &state) != CAROM_OK) return 1;
//       printf("height at 0.6 s: %.4f m\n", state.centre[1]);
//       free(memory);
//       return 0;
//   }
//
// It prints impacts at 0.4515 s and 0.9030 s, and a height of 0.3207 m.
//
// A flight is exact up to rounding errors: it is evaluated from its start, not step by step. Flights, contact times and
// impacts by laws in closed form have the same bits on every platform with IEEE doubles. Units are SI. In 2D (planar)
// the third component of every vector is 0, and spins are about the third axis. No function allocates memory.
#ifndef CAROM_MOTION_H
#define CAROM_MOTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "carom/carom.h"

CAROM_BEGIN

#define CAROM_MOTION_MAX_CORNERS 256      // corners of a shape
#define CAROM_MOTION_MAX_PLANES  64       // planes of a scene
#define CAROM_MOTION_MAX_EVENTS  10000000 // largest max_events, max_hits and max_samples

// The body at one time.
typedef struct carom_motion_state {
    double t;              // time, s
    double centre[3];      // centre of mass, m
    double angle;          // 2D: counterclockwise, rad, not reduced to one turn; |angle| <= 1e6
    double orientation[4]; // 3D: quaternion (w, x, y, z) from body axes to world axes; any length except zero
    double velocity[3];    // velocity of the centre of mass, m/s
    double spin[3];        // angular velocity, rad/s, world axes
    bool exact;            // in results: no time stepping preceded this state. Not read in inputs
} carom_motion_state;

// A convex body in its own axes, measured from its centre of mass. With corners it is the convex hull of balls around
// the corners. One corner gives a disc or a ball, two give a rod or a capsule, and more give a polygon or a polyhedron.
// Without corners it is an ellipse or an ellipsoid.
typedef struct carom_motion_shape {
    int corners;               // number of corners, 0 .. CAROM_MOTION_MAX_CORNERS
    const double (*corner)[3]; // positions of the corners, m
    double radius;             // of the balls, m, >= 0; > 0 if the body would otherwise be a single point
    double semi_axes[3];       // semi-axes of the ellipsoid along the body axes, m, > 0; 2D reads two
    double middle[3];          // centre of the ellipsoid, m
} carom_motion_shape;

// A fixed plane. The body is on the side normal.x >= offset.
typedef struct carom_motion_plane {
    double normal[3];           // unit vector to 1e-12, towards the free side
    double offset;              // m
    const carom_params *params; // coefficients of this plane; NULL: those of the scene
} carom_motion_plane;

// How an impact with more than one contact is resolved.
typedef enum carom_motion_rule {
    CAROM_MOTION_RULE_METHOD = 0,  // one call of carom_system_solve for at most 8 contacts, with e_t = 0. e_n and mu
                                   // are the e and mu of the scene's law
    CAROM_MOTION_RULE_FASTEST = 1, // single impacts by the scene's law, always at the contact that approaches fastest,
                                   // until none approaches
    CAROM_MOTION_RULE_MEAN = 2,    // the mean over all orders of single impacts; at each impact, all approaching
                                   // contacts are equally likely to be next
    CAROM_MOTION_RULE_STOP = 3     // the motion stops
} carom_motion_rule;

// Treatment of a contact that persists, as in sliding, rolling and rest.
typedef enum carom_motion_persist {
    CAROM_MOTION_PERSIST_STOP = 0, // the motion stops; everything before is exact
    CAROM_MOTION_PERSIST_STEP = 1  // Moreau's time stepping follows, with errors of first order in scene.step
} carom_motion_persist;

// Everything about a motion except its start. Call carom_motion_scene_default, then set the members that you need.
typedef struct carom_motion_scene {
    uint32_t size, abi;              // filled by carom_motion_scene_default
    int dim;                         // 2 or 3
    double mass;                     // kg, > 0, finite
    double inertia[3];               // principal moments about the centre of mass, kg m^2, > 0, finite; 2D reads [2].
                                     // In 3D none exceeds the sum of the other two, as in every real body
    carom_motion_shape shape;        // shape of the body
    int planes;                      // number of planes, 0 .. CAROM_MOTION_MAX_PLANES
    const carom_motion_plane *plane; // the planes; default: a floor, y >= 0 in 2D and z >= 0 in 3D
    double gravity[3];               // m/s^2; default: 9.81 downwards
    double touch;                    // contacts with gaps up to this belong to one impact, m, >= 0. NaN means
                                     // 1e-9 of the size of the body
    // The members below are read if there are impacts: by carom_motion_run and the functions after it.
    const carom_law *law;         // law for one contact
    const carom_params *params;   // coefficients of the law
    carom_motion_rule several;    // rule for more than one contact; default: METHOD in 2D, MEAN in 3D
    const carom_law *method;      // the law for several contacts of the rule METHOD; default: glocker
    carom_motion_persist persist; // default: STOP
    double until;                 // end of the motion, s; default: infinite
    double rest_speed;            // slower approaches have no restitution, m/s, >= 0; 0 follows every bounce. NaN:
                                  // rest_speed of the coefficients if it is not 0, otherwise 0.01 sqrt(|gravity| size)
    int max_events;               // 1 .. CAROM_MOTION_MAX_EVENTS; default: 100
    int max_hits;                 // 0 .. CAROM_MOTION_MAX_EVENTS; 0: 4 max_events + 1000
    double step;                  // time step of stepped phases, s, > 0; NaN: 0.001 sqrt(size/|gravity|)
    int max_samples;              // largest number of states of stepped phases that are kept, at first one for every
                                  // 16 steps. When the array is full and `until` is finite, every second state is
                                  // dropped; 0: 10,000
} carom_motion_scene;

// Fills a scene of this size in bytes with defaults. Returns CAROM_BAD_STRUCT if the library uses another layout, and
// CAROM_BAD_DIM unless dim is 2 or 3.
CAROM_API carom_status carom_motion_scene_init(carom_motion_scene *scene, size_t size, int dim);

// Returns a scene with defaults. It is compiled into your program, so the scene holds the size with which your program
// was compiled.
static inline carom_motion_scene carom_motion_scene_default(int dim) {
    carom_motion_scene scene;
    carom_motion_scene_init(&scene, sizeof scene, dim);
    return scene;
}

// The part of a scene or a start that is rejected.
typedef enum carom_motion_part {
    CAROM_MOTION_PART_NONE = 0,    // nothing is rejected
    CAROM_MOTION_PART_SCENE = 1,   // the scene was not made by carom_motion_scene_default, or dim is wrong
    CAROM_MOTION_PART_MASS = 2,    // mass or inertia; `index` is the moment, or -1 for the mass
    CAROM_MOTION_PART_SHAPE = 3,   // the shape; `index` is the corner, or -1
    CAROM_MOTION_PART_PLANE = 4,   // a plane; `index` is its number, or -1 if the number of planes is wrong
    CAROM_MOTION_PART_GRAVITY = 5, // gravity
    CAROM_MOTION_PART_OPTION = 6,  // touch, several, method, persist, until, rest_speed, step or a maximum
    CAROM_MOTION_PART_START = 7,   // the start; with CAROM_STARTS_INSIDE `index` is the plane and `value` the depth in
                                   // m
    CAROM_MOTION_PART_LAW = 8      // the law or its coefficients; `index` is the plane that has them, or -1 for the
                                   // scene
} carom_motion_part;

// Why a scene or a start is rejected.
typedef struct carom_motion_error {
    carom_motion_part part;
    int index;    // see carom_motion_part; -1: none
    double value; // the rejected number; NaN: none
} carom_motion_error;

// Rejects an invalid scene or start. `error` (may be NULL) receives the rejected part. `start` may be NULL. The law and
// the members for impacts are checked if the scene has a law. Returns CAROM_STARTS_INSIDE if the body starts inside a
// plane.
CAROM_API carom_status carom_motion_validate(const carom_motion_scene *scene, const carom_motion_state *start,
                                             carom_motion_error *error);

// Returns the size of the body: the largest distance of its points from its centre of mass, m. Returns NaN if the scene
// is rejected.
CAROM_API double carom_motion_size(const carom_motion_scene *scene);

// Computes the state after free flight for `duration` seconds, without contacts. A negative duration goes back in time.
// `later` may be `state`. Returns CAROM_OVERFLOW if the body turns by more than 1e6 rad or a number leaves the range of
// doubles.
CAROM_API carom_status carom_motion_flight(const carom_motion_scene *scene, const carom_motion_state *state,
                                           double duration, carom_motion_state *later);

// Returns the kinetic and potential energy of a state, J. The potential energy is 0 at the origin. Returns NaN if the
// scene or the state is rejected.
CAROM_API double carom_motion_energy(const carom_motion_scene *scene, const carom_motion_state *state);

// The gap between a plane and a feature of the body. A feature is a corner, or the ellipsoid (feature 0).
typedef struct carom_motion_gap {
    double gap;          // distance, m; negative: the feature is inside the plane
    double rate;         // rate of change of the gap, m/s; negative: the gap closes
    double acceleration; // acceleration of the gap in free flight, m/s^2
    double point[3];     // point of the feature nearest to the plane, m, world axes
} carom_motion_gap;

// Computes the gap between one plane and one feature, and how it changes in free flight. Returns CAROM_BAD_INDEX if
// there is no such plane or feature.
CAROM_API carom_status carom_motion_gap_compute(const carom_motion_scene *scene, const carom_motion_state *state,
                                                int plane, int feature, carom_motion_gap *gap);

// The first contact of a flight.
typedef struct carom_motion_contact {
    bool found;               // false: nothing touches
    carom_motion_state state; // at the contact; without a contact at `until`, or far away if `until` is infinite
    int plane, feature;       // the plane and the feature that end the flight; -1: none
    int touching;             // number of contacts with gaps up to scene.touch
    carom_motion_gap gap;     // between plane and feature
} carom_motion_contact;

// Finds the first contact of the flight from `state` to the time `until` in s, which may be infinite. No contact is
// missed: each step of the search is so short that no gap can close within it. A contact at `state` itself counts if it
// approaches. Returns CAROM_NOT_CONVERGED if 10,000 steps are not enough, which happens only with extreme numbers.
CAROM_API carom_status carom_motion_first_contact(const carom_motion_scene *scene, const carom_motion_state *state,
                                                  double until, carom_motion_contact *contact);

// One impact at one contact.
typedef struct carom_motion_hit {
    int plane, feature;    // the plane that is hit and the feature that hits it
    double point[3];       // m, world axes
    carom_contact contact; // W and v just before this hit; W is 0 if several contacts are resolved together (METHOD,
                           // MEAN)
    carom_result outcome;  // P, velocity after, mode, dE and violations
    double impulse[3];     // P in world axes, N s
} carom_motion_hit;

// The kind of an event.
typedef enum carom_motion_kind {
    CAROM_MOTION_KIND_IMPACT = 0,         // one or more hits
    CAROM_MOTION_KIND_GRAZE = 1,          // a contact touches without an impulse and leaves again
    CAROM_MOTION_KIND_CONTACT_BEGINS = 2, // a contact persists: a stepped phase begins
    CAROM_MOTION_KIND_CONTACT_ENDS = 3,   // the body lifts off: the stepped phase ends
    CAROM_MOTION_KIND_REST = 4            // the body rests
} carom_motion_kind;

// One event of a motion.
typedef struct carom_motion_event {
    carom_motion_kind kind;
    carom_motion_state before, after;   // at the same time, position and orientation
    int first_hit, hits;                // index of its first hit in result.hit, and number of hits
    int touching;                       // number of contacts with gaps up to scene.touch
    int orders;                         // rule MEAN: number of orders that were followed
    bool tie;                           // rule FASTEST: two contacts approached equally fast; the one with the lower
                                        // number was hit first
    bool stepped;                       // the motion after this event is stepped
    const carom_law *method;            // the law for several contacts that resolved it; NULL: the scene's law did
    double energy_before, energy_after; // kinetic and potential, J; they differ by the sum of dE of the hits
    double left_out;                    // estimated duration of the bounces that rest_speed suppresses, s; 0: none
} carom_motion_event;

// Why a motion ends.
typedef enum carom_motion_stop {
    CAROM_MOTION_STOP_NONE = 0,              // it has not ended
    CAROM_MOTION_STOP_TIME = 1,              // the time `until` is reached
    CAROM_MOTION_STOP_EVENTS = 2,            // max_events is reached; the status is CAROM_TRUNCATED
    CAROM_MOTION_STOP_REST = 3,              // the body rests
    CAROM_MOTION_STOP_CONTACT_PERSISTS = 4,  // the body slides, rolls or rests
    CAROM_MOTION_STOP_CHATTER = 5,           // bounces follow each other ever faster, until `accumulation_time`
    CAROM_MOTION_STOP_MULTIPLE_CONTACTS = 6, // more than one contact, and the rule is STOP
    CAROM_MOTION_STOP_LEAVES = 7,            // the body never reaches a plane again
    CAROM_MOTION_STOP_NO_ANSWER = 8,         // the law or the search has no result: see `status`
    CAROM_MOTION_STOP_HITS = 9,              // max_hits is reached; the status is CAROM_TRUNCATED
    CAROM_MOTION_STOP_STEPS = 10             // stepped phases took 16 max_samples steps, or 1024 max_samples if `until`
                                             // is finite; the status is CAROM_TRUNCATED
} carom_motion_stop;

// A motion. Its arrays are in the caller's memory.
typedef struct carom_motion_result {
    carom_status status;           // status of the motion so far
    carom_motion_stop stop;        // why it ends
    carom_motion_state start, end; // end: the last computed state; the state before the impact if that has no result
    int events, hits, samples;     // lengths of the arrays below
    carom_motion_event *event;     // events in order of time
    carom_motion_hit *hit;         // hits in order of time
    carom_motion_state *sample;    // states of stepped phases, by time
    double accumulation_time;      // estimated time at which infinitely many bounces end, s; NaN: none
    double energy_error;           // largest change of energy in a flight, J, which is due to rounding errors
    const carom_law *rest_law;     // law of stepped phases; NULL if there is no stepped phase. It is the scene's law,
                                   // or routh if that law has no e or has coefficients of its own
    void *memory;                  // used by the library
} carom_motion_result;

// Returns the bytes of memory that a motion needs, aligned as malloc aligns. Returns 0 if the scene is rejected.
CAROM_API size_t carom_motion_memory_size(const carom_motion_scene *scene);

// Prepares a motion at its start. The scene must not change until the motion ends. Returns CAROM_SMALL_MEMORY if
// `bytes` is too small.
CAROM_API carom_status carom_motion_begin(const carom_motion_scene *scene, const carom_motion_state *start,
                                          void *memory, size_t bytes, carom_motion_result *result);

// Continues a motion to its next event or to its end. At the end result->stop differs from CAROM_MOTION_STOP_NONE.
// Returns result->status.
CAROM_API carom_status carom_motion_step(const carom_motion_scene *scene, carom_motion_result *result);

// Computes a whole motion. If the class of the returned status is not CAROM_CLASS_OK, the input is rejected or the
// motion ends without a result. All events before that remain valid.
CAROM_API carom_status carom_motion_run(const carom_motion_scene *scene, const carom_motion_state *start, void *memory,
                                        size_t bytes, carom_motion_result *result);

// Computes the state at a time t in s between start and end, or after the end if the body leaves. At the time of an
// event it is the state after the event. Returns CAROM_BAD_VALUE for other times.
CAROM_API carom_status carom_motion_state_at(const carom_motion_scene *scene, const carom_motion_result *result,
                                             double t, carom_motion_state *state);

CAROM_END

#endif
