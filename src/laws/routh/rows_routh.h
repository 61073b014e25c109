// The equations of Routh's law in 2D (jac_routh.c) for many problems at once. A row of the end condition is a sum of
// multiples of
//   dv_n,  dk1,  dk2,  dP1,  de    (dc1 = dv_n + P1 dk1 + k1 dP1)
// Requires an ordinary contact with slip and mu_static = mu.
#ifndef CAROM_SRC_ROWS_ROUTH_H
#define CAROM_SRC_ROWS_ROUTH_H

#include "derivative/rows_plane.h"
#include "laws/routh/lanes_routh.h"

typedef struct carom_routh_letters {
    double a, w, T, vn, vt, e, mu, s, g, P1, k1, c1, k2, Pn, Pt;
    bool slides, held, in_c;
} carom_routh_letters;

// The factors of these terms in an end condition, and the factor of dP_n. `after` is 1 if the condition contains
// d(v_n').
typedef struct carom_routh_shares {
    double after, Pn, vn, k1, k2, c1, P1, e;
} carom_routh_shares;

CAROM_LANE carom_routh_letters carom_routh_letters_of(CAROM_PLANE_PROBLEM, double e, double mu,
                                                      const carom_routh_kernel *k) {
    carom_routh_letters l = {.a = a, .w = w, .T = T, .vn = vn, .vt = vt, .e = e, .mu = mu, .Pn = k->Pn, .Pt = k->Pt};
    l.slides = k->slides >= 0.0;
    l.held = k->grip >= 0.0;
    l.in_c = k->path.C < 0.0;
    l.s = copysign(1.0, vt);
    l.g = k->path.g;
    l.k1 = k->path.k1;
    l.P1 = fabs(vt) / l.g;
    l.c1 = vn + l.k1 * l.P1;
    l.k2 = l.held ? a - w * w / T : a + l.s * mu * w;
    return l;
}

CAROM_LANE carom_routh_shares carom_routh_poisson_shares(const carom_routh_letters *l) {
    const double more = 1.0 + l->e;
    return (carom_routh_shares){.Pn = l->in_c ? l->k2 : l->k1,
                                .vn = l->in_c ? 0.0 : more,
                                .k1 = l->in_c ? 0.0 : l->Pn,
                                .k2 = l->in_c ? l->Pn - more * l->P1 : 0.0,
                                .c1 = l->in_c ? more : 0.0,
                                .P1 = l->in_c ? -more * l->k2 : 0.0,
                                .e = l->in_c ? l->c1 - l->k2 * l->P1 : l->vn};
}

CAROM_LANE carom_routh_shares carom_routh_energetic_shares(const carom_routh_letters *l) {
    const double vn = l->vn, c1 = l->c1, P1 = l->P1, e = l->e, sum = vn + c1;
    const double X = c1 * c1 - l->k2 * P1 * sum, root = sqrt(X > 0.0 ? X : 0.0);
    const double rest = e * e * vn * vn - c1 * c1, after = vn + l->a * l->Pn + l->w * l->Pt;
    const double h = (l->in_c ? -0.5 * e : -0.5) / (l->in_c ? root : after);
    const double q = l->k2 / l->k1;
    return (carom_routh_shares){.after = 1.0,
                                .vn = l->in_c ? -h * l->k2 * P1 : h * q * 2.0 * e * e * vn,
                                .k1 = l->in_c ? 0.0 : -h * l->k2 * rest / (l->k1 * l->k1),
                                .k2 = l->in_c ? -h * P1 * sum : h * rest / l->k1,
                                .c1 = l->in_c ? h * (2.0 * c1 - l->k2 * P1) : h * 2.0 * c1 * (1.0 - q),
                                .P1 = l->in_c ? -h * l->k2 * sum : 0.0,
                                .e = l->in_c ? -root : h * q * 2.0 * e * vn * vn};
}

// Adds `share` times dP1 to the row.
CAROM_LANE void carom_routh_add_P1(const carom_routh_letters *l, double share, carom_row2 *row) {
    const double by = share / l->g;
    row->x[CAROM_X_VT] += by * l->s;
    row->x[CAROM_X_W] += by * l->P1 * l->s;
    row->x[CAROM_X_T] -= by * l->P1 * l->mu;
    row->x[CAROM_X_PARAM + 1] -= by * l->P1 * l->T;
}

