// Replaces Cairo in a build without it: figures are built and written as data, but not drawn.
#include "mods/draw/figure/svg.h"

carom_status carom_figure_save(const carom_figure *figure, const char *file, const carom_draw_options *options) {
    return CAROM_MODULE_MISSING;
}

carom_status carom_figure_svg(const carom_figure *figure, const carom_draw_options *options, char **svg,
                              size_t *length) {
    *svg = NULL;
    return CAROM_MODULE_MISSING;
}
