// Integrates a contact by Taylor series. With y_k the terms of the states in powers of the fraction of a step of length
// h,
//   x_{k+1} = h/(k+1) v_k,   v_{k+1} = h/(k+1) W F_k,   xi_{k+1} = h/(k+1) xi'_k
// and F_k from the terms before. The contact model gives N_k, and powers follow from p = d^x, d p' = x p d':
//   p_k = sum_{j=1..k} (x j - (k - j)) d_j p_{k-j} / (k d_0)
// d^x is singular at d = 0, so steps near first contact are limited to 1/5 of the time since then.
#include "taylor.h"

#include <math.h>
#include <string.h>

#include "motion.h"

enum { ORDER = CAROM_PIECE_ORDER };

double carom_term_of_power(const double *d, double x, double *power, int k) {
    if (k == 0) return power[0] = pow(d[0], x);
    double sum = 0.0;
    for (int j = 1; j <= k; j++) sum += (x * j - (k - j)) * d[j] * power[k - j];
    return power[k] = sum / (k * d[0]);
}

double carom_term_of_product(const double *a, const double *b, int k) {
    double sum = 0.0;
    for (int j = 0; j <= k; j++) sum += a[j] * b[k - j];
    return sum;
}

typedef struct taylor {
    const carom_touch *touch;
    carom_linear_piece *piece;
    carom_growth growth;
    carom_series N, pull[2], swell, F[3];
    double dir; // of a slip in 2D
} taylor;

static double *state(const taylor *x, int which) {
    return x->piece->y[which];
}

// Returns term k of the contact's velocity: that of the body and of its modes.
static double speed(const taylor *x, int i, int k) {
    double v = state(x, CAROM_STATE_V + i)[k];
    for (size_t j = 0; j < carom_modes(x->touch); j++)
        v += CAROM_MODES_OF(x->touch->params)[j].phi[i] * state(x, CAROM_STATE_Z(x->touch) + 2 * (int)j + 1)[k];
    return v;
}

// Returns the tangential force without the factor shared with the normal force, and the rate of the stretch.
static double hold_back(taylor *x, int i, int k) {
    const carom_touch *t = x->touch;
    double *xi = state(x, CAROM_STATE_XI(t) + i);
    const double v = speed(x, 1 + i, k), share = x->piece->length / (k + 1);
    const bool slips = t->state == CAROM_CONTACT_SLIP;
    if (t->state == CAROM_CONTACT_FREE || t->state == CAROM_CONTACT_OPEN) {
        xi[k + 1] = 0.0;
        return 0.0;
    }
    if (slips && !t->damped) xi[k] = x->dir * t->mu * x->N[k] / t->K.tt[i][i];
    const double pull = t->K.tt[i][i] * xi[k] + (t->damped ? t->C.tt[i][i] * v : 0.0);
    if (!slips) {
        xi[k + 1] = share * v;
        return -pull;
    }
    if (t->damped) xi[k + 1] = share * (v - (pull - x->dir * t->mu * x->N[k]) / t->C.tt[i][i]);
    return -x->dir * t->mu * x->N[k];
}

// Computes z'' = phi.F - 2 zeta omega z' - omega^2 z.
static void grow_modes(taylor *x, int k) {
    const double share = x->piece->length / (k + 1);
    for (size_t j = 0; j < carom_modes(x->touch); j++) {
        const carom_vibration *mode = &CAROM_MODES_OF(x->touch->params)[j];
        double *z = state(x, CAROM_STATE_Z(x->touch) + 2 * (int)j),
               *zdot = state(x, CAROM_STATE_Z(x->touch) + 2 * (int)j + 1);
        double a = -mode->omega * (2.0 * mode->zeta * zdot[k] + mode->omega * z[k]);
        for (int i = 0; i < x->touch->dim; i++) a += mode->phi[i] * x->F[i][k];
        z[k + 1] = share * zdot[k];
        zdot[k + 1] = share * a;
    }
}