// Returns the row of the end condition after the slip has ended.
CAROM_LANE carom_row2 carom_routh_end(const carom_routh_letters *l, const carom_routh_shares *h) {
    const double smu = l->s * l->mu, sw = l->s * l->w;
    const double k1 = h->k1 + h->c1 * l->P1, k2 = h->k2, lean = l->w / l->T;
    carom_row2 row = carom_row2_zero();
    row.P[0] = h->after * l->a + h->Pn;
    row.P[1] = h->after * l->w;
    row.x[CAROM_X_VN] = h->after + h->vn + h->c1;
    row.x[CAROM_X_A] = h->after * l->Pn + k1 + k2;
    row.x[CAROM_X_W] = h->after * l->Pt - k1 * smu + k2 * (l->held ? -2.0 * lean : smu);
    row.x[CAROM_X_T] = l->held ? k2 * lean * lean : 0.0;
    row.x[CAROM_X_PARAM] = h->e;
    row.x[CAROM_X_PARAM + 1] = (l->held ? 0.0 : k2 * sw) - k1 * sw;
    carom_routh_add_P1(l, h->P1 + h->c1 * l->k1, &row);
    return row;
}

// Returns the row of P_t: on the cone, held, or slipping again, P_t = s mu (P_n - 2 P1).
CAROM_LANE carom_row2 carom_routh_friction_row(const carom_routh_letters *l, int columns) {
    const carom_row2 held = carom_row2_after_t(l->w, l->T, l->Pn, l->Pt);
    const carom_row2 edge = carom_row2_edge(-l->s, l->mu, l->Pn, 1);
    carom_row2 again = carom_row2_edge(l->s, l->mu, l->Pn - 2.0 * l->P1, 1);
    carom_routh_add_P1(l, 2.0 * l->s * l->mu, &again);
    const carom_row2 dead = carom_row2_pick(columns, l->held, &held, &again);
    return carom_row2_pick(columns, l->slides, &edge, &dead);
}

CAROM_LANE uint64_t carom_routh_clear(const carom_routh_letters *l, bool poisson) {
    const double S = fabs(l->vt), reach = l->g * l->Pn, hold = l->mu * l->T;
    const uint64_t fine = CAROM_SMOOTH;
    const uint64_t still = carom_clear_of(fine, S, S + fabs(l->vn));
    const uint64_t sliding = l->g > 0.0 ? carom_clear_of_stop(fine, l->w, l->T, l->vt, l->Pn, l->Pt) : fine;
    uint64_t dead = carom_clear_of(fine, reach - S, reach + S);
    dead |= carom_clear_of(fine, hold - fabs(l->w), hold + fabs(l->w));
    if (poisson) dead |= carom_clear_of(fine, l->c1, fabs(l->vn) + fabs(l->k1 * l->P1));
    return (l->slides ? sliding : dead) | (l->held ? carom_clear_of(fine, S, 0.0) : still);
}

CAROM_LANE carom_rows2 carom_routh_rows(CAROM_PLANE_PROBLEM, double e, double mu, carom_restitution restitution) {
    enum { COLUMNS = CAROM_X_PARAM + 2 };
    const carom_routh_kernel k = carom_routh_closed(a, w, T, vn, vt, e, mu, mu, restitution);
    const carom_routh_letters l = carom_routh_letters_of(a, w, T, vn, vt, e, mu, &k);
    const carom_row2 slides = carom_row2_newton(a, w, vn, e, k.Pn, k.Pt);
    const carom_routh_shares shares =
        restitution == CAROM_POISSON ? carom_routh_poisson_shares(&l) : carom_routh_energetic_shares(&l);
    const uint64_t known = restitution <= CAROM_ENERGETIC ? CAROM_SMOOTH : CAROM_EXTRAORDINARY;
    const carom_row2 dead = restitution == CAROM_NEWTON ? slides : carom_routh_end(&l, &shares);
    return (carom_rows2){carom_row2_pick(COLUMNS, l.slides, &slides, &dead), carom_routh_friction_row(&l, COLUMNS),
                         known | carom_routh_clear(&l, restitution == CAROM_POISSON)};
}

#define CAROM_STOP(id, ID, ...)                                                                                        \
    CAROM_LANE carom_rows2 carom_rows_lane_routh_##id(CAROM_PLANE_PROBLEM, double e, double mu,                        \
                                                      const carom_answer2 *k) {                                        \
        (void)k;                                                                                                       \
        return carom_routh_rows(a, w, T, vn, vt, e, mu, CAROM_##ID);                                                   \
    }
#include "tables/stops.def"

#endif
