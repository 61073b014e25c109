#include "mods/scenario/bodies.h"

#include <stdlib.h>

#include "mods/scenario/read_error.h"

void *carom_bodies_room(carom_bodies *bodies, size_t count, size_t size) {
    void *block = carom_room(count, size);
    if (block) bodies->blocks[bodies->block_count++] = block;
    return block;
}

bool carom_bodies_look_reversed(const carom_bodies *bodies) {
    if (bodies->kind == CAROM_SCENARIO_PLANE) return carom_planar_looks_reversed(&bodies->plane);
    return bodies->kind == CAROM_SCENARIO_SPACE && carom_pair_looks_reversed(&bodies->space);
}

void carom_bodies_clear(carom_bodies *bodies) {
    for (int i = 0; i < bodies->block_count; i++) free(bodies->blocks[i]);
    bodies->block_count = 0;
}

void carom_bodies_free(carom_bodies *bodies) {
    if (!bodies) return;
    carom_bodies_clear(bodies);
    free(bodies);
}
