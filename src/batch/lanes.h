// The loops over a block, in plain C that compilers vectorise. Each level_*.c includes this once, with
// CAROM_LEVEL_NAME defined, and is built with flags of its own.
#ifndef CAROM_SRC_LANES_H
#define CAROM_SRC_LANES_H

#include "base/lane.h"
#include "batch/block.h"
#include "batch/series_lanes.h"
#include "collide/diagonal.h"
#include "collide/judge.h"
#include "collide/ordinary.h"
#include "laws/bilinear/kernel_bilinear.h"
#include "laws/brach/kernel_brach.h"
#include "laws/chatterjee/kernel_chatterjee.h"
#include "laws/chatterjee/kernel_chatterjee_space.h"
#include "laws/glocker/kernel_glocker.h"
#include "laws/routh/kernel_routh.h"
#include "laws/whittaker/kernel_whittaker.h"

typedef struct answer2 {
    double Pn, Pt;
    uint64_t mode;
} answer2;

// One planar problem in registers, the parameters in the order of the law's row.
#define PLANE_PROBLEM double a, double w, double T, double vn, double vt, double p0, double p1, double p2

CAROM_LANE answer2 lane_frictionless(PLANE_PROBLEM) {
    (void)w, (void)T, (void)vt, (void)p1, (void)p2;
    const double Pc = -vn / a;
    return (answer2){(1.0 + p0) * Pc, 0.0, CAROM_MODE_SLIDING};
}

CAROM_LANE answer2 routh(PLANE_PROBLEM, carom_restitution restitution) {
    const carom_routh_kernel k = carom_routh_closed(a, w, T, vn, vt, p0, p1, p2, restitution);
    return (answer2){k.Pn, k.Pt, carom_routh_mode(&k, vt)};
}

// Where mu_static = mu the compiler sees one number instead of two.
#define ROUTH_LANES(choice, restitution)                                                                               \
    CAROM_LANE answer2 lane_routh_static_##choice(PLANE_PROBLEM) {                                                     \
        return routh(a, w, T, vn, vt, p0, p1, p2, restitution);                                                        \
    }                                                                                                                  \
    CAROM_LANE answer2 lane_routh_##choice(PLANE_PROBLEM) {                                                            \
        (void)p2;                                                                                                      \
        return routh(a, w, T, vn, vt, p0, p1, p1, restitution);                                                        \
    }
ROUTH_LANES(newton, CAROM_NEWTON)
ROUTH_LANES(poisson, CAROM_POISSON)
ROUTH_LANES(energetic, CAROM_ENERGETIC)

CAROM_LANE answer2 lane_whittaker_static(PLANE_PROBLEM) {
    const carom_whittaker_kernel k = carom_whittaker_closed(a, w, T, vn, vt, p0, p1, p2);
    return (answer2){k.Pn, k.Pt, k.mode};
}

CAROM_LANE answer2 lane_whittaker(PLANE_PROBLEM) {
    (void)p2;
    return lane_whittaker_static(a, w, T, vn, vt, p0, p1, p1);
}

CAROM_LANE answer2 lane_brach(PLANE_PROBLEM) {
    (void)p2;
    const carom_brach_kernel k = carom_brach_closed(a, w, T, vn, vt, p0, p1);
    return (answer2){k.Pn, k.Pt, k.mode};
}

CAROM_LANE answer2 lane_chatterjee1(PLANE_PROBLEM) {
    const carom_chatterjee_kernel k = carom_chatterjee1_closed(a, w, T, vn, vt, p0, p1, p2);
    return (answer2){k.Pn, k.Pt, k.mode};
}

CAROM_LANE answer2 lane_chatterjee2(PLANE_PROBLEM) {
    const carom_chatterjee_kernel k = carom_chatterjee2_closed(a, w, T, vn, vt, p0, p1, p2);
    return (answer2){k.Pn, k.Pt, k.mode};
}

CAROM_LANE answer2 lane_chatterjee3(PLANE_PROBLEM) {
    const carom_chatterjee_kernel k = carom_chatterjee3_closed(a, w, T, vn, vt, p0, p1, p2);
    return (answer2){k.Pn, k.Pt, k.mode};
}

CAROM_LANE answer2 lane_glocker(PLANE_PROBLEM) {
    const carom_glocker_kernel k = carom_glocker_closed(a, w, T, vn, vt, p0, p1, p2);
    // The law's own range of e_t.
    return (answer2){k.Pn, k.Pt, p1 >= 0.0 ? k.mode : CAROM_EXTRAORDINARY};
}

