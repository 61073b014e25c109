// Generalized coordinates: eliminates the bilateral constraints, computes W and v at the contacts, and applies
// impulses.
//
//   M = L L^T,  Y = J L^-T = T Q  (Q orthonormal rows),  B = R L^-T
//   K = M^-1 - M^-1 J^T (J M^-1 J^T)^-1 J M^-1 = L^-T (1 - Q^T Q) L^-1
//   C = B (1 - Q^T Q),  W = R K R^T = C C^T,  K R^T = L^-T C^T
//   lambda = -(J M^-1 J^T)^-1 J M^-1 R^T P = -T^-T Q B^T P
// W is the product of a matrix with its transpose, so it is exactly symmetric, and positive semi-definite up to
// rounding.
#include "carom/bodies.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/dense.h"
#include "bodies/mechanism.h"

// M may differ from its transpose by this fraction of sqrt(M_ii M_jj), which is rounding of its assembly, as for W.
#define ROUNDING 1e-12

// M counts as singular if the inertia of some speed is less than this fraction, times the number of speeds. The
// smallest fraction is at most 1.01 DBL_EPSILON for singular matrices assembled in rounded arithmetic. It is at least
// 4.2 DBL_EPSILON for a condition number of 1e14.
#define SINGULAR (4.0 * DBL_EPSILON)

// With these limits a mechanism needs at most 18 MOST^2 + 5 MOST numbers. Their size fits easily in a size_t of 64
// bits. A size_t of 32 bits may be too small; carom_delassus_memory_size checks this.
#define MOST CAROM_MAX_SPEEDS

static int counts(int dim, int speeds, int contacts, int constraints) {
    return (dim == 2 || dim == 3) && speeds >= 1 && speeds <= MOST && contacts >= 1 && contacts <= MOST &&
           constraints >= 0 && constraints <= MOST;
}

static int makes_sense(const carom_mechanism *m) {
    return counts(m->dim, m->speeds, m->contacts, m->constraints);
}

// Returns whether carom_delassus_compute filled d.
static int was_made(const carom_delassus *d) {
    return counts(d->dim, d->speeds, d->contacts, d->constraints) && d->size == d->dim * d->contacts;
}

int carom_mechanism_made(const carom_mechanism *m, const carom_delassus *d) {
    return makes_sense(m) && was_made(d) && d->dim == m->dim && d->speeds == m->speeds && d->contacts == m->contacts &&
           d->constraints == m->constraints && d->rank >= 0 && d->rank <= d->constraints && d->W && d->v && d->du &&
           (!d->constraints || (d->reactions && d->order));
}

static size_t numbers(size_t n, size_t m, size_t s) {
    return n * n + m * n + m * m + 2 * m + s * s + s + s * n + m * s;
}

size_t carom_delassus_memory_size(const carom_mechanism *m) {
    if (!m || !makes_sense(m)) return 0;
    const size_t n = (size_t)m->speeds, rows = (size_t)m->constraints, s = (size_t)m->dim * (size_t)m->contacts;
    const double wanted = 8.0 * (double)(n + rows + s) * (double)(n + rows + s);
    if (wanted >= (double)(SIZE_MAX / sizeof(double))) return 0; // GCOV_EXCL_BR_LINE: only if size_t has 32 bits
    return numbers(n, rows, s) * sizeof(double) + rows * sizeof(int);
}

static double *take(double **memory, size_t count) {
    double *start = *memory;
    *memory += count;
    return start;
}

carom_mechanism_factors carom_mechanism_lay_out(const carom_mechanism *m, void *memory, carom_delassus *d) {
    const size_t n = (size_t)m->speeds, rows = (size_t)m->constraints, s = (size_t)d->size;
    double *free = memory;
    d->W = take(&free, s * s);
    d->v = take(&free, s);
    d->du = take(&free, s * n);
    d->reactions = take(&free, rows * s);
    const carom_mechanism_factors f = {.L = take(&free, n * n),
                                       .Q = take(&free, rows * n),
                                       .T = take(&free, rows * rows),
                                       .along = take(&free, rows),
                                       .norm = take(&free, rows)};
    d->order = (int *)(void *)free;
    return f;
}

int carom_all_finite(size_t count, const double *x) {
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i])) return 0;
    return 1;
}