static void grow(taylor *x, int k) {
    const carom_touch *t = x->touch;
    const double share = x->piece->length / (k + 1);
    carom_growth *g = &x->growth;
    double *depth = state(x, 0);
    g->d[k] = -depth[k];
    for (size_t j = 0; j < carom_modes(t); j++)
        g->d[k] -= CAROM_MODES_OF(t->params)[j].phi[0] * state(x, CAROM_STATE_Z(t) + 2 * (int)j)[k];
    g->closing[k] = -speed(x, 0, k);
    x->F[0][k] = x->N[k] = t->state == CAROM_CONTACT_OPEN ? 0.0 : t->normal->term(t, g, k);
    for (int i = 0; i < t->dim - 1; i++) x->pull[i][k] = hold_back(x, i, k);
    if (t->normal->swell) {
        carom_term_of_power(g->d, 0.5, x->swell, k);
        const double all = t->normal->swell(t, &(carom_touch_motion){.d = 1.0});
        x->F[0][k] = all * carom_term_of_product(x->swell, x->N, k);
        for (int i = 0; i < t->dim - 1; i++) x->F[1 + i][k] = all * carom_term_of_product(x->swell, x->pull[i], k);
    } else {
        for (int i = 0; i < t->dim - 1; i++) x->F[1 + i][k] = x->pull[i][k];
    }
    depth[k + 1] = share * state(x, CAROM_STATE_V)[k];
    for (int i = 0; i < t->dim; i++) {
        double a = 0.0;
        for (int j = 0; j < t->dim; j++) a += t->contact->W[i][j] * x->F[j][k];
        state(x, CAROM_STATE_V + i)[k + 1] = share * a;
        state(x, CAROM_STATE_P(t) + i)[k + 1] = share * x->F[i][k];
    }
    state(x, CAROM_STATE_WORK(t))[k + 1] = -share * carom_term_of_product(x->F[0], g->closing, k);
    grow_modes(x, k);
}

// Returns the fraction of the length, at most 4, over which the last terms are below rounding.
static double trusted(const carom_linear_piece *piece, int states) {
    double share = 4.0;
    for (int i = 0; i < states; i++) {
        const double *c = piece->y[i];
        double most = 0.0;
        for (int k = 0; k < 4; k++) most = fmax(most, fabs(c[k]));
        const double last = fmax(fabs(c[ORDER - 1]), fabs(c[ORDER - 2]));
        if (last > 0.0) share = fmin(share, pow(1e-16 * most / last, 1.0 / (ORDER - 1)));
    }
    return share;
}

static void stretch(carom_linear_piece *piece, int states, double share) {
    piece->length *= share;
    for (int i = 0; i < states; i++) {
        double power = 1.0;
        for (int k = 0; k <= ORDER; k++, power *= share) piece->y[i][k] *= power;
    }
}

bool carom_taylor_trust(carom_linear_piece *piece, int states) {
    // The last terms are compared with the first ones, which shrink together with them, so two or three passes are
    // needed.
    for (int again = 0; again < 20; again++) {
        const double share = trusted(piece, states);
        if (!(share > 0.0 && isfinite(share))) return false;
        stretch(piece, states, share);
        if (share > 0.9) break;
    }
    return true;
}

static bool has_series(const carom_touch *t) {
    const bool turns = t->dim == 3 && t->state == CAROM_CONTACT_SLIP;
    return t->normal->term && !turns && t->state != CAROM_CONTACT_DWELL && !t->normal->inner;
}

bool carom_taylor_step(const carom_touch *touch, const double *y, double length, carom_linear_piece *piece) {
    const int states = CAROM_STATE_Z(touch) + 2 * (int)carom_modes(touch);
    taylor x = {.touch = touch, .piece = piece, .dir = touch->dir[0]};
    carom_touch_motion m;
    if (!has_series(touch)) return false;
    carom_motion_at(touch, y, &m);
    // The limit is 1e-9. Closer to zero, the steps would approach the end of the contact but never reach it.
    if (!(m.d > 1e-9 * touch->reach)) return false;
    piece->length = fmin(length, m.d / fabs(m.v[0]));
    for (int i = 0; i < states; i++) {
        memset(piece->y[i], 0, sizeof piece->y[i]);
        piece->y[i][0] = y[i];
    }
    for (int k = 0; k < ORDER; k++) grow(&x, k);
    return isfinite(piece->y[CAROM_STATE_V][ORDER]) && carom_taylor_trust(piece, states);
}
