// Draws a map as a coloured field.
#ifndef CAROM_MAP_PICTURE_H
#define CAROM_MAP_PICTURE_H

#include "cli/map/map.h"
#include "mods/draw/figure/figure.h"

const char *carom_shown_name(int shown); // NULL past the last

// Finds a quantity by its name. Returns false and fills in `refusal` if there is none.
bool carom_shown_read(carom_shown *shown, const char *name, carom_error *refusal);

// Holds the options that define a map: --x, --y, --show and --second-law, and for several contacts --contact. Options
// that are not given are NULL.
typedef struct carom_map_words {
    const char *x, *y, *show, *against;
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

// Adds the field of a quantity over two axes, labelled with the quantity and `of`. Returns NULL without memory.
carom_field *carom_map_field(carom_panel *panel, carom_shown shown, const carom_grid_axis *x, const carom_grid_axis *y,
                             const char *of);

// Converts cells that hold modes (one past the last for no solution) or cases of forces to named kinds.
bool carom_map_name_kinds(carom_panel *panel, carom_shown shown, carom_error *refusal);

#endif
