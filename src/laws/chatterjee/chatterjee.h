// Chatterjee's three laws (1997, 6.5) in 2D and 3D, with their limits v_n = 0, infinite friction and singular W. Each
// computes an impulse and its mode. The code does not use the frame of his dissertation, whose second axis is
// -v_t/|v_t|.
#ifndef CAROM_SRC_CHATTERJEE_H
#define CAROM_SRC_CHATTERJEE_H

#include <math.h>
#include <stdint.h>

#include "base/sym.h"
#include "carom/law.h"
#include "collide/ordinary.h"
#include "collide/problem.h"
#include "collide/set_impulse.h"
#include "derivative/schur.h"
#include "tables/row.h"

// Members of carom_contact_vtable that the three laws and their mean share.
#define CAROM_CHATTERJEE_ROW                                                                                           \
    .module = "core", .solves = CAROM_2D | CAROM_3D, .closed_form = CAROM_2D | CAROM_3D,                               \
    .guarantees = CAROM_EVERY_PROMISE, .conditions = ""
#define CAROM_CHATTERJEE_MU          CAROM_ROW(mu, 0, HUGE_VAL, "largest |P_t| / P_n of the whole impulse", "as in every law")
#define CAROM_CHATTERJEE_AS_BILINEAR "equals e_t of bilinear for a diagonal W"

// The coefficients of the three laws.
typedef struct carom_chatterjee_input {
    double r_n, r_t, mu;
} carom_chatterjee_input;

typedef carom_status carom_chatterjee_fn(const carom_contact *c, const carom_chatterjee_input *in, double P[3],
                                         carom_mode *mode);
carom_chatterjee_fn carom_chatterjee_1, carom_chatterjee_2, carom_chatterjee_3;

// Input and output of the closed forms (kernel_chatterjee.h and kernel_chatterjee_space.h).
typedef struct carom_chatterjee_kernel {
    double Pn, Pt, alpha;
    uint64_t mode; // a carom_mode, as wide as a double
} carom_chatterjee_kernel;

typedef struct carom_space_kernel {
    carom_space_vector P;
    uint64_t mode; // a carom_mode, as wide as a double, or CAROM_EXTRAORDINARY
} carom_space_kernel;

// Functions of one law: its closed forms, and the general form that covers the limits.
typedef struct carom_chatterjee_law {
    carom_answer2 (*plane)(double a, double w, double T, double vn, double vt, double r_n, double r_t, double mu);
    carom_space_kernel (*space)(const carom_space *c, double r_n, double r_t, double mu);
    carom_chatterjee_fn *general;
} carom_chatterjee_law;

// This function is inline, so that the closed forms of each law are inlined into it.
static inline carom_status carom_chatterjee_solve(const carom_chatterjee_law *law, const carom_contact *c,
                                                  const carom_params *p, carom_result *out) {
    if (carom_ordinary_space(c) && p->mu <= CAROM_ORDINARY_MOST) {
        const carom_space x = carom_space_of(c);
        const carom_space_kernel k = law->space(&x, p->e, p->e_t, p->mu);
        const double P[3] = {k.P.n, k.P.t1, k.P.t2};
        if (k.mode != CAROM_EXTRAORDINARY) return carom_set_impulse(out, 3, P, (carom_mode)k.mode);
    }
    if (c->dim == 3 || c->v[0] == 0.0 || isinf(p->mu) || carom_singular2(c->W)) {
        const carom_chatterjee_input in = {.r_n = p->e, .r_t = p->e_t, .mu = p->mu};
        return law->general(c, &in, out->P, &out->mode);
    }
    const carom_answer2 k = law->plane(c->W[0][0], c->W[0][1], c->W[1][1], c->v[0], c->v[1], p->e, p->e_t, p->mu);
    return carom_set_impulse_plane(out, k.Pn, k.Pt, (carom_mode)k.mode);
}

#endif
