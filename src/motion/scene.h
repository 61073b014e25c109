// The checks that a motion function performs first.
#ifndef CAROM_SRC_MOTION_SCENE_H
#define CAROM_SRC_MOTION_SCENE_H

#include "motion/shape.h"

// Rejects an invalid scene or state (may be NULL). Accepts a state inside a plane.
carom_status carom_motion_accept(const carom_motion_scene *scene, const carom_motion_state *state,
                                 carom_motion_error *error);

// Also rejects moments of inertia that no physical body has, because the bounds on gaps do not hold for them.
carom_status carom_motion_accept_body(const carom_motion_scene *scene, const carom_motion_state *state,
                                      carom_motion_error *error);

// Also rejects an invalid law, coefficients or options.
carom_status carom_motion_accept_law(const carom_motion_scene *scene, carom_motion_error *error);

// Returns the gap up to which contacts belong together, m.
double carom_motion_touch(const carom_motion_scene *scene);

#endif
