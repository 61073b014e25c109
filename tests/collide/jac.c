// Checks the Jacobian of every law on random problems, without reference values. Usage: collide_jac [PROBLEMS [LAW]]
//
// The checks are the following identities, with W = [[W_nn, w^T], [w, T]].
//   Euler        sum v_j dP/dv_j = P,   sum over i <= j of W_ij dP/dW_ij = -P
//   unit         another unit of tangential length: v_t.dP/dv_t + w.dP/dw + 2 T:dP/dT - mu dP/dmu = (0, -P_t)
//   rotation     about the normal in 3D, with the generator Om: dP[Om W - W Om, Om v] = Om P
//   shift        routh: an impact that starts later on the same path: dP/dv (W d_0) = -d_0 - k d_end, where d_0 and
//                d_end are the directions of the impulse at the start and at the end
//   energy       d(dE) = 0 in modes that conserve energy
//   JVP          dP of the JVP is J d, and an item of a batch has the same bits as a batch of this item alone
//   adjoint      <bar, J d> = <J^T bar, d>
//   differences  J agrees with differences of carom_collide, away from changes of mode
// Errors are relative to the sum of the magnitudes of the terms. If the condition number of W is above 1e2, they are
// also relative to its square.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/worst.h"
#include "bench/apply.h"
#include "support/derivable.h"
#include "support/floor.h"
#include "support/laws.h"
#include "support/outcome.h"

enum { EULER_V, EULER_W, UNIT, ROTATION, SHIFT, ENERGY, PRODUCT, ADJOINT, DIFFERENCE, CLAIMS };
static const char *const claim_names[CLAIMS] = {"Euler v", "Euler W", "unit",    "rotation",   "shift",
                                                "energy",  "JVP",     "adjoint", "differences"};
// Bounds of the errors, in the order of claim_names. In 2e4 problems per law, the largest errors were 3e-13 for
// identities (2e-12 for smith in 3D) and 7e-16 for products. The largest for differences was 3e-6, the truncation error
// of the differences.
static const double most[CLAIMS] = {1e-12, 1e-12, 1e-12, 1e-12, 1e-12, 1e-12, 1e-14, 1e-14, 1e-3};

typedef struct tally {
    long asked, answered, shifted, sides[6];
    double worst[CLAIMS];
} tally;

typedef struct sample {
    const carom_law *law;
    carom_contact c;
    carom_params p;
    carom_result out;
    carom_jacobian j;
    double strain; // factor on the bounds, above 1 if W is nearly singular
} sample;

static int entry(int dim, int i, int j) {
    const int a = i < j ? i : j, b = i < j ? j : i;
    return a == 0 ? b : dim == 2 ? 2 : a + b + 1;
}

static const double *param_of(const sample *s, int param, int row) {
    static const double zero = 0.0;
    for (int k = 0; k < s->j.params; k++)
        if ((int)s->j.param[k] == param) return &s->j.dP_dparam[row][k];
    return &zero;
}

// Returns the difference between the derivative along (dW, dv, dmu) and `wanted`, relative to its terms.
static double off_along(const sample *s, double dW[3][3], const double dv[3], double dmu, const double wanted[3]) {
    double off = 0.0, size = fabs(s->out.P[0]) + fabs(s->out.P[1]);
    for (int i = 0; i < s->c.dim; i++) {
        double sum = dmu * *param_of(s, CAROM_PARAM_mu, i), terms = fabs(sum) + fabs(wanted[i]);
        for (int j = 0; j < s->c.dim; j++) {
            sum += s->j.dP_dv[i][j] * dv[j];
            terms += fabs(s->j.dP_dv[i][j] * dv[j]);
            for (int k = j; k < s->c.dim; k++) {
                const double x = s->j.dP_dW[i][entry(s->c.dim, j, k)] * dW[j][k];
                sum += x;
                terms += fabs(x);
            }
        }
        carom_worsen(&off, fabs(sum - wanted[i]));
        size = fmax(size, terms);
    }
    return (size > 0.0 ? off / size : off) / s->strain;
}

