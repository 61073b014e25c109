// A body as lines in its own axes.
#ifndef CAROM_MOTION_PICTURE_WIRE_H
#define CAROM_MOTION_PICTURE_WIRE_H

#include <stdbool.h>
#include <stddef.h>

#include "carom/motion.h"

enum { CAROM_WIRE_POINTS = 4096, CAROM_WIRE_LINES = 1024 };

// In 2D the first line is the outline, closed unless it is a rod. The others are marks that show how the body turns, or
// in 3D edges and circles.
typedef struct carom_wire {
    int dim;
    size_t points, lines;
    double point[CAROM_WIRE_POINTS][3];
    size_t first[CAROM_WIRE_LINES + 1]; // line i is first[i] .. first[i + 1] - 1
} carom_wire;

void carom_wire_of(const carom_motion_scene *scene, carom_wire *wire);

// The axes of the body in the world, columns of R.
void carom_wire_axes(const carom_motion_scene *scene, const carom_motion_state *state, double R[3][3]);

// The convex outline of points on the paper, counterclockwise, in `hull`, which has room for all of them. Returns its length;
// the points are sorted.
size_t carom_wire_hull(double (*at)[2], size_t count, double (*hull)[2]);

#endif
