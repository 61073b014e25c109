// Writes the data of a picture below it.
#ifndef CAROM_MAP_PICTURE_CAPTION_H
#define CAROM_MAP_PICTURE_CAPTION_H

#include "mods/draw/figure/figure.h"

// Adds W and v with their units.
void carom_contact_caption(carom_figure *figure, const carom_contact *contact);

#endif
