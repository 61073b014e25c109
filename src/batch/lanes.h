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
#include "derivative/rows_plane.h"

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
            mode[i] = x.mode;                                                                                          \
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
            mode[i] = x.mode;                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    static void solve_##kernel(const carom_block *b) {                                                                 \
        loop_##kernel(b->n, b->W[0], b->W[1], b->W[2], b->W[3], b->W[4], b->W[5], b->v[0], b->v[1], b->v[2],           \
                      CAROM_EACH(OF_BLOCK, __VA_ARGS__) b->P[0], b->P[1], b->P[2], b->mode);                           \
    }

// Derivatives in 2D: solves the item, computes its rows and from them J, and multiplies by J.
#define TANGENT(k, q)    const double *restrict d##k,
#define MOVED(k, q)      , d##k[i]
#define COTANGENT(k, q)  double *restrict bar##k,
#define AT_END(k, q)     word = carom_at_end_##q(word, p##k[i]);
#define GIVE_BAR(k, q)   bar##k[i] = back.x[CAROM_X_PARAM + k];
#define FROM_MOVES(k, q) m->from[CAROM_X_PARAM + k],
#define TO_MOVES(k, q)   m->to[CAROM_X_PARAM + k],

#define SLOPES_OF_ITEM(kernel, ...)                                                                                    \
    enum { COLUMNS = CAROM_X_PARAM + CAROM_COUNT(__VA_ARGS__) };                                                       \
    const carom_answer2 x = carom_##kernel(a[i], w[i], T[i], vn[i], vt[i] CAROM_EACH(NUMBER, __VA_ARGS__));            \
    const carom_rows2 rows = carom_rows_##kernel(a[i], w[i], T[i], vn[i], vt[i] CAROM_EACH(NUMBER, __VA_ARGS__), &x);  \
    carom_slopes2 J;                                                                                                   \
    uint64_t word = CAROM_SMOOTH;                                                                                      \
    CAROM_EACH(AT_END, __VA_ARGS__)                                                                                    \
    word |= carom_slopes_plane(COLUMNS, &rows, &J);                                                                    \
    uint64_t fits = carom_if_between2(x.mode, CAROM_LANE_LEAST, CAROM_LANE_MOST, a[i], w[i], T[i], vn[i], vt[i]);      \
    CAROM_EACH(FITS, __VA_ARGS__)                                                                                      \
    fits = fabs(x.Pn) + fabs(x.Pt) <= CAROM_ORDINARY_IMPULSE ? fits : CAROM_EXTRAORDINARY;                             \
    Pn[i] = x.Pn;                                                                                                      \
    Pt[i] = x.Pt;                                                                                                      \
    mode[i] = fits;
#define FITS(k, q) fits = carom_if_ordinary_##q(fits, p##k[i]);

// Marks an item as not ordinary if its derivative is not finite, so that it is computed individually.
CAROM_LANE uint64_t finite_or(uint64_t word, double size) {
    return size <= 1e300 ? word : CAROM_EXTRAORDINARY;
}

#define PUSH_LOOP(kernel, ...)                                                                                         \
    static void loop_push_##kernel(size_t n, const double *restrict a, const double *restrict w,                       \
                                   const double *restrict T, const double *restrict vn, const double *restrict vt,     \
                                   CAROM_EACH(COLUMN, __VA_ARGS__) const double *restrict dvn,                         \
                                   const double *restrict dvt, const double *restrict da, const double *restrict dw,   \
                                   const double *restrict dT, CAROM_EACH(TANGENT, __VA_ARGS__) double *restrict Pn,    \
                                   double *restrict Pt, double *restrict dPn, double *restrict dPt,                    \
                                   double *restrict dan, double *restrict dat, double *restrict dE,                    \
                                   uint64_t *restrict mode, uint64_t *restrict smooth) {                               \
        for (size_t i = 0; i < n; i++) {                                                                               \
            SLOPES_OF_ITEM(kernel, __VA_ARGS__)                                                                        \
            const double dx[] = {dvn[i], dvt[i], da[i], dw[i], dT[i] CAROM_EACH(MOVED, __VA_ARGS__)};                  \
            const carom_tangent2 d = carom_push_plane(COLUMNS, &J, a[i], w[i], T[i], vn[i], vt[i], x.Pn, x.Pt, dx);    \
            dPn[i] = d.Pn;                                                                                             \
            dPt[i] = d.Pt;                                                                                             \
            dan[i] = d.vn;                                                                                             \
            dat[i] = d.vt;                                                                                             \
            dE[i] = d.dE;                                                                                              \
            smooth[i] = finite_or(word, fabs(d.Pn) + fabs(d.Pt));                                                      \
        }                                                                                                              \
    }                                                                                                                  \
    static void push_##kernel(const carom_block *b, const carom_moves *m) {                                            \
        loop_push_##kernel(b->n, b->W[0], b->W[1], b->W[2], b->v[0], b->v[1],                                          \
                           CAROM_EACH(OF_BLOCK, __VA_ARGS__) m->from[0], m->from[1], m->from[2], m->from[3],           \
                           m->from[4], CAROM_EACH(FROM_MOVES, __VA_ARGS__) b->P[0], b->P[1], m->to[0], m->to[1],       \
                           m->to[2], m->to[3], m->to[4], b->mode, m->smooth);                                          \
    }

