// Declarations shared by the parts of the scenario reader.
#ifndef CAROM_SCENARIO_BODIES_PARTS_H
#define CAROM_SCENARIO_BODIES_PARTS_H

#include "mods/scenario/bodies.h"
#include "mods/scenario/shape.h"

// Two bodies: fills plane or space, and the contact. A chain or mechanism: fills delassus, and the contact.
bool carom_bodies_pair(const carom_reading *reading, const json_t *document, carom_bodies *bodies,
                       carom_contact *contact);
bool carom_bodies_tree(const carom_reading *reading, const json_t *document, carom_bodies *bodies,
                       carom_contact *contact);

// A chain, a mechanism, matrices or free bodies with all of their contacts: fills delassus. Planted contacts become
// constraints.
bool carom_bodies_system(const carom_reading *reading, const json_t *document, carom_bodies *bodies);

// Returns true unless a document has more free bodies or contacts than the library supports.
bool carom_bodies_free_count(const carom_reading *reading, const json_t *document);

// Reads free bodies with several contacts: fills assembly and mechanism.
bool carom_bodies_free_read(const carom_reading *reading, const json_t *document, carom_bodies *bodies);

#endif