// Returns the factor on the bounds. For k = (product of W_ii) / det W, P is accurate to k units of rounding and a
// derivative to k^2 units. The factor is 1 up to k = 1e2.
static double strain_of(const carom_contact *c) {
    const double(*W)[3] = c->W;
    const double minor = c->dim == 2 ? W[1][1] : W[1][1] * W[2][2] - W[1][2] * W[1][2];
    double det = W[0][0] * minor, product = W[0][0] * W[1][1];
    if (c->dim == 2) det -= W[0][1] * W[0][1];
    if (c->dim == 3) {
        det += W[0][1] * (W[1][2] * W[0][2] - W[0][1] * W[2][2]) + W[0][2] * (W[0][1] * W[1][2] - W[1][1] * W[0][2]);
        product *= W[2][2];
    }
    const double k = 1e-2 * product / fabs(det);
    return fmax(1.0, k * k);
}

static void euler(const sample *s, tally *t) {
    double none[3][3] = {{0}}, zero[3] = {0}, W[3][3], minus[3];
    memcpy(W, s->c.W, sizeof W);
    for (int i = 0; i < 3; i++) minus[i] = -s->out.P[i];
    carom_worsen(&t->worst[EULER_V], off_along(s, none, s->c.v, 0.0, s->out.P));
    carom_worsen(&t->worst[EULER_W], off_along(s, W, zero, 0.0, minus));
}

// Changes the unit of length along the tangents. Laws with the coefficients `ratio` or `direction` are skipped, because
// these would change too.
static void unit(const sample *s, tally *t) {
    const uint64_t own = CAROM_PARAM_BIT(direction) | CAROM_PARAM_BIT(ratio);
    double dW[3][3] = {{0}}, dv[3] = {0.0, s->c.v[1], s->c.v[2]}, wanted[3] = {0.0, -s->out.P[1], -s->out.P[2]};
    if (carom_law_reads(s->law) & own || isinf(s->p.mu)) return;
    for (int i = 0; i < s->c.dim; i++)
        for (int j = 0; j < s->c.dim; j++) dW[i][j] = ((i > 0) + (j > 0)) * s->c.W[i][j];
    carom_worsen(&t->worst[UNIT], off_along(s, dW, dv, -s->p.mu, wanted));
}

static void rotation(const sample *s, tally *t) {
    const double Om[3][3] = {{0, 0, 0}, {0, 0, -1}, {0, 1, 0}};
    const bool axes = (carom_law_reads(s->law) & CAROM_PARAM_BIT(friction)) && s->p.friction != CAROM_FRICTION_CONE;
    const uint64_t own = CAROM_PARAM_BIT(direction) | CAROM_PARAM_BIT(ratio);
    double dW[3][3] = {{0}}, dv[3] = {0}, wanted[3] = {0};
    if (s->c.dim == 2 || axes || carom_law_reads(s->law) & own) return;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            dv[i] += Om[i][j] * s->c.v[j];
            wanted[i] += Om[i][j] * s->out.P[j];
            for (int k = 0; k < 3; k++) dW[i][j] += Om[i][k] * s->c.W[k][j] - s->c.W[i][k] * Om[k][j];
        }
    carom_worsen(&t->worst[ROTATION], off_along(s, dW, dv, 0.0, wanted));
}

// Computes the direction d = (1, -mu u) of the impulse during slip, where u is the unit vector of the slip.
static void slipping(int dim, double mu, const double v[3], double d[3]) {
    const double r = dim == 2 ? fabs(v[1]) : hypot(v[1], v[2]);
    d[0] = 1.0;
    for (int i = 1; i < 3; i++) d[i] = i < dim ? -mu * v[i] / r : 0.0;
}

// Computes the direction d = (1, -T^-1 w) of the impulse during sticking.
static void held(const carom_contact *c, double d[3]) {
    const double(*W)[3] = c->W, det = W[1][1] * W[2][2] - W[1][2] * W[1][2];
    d[0] = 1.0;
    d[1] = c->dim == 2 ? -W[0][1] / W[1][1] : -(W[2][2] * W[0][1] - W[1][2] * W[0][2]) / det;
    d[2] = c->dim == 2 ? 0.0 : -(W[1][1] * W[0][2] - W[1][2] * W[0][1]) / det;
}

static double normal(const carom_contact *c, const double d[3]) {
    double sum = 0.0;
    for (int i = 0; i < c->dim; i++) sum += c->W[0][i] * d[i];
    return sum;
}