#define PULL_LOOP(kernel, ...)                                                                                         \
    static void loop_pull_##kernel(                                                                                    \
        size_t n, const double *restrict a, const double *restrict w, const double *restrict T,                        \
        const double *restrict vn, const double *restrict vt,                                                          \
        CAROM_EACH(COLUMN, __VA_ARGS__) const double *restrict yPn, const double *restrict yPt,                        \
        const double *restrict yn, const double *restrict yt, const double *restrict yE, double *restrict Pn,          \
        double *restrict Pt, double *restrict bvn, double *restrict bvt, double *restrict ba, double *restrict bw,     \
        double *restrict bT, CAROM_EACH(COTANGENT, __VA_ARGS__) uint64_t *restrict mode, uint64_t *restrict smooth) {  \
        for (size_t i = 0; i < n; i++) {                                                                               \
            SLOPES_OF_ITEM(kernel, __VA_ARGS__)                                                                        \
            const double bar[] = {yPn[i], yPt[i], yn[i], yt[i], yE[i]};                                                \
            const carom_cotangent2 back =                                                                              \
                carom_pull_plane(COLUMNS, &J, a[i], w[i], T[i], vn[i], vt[i], x.Pn, x.Pt, bar);                        \
            bvn[i] = back.x[CAROM_X_VN];                                                                               \
            bvt[i] = back.x[CAROM_X_VT];                                                                               \
            ba[i] = back.x[CAROM_X_A];                                                                                 \
            bw[i] = back.x[CAROM_X_W];                                                                                 \
            bT[i] = back.x[CAROM_X_T];                                                                                 \
            CAROM_EACH(GIVE_BAR, __VA_ARGS__)                                                                          \
            smooth[i] = finite_or(word, back.size);                                                                    \
        }                                                                                                              \
    }                                                                                                                  \
    static void pull_##kernel(const carom_block *b, const carom_moves *m) {                                            \
        loop_pull_##kernel(b->n, b->W[0], b->W[1], b->W[2], b->v[0], b->v[1],                                          \
                           CAROM_EACH(OF_BLOCK, __VA_ARGS__) m->from[0], m->from[1], m->from[2], m->from[3],           \
                           m->from[4], b->P[0], b->P[1], m->to[0], m->to[1], m->to[2], m->to[3], m->to[4],             \
                           CAROM_EACH(TO_MOVES, __VA_ARGS__) b->mode, m->smooth);                                      \
    }

#define CAROM_LANES_PLANE_ROWS(kernel, law, restitution, ...) PUSH_LOOP(kernel, __VA_ARGS__)
#include "batch/laws_lanes.def"
#define CAROM_LANES_PLANE_ROWS(kernel, law, restitution, ...) PULL_LOOP(kernel, __VA_ARGS__)
#include "batch/laws_lanes.def"

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
    .push =
        {
#define CAROM_LANES_PLANE_ROWS(id, ...) [CAROM_LANES_##id] = push_##id,
#include "batch/laws_lanes.def"
        },
    .pull =
        {
#define CAROM_LANES_PLANE_ROWS(id, ...) [CAROM_LANES_##id] = pull_##id,
#include "batch/laws_lanes.def"
        },
    .judge = {judge2, judge3},
    .narrow = narrow,
    .expand = {expand_few, expand_many},
    .sum = {sum_few, sum_many},
};

#endif
