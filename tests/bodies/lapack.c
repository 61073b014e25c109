// Compares the linear algebra of mechanisms with LAPACK. The mass matrices have condition numbers up to 1e12, and the
// constraints have redundant rows. LAPACK solves the complete saddle-point system by LU, a different method from
// carom's elimination:
//
//   [ M  J^T ] [ du ]   [ R^T P ]
//   [ J   0  ] [-la ] = [   0   ]
#include <lapacke.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/worst.h"
#include "bench/random.h"
#include "carom/bodies.h"
#include "support/floor.h"

#define MOST 400

static double M[MOST * MOST], Q[MOST * MOST], R[6 * MOST], J[MOST * MOST], u[MOST], saddle[4 * MOST * MOST];

// Sets M = Q^T diag Q with eigenvalues from 1 to 1/condition. Q is a product of random reflections.
static void random_mass_matrix(random_stream *r, int n, double condition) {
    double eigenvalue[MOST];
    for (int k = 0; k < n; k++) eigenvalue[k] = random_power10(-log10(condition) * k / fmax(1.0, n - 1.0));
    memset(Q, 0, sizeof Q);
    for (int i = 0; i < n; i++) Q[i * n + i] = 1.0;
    for (int k = 0; k < 4; k++) {
        double h[MOST], square = 0.0;
        for (int i = 0; i < n; i++) {
            h[i] = random_between(r, -1.0, 1.0);
            square += h[i] * h[i];
        }
        for (int i = 0; i < n; i++) {
            double along = 0.0;
            for (int j = 0; j < n; j++) along += Q[i * n + j] * h[j];
            for (int j = 0; j < n; j++) Q[i * n + j] -= 2.0 * along / square * h[j];
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0.0;
            for (int k = 0; k < n; k++) sum += Q[k * n + i] * Q[k * n + j] * eigenvalue[k];
            M[i * n + j] = M[j * n + i] = sum;
        }
}

// Computes du and lambda by LU of the saddle-point matrix with the independent constraint rows. Returns 0 if LAPACK
// fails.
static int second_opinion(const carom_mechanism *m, const carom_delassus *d, const double *P, double *du,
                          double *lambda) {
    const int n = m->speeds, N = n + d->rank;
    double b[2 * MOST] = {0.0};
    lapack_int pivots[2 * MOST];
    memset(saddle, 0, (size_t)N * (size_t)N * sizeof *saddle);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) saddle[i * N + j] = M[i * n + j];
        for (int k = 0; k < d->size; k++) b[i] += R[k * n + i] * P[k];
    }
    for (int k = 0; k < d->rank; k++)
        for (int i = 0; i < n; i++) saddle[i * N + n + k] = saddle[(n + k) * N + i] = J[d->order[k] * n + i];
    if (LAPACKE_dgesv(LAPACK_ROW_MAJOR, N, 1, saddle, N, pivots, b, 1)) return 0;
    memcpy(du, b, (size_t)n * sizeof *du);
    for (int k = 0; k < d->rank; k++) lambda[d->order[k]] = -b[n + k];
    return 1;
}

// Returns |x - y| / |y|.
static double off(int n, const double *x, const double *y) {
    double difference = 0.0, size = 0.0;
    for (int i = 0; i < n; i++) {
        difference += (x[i] - y[i]) * (x[i] - y[i]);
        size += y[i] * y[i];
    }
    return size > 0.0 ? sqrt(difference / size) : sqrt(difference);
}

// Solves one system with both methods. Returns the difference, divided by the condition number times epsilon.
static double compare(uint64_t index, double condition, int n, int rows, int repeated) {
    random_stream r = random_at(77, index);
    random_mass_matrix(&r, n, condition);
    carom_mechanism m = {
        .dim = 3, .speeds = n, .contacts = 2, .constraints = rows + repeated, .M = M, .u = u, .R = R, .J = J};
    for (int i = 0; i < 6 * n; i++) R[i] = random_between(&r, -1.0, 1.0);
    for (int i = 0; i < rows * n; i++) J[i] = random_between(&r, -1.0, 1.0);
    // The redundant rows are twice the first row, or the sum of the first row and another.
    for (int k = 0; k < repeated; k++)
        for (int i = 0; i < n; i++) J[(rows + k) * n + i] = J[i] + J[(k % rows) * n + i];

    const size_t bytes = carom_delassus_memory_size(&m);
    void *memory = malloc(bytes);
    carom_delassus d;
    double P[6], du[MOST], lambda[MOST] = {0.0}, du2[MOST], lambda2[MOST] = {0.0}, worst = HUGE_VAL;
    for (int i = 0; i < 6; i++) P[i] = random_between(&r, -1.0, 1.0);
    if (carom_delassus_compute(&m, memory, bytes, &d) == CAROM_OK && d.rank == rows &&
        second_opinion(&m, &d, P, du2, lambda2)) {
        carom_delassus_apply(&d, P, du, lambda);
        worst = carom_worst(off(n, du, du2), off(m.constraints, lambda, lambda2)) / (condition * 2.2e-16);
    }
    free(memory);
    return worst;
}

int main(void) {
    double worst = 0.0;
    long asked = 0, answered = 0;
    for (int decade = 0; decade <= 12; decade++)
        for (int i = 0; i < 12; i++) {
            const int n = 4 + 10 * i, rows = i % 3 ? 1 + n / 4 : 0, repeated = rows > 1 ? i % 3 : 0;
            const double units = compare((uint64_t)(100 * decade + i), random_power10(decade), n, rows, repeated);
            if (units > worst)
                printf("condition 1e%d, %d speeds, %d + %d rows: %.2g condition epsilon\n", decade, n, rows, repeated,
                       units);
            carom_worsen(&worst, units);
            asked++;
            answered += units < HUGE_VAL;
        }
    // 300 speeds, about the largest number for which carom is meant.
    carom_worsen(&worst, compare(7777, 1e6, 300, 90, 10));
    // Each of the two methods may have an error of a few condition numbers times epsilon. The largest difference was
    // 4.4 (at condition 1); the bound is 20.
    return !(worst <= 20.0) || !floor_met("lapack", answered, asked, 1.0);
}
