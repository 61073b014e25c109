// Draws a figure as SVG in memory, for HTML pages; used only inside this build.
#ifndef CAROM_DRAW_SVG_H
#define CAROM_DRAW_SVG_H

#include "mods/draw/figure/figure.h"

// Returns the bytes that carom_figure_save would write to an .svg, in newly allocated memory that the caller frees.
// Creates no file. *svg is NULL unless the status is CAROM_OK.
carom_status carom_figure_svg(const carom_figure *figure, const carom_draw_options *options, char **svg,
                              size_t *length);

#endif
