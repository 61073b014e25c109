#include "batch/space_paths.h"

#include <string.h>

#include "batch/space_path.h"
#include "collide/ordinary.h"

typedef struct group {
    const carom_level *level;
    const carom_block *block;
    carom_restitution restitution;
    size_t next; // next item of the block to hand out
    carom_walker *walkers;
    carom_lane_series series;
} group;

// The memory for CAROM_WALK_MANY path followers, and for CAROM_WALK_FEW.
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

// Gives the next suitable item to an idle path follower. Returns whether the follower then has an item.
static bool busy(group *c, carom_walker *x) {
    while (x->task == CAROM_WALKER_IDLE && c->next < c->block->n) {
        const size_t i = c->next++;
        c->block->mode[i] = CAROM_EXTRAORDINARY;
        for (int k = 0; k < 3; k++)
            c->block->P[k][i] = 0.0; // an item that is left out is still judged together with the others
        if (carom_walker_begin(x, c->block, i, c->restitution)) x->task = CAROM_WALKER_TAYLOR;
    }
    return x->task != CAROM_WALKER_IDLE;
}

// Requests a new piece for every path follower that is not searching. The others get the same piece again, with the
// same bits.
static void ask_all(group *c) {
    carom_lane_series *s = &c->series;
    s->to_root = false;
    for (int i = 0; i < c->series.walkers; i++) {
        carom_walker *x = &c->walkers[i];
        if (x->task != CAROM_WALKER_IDLE && !x->seeking && !carom_walker_ask(x, s, i)) x->task = CAROM_WALKER_IDLE;
        s->to_root = s->to_root || x->task == CAROM_WALKER_TO_ROOT;
    }
    c->level->expand[s->walkers == CAROM_WALKERS_MANY](s);
    for (int i = 0; i < c->series.walkers; i++) {
        carom_walker *x = &c->walkers[i];
        if (!x->seeking) carom_walker_start_piece(x, s, i);
    }
}

// Evaluates the points of the path followers that search. With `fresh`, also evaluates the ends of new pieces.
static void look_all(group *c, bool fresh) {
    carom_lane_series *s = &c->series;
    for (int i = 0; i < c->series.walkers; i++)
        *carom_of_walker(s, CAROM_ROW_TAU, i) = carom_walker_tau(&c->walkers[i]);
    c->level->sum[s->walkers == CAROM_WALKERS_MANY](s);
    for (int i = 0; i < c->series.walkers; i++) {
        carom_walker *x = &c->walkers[i];
        if (x->seeking)
            carom_walker_look(x, c->block, s, i);
        else if (fresh && x->task != CAROM_WALKER_IDLE)
            carom_walker_reach_end(x, c->block, s, i);
    }
}

static void walk(group *c) {
    for (;;) {
        int walking = 0, seeking = 0;
        for (int i = 0; i < c->series.walkers; i++) {
            walking += busy(c, &c->walkers[i]);
            seeking += c->walkers[i].seeking;
        }
        if (!walking) return;
        // A new piece costs as much as several evaluations, so pieces are computed only when half of the followers need
        // one.
        const bool enough = 2 * (walking - seeking) >= walking;
        if (enough) ask_all(c);
        look_all(c, enough);
    }
}

static void walk_many(group *c, many *m) {
    memset(m, 0, sizeof *m);
    c->walkers = m->walkers;
    c->series.rows = m->rows;
    c->series.walkers = CAROM_WALKERS_MANY;
    walk(c);
}

static void walk_few(group *c) {
    few f;
    memset(&f, 0, sizeof f);
    c->walkers = f.walkers;
    c->series.rows = f.rows;
    c->series.walkers = CAROM_WALKERS_FEW;
    walk(c);
}

void carom_walk_block(const carom_level *level, const carom_block *block, carom_restitution restitution) {
    group c = {.level = level, .block = block, .restitution = restitution};
    c.series.working = carom_stops[restitution].traits & CAROM_STOP_WORKS;
    if (block->memory)
        walk_many(&c, block->memory);
    else
        walk_few(&c);
}
