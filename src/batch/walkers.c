#include "batch/walkers.h"

#include <string.h>

#include "batch/walker.h"
#include "collide/ordinary.h"

typedef struct crew {
    const carom_level *level;
    const carom_block *block;
    carom_restitution restitution;
    size_t next; // the next item
    carom_walker *walkers;
    carom_lane_series series;
} crew;

// What the many, and what the few keep.
typedef struct many {
    _Alignas(CAROM_WALK_ALIGN) double rows[CAROM_SERIES_ROWS * CAROM_WALKERS_MANY];
    carom_walker walkers[CAROM_WALKERS_MANY];
} many;

typedef struct few {
    _Alignas(CAROM_WALK_ALIGN) double rows[CAROM_SERIES_ROWS * CAROM_WALKERS_FEW];
    carom_walker walkers[CAROM_WALKERS_FEW];
} few;

size_t carom_walk_memory(void) {
    return sizeof(many);
}

// A walker without an item takes the next one that is for walkers.
static bool busy(crew *c, carom_walker *x) {
    while (x->errand == CAROM_IDLE && c->next < c->block->n) {
        const size_t i = c->next++;
        c->block->mode[i] = CAROM_EXTRAORDINARY;
        for (int k = 0; k < 3; k++)
            c->block->P[k][i] = 0.0; // an item that is left is judged with the others all the same
        if (carom_walker_begin(x, c->block, i, c->restitution)) x->errand = CAROM_ONWARD;
    }
    return x->errand != CAROM_IDLE;
}

// A new piece for everyone who is not seeking. Those who are get the same piece again, to the bit.
static void set_all_out(crew *c) {
    carom_lane_series *s = &c->series;
    s->dying = false;
    for (int i = 0; i < c->series.walkers; i++) {
        carom_walker *x = &c->walkers[i];
        if (x->errand != CAROM_IDLE && !x->seeking && !carom_walker_set_out(x, s, i)) x->errand = CAROM_IDLE;
        s->dying = s->dying || x->errand == CAROM_TO_ROOT;
    }
    c->level->expand[s->walkers == CAROM_WALKERS_MANY](s);
    for (int i = 0; i < c->series.walkers; i++) {
        carom_walker *x = &c->walkers[i];
        if (!x->seeking) carom_walker_start_piece(x, s, i);
    }
}

// Those who seek look; with `fresh` the others see the end of their new piece.
static void look_around(crew *c, bool fresh) {
    carom_lane_series *s = &c->series;
    for (int i = 0; i < c->series.walkers; i++)
        *carom_of_walker(s, CAROM_ROW_TAU, i) = carom_walker_tau(&c->walkers[i]);
    c->level->sum[s->walkers == CAROM_WALKERS_MANY](s);
    for (int i = 0; i < c->series.walkers; i++) {
        carom_walker *x = &c->walkers[i];
        if (x->seeking)
            carom_walker_look(x, c->block, s, i);
        else if (fresh && x->errand != CAROM_IDLE)
            carom_walker_arrive(x, c->block, s, i);
    }
}

static void walk(crew *c) {
    for (;;) {
        int walking = 0, seeking = 0;
        for (int i = 0; i < c->series.walkers; i++) {
            walking += busy(c, &c->walkers[i]);
            seeking += c->walkers[i].seeking;
        }
        if (!walking) return;
        // A piece costs several looks: it waits until half of them want one.
        const bool enough = 2 * (walking - seeking) >= walking;
        if (enough) set_all_out(c);
        look_around(c, enough);
    }
}

static void walk_many(crew *c, many *m) {
    memset(m, 0, sizeof *m);
    c->walkers = m->walkers;
    c->series.rows = m->rows;
    c->series.walkers = CAROM_WALKERS_MANY;
    walk(c);
}

static void walk_few(crew *c) {
    few f;
    memset(&f, 0, sizeof f);
    c->walkers = f.walkers;
    c->series.rows = f.rows;
    c->series.walkers = CAROM_WALKERS_FEW;
    walk(c);
}

void carom_walk_block(const carom_level *level, const carom_block *block, carom_restitution restitution) {
    crew c = {.level = level, .block = block, .restitution = restitution};
    c.series.working = carom_stops[restitution].traits & CAROM_STOP_WORKS;
    if (block->memory)
        walk_many(&c, block->memory);
    else
        walk_few(&c);
}
