// Holds the state while a panel is drawn: the page, the frame, and the occupied places.
#ifndef CAROM_DRAW_SHEET_H
#define CAROM_DRAW_SHEET_H

#include <cairo.h>

#include "occupied.h"
#include "text.h"
#include "theme.h"

// Sizes of letters in points: 8 is the smallest that journals accept after reduction.
#define CAROM_SIZE_TICK  8.0
#define CAROM_SIZE_LABEL 9.5
#define CAROM_SIZE_NOTE  8.5

// The plot's rectangle on the page and the values at its edges.
typedef struct carom_frame {
    double left, top, right, bottom; // points, y down
    double x0, x1, y0, y1;           // data at left, right, bottom, top
} carom_frame;

typedef struct carom_sheet {
    cairo_t *cr;
    const carom_theme *theme;
    const carom_panel *panel;
    carom_frame frame;
    carom_draw_room room;
    bool failed; // memory ran out while it was drawn
} carom_sheet;

double carom_page_x(const carom_frame *frame, double x);
double carom_page_y(const carom_frame *frame, double y);
void carom_set_ink(const carom_sheet *sheet, carom_ink ink, double opacity);

// frame.c: computes the ranges of the axes, and draws frame, ticks and labels.
void carom_frame_lay(carom_sheet *sheet, const double cell[4], double reserve_right, double reserve_below);
void carom_frame_draw(const carom_sheet *sheet);

// Returns the part of the line through (x0, y0), (x1, y1) inside the frame, on the page; a ray starts at its first
// point. Returns false if there is none.
bool carom_frame_clip(const carom_frame *frame, const carom_series *line, double seen[4]);

// paint.c: draws series and their samples in the legend.
void carom_paint_series(const carom_sheet *sheet, const carom_series *series);
void carom_paint_sample(const carom_sheet *sheet, const carom_series *series, double x, double y, double width);
// moves marks apart and marks their places as occupied
void carom_paint_apart(carom_sheet *sheet);
void carom_paint_marked(carom_sheet *sheet, const carom_series *series); // marks the places of a series as occupied

// place.c: places text and the legend where they do not cover the data.
void carom_place_words(carom_sheet *sheet);
void carom_place_line_words(carom_sheet *sheet);

typedef struct carom_legend {
    int count, columns;
    double width, height, column_width; // size of the whole legend
    double left, top;
    bool inside;
} carom_legend;
carom_legend carom_legend_measure(const carom_sheet *sheet, double most_width);
bool carom_legend_fit(const carom_sheet *sheet, carom_legend *legend); // finds a free place in the frame
void carom_legend_draw(carom_sheet *sheet, const carom_legend *legend);

// field.c: draws a grid of colours with its bar or names.
double carom_field_bar_width(const carom_panel *panel);
void carom_field_draw(carom_sheet *sheet);
void carom_field_names(carom_sheet *sheet);

#endif
