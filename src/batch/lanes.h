// The loops over a block, in plain C that compilers vectorise. Each level_*.c includes this once, with CAROM_LEVEL_NAME
// defined, and is built with its own flags.
#ifndef CAROM_SRC_LANES_H
#define CAROM_SRC_LANES_H

#include "base/each.h"
#include "base/lane.h"
#include "batch/block.h"
#include "batch/series_lanes.h"
#include "batch/space_paths.h"
#include "collide/admissibility.h"
#include "collide/kernel_call.h"
#include "collide/ordinary.h"
#include "collide/problem.h"

// Includes the vectorised code of every law.
#define CAROM_LANES_CODE
#include "batch/laws_lanes.def"
#undef CAROM_LANES_CODE

#define CAROM_LANES_PLANE(kernel, law, restitution, ...) CAROM_CALL_PLANE(kernel, __VA_ARGS__)
#define CAROM_LANES_SPACE(kernel, law, restitution, ...) CAROM_CALL_SPACE(kernel, __VA_ARGS__)
#include "batch/laws_lanes.def"

// Names the coefficients of a law: their columns, and their values for one item.
#define COLUMN(k, q)   const double *restrict p##k,
#define NUMBER(k, q)   , p##k[i]
#define OF_BLOCK(k, q) b->p[k],

// Every item is solved as if it were ordinary. Items that are not ordinary are marked and later solved one by one.
#define PLANE_LOOP(kernel, ...)                                                                                        \
    static void loop_##kernel(size_t n, const double *restrict a, const double *restrict w, const double *restrict T,  \
                              const double *restrict vn, const double *restrict vt,                                    \
                              CAROM_EACH(COLUMN, __VA_ARGS__) double *restrict Pn, double *restrict Pt,                \
                              uint64_t *restrict mode) {                                                               \
        for (size_t i = 0; i < n; i++) {                                                                               \
            const carom_answer2 x =                                                                                    \
                carom_call_##kernel(a[i], w[i], T[i], vn[i], vt[i] CAROM_EACH(NUMBER, __VA_ARGS__));                   \
            Pn[i] = x.Pn;                                                                                              \
            Pt[i] = x.Pt;                                                                                              \
            mode[i] = carom_if_far2(x.mode, a[i], w[i], T[i]);                                                         \
        }                                                                                                              \
    }                                                                                                                  \
    static void solve_##kernel(const carom_block *b) {                                                                 \
        loop_##kernel(b->n, b->W[0], b->W[1], b->W[2], b->v[0], b->v[1], CAROM_EACH(OF_BLOCK, __VA_ARGS__) b->P[0],    \
                      b->P[1], b->mode);                                                                               \
    }

#define SPACE_LOOP(kernel, ...)                                                                                        \
    static void loop_##kernel(size_t n, const double *restrict a, const double *restrict w1,                           \
                              const double *restrict w2, const double *restrict T11, const double *restrict T12,       \
                              const double *restrict T22, const double *restrict vn, const double *restrict v1,        \
                              const double *restrict v2, CAROM_EACH(COLUMN, __VA_ARGS__) double *restrict Pn,          \
                              double *restrict P1, double *restrict P2, uint64_t *restrict mode) {                     \
        for (size_t i = 0; i < n; i++) {                                                                               \
            const carom_answer3 x = carom_call_##kernel(a[i], w1[i], w2[i], T11[i], T12[i], T22[i], vn[i], v1[i],      \
                                                        v2[i] CAROM_EACH(NUMBER, __VA_ARGS__));                        \
            Pn[i] = x.P[0];                                                                                            \
            P1[i] = x.P[1];                                                                                            \
            P2[i] = x.P[2];                                                                                            \
            mode[i] = carom_if_far3(x.mode, a[i], w1[i], w2[i], T11[i], T12[i], T22[i]);                               \
        }                                                                                                              \
    }                                                                                                                  \
    static void solve_##kernel(const carom_block *b) {                                                                 \
        loop_##kernel(b->n, b->W[0], b->W[1], b->W[2], b->W[3], b->W[4], b->W[5], b->v[0], b->v[1], b->v[2],           \
                      CAROM_EACH(OF_BLOCK, __VA_ARGS__) b->P[0], b->P[1], b->P[2], b->mode);                           \
    }

