// A map as a coloured field.
#ifndef CAROM_MAP_PICTURE_H
#define CAROM_MAP_PICTURE_H

#include "cli/map/map.h"
#include "mods/draw/figure/figure.h"

const char *carom_shown_name(int shown); // NULL past the last

// The words of the command line that ask for a map: --x, --y, --show, --second-law; of several contacts also --contact and
// --method. NULL: not given.
typedef struct carom_map_words {
    const char *x, *y, *show, *contact, *method, *against;
} carom_map_words;

// The words as a map of a problem that is read but for them; `bodies` is room, as for carom_map_axes.
bool carom_map_read(carom_map *map, json_t *document, const carom_map_words *words, carom_map_text *bodies,
                    carom_error *refusal);

// The front end's part: how a refusal is worded, and how far the map has come (NULL: it does not want to know).
typedef struct carom_map_ways {
    bool (*complain)(carom_error *why, carom_status status, const carom_law *law, const carom_contact *contact,
                     const carom_params *params, const carom_result *outcome);
    void (*tell)(int row, int rows);
} carom_map_ways;

// Fills the panel's field; kinds are named by their modes. A refusal ends it.
bool carom_map_fill(const carom_map *map, const carom_map_ways *ways, carom_panel *panel, carom_error *refusal);

// {"x","y","show","values":[[...]]}: rows from low y to high y.
json_t *carom_map_json(const carom_grid_axis *x, const carom_grid_axis *y, const char *shown, const carom_field *field);

// Cells that hold modes, or one past the last for no solution, become named kinds.
bool carom_map_name_kinds(carom_panel *panel, carom_error *refusal);

#endif
