// Reads and writes numbers of a file of results in place, without HDF5: their addresses were found when the file was
// opened.
#include <errno.h>
#include <unistd.h>

#include "mods/sweep/order.h"
#include "mods/sweep/store.h"

static bool is_words(const carom_store_item *item) {
    return item->type == CAROM_STORE_F64 || item->type == CAROM_STORE_U64;
}

static bool put(const carom_store *store, uint64_t at, const char *from, size_t count) {
    while (count) {
        const ssize_t done = pwrite(store->file, from, count, (off_t)at);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        from += done;
        at += (uint64_t)done;
        count -= (size_t)done;
    }
    return true;
}

bool carom_store_write(const carom_store *store, const carom_store_item *item, uint64_t offset, const void *bytes,
                       size_t count) {
    const char *from = bytes;
    uint64_t words[512];
    if (!is_words(item) || carom_file_order(1) == 1) return put(store, item->address + offset, from, count);
    for (size_t done = 0, n; done < count; done += n) {
        n = count - done < sizeof words ? count - done : sizeof words;
        carom_file_order_all(words, from + done, n / sizeof *words);
        if (!put(store, item->address + offset + done, (const char *)words, n)) return false;
    }
    return true;
}

bool carom_store_read(const carom_store *store, const carom_store_item *item, uint64_t offset, void *bytes,
                      size_t count) {
    char *to = bytes;
    for (size_t have = 0; have < count;) {
        const ssize_t got = pread(store->file, to + have, count - have, (off_t)(item->address + offset + have));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        have += (size_t)got;
    }
    if (is_words(item) && carom_file_order(1) != 1) carom_file_order_all(bytes, bytes, count / sizeof(uint64_t));
    return true;
}

bool carom_store_sync(const carom_store *store) {
    return fdatasync(store->file) == 0;
}