CAROM_LANE answer2 lane_bilinear(PLANE_PROBLEM) {
    const carom_bilinear_kernel k = carom_bilinear_closed(a, T, vn, fabs(vt), p0, p1, p2);
    const uint64_t mode = k.sliding ? CAROM_MODE_SLIDING : CAROM_MODE_STICKING;
    // The coupling is within the law's bound for certain, 3e-13 of 1e-12.
    const double against = fabs(vt) > 0.0 ? -k.grip * (vt / fabs(vt)) : 0.0;
    return (answer2){k.Pn, against, w * w <= 1e-25 * (a * T) ? mode : CAROM_EXTRAORDINARY};
}

CAROM_LANE answer2 lane_walton(PLANE_PROBLEM) {
    const answer2 x = lane_bilinear(a, w, T, vn, vt, p0, p1, p2);
    return (answer2){x.Pn, x.Pt, fabs(T - 3.5 * a) <= CAROM_UNCOUPLED * T ? x.mode : CAROM_EXTRAORDINARY};
}

typedef struct answer3 {
    double P[3];
    uint64_t mode;
} answer3;

// One spatial problem in registers: W = [[a, w], [w, T]].
#define SPACE_PROBLEM                                                                                                  \
    double a, double w1, double w2, double T11, double T12, double T22, double vn, double v1, double v2, double p0,    \
        double p1, double p2

CAROM_LANE answer3 lane_frictionless_space(SPACE_PROBLEM) {
    (void)w1, (void)w2, (void)T11, (void)T12, (void)T22, (void)v1, (void)v2, (void)p1, (void)p2;
    const double Pc = -vn / a;
    return (answer3){{(1.0 + p0) * Pc, 0.0, 0.0}, CAROM_MODE_SLIDING};
}

#define SPACE_CONTACT ((const carom_space){a, w1, w2, T11, T12, T22, vn, v1, v2})

CAROM_LANE answer3 in_space(carom_space_kernel k) {
    return (answer3){{k.P.n, k.P.t1, k.P.t2}, k.mode};
}

CAROM_LANE answer3 lane_chatterjee1_space(SPACE_PROBLEM) {
    return in_space(carom_chatterjee1_space(&SPACE_CONTACT, p0, p1, p2));
}

CAROM_LANE answer3 lane_chatterjee2_space(SPACE_PROBLEM) {
    return in_space(carom_chatterjee2_space(&SPACE_CONTACT, p0, p1, p2));
}

CAROM_LANE answer3 lane_chatterjee3_space(SPACE_PROBLEM) {
    return in_space(carom_chatterjee3_space(&SPACE_CONTACT, p0, p1, p2));
}

// Where nothing couples and the slip runs along an axis of T, as law_bilinear.c asks.
CAROM_LANE answer3 lane_bilinear_space(SPACE_PROBLEM) {
    const double square = v1 * v1 + v2 * v2, speed = sqrt(square);
    const double Tv1 = T11 * v1 + T12 * v2, Tv2 = T12 * v1 + T22 * v2;
    const double b = square > 0.0 ? (v1 * Tv1 + v2 * Tv2) / square : T11;
    const carom_bilinear_kernel k = carom_bilinear_closed(a, b, vn, speed, p0, p1, p2);
    uint64_t mode = k.sliding ? CAROM_MODE_SLIDING : CAROM_MODE_STICKING;
    mode = w1 * w1 <= 1e-25 * (a * T11) ? mode : CAROM_EXTRAORDINARY;
    mode = w2 * w2 <= 1e-25 * (a * T22) ? mode : CAROM_EXTRAORDINARY;
    mode = fabs(v1 * Tv2 - v2 * Tv1) <= CAROM_UNCOUPLED * (T11 + T22) * square ? mode : CAROM_EXTRAORDINARY;
    const double P1 = speed > 0.0 ? -k.grip * (v1 / speed) : 0.0, P2 = speed > 0.0 ? -k.grip * (v2 / speed) : 0.0;
    return (answer3){{k.Pn, P1, P2}, mode};
}

CAROM_LANE answer3 lane_walton_space(SPACE_PROBLEM) {
    const double speed = sqrt(v1 * v1 + v2 * v2);
    const carom_bilinear_kernel k = carom_bilinear_closed(a, T11, vn, speed, p0, p1, p2);
    uint64_t mode = k.sliding ? CAROM_MODE_SLIDING : CAROM_MODE_STICKING;
    mode = w1 * w1 <= 1e-25 * (a * T11) ? mode : CAROM_EXTRAORDINARY;
    mode = w2 * w2 <= 1e-25 * (a * T22) ? mode : CAROM_EXTRAORDINARY;
    mode = fabs(T12) <= CAROM_UNCOUPLED * T11 ? mode : CAROM_EXTRAORDINARY;
    mode = fabs(T11 - 3.5 * a) <= CAROM_UNCOUPLED * T11 ? mode : CAROM_EXTRAORDINARY;
    mode = fabs(T22 - 3.5 * a) <= CAROM_UNCOUPLED * T22 ? mode : CAROM_EXTRAORDINARY;
    const double P1 = speed > 0.0 ? -k.grip * (v1 / speed) : 0.0, P2 = speed > 0.0 ? -k.grip * (v2 / speed) : 0.0;
    return (answer3){{k.Pn, P1, P2}, mode};
}

