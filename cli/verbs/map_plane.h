// A map as a coloured field.
#ifndef CAROM_CLI_MAP_PLANE_H
#define CAROM_CLI_MAP_PLANE_H

#include "carom/draw.h"
#include "mods/scenario/map.h"

const char *carom_shown_name(int shown); // NULL past the last

// Fills the panel's field, with a bar on stderr if `progress`; kinds are named by their modes. A refusal ends it.
bool carom_map_fill(const carom_map *map, bool progress, carom_panel *panel, carom_misreading *refusal);

#endif
