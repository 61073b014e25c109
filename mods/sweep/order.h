// Converts numbers to and from little-endian, the byte order of files of results.
#ifndef CAROM_SWEEP_ORDER_H
#define CAROM_SWEEP_ORDER_H

#include <stdint.h>
#include <string.h>

// Converts a word between memory and file order; on little-endian machines it is unchanged.
static inline uint64_t carom_file_order(uint64_t word) {
    unsigned char bytes[sizeof word];
    for (unsigned i = 0; i < sizeof word; i++) bytes[i] = (unsigned char)(word >> (8 * i));
    memcpy(&word, bytes, sizeof word);
    return word;
}

// Converts an array of words, which may be doubles; `from` may equal `to`.
static inline void carom_file_order_all(void *to, const void *from, size_t words) {
    for (size_t i = 0; i < words; i++) {
        uint64_t word;
        memcpy(&word, (const char *)from + i * sizeof word, sizeof word);
        word = carom_file_order(word);
        memcpy((char *)to + i * sizeof word, &word, sizeof word);
    }
}

#endif
