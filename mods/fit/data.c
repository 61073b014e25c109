// Computes the impulse, angle and restitution of one measured impact.
#include "mods/fit/data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/dense.h"

bool carom_fit_impulse(const carom_fit_impact *impact, double P[3]) {
    const int dim = impact->contact.dim;
    double M[9], scratch[9];
    memcpy(M, impact->contact.W, sizeof M);
    P[0] = P[1] = P[2] = 0.0;
    if (!carom_matrix_inverse(dim, 3, M, scratch)) return false;
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) P[i] += M[3 * i + j] * (impact->after[j] - impact->contact.v[j]);
    return true;
}

double carom_fit_ratio(const double P[3]) {
    return hypot(P[1], P[2]) / P[0];
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double carom_fit_quantile(double *x, size_t n, double share) {
    if (n == 0) return (double)NAN;
    qsort(x, n, sizeof *x, ascending);
    return x[(size_t)(share * (double)(n - 1) + 0.5)];
}

// Rotates the tangent so that v_t < 0; in 3D it is opposite to the initial slip.
carom_status carom_fit_read(const carom_contact *contact, const double after[3], carom_fit_reading *reading) {
    double P[3];
    if (!contact || !after || !reading || carom_contact_validate(contact) != CAROM_OK) return CAROM_BAD_VALUE;
    carom_fit_impact impact = {.contact = *contact};
    memcpy(impact.after, after, sizeof(double) * (size_t)contact->dim);
    if (!(contact->v[0] < 0.0) || !carom_fit_impulse(&impact, P)) return CAROM_BAD_VALUE;
    const double *v = contact->v, side = contact->dim == 3 ? v[2] : 0.0, slip = hypot(v[1], side);
    const double t1 = slip > 0.0 ? -v[1] / slip : 1.0, t2 = slip > 0.0 ? -side / slip : 0.0;
    const double P_t = t1 * P[1] + t2 * P[2], v_t = t1 * after[1] + (contact->dim == 3 ? t2 * after[2] : 0.0);
    *reading = (carom_fit_reading){.theta = atan2(slip, -v[0]),
                                   .e = -after[0] / v[0],
                                   .ratio = P_t / P[0],
                                   .tan_phi = v_t / after[0],
                                   .vft = v_t / hypot(v[0], slip)};
    return CAROM_OK;
}
