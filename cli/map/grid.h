// Reads an axis of a map, which varies any input of a problem: "mu=0:2:201", "ratio=-5:5:721".
#ifndef CAROM_MAP_PICTURE_GRID_H
#define CAROM_MAP_PICTURE_GRID_H

#include "mods/scenario/problem.h"

typedef struct carom_grid_axis {
    char name[64];
    double low, high;
    int count;
} carom_grid_axis;

// Reads NAME=LOW:HIGH:COUNT. The names are those of parameters, and
//   v_n v_t            velocities before the impact, m/s
//   ratio              v_t / v_n, with v_n unchanged
//   incidence          angle of the velocity from the inward normal, degrees, with the speed unchanged
//   W_nn W_nt W_tt     entries of W
//   angle              rotation of the problem's W, degrees, as if the bodies were rotated and v kept (2D)
// carom_grid_parse accepts any name.
bool carom_grid_parse(carom_grid_axis *axis, const char *text, carom_error *refusal);
bool carom_grid_read(carom_grid_axis *axis, const char *text, carom_modules *modules, carom_error *refusal);

double carom_grid_at(const carom_grid_axis *axis, int index);

// Sets the axis' input of the problem to this value.
void carom_grid_set(const carom_grid_axis *axis, double value, carom_problem *problem);

// Returns the label of the axis.
const char *carom_grid_label(const carom_grid_axis *axis, const carom_problem *problem);

#endif
