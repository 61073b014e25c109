#include "carom/draw.h"

const char *carom_draw_message(carom_draw_status status) {
    switch (status) {
    case CAROM_DRAWN: return "drawn";
    case CAROM_DRAW_NOT_BUILT:
        return "this build cannot draw: Cairo was not found (install libcairo2-dev and configure with "
               "-DCAROM_DRAW=ON); "
               "the data can still be written as CSV";
    case CAROM_DRAW_BAD_NAME: return "the name of a picture ends in .svg, .pdf or .png";
    case CAROM_DRAW_CANNOT_WRITE: return "the picture cannot be written there";
    case CAROM_DRAW_NO_MEMORY: return "out of memory";
    case CAROM_DRAW_BAD_FIGURE:
        return "the figure is not sound: a size, style, kind or range in it is none (see carom/draw.h)";
    }
    return "unknown";
}
