// Files of results hold little-endian numbers, on every machine.
#ifndef CAROM_SWEEP_ORDER_H
#define CAROM_SWEEP_ORDER_H

#include <stdint.h>
#include <string.h>

// The word that lies in memory as `word` lies in a file; and back. On little-endian machines the word itself.
static inline uint64_t carom_file_order(uint64_t word) {
    unsigned char bytes[sizeof word];
    for (unsigned i = 0; i < sizeof word; i++) bytes[i] = (unsigned char)(word >> (8 * i));
    memcpy(&word, bytes, sizeof word);
    return word;
}

// Words in memory, which may be doubles, all at once; `from` may be `to`.
static inline void carom_file_order_all(void *to, const void *from, size_t words) {
    for (size_t i = 0; i < words; i++) {
        uint64_t word;
        memcpy(&word, (const char *)from + i * sizeof word, sizeof word);
        word = carom_file_order(word);
        memcpy((char *)to + i * sizeof word, &word, sizeof word);
    }
}

#endif
