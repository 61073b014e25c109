// Computes the path of a law, which may have any length.
#ifndef CAROM_DRAW_WHOLE_PATH_H
#define CAROM_DRAW_WHOLE_PATH_H

#include "carom/carom.h"

// Stores the path in newly allocated memory. The caller frees path->points for any status.
carom_status carom_follow(const carom_law *law, const carom_contact *c, const carom_params *p, carom_path *path);

#endif
