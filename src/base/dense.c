#include "base/dense.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

double carom_dot(int n, const double *x, const double *y) {
    double sum = 0.0;
    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

int carom_cholesky(int n, size_t stride, double *A) {
    for (int i = 0; i < n; i++) {
        double *row = A + (size_t)i * stride;
        const double given = row[i];
        for (int j = 0; j < i; j++) {
            const double *above = A + (size_t)j * stride;
            row[j] = (row[j] - carom_dot(j, row, above)) / above[j];
        }
        // A pivot is the diagonal entry minus i squares. It counts as zero if it is below the rounding of that sum. An
        // infinite entry fails this test as well, so it is rejected.
        const double pivot = given - carom_dot(i, row, row);
        if (!(pivot > (i + 1) * DBL_EPSILON * given)) return i;
        row[i] = sqrt(pivot);
    }
    return n;
}

void carom_forward(int n, size_t stride, const double *L, double *x) {
    for (int i = 0; i < n; i++) {
        const double *row = L + (size_t)i * stride;
        x[i] = (x[i] - carom_dot(i, row, x)) / row[i];
    }
}

void carom_backward(int n, size_t stride, const double *L, double *x) {
    for (int i = n - 1; i >= 0; i--) {
        const double *row = L + (size_t)i * stride;
        x[i] /= row[i];
        for (int j = 0; j < i; j++) x[j] -= row[j] * x[i];
    }
}

// Computes A^-1 = L^-T L^-1. Row j of X is column j of L^-1, so A^-1_ij is the product of columns i and j of X.
bool carom_matrix_inverse(int n, size_t stride, double *A, double *X) {
    const size_t wide = (size_t)n;
    if (carom_cholesky(n, stride, A) < n) return false;
    memset(X, 0, wide * wide * sizeof *X);
    for (size_t j = 0; j < wide; j++) {
        X[j * wide + j] = 1.0;
        carom_forward(n, stride, A, X + j * wide);
    }
    for (size_t i = 0; i < wide; i++)
        for (size_t j = 0; j < wide; j++) A[i * stride + j] = carom_dot(n, X + i * wide, X + j * wide);
    return true;
}

// Computes row k of L from row `at` of A. Subtracts the contribution of the first k rows of L and divides by the root
// of the pivot.
static void next_row(size_t n, size_t k, size_t at, const double *A, double *L, double *left) {
    const double root = sqrt(left[at]);
    double *row = L + k * n;
    for (size_t i = 0; i < n; i++) {
        double rest = A[at * n + i];
        for (size_t j = 0; j < k; j++) rest -= L[j * n + at] * L[j * n + i];
        row[i] = rest / root;
        left[i] -= row[i] * row[i];
    }
    left[at] = 0.0;
}

int carom_pivoted_cholesky(int n, const double *A, int most, double zero, double *L, double *left) {
    const size_t wide = (size_t)n;
    for (size_t i = 0; i < wide; i++) left[i] = A[i * wide + i];
    for (int k = 0; k < most; k++) {
        size_t at = 0;
        for (size_t i = 1; i < wide; i++)
            if (left[i] > left[at]) at = i;
        if (!(left[at] > zero)) return k;
        next_row(wide, (size_t)k, at, A, L, left);
    }
    return most;
}

int carom_least_share(int n, size_t stride, const double *L, double *scratch, double *share) {
    int least = 0;
    *share = 1.0;
    for (int i = 0; i < n; i++) {
        const double *row = L + (size_t)i * stride;
        memset(scratch, 0, (size_t)n * sizeof *scratch);
        scratch[i] = 1.0;
        carom_forward(n, stride, L, scratch);
        const double left = 1.0 / (carom_dot(i + 1, row, row) * carom_dot(n, scratch, scratch));
        if (left >= *share) continue;
        *share = left;
        least = i;
    }
    return least;
}

// Computes x := x - (q.x) q and adds the removed component to `part`.
static void take_out(int n, const double *q, double *x, double *part) {
    const double along = carom_dot(n, q, x);
    for (int i = 0; i < n; i++) x[i] -= along * q[i];
    *part += along;
}

double carom_length(int n, const double *x) {
    double most = 0.0, sum = 0.0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    if (!(most > 0.0) || !isfinite(most)) return most;
    for (int i = 0; i < n; i++) sum += (x[i] / most) * (x[i] / most);
    return most * sqrt(sum);
}

bool carom_project_out(int rank, int n, const double *Q, double *x, double *along) {
    const double before = carom_length(n, x);
    memset(along, 0, (size_t)rank * sizeof *along);
    // The first pass removes the components along the rows of Q up to rounding. The second pass removes what rounding
    // left (Parlett: two passes are enough).
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < rank; k++) take_out(n, Q + (size_t)k * (size_t)n, x, along + k);
    if (!isfinite(before) || carom_length(n, x) > CAROM_DEPENDENT * before) return false;
    memset(x, 0, (size_t)n * sizeof *x);
    return true;
}

// Returns the row among k .. m - 1 that has kept the largest fraction of its length.
static int most_left(int m, int n, int k, const double *Y, const double *norm) {
    int best = k;
    double most = 0.0;
    for (int i = k; i < m; i++) {
        const double share = norm[i] > 0.0 ? carom_length(n, Y + (size_t)i * (size_t)n) / norm[i] : 0.0;
        if (!(share > most)) continue;
        most = share;
        best = i;
    }
    return best;
}

static void swap_rows(int n, double *x, double *y) {
    for (int i = 0; i < n; i++) {
        const double kept = x[i];
        x[i] = y[i];
        y[i] = kept;
    }
}

int carom_orthonormal_rows(int m, int n, double *Y, double *T, int *order, double *norm) {
    const size_t wide = (size_t)n, high = (size_t)m;
    memset(T, 0, high * high * sizeof *T);
    for (int i = 0; i < m; i++) {
        order[i] = i;
        norm[i] = carom_length(n, Y + (size_t)i * wide);
    }
    for (int k = 0; k < m; k++) {
        const int best = most_left(m, n, k, Y, norm);
        double *y = Y + (size_t)k * wide, *t = T + (size_t)k * high;
        const int index = order[k];
        order[k] = order[best];
        order[best] = index;
        swap_rows(n, y, Y + (size_t)best * wide);
        swap_rows(m, t, T + (size_t)best * high);
        swap_rows(1, norm + k, norm + best);

        // The components along the earlier rows were removed once already. This second pass removes what rounding left.
        for (int i = 0; i < k; i++) take_out(n, Y + (size_t)i * wide, y, t + i);
        t[k] = carom_length(n, y);
        if (!(t[k] > CAROM_DEPENDENT * norm[k])) return k;
        for (int i = 0; i < n; i++) y[i] /= t[k];
        for (int i = k + 1; i < m; i++) take_out(n, y, Y + (size_t)i * wide, T + (size_t)i * high + k);
    }
    return m;
}
