// Finds numbers of a document by their path: "bodies[0].velocity[1]", "params.mu", "W[0][1]".
#ifndef CAROM_SCENARIO_LEAF_H
#define CAROM_SCENARIO_LEAF_H

#include "mods/scenario/value.h"

// Returns the number at a path as a real that can be changed, owned by the document; NULL if there is none.
json_t *carom_leaf_find(json_t *document, const char *path);

#endif
