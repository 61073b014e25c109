// Keeps a state that is always complete on disk, in two slots that are written in turn. A crash during a write damages
// one of them; the other still holds the previous state.
#ifndef CAROM_SWEEP_SLOTS_H
#define CAROM_SWEEP_SLOTS_H

#include "mods/sweep/store.h"

// The dataset: two rows of CAROM_SLOT_HEAD + words of state.
enum { CAROM_SLOT_HEAD = 2 }; // sequence number, checksum

// The contents of the two slots.
typedef enum carom_slots {
    CAROM_SLOTS_READ,   // a complete state, the newest one
    CAROM_SLOTS_EMPTY,  // none yet: nothing was ever committed
    CAROM_SLOTS_SPOILT, // both were written and neither is complete: the file is damaged
    CAROM_SLOTS_FAILED  // cannot be read: errno is set
} carom_slots;

// Reads the newest state. `key` identifies the owner of the state; a state with another key is invalid.
carom_slots carom_slots_read(const carom_store *store, const carom_store_item *item, uint64_t key, uint64_t *state,
                             size_t words, uint64_t *sequence);

// Writes the state into the older slot; it becomes valid when it is complete. Sequence numbers begin with 1.
bool carom_slots_write(const carom_store *store, const carom_store_item *item, uint64_t key, const uint64_t *state,
                       size_t words, uint64_t sequence);

#endif
