// A figure as SVG in memory, for what writes pages: private to the build.
#ifndef CAROM_DRAW_SVG_H
#define CAROM_DRAW_SVG_H

#include "mods/draw/figure/figure.h"

// The bytes that carom_figure_save would write to an .svg, in new memory for the caller to free. No file is made. On any
// status but CAROM_OK *svg is NULL.
carom_status carom_figure_svg(const carom_figure *figure, const carom_draw_options *options, char **svg,
                              size_t *length);

#endif