// Every item is solved as if it were ordinary; the ones that are not are marked and solved again one by one.
#define PLANE_LOOP(id, q0, q1, q2)                                                                                     \
    static void loop_##id(size_t n, const double *restrict a, const double *restrict w, const double *restrict T,      \
                          const double *restrict vn, const double *restrict vt, const double *restrict p0,             \
                          const double *restrict p1, const double *restrict p2, double *restrict Pn,                   \
                          double *restrict Pt, uint64_t *restrict mode) {                                              \
        for (size_t i = 0; i < n; i++) {                                                                               \
            const answer2 x = lane_##id(a[i], w[i], T[i], vn[i], vt[i], p0[i], p1[i], p2[i]);                          \
            uint64_t word = carom_if_ordinary2(x.mode, a[i], w[i], T[i], vn[i], vt[i]);                                \
            word = carom_if_ordinary_##q0(word, p0[i]);                                                                \
            word = carom_if_ordinary_##q1(word, p1[i]);                                                                \
            if (CAROM_PARAM_##q2 != CAROM_PARAM_##q1) word = carom_if_ordinary_##q2(word, p2[i]);                      \
            Pn[i] = x.Pn;                                                                                              \
            Pt[i] = x.Pt;                                                                                              \
            mode[i] = fabs(x.Pn) + fabs(x.Pt) <= CAROM_ORDINARY_IMPULSE ? word : CAROM_EXTRAORDINARY;                  \
        }                                                                                                              \
    }                                                                                                                  \
    static void solve_##id(const carom_block *b) {                                                                     \
        loop_##id(b->n, b->W[0], b->W[1], b->W[2], b->v[0], b->v[1], b->p[0], b->p[1], b->p[2], b->P[0], b->P[1],      \
                  b->mode);                                                                                            \
    }

#define SPACE_LOOP(id, q0, q1, q2)                                                                                     \
    static void loop_##id(size_t n, const double *restrict a, const double *restrict w1, const double *restrict w2,    \
                          const double *restrict T11, const double *restrict T12, const double *restrict T22,          \
                          const double *restrict vn, const double *restrict v1, const double *restrict v2,             \
                          const double *restrict p0, const double *restrict p1, const double *restrict p2,             \
                          double *restrict Pn, double *restrict P1, double *restrict P2, uint64_t *restrict mode) {    \
        for (size_t i = 0; i < n; i++) {                                                                               \
            const answer3 x =                                                                                          \
                lane_##id(a[i], w1[i], w2[i], T11[i], T12[i], T22[i], vn[i], v1[i], v2[i], p0[i], p1[i], p2[i]);       \
            uint64_t word =                                                                                            \
                carom_if_ordinary3(x.mode, a[i], w1[i], w2[i], T11[i], T12[i], T22[i], vn[i], v1[i], v2[i]);           \
            word = carom_if_ordinary_##q0(word, p0[i]);                                                                \
            word = carom_if_ordinary_##q1(word, p1[i]);                                                                \
            word = carom_if_ordinary_##q2(word, p2[i]);                                                                \
            Pn[i] = x.P[0];                                                                                            \
            P1[i] = x.P[1];                                                                                            \
            P2[i] = x.P[2];                                                                                            \
            const double size = fabs(x.P[0]) + fabs(x.P[1]) + fabs(x.P[2]);                                            \
            mode[i] = size <= CAROM_ORDINARY_IMPULSE ? word : CAROM_EXTRAORDINARY;                                     \
        }                                                                                                              \
    }                                                                                                                  \
    static void solve_##id(const carom_block *b) {                                                                     \
        loop_##id(b->n, b->W[0], b->W[1], b->W[2], b->W[3], b->W[4], b->W[5], b->v[0], b->v[1], b->v[2], b->p[0],      \
                  b->p[1], b->p[2], b->P[0], b->P[1], b->P[2], b->mode);                                               \
    }

#define CAROM_LANES_PLANE(id, law, restitution, q0, q1, q2) PLANE_LOOP(id, q0, q1, q2)
#define CAROM_LANES_SPACE(id, law, restitution, q0, q1, q2) SPACE_LOOP(id, q0, q1, q2)
#include "batch/lanes.def"

// Not closed forms: walkers in step.
#define CAROM_LANES_WALK(id, law, restitution, ...)                                                                    \
    static void solve_##id(const carom_block *b) {                                                                     \
        carom_walk_block(&this_level, b, restitution);                                                                 \
    }
static const carom_level this_level;
#include "batch/lanes.def"

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
#include "batch/lanes.def"
        },
    .judge = {judge2, judge3},
    .narrow = narrow,
    .expand = {expand_few, expand_many},
    .sum = {sum_few, sum_many},
};

#endif
