// Maps a result of a method at one of several contacts over any two numbers of the problem.
#ifndef CAROM_SYSTEM_MAP_H
#define CAROM_SYSTEM_MAP_H

#include "cli/map/map_picture.h"
#include "mods/scenario/json_position.h"
#include "mods/scenario/varied.h"

typedef enum carom_system_shown {
    CAROM_SYSTEM_SHOWN_MODE,
    CAROM_SYSTEM_SHOWN_DE,
    CAROM_SYSTEM_SHOWN_PN,
    CAROM_SYSTEM_SHOWN_PT,
    CAROM_SYSTEM_SHOWN_VN,
    CAROM_SYSTEM_SHOWN_VT,
    CAROM_SYSTEM_SHOWN_WORK,
    CAROM_SYSTEM_SHOWN_OUTCOMES, // number of outcomes that satisfy the method, or that result from different orders of impacts
    CAROM_SYSTEM_SHOWN_DISAGREEMENT, // difference between the velocities after the impact by two methods, relative to those
                                     // before it
    CAROM_SYSTEM_SHOWN_COUNT
} carom_system_shown;

const char *carom_system_shown_name(int shown); // NULL past the last

typedef struct carom_system_map {
    carom_varied question, other; // `other` is the second method of a disagreement; its document is NULL if there is
                                  // none
    carom_grid_axis x, y;
    int contact;
    carom_system_shown shown;
    char title[256]; // the method, and the coefficients that do not vary
} carom_system_map;

// Reads the words of the command line as a map of this document. On failure fills in `refusal`; free the map in any
// case.
bool carom_system_map_read(carom_system_map *map, const json_t *document, carom_source source,
                           const carom_map_words *words, carom_modules *modules, carom_error *refusal);
void carom_system_map_free(carom_system_map *map);

// Fills the panel's field. `tell` (may be NULL) is called for each row.
bool carom_system_map_fill(carom_system_map *map, void (*tell)(int row, int rows), carom_panel *panel,
                           carom_error *refusal);

// Returns true if a document describes several contacts.
bool carom_system_map_wanted(const json_t *document);

#endif
