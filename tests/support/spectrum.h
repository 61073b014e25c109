// Makes contacts with given eigenvalues of W, and compares two matrices W.
#ifndef CAROM_TESTS_SPECTRUM_H
#define CAROM_TESTS_SPECTRUM_H

#include <math.h>

#include "base/worst.h"
#include "bench/random.h"
#include "carom/bodies.h"

// Returns a contact whose W has the eigenvalues w in random axes, multiplied by `scale`. The caller sets v.
static inline carom_contact spectrum_contact(random_stream *r, int dim, const double w[3], double scale) {
    double q[4], axes[3][3];
    for (int i = 0; i < 4; i++) q[i] = random_between(r, -1.0, 1.0);
    if (dim == 2) q[1] = q[2] = 0.0;
    carom_contact c = {.dim = dim};
    if (carom_rotation_from_quaternion(q, axes) != CAROM_OK) return c;
    for (int i = 0; i < dim; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0.0;
            for (int k = 0; k < dim; k++) sum += axes[i][k] * (w[k] * axes[j][k]);
            c.W[i][j] = c.W[j][i] = scale * sum;
        }
    return c;
}

// Returns the largest difference between entries of both W, divided by the largest entry of `a`.
static inline double spectrum_apart(const carom_contact *a, const carom_contact *b) {
    double worst = 0.0, most = 0.0;
    for (int i = 0; i < a->dim; i++)
        for (int j = 0; j < a->dim; j++) {
            carom_worsen(&worst, fabs(a->W[i][j] - b->W[i][j]));
            most = fmax(most, fabs(a->W[i][j]));
        }
    return worst / most;
}

#endif