// Checks an impact that starts later on the same path. It also ends earlier, by the factor k of the identity. With D =
// W_n.d, k is e D_0/D_end for Newton's restitution, e for Poisson's and -e^2 v_n/v_n' for the energetic one. If the
// margin is small, the slip may almost have ended, and its direction is then not reliable.
static void shift(const sample *s, tally *t) {
    const bool rests = s->c.v[0] > -s->p.rest_speed, slipped = s->c.v[1] != 0.0 || (s->c.dim == 3 && s->c.v[2] != 0.0);
    const carom_mode mode = s->out.mode;
    const double e = rests ? 0.0 : s->p.e;
    double d0[3], d[3], dv[3] = {0}, wanted[3], none[3][3] = {{0}}, k = e;
    if (s->law != &carom_law_routh || !slipped || isinf(s->p.mu) || !(s->j.margin > 1e-2)) return;
    slipping(s->c.dim, s->p.mu, s->c.v, d0);
    if (mode == CAROM_MODE_C_STICKING || mode == CAROM_MODE_R_STICKING)
        held(&s->c, d);
    else
        slipping(s->c.dim, s->p.mu, s->out.v, d);
    if (s->p.restitution == CAROM_NEWTON) k = e * normal(&s->c, d0) / normal(&s->c, d);
    if (s->p.restitution == CAROM_ENERGETIC) k = e > 0.0 ? -e * e * s->c.v[0] / s->out.v[0] : 0.0;
    for (int i = 0; i < 3; i++) {
        wanted[i] = -(d0[i] + k * d[i]) * s->out.P[0];
        for (int j = 0; i < s->c.dim && j < s->c.dim; j++) dv[i] += s->c.W[i][j] * d0[j] * s->out.P[0];
    }
    t->shifted++;
    carom_worsen(&t->worst[SHIFT], off_along(s, none, dv, 0.0, wanted));
}

// Checks that d(dE)/dv = J^T v' + P is 0 in modes that conserve energy.
static void energy(const sample *s, tally *t) {
    const carom_law *law = s->law;
    const carom_mode mode = s->out.mode;
    const bool keeps = (law == &carom_law_brach && mode == CAROM_MODE_ENERGY) ||
                       (law == &carom_law_chatterjee1 && mode == CAROM_MODE_ENERGY) ||
                       (law == &carom_law_chatterjee3 && mode == CAROM_MODE_SCALED_INSIDE) ||
                       (law == &carom_law_frictionless && s->p.e == 1.0);
    double off = 0.0, most_terms = 0.0;
    for (int k = 0; keeps && k < s->c.dim; k++) {
        double sum = s->out.P[k], size = fabs(sum);
        for (int i = 0; i < s->c.dim; i++) {
            sum += s->out.v[i] * s->j.dP_dv[i][k];
            size += fabs(s->out.v[i] * s->j.dP_dv[i][k]);
        }
        carom_worsen(&off, fabs(sum));
        most_terms = fmax(most_terms, size);
    }
    if (most_terms > 0.0) carom_worsen(&t->worst[ENERGY], off / most_terms / s->strain);
}

// The columns of a tangent or a cotangent. The test computes each product for a batch that contains the same item
// twice, and the JVP also for the item alone.
typedef struct columns {
    double W[3][3], v[3], mu, P[3], after[3], dE;
} columns;

enum { TWO = 2 };

static columns random_columns(random_stream *r) {
    columns x = {.mu = random_between(r, -1.0, 1.0), .dE = random_between(r, -1.0, 1.0)};
    for (int i = 0; i < 3; i++) {
        x.v[i] = random_between(r, -1.0, 1.0);
        x.P[i] = random_between(r, -1.0, 1.0);
        x.after[i] = random_between(r, -1.0, 1.0);
        for (int j = i; j < 3; j++) x.W[i][j] = random_between(r, -1.0, 1.0);
    }
    return x;
}

static carom_batch_in batch_of(const sample *s) {
    carom_batch_in in = {.dim = s->c.dim, .params = &s->p};
    for (int i = 0; i < s->c.dim; i++) {
        in.v[i] = carom_shared(&s->c.v[i]);
        for (int j = i; j < s->c.dim; j++) in.W[i][j] = carom_shared(&s->c.W[i][j]);
    }
    return in;
}

static columns push(const sample *s, size_t n, const columns *d, columns to[TWO]) {
    const carom_batch_in in = batch_of(s);
    carom_batch_tangent din = {.param = {[CAROM_PARAM_mu] = carom_shared(&d->mu)}};
    carom_batch_tangent_out dout = {.dE = {&to->dE, sizeof *to}};
    for (int i = 0; i < s->c.dim; i++) {
        din.v[i] = carom_shared(&d->v[i]);
        dout.P[i] = (carom_column_out){&to->P[i], sizeof *to};
        dout.v[i] = (carom_column_out){&to->after[i], sizeof *to};
        for (int j = i; j < s->c.dim; j++) din.W[i][j] = carom_shared(&d->W[i][j]);
    }
    if (carom_collide_jvp_batch(s->law, n, &in, &din, NULL, &dout) != CAROM_OK) to[n - 1].dE = (double)NAN;
    return to[n - 1];
}

