// Records which parts of the page are occupied, on a coarse grid, so that text and legends do not cover the data.
#ifndef CAROM_DRAW_OCCUPIED_H
#define CAROM_DRAW_OCCUPIED_H

#include <stdbool.h>
#include <stddef.h>

typedef struct carom_draw_room {
    int columns, rows;
    unsigned char *taken; // how crowded each cell is
} carom_draw_room;

// A box on the page, in points, rotated by `angle` around its centre.
typedef struct carom_box {
    double x, y, width, height; // centre and size
    double angle;
} carom_box;

bool carom_room_open(carom_draw_room *room, double width, double height);
void carom_room_close(carom_draw_room *room);
// Marks the cells under a line as occupied. A larger `weight` makes it more important not to cover the line.
void carom_room_take_line(carom_draw_room *room, double x0, double y0, double x1, double y1, int weight);
void carom_room_take_box(carom_draw_room *room, const carom_box *box, int weight);

// Returns the occupied cells under the box, plus its cells off the page or outside `within` (left, top, right, bottom),
// each counted `outside` times.
double carom_room_crowd(const carom_draw_room *room, const carom_box *box, const double within[4], double outside);

#endif
