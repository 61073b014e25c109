// Divides the caller's memory into arrays. A first pass without memory counts the bytes, and a second one assigns them.
#ifndef CAROM_SRC_ARENA_H
#define CAROM_SRC_ARENA_H

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct carom_arena {
    char *base; // NULL while counting
    size_t used, size;
} carom_arena;

// The strictest alignment of the arrays.
#define CAROM_ARENA_ALIGN alignof(max_align_t)

static inline carom_arena carom_arena_over(void *memory, size_t size) {
    return (carom_arena){.base = memory, .size = size};
}

// Represents a sum of sizes that does not fit in a size_t. It is larger than any memory.
#define CAROM_ARENA_TOO_MUCH SIZE_MAX

// Returns an array; NULL while counting, or if the memory is too small.
static inline void *carom_arena_take(carom_arena *a, size_t count, size_t each) {
    const size_t at = a->used, room = CAROM_ARENA_TOO_MUCH - at;
    if (each && count > (room - room % CAROM_ARENA_ALIGN) / each)
        a->used = CAROM_ARENA_TOO_MUCH;
    else if (a->used != CAROM_ARENA_TOO_MUCH)
        a->used += (count * each + CAROM_ARENA_ALIGN - 1) / CAROM_ARENA_ALIGN * CAROM_ARENA_ALIGN;
    return a->base && a->used <= a->size ? a->base + at : NULL;
}

// Returns the number of bytes taken; 0 if they do not fit in a size_t.
static inline size_t carom_arena_bytes(const carom_arena *a) {
    return a->used == CAROM_ARENA_TOO_MUCH ? 0 : a->used;
}

static inline bool carom_arena_short(const carom_arena *a) {
    return !a->base || a->used > a->size || a->used == CAROM_ARENA_TOO_MUCH;
}

#define CAROM_TAKE(arena, count, type) ((type *)carom_arena_take((arena), (size_t)(count), sizeof(type)))

#endif
