// Numbers of a document by their place: "bodies[0].velocity[1]", "params.mu", "W[0][1]".
#ifndef CAROM_SCENARIO_LEAF_H
#define CAROM_SCENARIO_LEAF_H

#include "mods/scenario/value.h"

// The number at a path, made a real so that it can be set; borrowed. NULL: there is none.
json_t *carom_leaf_find(json_t *document, const char *path);

#endif
