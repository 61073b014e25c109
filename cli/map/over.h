// What a law reaches in the plane of impulses over one of its parameters, a curve, or over two, a net.
#ifndef CAROM_MAP_PICTURE_OVER_H
#define CAROM_MAP_PICTURE_OVER_H

#include "cli/map/grid.h"
#include "mods/draw/figure/figure.h"

// The inputs, read from NAME=LOW:HIGH:COUNT; `second` has no name if only one is wanted.
typedef struct carom_over {
    carom_grid_axis first, second;
} carom_over;

// Refuses what is no parameter of the problem's law.
bool carom_over_read(carom_over *over, const carom_problem *problem, const char *first, const char *second,
                     carom_error *refusal);

// Adds the ends of the law to an impulse diagram, and widens it to hold them. Where the law has no answer the line breaks.
void carom_over_draw(carom_panel *panel, const carom_over *over, const carom_problem *problem);

#endif
