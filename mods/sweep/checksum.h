// One checksum for everything in a file of results.
#ifndef CAROM_SWEEP_CHECKSUM_H
#define CAROM_SWEEP_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

// Mixes bytes, as they lie in a file, into a checksum: multiplicative, of every word and its place, so that a changed bit
// goes unseen once in 2^64.
uint64_t carom_store_checksum(uint64_t sum, const void *bytes, size_t count);

// The same of numbers of eight bytes in memory: the checksum of their bytes in a file.
uint64_t carom_store_checksum_words(uint64_t sum, const void *words, size_t count);

#endif