static columns pull(const sample *s, const columns *bar, columns to[TWO]) {
    const carom_batch_in in = batch_of(s);
    carom_batch_cotangent from = {.dE = carom_shared(&bar->dE)};
    carom_batch_cotangent_out back = {.param = {[CAROM_PARAM_mu] = {&to->mu, sizeof *to}}};
    for (int i = 0; i < s->c.dim; i++) {
        from.P[i] = carom_shared(&bar->P[i]);
        from.v[i] = carom_shared(&bar->after[i]);
        back.v[i] = (carom_column_out){&to->v[i], sizeof *to};
        for (int j = i; j < s->c.dim; j++) back.W[i][j] = (carom_column_out){&to->W[i][j], sizeof *to};
    }
    if (carom_collide_vjp_batch(s->law, TWO, &in, NULL, &from, &back) != CAROM_OK) to[1].mu = (double)NAN;
    return to[1];
}

static void products(const sample *s, random_stream *r, tally *t) {
    const columns d = random_columns(r), bar = random_columns(r);
    columns two[TWO] = {{.mu = 0.0}}, one[TWO] = {{.mu = 0.0}}, pulled[TWO] = {{.mu = 0.0}};
    const columns out = push(s, TWO, &d, two), alone = push(s, 1, &d, one), back = pull(s, &bar, pulled);
    const int dim = s->c.dim;
    if (memcmp(&out.P, &alone.P, (size_t)dim * sizeof(double)) || memcmp(&out.dE, &alone.dE, sizeof(double)))
        t->worst[PRODUCT] = HUGE_VAL;
    if (s->j.smooth == CAROM_KINK) return; // at a kink the JVP may use the derivative of the other side
    double left = bar.dE * out.dE, right = back.mu * d.mu, size = fabs(left) + fabs(right), off = 0.0, terms = 0.0;
    for (int i = 0; i < dim; i++) {
        double dP = *param_of(s, CAROM_PARAM_mu, i) * d.mu, of = fabs(dP);
        left += bar.P[i] * out.P[i] + bar.after[i] * out.after[i];
        right += back.v[i] * d.v[i];
        size += fabs(bar.P[i] * out.P[i]) + fabs(bar.after[i] * out.after[i]) + fabs(back.v[i] * d.v[i]);
        for (int j = 0; j < dim; j++) {
            dP += s->j.dP_dv[i][j] * d.v[j];
            of += fabs(s->j.dP_dv[i][j] * d.v[j]);
            for (int k = j; k < dim; k++) {
                dP += s->j.dP_dW[i][entry(dim, j, k)] * d.W[j][k];
                of += fabs(s->j.dP_dW[i][entry(dim, j, k)] * d.W[j][k]);
            }
            if (j < i) continue;
            right += back.W[i][j] * d.W[i][j];
            size += fabs(back.W[i][j] * d.W[i][j]);
        }
        // The size includes terms that cancel: W dP in dv', and v'.dP in d(dE).
        for (int k = 0; k < dim; k++) size += fabs(bar.after[k] * s->c.W[k][i]) * of;
        size += fabs(bar.dE * s->out.v[i]) * of + fabs(bar.P[i]) * of;
        carom_worsen(&off, fabs(dP - out.P[i]));
        terms = fmax(terms, of);
    }
    carom_worsen(&t->worst[PRODUCT], terms > 0.0 ? off / terms : off);
    carom_worsen(&t->worst[ADJOINT], size > 0.0 ? fabs(left - right) / size : 0.0);
}

