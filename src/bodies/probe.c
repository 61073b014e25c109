// Computes W from the dynamics of the caller, one unit force at a time (Chatterjee 1997, 6.7.1).
#include <math.h>
#include <string.h>

#include "carom/bodies.h"

// W may differ from its transpose by this fraction of sqrt(W_ii W_jj). Accelerations of 10 m/s^2 under gravity and 1e-3
// under the force lose five digits of double precision.
#define ROUNDING 1e-9

static carom_status average(size_t s, double *W) {
    for (size_t i = 0; i < s; i++) {
        if (!(W[i * s + i] >= 0.0)) return CAROM_NOT_PSD;
        for (size_t j = 0; j < i; j++) {
            double *lower = &W[i * s + j], *upper = &W[j * s + i];
            if (!(fabs(*lower - *upper) <= ROUNDING * sqrt(W[i * s + i] * W[j * s + j]))) return CAROM_NOT_SYMMETRIC;
            *lower = *upper = 0.5 * (*lower + *upper);
        }
    }
    return CAROM_OK;
}

carom_status carom_delassus_probe(carom_probe_fn *probe, void *user, int size, double force, double *W,
                                  double *memory) {
    if (!probe || !W || !memory) return CAROM_NULL_POINTER;
    if (size < 1 || size > 3 * CAROM_MAX_SPEEDS) return CAROM_BAD_SIZE;
    if (!isfinite(force) || force == 0.0) return CAROM_NOT_FINITE;
    const size_t s = (size_t)size;
    double *forces = memory, *rest = memory + s, *pushed = memory + 2 * s;
    memset(forces, 0, s * sizeof *forces);
    if (probe(user, forces, rest)) return CAROM_PROBE_FAILED;
    for (size_t k = 0; k < s; k++) {
        forces[k] = force;
        if (probe(user, forces, pushed)) return CAROM_PROBE_FAILED;
        forces[k] = 0.0;
        for (size_t i = 0; i < s; i++) {
            W[i * s + k] = (pushed[i] - rest[i]) / force;
            if (!isfinite(W[i * s + k])) return CAROM_NOT_FINITE;
        }
    }
    return average(s, W);
}
