// Converts a free body to the contact at which it hits the wall.
#include "mods/fit/body.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "mods/fit/data.h"

void carom_fit_lever(int dim, const double r[3], double L[3][3]) {
    const double planar[3][3] = {{r[1], -r[0], 0.0}};
    const double cross[3][3] = {{0.0, -r[2], r[1]}, {r[2], 0.0, -r[0]}, {-r[1], r[0], 0.0}};
    memcpy(L, dim == 2 ? planar : cross, sizeof cross);
}

bool carom_fit_is_body(const carom_fit_body *b, double inverse[3][3]) {
    if (b->dim != 2 && b->dim != 3) return false;
    const int spins = carom_fit_spins(b->dim), speeds = 2 * (b->dim + spins), rows = speeds + b->dim;
    double sum = b->mass, I[9], scratch[9];
    for (int i = 0; i < b->dim; i++) sum += b->arm[i];
    for (int i = 0; i < speeds; i++) sum += b->u[i];
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < rows; j++) sum += b->S[i][j];
    for (int i = 0; i < 9; i++) {
        sum += b->axes[i / 3][i % 3];
        I[i] = b->inertia[i / 3][i % 3];
        if (i / 3 < spins && i % 3 < spins) sum += I[i];
    }
    if (!isfinite(sum) || !(b->mass > 0.0) || carom_cholesky(spins, 3, I) < spins) return false;
    memcpy(inverse, b->inertia, sizeof b->inertia);
    return carom_matrix_inverse(spins, 3, &inverse[0][0], scratch);
}

// Computes W = 1/m + L^T I^-1 L.
static void contact_W(const carom_fit_body *b, double L[3][3], double inverse[3][3], double W[3][3]) {
    const int spins = carom_fit_spins(b->dim);
    for (int i = 0; i < b->dim; i++) {
        for (int j = 0; j < b->dim; j++) {
            W[i][j] = (i == j) / b->mass;
            for (int a = 0; a < spins; a++)
                for (int c = 0; c < spins; c++) W[i][j] += L[a][i] * inverse[a][c] * L[c][j];
        }
    }
    for (int i = 0; i < b->dim; i++)
        for (int j = 0; j < i; j++) W[i][j] = W[j][i];
}

// Computes the derivatives of v and v' with respect to the speeds and the arm: v = u + L^T w.
static void contact_rows(const carom_fit_body *b, double L[3][3], double rows[6][CAROM_FIT_MEASURED]) {
    const int dim = b->dim, spins = carom_fit_spins(dim), side = dim + spins;
    memset(rows, 0, 6 * sizeof *rows);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < dim; i++) {
            rows[k * dim + i][k * side + i] = 1.0;
            for (int a = 0; a < spins; a++) rows[k * dim + i][k * side + dim + a] = L[a][i];
        }
        for (int j = 0; j < dim; j++) {
            const double unit[3] = {j == 0, j == 1, j == 2};
            double slope[3][3];
            carom_fit_lever(dim, unit, slope);
            for (int i = 0; i < dim; i++)
                for (int a = 0; a < spins; a++)
                    rows[k * dim + i][2 * side + j] += slope[a][i] * b->u[k * side + dim + a];
        }
    }
}

// Computes |u' - best u'|_M^2 and |u'|_M^2. The best impulse is W^-1 (v' - v).
static void compare_motion(const carom_fit_body *b, double L[3][3], double inverse[3][3], carom_fit_impact *at) {
    const int dim = b->dim, spins = carom_fit_spins(dim), side = dim + spins;
    double P[3] = {0}, missed[6];
    at->missed = at->size = 0.0;
    if (!carom_fit_impulse(at, P)) return;
    for (int i = 0; i < dim; i++) missed[i] = b->u[side + i] - b->u[i] - P[i] / b->mass;
    for (int a = 0; a < spins; a++) {
        missed[dim + a] = b->u[side + dim + a] - b->u[dim + a];
        for (int c = 0; c < spins; c++)
            for (int i = 0; i < dim; i++) missed[dim + a] -= inverse[a][c] * L[c][i] * P[i];
    }
    for (int i = 0; i < side; i++) {
        for (int j = 0; j < side; j++) {
            const bool turns = i >= dim && j >= dim;
            const double M = turns ? b->inertia[i - dim][j - dim] : i == j ? b->mass : 0.0;
            at->missed += missed[i] * M * missed[j], at->size += b->u[side + i] * M * b->u[side + j];
        }
    }
}

carom_status carom_fit_impact_from_body(const carom_fit_body *body, carom_fit_impact *impact) {
    double inverse[3][3], L[3][3], rows[6][CAROM_FIT_MEASURED];
    if (!body || !impact || !carom_fit_is_body(body, inverse)) return CAROM_BAD_VALUE;
    const int dim = body->dim, side = dim + carom_fit_spins(dim), all = 2 * side + dim;
    *impact = (carom_fit_impact){.contact.dim = dim, .group = body->group};
    carom_fit_lever(dim, body->arm, L);
    contact_W(body, L, inverse, impact->contact.W);
    contact_rows(body, L, rows);
    for (int i = 0; i < dim; i++) {
        for (int k = 0; k < side; k++) {
            impact->contact.v[i] += rows[i][k] * body->u[k];
            impact->after[i] += rows[dim + i][side + k] * body->u[side + k];
        }
    }
    for (int i = 0; i < 2 * dim; i++)
        for (int j = 0; j < 2 * dim; j++)
            for (int k = 0; k < all; k++)
                for (int l = 0; l < all; l++) impact->S[i][j] += rows[i][k] * body->S[k][l] * rows[j][l];
    compare_motion(body, L, inverse, impact);
    return CAROM_OK;
}
