// Explains in a sentence why a picture was not drawn.
#ifndef CAROM_DRAW_WORDS_H
#define CAROM_DRAW_WORDS_H

#include "carom/carom.h"

static inline const char *carom_picture_words(carom_status status) {
    if (status == CAROM_MODULE_MISSING)
        return "this build cannot draw: Cairo was not found (install libcairo2-dev and configure with "
               "-DCAROM_DRAW=ON); the data can still be written as CSV";
    if (status == CAROM_BAD_VALUE) return "the name of a picture ends in .svg, .pdf or .png";
    if (status == CAROM_CANNOT_WRITE) return "the picture cannot be written there";
    return carom_status_message(status);
}

#endif