#define CAROM_LANES_PLANE(kernel, law, restitution, ...) PLANE_LOOP(kernel, __VA_ARGS__)
#define CAROM_LANES_SPACE(kernel, law, restitution, ...) SPACE_LOOP(kernel, __VA_ARGS__)
#include "batch/laws_lanes.def"

// These laws are not closed forms: path followers solve them together.
#define CAROM_LANES_WALK(id, law, restitution, ...)                                                                    \
    static void solve_##id(const carom_block *b) {                                                                     \
        carom_walk_block(&this_level, b, restitution);                                                                 \
    }
static const carom_level this_level;
#include "batch/laws_lanes.def"

static void loop_judge2(size_t n, const double *restrict a, const double *restrict w, const double *restrict T,
                        const double *restrict vn, const double *restrict vt, const double *restrict Pn,
                        const double *restrict Pt, const double *restrict mu, carom_accuracy accuracy,
                        double *restrict after_n, double *restrict after_t, double *restrict dE,
                        uint64_t *restrict broken) {
    for (size_t i = 0; i < n; i++) {
        const double W[3][3] = {{a[i], w[i], 0.0}, {w[i], T[i], 0.0}, {0.0, 0.0, 0.0}};
        const double v[3] = {vn[i], vt[i], 0.0}, P[3] = {Pn[i], Pt[i], 0.0};
        const carom_judged j = carom_judge(2, W, v, P, mu[i]);
        after_n[i] = j.v[0];
        after_t[i] = j.v[1];
        dE[i] = j.energy.sum;
        broken[i] = carom_breaches(&j, accuracy);
    }
}

static void judge2(const carom_block *b) {
    loop_judge2(b->n, b->W[0], b->W[1], b->W[2], b->v[0], b->v[1], b->P[0], b->P[1], b->cone, b->accuracy, b->after[0],
                b->after[1], b->dE, b->broken);
}

static void loop_judge3(size_t n, const double *restrict a, const double *restrict w1, const double *restrict w2,
                        const double *restrict T11, const double *restrict T12, const double *restrict T22,
                        const double *restrict vn, const double *restrict v1, const double *restrict v2,
                        const double *restrict Pn, const double *restrict P1, const double *restrict P2,
                        const double *restrict mu, carom_accuracy accuracy, double *restrict after_n,
                        double *restrict after_1, double *restrict after_2, double *restrict dE,
                        uint64_t *restrict broken) {
    for (size_t i = 0; i < n; i++) {
        const double W[3][3] = {{a[i], w1[i], w2[i]}, {w1[i], T11[i], T12[i]}, {w2[i], T12[i], T22[i]}};
        const double v[3] = {vn[i], v1[i], v2[i]}, P[3] = {Pn[i], P1[i], P2[i]};
        const carom_judged j = carom_judge(3, W, v, P, mu[i]);
        after_n[i] = j.v[0];
        after_1[i] = j.v[1];
        after_2[i] = j.v[2];
        dE[i] = j.energy.sum;
        broken[i] = carom_breaches(&j, accuracy);
    }
}

static void judge3(const carom_block *b) {
    loop_judge3(b->n, b->W[0], b->W[1], b->W[2], b->W[3], b->W[4], b->W[5], b->v[0], b->v[1], b->v[2], b->P[0], b->P[1],
                b->P[2], b->cone, b->accuracy, b->after[0], b->after[1], b->after[2], b->dE, b->broken);
}

static size_t narrow(size_t n, const uint64_t *restrict words, uint8_t *restrict bytes) {
    uint64_t found = 0;
    for (size_t i = 0; i < n; i++) {
        bytes[i] = (uint8_t)words[i];
        found += words[i] == CAROM_EXTRAORDINARY ? 1 : 0;
    }
    return (size_t)found;
}

static const carom_level this_level = {
    .name = CAROM_LEVEL_NAME,
    .solve =
        {
#define CAROM_LANES_PLANE(id, ...) solve_##id,
#define CAROM_LANES_SPACE(id, ...) solve_##id,
#define CAROM_LANES_WALK(id, ...)  solve_##id,
#include "batch/laws_lanes.def"
        },
    .judge = {judge2, judge3},
    .narrow = narrow,
    .expand = {expand_few, expand_many},
    .sum = {sum_few, sum_many},
};

#endif
