// Draws a scene in the units of the results.
#ifndef CAROM_MAP_SCENE_PICTURE_H
#define CAROM_MAP_SCENE_PICTURE_H

#include "carom/scenario.h"
#include "mods/draw/figure/figure.h"
#include "mods/scenario/units.h"

// Draws a scene given in SI units, with labels in these units.
carom_status carom_draw_in_units(carom_figure *figure, const carom_scene *scene, const carom_units *units);

#endif
