// What a figure must be before it is drawn or written.
#ifndef CAROM_DRAW_SOUND_H
#define CAROM_DRAW_SOUND_H

#include "carom/draw.h"

// CAROM_DRAWN, CAROM_DRAW_NO_MEMORY for one that memory failed, CAROM_DRAW_BAD_FIGURE for one whose fields, which are
// the caller's to set, name no ink, mark or kind there is, or sizes that are none.
carom_draw_status carom_figure_sound(const carom_figure *figure);

#endif
