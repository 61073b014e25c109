// A state that is always whole on disk: two slots, written in turn. A crash in the middle of a write spoils one of
// them; the other still holds the state before.
#ifndef CAROM_STORE_SLOTS_H
#define CAROM_STORE_SLOTS_H

#include "mods/store/store.h"

// The dataset: two rows of CAROM_SLOT_HEAD + words of state.
enum { CAROM_SLOT_HEAD = 2 }; // sequence number, checksum

// The newest whole state; *sequence 0 if there is none yet. False: errno is set.
bool carom_slots_read(const carom_store *store, const carom_store_item *item, uint64_t *state, size_t words,
                      uint64_t *sequence);

// Writes the state into the older slot. It counts once it is all there.
bool carom_slots_write(const carom_store *store, const carom_store_item *item, const uint64_t *state, size_t words,
                       uint64_t sequence);

#endif