// Compares the JVP along a random tangent of v and W with central differences, if the next change of mode is far. The
// error of the differences is of the order of h^2.
static void differences(const sample *s, random_stream *r, tally *t) {
    const columns d = random_columns(r);
    columns at[TWO] = {{.mu = 0.0}};
    carom_contact c[2] = {s->c, s->c};
    carom_result out[2];
    columns moved = {.mu = 0.0};
    const int dim = s->c.dim;
    const bool diagonal = s->law == &carom_law_bilinear || s->law == &carom_law_walton; // they restrict W
    if (s->j.smooth != CAROM_SMOOTH || !(s->j.margin > 1e-2) || isinf(s->p.mu)) return;
    for (int i = 0; i < dim; i++) {
        moved.v[i] = d.v[i] * s->c.v[0];
        for (int j = i; j < dim && !diagonal; j++) moved.W[i][j] = 0.1 * d.W[i][j] * sqrt(s->c.W[i][i] * s->c.W[j][j]);
    }
    if (diagonal) moved.v[1] = moved.v[2] = 0.0;
    const double h = 1e-5;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < dim; i++) {
            c[side].v[i] += (side ? h : -h) * moved.v[i];
            for (int j = i; j < dim; j++) c[side].W[j][i] = c[side].W[i][j] += (side ? h : -h) * moved.W[i][j];
        }
    for (int side = 0; side < 2; side++)
        if (carom_collide(s->law, &c[side], &s->p, &out[side]) != CAROM_OK || out[side].mode != s->out.mode) return;
    const columns slope = push(s, 1, &moved, at);
    double off = 0.0, size = 0.0;
    for (int i = 0; i < dim; i++) {
        carom_worsen(&off, fabs((out[1].P[i] - out[0].P[i]) / (2.0 * h) - slope.P[i]));
        size += fabs(slope.P[i]) + fabs(s->out.P[i]);
        for (int j = 0; j < dim; j++) size += fabs(s->j.dP_dv[i][j] * moved.v[j]);
        for (int j = 0; j < 6; j++) size += fabs(s->j.dP_dW[i][j]) * 0.1 * s->c.W[0][0];
    }
    carom_worsen(&t->worst[DIFFERENCE], off / size / s->strain);
}

static void check(sample *s, random_stream *r, tally *t) {
    carom_result plain;
    t->asked++;
    const carom_status status = carom_collide_jacobian(s->law, &s->c, &s->p, &s->out, &s->j);
    carom_collide(s->law, &s->c, &s->p, &plain);
    if (!same_outcome(&plain, &s->out, s->c.dim)) t->worst[PRODUCT] = HUGE_VAL;
    if (status != CAROM_OK) return;
    t->sides[s->j.smooth]++;
    const bool given = !isnan(s->j.dP_dv[0][0]);
    t->answered += given || s->j.smooth == CAROM_JUMP || s->j.smooth == CAROM_DIRECTIONAL;
    if (!given) return;
    euler(s, t);
    unit(s, t);
    rotation(s, t);
    shift(s, t);
    energy(s, t);
    products(s, r, t);
    differences(s, r, t);
}

static bool report(const carom_law *law, int dim, const tally *t) {
    bool met = true;
    printf("%-16s %dd", law->name, dim);
    for (int k = 0; k < CLAIMS; k++) {
        // An iterative law computes P to 1e-12 only, so the bound of its identities is 10 times larger.
        const bool closed = law->closed_form & (dim == 2 ? CAROM_2D : CAROM_3D);
        const bool holds = t->worst[k] <= most[k] * (closed || k >= PRODUCT ? 1.0 : 10.0);
        met = met && holds;
        printf("  %s %.1e%s", claim_names[k], t->worst[k], holds ? "" : " (TOO MUCH)");
    }
    printf("\n    smooth %ld, kink %ld, one-sided %ld, directional %ld, jump %ld, none %ld\n", t->sides[0], t->sides[1],
           t->sides[2], t->sides[3], t->sides[4], t->sides[5]);
    if (law == &carom_law_routh) met = floor_met("routh's shift", t->shifted, t->asked, 0.4) && met;
    return floor_met(law->name, t->answered, t->asked, 0.5) && met;
}

int main(int count, char **words) {
    const long problems = count > 1 ? atol(words[1]) : 1000;
    bool met = true;
    for (derivable d = {0}; next_derivable(&d, count > 2 ? words[2] : NULL);) {
        tally t = {.asked = 0};
        for (long i = 0; i < problems; i++) {
            random_stream r = random_at(77, (uint64_t)(10 * i + d.dim));
            sample s = {.law = d.law, .c = random_contact(&r, d.dim, 1.5)};
            s.p = random_params(&r, d.dim);
            random_own(&r, d.law, &s.p);
            const bool applies = random_apply(d.law, &s.c, &s.p, &s.out) == CAROM_OK;
            s.strain = strain_of(&s.c);
            if (applies) check(&s, &r, &t);
        }
        met = report(d.law, d.dim, &t) && met;
    }
    return met ? 0 : 1;
}
