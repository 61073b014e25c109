#include "friction/whittaker_box.h"

#include <math.h>
#include <stdbool.h>

#include "base/ldl.h"
#include "base/rank.h"
#include "base/sym.h"
#include "base/worst.h"
#include "collide/set_impulse.h"

// The problem, with mu = m1/m0 and the friction that holds an axis at rest.
typedef struct {
    const carom_contact *c;
    double rebound, m0, m1, hold;
} question;

// One solved case. m[i] is 0 if axis i stops, and +-1 if it slips in that direction.
typedef struct {
    double P[3], length;
    int m[2], index;
    double miss; // how far its conditions are violated, relative to the size of their terms; it is consistent if this
                 // is not above 0
    double dE;
} corner;

static double share(double part, double whole) {
    return whole > 0.0 ? part / whole : 0.0;
}

static double sign_of(double x) {
    return x > 0.0 ? 1.0 : -1.0;
}

// Solves the case in which both axes stop. If W is singular, takes the shortest such impulse.
static bool stop_both(const question *q, const carom_ldl *f, corner *k) {
    const double stopping[3] = {q->rebound, -q->c->v[1], -q->c->v[2]};
    if (!carom_ldl_solve(f, stopping, k->P)) return false;
    k->length = q->m0 > 0.0 ? k->P[0] : HUGE_VAL;
    k->index = 1;
    return k->P[0] > 0.0;
}

// Handles an axis that no impulse can move; stopping it takes no impulse.
static bool stop_welded(const question *q, int j, double a, double *length, double *Pj) {
    *length = q->rebound / a;
    *Pj = 0.0;
    return q->c->v[j] == 0.0 && a > 0.0;
}

// Solves the case in which i slips and j stops. The result is corrected once by the residual of the two equations,
// because products cancel near a singular W.
static bool stop_one(const question *q, int i, corner *k) {
    const int j = 3 - i, m = k->m[i - 1];
    const double(*W)[3] = q->c->W, vj = q->c->v[j], c = q->rebound;
    const double a = q->m0 * W[0][0] - q->m1 * m * W[0][i], h = q->m0 * W[0][j] - q->m1 * m * W[i][j];
    const double w = W[0][j], T = W[j][j], det = a * T - w * h;
    double l, Pj;
    if (!(T > 0.0)) {
        if (!stop_welded(q, j, a, &l, &Pj)) return false;
    } else {
        // If the terms balance up to rounding, the balance counts as exact.
        if (!(fabs(det) > CAROM_SINGULAR * (fabs(a) * T + fabs(w * h)))) return false;
        l = (c * T + w * vj) / det;
        Pj = (-a * vj - h * c) / det;
        const double left = c - (a * l + w * Pj), left_j = -vj - (h * l + T * Pj);
        l += (left * T - w * left_j) / det;
        Pj += (a * left_j - h * left) / det;
    }
    k->length = l;
    k->P[0] = q->m0 * l;
    k->P[i] = -q->m1 * m * l;
    k->P[j] = Pj;
    k->index = T > 0.0 && det < 0.0 ? -1 : 1;
    return l > 0.0;
}

static bool stop_none(const question *q, corner *k) {
    const double(*W)[3] = q->c->W, push = q->m1 * (k->m[0] * W[0][1] + k->m[1] * W[0][2]);
    const double D = q->m0 * W[0][0] - push;
    if (!(D > CAROM_SINGULAR * (q->m0 * W[0][0] + fabs(push)))) return false;
    k->length = q->rebound / D;
    k->P[0] = q->m0 * k->length;
    for (int i = 0; i < 2; i++) k->P[i + 1] = -q->m1 * k->m[i] * k->length;
    k->index = 1;
    return k->length > 0.0;
}

static void measure(const question *q, corner *k) {
    const carom_contact *c = q->c;
    double after[3];
    carom_velocity_after(3, c->W, c->v, k->P, after);
    k->dE = 0.0;
    k->miss = -1.0;
    for (int i = 0; i < 3; i++) k->dE += 0.5 * k->P[i] * (c->v[i] + after[i]);
    for (int i = 1; i < 3; i++) {
        const int m = k->m[i - 1];
        double size = fabs(c->v[i]);
        for (int j = 0; j < 3; j++) size += fabs(c->W[i][j] * k->P[j]);
        const double bound = q->hold * k->length, P = fabs(k->P[i]);
        const double stopped = isinf(bound) ? -1.0 : share(P - bound, P + bound), slips = share(-m * after[i], size);
        k->miss = fmax(k->miss, m ? slips : stopped);
    }
}

static bool solve_case(const question *q, const carom_ldl *f, corner *k) {
    const bool slips1 = k->m[0], slips2 = k->m[1];
    return slips1 && slips2 ? stop_none(q, k)
           : slips1         ? stop_one(q, 1, k)
           : slips2         ? stop_one(q, 2, k)
                            : stop_both(q, f, k);
}

