// Defines forms of speed-dependent coefficients for fits.
#include <math.h>
#include <string.h>

#include "carom/fit.h"

// Returns e_1 v^-p, at most 1.
static double power_at(const double *c, double v) {
    return v > 0.0 ? fmin(c[0] * pow(v, -c[1]), 1.0) : 1.0;
}

const carom_speed_form *carom_fit_form(const char *name) {
    static const carom_speed_form power = {.name = "power",
                                           .coefficient = "e",
                                           .breaks = -1,
                                           .count = 2,
                                           .parameter = {"e_1", "e_p"},
                                           .lowest = {0.0, 0.0},
                                           .highest = {HUGE_VAL, 1.0},
                                           .usual = {0.5, 0.1},
                                           .value = power_at};
    return name && !strcmp(name, power.name) ? &power : carom_speed_form_find(name);
}
