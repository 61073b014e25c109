// Decides which of several contacts stick and which slip, and computes the resulting constant matrices: f_t = G lam, v'
// = H lam.
#include "lzb.h"

// Sets up W_SS f = -r for the sticking rows, for each column of r.
static void write_rows(lzb *z) {
    const int nc = z->nc, wide = 2 * nc;
    for (int i = 0; i < nc; i++)
        for (int j = 0; j < nc && z->c[i].grip == LZB_STICKS; j++) {
            double *row = z->A + i * wide, r = lzb_entry(z, 2 * i + 1, 2 * j);
            row[j] = z->c[j].grip == LZB_STICKS ? lzb_entry(z, 2 * i + 1, 2 * j + 1) : 0.0;
            if (z->c[j].grip == LZB_SLIPS) r -= lzb_entry(z, 2 * i + 1, 2 * j + 1) * z->c[j].mu * z->c[j].s;
            row[nc + j] = -r;
        }
}

// Returns the sticking row that depends least on the rows already used, which is the one that keeps the largest
// fraction of its own W_tt.
static int next_pivot(const lzb *z) {
    int best = -1;
    double most = 1e-12;
    for (int i = 0; i < z->nc; i++) {
        const double left = z->A[i * 2 * z->nc + i], own = lzb_entry(z, 2 * i + 1, 2 * i + 1);
        if (z->c[i].grip != LZB_STICKS || z->c[i].holds || !(left > most * own)) continue;
        most = left / own;
        best = i;
    }
    return best;
}

// Eliminates with diagonal pivots. Rows that follow from others (a block that lands flat) have no pivot and no force.
static void eliminate(lzb *z) {
    const int nc = z->nc, wide = 2 * nc;
    for (int i = 0; i < nc; i++) z->c[i].holds = false;
    for (int p = next_pivot(z); p >= 0; p = next_pivot(z)) {
        const double pivot = z->A[p * wide + p];
        z->c[p].holds = true;
        for (int j = 0; j < wide; j++) z->A[p * wide + j] /= pivot;
        for (int i = 0; i < nc; i++) {
            const double factor = z->A[i * wide + p];
            if (i == p || z->c[i].grip != LZB_STICKS || factor == 0.0) continue;
            for (int j = 0; j < wide; j++) z->A[i * wide + j] -= factor * z->A[p * wide + j];
        }
    }
}

// Removes the component along the unit vector n from m columns of b, `wide` apart.
static void project(int nc, const double *n, int m, int wide, double *b) {
    for (int j = 0; j < m; j++) {
        double along_n = 0.0;
        for (int i = 0; i < nc; i++) along_n += n[i] * b[i * wide + j];
        for (int i = 0; i < nc; i++) b[i * wide + j] -= along_n * n[i];
    }
}

// Makes the forces of the sticking contacts unique. Every dependent row k allows a shift n of forces that has no effect
// on the motion. It is 1 at k and -A[i][k] at the independent rows. Forces without a component along any n have the
// least norm, for any order of the contacts. The vectors n replace the dependent rows and are orthogonalised one after
// the other.
static void share_evenly(lzb *z) {
    const int nc = z->nc, wide = 2 * nc;
    for (int k = 0; k < nc; k++) {
        double *n = z->A + k * wide, size = 0.0;
        if (z->c[k].grip != LZB_STICKS || z->c[k].holds) continue;
        for (int i = 0; i < nc; i++) n[i] = i == k ? 1.0 : z->c[i].holds ? -z->A[i * wide + k] : 0.0;
        for (int before = 0; before < k; before++)
            if (z->c[before].grip == LZB_STICKS && !z->c[before].holds) project(nc, z->A + before * wide, 1, 1, n);
        for (int i = 0; i < nc; i++) size += n[i] * n[i];
        for (int i = 0; i < nc; i++) n[i] /= sqrt(size);
        project(nc, n, nc, nc, z->G);
    }
}

// Computes the rows of G of the sticking contacts: the forces of least norm that keep them at rest.
static void hold_still(lzb *z) {
    const int nc = z->nc, wide = 2 * nc;
    write_rows(z);
    eliminate(z);
    for (int i = 0; i < nc; i++)
        for (int j = 0; j < nc; j++) z->G[i * nc + j] = z->c[i].holds ? z->A[i * wide + nc + j] : 0.0;
    share_evenly(z);
}

// Computes G and H for the present states.
static void reduce(lzb *z) {
    const int nc = z->nc;
    hold_still(z);
    for (int i = 0; i < nc; i++)
        for (int j = 0; j < nc && z->c[i].grip != LZB_STICKS; j++)
            z->G[i * nc + j] = i == j && z->c[i].grip == LZB_SLIPS ? -z->c[i].mu * z->c[i].s : 0.0;
    for (int i = 0; i < 2 * nc; i++)
        for (int j = 0; j < nc; j++) {
            double sum = lzb_entry(z, i, 2 * j);
            for (int k = 0; k < nc; k++) sum += lzb_entry(z, i, 2 * k + 1) * z->G[k * nc + j];
            z->H[i * nc + j] = (i & 1) && z->c[i / 2].grip == LZB_STICKS ? 0.0 : sum;
        }
}

// Lets contacts with v_t = 0 stick if their cones allow it. One by one, the contact farthest outside its cone is made
// to slip against its force. A contact that would then move along its friction sticks again.
void carom_lzb_settle_friction(lzb *z, int leaves) {
    const int nc = z->nc;
    for (int i = 0; i < nc; i++) {
        lzb_contact *c = &z->c[i];
        const double vt = z->v[2 * i + 1];
        if (!(c->mu > 0.0) || !(c->d > 0.0))
            c->grip = LZB_NONE;
        else if (vt != 0.0)
            c->grip = LZB_SLIPS, c->s = vt > 0.0 ? 1.0 : -1.0;
        else if (c->grip != LZB_SLIPS)
            c->grip = LZB_STICKS;
    }
    for (int tries = 0; tries < 4 * nc + 8; tries++) {
        int worst = -1;
        double excess = 0.0;
        reduce(z);
        for (int i = 0; i < nc; i++) {
            const lzb_contact *c = &z->c[i];
            const double most = c->mu * lzb_force(c), f = lzb_along(z, z->G + i * nc);
            if (c->grip != LZB_STICKS || !(fabs(f) > most * (1.0 + 1e-12)) || !(fabs(f) - most > excess)) continue;
            excess = fabs(f) - most;
            worst = i;
        }
        if (worst >= 0) {
            z->c[worst].s = lzb_along(z, z->G + worst * nc) > 0.0 ? -1.0 : 1.0;
            z->c[worst].grip = LZB_SLIPS;
            continue;
        }
        for (int i = 0; i < nc && worst < 0; i++) {
            double *row = z->H + (2 * i + 1) * nc, size = 0.0;
            for (int j = 0; j < nc; j++) size += fabs(row[j]) * lzb_force(&z->c[j]);
            if (z->c[i].grip == LZB_SLIPS && z->v[2 * i + 1] == 0.0 && i != leaves &&
                z->c[i].s * lzb_along(z, row) < -CAROM_LZB_ROUNDING * size)
                worst = i;
        }
        if (worst < 0) return;
        z->c[worst].grip = LZB_STICKS;
    }
}
