// Rejects invalid systems of contacts.
#include <math.h>

#include "base/eliminate.h"
#include "base/rank.h"
#include "carom/systems.h"

// Elimination may leave a pivot that is negative by this fraction of its diagonal entry, as a singular W in double
// precision does. Assembled W of 32 contacts on one body leave 1e-15; a W typed with four digits leaves 1e-5.
#define INDEFINITE 1e-10

static carom_status numbers(const carom_system *s, int n) {
    for (int i = 0; i < n; i++) {
        if (!isfinite(s->v[i])) return CAROM_NOT_FINITE;
        for (int j = 0; j < n; j++)
            if (!isfinite(s->W[(size_t)i * (size_t)n + (size_t)j])) return CAROM_NOT_FINITE;
    }
    return CAROM_OK;
}

static carom_status symmetry(const carom_system *s, int n) {
    for (int i = 0; i < n; i++) {
        const double Wii = s->W[(size_t)i * (size_t)n + (size_t)i];
        if (!(Wii >= 0.0)) return CAROM_NOT_PSD;
        for (int j = 0; j < i; j++) {
            const double a = s->W[(size_t)i * (size_t)n + (size_t)j], b = s->W[(size_t)j * (size_t)n + (size_t)i];
            const double Wjj = s->W[(size_t)j * (size_t)n + (size_t)j];
            // Most matrices are exactly symmetric with entries far below sqrt(W_ii W_jj). This test needs no square
            // root.
            if (a == b && a * a < Wii * Wjj && Wii * Wjj < HUGE_VAL) continue;
            const double most = sqrt(Wii) * sqrt(Wjj);
            if (!(fabs(a - b) <= CAROM_SINGLE_PRECISION * fmax(most, fabs(a)))) return CAROM_NOT_SYMMETRIC;
            if (!(fabs(0.5 * (a + b)) <= most * (1.0 + CAROM_SINGLE_PRECISION))) return CAROM_NOT_PSD;
        }
    }
    return CAROM_OK;
}

// Returns a power of two by whose square x can be scaled to a value between 1/2 and 2 without rounding. Returns 1 if x
// is zero.
static double root_unit(double x) {
    int power;
    if (!(x > 0.0)) return 1.0;
    frexp(x, &power);
    return ldexp(1.0, -(power / 2));
}

// Scales every row and column by its own diagonal entry. A body is thus judged by its own mass, even if it is much
// lighter than the others.
static void fill_scaled(const double *W, int n, double *A) {
    for (int i = 0; i < n; i++) {
        const double own = root_unit(W[(size_t)i * (size_t)n + (size_t)i]);
        for (int j = 0; j < n; j++)
            A[(size_t)i * (size_t)n + (size_t)j] =
                0.5 * (W[(size_t)i * (size_t)n + (size_t)j] + W[(size_t)j * (size_t)n + (size_t)i]) * own;
    }
    for (int j = 0; j < n; j++) {
        const double own = root_unit(W[(size_t)j * (size_t)n + (size_t)j]);
        for (int i = 0; i < n; i++) A[(size_t)i * (size_t)n + (size_t)j] *= own;
    }
}

// Checks whether A is positive semi-definite, which means that it has no negative pivot. The remainder of a diagonal
// entry only decreases as pivots are taken, so checking it at the end is enough. The diagonal starts between 1/2 and 2,
// or at zero with only zeros in its row.
static carom_status definiteness(double *A, size_t n) {
    const size_t rank = carom_eliminate(CAROM_PIVOT_OF_DIAGONAL, n, n, A, CAROM_DOUBLE_PRECISION, NULL);
    for (size_t i = rank; i < n; i++)
        if (!(A[i * n + i] >= -INDEFINITE)) return CAROM_NOT_PSD;
    return CAROM_OK;
}

carom_status carom_system_validate(const carom_system *s, double *scratch) {
    if (!s || !s->W || !s->v) return CAROM_NULL_POINTER;
    if (s->dim != 2 && s->dim != 3) return CAROM_BAD_DIM;
    if (s->nc < 1 || s->nc > CAROM_MAX_CONTACTS) return CAROM_BAD_COUNT;
    const int n = s->dim * s->nc;
    carom_status status = numbers(s, n);
    if (status == CAROM_OK) status = symmetry(s, n);
    if (status != CAROM_OK || !scratch) return status;
    fill_scaled(s->W, n, scratch);
    return definiteness(scratch, (size_t)n);
}
