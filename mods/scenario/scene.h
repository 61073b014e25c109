// The scene of a picture, from what a file tells.
#ifndef CAROM_SCENARIO_SCENE_H
#define CAROM_SCENARIO_SCENE_H

#include "carom/scenario.h"
#include "mods/scenario/bodies.h"
#include "mods/scenario/body_spec.h"

// What a file tells of a body's looks: its outline, or its shape if it tells none; and its angle in the plane.
void carom_look_from_spec(const carom_body_spec *spec, carom_looks *looks);

// Two bodies, a chain or free bodies with the impulse P at their contact. NOT_APPLICABLE for what has no places: a
// mechanism.
carom_status carom_scene_of(const carom_bodies *bodies, const double P[3], carom_scene *scene);

// A chain or free bodies with the impulses P of all their contacts (NULL: none are shown) and the speeds u after them.
carom_status carom_scene_of_several(const carom_bodies *bodies, const double *P, const double *u, carom_scene *scene);

#endif