static carom_status validate(const carom_mechanism *m) {
    if (m->dim != 2 && m->dim != 3) return CAROM_BAD_DIM;
    if (!makes_sense(m)) return CAROM_BAD_SIZE;
    if (!m->M || !m->u || !m->R || (m->constraints && !m->J)) return CAROM_NULL_POINTER;
    const size_t n = (size_t)m->speeds;
    const int finite = carom_all_finite(n * n, m->M) && carom_all_finite(n, m->u) &&
                       carom_all_finite((size_t)m->dim * (size_t)m->contacts * n, m->R) &&
                       carom_all_finite((size_t)m->constraints * n, m->J);
    return finite ? CAROM_OK : CAROM_NOT_FINITE;
}

// Computes L of the average of M and its transpose.
static carom_status factor_mass(const carom_mechanism *m, const carom_mechanism_factors *f, carom_delassus *d) {
    const size_t n = (size_t)m->speeds;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j <= i; j++) {
            const double lower = m->M[i * n + j], upper = m->M[j * n + i];
            const double most = sqrt(fabs(m->M[i * n + i])) * sqrt(fabs(m->M[j * n + j]));
            d->row = (int)i;
            if (!(fabs(lower - upper) <= ROUNDING * most)) return CAROM_BAD_MASS_MATRIX;
            f->L[i * n + j] = 0.5 * lower + 0.5 * upper;
        }
    }
    d->row = carom_cholesky(m->speeds, n, f->L);
    if (d->row < m->speeds) return CAROM_BAD_MASS_MATRIX;
    double share;
    d->row = carom_least_share(m->speeds, n, f->L, d->du, &share);
    if (!(share > SINGULAR * m->speeds)) return CAROM_BAD_MASS_MATRIX;
    d->row = -1;
    return CAROM_OK;
}

// Returns sqrt(u.M u), from L^T u.
static double root_energy(const carom_mechanism *m, const carom_mechanism_factors *f) {
    const size_t n = (size_t)m->speeds;
    double sum = 0.0;
    for (size_t j = 0; j < n; j++) {
        double part = 0.0;
        for (size_t i = j; i < n; i++) part += f->L[i * n + j] * m->u[i];
        sum += part * part;
    }
    return sqrt(sum);
}

// Computes Q and T of the constraints. Rejects speeds that violate one of them.
static carom_status factor_constraints(const carom_mechanism *m, const carom_mechanism_factors *f, carom_delassus *d) {
    const size_t n = (size_t)m->speeds;
    const double energy = root_energy(m, f);
    double worst = 0.0;
    for (int k = 0; k < m->constraints; k++) {
        double *y = f->Q + (size_t)k * n;
        memcpy(y, m->J + (size_t)k * n, n * sizeof *y);
        const double speed = carom_dot(m->speeds, y, m->u);
        carom_forward(m->speeds, n, f->L, y);
        const double length = carom_length(m->speeds, y), most = length * energy;
        if (!isfinite(length)) return CAROM_OVERFLOW;
        const double share = speed == 0.0 ? 0.0 : fabs(speed) / most;
        if (!(share <= worst)) {
            worst = share;
            d->residual = speed;
            d->row = k;
        }
    }
    if (!(worst <= CAROM_CONSTRAINT_TOLERANCE)) return CAROM_CONSTRAINT_VIOLATED;
    d->row = -1;
    d->rank = carom_orthonormal_rows(m->constraints, m->speeds, f->Q, f->T, d->order, f->norm);
    return CAROM_OK;
}

// Returns R_i.u, or zero if its terms cancel up to rounding, so that a straight chain that just touches does not move
// by rounding. Rows of sines and cosines of angles up to a whole turn are only accurate to 4 DBL_EPSILON.
static double contact_speed(int n, const double *row, const double *u) {
    const double sum = carom_dot(n, row, u);
    double terms = 0.0;
    for (int k = 0; k < n; k++) terms += fabs(row[k] * u[k]);
    return isfinite(terms) && fabs(sum) <= 4.0 * DBL_EPSILON * terms ? 0.0 : sum;
}

// Computes row i of C, v_i, and the reactions to a unit impulse i.
static void reduce_row(const carom_mechanism *m, const carom_mechanism_factors *f, int i, carom_delassus *d) {
    const size_t n = (size_t)m->speeds, s = (size_t)d->size;
    double *c = d->du + (size_t)i * n;
    memcpy(c, m->R + (size_t)i * n, n * sizeof *c);
    d->v[i] = contact_speed(m->speeds, c, m->u);
    carom_forward(m->speeds, n, f->L, c);
    // The velocity in a direction that the constraints hold becomes exactly zero.
    if (carom_project_out(d->rank, m->speeds, f->Q, c, f->along)) d->v[i] = 0.0;
    carom_backward(d->rank, (size_t)m->constraints, f->T, f->along);
    for (int k = 0; k < m->constraints; k++)
        d->reactions[(size_t)d->order[k] * s + (size_t)i] = k < d->rank ? -f->along[k] : 0.0;
}

