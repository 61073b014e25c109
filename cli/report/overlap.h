// Computes the overlap of two outlines in 2D, which is the crush that a scenario assumes.
#ifndef CAROM_REPORT_OVERLAP_H
#define CAROM_REPORT_OVERLAP_H

#include "carom/scenario.h"
#include "mods/draw/figure/figure.h"

enum { CAROM_OVERLAP_CORNERS = 96 };

typedef struct carom_overlap {
    int count; // number of corners; 0 if the outlines do not overlap or are not known
    double x[CAROM_OVERLAP_CORNERS], y[CAROM_OVERLAP_CORNERS];
    double area;  // area in the units of the scene
    double depth; // extent along the normal
} carom_overlap;

// Computes the overlap of the first two bodies: rectangles, discs and spheres in 2D.
carom_overlap carom_overlap_of(const carom_scene *scene);

// Draws the overlap into the first panel of a picture of this scene.
void carom_overlap_draw(carom_figure *figure, const carom_scene *scene);

#endif
