// Reads a motion file: one body, fixed planes, and the laws to compute its motion.
#ifndef CAROM_SCENARIO_DROP_READ_H
#define CAROM_SCENARIO_DROP_READ_H

#include "carom/motion.h"
#include "carom/scenario.h"
#include "mods/scenario/problem.h"
#include "mods/scenario/shape.h"

// One law of the file, with its own parameters at every plane.
typedef struct carom_drop_law {
    const char *name;      // its name in the file, not owned
    carom_problem problem; // its law and parameters, with all names of a coefficient
    carom_motion_scene scene;
    carom_motion_plane *plane; // the planes of the scene
    carom_params *params;      // one set per plane
} carom_drop_law;

struct carom_drop {
    json_t *document; // owns the names
    json_t *id;       // not owned; NULL if there is none
    const char *name;
    carom_motion_scene scene; // the scene without a law
    carom_motion_state start;
    double (*corner)[3];
    carom_motion_plane *plane;
    const char **plane_name;
    int laws, law_room;
    carom_drop_law *law;
};

// Options that override the file. Initialise with {.until = NAN}.
typedef struct carom_drop_options {
    const carom_problem *problem; // its law replaces those of the file, and its parameters override; NULL if there are
                                  // none
    const char *laws;             // such as "routh,smith", instead of those of the file; NULL if not given
    double until;                 // s; NaN: the value of the file
    int events;                   // 0: the value of the file
} carom_drop_options;

// Reads a document; the result keeps a reference to it. `options` may be NULL.
carom_drop *carom_drop_read(json_t *document, carom_source source, const carom_drop_options *options,
                            carom_modules *modules, carom_error *refusal);
void carom_drop_release(carom_drop *drop);

// Fills dimension, mass, inertia, shape and start from bodies[0], whose keys are checked.
bool carom_drop_body(const carom_reading *reading, const json_t *body, carom_drop *drop);

#endif
