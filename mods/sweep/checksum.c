#include "mods/sweep/checksum.h"

#include "mods/sweep/order.h"

static uint64_t mix(uint64_t sum, uint64_t word) {
    sum = (sum ^ word) * UINT64_C(0xbf58476d1ce4e5b9);
    return sum ^ sum >> 29;
}

uint64_t carom_store_checksum(uint64_t sum, const void *bytes, size_t count) {
    const char *at = bytes;
    uint64_t word;
    for (; count >= sizeof word; count -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        sum = mix(sum, carom_file_order(word));
    }
    if (!count) return sum;
    // The last word has fewer than eight bytes. Their number is mixed in together with them.
    unsigned char rest[sizeof word] = {[sizeof word - 1] = (unsigned char)count};
    memcpy(rest, at, count);
    memcpy(&word, rest, sizeof word);
    return mix(sum, carom_file_order(word));
}

uint64_t carom_store_checksum_words(uint64_t sum, const void *words, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint64_t word;
        memcpy(&word, (const char *)words + i * sizeof word, sizeof word);
        sum = mix(sum, word);
    }
    return sum;
}
