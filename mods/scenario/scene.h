// Builds the scene of a picture from a file.
#ifndef CAROM_SCENARIO_SCENE_H
#define CAROM_SCENARIO_SCENE_H

#include "carom/scenario.h"
#include "mods/scenario/bodies.h"
#include "mods/scenario/body_spec.h"
#include "mods/scenario/units.h"

// Copies the appearance of a body: its outline, or its shape if there is none, and its angle in 2D.
void carom_look_from_spec(const carom_body_spec *spec, carom_looks *looks);

// Shows two bodies, a chain or free bodies with the impulse P at their contact. Returns CAROM_NOT_APPLICABLE for a
// mechanism, which has no places.
carom_status carom_scene_of(const carom_bodies *bodies, const double P[3], carom_scene *scene);

// Shows a chain or free bodies with the impulses P of all contacts (NULL: not shown) and the speeds u after them.
carom_status carom_scene_of_system(const carom_bodies *bodies, const double *P, const double *u, carom_scene *scene);

// Converts the numbers of a scene from SI to these units.
void carom_scene_convert(carom_scene *scene, const carom_units *units);

#endif