carom_status carom_delassus_compute(const carom_mechanism *m, void *memory, size_t bytes, carom_delassus *d) {
    if (!m || !memory || !d) return CAROM_NULL_POINTER;
    *d = (carom_delassus){.row = -1};
    carom_status status = validate(m);
    if (status != CAROM_OK) return status;
    const size_t needed = carom_delassus_memory_size(m);
    if (!needed) return CAROM_SMALL_MEMORY; // GCOV_EXCL_BR_LINE: 0 only if size_t has 32 bits
    if (bytes < needed) return CAROM_SMALL_MEMORY;
    *d = (carom_delassus){.dim = m->dim,
                          .speeds = m->speeds,
                          .contacts = m->contacts,
                          .constraints = m->constraints,
                          .size = m->dim * m->contacts,
                          .u = m->u,
                          .row = -1};
    const carom_mechanism_factors f = carom_mechanism_lay_out(m, memory, d);
    if ((status = factor_mass(m, &f, d)) != CAROM_OK) return status;
    if ((status = factor_constraints(m, &f, d)) != CAROM_OK) return status;

    const size_t n = (size_t)m->speeds, s = (size_t)d->size;
    for (int i = 0; i < d->size; i++) reduce_row(m, &f, i, d);
    for (size_t i = 0; i < s; i++)
        for (size_t j = 0; j <= i; j++)
            d->W[i * s + j] = d->W[j * s + i] = carom_dot(m->speeds, d->du + i * n, d->du + j * n);
    for (size_t i = 0; i < s; i++) carom_backward(m->speeds, n, f.L, d->du + i * n);
    // du_k^2 <= (M^-1)_kk W_ii is finite if W is, because M is not singular.
    return carom_all_finite(s * s, d->W) && carom_all_finite(s, d->v) ? CAROM_OK : CAROM_OVERFLOW;
}

carom_status carom_system_contact(const carom_delassus *d, int contact, carom_contact *out) {
    if (!d || !out) return CAROM_NULL_POINTER;
    if (!was_made(d) || contact < 0 || contact >= d->contacts) return CAROM_BAD_SIZE;
    if (!d->W || !d->v) return CAROM_NULL_POINTER;
    *out = (carom_contact){.dim = d->dim};
    const size_t s = (size_t)d->size, first = (size_t)contact * (size_t)d->dim;
    for (size_t i = 0; i < (size_t)d->dim; i++) {
        out->v[i] = d->v[first + i];
        for (size_t j = 0; j < (size_t)d->dim; j++) out->W[i][j] = d->W[(first + i) * s + first + j];
    }
    return CAROM_OK;
}

carom_status carom_delassus_apply(const carom_delassus *d, const double *P, double *u_after, double *reactions) {
    if (!d || !P || !u_after) return CAROM_NULL_POINTER;
    if (!was_made(d)) return CAROM_BAD_SIZE;
    if (!d->du || !d->u || (reactions && d->constraints && !d->reactions)) return CAROM_NULL_POINTER;
    const size_t n = (size_t)d->speeds, s = (size_t)d->size;
    if (!carom_all_finite(s, P)) return CAROM_NOT_FINITE;
    for (size_t k = 0; k < n; k++) {
        double sum = 0.0;
        for (size_t i = 0; i < s; i++) sum += d->du[i * n + k] * P[i];
        u_after[k] = d->u[k] + sum;
    }
    for (int k = 0; reactions && k < d->constraints; k++)
        reactions[k] = carom_dot(d->size, d->reactions + (size_t)k * s, P);
    return carom_all_finite(n, u_after) && (!reactions || carom_all_finite((size_t)d->constraints, reactions))
               ? CAROM_OK
               : CAROM_OVERFLOW;
}

double carom_mechanism_energy(const carom_mechanism *m, const double *u) {
    if (!m || !m->M || !u || m->speeds < 1 || m->speeds > MOST) return (double)NAN;
    const size_t n = (size_t)m->speeds;
    double sum = 0.0;
    for (size_t i = 0; i < n; i++) sum += 0.5 * u[i] * carom_dot(m->speeds, m->M + i * n, u);
    return sum;
}
