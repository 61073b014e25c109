// What the parts of the scenario reader share.
#ifndef CAROM_CLI_SCENARIO_PARTS_H
#define CAROM_CLI_SCENARIO_PARTS_H

#include "cli/read/scenario.h"
#include "cli/read/shape.h"

// Two bodies: fills plane or space, and the contact. A chain or mechanism: fills delassus, and the contact.
bool carom_scenario_pair(const carom_reading *reading, const json_t *document, carom_scenario *scenario,
                         carom_contact *contact);
bool carom_scenario_tree(const carom_reading *reading, const json_t *document, carom_scenario *scenario,
                         carom_contact *contact);

#endif
