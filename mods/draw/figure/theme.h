// Colours and dashes. Okabe & Ito's colours, told apart by colour-blind readers; each ink also has a dash of its own
// wherever lines share a panel, so that print in black and white loses nothing.
#ifndef CAROM_DRAW_THEME_H
#define CAROM_DRAW_THEME_H

#include <cairo.h>

#include "mods/draw/figure/figure.h"

typedef struct carom_rgb {
    double r, g, b;
} carom_rgb;

typedef struct carom_theme {
    carom_rgb paper, ink[CAROM_INK_COUNT];
    carom_rgb kind[12]; // fields of kinds: pale, apart in lightness
} carom_theme;

const carom_theme *carom_theme_of(bool dark);
// The colour of a field's kind: a mode has its own, whatever else is in the picture.
carom_rgb carom_theme_kind(const carom_theme *theme, const carom_field *field, int kind);

void carom_theme_dash(cairo_t *cr, carom_dash dash, double width);

// Amounts: t in 0 .. 1, dark to bright; two-sided: 0.5 is the paper's grey.
carom_rgb carom_theme_amount(double t);
carom_rgb carom_theme_two_sided(double t);

#endif
