// What a motion function checks before anything else.
#ifndef CAROM_SRC_MOTION_SCENE_H
#define CAROM_SRC_MOTION_SCENE_H

#include "motion/shape.h"

// Refuses a scene or a state (may be NULL) that does not make sense; a state inside a plane is accepted.
carom_status carom_motion_accept(const carom_motion_scene *scene, const carom_motion_state *state,
                                 carom_motion_error *error);

// Also refuses moments that no body of masses has: the bounds on gaps do not hold for them.
carom_status carom_motion_accept_body(const carom_motion_scene *scene, const carom_motion_state *state,
                                      carom_motion_error *error);

// Also refuses a law, parameters or options that do not make sense.
carom_status carom_motion_accept_law(const carom_motion_scene *scene, carom_motion_error *error);

// Contacts with gaps up to this belong together, m.
double carom_motion_touch(const carom_motion_scene *scene);

#endif
