// Solves Chatterjee's laws I, II and III in 3D without branches. Requires an ordinary contact and mu in range. The law
// files contain the derivations, and chatterjee.c the general form with its limits.
#ifndef CAROM_SRC_KERNEL_CHATTERJEE_SPACE_H
#define CAROM_SRC_KERNEL_CHATTERJEE_SPACE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/lane.h"
#include "carom/carom.h"
#include "derivative/schur.h"
#include "laws/chatterjee/kernel_chatterjee.h"

// Moves back along the line to the normal impulse A, as in 2D.
CAROM_LANE carom_space_kernel carom_space_draw(double A, double mu, carom_space_vector P) {
    const double friction = sqrt(P.t1 * P.t1 + P.t2 * P.t2);
    const carom_chatterjee_kernel k = carom_chatterjee_draw(A, mu, P.n, friction);
    return (carom_space_kernel){{k.Pn, k.alpha * P.t1, k.alpha * P.t2}, k.mode};
}

// This tiny number is added to the slip speed to avoid 0/0. Unless the slip is zero, it is lost in rounding.
#define CAROM_NOT_ZERO 1e-300

CAROM_LANE carom_space_kernel carom_chatterjee1_space(const carom_space *c, double r_n, double r_t, double mu) {
    const double square = c->t1 * c->t1 + c->t2 * c->t2, speed = sqrt(square);

    // Compute the direction of law I, with p across the slip:
    //   M_22/M_11 = (W_nn p.T p - (w.p)^2) / det T
    //   rho = min((1 + r_t) (M_22/M_11) |v_t| / ((1 + r_n) |v_n|), mu)
    //   d_t = -lean v_t,  lean = rho / |v_t|
    const double pTp = c->t2 * (c->T11 * c->t2 - c->T12 * c->t1) + c->t1 * (c->T22 * c->t1 - c->T12 * c->t2);
    const double wp = c->w2 * c->t1 - c->w1 * c->t2;
    const double above = c->a * pTp - wp * wp, det = c->T11 * c->T22 - c->T12 * c->T12;
    const double c_n = -(1.0 + r_n) * c->n;
    const double below = speed * det * c_n + CAROM_NOT_ZERO;
    const double wanted = (1.0 + r_t) * (above > 0.0 ? above : 0.0) / below;
    const double lean = speed > 0.0 ? (wanted < mu ? wanted : mu) / speed : 0.0;
    const double d1 = -lean * c->t1, d2 = -lean * c->t2;

    // Compute the longest impulse along d = (1, d_t) that energy allows.
    const double wd = c->w1 * d1 + c->w2 * d2;
    const double dTd = d1 * (c->T11 * d1 + c->T12 * d2) + d2 * (c->T12 * d1 + c->T22 * d2);
    const double longest = -2.0 * (c->n + d1 * c->t1 + d2 * c->t2) / (c->a + 2.0 * wd + dTd);
    const double vf = c->n + (c->a + wd) * longest;
    const carom_chatterjee_kernel k = carom_chatterjee1_length(c->a, c->n, r_n, longest, vf);
    return (carom_space_kernel){{k.Pn, d1 * k.Pt, d2 * k.Pt}, k.mode};
}

CAROM_LANE carom_space_kernel carom_chatterjee2_space(const carom_space *c, double r_n, double r_t, double mu) {
    const carom_schur s = carom_schur_of(c);
    const carom_space_vector stop = carom_schur_solve(c, &s, (carom_space_vector){-c->n, -c->t1, -c->t2});
    // P_t is the scaled P_t of the all-stopping impulse. P_n follows from v_n' = -r_n v_n, which also holds after
    // moving P back to the cone.
    const double A = -(1.0 + r_n) * c->n * s.per_a;
    carom_space_vector P = {A, (1.0 + r_t) * stop.t1, (1.0 + r_t) * stop.t2};
    P.n -= (c->w1 * P.t1 + c->w2 * P.t2) * s.per_a;
    return carom_space_draw(A, mu, P);
}

// Returns dE = P.(v + W P / 2).
CAROM_LANE double carom_space_energy(const carom_space *c, carom_space_vector P) {
    const double n = c->n + 0.5 * (c->a * P.n + c->w1 * P.t1 + c->w2 * P.t2);
    const double t1 = c->t1 + 0.5 * (c->w1 * P.n + c->T11 * P.t1 + c->T12 * P.t2);
    const double t2 = c->t2 + 0.5 * (c->w2 * P.n + c->T12 * P.t1 + c->T22 * P.t2);
    return P.n * n + P.t1 * t1 + P.t2 * t2;
}

// Problems that lose more than three digits are solved individually. With a limit of 1000, the largest error in 1.8e5
// problems is 3e-14 times the condition number. With 100 it is 4e-15, and without a limit 2e-13. With 100, one problem
// in 60 would be solved individually.
#define CAROM_CHATTERJEE3_LOSES 1000.0

CAROM_LANE carom_space_kernel carom_chatterjee3_space(const carom_space *c, double r_n, double r_t, double mu) {
    const carom_schur s = carom_schur_of(c);

    // V_f = -(r_n v_n, r_t v_t), and the energy that it needs in excess of the available energy, as in 2D.
    const carom_space_vector v = {c->n, c->t1, c->t2};
    const carom_space_vector wanted = {-r_n * c->n, -r_t * c->t1, -r_t * c->t2};
    const carom_space_vector less = {(1.0 + r_n) * c->n, (1.0 + r_t) * c->t1, (1.0 + r_t) * c->t2};
    const carom_space_vector sum = {(1.0 - r_n) * c->n, (1.0 - r_t) * c->t1, (1.0 - r_t) * c->t2};
    const double excess = -carom_schur_form(c, &s, less, sum), had = carom_schur_form(c, &s, v, v);
    const double over = excess > 0.0 ? excess / had : 0.0;
    const double gamma = sqrt(1.0 + over), cut = over / ((1.0 + gamma) * gamma);

    const carom_space_vector change = {-less.n - wanted.n * cut, -less.t1 - wanted.t1 * cut,
                                       -less.t2 - wanted.t2 * cut};
    carom_space_vector P = carom_schur_solve(c, &s, change);
    const bool lost = carom_schur_lost(c, &s, change, P);
    // Compute the rounding error of dE if the impulse was scaled.
    const carom_space_vector G = carom_schur_solve(c, &s, wanted);
    const double left = excess > 0.0 ? carom_space_energy(c, P) * gamma / (had + excess) : 0.0;
    P = (carom_space_vector){P.n - left * G.n, P.t1 - left * G.t1, P.t2 - left * G.t2};

    carom_space_kernel k = carom_space_draw(-(1.0 + r_n) * c->n * s.per_a, mu, P);
    const uint64_t lengthened = k.mode == CAROM_MODE_INSIDE ? CAROM_MODE_SCALED_INSIDE : CAROM_MODE_SCALED_FRICTION;
    k.mode = excess > 0.0 ? lengthened : k.mode;
    k.mode = lost ? CAROM_EXTRAORDINARY : k.mode;
    // A scaled gamma has as many digits as det W. The factor W_nn W_11 W_22 / det W measures the loss.
    const double loses = excess > 0.0 ? s.per_det * ((c->a * c->T11) * (c->a * c->T22)) : 0.0;
    k.mode = loses > CAROM_CHATTERJEE3_LOSES ? CAROM_EXTRAORDINARY : k.mode;
    return k;
}

#endif
