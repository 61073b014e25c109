#include "mods/sweep/frame.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mods/sweep/checksum.h"
#include "mods/sweep/order.h"

// The block, in little-endian words: a name, the checksum, the size of the file, and the number of pieces that change.
// The place and size of each piece follow.
enum { WORD_NAME, WORD_SUM, WORD_SIZE, WORD_PIECES, HEAD_WORDS, MOST_PIECES = 1 << 16 };
static const char name_of_block[8] = "caromfrm";

typedef carom_frame_piece piece;

static int by_place(const void *a, const void *b) {
    const piece *x = a, *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

uint64_t carom_frame_room(size_t pieces) {
    const uint64_t needed = HEAD_WORDS * sizeof(uint64_t) + pieces * sizeof(piece);
    uint64_t room = 512;
    while (room < needed) room *= 2;
    return room;
}

// Mixes in the bytes from `from` up to `to`.
static bool add(int file, uint64_t from, uint64_t to, uint64_t *sum) {
    char bytes[4096];
    while (from < to) {
        const size_t wanted = to - from < sizeof bytes ? (size_t)(to - from) : sizeof bytes;
        size_t have = 0;
        while (have < wanted) {
            const ssize_t got = pread(file, bytes + have, wanted - have, (off_t)(from + have));
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) return false;
            have += (size_t)got;
        }
        *sum = carom_store_checksum(*sum, bytes, wanted);
        from += wanted;
    }
    return true;
}

// Computes the checksum of everything outside the pieces and the checksum itself. Returns false if the position of a
// piece is impossible.
static bool sum_around(int file, uint64_t size, const piece *pieces, uint64_t count, uint64_t *sum) {
    const uint64_t first = WORD_SUM * sizeof(uint64_t);
    uint64_t at = first + sizeof(uint64_t);
    *sum = 0;
    if (size < HEAD_WORDS * sizeof(uint64_t) || !add(file, 0, first, sum)) return false;
    for (uint64_t i = 0; i < count; i++) {
        if (pieces[i].from < at || pieces[i].from > size || pieces[i].bytes > size - pieces[i].from) return false;
        if (!add(file, at, pieces[i].from, sum)) return false;
        at = pieces[i].from + pieces[i].bytes;
    }
    return add(file, at, size, sum);
}

_Static_assert(sizeof(piece) == 2 * sizeof(uint64_t), "a piece is two words");

// Writes words of the block after the first `at`. Their byte order is changed for the file, and back.
static bool put(int file, uint64_t *words, size_t count, uint64_t at) {
    const size_t bytes = count * sizeof *words;
    carom_file_order_all(words, words, count);
    const bool done = pwrite(file, words, bytes, (off_t)(at * sizeof *words)) == (ssize_t)bytes;
    carom_file_order_all(words, words, count);
    return done;
}

static bool get(int file, uint64_t *words, size_t count, uint64_t at) {
    const size_t bytes = count * sizeof *words;
    const bool done = pread(file, words, bytes, (off_t)(at * sizeof *words)) == (ssize_t)bytes;
    if (done) carom_file_order_all(words, words, count);
    return done;
}

static uint64_t name_word(void) {
    uint64_t word;
    memcpy(&word, name_of_block, sizeof word);
    return carom_file_order(word);
}

bool carom_frame_seal(int file, carom_frame_piece *pieces, size_t count) {
    struct stat what;
    uint64_t head[HEAD_WORDS] = {0};
    if (fstat(file, &what)) return false;
    qsort(pieces, count, sizeof *pieces, by_place);
    head[WORD_NAME] = name_word();
    head[WORD_SIZE] = (uint64_t)what.st_size;
    head[WORD_PIECES] = count;
    return put(file, head, HEAD_WORDS, 0) && put(file, &pieces->from, 2 * count, HEAD_WORDS) &&
           sum_around(file, head[WORD_SIZE], pieces, count, &head[WORD_SUM]) && put(file, head, HEAD_WORDS, 0) &&
           fsync(file) == 0;
}

static carom_frame_state look(int file) {
    struct stat what;
    uint64_t head[HEAD_WORDS], sum = 0;
    if (fstat(file, &what) || !S_ISREG(what.st_mode)) return CAROM_FRAME_NONE;
    if (!get(file, head, HEAD_WORDS, 0) || head[WORD_NAME] != name_word()) return CAROM_FRAME_NONE;
    if (head[WORD_SIZE] != (uint64_t)what.st_size || head[WORD_PIECES] > MOST_PIECES) return CAROM_FRAME_BROKEN;
    const size_t bytes = (size_t)head[WORD_PIECES] * sizeof(piece);
    errno = 0;
    piece *pieces = malloc(bytes + 1);
    const bool whole = pieces && get(file, &pieces->from, 2 * (size_t)head[WORD_PIECES], HEAD_WORDS) &&
                       sum_around(file, head[WORD_SIZE], pieces, head[WORD_PIECES], &sum) && sum == head[WORD_SUM];
    free(pieces);
    return whole ? CAROM_FRAME_WHOLE : errno ? CAROM_FRAME_UNREAD : CAROM_FRAME_BROKEN;
}

carom_frame_state carom_frame_look(const char *name) {
    const int file = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return CAROM_FRAME_NONE;
    const carom_frame_state state = look(file);
    const int why = errno;
    close(file);
    errno = why;
    return state;
}
