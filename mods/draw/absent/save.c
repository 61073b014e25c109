// In place of Cairo in a build without it: figures are made and written as data, but not drawn.
#include "carom/draw.h"

carom_draw_status carom_figure_save(const carom_figure *figure, const char *file, const carom_draw_options *options) {
    (void)figure;
    (void)file;
    (void)options;
    return CAROM_DRAW_NOT_BUILT;
}
