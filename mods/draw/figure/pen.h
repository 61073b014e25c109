// Draws text, lines and figures on the pages of a PDF file, for reports; used only inside this build.
#ifndef CAROM_DRAW_PEN_H
#define CAROM_DRAW_PEN_H

#include <stddef.h>

#include "mods/draw/figure/figure.h"

typedef struct carom_pen carom_pen;

// The typeface of a text.
typedef enum carom_face {
    CAROM_FACE_PLAIN = 0, // upright
    CAROM_FACE_BOLD = 1,  // bold
    CAROM_FACE_MONO = 2   // all letters have the same width
} carom_face;

// A colour; 0 to 1 each.
typedef struct carom_colour {
    double r, g, b;
} carom_colour;

// Returns false if this build cannot draw.
bool carom_pen_exists(void);

// Opens a PDF file in memory with pages of this size in points. `date` is its date, "2000-01-01T00:00:00Z". Returns
// NULL if memory runs out or this build cannot draw.
carom_pen *carom_pen_open(double width, double height, const char *title, const char *date);

// Returns the width of a text in points, at a size of one point.
double carom_pen_width(carom_pen *pen, carom_face face, const char *text);

// Draws a text of valid UTF-8 with its baseline starting at (x, y), in points from the upper left corner.
void carom_pen_text(carom_pen *pen, carom_face face, double size, carom_colour colour, double x, double y,
                    const char *text);

// Fills a rectangle.
void carom_pen_fill(carom_pen *pen, carom_colour colour, double x, double y, double width, double height);

// Returns the height of a figure with its caption and title, in points. Its width is figure->width.
double carom_pen_figure_height(const carom_figure *figure);

// Draws a figure with its upper left corner at (x, y).
carom_status carom_pen_figure(carom_pen *pen, const carom_figure *figure, double x, double y, double scale);

// Ends the page and begins the next one.
void carom_pen_next(carom_pen *pen);

// Ends the file and frees the pen. *bytes is newly allocated memory that the caller frees, NULL unless the status is
// CAROM_OK.
carom_status carom_pen_close(carom_pen *pen, char **bytes, size_t *count);

#endif
