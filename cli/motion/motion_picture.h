// Shows motions: a picture of the body at equal times.
#ifndef CAROM_MOTION_PICTURE_H
#define CAROM_MOTION_PICTURE_H

#include "carom/motion.h"
#include "mods/draw/figure/figure.h"

// Describes one motion. All motions of a picture start in the same state and have the same body and planes.
typedef struct carom_motion_view {
    const char *name;  // name of the law
    const char *words; // the law with its coefficients
    const carom_motion_scene *scene;
    const carom_motion_result *result;
} carom_motion_view;

typedef struct carom_motion_picture {
    const char *name; // name of the body
    int count;
    const carom_motion_view *view;
    double interval; // time between two images of a stroboscopic picture, s; NaN: chosen automatically
} carom_motion_picture;

// Draws up to CAROM_MAX_PANELS laws, one panel each. One law in 3D has two panels, from the front and from above.
// Returns NULL if there is not enough memory.
carom_figure *carom_motion_strobe(const carom_motion_picture *picture);

#endif
