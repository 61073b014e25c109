// Draws the impulses that a law reaches: a curve over one of its parameters, or a net over two.
#ifndef CAROM_MAP_PICTURE_OVER_H
#define CAROM_MAP_PICTURE_OVER_H

#include "cli/map/grid.h"
#include "mods/draw/figure/figure.h"

// Holds the inputs, read from NAME=LOW:HIGH:COUNT. `second` has no name if only one is varied.
typedef struct carom_over {
    carom_grid_axis first, second;
} carom_over;

// Reads the inputs. Rejects names that are not parameters of the problem's law.
bool carom_over_read(carom_over *over, const carom_problem *problem, const char *first, const char *second,
                     carom_error *refusal);

// Adds the results of the law to an impulse diagram and enlarges it to show them. Lines are interrupted if the law has
// no result.
void carom_over_draw(carom_panel *panel, const carom_over *over, const carom_problem *problem);

#endif
