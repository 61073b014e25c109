// Maps one quantity of a law's result over a grid of two inputs of a 2D problem.
#ifndef CAROM_MAP_PICTURE_MAP_H
#define CAROM_MAP_PICTURE_MAP_H

#include "cli/map/grid.h"
#include "mods/scenario/body_spec.h"

// Selects the quantity that the map shows.
typedef enum carom_shown {
    CAROM_SHOW_MODE, // number of the mode, or CAROM_MODE_COUNT if the law has no result
    CAROM_SHOW_DE,
    CAROM_SHOW_GAIN, // dE relative to the energy available
    CAROM_SHOW_PN,
    CAROM_SHOW_PT,
    CAROM_SHOW_VN,
    CAROM_SHOW_VT,
    CAROM_SHOW_RATIO,        // v_t / v_n after the impact
    CAROM_SHOW_DISAGREEMENT, // difference between the velocities after the impact by two laws, relative to the speed
                             // before it
    CAROM_SHOW_FORCES,       // carom_force_case of the closed contact
    CAROM_SHOW_COUNT
} carom_shown;

// Describes a number of two bodies that a map varies. The bodies are computed again for each value.
typedef struct carom_map_text {
    const json_t *document;
    carom_pair_spec told;
    double *slot[2]; // places of the numbers for x and y; NULL for another input
} carom_map_text;

// The acceleration of the closed contact without contact forces, for FORCES.
typedef struct carom_map_fall {
    bool weighs;      // `vector` is gravity, which acts on the two bodies; otherwise the acceleration itself
    double vector[3]; // m/s^2, in world axes or normal first
} carom_map_fall;

typedef struct carom_map {
    carom_problem problem; // the other inputs, and the law
    carom_problem other;   // the law and choices to compare with, for DISAGREEMENT
    carom_grid_axis x, y;
    carom_shown shown;
    carom_map_fall fall;    // for FORCES
    carom_map_text *bodies; // NULL if no axis is a number of the bodies
} carom_map;

// Reads both axes. Each is an input of carom_grid_read, or a number of the two bodies by its path, as in sweeps:
// "bodies[0].velocity.size", "contact.normal.angle.deg". `bodies` stores the latter. The document is not changed.
bool carom_map_axes(carom_map *map, const char *x, const char *y, json_t *document, carom_map_text *bodies,
                    carom_error *refusal);

// Writes the label of an axis: a number of a body has the body's name. Returns `text`.
const char *carom_map_label(const carom_map *map, int axis, char *text, size_t size);

// Holds the columns for one row of cells: its problems and the results of a batch.
typedef struct carom_map_row {
    carom_problem *problems;
    double *P[2], *v[2], *dE, *other[2];
    uint8_t *mode, *status;
    void *memory; // freed by the caller
} carom_map_row;

// Allocates a row. Returns false if there is not enough memory.
bool carom_map_row_new(const carom_map *map, carom_map_row *row);

// Computes the x.count values of row j; NaN if the law has none. Returns the column of a cell whose input is invalid
// (carom_collide explains why), or -1.
int carom_map_row_values(const carom_map *map, carom_map_row *row, int j, double *values);

#endif