// If two cases meet, they have the same result, which is exact to about 1e-15 of its terms.
#define MEETS 1e-12

static bool is_among(const corner *list, int count, const corner *k) {
    for (int i = 0; i < count; i++) {
        double off = 0.0, size = 0.0;
        for (int j = 0; j < 3; j++) {
            carom_worsen(&off, fabs(list[i].P[j] - k->P[j]));
            carom_worsen(&size, fabs(k->P[j]));
        }
        if (off <= MEETS * size) return true;
    }
    return false;
}

// Lists every consistent case, beginning with the one in which both axes stop. If rounding leaves none, takes the case
// with the smallest violation, provided that this is only rounding. Without approach, possibly no case is consistent.
static int corners(const question *q, const carom_ldl *f, corner list[9]) {
    static const int order[3] = {0, 1, -1};
    corner best = {.miss = HUGE_VAL};
    int count = 0;
    for (int n = 0; n < 9; n++) {
        corner k = {.m = {order[n / 3], order[n % 3]}};
        if (!solve_case(q, f, &k)) continue;
        measure(q, &k);
        const bool stops = !k.m[0] && !k.m[1];
        if (k.miss < best.miss) best = k;
        if ((stops ? k.miss <= 0.0 : k.miss < 0.0) && !is_among(list, count, &k)) list[count++] = k;
    }
    if (count == 0 && best.miss <= MEETS && q->rebound != 0.0) list[count++] = best;
    return count;
}

static question asked(const carom_contact *c, double e, double mu, double mu_static) {
    const bool endless = isinf(mu);
    return (question){.c = c,
                      .rebound = -(1.0 + e) * c->v[0],
                      .m0 = endless ? 0.0 : 1.0,
                      .m1 = endless ? 1.0 : mu,
                      .hold = endless ? 1.0 : mu_static};
}

static bool is_stick(const corner *k) {
    return !k->m[0] && !k->m[1];
}

static carom_status give(const corner *k, carom_result *out) {
    return carom_set_impulse(out, 3, k->P, is_stick(k) ? CAROM_MODE_STICKING : CAROM_MODE_SLIDING);
}

static carom_status none(const carom_ldl *f) {
    // A regular W always has a solution, so finding none is a failure of this code. A singular one may have none.
    return f->rank < 3 ? CAROM_NO_SOLUTION : CAROM_NOT_CONVERGED;
}

carom_status carom_whittaker_box(const carom_contact *c, double e, double mu, double mu_static, carom_result *out) {
    const question q = asked(c, e, mu, mu_static);
    const carom_ldl f = carom_factor(3, c->W);
    corner list[9];
    const int count = corners(&q, &f, list);
    const bool grazing = q.rebound == 0.0;
    int best = count > 0 && is_stick(&list[0]) ? 0 : -1;
    for (int i = 0; i < count && !is_stick(&list[0]); i++)
        if (list[i].index > 0 && (best < 0 || list[i].dE < list[best].dE)) best = i;
    out->solution_count = count + (grazing ? 1 : 0);
    if (best >= 0) return give(&list[best], out);
    if (grazing) return carom_set_no_impulse(out, 3);
    return count > 0 ? give(&list[0], out) : none(&f);
}

carom_status carom_whittaker_box_all(const carom_contact *c, double e, double mu, double mu_static, carom_result *list,
                                     int *count) {
    const question q = asked(c, e, mu, mu_static);
    const carom_ldl f = carom_factor(3, c->W);
    corner found[9];
    *count = corners(&q, &f, found);
    for (int i = 0; i < *count; i++) give(&found[i], &list[i]);
    if (q.rebound == 0.0) carom_set_no_impulse(&list[(*count)++], 3);
    return *count > 0 ? CAROM_OK : none(&f);
}

// Returns the index. An axis counts as slipping if the impulse is nearer to its bound than the velocity is to zero.
int carom_whittaker_box_index(const carom_contact *c, double mu, const carom_result *out) {
    const question q = asked(c, 0.0, mu, mu);
    const double bound = isinf(mu) ? fmax(fabs(out->P[1]), fabs(out->P[2])) : mu * out->P[0];
    corner k = {.index = 1};
    for (int i = 1; i < 3; i++) {
        double size = fabs(c->v[i]);
        for (int j = 0; j < 3; j++) size += fabs(c->W[i][j] * out->P[j]);
        const double P = fabs(out->P[i]), off = share(P - bound, P + bound);
        const bool stops = out->mode == CAROM_MODE_STICKING || share(fabs(out->v[i]), size) < fabs(off);
        if (stops && !isinf(mu) && off > MEETS) return 0;
        k.m[i - 1] = stops ? 0 : (int)sign_of(out->v[i]);
    }
    for (int i = 1; i < 3; i++)
        if (k.m[i - 1] && !k.m[2 - i]) stop_one(&q, i, &k);
    return k.index;
}
