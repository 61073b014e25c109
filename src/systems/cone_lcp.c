// Writes a friction problem as a standard LCP in four variables per contact, whose matrix is copositive for Coulomb's
// cone:
//   z = (p, b+, b-, l)      P_n = floor + p,  P_t = m(P_n) + b+ - b-
//   w = (y_n, y_t + l, -y_t + l, h(P_n) - b+ - b-)
// Here m is the middle and h half the width of [lo, hi]. A contact with a given P_n has no variable p. A contact with
// lo = hi has no b and l. For lines through the origin z.Mz = P.WP + l h >= 0. Lemke's method therefore finds a
// solution if one must exist (Cottle, Pang & Stone 1992, 4.4). The three-variable form of Payr & Glocker 2005 is not
// copositive.
#include <math.h>
#include <string.h>

#include "systems/cone.h"
#include "systems/lemke.h"

// The positions of the variables of a contact; -1 if it has none.
typedef struct place {
    int p, b;    // b+ is b, b- is b + 1, l is b + 2
    double unit; // unit of p, b+ and b-, so that the ratio test treats light and heavy bodies alike
} place;

typedef struct lcp {
    int n;
    double *M, *q, *z, *cover, *P0;
    place *at;
    void *memory;
    size_t bytes;
} lcp;

_Static_assert(4 * CAROM_MAX_CONTACTS <= CAROM_MAX_LEMKE, "four variables for each contact");

static bool carve(lcp *l, int nc, carom_arena *a) {
    const int most = 4 * nc;
    l->M = CAROM_TAKE(a, (size_t)most * (size_t)most, double);
    l->q = CAROM_TAKE(a, most, double);
    l->z = CAROM_TAKE(a, most, double);
    l->cover = CAROM_TAKE(a, most, double);
    l->P0 = CAROM_TAKE(a, 2 * nc, double);
    l->at = CAROM_TAKE(a, nc, place);
    l->bytes = carom_lemke_memory(most);
    l->memory = carom_arena_take(a, 1, l->bytes);
    return !carom_arena_short(a);
}

size_t carom_cones_lemke_memory(int nc) {
    carom_arena a = carom_arena_over(NULL, 0);
    lcp l = {0};
    carve(&l, nc, &a);
    return carom_arena_bytes(&a);
}

static carom_edge middle_of(const carom_cone *k) {
    return (carom_edge){0.5 * (k->lo.slope + k->hi.slope), 0.5 * (k->lo.offset + k->hi.offset)};
}

static carom_edge half_of(const carom_cone *k) {
    return (carom_edge){0.5 * (k->hi.slope - k->lo.slope), 0.5 * (k->hi.offset - k->lo.offset)};
}

// Numbers the variables and sets P0, the impulse if all of them are zero.
static void number_variables(const carom_cones *p, bool units, lcp *l) {
    l->n = 0;
    for (int i = 0; i < p->nc; i++) {
        const carom_cone *k = &p->cone[i];
        l->at[i] = (place){-1, -1, units ? carom_contact_unit(p, i) : 1.0};
        if (k->may & CAROM_MAY_PRESS) l->at[i].p = l->n++;
        if (!carom_cone_is_line(k)) {
            l->at[i].b = l->n;
            l->n += 3;
        }
        l->P0[2 * i] = k->floor;
        l->P0[2 * i + 1] = carom_on(middle_of(k), k->floor);
    }
}

// Computes the effect of the variables of contact j on y of contact i. It is one block row of W times their columns of
// P.
static void fill_row(const carom_cones *p, const lcp *l, double sign, const double *W, double *row) {
    for (int j = 0; j < p->nc; j++) {
        const place at = l->at[j];
        const double in = sign * at.unit;
        if (at.p >= 0) row[at.p] = in * (W[2 * j] + middle_of(&p->cone[j]).slope * W[2 * j + 1]);
        if (at.b >= 0) {
            row[at.b] = in * W[2 * j + 1];
            row[at.b + 1] = -in * W[2 * j + 1];
            row[at.b + 2] = 0.0;
        }
    }
}

static double constant(const carom_cones *p, const lcp *l, int i) {
    const int n = 2 * p->nc;
    double sum = p->q[i];
    for (int j = 0; j < n; j++) sum += p->W[(size_t)i * (size_t)n + (size_t)j] * l->P0[j];
    return sum;
}

