// Solves the law in 3D by a solver of Siconos.
#include <math.h>

#include "siconos.h"

static double largest(size_t n, const double *x) {
    double most = 0.0;
    for (size_t i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

// Sets the modes. A force or slip within the residual counts as zero.
static void name_modes(const carom_system *s, const double *q, carom_system_result *out) {
    const size_t n = 3 * (size_t)s->nc;
    const double no_force = CAROM_SICONOS_RESIDUAL * largest(n, out->P),
                 no_slip = CAROM_SICONOS_RESIDUAL * largest(n, s->v);
    for (int i = 0; i < s->nc; i++) {
        double xi[3];
        for (size_t k = 0; k < 3; k++) {
            const double *row = s->W + (3 * (size_t)i + k) * n;
            xi[k] = q[3 * (size_t)i + k];
            for (size_t j = 0; j < n; j++) xi[k] += row[j] * out->P[j];
        }
        out->mode[i] = out->P[3 * i] <= no_force        ? CAROM_MODE_OPEN
                       : hypot(xi[1], xi[2]) <= no_slip ? CAROM_MODE_STICK
                                                        : CAROM_MODE_SLIDING;
    }
}

carom_status carom_siconos_solve(const carom_law *self, const carom_system *s, const carom_system_params *p,
                                 void *memory, size_t bytes, carom_system_result *out) {
    if (bytes < carom_siconos_memory(self, s, p)) return CAROM_SMALL_MEMORY;
    double *q = memory, *mu = q + 3 * s->nc, *scratch = mu + s->nc;
    for (int i = 0; i < s->nc; i++) {
        const carom_params *k = &p->contacts[i];
        mu[i] = k->mu;
        q[3 * i] = (1.0 + k->e) * s->v[3 * i];
        for (int j = 1; j < 3; j++) q[3 * i + j] = (1.0 + k->e_t) * s->v[3 * i + j];
    }
    carom_siconos_report report;
    const carom_status status = carom_siconos_find(s->nc, s->W, q, mu, p->solver, scratch, out->P, &report);
    out->pivots = report.iterations;
    out->residual = report.residual;
    if (status == CAROM_OK) name_modes(s, q, out);
    return status;
}
