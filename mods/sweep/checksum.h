// Computes the checksum used in files of results.
#ifndef CAROM_SWEEP_CHECKSUM_H
#define CAROM_SWEEP_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

// Mixes bytes, in the order of the file, into a checksum. Every word is multiplied by a factor that depends on its
// position. A changed bit is therefore missed with probability 2^-64.
uint64_t carom_store_checksum(uint64_t sum, const void *bytes, size_t count);

// Does the same for 8-byte numbers in memory: returns the checksum of their bytes in a file.
uint64_t carom_store_checksum_words(uint64_t sum, const void *words, size_t count);

#endif
