// Draws text with mathematics: "$v_n'$" slants letters, makes n a subscript, and turns ' into a prime. Greek letters
// are written directly.
#ifndef CAROM_DRAW_TEXT_H
#define CAROM_DRAW_TEXT_H

#include <cairo.h>

#include "theme.h"

// Selects the font without hinting, so that outlines are the same everywhere.
void carom_text_setup(cairo_t *cr);

double carom_text_width(cairo_t *cr, const char *text, double size);

// Draws text with its baseline starting at (x, y). If `halo`, the letters are surrounded by the background colour.
void carom_text_draw(cairo_t *cr, const char *text, double size, double x, double y, carom_rgb ink,
                     const carom_rgb *halo);

#endif
