// A state that is always whole on disk: two slots, written in turn. A crash in the middle of a write spoils one of
// them; the other still holds the state before.
#ifndef CAROM_SWEEP_SLOTS_H
#define CAROM_SWEEP_SLOTS_H

#include "mods/sweep/store.h"

// The dataset: two rows of CAROM_SLOT_HEAD + words of state.
enum { CAROM_SLOT_HEAD = 2 }; // sequence number, checksum

// What the two slots hold.
typedef enum carom_slots {
    CAROM_SLOTS_READ,   // a whole state, the newest there is
    CAROM_SLOTS_EMPTY,  // none yet: nothing was ever committed
    CAROM_SLOTS_SPOILT, // both were written and neither is whole: the file is damaged
    CAROM_SLOTS_FAILED  // cannot be read: errno is set
} carom_slots;

// `key` stands for what the state belongs to; a state written under another key is not whole.
carom_slots carom_slots_read(const carom_store *store, const carom_store_item *item, uint64_t key, uint64_t *state,
                             size_t words, uint64_t *sequence);

// Writes the state into the older slot. It counts once it is all there. Sequence numbers begin with 1.
bool carom_slots_write(const carom_store *store, const carom_store_item *item, uint64_t key, const uint64_t *state,
                       size_t words, uint64_t sequence);

#endif
