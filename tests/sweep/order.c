// Writes or reads a small results file without HDF5: its numbers, its commits and its frame. Machines with either byte
// order must write the same bytes, and must read the file of the other. Usage: order write|read FILE
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "mods/sweep/frame.h"
#include "mods/sweep/slots.h"

enum { NUMBERS = 1000, WORDS = 700, KEY = 77, ROOM = 512 };

static const carom_store_item numbers = {.type = CAROM_STORE_F64, .address = ROOM + 3};
static const carom_store_item bytes = {.type = CAROM_STORE_U8, .address = ROOM + 3 + 8 * NUMBERS};
static const carom_store_item slots = {.type = CAROM_STORE_U64, .address = ROOM + 3 + 9 * NUMBERS};

static double x[NUMBERS];
static uint8_t b[NUMBERS];
static uint64_t state[WORDS];

static void fill(void) {
    for (int i = 0; i < NUMBERS; i++) x[i] = sqrt((double)i) - 7.0, b[i] = (uint8_t)(i * 37);
    for (uint64_t i = 0; i < WORDS; i++) state[i] = i * UINT64_C(0x9e3779b97f4a7c15);
}

static bool put(int file) {
    const carom_store store = {file, true};
    carom_frame_piece pieces[] = {{slots.address, 2 * 8 * (CAROM_SLOT_HEAD + WORDS)}, {numbers.address, 9 * NUMBERS}};
    return ftruncate(file, (off_t)(pieces[0].from + pieces[0].bytes + 11)) == 0 &&
           carom_store_write(&store, &numbers, 0, x, 8 * 3) &&
           carom_store_write(&store, &numbers, 8 * 3, x + 3, 8 * (NUMBERS - 3)) &&
           carom_store_write(&store, &bytes, 0, b, sizeof b) && pwrite(file, "abc", 3, ROOM) == 3 &&
           carom_slots_write(&store, &slots, KEY, state, WORDS, 1) && carom_frame_seal(file, pieces, 2);
}

static bool get(int file) {
    const carom_store store = {file, false};
    double y[NUMBERS];
    uint8_t c[NUMBERS], first[8];
    uint64_t found[WORDS], sequence, word = 0;
    if (!carom_store_read(&store, &numbers, 0, y, sizeof y) || !carom_store_read(&store, &bytes, 0, c, sizeof c) ||
        pread(file, first, 8, (off_t)numbers.address) != 8)
        return false;
    for (int i = 7; i >= 0; i--) word = word << 8 | first[i];
    // The file is little-endian on every machine. -7 is stored as 0xc01c and zeros.
    return word == UINT64_C(0xc01c) << 48 && !memcmp(x, y, sizeof x) && !memcmp(b, c, sizeof b) &&
           carom_slots_read(&store, &slots, KEY, found, WORDS, &sequence) == CAROM_SLOTS_READ && sequence == 1 &&
           !memcmp(found, state, sizeof state);
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    const bool writes = !strcmp(argv[1], "write");
    const int file = open(argv[2], writes ? O_RDWR | O_CREAT | O_TRUNC : O_RDONLY, 0600);
    fill();
    const bool fine = file >= 0 && (writes ? put(file) : carom_frame_look(argv[2]) == CAROM_FRAME_WHOLE && get(file));
    if (!fine) fprintf(stderr, "%s %s failed\n", argv[1], argv[2]);
    return fine ? 0 : 1;
}
