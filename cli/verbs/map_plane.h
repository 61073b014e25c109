// One outcome over a grid of two inputs.
#ifndef CAROM_CLI_MAP_H
#define CAROM_CLI_MAP_H

#include "carom/draw.h"
#include "mods/scenario/grid.h"

// What is shown of an outcome.
typedef enum carom_shown {
    CAROM_SHOW_MODE,
    CAROM_SHOW_DE,
    CAROM_SHOW_GAIN,
    CAROM_SHOW_PN,
    CAROM_SHOW_PT,
    CAROM_SHOW_VN,
    CAROM_SHOW_VT,
    CAROM_SHOW_RATIO,
    CAROM_SHOW_DISAGREEMENT,
    CAROM_SHOW_COUNT
} carom_shown;

const char *carom_shown_name(int shown);
const char *carom_shown_label(carom_shown shown);

typedef struct carom_map {
    carom_problem problem; // the rest of the inputs, and the law
    carom_problem other;   // the law and choices it is compared with, for DISAGREEMENT
    carom_grid_axis x, y;
    carom_shown shown;
    bool progress; // a bar on stderr
} carom_map;

// Fills the panel's field; kinds are named by their modes. A refusal ends it.
bool carom_map_fill(const carom_map *map, carom_panel *panel, carom_misreading *refusal);

#endif
