// Motions to look at: the body at equal times in one picture, and a page that plays it.
#ifndef CAROM_MOTION_PICTURE_H
#define CAROM_MOTION_PICTURE_H

#include "carom/motion.h"
#include "mods/draw/figure/figure.h"

// One motion; all motions of one picture start alike and have the same body and planes.
typedef struct carom_motion_view {
    const char *name;  // of the law
    const char *words; // the law with its coefficients
    const carom_motion_scene *scene;
    const carom_motion_result *result;
} carom_motion_view;

typedef struct carom_motion_picture {
    const char *name; // of the body
    int count;
    const carom_motion_view *view;
    double interval; // between two images of a stroboscopic picture, s; NaN: chosen
} carom_motion_picture;

// Up to CAROM_MAX_PANELS laws, a panel each; one law in 3D has two panels, from the front and from above. NULL: no memory.
carom_figure *carom_motion_strobe(const carom_motion_picture *picture);

// Writes a page that needs nothing else. False: errno says why, and what was there stays.
bool carom_motion_page(const char *file, const carom_motion_picture *picture);

#endif
