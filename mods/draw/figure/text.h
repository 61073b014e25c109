// Words with mathematics: "$v_n'$" slants letters, lowers n, and turns ' into a prime; Greek is written as itself.
#ifndef CAROM_DRAW_TEXT_H
#define CAROM_DRAW_TEXT_H

#include <cairo.h>

#include "theme.h"

// The one family, with no help from the system's hinting: the same outlines everywhere.
void carom_text_setup(cairo_t *cr);

double carom_text_width(cairo_t *cr, const char *text, double size);

// Starts at the current origin's (x, y), the baseline. The paper shows through around the letters if `halo`.
void carom_text_draw(cairo_t *cr, const char *text, double size, double x, double y, carom_rgb ink,
                     const carom_rgb *halo);

#endif
