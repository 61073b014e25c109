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
// A flight is exact to rounding: it is evaluated from its start, not step by step. All results on flights and contacts
// have the same bits on every platform with IEEE doubles. SI units. In 2D (planar) the third component of every vector is 0, and
// spins are about the third axis. Nothing allocates.
#ifndef CAROM_MOTION_H
#define CAROM_MOTION_H

#include <stdbool.h>

#include "carom/law.h"
#include "carom/many.h"
#include "carom/version.h"

CAROM_BEGIN

#define CAROM_MOTION_MAX_CORNERS 256
#define CAROM_MOTION_MAX_PLANES  64

// The body at one time.
typedef struct carom_motion_state {
    double t;              // s
    double centre[3];      // of mass, m
    double angle;          // 2D: counterclockwise, rad, not reduced to one turn; at most 1e6
    double orientation[4]; // 3D: quaternion (w, x, y, z), body to world axes; any length but zero
    double velocity[3];    // of the centre, m/s
    double spin[3];        // rad/s, world axes
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
    double normal[3]; // unit vector to 1e-12, towards the free side
    double offset;    // m
} carom_motion_plane;

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
    CAROM_MOTION_PART_OPTION = 6, // touch
    CAROM_MOTION_PART_START = 7   // the start; CAROM_STARTS_INSIDE: `index` is the plane, `value` the depth in m
} carom_motion_part;

typedef struct carom_motion_error {
    carom_motion_part part;
    int index;    // -1: none
    double value; // the number that is refused; NaN: none
} carom_motion_error;

// Refuses a scene or a start; `error` (may be NULL) receives which part. `start` may be NULL.
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

// Finds the first contact of the flight from `state` until the time `until`, which may be infinite. No contact is missed: every step
// of the search is shorter than a bound on the gap allows. A contact that starts at `state` counts if it approaches.
// CAROM_NOT_CONVERGED: 10,000 steps were not enough, which only extreme numbers cause.
CAROM_API carom_status carom_motion_first_contact(const carom_motion_scene *scene, const carom_motion_state *state,
                                                  double until, carom_motion_contact *contact);

CAROM_END

#endif