static void assemble(const carom_cones *p, lcp *l) {
    const size_t n = (size_t)l->n, width = 2 * (size_t)p->nc;
    for (int i = 0; i < p->nc; i++) {
        const double *Wn = p->W + 2 * (size_t)i * width, *Wt = Wn + width;
        const place at = l->at[i];
        if (at.p >= 0) {
            fill_row(p, l, 1.0, Wn, l->M + (size_t)at.p * n);
            l->q[at.p] = constant(p, l, 2 * i);
        }
        if (at.b < 0) continue;
        double *plus = l->M + (size_t)at.b * n, *minus = plus + n, *half = minus + n;
        const carom_edge h = half_of(&p->cone[i]);
        fill_row(p, l, 1.0, Wt, plus);
        for (size_t j = 0; j < n; j++) {
            minus[j] = -plus[j];
            half[j] = 0.0;
        }
        plus[at.b + 2] = minus[at.b + 2] = 1.0;
        if (at.p >= 0) half[at.p] = h.slope;
        half[at.b] = half[at.b + 1] = -1.0;
        l->q[at.b] = constant(p, l, 2 * i + 1);
        l->q[at.b + 1] = -l->q[at.b];
        l->q[at.b + 2] = carom_on(h, p->cone[i].floor) / at.unit;
    }
}

static void read_impulse(const carom_cones *p, const lcp *l, double *P) {
    for (int i = 0; i < p->nc; i++) {
        const place at = l->at[i];
        const double pressed = at.p >= 0 ? at.unit * l->z[at.p] : 0.0;
        P[2 * i] = P[2 * i + 1] = 0.0;
        if (pressed == 0.0 && carom_cone_opens(&p->cone[i])) continue;
        P[2 * i] = l->P0[2 * i] + pressed;
        P[2 * i + 1] = l->P0[2 * i + 1] + middle_of(&p->cone[i]).slope * pressed;
        if (at.b >= 0) P[2 * i + 1] += at.unit * (l->z[at.b] - l->z[at.b + 1]);
    }
}

// Number of covering vectors to try. A path that ends on a ray with one covering vector may end at a solution with
// another. If W is singular and the coefficients are unequal, one path may miss an existing solution. Covering vectors
// near all ones and far from it together find 8 of 10 such solutions.
#define ATTEMPTS 6

int carom_cones_as_lcp(const carom_cones *p, void *memory, size_t bytes, const double **M, const double **q) {
    carom_arena a = carom_arena_over(memory, bytes);
    lcp l;
    if (!carve(&l, p->nc, &a)) return 0;
    number_variables(p, false, &l);
    assemble(p, &l);
    *M = l.M;
    *q = l.q;
    return l.n;
}

carom_status carom_cones_lemke(const carom_cones *p, void *memory, size_t bytes, carom_found *found) {
    return carom_cones_lemke_from(p, 0, memory, bytes, found);
}

carom_status carom_cones_lemke_from(const carom_cones *p, int cover, void *memory, size_t bytes, carom_found *found) {
    carom_arena a = carom_arena_over(memory, bytes);
    lcp l;
    if (!carve(&l, p->nc, &a) || found->capacity < 1) return CAROM_SMALL_MEMORY;
    number_variables(p, true, &l);
    assemble(p, &l);
    found->count = found->kept = found->tried = 0;
    if (l.n == 0) {
        read_impulse(p, &l, found->P);
        found->kept = 1;
    }
    carom_status status = CAROM_OK;
    // All paths share the limit of pivots of one path, because paths that end on rays are short.
    for (int attempt = 0; attempt < ATTEMPTS && !found->kept && found->tried < 20 * l.n + 100; attempt++) {
        int pivots;
        status = carom_lemke_along(l.n, l.M, l.q, carom_lemke_cover(l.n, cover + attempt, l.cover), l.z, l.memory,
                                   l.bytes, &pivots);
        found->tried += pivots;
        if (status != CAROM_OK) continue;
        read_impulse(p, &l, found->P);
        if (carom_cones_residual(p, found->P) <= CAROM_RESIDUAL)
            found->kept = 1;
        else
            status = CAROM_NOT_CONVERGED;
    }
    if (!found->kept) return status;
    carom_cones_y(p, found->P, found->y);
    carom_cones_clean(p, found->P, found->y);
    return CAROM_OK;
}
