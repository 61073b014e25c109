// Reads a motion file: one body, fixed planes, the laws to follow it by.
#ifndef CAROM_SCENARIO_DROP_READ_H
#define CAROM_SCENARIO_DROP_READ_H

#include "carom/motion.h"
#include "carom/scenario.h"
#include "mods/scenario/problem.h"
#include "mods/scenario/shape.h"

// One law of the file, with its own parameters at every plane.
typedef struct carom_drop_law {
    const char *name;      // as the file calls it, borrowed
    carom_problem problem; // its law and parameters, with all names of a coefficient
    carom_motion_scene scene;
    carom_motion_plane *plane; // those of the scene
    carom_params *params;      // one set a plane
} carom_drop_law;

struct carom_drop {
    json_t *document; // names are its strings
    json_t *id;       // borrowed; NULL: none
    const char *name;
    carom_motion_scene scene; // without a law
    carom_motion_state start;
    double (*corner)[3];
    carom_motion_plane *plane;
    const char **plane_name;
    int laws, law_room;
    carom_drop_law *law;
};

// What wins over the file. Begin with {.until = NAN}.
typedef struct carom_drop_options {
    const carom_problem *problem; // its law instead of those of the file, and its parameters; NULL: none
    const char *laws;             // "routh,smith" instead of those of the file; NULL: none
    double until;                 // s; NaN: as the file states
    int events;                   // 0: as the file states
} carom_drop_options;

// Reads a document, of which the result keeps a reference. `options` may be NULL.
carom_drop *carom_drop_read(json_t *document, carom_source source, const carom_drop_options *options,
                            carom_modules *modules, carom_error *refusal);
void carom_drop_release(carom_drop *drop);

// Fills dimension, mass, inertia, shape and start from bodies[0], which has the right form.
bool carom_drop_body(const carom_reading *reading, const json_t *body, carom_drop *drop);

#endif
