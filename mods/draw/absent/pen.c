// Replaces Cairo in a build without it: no PDF files are written.
#include "mods/draw/figure/pen.h"

bool carom_pen_exists(void) {
    return false;
}

carom_pen *carom_pen_open(double width, double height, const char *title, const char *date) {
    return NULL;
}

double carom_pen_width(carom_pen *pen, carom_face face, const char *text) {
    return 0.0;
}

void carom_pen_text(carom_pen *pen, carom_face face, double size, carom_colour colour, double x, double y,
                    const char *text) {}

void carom_pen_fill(carom_pen *pen, carom_colour colour, double x, double y, double width, double height) {}

double carom_pen_figure_height(const carom_figure *figure) {
    return figure->height;
}

carom_status carom_pen_figure(carom_pen *pen, const carom_figure *figure, double x, double y, double scale) {
    return CAROM_MODULE_MISSING;
}

void carom_pen_next(carom_pen *pen) {}

carom_status carom_pen_close(carom_pen *pen, char **bytes, size_t *count) {
    *bytes = NULL;
    return CAROM_MODULE_MISSING;
}
