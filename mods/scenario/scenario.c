#include "mods/scenario/scenario.h"

#include <stdlib.h>

#include "mods/scenario/refusal.h"

void *carom_scenario_room(carom_scenario *scenario, size_t count, size_t size) {
    void *block = carom_room(count, size);
    if (block) scenario->blocks[scenario->block_count++] = block;
    return block;
}

void carom_scenario_free(carom_scenario *scenario) {
    if (!scenario) return;
    for (int i = 0; i < scenario->block_count; i++) free(scenario->blocks[i]);
    free(scenario);
}
