// Draws a map as a coloured field.
#ifndef CAROM_MAP_PICTURE_H
#define CAROM_MAP_PICTURE_H

#include "cli/map/map.h"
#include "mods/draw/figure/figure.h"

const char *carom_shown_name(int shown); // NULL past the last

// Holds the options that define a map: --x, --y, --show and --second-law, and for several contacts also --contact and
// --method. Options that are not given are NULL.
typedef struct carom_map_words {
    const char *x, *y, *show, *contact, *method, *against;
} carom_map_words;

// Reads the words as a map of a problem that is otherwise complete. `bodies` is memory, as for carom_map_axes.
bool carom_map_read(carom_map *map, json_t *document, const carom_map_words *words, carom_map_text *bodies,
                    carom_error *refusal);

// Holds two functions of the caller: one writes an error message, the other reports progress (may be NULL).
typedef struct carom_map_ways {
    bool (*complain)(carom_error *why, carom_status status, const carom_law *law, const carom_contact *contact,
                     const carom_params *params, const carom_result *outcome);
    void (*tell)(int row, int rows);
} carom_map_ways;

// Fills the panel's field; kinds have the names of their modes. Ends at the first error.
bool carom_map_fill(const carom_map *map, const carom_map_ways *ways, carom_panel *panel, carom_error *refusal);

// Returns {"x","y","show","values":[[...]]} with rows from low y to high y.
json_t *carom_map_json(const carom_grid_axis *x, const carom_grid_axis *y, const char *shown, const carom_field *field);

// Converts cells that hold modes, or one past the last for no solution, to named kinds.
bool carom_map_name_kinds(carom_panel *panel, carom_error *refusal);

#endif
