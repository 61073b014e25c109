// Runs a fuzzer without measuring coverage. The inputs are the seeds of a directory, then random changes of them, the
// same on every machine.
//   SEEDS CHANGES [FIRST] : FIRST is the number of the first change, so that one campaign can continue another
// If an input ends the program, it is kept in the file that FUZZ_KEEP names.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/random.h"
#include "fuzz.h"
#include "support/floor.h"

enum { MOST_SEEDS = 1 << 14, LONGEST = 1 << 16 };

typedef struct piece {
    uint8_t *bytes;
    size_t size;
} piece;

static piece seeds[MOST_SEEDS];
static int seed_count;

static int by_name(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

static piece load(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    piece p = {malloc(LONGEST), 0};
    if (!file || !p.bytes) exit(2);
    p.size = fread(p.bytes, 1, LONGEST, file);
    fclose(file);
    uint8_t *tight = realloc(p.bytes, p.size + 1);
    if (tight) p.bytes = tight;
    return p;
}

static void load_all(const char *folder) {
    struct dirent **names;
    const int count = scandir(folder, &names, NULL, by_name);
    for (int i = 0; i < count; i++) {
        if (names[i]->d_name[0] != '.' && seed_count < MOST_SEEDS) seeds[seed_count++] = load(folder, names[i]->d_name);
        free(names[i]);
    }
    if (count >= 0) free(names);
}

// Makes one change. It changes a bit or a byte, removes or repeats a piece, or overwrites bytes with a piece of another
// seed.
static size_t change(random_stream *r, uint8_t *bytes, size_t size) {
    const size_t at = size ? random_word(r) % size : 0, most = 1 + random_word(r) % 32;
    const size_t length = most < size - at ? most : size - at;
    const piece *other = &seeds[random_below(r, seed_count)];
    const size_t from = other->size ? random_word(r) % other->size : 0;
    size_t more = most < other->size - from ? most : other->size - from;
    switch (random_below(r, 5)) {
    case 0:
        if (size) bytes[at] = (uint8_t)(bytes[at] ^ 1 << random_below(r, 8));
        return size;
    case 1:
        if (size) bytes[at] = (uint8_t)random_word(r);
        return size;
    case 2: memmove(bytes + at, bytes + at + length, size - at - length); return size - length;
    case 3:
        if (size + length > LONGEST) return size;
        memmove(bytes + at + length, bytes + at, size - at);
        return size + length;
    default:
        if (at + more > LONGEST) more = 0;
        memcpy(bytes + at, other->bytes + from, more);
        return at + more > size ? at + more : size;
    }
}

static piece asked;

static void keep(int which) {
    const char *name = getenv("FUZZ_KEEP");
    const int file = name ? open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    if (file < 0 || write(file, asked.bytes, asked.size) != (ssize_t)asked.size) _exit(2);
    signal(which, SIG_DFL);
    raise(which);
}

// Copies the bytes into memory of exactly their size, so that sanitizers detect reads past the end.
static bool ask(const uint8_t *bytes, size_t size) {
    uint8_t *tight = malloc(size ? size : 1);
    if (!tight) exit(2);
    memcpy(tight, bytes, size);
    asked = (piece){tight, size};
    const bool through = fuzz_one(tight, size);
    free(tight);
    return through;
}

int main(int argc, char **argv) {
    static uint8_t bytes[LONGEST];
    const long changes = argc > 2 ? atol(argv[2]) : 1000;
    const long first = argc > 3 ? atol(argv[3]) : 0;
    long through = 0;
    const int ends[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    for (size_t i = 0; getenv("FUZZ_KEEP") && i < sizeof ends / sizeof *ends; i++) signal(ends[i], keep);
    if (argc > 1) load_all(argv[1]);
    if (!seed_count) return fputs("there are no seeds\n", stderr), 2;
    for (int i = 0; i < seed_count; i++)
        if (!ask(seeds[i].bytes, seeds[i].size)) printf("seed %d does not come through\n", i);
    for (long i = 0; i < changes; i++) {
        random_stream r = random_at(26, (uint64_t)(first + i));
        const piece *seed = &seeds[random_below(&r, seed_count)];
        size_t size = seed->size;
        memcpy(bytes, seed->bytes, size);
        for (int k = 1 + random_below(&r, 6); k > 0; k--) size = change(&r, bytes, size);
        through += ask(bytes, size);
    }
    for (int i = 0; i < seed_count; i++) free(seeds[i].bytes);
    return floor_met("fuzz", through, changes, fuzz_floor) ? 0 : 1;
}
