// A map of several contacts: what a method answers at one of them, over any two numbers of the problem.
#ifndef CAROM_MANY_MAP_H
#define CAROM_MANY_MAP_H

#include "cli/map/map_picture.h"
#include "mods/scenario/json_position.h"
#include "mods/scenario/varied.h"

typedef enum carom_many_shown {
    CAROM_MANY_MODE,
    CAROM_MANY_DE,
    CAROM_MANY_PN,
    CAROM_MANY_PT,
    CAROM_MANY_VN,
    CAROM_MANY_VT,
    CAROM_MANY_WORK,
    CAROM_MANY_OUTCOMES,     // how many satisfy the method, or come of the orders of impacts
    CAROM_MANY_DISAGREEMENT, // of all velocities after by two methods, as a share of those before
    CAROM_MANY_COUNT
} carom_many_shown;

const char *carom_many_shown_name(int shown); // NULL past the last

typedef struct carom_many_map {
    carom_varied question, other; // other: the method of a disagreement; its document is NULL if there is none
    carom_grid_axis x, y;
    int contact;
    carom_many_shown shown;
    char title[256]; // the method, and the coefficients that do not vary
} carom_many_map;

// The words of the command line as a map of this document. Refuses with a sentence; to be freed all the same.
bool carom_many_map_read(carom_many_map *map, const json_t *document, carom_source source, const carom_map_words *words,
                         carom_modules *modules, carom_error *refusal);
void carom_many_map_free(carom_many_map *map);

// Fills the panel's field; `tell` (may be NULL) hears of each row.
bool carom_many_map_fill(carom_many_map *map, void (*tell)(int row, int rows), carom_panel *panel,
                         carom_error *refusal);

// Does a document tell several contacts, not one?
bool carom_many_map_wanted(const json_t *document);

#endif
