#include "base/ldl.h"

#include <math.h>

#include "base/rank.h"

static double dot(int dim, const double x[3], const double y[3]) {
    double sum = 0.0;
    for (int i = 0; i < dim; i++) sum += x[i] * y[i];
    return sum;
}

// Returns the pivot that has kept the largest fraction of its original diagonal entry.
static int next_pivot(const carom_ldl *f, int step, double A[3][3], const double W[3][3], double *share) {
    int best = step;
    *share = 0.0;
    for (int i = step; i < f->dim; i++) {
        const double whole = W[f->order[i]][f->order[i]];
        const double part = whole > 0.0 ? A[f->order[i]][f->order[i]] / whole : 0.0;
        if (part > *share) {
            *share = part;
            best = i;
        }
    }
    return best;
}

// Solves L^T x = y, in pivot order.
static void back(const carom_ldl *f, const double y[3], double x[3]) {
    for (int i = f->dim - 1; i >= 0; i--) {
        double sum = y[i];
        for (int j = i + 1; j < f->dim; j++) sum -= f->L[j][i] * x[f->order[j]];
        x[f->order[i]] = sum;
    }
}

// Solves L y = b, in pivot order.
static void forward(const carom_ldl *f, const double b[3], double y[3]) {
    for (int i = 0; i < f->dim; i++) {
        y[i] = b[f->order[i]];
        for (int j = 0; j < i; j++) y[i] -= f->L[i][j] * y[j];
    }
}

// Computes the null vectors. For a zero pivot j, L^T z = e_j gives W z = 0. Gram-Schmidt makes several such vectors
// orthonormal.
static void null_vectors(carom_ldl *f) {
    for (int k = 0; k < f->dim - f->rank; k++) {
        double e[3] = {0.0, 0.0, 0.0};
        e[f->rank + k] = 1.0;
        back(f, e, f->Z[k]);
        for (int j = 0; j < k; j++) {
            const double overlap = dot(f->dim, f->Z[j], f->Z[k]);
            for (int i = 0; i < f->dim; i++) f->Z[k][i] -= overlap * f->Z[j][i];
        }
        const double length = sqrt(dot(f->dim, f->Z[k], f->Z[k]));
        for (int i = 0; i < f->dim; i++) f->Z[k][i] /= length;
    }
}

carom_ldl carom_factor(int dim, const double W[3][3]) {
    carom_ldl f = {.dim = dim, .order = {0, 1, 2}};
    double A[3][3];
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) A[i][j] = W[i][j];

    for (int k = 0; k < dim; k++) {
        double share;
        const int best = next_pivot(&f, k, A, W, &share);
        if (!(share > CAROM_SINGULAR)) break;
        const int chosen = f.order[best];
        f.order[best] = f.order[k];
        f.order[k] = chosen;
        for (int j = 0; j < k; j++) {
            const double swapped = f.L[best][j];
            f.L[best][j] = f.L[k][j];
            f.L[k][j] = swapped;
        }
        f.d[k] = A[chosen][chosen];
        f.rank = k + 1;
        for (int i = k + 1; i < dim; i++) f.L[i][k] = A[f.order[i]][chosen] / f.d[k];
        for (int i = k + 1; i < dim; i++)
            for (int j = k + 1; j < dim; j++) A[f.order[i]][f.order[j]] -= f.L[i][k] * f.d[k] * f.L[j][k];
    }
    null_vectors(&f);
    return f;
}

void carom_ldl_null_part(const carom_ldl *f, const double b[3], double z[3]) {
    for (int i = 0; i < f->dim; i++) z[i] = 0.0;
    for (int k = 0; k < f->dim - f->rank; k++) {
        const double share = dot(f->dim, f->Z[k], b);
        for (int i = 0; i < f->dim; i++) z[i] += share * f->Z[k][i];
    }
}

bool carom_ldl_in_range(const carom_ldl *f, const double b[3]) {
    double z[3];
    carom_ldl_null_part(f, b, z);
    return sqrt(dot(f->dim, z, z)) <= CAROM_IN_RANGE * sqrt(dot(f->dim, b, b));
}

bool carom_ldl_solve(const carom_ldl *f, const double b[3], double x[3]) {
    double y[3], z[3];
    if (f->rank < f->dim && !carom_ldl_in_range(f, b)) return false;
    forward(f, b, y);
    for (int i = 0; i < f->dim; i++) y[i] = i < f->rank ? y[i] / f->d[i] : 0.0;
    back(f, y, x);
    if (f->rank < f->dim) {
        carom_ldl_null_part(f, x, z);
        for (int i = 0; i < f->dim; i++) x[i] -= z[i];
    }
    return true;
}

void carom_ldl_dyad(const carom_ldl *f, double q[3]) {
    const double root = sqrt(f->d[0]);
    q[f->order[0]] = root;
    for (int i = 1; i < f->dim; i++) q[f->order[i]] = f->L[i][0] * root;
}

double carom_ldl_inverse_form(const carom_ldl *f, const double x[3], const double y[3]) {
    double left[3], right[3], sum = 0.0;
    forward(f, x, left);
    forward(f, y, right);
    for (int i = 0; i < f->rank; i++) sum += left[i] * right[i] / f->d[i];
    return sum;
}
