// One outcome of a law over a grid of two inputs of a planar problem.
#ifndef CAROM_MAP_PICTURE_MAP_H
#define CAROM_MAP_PICTURE_MAP_H

#include "cli/map/grid.h"
#include "mods/scenario/body_spec.h"

// What is taken of an outcome.
typedef enum carom_shown {
    CAROM_SHOW_MODE, // its number, or CAROM_MODE_COUNT where the law has no answer
    CAROM_SHOW_DE,
    CAROM_SHOW_GAIN, // dE as a share of all the energy there is
    CAROM_SHOW_PN,
    CAROM_SHOW_PT,
    CAROM_SHOW_VN,
    CAROM_SHOW_VT,
    CAROM_SHOW_RATIO,        // v_t / v_n after
    CAROM_SHOW_DISAGREEMENT, // of the velocities after by two laws, as a share of the speed before
    CAROM_SHOW_COUNT
} carom_shown;

// A number of two bodies that a map varies: they are made again with each of its values.
typedef struct carom_map_text {
    const json_t *document;
    carom_pair_spec told;
    double *slot[2]; // of x and y; NULL: another input
} carom_map_text;

typedef struct carom_map {
    carom_problem problem; // the rest of the inputs, and the law
    carom_problem other;   // the law and choices it is compared with, for DISAGREEMENT
    carom_grid_axis x, y;
    carom_shown shown;
    carom_map_text *bodies; // NULL: no axis is a number of theirs
} carom_map;

// Reads both axes: inputs of carom_grid_read, or numbers of the two bodies of the document by their places, as sweeps name
// them, "bodies[0].velocity.size", "contact.normal.angle.deg"; `bodies` is room for those. The document's numbers stay.
bool carom_map_axes(carom_map *map, const char *x, const char *y, json_t *document, carom_map_text *bodies,
                    carom_error *refusal);

// What an axis is called in a picture: a number of a body by the body's name. Returns text.
const char *carom_map_label(const carom_map *map, int axis, char *text, size_t size);

// Columns for a row of cells: its problems and a batch's answers.
typedef struct carom_map_row {
    carom_problem *problems;
    double *P[2], *v[2], *dE, *other[2];
    uint8_t *mode, *status;
    void *memory; // the caller frees it
} carom_map_row;

// False: memory ends.
bool carom_map_row_new(const carom_map *map, carom_map_row *row);

// The values of row j, x.count of them; NaN where the law has none. Returns the column of a cell whose input is refused
// (carom_collide says why), or -1.
int carom_map_row_values(const carom_map *map, carom_map_row *row, int j, double *values);

#endif
