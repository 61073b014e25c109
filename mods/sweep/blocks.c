#include "mods/sweep/blocks.h"

#include <stdlib.h>
#include <string.h>

// Returns the index of the first run that begins at the block or later.
static size_t place_of(const carom_block_set *set, uint64_t block) {
    size_t low = 0, high = set->runs;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (set->run[middle].first < block)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool carom_block_set_add(carom_block_set *set, carom_blocks blocks) {
    const size_t at = place_of(set, blocks.first);
    carom_blocks *before = at ? &set->run[at - 1] : NULL, *after = at < set->runs ? &set->run[at] : NULL;
    const bool touches = before && before->first + before->count == blocks.first;
    const bool is_touched = after && blocks.first + blocks.count == after->first;
    if (touches && !set->runs_apart) {
        before->count += blocks.count;
        if (is_touched) {
            before->count += after->count;
            memmove(after, after + 1, (--set->runs - at) * sizeof *after);
        }
    } else if (is_touched && !set->runs_apart) {
        *after = (carom_blocks){blocks.first, blocks.count + after->count};
    } else {
        if (set->runs == set->room) {
            const size_t room = set->room ? 2 * set->room : 16;
            carom_blocks *more = realloc(set->run, room * sizeof *more);
            if (!more) return false;
            set->run = more;
            set->room = room;
        }
        memmove(&set->run[at + 1], &set->run[at], (set->runs++ - at) * sizeof *set->run);
        set->run[at] = blocks;
    }
    set->total += blocks.count;
    return true;
}

carom_blocks carom_block_set_missing(const carom_block_set *set, uint64_t from, uint64_t end, uint64_t most) {
    size_t at = place_of(set, from);
    if (at && set->run[at - 1].first + set->run[at - 1].count > from)
        from = set->run[at - 1].first + set->run[at - 1].count;
    for (; at < set->runs && set->run[at].first <= from; at++) from = set->run[at].first + set->run[at].count;
    const uint64_t to = at < set->runs && set->run[at].first < end ? set->run[at].first : end;
    const uint64_t count = from < to ? to - from : 0;
    return (carom_blocks){from, count < most ? count : most};
}
