#include "bodies/inertia.h"

#include <float.h>
#include <string.h>

#include "base/dense.h"
#include "base/vec.h"

// Relative tolerance for orientations and tensors. It allows for rounding in the caller's rotation matrices. With
// 1e-12, matrices printed with ten digits would be rejected. With 1e-6, a visibly skewed frame would be accepted.
#define ROUNDING 1e-9

static const double identity[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};

// Computes the axes of the body as unit vectors. Rejects matrices that are not rotations.
static carom_status check_axes(const double given[3][3], double axes[3][3]) {
    const bool none = carom_zero3(given[0]) && carom_zero3(given[1]) && carom_zero3(given[2]);
    memcpy(axes, none ? identity : given, sizeof identity);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j <= i; j++) {
            const double product = carom_dot3(axes[i], axes[j]);
            if (!(fabs(product - identity[i][j]) <= ROUNDING)) return CAROM_BAD_FRAME;
        }
    }
    double third[3];
    carom_cross(axes[0], axes[1], third);
    return carom_dot3(third, axes[2]) > 0.0 ? CAROM_OK : CAROM_BAD_FRAME;
}

// Finds the axes about which the body can rotate. Returns their number, or -1 for an invalid tensor.
static int turning_axes(const double I[3][3], int turning[3]) {
    int count = 0;
    for (int i = 0; i < 3; i++) {
        if (!(I[i][i] > 0.0)) return -1;
        if (isfinite(I[i][i])) turning[count++] = i;
        for (int j = 0; j < 3; j++) {
            if (j == i) continue;
            const double most = isfinite(I[i][i]) && isfinite(I[j][j]) ? sqrt(I[i][i]) * sqrt(I[j][j]) : 0.0;
            if (!(fabs(I[i][j]) <= most) || !(fabs(I[i][j] - I[j][i]) <= ROUNDING * most)) return -1;
        }
    }
    return count;
}

// A moment of inertia below this fraction of the largest counts as zero, because a tensor in rotated axes has rounding
// errors. Thin rods in 3e6 random axes leave up to 9.6 DBL_EPSILON; a needle of 1 m length and 1 µm width has 7000
// DBL_EPSILON.
#define NO_MOMENT (32.0 * DBL_EPSILON)

// Computes the inverse of the block of free axes, by columns. Returns false if it is not positive definite beyond
// rounding.
static bool invert(const double I[3][3], int count, const int turning[3], double inverse[3][3]) {
    double L[3][3], largest = 0.0;
    for (int i = 0; i < count; i++) {
        largest = fmax(largest, I[turning[i]][turning[i]]);
        for (int j = 0; j <= i; j++) L[i][j] = 0.5 * (I[turning[i]][turning[j]] + I[turning[j]][turning[i]]);
    }
    if (carom_cholesky(count, 3, &L[0][0]) < count) return false;
    for (int k = 0; k < count; k++) {
        double x[3] = {k == 0, k == 1, k == 2};
        carom_forward(count, 3, &L[0][0], x);
        carom_backward(count, 3, &L[0][0], x);
        // 1 / (I^-1)_kk is the inertia about axis k if the other axes are free to follow.
        if (!(1.0 > NO_MOMENT * largest * x[k])) return false;
        for (int i = 0; i < count; i++) inverse[turning[i]][turning[k]] = x[i];
    }
    return true;
}

// Computes out = A X A^T, exactly symmetric.
static void turn(double A[3][3], double X[3][3], double out[3][3]) {
    double rows[3][3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) rows[i][k] = carom_dot3(X[k], A[i]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++)
            out[i][j] = out[j][i] = 0.5 * (carom_dot3(A[j], rows[i]) + carom_dot3(A[i], rows[j]));
}

carom_status carom_inertia_make(const carom_body *body, carom_inertia *out) {
    *out = (carom_inertia){0};
    if (!carom_finite3(body->centre) || !carom_finite3(body->velocity) || !carom_finite3(body->spin))
        return CAROM_NOT_FINITE;
    if (!(body->mass > 0.0)) return CAROM_BAD_MASS;
    out->mass = isfinite(body->mass) ? body->mass : 0.0;
    out->inverse_mass = 1.0 / body->mass;

    double axes[3][3], tensor[3][3] = {{0.0}}, inverse[3][3] = {{0.0}}, fixed[3][3];
    if (check_axes(body->axes, axes) != CAROM_OK) return CAROM_BAD_FRAME;
    int turning[3];
    const int count = turning_axes(body->inertia, turning);
    if (count < 0 || !invert(body->inertia, count, turning, inverse)) return CAROM_BAD_MASS;
    memcpy(fixed, identity, sizeof fixed);
    for (int i = 0; i < count; i++) {
        fixed[turning[i]][turning[i]] = 0.0;
        for (int j = 0; j < count; j++) tensor[turning[i]][turning[j]] = body->inertia[turning[i]][turning[j]];
    }
    turn(axes, tensor, out->tensor);
    turn(axes, inverse, out->inverse);
    turn(axes, fixed, out->fixed);
    for (int i = 0; i < 3; i++)
        if (!carom_finite3(out->inverse[i])) return CAROM_OVERFLOW;
    return isfinite(out->inverse_mass) ? CAROM_OK : CAROM_OVERFLOW;
}

carom_status carom_rotation_from_quaternion(const double q[4], double axes[3][3]) {
    if (!q || !axes) return CAROM_NULL_POINTER;
    const double most = fmax(fmax(fabs(q[0]), fabs(q[1])), fmax(fabs(q[2]), fabs(q[3])));
    for (int i = 0; i < 4; i++)
        if (!isfinite(q[i])) return CAROM_BAD_FRAME;
    if (!(most > 0.0)) return CAROM_BAD_FRAME;
    const double w = q[0] / most, x = q[1] / most, y = q[2] / most, z = q[3] / most;
    const double s = 2.0 / (w * w + x * x + y * y + z * z);
    const double rows[3][3] = {{1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
                               {s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x)},
                               {s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y)}};
    memcpy(axes, rows, sizeof rows);
    return CAROM_OK;
}

carom_body carom_body_fixed(void) {
    return (carom_body){
        .mass = HUGE_VAL,
        .inertia = {{HUGE_VAL, 0.0, 0.0}, {0.0, HUGE_VAL, 0.0}, {0.0, 0.0, HUGE_VAL}},
    };
}
