// Draws a body as lines in its own axes.
#ifndef CAROM_MOTION_PICTURE_WIRE_H
#define CAROM_MOTION_PICTURE_WIRE_H

#include <stdbool.h>
#include <stddef.h>

#include "carom/motion.h"

enum { CAROM_WIRE_POINTS = 4096, CAROM_WIRE_LINES = 1024 };

// In 2D the first line is the outline, which is closed unless the body is a rod; the others are marks that show the
// rotation. In 3D the lines are edges and circles.
typedef struct carom_wire {
    int dim;
    size_t points, lines;
    double point[CAROM_WIRE_POINTS][3];
    size_t first[CAROM_WIRE_LINES + 1]; // line i is first[i] .. first[i + 1] - 1
} carom_wire;

void carom_wire_of(const carom_motion_scene *scene, carom_wire *wire);

// Computes the axes of the body in the world, the columns of R.
void carom_wire_axes(const carom_motion_scene *scene, const carom_motion_state *state, double R[3][3]);

// Computes the convex outline of points on the paper, counterclockwise, in `hull`, which must be as large as the input.
// Sorts the points. Returns the length of the outline.
size_t carom_wire_hull(double (*at)[2], size_t count, double (*hull)[2]);

#endif
