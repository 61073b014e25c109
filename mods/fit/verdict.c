// Decides whether a law is rejected, and whether the data distinguish two laws.
#include <math.h>

#include "carom/fit.h"
#include "mods/fit/tails.h"

carom_fit_verdict carom_fit_test(const carom_fit_estimate *e, const carom_fit_checks *c) {
    carom_fit_verdict v = {.F = (double)NAN, .p = (double)NAN};
    if (!e) return v;
    v.p = e->p;
    if (c && c->floor_dof > 0.0 && c->floor_chi2 > 0.0) {
        v.F = (e->chi2 / e->dof) / (c->floor_chi2 / c->floor_dof);
        v.p = carom_fit_F_tail(v.F, e->dof, c->floor_dof);
    }
    v.none = c && c->body.alarms;
    v.rejected = !v.none && v.p < 0.05;
    return v;
}

// Returns z = sum d / (sqrt n sd d), with d half the difference of the scores. Laws that agree on these data differ
// only by rounding, which must not affect the verdict. They count as equal if they differ by less than half a unit of
// log-likelihood in total, a ratio of 1.6.
double carom_fit_compare(size_t n, const double *score, const double *other) {
    double mean = 0.0, square = 0.0;
    if (!score || !other || n < 2) return (double)NAN;
    for (size_t k = 0; k < n; k++) mean += 0.5 * (score[k] - other[k]) / (double)n;
    for (size_t k = 0; k < n; k++) {
        const double d = 0.5 * (score[k] - other[k]) - mean;
        square += d * d;
    }
    const double sd = sqrt(square / ((double)n - 1.0));
    return sd > 0.0 && fabs(mean) * (double)n >= 0.5 ? mean * sqrt((double)n) / sd : 0.0;
}
