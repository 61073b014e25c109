// The hashes of bits.c where there is no terminal to print to: the hash of one law and dimension.
#define main print_hashes
#include "whole/bits/bits.c"
#undef main

uint64_t web_hash(int law, int dim, int problems);

uint64_t web_hash(int law, int dim, int problems) {
    uint64_t hashes[MOST_LAWS];
    hash_laws(dim, problems, carom_law_at(law)->name, hashes);
    return hashes[law];
}
