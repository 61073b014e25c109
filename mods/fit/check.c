// Checks impacts before any law is fitted: validity, energy loss and required friction.
#include <math.h>
#include <stdlib.h>

#include "base/dense.h"
#include "mods/fit/data.h"

// Returns true if all numbers are finite, the contact approaches, and v' has an uncertainty.
static bool is_impact(const carom_fit_impact *at, int dim) {
    double sum = 0.0;
    if (at->contact.dim != dim || dim < 1 || dim > 3) return false;
    if (dim > 1 && (carom_contact_validate(&at->contact) != CAROM_OK || !(at->contact.v[0] < 0.0))) return false;
    for (int i = 0; i < 2 * dim; i++)
        for (int j = 0; j < 2 * dim; j++) sum += at->S[i][j];
    for (int i = 0; i < dim; i++) {
        sum += at->after[i] + at->contact.v[i];
        if (!(at->S[dim + i][dim + i] > 0.0) || !(at->S[i][i] >= 0.0)) return false;
    }
    return isfinite(sum) && at->missed >= 0.0 && at->size >= 0.0;
}

bool carom_fit_sound(const carom_fit_impact *impacts, size_t count, size_t *which) {
    for (size_t k = 0; k < count; k++) {
        if (is_impact(&impacts[k], impacts[0].contact.dim)) continue;
        if (which) *which = k;
        return false;
    }
    return true;
}

// Checks energy and impulse. dE = P.(v + v')/2 = (v'.M v' - v.M v)/2 with M = W^-1. Its derivatives are -M v and M v';
// those of P_n are -+ the first row of M.
static void look_at_impulse(const carom_fit_impact *at, carom_fit_checks *c) {
    const int dim = at->contact.dim;
    double P[3], M[9], scratch[9], gain[6] = {0}, pull[6] = {0}, dE = 0.0, var_E = 0.0, var_P = 0.0;
    if (dim == 1 || !carom_fit_impulse(at, P)) return;
    for (int i = 0; i < 9; i++) M[i] = at->contact.W[i / 3][i % 3];
    carom_matrix_inverse(dim, 3, M, scratch);
    for (int i = 0; i < dim; i++) {
        dE += 0.5 * P[i] * (at->contact.v[i] + at->after[i]);
        pull[i] = -M[i], pull[dim + i] = M[i];
        for (int j = 0; j < dim; j++)
            gain[i] -= M[3 * i + j] * at->contact.v[j], gain[dim + i] += M[3 * i + j] * at->after[j];
    }
    for (int i = 0; i < 2 * dim; i++)
        for (int j = 0; j < 2 * dim; j++)
            var_E += gain[i] * at->S[i][j] * gain[j], var_P += pull[i] * at->S[i][j] * pull[j];
    c->gains += dE > 2.0 * sqrt(var_E);
    c->pulls += P[0] < -2.0 * sqrt(var_P);
}

carom_status carom_fit_check_data(const carom_fit_impact *impacts, const carom_fit_body *bodies, size_t count,
                                  carom_fit_checks *checks, size_t *refused) {
    if (!impacts || !checks || count == 0) return CAROM_BAD_VALUE;
    *checks = (carom_fit_checks){.impacts = count, .floor_p = (double)NAN};
    const carom_status status = bodies ? carom_fit_check_bodies(bodies, count, checks) : CAROM_OK;
    if (!carom_fit_sound(impacts, count, refused)) return CAROM_BAD_VALUE;
    if (status != CAROM_OK) return status;
    double *ratio = malloc(count * sizeof *ratio);
    size_t ratios = 0;
    if (!ratio) return CAROM_NO_MEMORY;
    for (size_t k = 0; k < count; k++) {
        double P[3];
        const carom_contact *c = &impacts[k].contact;
        for (int i = 1; i < c->dim; i++)
            if (fabs(c->W[0][i]) > 1e-9 * sqrt(c->W[0][0] * c->W[i][i])) checks->coupled = true;
        look_at_impulse(&impacts[k], checks);
        if (c->dim > 1 && carom_fit_impulse(&impacts[k], P) && P[0] > 0.0) ratio[ratios++] = carom_fit_ratio(P);
    }
    checks->ratio_median = carom_fit_quantile(ratio, ratios, 0.5);
    checks->ratio_95 = carom_fit_quantile(ratio, ratios, 0.95);
    free(ratio);
    return CAROM_OK;
}
