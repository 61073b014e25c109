// What the parts of the scenario reader share.
#ifndef CAROM_CLI_SCENARIO_PARTS_H
#define CAROM_CLI_SCENARIO_PARTS_H

#include "cli/scenario.h"
#include "cli/shape.h"

// Memory that lives as long as the scenario; zeros.
// NULL where there is no memory, or more is asked for than a problem may have.
void *carom_scenario_room(carom_scenario *scenario, size_t count, size_t size);

// Two bodies: fills plane or space, and the contact. A chain or mechanism: fills delassus, and the contact.
bool carom_scenario_pair(const carom_reading *reading, const json_t *document, carom_scenario *scenario,
                         carom_contact *contact);
bool carom_scenario_tree(const carom_reading *reading, const json_t *document, carom_scenario *scenario,
                         carom_contact *contact);

// Refuses with the sentence of a status of the library.
bool carom_refuse_status(const carom_reading *reading, const carom_place *place, carom_status status);

#endif
