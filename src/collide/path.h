// Stores a path in the caller's memory. Points beyond the capacity are counted but not written.
#ifndef CAROM_SRC_PATH_H
#define CAROM_SRC_PATH_H

#include "carom/carom.h"

static inline void carom_path_add(carom_path *path, const carom_path_point *point) {
    if (!path) return;
    if (path->count < path->capacity) path->points[path->count] = *point;
    path->count++;
}

#endif
