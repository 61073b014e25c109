// Defines colours and dashes. The colours are those of Okabe & Ito, which colour-blind readers can distinguish. Each
// colour also has its own dash pattern in panels with several lines, for print in black and white.
#ifndef CAROM_DRAW_THEME_H
#define CAROM_DRAW_THEME_H

#include <cairo.h>

#include "mods/draw/figure/figure.h"

typedef struct carom_rgb {
    double r, g, b;
} carom_rgb;

typedef struct carom_theme {
    carom_rgb paper, ink[CAROM_INK_COUNT];
    carom_rgb kind[12]; // for fields of kinds: pale, with different lightness
} carom_theme;

const carom_theme *carom_theme_of(bool dark);
// Returns the colour of a field's kind. A mode has the same colour in every picture.
carom_rgb carom_theme_kind(const carom_theme *theme, const carom_field *field, int kind);

void carom_theme_dash(cairo_t *cr, carom_dash dash, double width);

// Return the colour of an amount t in 0 .. 1, dark to bright. In the two-sided version, 0.5 is the grey of the paper.
carom_rgb carom_theme_amount(double t);
carom_rgb carom_theme_two_sided(double t);

#endif
