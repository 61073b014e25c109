#include "mods/sweep/slots.h"

#include <string.h>

// The probability that a torn slot is mistaken for a complete one is 2^-64.
static uint64_t checksum(uint64_t key, const uint64_t *words, size_t count, uint64_t sequence) {
    const uint64_t start = carom_store_checksum_words(key ^ UINT64_C(0x9e3779b97f4a7c15), &sequence, 1);
    return carom_store_checksum_words(start, words, count);
}

static uint64_t slot_bytes(size_t words) {
    return (CAROM_SLOT_HEAD + words) * sizeof(uint64_t);
}

typedef uint64_t slot_head[CAROM_SLOT_HEAD];

static bool read_heads(const carom_store *store, const carom_store_item *item, size_t words, slot_head head[2]) {
    bool done = true;
    for (uint64_t slot = 0; slot < 2 && done; slot++)
        done = carom_store_read(store, item, slot * slot_bytes(words), head[slot], sizeof head[slot]);
    return done;
}

static bool is_empty(const slot_head head) {
    return !head[0] && !head[1];
}

// Reads the newer slot, or the other one if it is torn.
static carom_slots read_once(const carom_store *store, const carom_store_item *item, uint64_t key, uint64_t *state,
                             size_t words, slot_head head[2], uint64_t *sequence) {
    const uint64_t newer = head[1][0] > head[0][0];
    for (uint64_t turn = 0; turn < 2; turn++) {
        const uint64_t slot = turn ? 1 - newer : newer;
        if (!carom_store_read(store, item, slot * slot_bytes(words) + sizeof head[0], state, words * sizeof *state))
            return CAROM_SLOTS_FAILED;
        if (!head[slot][0] || checksum(key, state, words, head[slot][0]) != head[slot][1]) continue;
        *sequence = head[slot][0];
        return CAROM_SLOTS_READ;
    }
    // The very first commit may have been interrupted: then the other slot is still empty.
    const bool first = is_empty(head[0]) && (is_empty(head[1]) || head[1][0] <= 1);
    return first ? CAROM_SLOTS_EMPTY : CAROM_SLOTS_SPOILT;
}

carom_slots carom_slots_read(const carom_store *store, const carom_store_item *item, uint64_t key, uint64_t *state,
                             size_t words, uint64_t *sequence) {
    // A running process may rewrite both slots while they are read. Then the heads have changed, and they are read
    // again.
    enum { TRIES = 100 };
    slot_head head[2], now[2];
    carom_slots what = CAROM_SLOTS_SPOILT;
    *sequence = 0;
    if (!read_heads(store, item, words, head)) return CAROM_SLOTS_FAILED;
    for (int i = 0; i < TRIES; i++) {
        what = read_once(store, item, key, state, words, head, sequence);
        if (what != CAROM_SLOTS_SPOILT) return what;
        if (!read_heads(store, item, words, now)) return CAROM_SLOTS_FAILED;
        if (!memcmp(now, head, sizeof now)) return what;
        memcpy(head, now, sizeof now);
    }
    return what;
}

bool carom_slots_write(const carom_store *store, const carom_store_item *item, uint64_t key, const uint64_t *state,
                       size_t words, uint64_t sequence) {
    const slot_head head = {sequence, checksum(key, state, words, sequence)};
    const uint64_t start = sequence % 2 * slot_bytes(words);
    return carom_store_write(store, item, start + sizeof head, state, words * sizeof *state) &&
           carom_store_write(store, item, start, head, sizeof head);
}
