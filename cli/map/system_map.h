// Maps a quantity of one of several contacts over two numbers of the file.
#ifndef CAROM_SYSTEM_MAP_H
#define CAROM_SYSTEM_MAP_H

#include "cli/map/map_picture.h"
#include "mods/scenario/json_position.h"
#include "mods/scenario/varied.h"

typedef struct carom_system_map {
    carom_varied question;
    carom_grid_axis x, y;
    int contact;
    carom_shown shown; // mode, dE, P_n, P_t, v_n or v_t
} carom_system_map;

// Reads the words of the command line as a map of this document. `law` (may be NULL) overrides its own. On failure
// fills in `refusal`; free the map in any case.
bool carom_system_map_read(carom_system_map *map, const json_t *document, carom_source source,
                           const carom_map_words *words, const char *law, carom_modules *modules, carom_error *refusal);
void carom_system_map_free(carom_system_map *map);

// Fills the panel's field. `tell` (may be NULL) is called for each row.
bool carom_system_map_fill(carom_system_map *map, void (*tell)(int row, int rows), carom_panel *panel,
                           carom_error *refusal);

#endif
