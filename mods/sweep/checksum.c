#include "mods/sweep/checksum.h"

#include <string.h>

uint64_t carom_store_checksum(uint64_t sum, const void *bytes, size_t count) {
    const char *at = bytes;
    for (; count >= sizeof sum; count -= sizeof sum, at += sizeof sum) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        sum = (sum ^ word) * UINT64_C(0xbf58476d1ce4e5b9);
        sum ^= sum >> 29;
    }
    if (!count) return sum;
    // The end has fewer than eight bytes; how many is mixed in with them.
    uint64_t rest = (uint64_t)count << 56;
    memcpy(&rest, at, count);
    sum = (sum ^ rest) * UINT64_C(0xbf58476d1ce4e5b9);
    return sum ^ sum >> 29;
}
