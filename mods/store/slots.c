#include "mods/store/slots.h"

#include <stdlib.h>
#include <string.h>

// A multiplicative hash of every word and its place: a torn slot passes for whole once in 2^64.
static uint64_t checksum(const uint64_t *words, size_t count, uint64_t sequence) {
    uint64_t sum = sequence ^ UINT64_C(0x9e3779b97f4a7c15);
    for (size_t i = 0; i < count; i++) {
        sum = (sum ^ words[i]) * UINT64_C(0xbf58476d1ce4e5b9);
        sum ^= sum >> 29;
    }
    return sum;
}

static uint64_t slot_bytes(size_t words) {
    return (CAROM_SLOT_HEAD + words) * sizeof(uint64_t);
}

bool carom_slots_read(const carom_store *store, const carom_store_item *item, uint64_t *state, size_t words,
                      uint64_t *sequence) {
    uint64_t head[2][CAROM_SLOT_HEAD];
    *sequence = 0;
    for (uint64_t slot = 0; slot < 2; slot++)
        if (!carom_store_read(store, item, slot * slot_bytes(words), head[slot], sizeof head[slot])) return false;
    // The newer first; the other one if it is torn.
    const uint64_t newer = head[1][0] > head[0][0];
    for (uint64_t turn = 0; turn < 2; turn++) {
        const uint64_t slot = turn ? 1 - newer : newer;
        if (!carom_store_read(store, item, slot * slot_bytes(words) + sizeof head[0], state, words * sizeof *state))
            return false;
        if (!head[slot][0] || checksum(state, words, head[slot][0]) != head[slot][1]) continue;
        *sequence = head[slot][0];
        return true;
    }
    return true;
}

bool carom_slots_write(const carom_store *store, const carom_store_item *item, const uint64_t *state, size_t words,
                       uint64_t sequence) {
    const uint64_t head[CAROM_SLOT_HEAD] = {sequence, checksum(state, words, sequence)};
    const uint64_t start = sequence % 2 * slot_bytes(words);
    return carom_store_write(store, item, start + sizeof head, state, words * sizeof *state) &&
           carom_store_write(store, item, start, head, sizeof head);
}
