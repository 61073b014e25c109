// What a figure must be before it is drawn or written.
#ifndef CAROM_DRAW_SOUND_H
#define CAROM_DRAW_SOUND_H

#include "mods/draw/figure/figure.h"

// CAROM_OK, CAROM_NO_MEMORY for one that memory failed, CAROM_BAD_FIGURE for one whose fields, which are
// the caller's to set, name no ink, mark or kind there is, or sizes that are none.
carom_status carom_figure_sound(const carom_figure *figure);

#endif
