// Computes d, v and the forces of several contacts between events as power series in time (see system_lzb.c).
#include "lzb.h"

enum { ORDER = CAROM_PIECE_ORDER };

// Below QUIET, a contact has no noticeable effect and is omitted, because the series of its power law converges only up
// to d = 0. A step ends before such a contact exceeds LOUD.
#define QUIET 1e-19
#define LOUD  1e-17

// Returns the velocity change that the force of contact i at the overlap d causes in z->unit, relative to the largest
// speed.
static double loudness(const lzb *z, int i, double d) {
    const lzb_contact *c = &z->c[i];
    return d > 0.0 ? c->K * pow(d, c->eta) * z->unit * lzb_entry(z, 2 * i, 2 * i) / z->fast : 0.0;
}

// Returns an upper bound of the series up to a fraction. The end alone is not enough: a contact may be compressed and
// released again.
static double highest(const double *c, double share) {
    double sum = 0.0;
    for (int k = ORDER; k >= 0; k--) sum = sum * share + fabs(c[k]);
    return sum;
}

// Returns the fraction of the step over which the tail of a series is at most the rounding error of `size`.
static double short_of(const double *c, double size, double share) {
    for (int k = ORDER - 1; k <= ORDER; k++)
        if (!(fabs(c[k]) <= 1e-17 * size))
            share = isfinite(c[k]) ? fmin(share, pow(1e-17 * size / fabs(c[k]), 1.0 / k)) : 0.0;
    return share;
}

// Returns the fraction of the length h over which the tails of the series are rounding errors. Includes the forces:
// near a singular W a sticking contact keeps its speed, and d and v do not show how fast its force falls.
double carom_lzb_reliable(const lzb *z, double h) {
    double share = 1.0;
    for (int i = 0; i < z->nc; i++) {
        const double W = lzb_entry(z, 2 * i, 2 * i);
        share = short_of(z->d[i], z->fast * z->unit, share);
        for (int t = 0; t < 2; t++) share = short_of(z->u[2 * i + t], z->fast, share);
        if (h > 0.0 && W > 0.0) share = short_of(z->lam[i], (z->fast / W + z->P[2 * i]) / h, share);
    }
    for (int i = 0; i < z->nc && share > 0.0; i++)
        while (z->c[i].quiet && loudness(z, i, highest(z->d[i], share)) > LOUD) share *= 0.5;
    return share;
}

void carom_lzb_write_series(lzb *z, double h) {
    const int nc = z->nc;
    for (int i = 0; i < nc; i++) {
        z->d[i][0] = z->c[i].d;
        z->c[i].quiet = z->c[i].eta != 1.0 && loudness(z, i, z->c[i].d) < QUIET;
    }
    for (int i = 0; i < 2 * nc; i++) z->u[i][0] = z->v[i];
    for (int k = 0; k <= ORDER; k++) {
        for (int i = 0; i < nc; i++) {
            const lzb_contact *c = &z->c[i];
            double *lam = z->lam[i];
            const double *d = z->d[i];
            if (c->phase == LZB_OFF || c->quiet)
                lam[k] = 0.0;
            else if (k == 0 || c->eta == 1.0)
                lam[k] = k == 0 ? lzb_force(c) : c->K * d[k];
            else {
                lam[k] = 0.0;
                for (int j = 0; j < k; j++) lam[k] += (c->eta * (k - j) - j) * d[k - j] * lam[j];
                lam[k] /= k * d[0];
            }
        }
        for (int i = 0; i < nc && k < ORDER; i++) {
            const lzb_contact *c = &z->c[i];
            const double g = c->phase == LZB_COMPRESSES ? 1.0 : c->phase == LZB_EXPANDS ? 1.0 / (c->e * c->e) : 0.0;
            z->d[i][k + 1] = -h * g * z->u[2 * i][k] / (k + 1);
        }
        for (int i = 0; i < 2 * nc && k < ORDER; i++) {
            double sum = 0.0;
            for (int j = 0; j < nc; j++) sum += z->H[i * nc + j] * z->lam[j][k];
            z->u[i][k + 1] = h * sum / (k + 1);
        }
    }
}

bool carom_lzb_guard(const lzb *z, int i, int which, carom_series g, double *size) {
    const lzb_contact *c = &z->c[i];
    const double sense = c->phase == LZB_COMPRESSES ? -1.0 : 1.0;
    *size = z->fast;
    for (int k = 0; k <= ORDER; k++) {
        double f = 0.0;
        if (which == LZB_TURNS)
            g[k] = sense * z->u[2 * i][k];
        else if (which == LZB_CLOSES && c->phase == LZB_EXPANDS)
            g[k] = z->d[i][k];
        else if (which == LZB_STOPS && c->grip == LZB_SLIPS)
            g[k] = c->s * z->u[2 * i + 1][k];
        else if (which >= LZB_LEAVES && c->grip == LZB_STICKS) {
            for (int j = 0; j < z->nc; j++) f += z->G[i * z->nc + j] * z->lam[j][k];
            g[k] = c->mu * z->lam[i][k] - (which == LZB_LEAVES ? f : -f);
        } else
            return false;
    }
    if (which == LZB_CLOSES) *size = c->d;
    if (which >= LZB_LEAVES) {
        *size = c->mu * fabs(z->lam[i][0]);
        for (int j = 0; j < z->nc; j++) *size += fabs(z->G[i * z->nc + j] * z->lam[j][0]);
    }
    return true;
}

void carom_lzb_move(lzb *z, double h, double s) {
    const int nc = z->nc;
    for (int i = 0; i < nc; i++) {
        lzb_contact *c = &z->c[i];
        const double before = lzb_stored(c), *vt = z->u[2 * i + 1];
        carom_series f;
        double P = 0.0, Pt = 0.0;
        for (int k = 0; k <= ORDER; k++) {
            f[k] = 0.0;
            for (int j = 0; j < nc; j++) f[k] += z->G[i * nc + j] * z->lam[j][k];
        }
        for (int k = ORDER; k >= 0; k--) {
            P = P * s + z->lam[i][k] / (k + 1);
            Pt = Pt * s + f[k] / (k + 1);
        }
        z->P[2 * i] += h * s * P;
        z->P[2 * i + 1] += h * s * Pt;
        if (c->grip == LZB_SLIPS) c->friction_work += h * carom_series_work(f, vt, s);
        if (c->phase != LZB_OFF) c->d = fmax(0.0, carom_series_at(z->d[i], s));
        c->normal_work -= (c->phase == LZB_EXPANDS ? c->e * c->e : 1.0) * (lzb_stored(c) - before);
    }
    for (int i = 0; i < 2 * nc; i++) z->v[i] = carom_series_at(z->u[i], s);
    for (int i = 0; i < nc; i++)
        if (z->c[i].grip == LZB_STICKS) z->v[2 * i + 1] = 0.0;
}

void carom_lzb_rescale(lzb *z, double share) {
    double power = 1.0;
    for (int k = 0; k <= ORDER; k++, power *= share)
        for (int i = 0; i < z->nc; i++) {
            z->d[i][k] *= power;
            z->lam[i][k] *= power;
            z->u[2 * i][k] *= power;
            z->u[2 * i + 1][k] *= power;
        }
}
