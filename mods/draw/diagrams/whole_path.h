// The path of a law, however long.
#ifndef CAROM_MODS_FOLLOW_H
#define CAROM_MODS_FOLLOW_H

#include "carom/carom.h"

// Into memory of its own; the caller frees path->points, whatever the status.
carom_status carom_follow(const carom_law *law, const carom_contact *c, const carom_params *p, carom_path *path);

#endif
