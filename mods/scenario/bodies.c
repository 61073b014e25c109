#include "mods/scenario/bodies.h"

#include <stdlib.h>

#include "mods/scenario/refusal.h"

void *carom_bodies_room(carom_bodies *bodies, size_t count, size_t size) {
    void *block = carom_room(count, size);
    if (block) bodies->blocks[bodies->block_count++] = block;
    return block;
}

void carom_bodies_free(carom_bodies *bodies) {
    if (!bodies) return;
    for (int i = 0; i < bodies->block_count; i++) free(bodies->blocks[i]);
    free(bodies);
}
