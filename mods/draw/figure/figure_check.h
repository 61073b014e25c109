// Checks a figure before it is drawn or written.
#ifndef CAROM_DRAW_FIGURE_CHECK_H
#define CAROM_DRAW_FIGURE_CHECK_H

#include "mods/draw/figure/figure.h"

// Returns CAROM_OK, CAROM_NO_MEMORY if memory ran out while the figure was built, or CAROM_BAD_FIGURE. The latter means
// that a member set by the caller is not a valid colour, mark, kind or size.
carom_status carom_figure_sound(const carom_figure *figure);

#endif
