#include "friction/gain.h"

#include "carom/law.h"

#include <math.h>

#include "base/sym.h"

// A formula applies to the law if |dE|, relative to the sizes of its terms, is at most this. For formulas that apply,
// the largest value seen in 1e6 problems was 4e-12 (nearly singular W). For formulas that do not apply, the value is
// about 1e-2.
#define ZERO 1e-9

double carom_gain_sticking(const carom_contact *c) {
    const double x = c->v[1] / -c->v[0], square = 1.0 + x * (2.0 * c->W[0][1] + c->W[0][0] * x) / c->W[1][1];
    return sqrt(square > 0.0 ? square : 0.0);
}

double carom_gain_along(const carom_contact *c, double r) {
    const double a = c->W[0][0], w = c->W[0][1], T = c->W[1][1], N = -c->v[0];
    if (!(a + w * r > 0.0)) return (double)NAN;
    return (N * (a - T * r * r) - 2.0 * c->v[1] * r * (a + w * r)) / (N * (a + 2.0 * w * r + T * r * r));
}

double carom_gain_past_one(const carom_law *self, const carom_contact *contact, const carom_params *params) {
    return 1.0;
}

// Returns dE of the result with this e, relative to the sizes of its terms.
static double change(const carom_law *law, const carom_contact *c, const carom_params *params, double e) {
    carom_params p = *params;
    carom_result out = {.solution_count = 0};
    double v[3], dE = 0.0, size = 0.0;
    p.e = e;
    if (!(e >= 0.0) || law->contact->solve(law, c, &p, &out) != CAROM_OK) return HUGE_VAL;
    carom_velocity_after(2, c->W, c->v, out.P, v);
    for (int i = 0; i < 2; i++) {
        dE += out.P[i] * (c->v[i] + v[i]);
        size += fabs(out.P[i]) * (fabs(c->v[i]) + fabs(v[i]));
    }
    return dE / size;
}

double carom_gain_from(const carom_law *law, const carom_contact *c, const carom_params *params, double *e, int count) {
    int sorted = 0;
    for (int k = 0; k < count; k++) {
        const double here = e[k];
        int j = sorted;
        if (!(here > 0.0 && here < HUGE_VAL)) continue;
        for (; j > 0 && e[j - 1] > here; j--) e[j] = e[j - 1];
        e[j] = here;
        sorted++;
    }
    double low = 0.0;
    for (int k = 0; k <= sorted; k++) {
        const double high = k < sorted ? e[k] : 2.0 * low + 1.0, gain = change(law, c, params, 0.5 * (low + high));
        if (high > low && gain < HUGE_VAL && gain > ZERO)
            return k == 0 ? -1.0 : fabs(change(law, c, params, low)) < ZERO ? low : (double)NAN;
        low = high;
    }
    return (double)NAN;
}

double carom_gain_among(const carom_law *law, const carom_contact *c, const carom_params *params, const double *e,
                        int count) {
    double least = ZERO, found = (double)NAN;
    for (int k = 0; k < count; k++) {
        const double here = fabs(change(law, c, params, e[k]));
        if (!(here < least)) continue;
        least = here;
        found = e[k];
    }
    return found;
}
