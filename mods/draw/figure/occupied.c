#include "occupied.h"

#include <math.h>
#include <stdlib.h>

static const double cell =
    2.0; // size of a cell in points; with 4, text touches thin lines, and 1 is slow and no better

bool carom_room_open(carom_draw_room *room, double width, double height) {
    room->columns = (int)ceil(width / cell) + 1;
    room->rows = (int)ceil(height / cell) + 1;
    room->taken = calloc((size_t)room->columns * (size_t)room->rows, 1);
    return room->taken != NULL;
}

void carom_room_close(carom_draw_room *room) {
    free(room->taken);
}

static unsigned char *cell_at(const carom_draw_room *room, double x, double y) {
    const int i = (int)floor(x / cell), j = (int)floor(y / cell);
    if (i < 0 || j < 0 || i >= room->columns || j >= room->rows) return NULL;
    return &room->taken[(size_t)j * (size_t)room->columns + (size_t)i];
}

static void take(carom_draw_room *room, double x, double y, int weight) {
    unsigned char *at = cell_at(room, x, y);
    if (at && *at < weight) *at = (unsigned char)weight;
}

void carom_room_take_line(carom_draw_room *room, double x0, double y0, double x1, double y1, int weight) {
    const double length = hypot(x1 - x0, y1 - y0);
    const int steps = (int)ceil(length / cell) + 1;
    for (int i = 0; i <= steps; i++) take(room, x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps, weight);
}

// Calls a function for every sample of a box, one per cell, in page coordinates.
typedef void visit(double x, double y, void *with);

static void walk_box(const carom_box *box, visit *call, void *with) {
    const int nx = (int)ceil(box->width / cell) + 1, ny = (int)ceil(box->height / cell) + 1;
    const double c = cos(box->angle), s = sin(box->angle);
    for (int j = 0; j <= ny; j++) {
        for (int i = 0; i <= nx; i++) {
            const double u = box->width * ((double)i / nx - 0.5), v = box->height * ((double)j / ny - 0.5);
            call(box->x + c * u - s * v, box->y + s * u + c * v, with);
        }
    }
}

typedef struct {
    carom_draw_room *room;
    int weight;
} taker;

static void take_visit(double x, double y, void *with) {
    const taker *t = with;
    take(t->room, x, y, t->weight);
}

void carom_room_take_box(carom_draw_room *room, const carom_box *box, int weight) {
    walk_box(box, take_visit, &(taker){room, weight});
}

typedef struct {
    const carom_draw_room *room;
    const double *within;
    double crowd, outside;
} crowd_count;

static void crowd_visit(double x, double y, void *with) {
    crowd_count *count = with;
    const double *in = count->within;
    const unsigned char *at = cell_at(count->room, x, y);
    if (x < in[0] || x > in[2] || y < in[1] || y > in[3])
        count->crowd += count->outside;
    else
        count->crowd += at ? *at : count->outside;
}

double carom_room_crowd(const carom_draw_room *room, const carom_box *box, const double within[4], double outside) {
    crowd_count count = {room, within, 0.0, outside};
    walk_box(box, crowd_visit, &count);
    return count.crowd;
}
